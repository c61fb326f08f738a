// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "reasondetails.h"

#include "stagetimes.h"
#include "tabletexts.h"
#include "wholerecording.h"

#include <utility>
#include <vector>

namespace bubblescope {

using namespace details;

void details::addReasons(Fields& fields, const Trace& trace, SpanId span, const StepReasons& reasons)
{
    constexpr TimeNs millisecond = 1'000'000;
    const SpanId charged = chargedRecord(trace, span);
    const auto slack = reasons.slackOf(charged);
    const Bubble* bubble = reasons.bubbleOf(charged);
    const auto steps = trace.steps();
    const auto step = size_t(stepOf(trace, charged));
    if (!slack && !bubble && step < steps.size() && steps[step].number != reasons.stepNumber()
        && reasons.stepNumber() >= 0) {
        fields.heading(tr("What it means for the step"));
        fields.add(tr("in words"),
            tr("Causes and slack are found for one step at a time, so far for %1. Choose %2 to see those of this span.")
                .arg(stepText(reasons.stepNumber()), stepText(steps[step].number)));
        return;
    }
    if (!slack && !bubble)
        return;
    fields.heading(tr("What it means for the step"));
    if (slack && reasons.isOnPath(charged))
        fields.add(tr("critical path"), tr("on it"), tr("Any delay here delays the step by as much"));
    else if (slack)
        fields.add(tr("slack"), formatDuration(double(*slack)),
            tr("It could take this much longer, all else unchanged, without a longer step"));
    const auto gain = slack ? reasons.gainOf(charged, millisecond) : std::nullopt;
    if (gain)
        fields.add(tr("1 ms shorter"),
            *gain > 0 ? tr("step %1 shorter").arg(formatDuration(double(*gain))) : tr("step no shorter"),
            tr("The step was re-timed from its records with 1 ms less of this span (or without it, if it is "
               "shorter)"));
    if (!bubble)
        return;
    const QString sentence = bubbleSentence(trace, *bubble);
    fields.add(tr("waits because"), bubbleCauseText(bubble->cause), sentence);
    fields.add(tr("in words"), sentence);
    if (bubble->awaited.isValid())
        fields.add(tr("came last"), spanTitle(trace, bubble->awaited), tr("Go there"), bubble->awaited);
}

DetailFields bubbleDetails(const StepReasons& reasons, const Bubble& bubble, TimeNs zero)
{
    Fields fields;
    const Trace& trace = *reasons.trace();
    const double duration = double(bubble.range.duration());
    const RankInfo& rank = trace.ranks()[bubble.rank];
    const QString title = bubble.isPipelines ? tr("Bubble: %1")
        : bubble.isWaiting()                 ? tr("Waiting: %1")
                                             : tr("Idle: %1");
    fields.heading(title.arg(bubbleCauseText(bubble.cause)));
    fields.add(tr("where"),
        rank.stage < 0 ? rankText(rank.rank) : tr("%1 · %2").arg(stageText(rank.stage), rankText(rank.rank)));
    fields.add(tr("duration"), formatDuration(duration), exactTip(bubble.range.duration()));
    if (!reasons.step().isEmpty())
        fields.add(tr("share of step"), formatShare(duration / double(reasons.step().duration())));
    if (bubble.isPipelines) {
        fields.add(tr("phase"),
            bubble.phase == PipelinePhase::Warmup         ? tr("warmup")
                : bubble.phase == PipelinePhase::Cooldown ? tr("cooldown")
                                                          : tr("steady"),
            tr("Warmup is before the rank's first backward pass, cooldown after its last forward pass"));
    }
    fields.add(tr("in words"), bubbleSentence(trace, bubble));
    const QString chain = waitChainText(trace, bubble);
    if (bubble.linkFrom >= 0 && !chain.isEmpty())
        fields.add(tr("waits for"), chain, tr("At the end of the chain of waits: messages, no rank"));
    else if (bubble.culpritRank >= 0)
        fields.add(tr("waits for"),
            !chain.isEmpty() ? chain
                : bubble.culpritStage < 0
                ? rankText(bubble.culpritRank)
                : tr("%1 · %2").arg(stageText(bubble.culpritStage), rankText(bubble.culpritRank)),
            tr("At the end of the chain of waits: the rank that nobody held up"));
    if (bubble.awaited.isValid())
        fields.add(tr("came last"), spanTitle(trace, bubble.awaited), tr("Go there"), bubble.awaited);
    if (bubble.span.isValid())
        fields.add(tr("waits in"), spanTitle(trace, bubble.span), tr("Go there"), bubble.span);
    const TimeNs length = bubble.range.duration();
    for (const auto& [label, time] :
        {std::pair(tr("begin"), bubble.range.begin), std::pair(tr("end"), bubble.range.end)})
        fields.add(label, formatMoment(time - zero, length), tr("%1 from the run's start").arg(exactTip(time)));
    return fields.take();
}

namespace {
QString leverText(const CriticalPath::Lever& lever)
{
    const QString what = lever.isNamedByOperation() ? tableText(lever.name()) : categoryText(lever.category);
    return lever.stage < 0 ? what : tr("%1, %2").arg(what, stageText(lever.stage));
}
} // namespace

DetailFields pathDetails(const StepReasons& reasons)
{
    constexpr size_t shownLevers = 6;
    Fields fields;
    if (reasons.pathLength() <= 0)
        return fields.take();
    fields.heading(reasons.stepNumber() < 0 || isWholeRecording(*reasons.trace())
            ? tr("Critical path, %1").arg(formatDuration(double(reasons.pathLength())))
            : tr("Critical path of %1, %2")
                  .arg(stepText(reasons.stepNumber()), formatDuration(double(reasons.pathLength()))));
    TimeNs others = reasons.pathLength() - reasons.gapsOfPath();
    for (const CriticalPath::Lever& lever : leversByName(reasons.levers())) {
        if (fields.count() > shownLevers)
            break;
        others -= lever.time;
        fields.add(leverText(lever), formatShare(double(lever.time) / double(reasons.pathLength())),
            tr("%1 in %2 places: shortening each by 1 ms shortens the step by %2 ms, until another path becomes "
               "critical")
                .arg(formatDuration(double(lever.time)), formatCount(lever.count)));
    }
    const auto addRest = [&](const QString& what, TimeNs time, const QString& tip) {
        if (time > 0)
            fields.add(what, formatShare(double(time) / double(reasons.pathLength())),
                tr("%1: %2").arg(formatDuration(double(time)), tip));
    };
    addRest(tr("other operations"), others, tr("operations with less time on the path"));
    addRest(tr("gaps beside compute"), reasons.gapsBesideCompute(),
        tr("the GPU computes, and no record tells what the next operation waits for"));
    addRest(tr("gaps"), reasons.gapsOfPath() - reasons.gapsBesideCompute(),
        tr("gaps between operations that no record explains"));
    return fields.take();
}

} // namespace bubblescope
