// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace bubblescope {

/// JSON as the program writes it, with a final line break. Names come from files and from the command line: invalid
/// UTF-8 becomes U+FFFD, where the library's dump() would throw. A template, so that only its users depend on the JSON
/// library.
template <typename Json> std::string jsonText(const Json& json, int indent = 2)
{
    return json.dump(indent, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace bubblescope
