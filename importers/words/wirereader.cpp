// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "wirereader.h"

namespace bubblescope {

std::optional<uint64_t> WireReader::longNumber()
{
    uint64_t value = 0;
    for (int shift = 0; shift < 64 && m_at < m_text.size(); shift += 7) {
        const auto byte = static_cast<unsigned char>(m_text[m_at++]);
        value |= uint64_t(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0)
            return value;
    }
    m_isDamaged = true;
    return {};
}

} // namespace bubblescope
