// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gzipunpacker.h"

#include <algorithm>

namespace bubblescope {

namespace {
constexpr size_t gzipBlock = size_t(1) << 20;
} // namespace

GzipUnpacker::GzipUnpacker(ReadPacked read) : m_read(std::move(read)), m_input(gzipBlock)
{
    constexpr int gzipOnly = 16 + MAX_WBITS;
    m_isReady = inflateInit2(&m_stream, gzipOnly) == Z_OK;
    if (!m_isReady)
        fail("not enough memory to unpack", Failure::NoMemory);
}

GzipUnpacker::~GzipUnpacker()
{
    if (m_isReady)
        inflateEnd(&m_stream);
}

size_t GzipUnpacker::read(char* buffer, size_t size)
{
    if (m_atEnd || error())
        return 0;
    m_stream.next_out = reinterpret_cast<Bytef*>(buffer);
    m_stream.avail_out = static_cast<uInt>(std::min<size_t>(size, size_t(1) << 30));
    const uInt wanted = m_stream.avail_out;
    while (m_stream.avail_out == wanted && !m_atEnd && !error())
        step();
    return wanted - m_stream.avail_out;
}

void GzipUnpacker::step()
{
    if (m_stream.avail_in == 0) {
        m_stream.next_in = reinterpret_cast<Bytef*>(m_input.data());
        m_stream.avail_in = static_cast<uInt>(m_read(m_input.data(), m_input.size()));
        if (m_stream.avail_in == 0) {
            // The file may end between gzip members, but not inside one.
            m_atEnd = m_isBetweenMembers;
            if (!m_atEnd)
                fail("the compressed data ends in the middle");
            return;
        }
    }
    if (m_isBetweenMembers) {
        // Zero padding after the last member is common and harmless.
        if (*m_stream.next_in == 0) {
            m_atEnd = true;
            return;
        }
        inflateReset(&m_stream);
        m_isBetweenMembers = false;
    }
    const int status = inflate(&m_stream, Z_NO_FLUSH);
    if (status == Z_STREAM_END)
        m_isBetweenMembers = true;
    else if (status == Z_MEM_ERROR)
        fail("not enough memory to unpack", Failure::NoMemory);
    else if (status != Z_OK && status != Z_BUF_ERROR)
        fail(m_stream.msg ? m_stream.msg : "the compressed data is damaged");
}

} // namespace bubblescope
