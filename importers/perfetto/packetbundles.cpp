// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "packetbundles.h"

#include "perfettofields.h"
#include "wirereader.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace bubblescope {

namespace {

// As varints: field 50, length-delimited.
constexpr std::string_view bundleTag = "\x92\x03";
constexpr char zlibMethod = 0x78; // deflate, a window of 32 kB

std::optional<std::string_view> bundleIn(std::string_view packet)
{
    WireReader reader(packet);
    while (const auto field = reader.next()) {
        if (field->number == PerfettoField::compressedPackets && field->kind == WireReader::Kind::Bytes)
            return field->bytes;
    }
    return {};
}

enum class Inflated : uint8_t { Whole, Damaged, TooLong, Cancelled };

/// Appends what it holds, at most up to `limit` bytes of `text`.
Inflated inflateTo(std::string& text, std::string_view packed, size_t limit, const std::function<bool()>& mayContinue)
{
    z_stream stream {};
    if (packed.size() > std::numeric_limits<uInt>::max() || inflateInit(&stream) != Z_OK)
        return Inflated::Damaged;
    std::string input(packed); // zlib's input is not const
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    std::array<char, size_t(64) << 10> block {};
    int status = Z_OK;
    bool isTooLong = false;
    bool isCancelled = false;
    while (status == Z_OK && !isTooLong && !isCancelled) {
        isCancelled = !mayContinue();
        stream.next_out = reinterpret_cast<Bytef*>(block.data());
        stream.avail_out = static_cast<uInt>(block.size());
        status = inflate(&stream, Z_NO_FLUSH);
        const size_t made = block.size() - stream.avail_out;
        isTooLong = made > limit - std::min(limit, text.size());
        if (!isTooLong)
            text.append(block.data(), made);
        if (made == 0 && stream.avail_in == 0)
            break; // the file ends inside
    }
    inflateEnd(&stream);
    return isCancelled           ? Inflated::Cancelled
        : isTooLong              ? Inflated::TooLong
        : status == Z_STREAM_END ? Inflated::Whole
                                 : Inflated::Damaged;
}

/// As far as packets are whole: after one that is not, nothing could be read.
void dropTorn(std::string& text, size_t from)
{
    WireReader reader(std::string_view(text).substr(from));
    size_t whole = 0;
    while (reader.next())
        whole = reader.position();
    text.resize(from + whole);
}

} // namespace

UnpackedBundles unpackBundles(std::string_view trace, size_t limit, const std::function<bool()>& mayContinue)
{
    UnpackedBundles unpacked;
    WireReader reader(trace);
    size_t copied = 0; // of the trace
    size_t begin = 0;
    while (const auto field = reader.next()) {
        const size_t end = reader.position();
        const std::optional<std::string_view> bundle
            = field->number == PerfettoField::packet && field->kind == WireReader::Kind::Bytes ? bundleIn(field->bytes)
                                                                                               : std::nullopt;
        if (bundle) {
            unpacked.text += trace.substr(copied, begin - copied);
            copied = end;
            const size_t before = unpacked.text.size();
            // What follows it has to fit as well.
            const size_t rest = trace.size() - end;
            // Each that is too long is unpacked in vain, and those behind it need what it says.
            const Inflated how = unpacked.leftOut > 0
                ? Inflated::TooLong
                : inflateTo(unpacked.text, *bundle, limit - std::min(limit, rest), mayContinue);
            unpacked.isCancelled = how == Inflated::Cancelled;
            if (unpacked.isCancelled)
                return unpacked;
            if (how == Inflated::TooLong)
                unpacked.text.resize(before);
            else
                dropTorn(unpacked.text, before);
            unpacked.leftOut += how == Inflated::TooLong;
            unpacked.damaged += how == Inflated::Damaged;
        }
        begin = end;
    }
    unpacked.hasAny = copied > 0;
    if (unpacked.hasAny)
        unpacked.text += trace.substr(copied);
    return unpacked;
}

bool isBundle(std::string_view packet)
{
    if (!packet.starts_with(bundleTag))
        return false;
    WireReader length(packet.substr(bundleTag.size()));
    if (!length.number() || length.position() + bundleTag.size() >= packet.size())
        return false;
    return packet[bundleTag.size() + length.position()] == zlibMethod;
}

} // namespace bubblescope
