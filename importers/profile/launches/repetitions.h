// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace bubblescope {

/// What a program launches, in order: each by its name, and by what that says of training steps.
struct LaunchSequence {
    enum class Hint : uint8_t {
        None,
        Begins, ///< input that comes from the host
        Within, ///< what a step does once, such as sampling a token or reading a loss
        Ends,   ///< an optimizer
    };
    std::vector<uint32_t> names; ///< numbers of names
    std::vector<Hint> hints;     ///< of each of the names
};

/// One of several like it that follow each other: elements of a sequence.
struct Repetition {
    uint32_t first = 0;
    uint32_t last = 0; ///< behind it

    bool operator==(const Repetition&) const = default;
};

/// The outermost repetition of a sequence: three times or more, mostly alike, up to the end, with what a step does and
/// the layers of a model do not. Layers of one step are no repetition: what follows the last one is something else.
/// Begins where the hints say, whatever the sequence begins with. Empty where nothing repeats so. O(n log n).
std::vector<Repetition> findRepetitions(const LaunchSequence& sequence);

} // namespace bubblescope
