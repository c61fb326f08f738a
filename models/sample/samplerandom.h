// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace bubblescope {

/// Random numbers by position instead of sequence: the same seed and position give the same number on every machine, in
/// any order of calls.
class SampleRandom {
public:
    explicit SampleRandom(uint64_t seed) : m_seed(seed) { }
    uint64_t bits(uint64_t a, uint64_t b, uint64_t c) const
    {
        return mix(mix(mix(m_seed + 0x9e3779b97f4a7c15u) + a) + b * 0xd1342543de82ef95u + c);
    }
    /// In [0, 1).
    double uniform(uint64_t a, uint64_t b, uint64_t c) const { return double(bits(a, b, c) >> 11) * 0x1p-53; }
    /// Mean 0, deviation 1, at most 3.5: the sum of four uniform numbers.
    double bell(uint64_t a, uint64_t b, uint64_t c) const
    {
        const uint64_t word = bits(a, b, c);
        double sum = 0;
        for (int i = 0; i < 4; ++i)
            sum += double(word >> (16 * i) & 0xffff) / 65535.0;
        return (sum - 2) * 1.7320508075688772;
    }

private:
    /// The finalizer of splitmix64.
    static uint64_t mix(uint64_t z)
    {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    uint64_t m_seed;
};

} // namespace bubblescope
