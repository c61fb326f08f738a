// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

struct XXH64_state_s;

namespace bubblescope {

/// XXH64 of everything added, at memory speed; detects damage but not tampering. Adding a text in pieces gives the same
/// value as adding it at once.
class Checksum {
public:
    Checksum();
    void add(const void* data, size_t size);
    uint64_t value() const;

private:
    struct Free {
        void operator()(XXH64_state_s* state) const;
    };
    std::unique_ptr<XXH64_state_s, Free> m_state;
};

} // namespace bubblescope
