// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queuerules.h"

#include "devicelanes.h"
#include "findingtext.h"
#include "hoststep.h"
#include "launches.h"
#include "profilerrules.h"
#include "wholerecording.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace bubblescope {

namespace {

/// "Steps 1 and 2 fill that queue, …": steps in which it does.
Message changedBy(const std::vector<int>& steps, bool isFilled)
{
    const Message names = listText(Numbered::Steps, steps);
    if (steps.size() == 1)
        return isFilled ? say(" {} fills that queue and stands for no other.", names)
                        : say(" {} drains that queue and stands for no other.", names);
    return isFilled ? say(" {} fill that queue and stand for no other.", names)
                    : say(" {} drain that queue and stand for no other.", names);
}

bool worksBefore(const Trace& trace, int32_t rank, TimeNs time)
{
    for (const Track& track : trace.tracksOf(rank)) {
        const auto rows = trace.rowsOf(trace.idOf(track));
        if (isDeviceLane(track.lane) && std::any_of(rows.begin(), rows.end(), [&](const Row& row) {
                return row.spanCount > 0 && trace.begin(SpanId(row.firstSpan)) < time;
            }))
            return true;
    }
    return false;
}

/// nullopt where no device did anything.
std::optional<TimeNs> endOfDevices(const Trace& trace)
{
    std::optional<TimeNs> end;
    for (const Row& row : trace.rows()) {
        if (!isDeviceLane(trace.track(row.track).lane) || row.spanCount == 0)
            continue;
        const TimeNs last = trace.end(SpanId(row.firstSpan + row.spanCount - 1));
        end = std::max(end.value_or(last), last);
    }
    return end;
}

/// Steps of hosts, while GPUs are seen to run behind them: what they do in a step was launched in one before, perhaps.
void addUnknownQueue(FindingContext& c)
{
    constexpr double worthSaying = 0.05; // of the step, as between a host's and a device's
    const auto steps = c.trace.steps();
    const auto own = c.trace.rankSteps();
    const auto isOfHost = [](const RankStep& step) { return step.host.isEmpty() && !isWholeRecording(step); };
    if (!isProfilerRun(c.trace) || !c.trace.hasThreads() || !c.trace.launches().empty() || steps.size() < 3
        || !std::all_of(own.begin(), own.end(), isOfHost))
        return;
    const std::optional<TimeNs> end = endOfDevices(c.trace);
    if (!end || double(*end - steps.back().range.end) < worthSaying * c.stepNs())
        return;
    const TimeNs behind = *end - steps.back().range.end;
    Finding finding;
    finding.kind = Finding::Kind::Caveat;
    finding.id = "steps-of-hosts";
    finding.title = say("The steps are those of the hosts");
    finding.sentence = say("Which calls launched what was not recorded, and GPUs go on for {} after their hosts have "
                           "ended the last step: what they do in a step may be of the one before, and steps of theirs "
                           "may take another time.",
        timeText(double(behind)));
    finding.evidence.range = {steps.back().range.end, steps.back().range.end + behind};
    finding.howComputed = say("From the end of the last range of a step to the last end on a GPU.");
    finding.suggestion = say("Record the calls of the runtime as well: then steps are those of the GPUs.");
    c.analysis.findings.list.push_back(std::move(finding));
}

/// Of some ranks it was not recorded what launched the work of their devices: they have the steps of the others.
void addLentSteps(FindingContext& c)
{
    const std::vector<bool> without = ranksWithoutLaunches(c.trace);
    std::vector<int> ranks;
    for (uint32_t r = 0; r < without.size(); ++r) {
        if (without[r])
            ranks.push_back(c.rankNumber(r));
    }
    if (ranks.empty())
        return;
    Finding finding;
    finding.kind = Finding::Kind::Caveat;
    finding.id = "lent-steps";
    finding.title = say("{} recorded no launches", listText(Numbered::Ranks, ranks));
    finding.sentence = say(ranks.size() == 1
            ? say("Its GPU is shown in the steps of the other GPUs, which may be off by a few operations. Why it is "
                  "idle, and how far it is behind its host, cannot be told.")
            : say("Their GPUs are shown in the steps of the other GPUs, which may be off by a few operations. Why they "
                  "are idle, and how far they are behind their hosts, cannot be told."));
    finding.evidence.ranks.assign(ranks.begin(), ranks.end());
    finding.evidence.range = c.window();
    finding.howComputed = say("A host is ahead of its GPU: what a GPU does while its host is in a step was launched in "
                              "that one or before. Other ranks record which call launched what.");
    finding.suggestion = say("Record the calls of the runtime on all ranks.");
    c.analysis.findings.list.push_back(std::move(finding));
}

} // namespace

void addQueueCaveat(FindingContext& c)
{
    addLentSteps(c);
    std::vector<int> filling;
    std::vector<int> draining;
    bool isBehind = false;
    const std::vector<std::optional<HostStep>> steps = hostSteps(c.trace);
    for (size_t i = 0; i < steps.size(); ++i) {
        const std::optional<HostStep>& step = steps[i];
        if (!step || step->queue() == HostStep::Queue::Steady)
            continue;
        isBehind = true;
        (step->queue() == HostStep::Queue::Fills ? filling : draining).push_back(c.trace.steps()[i].number);
    }
    const size_t shown = size_t(c.analysis.step);
    const std::optional<HostStep> step = shown < steps.size() ? steps[shown] : std::nullopt;
    if (!step)
        addUnknownQueue(c);
    if (!step || (!isBehind && !step->differs()))
        return;
    Finding finding;
    finding.kind = Finding::Kind::Caveat;
    finding.id = "host-step";
    finding.title = isBehind ? say("GPUs run behind their hosts") : say("The step of the hosts is another one");
    finding.sentence = say(c.analysis.summary.ranks.size() < 2
            ? say("Step {} takes {} on GPUs and {} on their hosts.")
            : say("In the mean over the ranks, step {} takes {} on GPUs and {} on their hosts."),
        c.trace.steps()[shown].number, timeText(step->deviceNs), timeText(step->hostNs));
    if (isBehind)
        finding.sentence += say(" What hosts launch waits in a queue.");
    if (filling.size() > 1 && filling.size() == c.trace.steps().size())
        finding.sentence += say(" Every recorded step fills that queue: none is as long as steps are in the long run.");
    else if (!filling.empty())
        finding.sentence += changedBy(filling, true);
    if (!draining.empty())
        finding.sentence += changedBy(draining, false);
    for (const std::vector<int>& steps : {filling, draining})
        finding.evidence.steps.insert(finding.evidence.steps.end(), steps.begin(), steps.end());
    finding.evidence.range = c.window();
    finding.howComputed = step->isStated
        ? say("The step of a GPU is what its recorder says it worked on; that of its host is the range around it.")
        : say("A step of a GPU holds what its host launched in the step. It lasts from the end of what was launched "
              "before (if nothing was, from the begin of its own first operation) to the end of its last operation.");
    finding.suggestion = step->isStated
        ? say("Judge by the steps of the GPUs; record more than one step to see how often they come.")
        : isBehind
        ? say("Judge by the steps of the GPUs: while they have work in the queue, a faster host gains nothing.")
        : say("Judge by the steps of the GPUs; record more than one step to see where a step begins.");
    c.analysis.findings.list.push_back(std::move(finding));
}

void addRecordingCaveat(FindingContext& c)
{
    if (!isWholeRecording(c.trace))
        return;
    TimeNs startUp = 0;
    TimeNs shutDown = 0;
    bool isApart = false; // some GPUs work before others are recorded
    for (const RankStep& own : c.trace.rankSteps()) {
        const RankInfo* const rank = c.trace.findRank(own.rank);
        const TimeRange recorded = rank ? c.trace.rangeOf(*rank) : own.step.range;
        startUp = std::max(startUp, own.step.range.begin - recorded.begin);
        isApart = isApart || worksBefore(c.trace, own.rank, own.step.range.begin);
        shutDown = std::max(shutDown, recorded.end - own.step.range.end);
    }
    const std::vector<Finding>& known = c.analysis.findings.list;
    const bool isTorn = std::any_of(
        known.begin(), known.end(), [](const Finding& finding) { return finding.id == unrecordedLaunches; });
    Finding finding;
    finding.kind = Finding::Kind::Caveat;
    finding.id = "whole-recording";
    finding.title = say("Nothing marks a whole step");
    finding.sentence = say("All figures are those of the whole recording ({}): it has no ranges of whole steps, "
                           "and nothing that is launched again and again up to its end.",
        timeText(c.stepNs()));
    if (double(startUp) >= leastShapeShare * c.stepNs())
        finding.sentence += say(isApart
                ? say(" Up to {} until the last of the ranks is recorded are start-up and count for nothing.")
                : say(" Up to {} before the first work of a GPU are start-up and count for nothing."),
            timeText(double(startUp)));
    if (double(shutDown) >= leastShapeShare * c.stepNs() && !isTorn)
        finding.sentence += say(
            " Up to {} after the last work of a GPU are shut-down and count for nothing.", timeText(double(shutDown)));
    finding.evidence.range = c.window();
    finding.howComputed = say("Steps are told by the ranges that profilers, frameworks and programs put around them, "
                              "else by three or more equal sequences of launches.");
    finding.suggestion = say("Mark steps: profiler.step(), ranges named step, or --step-range for other NVTX ranges.");
    c.analysis.findings.list.push_back(std::move(finding));
}

} // namespace bubblescope
