// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace bubblescope {

/// JSON as it leaves the program, with a final line break. Names come from files and from the command line: bytes
/// that are no UTF-8 become U+FFFD, where the library's own dump() would throw. A template, so that nobody depends on
/// the JSON library who does not use it.
template <typename Json> std::string jsonText(const Json& json, int indent = 2)
{
    return json.dump(indent, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace bubblescope
