// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the streams of a device do beside each other: exposed communication, and compute that it slows.
#include "devicework.h"

#include "devicelanes.h"
#include "findingtext.h"
#include "functionname.h"
#include "launches.h"
#include "median.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

namespace bubblescope {

namespace {

std::vector<TimeRange> unitedRanges(const Trace& trace, std::span<const SpanId> spans)
{
    std::vector<TimeRange> ranges;
    for (const SpanId span : spans) {
        const TimeRange range = trace.range(span);
        if (!ranges.empty() && range.begin <= ranges.back().end)
            ranges.back().end = std::max(ranges.back().end, range.end);
        else
            ranges.push_back(range);
    }
    return ranges;
}

/// When its last member had arrived.
TimeNs transferBegin(const FindingContext& c, SpanId span)
{
    const auto wait = std::lower_bound(c.analysis.waiting.begin(), c.analysis.waiting.end(), span,
        [](const Waiting& w, SpanId wanted) { return w.span < wanted; });
    return wait != c.analysis.waiting.end() && wait->span == span ? wait->until : c.trace.begin(span);
}

} // namespace

DeviceWorkOfRank deviceWorkOfRank(const FindingContext& c, const RankInfo& rank)
{
    DeviceWorkOfRank work;
    const TimeRange window = ownWindow(c.trace, rank, c.window());
    for (const Track& track : c.trace.tracksOf(rank.rank)) {
        if (!isDeviceLane(track.lane))
            continue;
        for (const Row& row : c.trace.rowsOf(c.trace.idOf(track))) {
            if (row.kind == Row::Kind::FusedLegs) // their kernel counts
                continue;
            const auto begins = std::span(c.trace.timing().begin).subspan(row.firstSpan, row.spanCount);
            const auto first = std::lower_bound(begins.begin(), begins.end(), window.begin) - begins.begin();
            const auto last = std::lower_bound(begins.begin(), begins.end(), window.end) - begins.begin();
            for (auto i = row.firstSpan + uint32_t(first); i < row.firstSpan + uint32_t(last); ++i) {
                const SpanId span(i);
                if (isCompute(c.trace.category(span)))
                    work.compute.push_back(span);
                else if (isCommunication(c.trace.category(span)))
                    work.communication.push_back(span);
            }
        }
    }
    const auto isEarlier = [&](SpanId a, SpanId b) { return c.trace.begin(a) < c.trace.begin(b); };
    std::stable_sort(work.compute.begin(), work.compute.end(), isEarlier);
    std::stable_sort(work.communication.begin(), work.communication.end(), isEarlier);
    work.computing = unitedRanges(c.trace, work.compute);
    work.communicating = unitedRanges(c.trace, work.communication);
    return work;
}

TimeNs coveredBy(std::span<const TimeRange> ranges, TimeRange range)
{
    auto at = std::partition_point(
        ranges.begin(), ranges.end(), [range](const TimeRange& other) { return other.end <= range.begin; });
    TimeNs covered = 0;
    for (; at != ranges.end() && at->begin < range.end; ++at)
        covered += at->intersected(range).duration();
    return covered;
}

std::vector<ExposedPart> exposedParts(const FindingContext& c, Category group)
{
    std::map<std::pair<Operation, Category>, ExposedPart> parts;
    for (const RankInfo& rank : c.trace.ranks()) {
        const DeviceWorkOfRank work = deviceWorkOfRank(c, rank);
        std::map<Operation, TimeNs> lastEnd;      // of the operation before
        std::vector<SpanId> byEnd = work.compute; // streams run beside each other
        std::stable_sort(
            byEnd.begin(), byEnd.end(), [&](SpanId a, SpanId b) { return c.trace.end(a) < c.trace.end(b); });
        for (const SpanId span : work.communication) {
            if (c.trace.category(span) != group)
                continue;
            const Operation operation = c.trace.operation(span);
            const TimeRange transfer {transferBegin(c, span), c.trace.end(span)};
            const TimeNs exposed = transfer.duration() - coveredBy(work.computing, transfer);
            // What is gathered is used by what follows; what is reduced was made by what came before.
            const auto next = std::partition_point(work.compute.begin(), work.compute.end(),
                [&](SpanId other) { return c.trace.begin(other) < transfer.end; });
            const auto before = std::partition_point(
                byEnd.begin(), byEnd.end(), [&](SpanId other) { return c.trace.end(other) <= c.trace.begin(span); });
            Category pass = Category::OtherCompute;
            if (operation == Operation::AllGather && next != work.compute.end())
                pass = c.trace.category(*next);
            else if (operation != Operation::AllGather && before != byEnd.begin())
                pass = c.trace.category(*std::prev(before));
            if (pass != Category::Forward && pass != Category::Backward)
                pass = Category::OtherCompute;
            ExposedPart& part = parts[{operation, pass}];
            part.operation = operation;
            part.pass = pass;
            part.exposed += exposed;
            part.betweenCompute += runsBetweenCompute(c.trace, span) ? exposed : 0;
            ++part.count;
            part.exposedCount += 2 * exposed > transfer.duration();
            if (const auto last = lastEnd.find(operation); last != lastEnd.end())
                part.ahead += std::min(exposed, coveredBy(work.computing, {last->second, transfer.begin}));
            lastEnd[operation] = transfer.end;
            if (exposed > part.longestNs) {
                part.longestNs = exposed;
                part.longest = span;
            }
        }
    }
    std::vector<ExposedPart> all;
    for (const auto& [key, part] : parts)
        all.push_back(part);
    std::stable_sort(
        all.begin(), all.end(), [](const ExposedPart& a, const ExposedPart& b) { return a.exposed > b.exposed; });
    return all;
}

void addContention(FindingContext& c)
{
    constexpr double leastFactor = 1.1; // kernels differ by some percent
    constexpr double alike = 1.2;       // of those alone, the long ones against the short: else their shapes differ
    constexpr size_t fewest = 3;        // of each; where no shapes are known, of one rank
    using Key = std::tuple<StringId, StringId, StringId, Category>; // kernel, its detail, its operator's, pass
    struct Kernels {
        std::vector<TimeNs> alone;
        std::vector<TimeNs> beside;
        SpanId longest; // beside communication
        int32_t rank = -1;
        size_t aloneThere = 0; // of that rank
        size_t besideThere = 0;
        bool isOften = false; // on one rank both, in several places of the step
    };
    std::map<Key, Kernels> kernels;
    for (const RankInfo& rank : c.trace.ranks()) {
        const DeviceWorkOfRank work = deviceWorkOfRank(c, rank);
        if (work.communication.empty())
            continue;
        for (const SpanId span : work.compute) {
            const TimeNs duration = c.trace.duration(span);
            const TimeNs covered = coveredBy(work.communicating, c.trace.range(span));
            if (covered > 0 && 2 * covered < duration)
                continue;
            const SpanId made = launchingOperator(c.trace, span);
            Kernels& of = kernels[{c.trace.nameId(span), c.trace.detailId(span),
                made.isValid() ? c.trace.detailId(made) : StringId(), c.trace.category(span)}];
            (covered > 0 ? of.beside : of.alone).push_back(duration);
            if (of.rank != rank.rank) {
                of.rank = rank.rank;
                of.aloneThere = of.besideThere = 0;
            }
            ++(covered > 0 ? of.besideThere : of.aloneThere);
            of.isOften = of.isOften || (of.aloneThere >= fewest && of.besideThere >= fewest);
            if (covered > 0 && (!of.longest.isValid() || duration > c.trace.duration(of.longest)))
                of.longest = span;
        }
    }
    double lost = 0;
    size_t count = 0;
    const Kernels* most = nullptr;
    double mostLost = 0;
    for (auto& [key, of] : kernels) {
        if (of.alone.size() < fewest || of.beside.size() < fewest)
            continue;
        std::sort(of.alone.begin(), of.alone.end());
        std::sort(of.beside.begin(), of.beside.end());
        const TimeNs low = of.alone[of.alone.size() / 10];
        const TimeNs high = of.alone[of.alone.size() - 1 - of.alone.size() / 10];
        const TimeNs usual = of.alone[of.alone.size() / 2];
        // A launch of another shape in one place is as long on every rank and in every step.
        const bool hasShapes = !c.trace.strings().text(std::get<2>(key)).empty();
        if (!hasShapes
            && (!of.isOften || isWholeRecording(c.trace) || of.beside[of.beside.size() / 10] <= high))
            continue;
        if (usual <= 0 || double(high) > alike * double(low)
            || double(of.beside[of.beside.size() / 2]) < leastFactor * double(usual))
            continue;
        double excess = 0;
        for (const TimeNs duration : of.beside)
            excess += double(std::max<TimeNs>(duration - usual, 0));
        lost += excess;
        count += of.beside.size();
        if (excess > mostLost) {
            mostLost = excess;
            most = &of;
        }
    }
    if (!most)
        return;
    Finding finding;
    finding.kind = Finding::Kind::Shape;
    finding.id = "compute-beside-communication";
    finding.title = say("Compute is slower beside communication");
    finding.costNs = lost / double(std::max<size_t>(c.analysis.summary.ranks.size(), 1));
    finding.sentence = say("{} takes {} beside communication and {} alone; together {} kernels per rank lose {} of the "
                           "step ({}), although they hide it.",
        shortFunctionName(c.trace.name(most->longest)), timeText(double(most->beside[most->beside.size() / 2])),
        timeText(double(most->alone[most->alone.size() / 2])), countText(c.perRank(TimeNs(count))),
        timeText(finding.costNs), shareText(finding.costNs / std::max(c.stepNs(), 1.0)));
    finding.evidence.spans = {most->longest};
    finding.evidence.range = c.trace.range(most->longest);
    finding.evidence.ranks = {c.trace.track(c.trace.track(most->longest)).rank};
    finding.howComputed = say("Kernels of equal name, shape and pass that run at least half of their time beside "
                              "communication, against the median of those that run without any. {}",
        meanOverRanks());
    finding.suggestion = say("Let communication use fewer multiprocessors (NCCL_MAX_NCHANNELS, NCCL_MAX_CTAS) or copy "
                             "engines, and put it beside work that needs less memory bandwidth.");
    c.add(std::move(finding), leastShapeShare);
}

} // namespace bubblescope
