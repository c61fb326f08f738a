// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "flightrecorderimporter.h"

#include "communicationnames.h"
#include "flightdumpreader.h"
#include "textencoding.h"
#include "tracetime.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

/// Adds what was started and completed, and at the end what was not: up to the last time that the dump has.
class Timeline {
public:
    Timeline(TraceBuilder& builder, const FlightDump& dump) : m_builder(builder), m_rank(dump.rank)
    {
        for (const FlightGroup& group : dump.groups) {
            Communicator communicator;
            communicator.name = builder.intern(group.name);
            if (!group.description.empty())
                communicator.description = builder.intern(group.description);
            if (group.ranks) {
                communicator.ranks = *group.ranks;
                communicator.size = static_cast<int32_t>(group.ranks->size());
            }
            m_communicators.emplace(group.name, builder.communicator(std::move(communicator)));
        }
    }

    void add(const FlightEntry& entry, const FlightDumpReader& reader)
    {
        const TimeNs begin = entry.started > 0 ? entry.started : entry.created;
        if (begin <= 0 || begin > latestTraceTime)
            return;
        m_latest = std::max({m_latest, begin, std::min<TimeNs>(entry.completed, latestTraceTime)});
        if (entry.completed <= 0 && !entry.isCompleted() && !entry.isRetired && m_pending.size() < mostPending) {
            m_pending.push_back(entry);
            m_pending.back().groupId = {}; // it does not outlive the visit
        }
        if (entry.completed >= begin && entry.completed <= latestTraceTime)
            addSpan(entry, {begin, entry.completed}, reader);
    }

    void addPending(const FlightDumpReader& reader)
    {
        for (const FlightEntry& entry : m_pending)
            addSpan(entry, {entry.started > 0 ? entry.started : entry.created, m_latest}, reader);
    }

    TimeRange range = TimeRange::nothing();

private:
    static constexpr size_t mostPending = 100'000;

    void addSpan(const FlightEntry& entry, TimeRange time, const FlightDumpReader& reader)
    {
        FlightOperation operation;
        reader.describe(entry, operation);
        const std::string_view description = entry.description.empty() ? entry.group : entry.description;
        SpanRecord span;
        span.begin = time.begin;
        span.end = time.end;
        span.category = operation.isMessage ? Category::PipelineComm : categoryOfProcessGroup(description);
        const std::string name
            = fmt::format("comm {} ({})", toUtf8(clipped(description, 200)), toUtf8(clipped(entry.group, 200)));
        span.track = m_builder.track({m_rank, -1, Lane::Communication, span.category, name});
        span.name = m_builder.intern(operation.name);
        const bool isPending = operation.state != FlightOperation::State::Completed;
        span.detail = m_builder.intern(fmt::format(
            "{} {}{}", operation.sizes, operation.dataType, isPending ? "; not completed when the job was stopped" : ""));
        span.operation = collectiveOfName(operation.name);
        span.bytes = operation.bytes;
        // Without its start it may have waited in a stream for most of the time.
        span.flags = entry.started > 0 && !isPending ? uint8_t(0) : SpanFlag::notMeasured;
        CollectiveCall call;
        call.span = SpanId(m_builder.addSpan(span));
        call.sequence = operation.isMessage ? -1 : operation.sequence;
        call.inBytes = operation.bytes;
        if (const auto known = m_communicators.find(std::string(entry.group)); known != m_communicators.end()) {
            call.communicator = known->second;
            const std::vector<int32_t>& ranks = m_builder.communicatorAt(known->second).ranks;
            call.groupSize = static_cast<int32_t>(ranks.size());
            if (operation.peer >= 0 && std::cmp_less(operation.peer, ranks.size()))
                call.peer = ranks[static_cast<size_t>(operation.peer)];
        }
        m_builder.addCollective(call);
        range = range.united({span.begin, span.end});
    }

    TraceBuilder& m_builder;
    const int32_t m_rank;
    TimeNs m_latest = 0;
    std::vector<FlightEntry> m_pending;
    std::unordered_map<std::string, uint32_t> m_communicators;
};

} // namespace

int FlightRecorderImporter::sniff(std::string_view head) const
{
    return FlightDumpReader::isDump(head) ? keysOfDump.sureness : 0;
}

bool FlightRecorderImporter::import(
    ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const
{
    const std::optional<std::string> text = readAll(source, largestFlightDump, report);
    reportSourceError(source, report);
    if (!text)
        return true;
    if (progress && !progress(source.consumed(), source.size()))
        return false;
    static RankLists lists; // what all dumps of a folder share
    FlightDumpReader reader(lists);
    if (const std::optional<Error> error = reader.parse(*text)) {
        report.add(IssueKind::BadRecord, error->offset, error->message);
        return true;
    }
    FlightDump dump = reader.dump(source.name());
    TracePart part(contents.pool);
    part.builder.setFile(source.name());
    Timeline timeline(part.builder, dump);
    reader.forEachEntry([&](const FlightEntry& entry) { timeline.add(entry, reader); });
    timeline.addPending(reader);
    const int32_t rank = dump.rank;
    if (rank >= 0) // what it did not do tells who hangs, too
        contents.flightDumps.push_back(std::move(dump));
    else if (part.builder.isEmpty())
        report.add(IssueKind::IncompleteBlock, std::nullopt,
            say("neither its name nor its groups tell the rank: it is left out"));
    if (part.builder.isEmpty())
        return true;
    part.clock = ClockPolicy::Recording;
    part.ranks = {rank};
    part.ranges = {timeline.range};
    contents.traceParts.push_back(std::move(part));
    return true;
}

} // namespace bubblescope
