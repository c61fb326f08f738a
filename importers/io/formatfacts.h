// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filecontents.h"

#include <string_view>
#include <vector>

namespace bubblescope {

/// What of a file makes a format sure that it is one of its own, and how sure: of the formats that claim a file the
/// surest reads it, of equally sure ones the first that is registered.
struct FormatSignature {
    int sureness = 0;      ///< 1 to Importer::certain; 0 where the first bytes cannot show it
    std::string_view seen; ///< and, where others claim such files, why it goes before or after them
};

/// What is known of a format besides how it is read.
struct FormatFacts {
    /// What its tests open. Every reader is also fuzzed.
    enum class Tests : unsigned char {
        Recordings, ///< what others recorded with the program itself
        Shapes,     ///< files made after the program's own source or public reports
    };

    std::string_view recorded; ///< how such a file comes about; a command, or where it is found
    Tests tests = Tests::Shapes;
    ClockPolicy clock = ClockPolicy::None; ///< of its files, unless a file is named as one of another policy
    std::vector<FormatSignature> signatures {}; ///< all that its sniff() returns
};

/// "recordings", "shapes".
std::string_view testsKey(FormatFacts::Tests tests);
/// "host", "recording", "none".
std::string_view clockKey(ClockPolicy clock);

} // namespace bubblescope
