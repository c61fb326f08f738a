// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace bubblescope {

/// Another one wherever a folder may be read into something else: a checksum of the importers' sources.
std::string_view readerVersion();

} // namespace bubblescope
