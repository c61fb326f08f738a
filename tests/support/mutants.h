// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <cstddef>
#include <cstdint>

namespace bubblescope {

/// splitmix64: the same mutants on every machine.
class Dice {
public:
    explicit Dice(uint64_t seed) : m_state(seed) { }
    size_t below(size_t end)
    {
        uint64_t z = m_state += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return end ? size_t((z ^ (z >> 31)) % end) : 0;
    }

private:
    uint64_t m_state;
};

/// FNV-1a. Qt's own hash differs between processors.
uint64_t seedOf(const QByteArray& name);

/// A text with one thing changed: lines, numbers, stretches of it, its end.
QByteArray mutated(QByteArray text, Dice& dice);
/// Some of its bytes changed, whatever they mean.
QByteArray withOtherBytes(QByteArray bytes, Dice& dice);

} // namespace bubblescope
