// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "perfettoimporter.h"

#include "memorybudget.h"
#include "perfettofields.h"
#include "perfettoreader.h"
#include "wirereader.h"

namespace bubblescope {

namespace {

constexpr size_t largestTrace = size_t(4) << 30;
constexpr unsigned percentTrace = 80; // of the free memory

} // namespace

/// The first packets, as far as they lie within the head: each states a time or a sequence, and some an event, a track
/// or the clocks.
int PerfettoImporter::sniff(std::string_view head) const
{
    constexpr int packetsToSee = 20;
    constexpr char packetTag = PerfettoField::packet << 3 | 2;
    if (head.empty() || head.front() != packetTag)
        return 0;
    WireReader trace(head);
    int seen = 0;
    bool hasContent = false;
    while (seen < packetsToSee) {
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
    PerfettoReader reader(part, report, choices);
    if (!reader.read(*text, [&] { return !progress || progress(source.consumed(), source.size()); }))
        return false;
    if (part.builder.isEmpty())
        report.add(IssueKind::IncompleteBlock, std::nullopt,
            say("the trace holds no track event: what the kernel of the system recorded is not read"));
    else
        contents.traceParts.push_back(std::move(part));
    return true;
}

} // namespace bubblescope
