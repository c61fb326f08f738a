// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "unpacker.h"

#include <vector>

#include <zlib.h>

namespace bubblescope {

class GzipUnpacker : public Unpacker {
public:
    explicit GzipUnpacker(ReadPacked read);
    ~GzipUnpacker() override;
    GzipUnpacker(const GzipUnpacker&) = delete;
    GzipUnpacker& operator=(const GzipUnpacker&) = delete;

    size_t read(char* buffer, size_t size) override;
    size_t unused() const override { return m_stream.avail_in; }

private:
    void step();

    ReadPacked m_read;
    std::vector<char> m_input;
    z_stream m_stream {};
    bool m_isReady = false;
    bool m_isBetweenMembers = false;
    bool m_atEnd = false;
};

} // namespace bubblescope
