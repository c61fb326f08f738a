// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "unpacker.h"

#include <vector>

#include <zstd.h>
#include <zstd_errors.h>

namespace bubblescope {

class ZstdUnpacker : public Unpacker {
public:
    explicit ZstdUnpacker(ReadPacked read);
    ~ZstdUnpacker() override;
    ZstdUnpacker(const ZstdUnpacker&) = delete;
    ZstdUnpacker& operator=(const ZstdUnpacker&) = delete;

    size_t read(char* buffer, size_t size) override;
    size_t unused() const override { return m_packed.size - m_packed.pos; }

private:
    void failOf(ZSTD_ErrorCode code);

    ReadPacked m_read;
    std::vector<char> m_input;
    ZSTD_DStream* m_stream = nullptr;
    ZSTD_inBuffer m_packed {};
    bool m_isBetweenFrames = false;
    bool m_atEnd = false;
};

} // namespace bubblescope
