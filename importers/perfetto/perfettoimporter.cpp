// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "perfettoimporter.h"

#include "machinememory.h"
#include "memorybudget.h"
#include "packetbundles.h"
#include "perfettofields.h"
#include "perfettoreader.h"
#include "wirereader.h"

#include <algorithm>
#include <optional>

namespace bubblescope {

namespace {

constexpr size_t largestTrace = size_t(4) << 30;
constexpr unsigned percentTrace = 80; // of the free memory

/// With its bundles unpacked, beside the text as it is. Packets are packed to a tenth or so: what claims to be much more
/// is there to fill the memory.
size_t largestUnpacked(size_t packed)
{
    constexpr size_t mostPacked = 100; // times
    const std::optional<uint64_t> available = availableMemory();
    const uint64_t free = available ? *available / 100 * percentTrace : largestTrace;
    const uint64_t believed = std::min<uint64_t>(packed, largestTrace) * mostPacked;
    return size_t(std::min<uint64_t>({largestTrace, std::max<uint64_t>(free, packed), believed}));
}

constexpr char packetTag = PerfettoField::packet << 3 | 2;

/// Where packets follow each other, the first of them.
bool beginsWithBundle(std::string_view packets)
{
    if (!packets.starts_with(packetTag))
        return false;
    WireReader length(packets.substr(1));
    return length.number() && isBundle(packets.substr(std::min(1 + length.position(), packets.size())));
}

} // namespace

/// The first packets, as far as they lie within the head: each states a time or a sequence, and some an event, a track
/// or the clocks.
int PerfettoImporter::sniff(std::string_view head) const
{
    constexpr int packetsToSee = 20;
    if (head.empty() || head.front() != packetTag)
        return 0;
    WireReader trace(head);
    int seen = 0;
    bool hasContent = false;
    while (seen < packetsToSee) {
        // It states nothing else, and may be longer than the head.
        if (beginsWithBundle(head.substr(trace.position())))
            return packets.sureness;
        const auto field = trace.next();
        if (!field)
            break;
        if (field->number != PerfettoField::packet || field->kind != WireReader::Kind::Bytes)
            return 0;
        WireReader packet(field->bytes);
        bool isPlaced = false;
        while (const auto part = packet.next()) {
            const bool isNumber = part->kind == WireReader::Kind::Number;
            const bool isPlace = part->number == PerfettoField::timestamp || part->number == PerfettoField::sequence;
            if (isPlace && !isNumber)
                return 0;
            isPlaced = isPlaced || isPlace;
            hasContent = hasContent
                || (!isNumber
                    && (part->number == PerfettoField::trackEvent || part->number == PerfettoField::trackDescriptor
                        || part->number == PerfettoField::clockSnapshot));
        }
        if (packet.isDamaged() || !isPlaced)
            return 0;
        ++seen;
    }
    return seen > 0 && hasContent ? packets.sureness : 0;
}

bool PerfettoImporter::importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents,
    ImportReport& report, const ProgressFn& progress) const
{
    const std::optional<std::string> text = readProfile(source, largestTrace, percentTrace, report);
    if (!text)
        return true;
    TracePart part(contents.pool);
    part.builder.setFile(source.name());
    const auto mayContinue = [&] { return !progress || progress(source.consumed(), source.size()); };
    const UnpackedBundles unpacked = unpackBundles(*text, largestUnpacked(text->size()), mayContinue);
    if (unpacked.isCancelled)
        return false;
    if (unpacked.damaged > 0)
        report.add(IssueKind::IncompleteBlock, std::nullopt,
            say("{} bundles of compressed packets are damaged: what precedes the damage is kept", unpacked.damaged));
    if (unpacked.leftOut > 0)
        report.add(IssueKind::IncompleteBlock, std::nullopt,
            say("{} bundles of compressed packets are left out: run traceconv decompress_packets first",
                unpacked.leftOut));
    PerfettoReader reader(part, report, choices);
    if (!reader.read(unpacked.hasAny ? unpacked.text : *text, mayContinue))
        return false;
    if (part.builder.isEmpty())
        report.add(IssueKind::IncompleteBlock, std::nullopt,
            say("the trace holds no track event: what the kernel of the system recorded is not read"));
    else
        contents.traceParts.push_back(std::move(part));
    return true;
}

} // namespace bubblescope
