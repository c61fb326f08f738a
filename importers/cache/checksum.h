// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace bubblescope {

/// A 64-bit checksum at memory speed, for noticing damage; no protection against intent. Adding a text in pieces gives
/// the same value as adding it at once.
class Checksum {
public:
    void add(const void* data, size_t size);
    uint64_t value() const;

private:
    static constexpr size_t stripe = 32;
    static constexpr uint64_t first = 0x9e3779b185ebca87u;
    static constexpr uint64_t second = 0xc2b2ae3d27d4eb4fu;

    void addStripe(const unsigned char* data);

    std::array<uint64_t, 4> m_lanes {first + second, second, 0, 0 - first};
    std::array<unsigned char, stripe> m_rest {};
    size_t m_restSize = 0;
    uint64_t m_total = 0;
};

} // namespace bubblescope
