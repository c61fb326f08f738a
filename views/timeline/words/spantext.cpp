// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spantext.h"

#include "busbandwidth.h"
#include "formatting.h"
#include "functionname.h"
#include "interleavedtrace.h"
#include "levelofdetail.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("SpanText", text); }

QString groupName(Category category)
{
    switch (category) {
    case Category::TensorComm:
        return tr("tensor parallel");
    case Category::PipelineComm:
        return tr("pipeline");
    case Category::DataComm:
        return tr("data parallel");
    case Category::ExpertComm:
        return tr("expert parallel");
    case Category::ExpertDataComm:
        return tr("expert data parallel");
    case Category::EmbeddingComm:
        return tr("embedding (first and last stage)");
    case Category::ContextComm:
        return tr("context parallel");
    default:
        return QString();
    }
}

QString flagsText(const Trace& trace, SpanId span)
{
    QStringList words;
    const auto add = [&](uint8_t flag, const char* text) {
        if (trace.hasFlag(span, flag))
            words << tr(text);
    };
    add(SpanFlag::untimed, QT_TR_NOOP("no time in the file: placed by order"));
    add(SpanFlag::notMeasured, QT_TR_NOOP("length not measured"));
    add(SpanFlag::launchOnly, QT_TR_NOOP("only the launch is known"));
    add(SpanFlag::waitOnly, QT_TR_NOOP("only waits for earlier communication"));
    return words.join(QStringLiteral(", "));
}

} // namespace

QString spanLabel(const Trace& trace, SpanId span)
{
    if (const QString pass = passText(trace.operation(span), trace.microbatch(span)); !pass.isEmpty())
        return pass;
    switch (trace.operation(span)) {
    case Operation::OptimizerStep:
        return tr("optimizer");
    case Operation::Loss:
        return tr("loss");
    case Operation::GetBatch:
        return tr("batch");
    default:
        return toText(shortFunctionName(trace.name(span)));
    }
}

QString spanTitle(const Trace& trace, SpanId span)
{
    QString title = toText(readableFunctionName(trace.name(span)));
    const SpanId partner = fusedPartner(trace, span);
    if (partner.isValid())
        title += QStringLiteral(" + ") + toText(trace.name(partner));
    return title;
}

const Step* enclosingStep(const Trace& trace, SpanId span)
{
    const auto steps = trace.steps();
    const TimeNs begin = trace.begin(span);
    const auto step = std::partition_point(
        steps.begin(), steps.end(), [begin](const Step& candidate) { return candidate.range.end <= begin; });
    return step != steps.end() && step->range.begin <= begin ? &*step : nullptr;
}

std::vector<std::pair<QString, QString>> spanFacts(
    const Run& run, const WaitTable& waits, SpanId span, const StepReasons* reasons, TimeNs zero)
{
    const Trace& trace = *run.trace;
    const Track& track = trace.track(trace.track(span));
    const double duration = double(trace.duration(span));
    std::vector<std::pair<QString, QString>> facts;
    const auto add = [&facts](const char* label, const QString& value) {
        if (!value.isEmpty())
            facts.emplace_back(tr(label), value);
    };

    QString place = track.rank >= 0 ? rankText(track.rank) : QString();
    const RankInfo* rank = trace.findRank(track.rank);
    if (rank && rank->stage >= 0)
        place += QStringLiteral(" · ") + stageText(rank->stage);
    add(QT_TR_NOOP("where"), place + QStringLiteral(" · ") + toText(trace.trackName(trace.track(span))));
    const bool isTimed = run.kind != Run::Kind::Plan && !trace.hasFlag(span, SpanFlag::launchOnly);
    if (isTimed) {
        add(QT_TR_NOOP("duration"), formatDuration(duration));
        add(QT_TR_NOOP("starts at"), formatMoment(trace.begin(span) - zero, trace.duration(span)));
        const Step* step = enclosingStep(trace, span);
        const double whole = double(step ? step->range.duration() : trace.range().duration());
        if (whole > 0 && trace.ranksAreComparable())
            add(step ? QT_TR_NOOP("share of step") : QT_TR_NOOP("share of run"), formatShare(duration / whole));
    }
    if (trace.microbatch(span) >= 0)
        add(QT_TR_NOOP("microbatch"), QString::number(trace.microbatch(span)));
    const TimeNs waitEnd = waits.waitEnd(trace.timing(), span);
    if (waitEnd > trace.begin(span)) {
        const TimeNs waited = waitEnd - trace.begin(span);
        add(QT_TR_NOOP("waits"), formatDuration(double(waited)));
        add(isCommunication(trace.category(span)) ? QT_TR_NOOP("transfer") : QT_TR_NOOP("work"), formatDuration(duration - double(waited)));
    }
    const int64_t bytes = trace.bytes(span);
    if (bytes >= 0)
        add(QT_TR_NOOP("message"), formatBytes(double(bytes)));
    if (const auto bandwidth = transferBandwidth(run, span, std::max<TimeNs>(0, waitEnd - trace.begin(span))))
        add(QT_TR_NOOP("bus bandwidth"), formatBandwidth(*bandwidth));
    if (isCommunication(trace.category(span)))
        add(QT_TR_NOOP("group"), groupName(trace.category(span)));
    if (trace.parent(span).isValid() && trace.parent(span).value < trace.spanCount())
        add(QT_TR_NOOP("inside"), spanTitle(trace, trace.parent(span)));
    if (const auto slack = reasons ? reasons->slackOf(drawnSpan(trace, span)) : std::nullopt)
        add(QT_TR_NOOP("slack"), reasons->isOnPath(span) ? tr("none: on the critical path") : formatDuration(double(*slack)));
    add(QT_TR_NOOP("detail"), elideMiddle(toText(trace.detail(span)), 48));
    add(QT_TR_NOOP("note"), flagsText(trace, span));
    add(QT_TR_NOOP("origin"), originText(trace.hasFlag(span, SpanFlag::modelled) ? Origin::Modelled : run.origin));
    return facts;
}

QString changeText(double modelledNs, float difference)
{
    if (std::isnan(difference) || difference == 0 || difference <= -1)
        return QString();
    return tr("%1 → %2 (%3)")
        .arg(formatDuration(modelledNs / (1 + double(difference))), formatDuration(modelledNs),
            formatShareDifference(double(difference)));
}

QString waitingSentence(const StepReasons* reasons, SpanId drawn)
{
    const Bubble* bubble = reasons ? reasons->bubbleOf(drawn) : nullptr;
    return bubble ? bubbleSentence(*reasons->trace(), *bubble) : QString();
}

QString bubbleTitle(const Bubble& bubble)
{
    const QString title = bubble.isPipelines ? tr("bubble: %1")
        : bubble.isWaiting()                 ? tr("waiting: %1")
                                             : tr("idle: %1");
    return title.arg(bubbleCauseText(bubble.cause));
}

std::vector<std::pair<QString, QString>> bubbleFacts(const StepReasons& reasons, const Bubble& bubble, TimeNs zero)
{
    const Trace& trace = *reasons.trace();
    const double duration = double(bubble.range.duration());
    std::vector<std::pair<QString, QString>> facts {{tr("duration"), formatDuration(duration)},
        {tr("starts at"), formatMoment(bubble.range.begin - zero, bubble.range.duration())}};
    if (!reasons.step().isEmpty())
        facts.emplace_back(tr("share of step"), formatShare(duration / double(reasons.step().duration())));
    if (bubble.span.isValid())
        facts.emplace_back(tr("waits in"), elideMiddle(spanTitle(trace, bubble.span), 40));
    return facts;
}

namespace {
/// Some tracers record a receive only once its message comes: then it follows the gap that it ends.
SpanId receiveAfter(const Trace& trace, const WaitTable& waits, int32_t rank, TimeRange gap)
{
    const TimeRange after {gap.end, gap.end + gap.duration() / 20 + 1};
    SpanId first;
    for (const Track& track : trace.tracksOf(rank)) {
        if (track.lane != Lane::Communication)
            continue;
        for (uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r) {
            const auto [begin, end] = visibleSpans(trace, trace.timing(), RowId(r), after);
            for (uint32_t i = begin; i < end && i < begin + 8; ++i) {
                const SpanId span(i);
                const bool isEarlier = !first.isValid() || trace.begin(span) < trace.begin(first);
                if (trace.begin(span) >= gap.end && isEarlier && waits.awaited(drawnSpan(trace, span)).isValid())
                    first = span;
            }
        }
    }
    return first;
}
} // namespace

QString gapCause(const Trace& trace, const WaitTable& waits, int32_t rank, TimeRange gap)
{
    SpanId longest;
    TimeNs most = gap.duration() / 3; // a cause must cover a good part of it
    for (const Track& track : trace.tracksOf(rank)) {
        if (track.lane != Lane::Communication)
            continue;
        for (uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r) {
            const auto [first, last] = visibleSpans(trace, trace.timing(), RowId(r), gap);
            // Many small ones have no single cause among them.
            for (uint32_t i = first; i < last && i < first + 64; ++i) {
                const TimeNs inside = gap.intersected(trace.range(SpanId(i))).duration();
                if (inside > most) {
                    most = inside;
                    longest = SpanId(i);
                }
            }
        }
    }
    if (!longest.isValid())
        longest = receiveAfter(trace, waits, rank, gap);
    if (!longest.isValid())
        return QString();
    const SpanId send = waits.awaited(drawnSpan(trace, longest));
    if (send.isValid()) {
        const RankInfo* rank = trace.findRank(trace.track(trace.track(send)).rank);
        if (rank && rank->stage >= 0)
            return tr("waits for %1").arg(stageText(rank->stage));
    }
    return toText(shortFunctionName(trace.name(longest)));
}

QString gapCause(const Trace& trace, const Bubble& bubble)
{
    if (!bubble.isPipelines || (bubble.culpritRank < 0 && bubble.linkFrom < 0))
        return QString();
    const QString chain = waitChainText(trace, bubble);
    return chain.isEmpty() ? gapCauseInShort(bubble) : tr("waits for %1").arg(chain);
}

QString gapCauseInShort(const Bubble& bubble)
{
    return bubble.linkFrom >= 0 ? tr("waits for link %1-%2").arg(bubble.linkFrom).arg(bubble.linkTo)
                                : tr("waits for %1").arg(rankText(bubble.culpritRank));
}

} // namespace bubblescope
