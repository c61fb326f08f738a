// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace bubblescope {

/// Makes untrusted names of files and spans safe to show: they can neither control a terminal nor imitate another name.
/// Control characters, line separators and bidirectional marks become their code, as in "\u202e", and bytes that are
/// not valid UTF-8 become "\xff". Control characters in `kept` (such as "\n") stay.
std::string visibleText(std::string_view utf8, std::string_view kept = {});
/// True if visibleText() would change nothing.
bool isVisible(std::string_view utf8, std::string_view kept = {});
/// For a shell, in a command to be copied or a script: quoted where it has to be.
std::string shellWord(std::string_view word);

} // namespace bubblescope
