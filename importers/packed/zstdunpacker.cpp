// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "zstdunpacker.h"

namespace bubblescope {

namespace {
// What is unpacked refers to at most so much before it: more is no stream that a tool writes unasked.
constexpr int largestWindowLog = 27; // 128 MB
} // namespace

ZstdUnpacker::ZstdUnpacker(ReadPacked read)
    : m_read(std::move(read)), m_input(ZSTD_DStreamInSize()), m_stream(ZSTD_createDStream())
{
    if (!m_stream || ZSTD_isError(ZSTD_DCtx_setParameter(m_stream, ZSTD_d_windowLogMax, largestWindowLog)))
        fail("not enough memory to unpack", Failure::NoMemory);
}

ZstdUnpacker::~ZstdUnpacker() { ZSTD_freeDStream(m_stream); }

void ZstdUnpacker::failOf(ZSTD_ErrorCode code)
{
    switch (code) {
    case ZSTD_error_frameParameter_windowTooLarge:
        return fail("the data was packed with a window of more than 128 MB", Failure::Refused);
    case ZSTD_error_dictionary_wrong:
        return fail("the data was packed with a dictionary that is not in the file", Failure::Refused);
    case ZSTD_error_memory_allocation:
        return fail("not enough memory to unpack", Failure::NoMemory);
    default:
        return fail(m_isBetweenFrames ? "other data follows the compressed data" : "the compressed data is damaged");
    }
}

size_t ZstdUnpacker::read(char* buffer, size_t size)
{
    ZSTD_outBuffer unpacked {buffer, size, 0};
    while (unpacked.pos == 0 && size > 0 && !m_atEnd && !error()) {
        if (m_packed.pos == m_packed.size) {
            m_packed = {m_input.data(), m_read(m_input.data(), m_input.size()), 0};
            // The stream may still hold text that found no room: ask it before giving up.
        }
        const bool isEmpty = m_packed.size == 0;
        if (isEmpty && m_isBetweenFrames) {
            m_atEnd = true;
            break;
        }
        const size_t left = ZSTD_decompressStream(m_stream, &unpacked, &m_packed);
        if (ZSTD_isError(left))
            failOf(ZSTD_getErrorCode(left));
        else if (left == 0)
            m_isBetweenFrames = true;
        else if (!isEmpty)
            m_isBetweenFrames = false;
        if (isEmpty && unpacked.pos == 0 && !error() && !m_isBetweenFrames)
            fail("the compressed data ends in the middle");
    }
    return unpacked.pos;
}

} // namespace bubblescope
