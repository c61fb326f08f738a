// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace bubblescope {

/// Checksum of the importers' sources: changes whenever a folder might be read differently.
std::string_view readerVersion();

} // namespace bubblescope
