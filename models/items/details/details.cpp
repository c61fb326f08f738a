// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details.h"

#include "busbandwidth.h"
#include "formatting.h"
#include "functionname.h"
#include "interleavedtrace.h"
#include "launchdetails.h"
#include "levelofdetail.h"
#include "logtimers.h"
#include "reasondetails.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace bubblescope {

using namespace details;

namespace {

constexpr size_t shownChildren = 24;
constexpr size_t shownMembers = 32;
constexpr uint32_t medianLimit = 200000;

/// Spans recorded inside this one, on any lane of its rank, in order of time.
std::vector<SpanId> childrenOf(const Trace& trace, SpanId span, bool fusedLegs)
{
    std::vector<SpanId> children;
    const Track& own = trace.track(trace.track(span));
    const TimeRange range = trace.range(span);
    // Includes an instant at the very end of the parent.
    const TimeRange asked {range.begin, range.end + 1};
    for (const Track& track : trace.tracksOf(own.rank)) {
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

/// The step of the span's rank, else of the run, in which the span begins.
const Step* stepOfRank(const Trace& trace, SpanId span)
{
    const int rank = trace.track(trace.track(span)).rank;
    const TimeNs begin = trace.begin(span);
    const auto holds = [begin](const Step& step) { return step.range.begin <= begin && begin <= step.range.end; };
    for (const RankStep& step : trace.stepsOf(rank)) {
        if (holds(step.step))
            return &step.step;
    }
    for (const Step& step : trace.steps()) {
        if (holds(step))
            return &step;
    }
    return nullptr;
}

/// Median duration of spans with the same name on the same row.
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
        return tr("compute");
    case Lane::Communication:
        return tr("communication");
    case Lane::Stream:
        return tr("overlapping stream");
    case Lane::Host:
        return tr("host");
    case Lane::Thread:
        return tr("thread");
    }
    return {};
}

QString clockText(const RankInfo& rank)
{
    switch (rank.clock) {
    case ClockState::Reference:
        return tr("the reference");
    case ClockState::Aligned:
        return tr("shifted by %1").arg(formatMilliseconds(rank.shift));
    case ClockState::OwnStart:
        return tr("not comparable: drawn from its own start");
    }
    return {};
}

QString fileNameOf(const std::string& path)
{
    const QString text = toText(path).simplified();
    return text.mid(text.lastIndexOf(QLatin1Char('/')) + 1);
}

/// One size per line with its usual short name, since panels are narrow.
void addLayout(Fields& fields, const ParallelLayout& layout)
{
    const auto add = [&fields](const QString& label, const std::optional<int>& value, const QString& meaning) {
        if (value)
            fields.add(label, formatCount(*value), meaning);
    };
    add(tr("TP"), layout.tensor, tr("tensor parallel"));
    add(tr("PP"), layout.pipeline, tr("pipeline parallel"));
    add(tr("DP"), layout.data, tr("data parallel"));
    add(tr("EP"), layout.expert, tr("expert parallel"));
    add(tr("CP"), layout.context, tr("context parallel"));
    add(tr("microbatches"), layout.microbatches, tr("of one replica in one step"));
    add(tr("size of each"), layout.microbatchSize, tr("Sequences in a microbatch"));
    add(tr("layers"), layout.layers, tr("of the whole model"));
}

void addFlags(Fields& fields, const Trace& trace, SpanId span)
{
    const auto note = [&](uint8_t flag, const QString& words, const QString& tip) {
        if (trace.hasFlag(span, flag))
            fields.add(tr("note"), words, tip);
    };
    note(SpanFlag::notMeasured, tr("not measured"),
        tr("The file holds a stub or a placeholder in place of this duration."));
    note(SpanFlag::untimed, tr("order only"),
        tr("The file gives no time stamp; the span is placed after its predecessor."));
    note(SpanFlag::launchOnly, tr("only the launch is known"),
        tr("The file records when this was launched, not when it ended."));
    note(SpanFlag::waitOnly, tr("waits for communication launched earlier"),
        tr("The call starts nothing itself; it only waits."));
    note(SpanFlag::fused, tr("fused: one call that sends and receives"),
        tr("The file has two records of this one call; it is drawn and charged once."));
    note(SpanFlag::fusedLeg, tr("second record of a fused call"),
        tr("Never charged: its time is that of the first record."));
    note(SpanFlag::subOperation, tr("part of its parent's time"), {});
}

/// The other ends of a message.
void addLinks(Fields& fields, const Trace& trace, SpanId span)
{
    for (const Link& link : trace.linkTable().linksOf(trace.charged(span))) {
        if (link.from != span && link.to != span)
            continue;
        const bool sends = link.from == span;
        const SpanId other = sends ? link.to : link.from;
        const Track& track = trace.track(trace.track(other));
        fields.add(sends ? tr("received by") : tr("sent by"),
            tr("%1 on %2, %3")
                .arg(toText(shortFunctionName(trace.name(other))).simplified(), rankText(track.rank),
                    formatDuration(double(trace.duration(other)))),
            tr("Go to the other end of this message"), other);
    }
}

/// Waiting and transfer separately, if the analysis could separate them.
void addWaiting(Fields& fields, const Trace& trace, SpanId span, const SpanFindings& findings)
{
    if (!findings.waiting)
        return;
    const TimeNs waiting = findings.waiting->of(chargedRecord(trace, span));
    if (!isCommunication(trace.category(span))) {
        if (waiting <= 0)
            return;
        fields.add(tr("waiting"), formatDuration(double(waiting)),
            tr("It synchronizes the ranks of a model: from its own start until the last of them had started"));
        fields.add(
            tr("work"), formatDuration(double(trace.duration(span) - waiting)), tr("What is left of its duration"));
        return;
    }
    const std::vector<Link> links = trace.linkTable().linksOf(trace.charged(span));
    const bool hasPartners = !findings.collective.empty()
        || std::any_of(
            links.begin(), links.end(), [span](const Link& link) { return link.from == span || link.to == span; });
    if (waiting <= 0 && !hasPartners)
        return;
    const bool isUnmatched = !hasPartners && isReceive(trace.operation(span));
    fields.add(tr("waiting"), formatDuration(double(waiting)),
        isUnmatched                       ? tr("Its send is not in the trace: all of it counts as waiting")
            : findings.collective.empty() ? tr("From its own start until the other end had started, too")
                                          : tr("From its own start until the last member had started"));
    fields.add(tr("transfer"), formatDuration(double(trace.duration(span) - waiting)),
        tr("What is left of its duration"));
}

void addCollective(Fields& fields, const Trace& trace, std::span<const SpanId> members)
{
    if (members.size() < 2)
        return;
    const auto rankOf = [&trace](SpanId span) { return rankText(trace.track(trace.track(span)).rank); };
    const auto after = [&](SpanId span) {
        return tr("+%1").arg(formatDuration(double(trace.begin(span) - trace.begin(members.front()))));
    };
    fields.heading(tr("Collective of %1").arg(formatCount(qint64(members.size()))));
    fields.add(tr("came last"), tr("%1, %2").arg(rankOf(members.back()), after(members.back())),
        tr("The others wait for this rank; counted from the first to arrive"), members.back());
    for (size_t i = 0; i < std::min(members.size(), shownMembers); ++i) {
        fields.add(tr("%1. %2").arg(formatCount(qint64(i + 1)), rankOf(members[i])), after(members[i]),
            tr("Arrived this long after the first; go there"), members[i]);
    }
    if (members.size() > shownMembers)
        fields.add(tr("and more"), formatCount(qint64(members.size() - shownMembers)));
}

} // namespace

DetailFields spanDetails(const Run& run, SpanId span, const SpanFindings& findings)
{
    Fields fields;
    const Trace& trace = *run.trace;
    if (!span.isValid() || span.value >= trace.spanCount())
        return fields.take();
    const Track& track = trace.track(trace.track(span));
    const double duration = double(trace.duration(span));

    fields.heading(toText(readableFunctionName(trace.name(span))).simplified());
    fields.add(tr("where"),
        trace.stage(span) < 0 ? rankText(track.rank)
                              : tr("%1 · %2").arg(stageText(trace.stage(span)), rankText(track.rank)));
    fields.add(tr("duration"), formatDuration(duration), exactTip(trace.duration(span)));
    if (const float change = findings.difference.value_or(0); change > -1 && change != 0)
        fields.add(tr("opened → modelled"),
            tr("%1 → %2 (%3)")
                .arg(formatDuration(duration / (1 + double(change))), formatDuration(duration),
                    formatShareDifference(double(change))),
            tr("What the knobs change, against the same span of the opened step"));
    if (const Step* step = stepOfRank(trace, span); step && step->range.duration() > 0) {
        // Relative to the step over all ranks, as in the headline.
        const auto steps = trace.steps();
        const auto whole = std::find_if(
            steps.begin(), steps.end(), [step](const Step& of) { return of.number == step->number; });
        const double length = double((whole != steps.end() ? *whole : *step).range.duration());
        fields.add(tr("share of step"), formatShare(duration / length),
            tr("Step %1 took %2, on this rank %3")
                .arg(step->number)
                .arg(formatDuration(length), formatDuration(double(step->range.duration()))));
        fields.add(tr("step"), QString::number(step->number));
    }
    if (const auto usual = usualDuration(trace, span)) {
        fields.add(
            tr("typical here"), formatDuration(double(*usual)), tr("Median of all spans of this name on this lane"));
    }
    if (trace.microbatch(span) >= 0)
        fields.add(tr("microbatch"), QString::number(trace.microbatch(span)));
    fields.add(tr("category"), categoryText(trace.category(span)));
    fields.add(tr("detail"), toText(trace.detail(span)).simplified());
    if (trace.bytes(span) >= 0) {
        fields.add(tr("message"), formatBytes(double(trace.bytes(span))),
            tr("%1 bytes").arg(formatCount(trace.bytes(span))));
    }
    const TimeNs waiting = findings.waiting ? findings.waiting->of(chargedRecord(trace, span)) : 0;
    if (const auto bandwidth = transferBandwidth(run, span, waiting)) {
        fields.add(tr("bus bandwidth"), formatBandwidth(*bandwidth),
            tr("Size by transfer time, which is without waiting, times what nccl-tests calls the bus factor"));
    }
    addLinks(fields, trace, span);
    addWaiting(fields, trace, span, findings);
    addFlags(fields, trace, span);
    fields.add(tr("origin"),
        originText(run.origin == Origin::Measured && trace.hasFlag(span, SpanFlag::notMeasured | SpanFlag::untimed)
                ? Origin::Assumed
                : trace.hasFlag(span, SpanFlag::modelled) ? Origin::Modelled
                                                          : run.origin));

    addCollective(fields, trace, findings.collective);
    if (findings.reasons)
        addReasons(fields, trace, span, *findings.reasons);
    addLaunchFields(fields, trace, span);

    fields.heading(tr("Place"));
    for (const auto& [label, time] : {std::pair(tr("begin"), trace.begin(span)), std::pair(tr("end"), trace.end(span))})
        fields.add(label, formatMoment(time - findings.zero, trace.duration(span)),
            tr("%1 from the run's start").arg(exactTip(time)));
    fields.add(tr("lane"),
        tr("%1 (%2)").arg(toText(trace.trackName(trace.track(span))).simplified(), laneText(track.lane)));
    if (track.host < trace.hosts().size() && trace.hosts().size() > 1)
        fields.add(tr("host"), toText(trace.hosts()[track.host]).simplified());
    if (const SpanId parent = trace.parent(span); parent.isValid()) {
        fields.add(trace.hasFlag(span, SpanFlag::fusedLeg) ? tr("first record") : tr("inside of"),
            spanTitle(trace, parent), tr("Go to this span"), parent);
    }
    for (const SpanId leg : childrenOf(trace, span, true))
        fields.add(tr("second record"), spanTitle(trace, leg), tr("Second record of the fused call"));
    const SourcePosition source = trace.source(span);
    if (source.file < trace.files().size() && !trace.files()[source.file].empty()) {
        const std::string& file = trace.files()[source.file];
        fields.add(tr("file"), fileNameOf(file), toText(file).simplified());
        fields.add(tr("at"), offsetText(source.offset), tr("From the start of the uncompressed file"));
        for (const DetailField& field : findings.record)
            fields.add(field.label, field.value, field.toolTip);
    }

    const std::vector<SpanId> children = childrenOf(trace, span, false);
    if (!children.empty()) {
        fields.heading(children.size() == 1 ? tr("1 span inside")
                                            : tr("%1 spans inside").arg(formatCount(qint64(children.size()))));
        for (size_t i = 0; i < std::min(children.size(), shownChildren); ++i) {
            fields.add(toText(shortFunctionName(trace.name(children[i]))).simplified(),
                formatDuration(double(trace.duration(children[i]))), toText(trace.detail(children[i])).simplified(),
                children[i]);
        }
        if (children.size() > shownChildren)
            fields.add(tr("and more"), formatCount(qint64(children.size() - shownChildren)));
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
            fields.add(tr("stage"), QString::number(info->stage));
        if (info->host < trace.hosts().size())
            fields.add(tr("host"), toText(trace.hosts()[info->host]).simplified());
        if (run.kind != Run::Kind::Plan) {
            fields.add(tr("clock"), clockText(*info));
            fields.add(tr("first to last"), formatDuration(double(trace.rangeOf(*info).duration())),
                exactTip(trace.rangeOf(*info).duration()));
        }
    }

    fields.heading(toText(run.name).simplified());
    if (run.origin != Origin::Modelled)
        fields.add(tr("kind"), runKindText(run.kind));
    fields.add(tr("origin"), originText(run.origin));
    if (run.kind != Run::Kind::Plan) {
        fields.add(tr("first to last"), formatDuration(double(trace.range().duration())),
            tr("First start to last end, after alignment: %1").arg(exactTip(trace.range().duration())));
    }
    addLayout(fields, run.layout);
    fields.add(tr("ranks"), formatCount(run.rankCount()));
    if (run.stageCount() > 0)
        fields.add(tr("stages"), formatCount(run.stageCount()));
    fields.add(tr("steps"), formatCount(qint64(trace.steps().size())));
    fields.add(tr("spans"), formatCount(trace.operationCount()), tr("Top-level records"));
    if (trace.subOperationCount() > 0)
        fields.add(tr("inside them"), formatCount(trace.subOperationCount()), tr("Recorded inside spans"));
    if (!run.missingRanks.empty()) {
        QStringList missing;
        for (size_t i = 0; i < std::min<size_t>(run.missingRanks.size(), 200); ++i)
            missing.append(QString::number(run.missingRanks[i]));
        fields.add(tr("missing ranks"), missing.join(QStringLiteral(", ")));
    }

    if (run.clocks.size() > 1) {
        fields.heading(tr("Hosts and their clocks"));
        for (const HostClock& clock : run.clocks) {
            fields.add(toText(clock.host).simplified(),
                !clock.aligned
                    ? tr("not aligned: drawn from its own start")
                    : tr("%1 ± %2").arg(formatMilliseconds(clock.shift), formatMilliseconds(clock.residual, 2)),
                clock.aligned
                    ? tr("Added to its times; residual over %1 matches").arg(formatCount(clock.matches))
                    : tr("No message was found that both it and another host recorded"));
        }
    }

    if (!run.files.empty()) {
        fields.heading(run.files.size() == 1 ? tr("1 file")
                                             : tr("%1 files").arg(formatCount(qint64(run.files.size()))));
        for (size_t i = 0; i < std::min<size_t>(run.files.size(), 64); ++i)
            fields.add(QString::number(i + 1), fileNameOf(run.files[i]), toText(run.files[i]).simplified());
        if (run.files.size() > 64)
            fields.add(tr("and more"), formatCount(qint64(run.files.size() - 64)));
    }
    return fields.take();
}

DetailFields layerTableDetails(const LayerTable& table)
{
    Fields fields;
    fields.heading(toText(table.name).simplified());
    fields.add(tr("kind"), QLatin1String(layerTableKindName(table.kind)));
    fields.add(tr("origin"), originText(table.origin));
    fields.add(tr("rows"), formatCount(qint64(table.rows.size())));
    fields.add(tr("as written"), formatDuration(table.asWritten().totalNs));
    if (table.hasBlock()) {
        fields.add(tr("prologue"), formatDuration(table.prologue().totalNs));
        fields.add(tr("one layer"), formatDuration(table.layer().totalNs));
        fields.add(tr("epilogue"), formatDuration(table.epilogue().totalNs));
    }
    if (table.layerCount)
        fields.add(tr("layers"), formatCount(*table.layerCount), toText(table.layerCountSource).simplified());
    if (table.stated)
        fields.add(tr("stated total"), formatDuration(table.stated->totalNs));
    fields.add(tr("file"), fileNameOf(table.file), toText(table.file).simplified());
    for (const auto& [key, value] : table.summary)
        fields.add(toText(key).simplified(), toText(value).simplified());
    return fields.take();
}

DetailFields workloadDetails(const Workload& workload)
{
    Fields fields;
    fields.heading(toText(workload.name).simplified());
    fields.add(tr("kind"), tr("workload"));
    fields.add(tr("policy"), toText(workload.policy).simplified());
    fields.add(tr("rows"), formatCount(qint64(workload.rows.size())));
    if (workload.declaredRows && *workload.declaredRows != qint64(workload.rows.size()))
        fields.add(tr("declared rows"), formatCount(*workload.declaredRows));
    fields.addCount(tr("TP"), workload.tensorParallel);
    fields.addCount(tr("PP"), workload.pipelineParallel);
    fields.addCount(tr("EP"), workload.expertParallel);
    fields.addCount(tr("DP"), workload.dataParallel());
    fields.addCount(tr("GPUs"), workload.gpus);
    fields.addCount(tr("microbatches"), workload.microbatches);
    fields.addCount(tr("layers per stage"), workload.layersPerStage);
    if (workload.pipelineCommBytes)
        fields.add(tr("pipeline message"), formatBytes(*workload.pipelineCommBytes));
    fields.add(tr("known compute"), formatDuration(workload.computeNs()));
    fields.add(tr("file"), fileNameOf(workload.file), toText(workload.file).simplified());
    return fields.take();
}

static void addTimers(Fields& fields, const std::vector<TimerMedian>& timers, double stepMs)
{
    fields.heading(tr("Timers of the program, median of a step"));
    constexpr size_t shown = 24;
    for (size_t i = 0; i < std::min(shown, timers.size()); ++i) {
        QString text = formatDuration(timers[i].ms * 1e6);
        if (stepMs > 0)
            text += QStringLiteral(" · ") + formatShare(timers[i].ms / stepMs);
        fields.add(toText(timers[i].name).simplified(), text, tr("Timers are nested: they do not add up to the step"));
    }
}

DetailFields runLogDetails(const RunLog& log)
{
    Fields fields;
    fields.heading(toText(log.name).simplified());
    fields.add(tr("kind"), tr("run log, %1").arg(QLatin1String(runLogKindName(log.kind))));
    fields.add(tr("steps"), formatCount(log.stepCount()));
    if (const auto median = log.medianStepMs())
        fields.add(tr("median step"), formatDuration(*median * 1e6), tr("Without the first step"));
    fields.add(tr("loss points"), formatCount(qint64(log.lossPoints())));
    if (const std::vector<TimerMedian> timers = medianTimers(log); !timers.empty()) {
        addTimers(fields, timers, log.medianStepMs().value_or(0));
        fields.heading(tr("Job"));
    }
    if (log.stageCount() > 0)
        fields.add(tr("stages"), formatCount(log.stageCount()));
    fields.addCount(tr("world size"), log.worldSize);
    fields.addCount(tr("TP"), log.tensorParallel);
    fields.addCount(tr("PP"), log.pipelineParallel);
    fields.addCount(tr("DP"), log.dataParallel);
    fields.addCount(tr("EP"), log.expertParallel);
    fields.addCount(tr("microbatches"), log.microbatches);
    fields.addCount(tr("size of each"), log.microbatchSize);
    fields.addCount(tr("global batch"), log.globalBatch);
    fields.addCount(tr("layers"), log.layerCount);
    if (log.elapsedSeconds)
        fields.add(tr("whole program"), formatDuration(*log.elapsedSeconds * 1e9));
    fields.add(tr("file"), fileNameOf(log.file), toText(log.file).simplified());
    return fields.take();
}

} // namespace bubblescope
