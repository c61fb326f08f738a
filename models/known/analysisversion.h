// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace bubblescope {

/// Checksum of the sources of the analyses whose answers an index keeps, and of how they are written: changes whenever
/// they might answer otherwise.
std::string_view analysisVersion();

} // namespace bubblescope
