// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace bubblescope {

// Documents installed with the program, generated from the same options as --help.

/// roff for man(1), section 1.
std::string manualPage(const CLI::App& app);
/// For bash: commands, options, and the values of options with a fixed set.
std::string bashCompletion(const CLI::App& app);

} // namespace bubblescope
