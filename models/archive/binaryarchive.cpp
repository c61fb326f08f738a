// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "binaryarchive.h"

#include <algorithm>
#include <cstring>

namespace bubblescope {

namespace {
constexpr size_t bufferSize = size_t(256) << 10;
}

BinaryWriter::BinaryWriter(ByteSink& sink) : m_sink(sink) { m_buffer.reserve(bufferSize); }

void BinaryWriter::bytes(const void* data, size_t size)
{
    if (!m_ok || size == 0)
        return;
    m_checksum.add(data, size);
    const auto* text = static_cast<const char*>(data);
    if (m_buffer.size() + size > bufferSize) {
        flush();
        if (size >= bufferSize) {
            m_ok = m_ok && m_sink.write({text, size});
            return;
        }
    }
    m_buffer.insert(m_buffer.end(), text, text + size);
}

bool BinaryWriter::flush()
{
    if (m_ok && !m_buffer.empty())
        m_ok = m_sink.write({m_buffer.data(), m_buffer.size()});
    m_buffer.clear();
    return m_ok;
}

BinaryReader::BinaryReader(ByteSource& source, uint64_t size)
    : m_source(&source), m_remaining(size), m_buffer(std::min<uint64_t>(bufferSize, size)), m_unread(size)
{
}

BinaryReader::BinaryReader(std::string_view text) : m_text(text), m_remaining(text.size()), m_unread(0) { }

bool BinaryReader::bytes(void* data, size_t size)
{
    if (!m_ok || size > m_remaining) {
        m_ok = false;
        return false;
    }
    if (size == 0)
        return true;
    if (!m_source) {
        std::memcpy(data, m_text.data(), size);
        m_text.remove_prefix(size);
        m_remaining -= size;
        return true;
    }
    auto* to = static_cast<char*>(data);
    size_t done = 0;
    while (done < size) {
        if (m_position < m_fill) {
            const size_t taken = std::min(size - done, m_fill - m_position);
            std::memcpy(to + done, m_buffer.data() + m_position, taken);
            m_position += taken;
            done += taken;
            continue;
        }
        // Large columns are read in place, small values through the buffer.
        const bool direct = size - done >= bufferSize;
        const size_t wanted = direct ? size - done : static_cast<size_t>(std::min<uint64_t>(bufferSize, m_unread));
        const size_t got = m_source->read(direct ? to + done : m_buffer.data(), wanted);
        if (got == 0) {
            m_ok = false;
            return false;
        }
        m_unread -= got;
        if (direct) {
            done += got;
        } else {
            m_position = 0;
            m_fill = got;
        }
    }
    m_checksum.add(data, size);
    m_remaining -= size;
    return true;
}

} // namespace bubblescope
