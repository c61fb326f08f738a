// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace bubblescope {

/// For a shell, in a command to be copied or a script: quoted where it has to be.
std::string shellWord(std::string_view word);

} // namespace bubblescope
