// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace bubblescope {

/// What is known of a format besides how it is read.
struct FormatFacts {
    /// What its tests open. Every reader is also fuzzed.
    enum class Tests : unsigned char {
        Recordings, ///< what others recorded with the program itself
        Shapes,     ///< files made after the program's own source or public reports
    };

    std::string_view recorded; ///< how such a file comes about; a command, or where it is found
    Tests tests = Tests::Shapes;
};

/// "recordings", "shapes".
std::string_view testsKey(FormatFacts::Tests tests);

} // namespace bubblescope
