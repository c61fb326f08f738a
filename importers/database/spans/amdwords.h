// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace bubblescope {

// The words of AMD's profilers in those of PyTorch's.

/// The category of a host's call, from its domain (HIP_RUNTIME_API, rocm_hip_api, MARKER_CORE_RANGE_API …), else from
/// its name; empty if neither says.
std::string_view categoryOfAmdCall(std::string_view domain, std::string_view name);
/// "Memcpy HtoD" of "MEMORY_COPY_HOST_TO_DEVICE" and "CopyHostToDevice"; empty for what names no direction.
std::string_view copyOfAmdName(std::string_view name);

} // namespace bubblescope
