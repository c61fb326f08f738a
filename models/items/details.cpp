// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "detailfields.h"

#include "busbandwidth.h"
#include "formatting.h"
#include "interleavedtrace.h"
#include "levelofdetail.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace bubblescope {

using namespace details;

namespace {

constexpr size_t shownChildren = 24;
constexpr size_t shownMembers = 32;
constexpr uint32_t medianLimit = 200000;

/// Spans recorded inside of this one, on any lane of its rank, in time order.
std::vector<SpanId> childrenOf(const Trace& trace, SpanId span, bool fusedLegs)
{
    std::vector<SpanId> children;
    const Track& own = trace.track(trace.track(span));
    const TimeRange range = trace.range(span);
    // An instant at the very end belongs to the parent as well.
    const TimeRange asked {range.begin, range.end + 1};
    for (uint32_t t = 0; t < trace.tracks().size(); ++t) {
        const Track& track = trace.tracks()[t];
        if (track.rank != own.rank)
            continue;
        for (uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r) {
            const bool isLegRow = trace.row(RowId(r)).kind == Row::Kind::FusedLegs;
            if (isLegRow != fusedLegs)
                continue;
            const auto [first, last] = visibleSpans(trace, trace.timing(), RowId(r), asked);
            for (uint32_t s = first; s < last; ++s) {
                if (trace.parent(SpanId(s)) == span)
                    children.push_back(SpanId(s));
            }
        }
    }
    std::sort(children.begin(), children.end(), [&trace](SpanId a, SpanId b) {
        return trace.begin(a) != trace.begin(b) ? trace.begin(a) < trace.begin(b) : a < b;
    });
    return children;
}

/// The step of the span's rank, else of the run, that the span begins in.
const Step* stepOfRank(const Trace& trace, SpanId span)
{
    const int rank = trace.track(trace.track(span)).rank;
    const TimeNs begin = trace.begin(span);
    const auto holds = [begin](const Step& step) { return step.range.begin <= begin && begin <= step.range.end; };
    for (const RankStep& step : trace.rankSteps()) {
        if (step.rank == rank && holds(step.step))
            return &step.step;
    }
    for (const Step& step : trace.steps()) {
        if (holds(step))
            return &step;
    }
    return nullptr;
}

/// Median duration of spans of the same name on the same row: what this one is usually like.
std::optional<TimeNs> usualDuration(const Trace& trace, SpanId span)
{
    const Row& row = trace.row(trace.row(span));
    if (row.spanCount > medianLimit)
        return std::nullopt;
    std::vector<TimeNs> durations;
    for (uint32_t s = row.firstSpan; s < row.firstSpan + row.spanCount; ++s) {
        if (trace.nameId(SpanId(s)) == trace.nameId(span))
            durations.push_back(trace.duration(SpanId(s)));
    }
    if (durations.size() < 3)
        return std::nullopt;
    const auto middle = durations.begin() + static_cast<std::ptrdiff_t>((durations.size() - 1) / 2);
    std::nth_element(durations.begin(), middle, durations.end());
    return *middle;
}

QString laneText(Lane lane)
{
    switch (lane) {
    case Lane::Compute:
        return translate("compute");
    case Lane::Communication:
        return translate("communication");
    case Lane::Stream:
        return translate("overlapping stream");
    case Lane::Host:
        return translate("host");
    case Lane::Thread:
        return translate("thread");
    }
    return {};
}

QString clockText(const RankInfo& rank)
{
    switch (rank.clock) {
    case ClockState::Reference:
        return translate("the reference");
    case ClockState::Aligned:
        return translate("shifted by %1").arg(formatMilliseconds(rank.shift));
    case ClockState::OwnStart:
        return translate("not comparable: drawn from its own start");
    }
    return {};
}

QString fileNameOf(const std::string& path)
{
    const QString text = toText(path).simplified();
    return text.mid(text.lastIndexOf(QLatin1Char('/')) + 1);
}

std::optional<int> groupSize(const ParallelLayout& layout, Category category)
{
    switch (category) {
    case Category::TensorComm:
        return layout.tensor;
    case Category::DataComm:
        return layout.data;
    case Category::ExpertComm:
        return layout.expert;
    case Category::ContextComm:
        return layout.context;
    case Category::EmbeddingComm:
        return layout.pipeline && *layout.pipeline > 1 ? std::optional<int>(2) : std::nullopt;
    default:
        return std::nullopt;
    }
}

/// One figure a line, under the short names that everybody uses: a panel is narrow.
void addLayout(Fields& fields, const ParallelLayout& layout)
{
    const auto add = [&fields](const QString& label, const std::optional<int>& value, const QString& meaning) {
        if (value)
            fields.add(label, formatCount(*value), meaning);
    };
    add(translate("TP"), layout.tensor, translate("tensor parallel"));
    add(translate("PP"), layout.pipeline, translate("pipeline parallel"));
    add(translate("DP"), layout.data, translate("data parallel"));
    add(translate("EP"), layout.expert, translate("expert parallel"));
    add(translate("CP"), layout.context, translate("context parallel"));
    add(translate("microbatches"), layout.microbatches, translate("of one replica in one step"));
    add(translate("size of each"), layout.microbatchSize, translate("Sequences in a microbatch"));
    add(translate("layers"), layout.layers, translate("of the whole model"));
}

void addFlags(Fields& fields, const Trace& trace, SpanId span)
{
    const auto note = [&](uint8_t flag, const QString& words, const QString& tip) {
        if (trace.hasFlag(span, flag))
            fields.add(translate("note"), words, tip);
    };
    note(SpanFlag::notMeasured, translate("not measured"),
        translate("The file holds a stub or a placeholder in place of this duration."));
    note(SpanFlag::untimed, translate("order only"),
        translate("The file gives no time stamp; the span is placed after its predecessor."));
    note(SpanFlag::launchOnly, translate("only the launch is known"),
        translate("The file records when this was launched, not when it ended."));
    note(SpanFlag::waitOnly, translate("waits for communication launched earlier"),
        translate("The call starts nothing itself; it only waits."));
    note(SpanFlag::fused, translate("fused: one call that sends and receives"),
        translate("The file has two records of this one call; it is drawn and charged once."));
    note(SpanFlag::fusedLeg, translate("second record of a fused call"),
        translate("Never charged: its time is that of the first record."));
    note(SpanFlag::subOperation, translate("part of its parent's time"), {});
}

/// The other ends of a message.
void addLinks(Fields& fields, const Trace& trace, SpanId span)
{
    for (const Link& link : trace.links()) {
        if (link.from != span && link.to != span)
            continue;
        const bool sends = link.from == span;
        const SpanId other = sends ? link.to : link.from;
        const Track& track = trace.track(trace.track(other));
        fields.add(sends ? translate("received by") : translate("sent by"),
            translate("%1 on %2, %3")
                .arg(toText(trace.name(other)).simplified(), rankText(track.rank),
                    formatDuration(double(trace.duration(other)))),
            translate("Go to the other end of this message"), other);
    }
}

/// Waiting apart from transfer, where the analysis could tell them apart.
void addWaiting(Fields& fields, const Trace& trace, SpanId span, const SpanFindings& findings)
{
    if (!findings.waiting || !isCommunication(trace.category(span)))
        return;
    const TimeNs waiting = findings.waiting->of(chargedRecord(trace, span));
    const bool hasPartners = !findings.collective.empty()
        || std::any_of(trace.links().begin(), trace.links().end(),
            [span](const Link& link) { return link.from == span || link.to == span; });
    if (waiting <= 0 && !hasPartners)
        return;
    const bool isUnmatched = !hasPartners && isReceive(trace.operation(span));
    fields.add(translate("waiting"), formatDuration(double(waiting)),
        isUnmatched                       ? translate("Its send is not in the trace: all of it counts as waiting")
            : findings.collective.empty() ? translate("From its own start until the other end had started, too")
                                          : translate("From its own start until the last member had started"));
    fields.add(translate("transfer"), formatDuration(double(trace.duration(span) - waiting)),
        translate("What is left of its duration"));
}

void addCollective(Fields& fields, const Trace& trace, std::span<const SpanId> members)
{
    if (members.size() < 2)
        return;
    const auto rankOf = [&trace](SpanId span) { return rankText(trace.track(trace.track(span)).rank); };
    const auto after = [&](SpanId span) {
        return translate("+%1").arg(formatDuration(double(trace.begin(span) - trace.begin(members.front()))));
    };
    fields.heading(translate("Collective of %1").arg(formatCount(qint64(members.size()))));
    fields.add(translate("came last"), translate("%1, %2").arg(rankOf(members.back()), after(members.back())),
        translate("The others wait for this rank; counted from the first to arrive"), members.back());
    for (size_t i = 0; i < std::min(members.size(), shownMembers); ++i) {
        fields.add(translate("%1. %2").arg(formatCount(qint64(i + 1)), rankOf(members[i])), after(members[i]),
            translate("Arrived so long after the first; go there"), members[i]);
    }
    if (members.size() > shownMembers)
        fields.add(translate("and more"), formatCount(qint64(members.size() - shownMembers)));
}

} // namespace

std::optional<double> busBandwidth(const Run& run, SpanId span)
{
    const Trace& trace = *run.trace;
    const TimeNs duration = trace.duration(span);
    if (trace.bytes(span) <= 0 || duration <= 0
        || trace.hasFlag(span, SpanFlag::notMeasured | SpanFlag::untimed | SpanFlag::launchOnly | SpanFlag::waitOnly))
        return std::nullopt;
    double factor = 1;
    const Operation operation = trace.operation(span);
    const bool isShared = operation == Operation::AllReduce || operation == Operation::AllGather
        || operation == Operation::ReduceScatter || operation == Operation::AllToAll;
    if (isShared) {
        // What the operation itself states of its group goes before what the layout lets one expect.
        const CollectiveCall* const call = trace.collectives().find(span);
        const std::optional<int> members
            = call && call->groupSize > 0 ? call->groupSize : groupSize(run.layout, trace.category(span));
        if (!members || *members < 2)
            return std::nullopt;
        factor = busFactor(operation, *members);
    } else if (!isCollective(operation) && !isPointToPoint(operation)) {
        return std::nullopt;
    }
    return double(trace.bytes(span)) / (double(duration) / 1e9) * factor;
}

DetailFields spanDetails(const Run& run, SpanId span, const SpanFindings& findings)
{
    Fields fields;
    const Trace& trace = *run.trace;
    if (!span.isValid() || span.value >= trace.spanCount())
        return fields.take();
    const Track& track = trace.track(trace.track(span));
    const double duration = double(trace.duration(span));

    fields.heading(toText(trace.name(span)).simplified());
    fields.add(translate("where"),
        trace.stage(span) < 0 ? rankText(track.rank)
                              : translate("%1 · %2").arg(stageText(trace.stage(span)), rankText(track.rank)));
    fields.add(translate("duration"), formatDuration(duration), exactTip(trace.duration(span)));
    if (const Step* step = stepOfRank(trace, span); step && step->range.duration() > 0) {
        fields.add(translate("share of step"), formatShare(duration / double(step->range.duration())),
            translate("Step %1 of this rank took %2")
                .arg(step->number)
                .arg(formatDuration(double(step->range.duration()))));
        fields.add(translate("step"), QString::number(step->number));
    }
    if (const auto usual = usualDuration(trace, span)) {
        fields.add(translate("usual here"), formatDuration(double(*usual)),
            translate("Median of all spans of this name on this lane"));
    }
    if (trace.microbatch(span) >= 0)
        fields.add(translate("microbatch"), QString::number(trace.microbatch(span)));
    fields.add(translate("category"), categoryText(trace.category(span)));
    fields.add(translate("detail"), toText(trace.detail(span)).simplified());
    if (trace.bytes(span) >= 0) {
        fields.add(translate("message"), formatBytes(double(trace.bytes(span))),
            translate("%1 bytes").arg(formatCount(trace.bytes(span))));
    }
    if (const auto bandwidth = busBandwidth(run, span)) {
        fields.add(translate("bus bandwidth"), formatBandwidth(*bandwidth),
            isReceive(trace.operation(span))
                ? translate("Size by duration; the duration of a receive contains waiting")
                : translate("Size by duration, times what nccl-tests calls the bus factor"));
    }
    addLinks(fields, trace, span);
    addWaiting(fields, trace, span, findings);
    addFlags(fields, trace, span);
    fields.add(translate("origin"),
        originText(run.origin == Origin::Measured && trace.hasFlag(span, SpanFlag::notMeasured | SpanFlag::untimed)
                ? Origin::Assumed
                : trace.hasFlag(span, SpanFlag::modelled) ? Origin::Modelled
                                                          : run.origin));

    addCollective(fields, trace, findings.collective);
    if (findings.reasons)
        addReasons(fields, trace, span, *findings.reasons);

    fields.heading(translate("Place"));
    fields.add(translate("begin"), formatDuration(double(trace.begin(span))),
        translate("%1 from the run's start").arg(exactTip(trace.begin(span))));
    fields.add(translate("end"), formatDuration(double(trace.end(span))), exactTip(trace.end(span)));
    fields.add(translate("lane"),
        translate("%1 (%2)").arg(toText(trace.trackName(trace.track(span))).simplified(), laneText(track.lane)));
    if (track.host < trace.hosts().size() && trace.hosts().size() > 1)
        fields.add(translate("host"), toText(trace.hosts()[track.host]).simplified());
    if (const SpanId parent = trace.parent(span); parent.isValid()) {
        fields.add(trace.hasFlag(span, SpanFlag::fusedLeg) ? translate("first record") : translate("inside of"),
            spanTitle(trace, parent), translate("Go to this span"), parent);
    }
    for (const SpanId leg : childrenOf(trace, span, true))
        fields.add(translate("second record"), spanTitle(trace, leg), translate("Second record of the fused call"));
    const SourcePosition source = trace.source(span);
    if (source.file < trace.files().size()) {
        const std::string& file = trace.files()[source.file];
        fields.add(translate("file"), fileNameOf(file), toText(file).simplified());
        fields.add(translate("at"), offsetText(source.offset), translate("From the start of the uncompressed file"));
        for (const DetailField& field : findings.record)
            fields.add(field.label, field.value, field.toolTip);
    }

    const std::vector<SpanId> children = childrenOf(trace, span, false);
    if (!children.empty()) {
        fields.heading(children.size() == 1 ? translate("1 span inside")
                                            : translate("%1 spans inside").arg(formatCount(qint64(children.size()))));
        for (size_t i = 0; i < std::min(children.size(), shownChildren); ++i) {
            fields.add(toText(trace.name(children[i])).simplified(),
                formatDuration(double(trace.duration(children[i]))), toText(trace.detail(children[i])).simplified(),
                children[i]);
        }
        if (children.size() > shownChildren)
            fields.add(translate("and more"), formatCount(qint64(children.size() - shownChildren)));
    }
    return fields.take();
}

DetailFields runDetails(const Run& run, int rank)
{
    Fields fields;
    const Trace& trace = *run.trace;
    if (const RankInfo* info = rank < 0 ? nullptr : trace.findRank(rank)) {
        fields.heading(rankText(rank));
        if (info->stage >= 0)
            fields.add(translate("stage"), QString::number(info->stage));
        if (info->host < trace.hosts().size())
            fields.add(translate("host"), toText(trace.hosts()[info->host]).simplified());
        if (run.kind != Run::Kind::Plan) {
            fields.add(translate("clock"), clockText(*info));
            fields.add(translate("first to last"), formatDuration(double(info->range.duration())),
                exactTip(info->range.duration()));
        }
    }

    fields.heading(toText(run.name).simplified());
    if (run.origin != Origin::Modelled)
        fields.add(translate("kind"), runKindText(run.kind));
    fields.add(translate("origin"), originText(run.origin));
    if (run.kind != Run::Kind::Plan) {
        fields.add(translate("first to last"), formatDuration(double(trace.range().duration())),
            translate("First start to last end, after alignment: %1").arg(exactTip(trace.range().duration())));
    }
    addLayout(fields, run.layout);
    fields.add(translate("ranks"), formatCount(run.rankCount()));
    if (run.stageCount() > 0)
        fields.add(translate("stages"), formatCount(run.stageCount()));
    fields.add(translate("steps"), formatCount(qint64(trace.steps().size())));
    fields.add(translate("spans"), formatCount(trace.operationCount()), translate("Records that stand for themselves"));
    if (trace.subOperationCount() > 0)
        fields.add(
            translate("inside of them"), formatCount(trace.subOperationCount()), translate("Recorded inside of spans"));
    if (!run.missingRanks.empty()) {
        QStringList missing;
        for (size_t i = 0; i < std::min<size_t>(run.missingRanks.size(), 200); ++i)
            missing.append(QString::number(run.missingRanks[i]));
        fields.add(translate("missing ranks"), missing.join(QStringLiteral(", ")));
    }

    if (run.clocks.size() > 1) {
        fields.heading(translate("Hosts and their clocks"));
        for (const HostClock& clock : run.clocks) {
            fields.add(toText(clock.host).simplified(),
                !clock.aligned
                    ? translate("not aligned: drawn from its own start")
                    : translate("%1 ± %2").arg(formatMilliseconds(clock.shift), formatMilliseconds(clock.residual, 2)),
                clock.aligned
                    ? translate("Added to its times; residual over %1 matches").arg(formatCount(clock.matches))
                    : translate("No message was found that both it and another host recorded"));
        }
    }

    if (!run.files.empty()) {
        fields.heading(run.files.size() == 1 ? translate("1 file")
                                             : translate("%1 files").arg(formatCount(qint64(run.files.size()))));
        for (size_t i = 0; i < std::min<size_t>(run.files.size(), 64); ++i)
            fields.add(QString::number(i + 1), fileNameOf(run.files[i]), toText(run.files[i]).simplified());
        if (run.files.size() > 64)
            fields.add(translate("and more"), formatCount(qint64(run.files.size() - 64)));
    }
    return fields.take();
}

DetailFields layerTableDetails(const LayerTable& table)
{
    Fields fields;
    fields.heading(toText(table.name).simplified());
    fields.add(translate("kind"), QLatin1String(layerTableKindName(table.kind)));
    fields.add(translate("origin"), originText(table.origin));
    fields.add(translate("rows"), formatCount(qint64(table.rows.size())));
    fields.add(translate("as written"), formatDuration(table.asWritten().totalNs));
    if (table.hasBlock()) {
        fields.add(translate("prologue"), formatDuration(table.prologue().totalNs));
        fields.add(translate("one layer"), formatDuration(table.layer().totalNs));
        fields.add(translate("epilogue"), formatDuration(table.epilogue().totalNs));
    }
    if (table.layerCount)
        fields.add(translate("layers"), formatCount(*table.layerCount), toText(table.layerCountSource).simplified());
    if (table.stated)
        fields.add(translate("stated total"), formatDuration(table.stated->totalNs));
    fields.add(translate("file"), fileNameOf(table.file), toText(table.file).simplified());
    for (const auto& [key, value] : table.summary)
        fields.add(toText(key).simplified(), toText(value).simplified());
    return fields.take();
}

DetailFields workloadDetails(const Workload& workload)
{
    Fields fields;
    fields.heading(toText(workload.name).simplified());
    fields.add(translate("kind"), translate("workload"));
    fields.add(translate("policy"), toText(workload.policy).simplified());
    fields.add(translate("rows"), formatCount(qint64(workload.rows.size())));
    if (workload.declaredRows && *workload.declaredRows != qint64(workload.rows.size()))
        fields.add(translate("declared rows"), formatCount(*workload.declaredRows));
    fields.addCount(translate("TP"), workload.tensorParallel);
    fields.addCount(translate("PP"), workload.pipelineParallel);
    fields.addCount(translate("EP"), workload.expertParallel);
    fields.addCount(translate("DP"), workload.dataParallel());
    fields.addCount(translate("GPUs"), workload.gpus);
    fields.addCount(translate("microbatches"), workload.microbatches);
    fields.addCount(translate("layers per stage"), workload.layersPerStage);
    if (workload.pipelineCommBytes)
        fields.add(translate("pipeline message"), formatBytes(*workload.pipelineCommBytes));
    fields.add(translate("known compute"), formatDuration(workload.computeNs()));
    fields.add(translate("file"), fileNameOf(workload.file), toText(workload.file).simplified());
    return fields.take();
}

DetailFields runLogDetails(const RunLog& log)
{
    Fields fields;
    fields.heading(toText(log.name).simplified());
    fields.add(translate("kind"), translate("run log, %1").arg(QLatin1String(runLogKindName(log.kind))));
    fields.add(translate("steps"), formatCount(log.stepCount()));
    if (const auto median = log.medianStepMs())
        fields.add(translate("median step"), formatDuration(*median * 1e6), translate("The first step left out"));
    fields.add(translate("loss points"), formatCount(qint64(log.lossPoints())));
    if (log.stageCount() > 0)
        fields.add(translate("stages"), formatCount(log.stageCount()));
    fields.addCount(translate("world size"), log.worldSize);
    fields.addCount(translate("TP"), log.tensorParallel);
    fields.addCount(translate("PP"), log.pipelineParallel);
    fields.addCount(translate("DP"), log.dataParallel);
    fields.addCount(translate("EP"), log.expertParallel);
    fields.addCount(translate("microbatches"), log.microbatches);
    fields.addCount(translate("size of each"), log.microbatchSize);
    fields.addCount(translate("global batch"), log.globalBatch);
    fields.addCount(translate("layers"), log.layerCount);
    if (log.elapsedSeconds)
        fields.add(translate("whole program"), formatDuration(*log.elapsedSeconds * 1e9));
    fields.add(translate("file"), fileNameOf(log.file), toText(log.file).simplified());
    return fields.take();
}

} // namespace bubblescope
