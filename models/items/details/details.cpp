// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details.h"

#include "busbandwidth.h"
#include "countedtext.h"
#include "formatting.h"
#include "functionname.h"
#include "inputtext.h"
#include "interleavedtrace.h"
#include "launchdetails.h"
#include "levelofdetail.h"
#include "median.h"
#include "reasondetails.h"
#include "stragglers.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace bubblescope {

using namespace details;

namespace {

constexpr size_t shownChildren = 24;
constexpr size_t shownMembers = 32;
constexpr size_t shownInputs = 64;
constexpr uint32_t medianLimit = 200000;

/// "c10::BFloat16 [16, 559] strides [559, 1]".
QString inputText(const InputText& input)
{
    const auto sizes = [](std::string_view list) {
        return QStringLiteral("[%1]").arg(toText(list).replace(QLatin1Char(','), QStringLiteral(", ")));
    };
    QStringList parts;
    if (!input.type.empty())
        parts << toText(input.type);
    if (!input.sizes.empty())
        parts << sizes(input.sizes);
    if (!input.strides.empty())
        parts << tr("strides %1").arg(sizes(input.strides));
    if (!input.value.empty())
        parts << toText(input.value);
    return parts.isEmpty() ? QStringLiteral("-") : parts.join(QLatin1Char(' '));
}

/// "[8,4][2]" of "[8, 4] [2]" and of "[8,4],[],[2]".
QString bareSizes(QString text)
{
    text.remove(QLatin1Char(' '));
    text.replace(QStringLiteral("],["), QStringLiteral("]["));
    return text.remove(QStringLiteral("[]"));
}

/// Whether a detail says no more than the sizes that stand beside the inputs.
bool repeatsSizes(std::string_view detail, std::string_view text)
{
    const std::vector<InputText> inputs = inputsOfText(text);
    QString sizes;
    for (const InputText& input : inputs) {
        const QString own = toText(input.sizes);
        sizes += own.startsWith(QLatin1Char('[')) ? own : QStringLiteral("[%1]").arg(own);
    }
    return inputs.size() <= shownInputs && !detail.empty() && bareSizes(toText(detail)) == bareSizes(sizes);
}

/// A line each: all of them in one value would be cut short by its lines.
void addInputs(Fields& fields, std::string_view text)
{
    const std::vector<InputText> inputs = inputsOfText(text);
    if (inputs.empty())
        return;
    fields.heading(countedText(qint64(inputs.size()), tr("1 input"), tr("%1 inputs")));
    for (size_t i = 0; i < std::min(inputs.size(), shownInputs); ++i)
        fields.add(formatCount(qint64(i + 1)), inputText(inputs[i]));
    if (inputs.size() > shownInputs)
        fields.add(tr("and more"), formatCount(qint64(inputs.size() - shownInputs)));
}

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
    return medianOf(durations);
}

/// Median duration of the same operation on other ranks of the stage, on lanes of the same kind; of some of many.
std::optional<TimeNs> peersDuration(const Trace& trace, SpanId span)
{
    constexpr size_t mostPeers = 16;
    const Row& row = trace.row(trace.row(span));
    const Track& own = trace.track(row.track);
    if (own.stage < 0 || row.kind != Row::Kind::Nested || !trace.ranksAreComparable())
        return std::nullopt;
    std::vector<TimeNs> durations;
    size_t peers = 0;
    for (const RankInfo& rank : trace.ranks()) {
        if (rank.rank == own.rank || rank.stage != own.stage)
            continue;
        for (const Track& track : trace.tracksOf(rank.rank)) {
            if (track.lane != own.lane || track.group != own.group)
                continue;
            for (const Row& other : trace.rowsOf(trace.idOf(track))) {
                if (other.kind != row.kind || other.depth != row.depth || other.spanCount > medianLimit / mostPeers)
                    continue;
                for (uint32_t s = other.firstSpan; s < other.firstSpan + other.spanCount; ++s) {
                    if (trace.nameId(SpanId(s)) == trace.nameId(span)
                        && trace.microbatch(SpanId(s)) == trace.microbatch(span))
                        durations.push_back(trace.duration(SpanId(s)));
                }
            }
        }
        if (++peers == mostPeers)
            break;
    }
    if (durations.empty())
        return std::nullopt;
    return medianOf(durations);
}

/// What a span like this usually takes. On a slow rank its own lane only tells that it is slow always.
void addUsual(Fields& fields, const Trace& trace, SpanId span)
{
    const std::optional<TimeNs> here = usualDuration(trace, span);
    const TimeNs peers = isCompute(trace.category(span)) ? peersDuration(trace, span).value_or(0) : 0;
    const double own = double(here.value_or(trace.duration(span)));
    if (peers > 0 && own >= stragglerFactor * double(peers)) {
        fields.add(tr("typical here"),
            tr("%1 on its peers, %2 on this rank").arg(formatDuration(double(peers)), formatDuration(own)),
            tr("Medians of the same operation on other ranks of the stage, and of all spans of this name on this "
               "lane"));
    } else if (here) {
        fields.add(
            tr("typical here"), formatDuration(double(*here)), tr("Median of all spans of this name on this lane"));
    }
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
        fields.add(tr("in the what-if"),
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
        const int64_t number = findings.step.value_or(step->number);
        fields.add(tr("share of step"), formatShare(duration / length),
            tr("Step %1 took %2, on this rank %3")
                .arg(number)
                .arg(formatDuration(length), formatDuration(double(step->range.duration()))));
        fields.add(tr("step"), QString::number(number));
    }
    addUsual(fields, trace, span);
    if (trace.microbatch(span) >= 0)
        fields.add(tr("microbatch"), QString::number(trace.microbatch(span)));
    fields.add(tr("category"), categoryText(trace.category(span)));
    if (!repeatsSizes(trace.detail(span), trace.inputs(span)))
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

    addInputs(fields, trace.inputs(span));
    addCollective(fields, trace, findings.collective);
    if (findings.reasons)
        addReasons(fields, trace, span, *findings.reasons);
    addLaunchFields(fields, trace, span);

    fields.heading(tr("Place"));
    for (const auto& [label, time] : {std::pair(tr("begin"), trace.begin(span)), std::pair(tr("end"), trace.end(span))})
        fields.add(label, formatMoment(time - findings.zero, trace.duration(span)),
            tr("%1 from the run's start").arg(exactTip(time)));
    const QString name = toText(trace.trackName(trace.track(span))).simplified();
    const QString kind = laneText(track.lane);
    fields.add(tr("lane"), name.compare(kind, Qt::CaseInsensitive) == 0 ? kind : tr("%1 (%2)").arg(name, kind));
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
        fields.heading(countedText(qint64(children.size()), tr("1 span inside"), tr("%1 spans inside")));
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

} // namespace bubblescope
