// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometraceimporter.h"

#include "chrometraceahead.h"
#include "chrometracereader.h"
#include "decimaltime.h"
#include "eventtime.h"
#include "jsoncursor.h"
#include "kernelshapes.h"
#include "machinememory.h"
#include "memorybudget.h"
#include "textencoding.h"
#include "tracemetadata.h"
#include "tracetime.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

constexpr uint64_t progressEvery = uint64_t(1) << 20;
constexpr uint64_t judgeEvery = uint64_t(64) << 20; // how often the memory is checked, in bytes
constexpr uint64_t worthThread = uint64_t(4) << 20; // bytes worth a second thread, and a first estimate of spans

bool hasKey(std::string_view json, std::string_view quoted)
{
    for (size_t at = json.find(quoted); at != std::string_view::npos; at = json.find(quoted, at + 1)) {
        const size_t behind = json.find_first_not_of(" \t\r\n", at + quoted.size());
        if (behind != std::string_view::npos && json[behind] == ':')
            return true;
    }
    return false;
}

/// True if the text is cut off inside a member of the object that it starts with.
bool breaksOffInMember(std::string_view text)
{
    JsonCursor cursor(text);
    std::string_view key;
    JsonSlice value;
    for (char before = '{'; cursor.take(before) && cursor.key(key) && cursor.value(value);)
        before = ',';
    return cursor.state() == JsonState::Incomplete;
}

/// Of the begins of a file, but for those at 0, which may stand for no time.
struct Begins {
    bool areAtZero = false;
    TimeRange others = TimeRange::nothing();
    std::optional<TimeNs> earliest() const
    {
        if (areAtZero && !standsForNoTime(others))
            return std::min<TimeNs>(others.isNothing() ? 0 : others.begin, 0);
        return others.isNothing() ? std::nullopt : std::optional(others.begin);
    }
};

void noteBegin(const ChromeEvent& event, Begins& begins)
{
    const std::string_view phase = event.phase.text();
    if ((phase != "X" && phase != "B") || event.time.kind == JsonSlice::Kind::Container)
        return;
    const std::optional<TimeNs> time = parseDecimalTime(event.time.text(), TimeUnit::Microseconds);
    if (!time || *time > latestTraceTime || *time < -latestTraceTime)
        return;
    if (*time == 0)
        begins.areAtZero = true;
    else
        begins.others = begins.others.united({*time, *time});
}

void takeDamage(const ChromeTraceAhead& stream, ChromeTraceReader& reader, ImportReport& report)
{
    const ChromeDamage& damage = stream.damage();
    report.add(damage.kind, stream.offset(), damage.message);
    if (damage.kind == IssueKind::TruncatedFile)
        reader.noteCut();
}

} // namespace

bool ChromeTraceImporter::importPart(const ImportChoices& choices, ByteSource& source, std::optional<TimeRange> slice,
    FileContents& contents, ImportReport& report, const ProgressFn& progress) const
{
    TracePart part(contents.pool);
    part.builder.setFile(source.name());
    const ImportReport before = report;
    ChromeTraceReader reader(part, report, source.name(), slice, *choices.kernels);
    ChromeTraceAhead stream(source, source.size() > worthThread);
    uint64_t nextProgress = progressEvery;
    uint64_t nextJudgement = judgeEvery;
    uint64_t countAt = worthThread;
    MemoryClaim claim;
    for (auto item = stream.next(); item != ChromeTraceStream::Item::End; item = stream.next()) {
        if (const ChromeEvent* const upcoming = stream.upcoming())
            reader.expect(*upcoming);
        if (item == ChromeTraceStream::Item::Member)
            reader.readMember(stream.key(), stream.value(), stream.offset());
        else if (item == ChromeTraceStream::Item::Damage)
            takeDamage(stream, reader, report);
        else
            reader.readEvent(stream.event(), stream.offset());
        if (stream.offset() < nextProgress)
            continue;
        nextProgress = stream.offset() + progressEvery;
        const ReadSoFar soFar {stream.consumed(), source.size(), reader.keptEvents(), reader.pendingBytes()};
        if (progress && !progress(soFar.consumed, soFar.size))
            return false;
        if (stream.offset() >= countAt) {
            countAt = std::numeric_limits<uint64_t>::max();
            part.builder.reserve(spansToExpect(soFar));
        }
        if (stream.offset() < nextJudgement)
            continue;
        nextJudgement = stream.offset() + judgeEvery;
        const auto available = availableMemory();
        claim.set(memoryNeeded(soFar));
        const auto refusal = available ? refusalFor(soFar, *available, claim.others()) : std::nullopt;
        if (refusal) {
            report.add(IssueKind::OutOfMemory, std::nullopt, *refusal);
            return true;
        }
    }
    reportSourceError(source, report);
    contents.isForeign = stream.stream().isForeign();
    if (!stream.stream().isTrace() && stream.stream().position() > sniffBytes) {
        contents.isForeign = true; // sniff() had accepted it provisionally
        report = before;
    }
    if (stream.stream().isMixed())
        return true;
    if (!reader.finish([&] { return !progress || progress(source.consumed(), source.size()); }))
        return false;
    if (choices.mappingFile.ends_with(kernelTableName))
        addKernelShapes(choices.mappingFile, part.builder);
    const bool isOutsideSlice = slice && !part.ranks.empty() && !contents.isForeign;
    if (!part.builder.isEmpty() || isOutsideSlice)
        contents.traceParts.push_back(std::move(part));
    return true;
}

int ChromeTraceImporter::sniff(std::string_view head) const
{
    head = withoutByteOrderMark(head);
    const size_t begin = head.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos)
        return 0;
    if (head[begin] == '{') {
        if (hasKey(head, "\"traceEvents\""))
            return traceEvents.sureness;
        const bool isKineto = hasKey(head, "\"schemaVersion\"") || hasKey(head, "\"displayTimeUnit\"");
        const bool hasPlace = hasKey(head, "\"distributedInfo\"") || hasKey(head, "\"deviceProperties\"");
        if (isKineto && hasPlace)
            return headOfKineto.sureness;
        return head.size() + 3 >= sniffBytes && breaksOffInMember(head.substr(begin)) ? brokenOff.sureness : 0;
    }
    const size_t first = head[begin] == '[' ? head.find_first_not_of(" \t\r\n", begin + 1) : std::string_view::npos;
    if (first == std::string_view::npos || head[first] != '{')
        return 0;
    return hasKey(head, "\"ph\"") ? arrayOfEvents.sureness : 0;
}

std::optional<FileStart> ChromeTraceImporter::findStart(ByteSource& source, const ProgressFn& progress) const
{
    TracePart ignored;
    ImportReport report;
    TraceMetadata metadata(ignored, report);
    Begins begins;
    ChromeTraceStream stream(source);
    uint64_t nextProgress = progressEvery;
    for (auto item = stream.next(); item != ChromeTraceStream::Item::End; item = stream.next()) {
        if (item == ChromeTraceStream::Item::Member)
            metadata.read(stream.key(), stream.value(), stream.offset());
        else if (item == ChromeTraceStream::Item::Event)
            noteBegin(stream.event(), begins);
        if (stream.offset() >= nextProgress) {
            nextProgress = stream.offset() + progressEvery;
            if (progress && !progress(source.consumed(), source.size()))
                return {};
        }
    }
    const std::optional<TimeNs> earliest = begins.earliest();
    if (!earliest)
        return std::nullopt;
    const TimeNs base = metadata.baseAt(*earliest);
    return FileStart {*earliest + base, base};
}

} // namespace bubblescope
