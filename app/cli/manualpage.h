// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace bubblescope {

// What is installed beside the program, written from the table of options that --help is written from.

/// roff for man(1), section 1.
std::string manualPage(const CLI::App& app);
/// For bash: commands, options, and words where an option takes one of some.
std::string bashCompletion(const CLI::App& app);

} // namespace bubblescope
