// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace bubblescope {

/// PyTorch has one operator for each library that can do the same: "aten::convolution" for "aten::cudnn_convolution" and
/// "aten::miopen_convolution". Names as in aten/src/ATen/native/native_functions.yaml (PyTorch 1.8 to 2.8). Others stand
/// for themselves.
std::string_view operatorOfAnyLibrary(std::string_view name);

} // namespace bubblescope
