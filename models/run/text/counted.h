// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bubblescope {

/// "1 file", "12 files", as the command line writes it in English; `plural` of nouns that take more than an s.
std::string counted(uint64_t count, std::string_view noun, std::string_view plural = {});

} // namespace bubblescope
