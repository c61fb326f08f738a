// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "checksum.h"

#include <xxhash.h>

#include <new>

namespace bubblescope {

void Checksum::Free::operator()(XXH64_state_s* state) const { XXH64_freeState(state); }

Checksum::Checksum() : m_state(XXH64_createState())
{
    if (!m_state)
        throw std::bad_alloc();
    XXH64_reset(m_state.get(), 0);
}

void Checksum::add(const void* data, size_t size)
{
    if (size > 0)
        XXH64_update(m_state.get(), data, size);
}

uint64_t Checksum::value() const { return XXH64_digest(m_state.get()); }

} // namespace bubblescope
