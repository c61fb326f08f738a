// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Findings about input and host, outlier steps, and caveats.
#include "hostrules.h"

#include "devicelanes.h"
#include "findingtext.h"
#include "functionname.h"
#include "hostthreads.h"
#include "idlerules.h"
#include "overtimerules.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace bubblescope {

namespace {

bool isHostWork(Category category) { return category == Category::Host || category == Category::Other; }

/// By span of a window, how long it lasts without what is recorded inside.
std::vector<TimeNs> ownTimes(const Trace& trace, TimeRange window)
{
    std::vector<TimeNs> own(trace.spanCount(), 0);
    std::vector<SpanId> spans;
    std::vector<SpanId> open; // that contain the next one, outermost first
    for (const Track& track : trace.tracks()) {
        spans.clear();
        for (const Row& row : trace.rowsOf(trace.idOf(track))) {
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                if (window.contains(trace.range(SpanId(i))))
                    spans.push_back(SpanId(i));
            }
        }
        std::stable_sort(spans.begin(), spans.end(), [&](SpanId a, SpanId b) {
            const TimeRange first = trace.range(a);
            const TimeRange second = trace.range(b);
            return first.begin != second.begin ? first.begin < second.begin : first.end > second.end;
        });
        open.clear();
        for (const SpanId span : spans) {
            while (!open.empty() && trace.end(open.back()) < trace.end(span))
                open.pop_back();
            if (!open.empty())
                own[open.back().value] -= trace.duration(span);
            own[span.value] += trace.duration(span);
            open.push_back(span);
        }
    }
    return own;
}

/// What the hosts do, by the name with the most time outside of what it calls.
void addHostWork(FindingContext& c)
{
    const TimeSplit& split = c.analysis.summary.split;
    const double lost = c.perRank(split.of(Category::Host) + split.of(Category::Other));
    const std::vector<Finding>& found = c.analysis.findings.list;
    const bool isUnrecorded = std::any_of(
        found.begin(), found.end(), [](const Finding& finding) { return finding.id == "unrecorded-device"; });
    if (lost < largeShare * c.stepNs() || isUnrecorded)
        return;
    const TimeRange window = c.window();
    const std::vector<TimeNs> own = ownTimes(c.trace, window);
    struct Calls {
        TimeNs time = 0;
        uint64_t count = 0;
        SpanId longest;
    };
    std::map<uint32_t, Calls> byName;
    for (uint32_t i = 0; i < own.size(); ++i) {
        const SpanId span(i);
        if (own[i] <= 0 || !isHostWork(c.trace.category(span)) || c.trace.operation(span) == Operation::GetBatch
            || framesRange(c.trace.range(span), window))
            continue;
        Calls& calls = byName[c.trace.nameId(SpanId(i)).value];
        calls.time += own[i];
        ++calls.count;
        if (!calls.longest.isValid() || own[i] > own[calls.longest.value])
            calls.longest = SpanId(i);
    }
    const auto most = std::max_element(
        byName.begin(), byName.end(), [](const auto& a, const auto& b) { return a.second.time < b.second.time; });
    if (most == byName.end())
        return; // only input, which is a finding of its own, or a mark of the step
    const Calls& calls = most->second;
    Finding finding;
    finding.kind = Finding::Kind::Shape;
    finding.id = "host-work";
    finding.title = say("Hosts work while nothing is computed");
    finding.costNs = lost;
    finding.sentence = say(calls.count == 1
            ? say("Host work takes {} per rank, {} {}; most of it is {}: {} in {} call of {}.")
            : say("Host work takes {} per rank, {} {}; most of it is {}: {} in {} calls, the longest {}."),
        timeText(lost), shareText(lost / std::max(c.stepNs(), 1.0)), c.ofStep(),
        shortFunctionName(c.trace.name(calls.longest)), timeText(c.perRank(calls.time)), countText(double(calls.count)),
        timeText(double(own[calls.longest.value])));
    finding.evidence.spans = {calls.longest};
    finding.evidence.range = c.trace.range(calls.longest);
    finding.evidence.ranks = {c.trace.track(c.trace.track(calls.longest)).rank};
    finding.howComputed
        = say("Time of host records beside which nothing computes or communicates. {}", meanOverRanks());
    finding.suggestion = say("Move it out of the step or to another thread, or run it while GPUs compute.");
    c.add(std::move(finding), leastShapeShare);
}

/// Long gaps in which a rank neither works nor waits for anybody.
void addIdle(FindingContext& c)
{
    const double lost = c.perRank(c.analysis.summary.split.longGaps);
    if (lost < largeShare * c.stepNs())
        return;
    const Bubble* longest = nullptr;
    for (const Bubble& bubble : c.analysis.bubbles.all) {
        const bool isIdle = !bubble.isPipelines && !bubble.isWaiting();
        if (isIdle && (!longest || bubble.range.duration() > longest->range.duration()))
            longest = &bubble;
    }
    if (!longest)
        return;
    Finding finding;
    finding.kind = Finding::Kind::Shape;
    finding.id = "idle";
    finding.title = say("Ranks are idle");
    finding.costNs = lost;
    finding.sentence = say(c.recordsWaits()
            ? say("For {} {} ({}) nothing is recorded on a rank, and it waits for nobody; the longest such gap, {}, is "
                  "on rank {}.")
            : say("For {} {} ({}) nothing is recorded on a rank, and no communication at all: whom it may wait for is "
                  "not known. The longest such gap, {}, is on rank {}."),
        timeText(lost), c.ofStep(), shareText(lost / std::max(c.stepNs(), 1.0)),
        timeText(double(longest->range.duration())), c.rankNumber(longest->rank));
    finding.evidence.range = longest->range;
    finding.evidence.ranks = {c.rankNumber(longest->rank)};
    finding.howComputed
        = say("Gaps between the records of a rank above {}. {}", timeText(double(longestHostGap)), meanOverRanks());
    finding.suggestion = say("Record what the host does there: with a profiler, or with more ranges in the tracer.");
    c.add(std::move(finding), leastShapeShare);
}

/// Names the cause that the slowest one recorded.
void explainSlowSteps(const FindingContext& c, const std::vector<int>& slow, Finding& finding)
{
    const auto steps = c.trace.steps();
    const int slowest = *std::max_element(slow.begin(), slow.end(),
        [&](int a, int b) { return steps[size_t(a)].range.duration() < steps[size_t(b)].range.duration(); });
    const std::optional<HoldUp> holdUp = holdUpOfStep(c, slowest);
    if (!holdUp)
        return;
    const int number = steps[size_t(slowest)].number;
    if (holdUp->rank) {
        const int rank = c.rankNumber(*holdUp->rank);
        finding.title += say(": rank {} is in {}", rank, holdUp->names);
        finding.sentence += say(" In step {} the host of rank {} is in {} for {}, and its GPU idle for {}", number,
            rank, holdUp->names, timeText(double(holdUp->recorded)), timeText(double(holdUp->idle)));
        finding.sentence += holdUp->awaited > 0
            ? say("; the other ranks wait {} for it.", timeText(double(holdUp->awaited)))
            : Message(".");
        finding.evidence.ranks = {rank};
    } else {
        finding.title += say(": hosts are in {}", holdUp->names);
        finding.sentence += say(" In step {} hosts are in {} for {}, and GPUs idle for {}.", number, holdUp->names,
            timeText(double(holdUp->recorded)), timeText(double(holdUp->idle)));
    }
    if (holdUp->longest.span.isValid())
        finding.evidence.spans = {holdUp->longest.span};
    finding.evidence.range = holdUp->longest.longest;
    finding.suggestion = adviceAgainst(c.trace, holdUp->longest);
}

/// Those that are not long because of a rank that is told as slow in some steps, and what they take longer (ns).
std::pair<std::vector<int>, double> ownSlowSteps(FindingContext& c)
{
    const std::vector<int>& slow = c.analysis.stragglers.slowSteps;
    const auto steps = c.trace.steps();
    const RankExcess ofRanks = excessOfChargedRanks(c);
    const std::vector<size_t> indexes(slow.begin(), slow.end());
    const std::vector<double> left = ofRanks.isNothing() ? std::vector<double>() : ofRanks.withoutRanks(indexes);
    std::pair<std::vector<int>, double> own {{}, 0};
    for (size_t i = 0; i < slow.size(); ++i) {
        if (!left.empty() && left[i] <= 0)
            continue;
        own.first.push_back(slow[i]);
        own.second += left.empty() ? double(steps[indexes[i]].range.duration()) - c.stepNs() : left[i] * nsPerMs;
    }
    return own;
}

} // namespace

void addHostCosts(FindingContext& c)
{
    addHostWork(c);
    addIdle(c);
    TimeNs input = 0;
    SpanId longest;
    for (const Row& row : c.trace.rows()) {
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            const SpanId span(i);
            if (c.trace.operation(span) != Operation::GetBatch)
                continue;
            input += c.trace.duration(span);
            if (!longest.isValid() || c.trace.duration(span) > c.trace.duration(longest))
                longest = span;
        }
    }
    const auto steps = double(std::max<size_t>(c.trace.steps().size(), 1));
    // Beside a GPU, only what that waits for its input is lost.
    if (longest.isValid() && !isProfilerRun(c.trace)) {
        Finding finding;
        finding.kind = Finding::Kind::Shape;
        finding.id = "input";
        finding.title = say("Fetching batches takes time");
        finding.costNs = c.perRank(input) / steps;
        finding.sentence = say("get_batch takes {} per rank and step, the longest {}.", timeText(finding.costNs),
            timeText(double(c.trace.duration(longest))));
        finding.evidence.spans = {longest};
        finding.evidence.range = c.trace.range(longest);
        finding.howComputed = say("Sum of all get_batch records over ranks and steps. {}", meanOverRanks());
        finding.suggestion = say("More loader workers, prefetching to the GPU, pinned memory.");
        c.add(std::move(finding), leastShapeShare);
    }
    const TimeNs gaps = c.analysis.summary.split.shortGaps;
    Finding finding;
    finding.kind = Finding::Kind::Shape;
    finding.id = "host-gaps";
    finding.title = say("The host leaves gaps");
    finding.costNs = c.perRank(gaps);
    finding.sentence = say("Between operations {} per rank pass without anything recorded, in gaps below {}.",
        timeText(finding.costNs), timeText(double(longestHostGap)));
    finding.evidence.range = c.window();
    finding.howComputed = say("Gaps between the records of a rank up to 1 ms. {}", meanOverRanks());
    finding.suggestion
        = say("CUDA graphs, fewer and larger kernels, less logging and fewer synchronizations between them.");
    finding.tryKnobs = {{"host-gaps", "0.5"}};
    c.add(std::move(finding), leastShapeShare);
}

void addStepFindings(FindingContext& c)
{
    const Stragglers& s = c.analysis.stragglers;
    const auto steps = c.trace.steps();
    const auto numbersOf = [&](const std::vector<int>& indexes, Finding& finding) {
        std::vector<int> numbers;
        for (const int step : indexes) {
            numbers.push_back(steps[size_t(step)].number);
            finding.evidence.steps.push_back(steps[size_t(step)].number);
        }
        finding.evidence.range = steps[size_t(indexes.front())].range;
        return numbers;
    };
    const auto [slowSteps, excess] = ownSlowSteps(c);
    if (!slowSteps.empty()) {
        Finding finding;
        finding.id = "slow-steps";
        const std::vector<int> numbers = numbersOf(slowSteps, finding);
        double all = 0;
        for (const Step& step : steps)
            all += double(step.range.duration());
        finding.title
            = say(numbers.size() == 1 ? say("{} is slow") : say("{} are slow"), listText(Numbered::Steps, numbers));
        finding.sentence
            = say(numbers.size() == 1 ? say("{} of {} steps takes more than {} times the median; step {} takes {}.")
                                      : say("{} of {} steps take more than {} times the median; step {} takes {}."),
                numbers.size(), steps.size(), factorText(slowStepFactor), numbers.front(),
                timeText(double(steps[size_t(slowSteps.front())].range.duration())));
        finding.howComputed = say("Time beyond the typical step, of a mean step.");
        finding.suggestion = say("Look for checkpoints, evaluation, garbage collection or other users at those times.");
        if (isProfilerRun(c.trace))
            explainSlowSteps(c, slowSteps, finding);
        addToMeanStep(c.analysis.findings, std::move(finding), excess, all, double(steps.size()), leastFaultShare);
    }
    if (!s.warmupSteps.empty()) {
        Finding finding;
        finding.kind = Finding::Kind::Caveat;
        finding.id = "warm-up";
        const std::vector<int> numbers = numbersOf(s.warmupSteps, finding);
        finding.title
            = say(numbers.size() == 1 ? say("{} is warmup") : say("{} are warmup"), listText(Numbered::Steps, numbers));
        finding.sentence = say("They take longer than the rest and are excluded from medians.");
        finding.howComputed = say("Leading steps of more than {} times the median.", factorText(slowStepFactor));
        finding.suggestion = say("Nothing to do.");
        c.analysis.findings.list.push_back(std::move(finding));
    }
}

/// Not a part of the others: it says what each of them rests on.
void addIncompleteRanks(FindingContext& c)
{
    Finding finding;
    std::vector<int> numbers;
    const Stragglers::Incomplete* worst = nullptr;
    for (const Stragglers::Incomplete& rank : c.analysis.stragglers.incomplete) {
        if (rank.step != c.analysis.step)
            continue;
        numbers.push_back(c.rankNumber(rank.rank));
        if (!worst || rank.passes < worst->passes)
            worst = &rank;
    }
    if (!worst)
        return;
    for (Finding& other : c.analysis.findings.list)
        other.howComputed += say(" {} recorded only part of the step, and what is missing looks like waiting.",
            listText(Numbered::Ranks, numbers));
    finding.kind = Finding::Kind::Caveat;
    finding.id = "incomplete-rank";
    finding.title = say("{} recorded only part of the step", listText(Numbered::Ranks, numbers));
    finding.sentence = say("Rank {} has {} of the {} forward and backward passes that others of its stage recorded. "
                           "What it lacks is compared with nothing, but its time looks like bubble and waiting.",
        c.rankNumber(worst->rank), worst->passes, worst->peersPasses);
    finding.evidence.ranks.assign(numbers.begin(), numbers.end());
    finding.evidence.range = c.window();
    finding.howComputed = say("Passes of each rank in this step against the largest number in its stage.");
    finding.suggestion = say("See Issues: a file that ends early is named there. Copy or record it again.");
    c.analysis.findings.list.push_back(std::move(finding));
}

void addCaveats(FindingContext& c)
{
    addIncompleteRanks(c);
    const Plausibility& found = c.analysis.plausibility;
    uint64_t count = 0;
    const Plausibility::Kind* worst = nullptr;
    Finding finding;
    for (const Plausibility::Kind& kind : found.kinds) {
        if (kind.isInner || c.trace.bytes(kind.largest) < leastTimedBytes)
            continue;
        count += kind.count;
        worst = worst ? worst : &kind;
        finding.evidence.spans.push_back(kind.largest);
    }
    if (!worst) {
        for (const Plausibility::Kind& kind : found.kinds) {
            if (kind.why == Implausible::Flagged && c.trace.bytes(kind.largest) < leastTimedBytes)
                continue;
            count += kind.count;
            worst = worst ? worst : &kind;
            finding.evidence.spans.push_back(kind.largest);
        }
    }
    if (!worst)
        return;
    finding.kind = Finding::Kind::Caveat;
    finding.id = "not-measured";
    finding.title
        = say(count == 1 ? say("{} communication was not measured") : say("{} communications were not measured"),
            countText(double(count)));
    const double bytes = double(c.trace.bytes(worst->largest));
    const int rank = c.trace.track(c.trace.track(worst->largest)).rank;
    finding.sentence = worst->bandwidth > 0
        ? say("{} on rank {} would move {} in {}, that is {}: no link does that, so its time is a placeholder",
            shortFunctionName(c.trace.name(worst->largest)), rank, bytesText(bytes),
            timeText(double(c.trace.duration(worst->largest))), speedText(worst->bandwidth))
        : say("{} on rank {} moves {} without any time recorded", shortFunctionName(c.trace.name(worst->largest)), rank,
            bytesText(bytes));
    finding.sentence += count > 1 ? say("; {} such records are excluded from averages.", countText(double(count)))
                                  : say("; it is excluded from averages.");
    finding.evidence.ranks = {rank};
    finding.evidence.range = c.trace.range(worst->largest);
    finding.howComputed = say("Bytes over recorded time, more than {}; or {} and more in no time.",
        speedText(impossibleBandwidth), bytesText(leastTimedBytes));
    finding.suggestion
        = say("Take the cost of this communication from the simulation, or record the job on all its ranks.");
    c.analysis.findings.list.push_back(std::move(finding));
}

} // namespace bubblescope
