// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace bubblescope {

/// Names of files and spans are not to be trusted. Shown like this they can neither control a terminal nor look like
/// another name: control characters, line separators and marks that turn the direction of text become their code, as
/// in "\u202e", and bytes that are no UTF-8 become "\xff". Control characters in `kept` (such as "\n") stay.
std::string visibleText(std::string_view utf8, std::string_view kept = {});
/// Whether visibleText() would change nothing.
bool isVisible(std::string_view utf8, std::string_view kept = {});

} // namespace bubblescope
