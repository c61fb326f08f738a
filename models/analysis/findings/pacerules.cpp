// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pacerules.h"

#include "findingtext.h"
#include "hoststep.h"
#include "idlerules.h"
#include "launchqueue.h"
#include "profiledspans.h"
#include "runcontext.h"
#include "wholerecording.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

namespace {

using Pace = SteadyState::Part;

Message titleOf(const FindingContext& c, Pace part)
{
    const std::optional<uint32_t> rank = c.steady->rank;
    switch (part) {
    case Pace::Gpu:
        return rank ? say("The GPU of rank {} sets the pace", c.rankNumber(*rank)) : say("GPUs set the pace");
    case Pace::Host:
        return rank ? say("The host of rank {} sets the pace", c.rankNumber(*rank)) : say("Hosts set the pace");
    case Pace::Communication:
        break;
    }
    return say("Communication sets the pace");
}

/// What the host spends most of the time on in which its GPU is idle, by its longest pause; null where it only launches.
const IdleCause* chiefCause(const FindingContext& c)
{
    const std::vector<IdleSum> sums = idleByKind(c.idleCauses, c.steady->rank);
    return sums.empty() || sums.front().kind == IdleKind::Launching ? nullptr : sums.front().longest;
}

Message adviceFor(const FindingContext& c, Pace part)
{
    switch (part) {
    case Pace::Gpu:
        return say("Faster kernels make the step shorter; a faster host gains little.");
    case Pace::Host:
        if (const IdleCause* const cause = chiefCause(c))
            return adviceAgainst(c.trace, *cause);
        return say("Launch fewer and larger kernels, or with CUDA graphs; faster kernels gain little.");
    case Pace::Communication:
        break;
    }
    return say("Send less, over faster links, or beside compute.");
}

/// How far apart the ranks begin the step that is shown.
TimeNs spreadOfBegins(const FindingContext& c)
{
    TimeNs first = std::numeric_limits<TimeNs>::max();
    TimeNs last = std::numeric_limits<TimeNs>::min();
    for (const RankStep& own : c.trace.rankSteps()) {
        if (own.step.number != c.trace.steps()[size_t(c.analysis.step)].number)
            continue;
        first = std::min(first, own.step.range.begin);
        last = std::max(last, own.step.range.begin);
    }
    return first <= last ? last - first : 0;
}

void addWhatBinds(FindingContext& c)
{
    const std::optional<Pace> part = c.steady ? c.steady->binds() : std::nullopt;
    if (!part || isWholeRecording(c.trace)) // which is no step that comes again
        return;
    // Of what its host does beside a stated step, nothing shows what comes again.
    if (const std::optional<HostStep> host = hostStepOf(c.trace, size_t(c.analysis.step));
        host && host->isStated && host->differs())
        return;
    const auto tenth = [&](Pace of) { return shareText(0.1 * std::max(0.0, c.steady->shareOf(of))); };
    Finding finding;
    finding.kind = Finding::Kind::Caveat;
    finding.id = "pace";
    finding.title = titleOf(c, *part);
    finding.sentence = say("Again and again the step takes {}. If kernels took a tenth less, it would be {} shorter; if "
                           "hosts did between their calls, {}; if communication did, {}.",
        timeText(double(c.steady->period)), tenth(Pace::Gpu), tenth(Pace::Host), tenth(Pace::Communication));
    // From the first rank's begin to the last one's end, a step is longer than from one begin to the next.
    constexpr double alike = 1.05;
    const double longer = c.stepNs() - double(c.steady->period);
    const auto spread = double(spreadOfBegins(c));
    if (c.stepNs() > alike * double(c.steady->period) && spread > longer / 2)
        finding.sentence += say(" This one is told as {}, since its ranks begin it up to {} apart.",
            timeText(c.stepNs()), timeText(spread));
    if (c.steady->rank)
        finding.evidence.ranks = {c.rankNumber(*c.steady->rank)};
    finding.evidence.range = c.window();
    finding.howComputed = say("The step was repeated with its host, streams and launch queue carried over until the time "
                              "from one repetition to the next had settled, under each of these costs.");
    finding.suggestion = adviceFor(c, *part);
    c.analysis.findings.list.push_back(std::move(finding));
}

/// A call that blocks because the queue is full waits for the device.
void addFullQueues(FindingContext& c)
{
    LongestSpans blocked(c.trace);
    size_t depth = 0;
    const TimeRange window = c.window();
    const std::shared_ptr<const std::vector<LaunchQueue>> queues = launchQueuesOf(*contextOf(c.run));
    for (const LaunchQueue& queue : *queues) {
        for (const SpanId call : queue.blockedCalls()) {
            if (!window.contains(c.trace.begin(call)))
                continue;
            blocked.add(call);
            depth = std::max(depth, queue.depth());
        }
    }
    const double waited = c.perRank(blocked.total);
    if (waited < leastShapeShare * c.stepNs())
        return;
    Finding finding;
    finding.kind = Finding::Kind::Caveat;
    finding.id = "full-launch-queue";
    finding.title = say("Hosts wait for room in the launch queue");
    finding.sentence
        = say("{} launching calls block for {} per rank because {} launches are queued already: they wait for the GPU, "
              "and are no work of the host.",
            countText(double(blocked.count)), timeText(waited), countText(double(depth)));
    finding.evidence = blocked.evidence(c);
    finding.howComputed = say("Launching calls that take longer than others of their name while as much is unfinished "
                              "on the GPU as ever, and is so when they return.");
    finding.suggestion = say("Nothing to do: the GPU is the one to be made faster.");
    c.analysis.findings.list.push_back(std::move(finding));
}

} // namespace

void addPace(FindingContext& context)
{
    if (!isProfilerRun(context.trace))
        return;
    addWhatBinds(context);
    addFullQueues(context);
}

} // namespace bubblescope
