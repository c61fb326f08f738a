// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <zstd.h>

#include <string>
#include <string_view>

namespace bubblescope {

/// The text as one zstd frame; tests that include this must link zstd.
inline std::string zstdPacked(std::string_view text)
{
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
    return packed;
}

} // namespace bubblescope
