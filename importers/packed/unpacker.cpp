// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "unpacker.h"

#include "gzipunpacker.h"
#include "zstdunpacker.h"

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

bool isGzip(std::string_view head) { return head.starts_with("\x1f\x8b"sv); }
bool isZstd(std::string_view head) { return head.starts_with("\x28\xb5\x2f\xfd"sv); }

} // namespace

bool isPacked(std::string_view head) { return isGzip(head) || isZstd(head); }

std::unique_ptr<Unpacker> makeUnpacker(std::string_view head, ReadPacked read)
{
    if (isZstd(head))
        return std::make_unique<ZstdUnpacker>(std::move(read));
    return std::make_unique<GzipUnpacker>(std::move(read));
}

} // namespace bubblescope
