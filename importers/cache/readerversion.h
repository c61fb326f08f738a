// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace bubblescope {

/// Changes whenever a folder may be read differently: a checksum of the sources of the importers.
std::string_view readerVersion();

} // namespace bubblescope
