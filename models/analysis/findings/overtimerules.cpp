// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "overtimerules.h"

#include "findingtext.h"
#include "median.h"
#include "overtime.h"
#include "rankexcess.h"
#include "slowrankprice.h"
#include "stepwork.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

namespace {

constexpr double msPerHour = 3.6e6;
constexpr size_t mostListedSteps = 4096;

Message lostText(double ms) { return timeText(ms * nsPerMs); }

/// Numbers for listText(), which speaks of ints.
std::vector<int> asNumbers(const std::vector<int64_t>& steps) { return {steps.begin(), steps.end()}; }

/// `ofEach` steps stand behind each that was recorded, as where a log prints every tenth.
Message hoursOf(double lostMs, double steps, int64_t ofEach)
{
    if (ofEach > 1) {
        return lostMs >= msPerHour / 10
            ? say(" About {} steps lost {} hours by it.", countText(steps), fmt::format("{:.1f}", lostMs / msPerHour))
            : say(" About {} steps lost {} by it.", countText(steps), lostText(lostMs));
    }
    if (lostMs >= msPerHour / 10) {
        return say(
            " The {} recorded steps lost {} hours by it.", countText(steps), fmt::format("{:.1f}", lostMs / msPerHour));
    }
    return say(" The {} recorded steps lost {} by it.", countText(steps), lostText(lostMs));
}

Message comparedCompute(const OverTime& what)
{
    const Message compared = say("Compute of each rank in each step, without that of experts, against the median of "
                                 "the other ranks of its stage.");
    return what.retimedSteps > 0
        ? say("{} {} with what they compute longer in {} of these steps, and without it.", compared, retimed(),
            what.retimedSteps)
        : say("{} The steps cannot be re-timed: each is counted as long as its slowest rank, which may be too much.",
            compared);
}

/// What would make the slow ranks as fast as others.
std::string cureOf(const OverTime& what)
{
    constexpr size_t mostNamed = 64;
    std::string cure;
    for (size_t i = 0; i < std::min(what.ranks.size(), mostNamed); ++i)
        cure += fmt::format("{}rank:{}={:.4g}", cure.empty() ? "" : ",", what.ranks[i], 1 / what.factor);
    return cure;
}

Finding findingOf(const OverTime& what, std::span<const std::string> hosts)
{
    Finding finding;
    const std::vector<int> steps = asNumbers(what.steps);
    const std::string percent = fmt::format("{:.1f}", (what.factor - 1) * 100);
    finding.costOrigin = Origin::Modelled;
    switch (what.kind) {
    case OverTime::Kind::Drift:
        finding.id = "drift";
        finding.title = say("Steps become longer");
        finding.sentence
            = say("From step {} to step {} the step time rises by {} %.", steps.front(), steps.back(), percent);
        finding.howComputed
            = say("A straight line through the medians of up to 64 stretches of the run, without warmup "
                  "and single long steps; the cost is what lies above its start.");
        finding.suggestion = say("Watch temperatures and clocks; look for memory that fragments or leaks.");
        break;
    case OverTime::Kind::LevelShift:
        finding.id = "level-shift";
        finding.title = say("Steps are longer since step {}", steps.front());
        finding.sentence = say("From step {} on, steps take {} % longer than before.", steps.front(), percent);
        finding.howComputed = say("The one change of level that explains the medians of up to 64 stretches of the run "
                                  "best, without warmup and single long steps.");
        finding.suggestion
            = say("Look for what changed at that step: a restart on other hosts, a link that fell back to "
                  "a lower rate, another batch or sequence length.");
        break;
    case OverTime::Kind::Blips:
        finding.id = "transient-blips";
        finding.title = say("{} took longer for once", listText(Numbered::Steps, steps));
        // Two of them have one distance, which tells nothing.
        finding.sentence = steps.size() == 1
            ? say("It took {} times as long as the steps around it.", factorText(what.factor))
            : steps.size() < 3
            ? say("They took up to {} times as long as the steps around them.", factorText(what.factor))
            : say("They took up to {} times as long as the steps around them, at no regular distance.",
                factorText(what.factor));
        finding.howComputed = say("Step times against the median of the 31 steps around each.");
        finding.suggestion = say("Compare with the logs of hosts, network and storage at that time.");
        break;
    case OverTime::Kind::PeriodicStall:
        finding.id = "periodic-stalls";
        finding.title = say("Every {} steps one takes longer", what.period);
        finding.sentence = say(
            "{} of them took up to {} times as long as the steps around them.", steps.size(), factorText(what.factor));
        finding.howComputed = say("Step times against the median of the 31 steps around each.");
        finding.suggestion
            = say("Checkpoints, evaluation, logging and garbage collection come at such distances: do them "
                  "more rarely, or beside the training.");
        break;
    case OverTime::Kind::Mixed:
        finding.id = "mixed-steps";
        finding.title = what.period == 2 ? say("Every second step takes longer")
            : what.period > 0            ? say("Steps are of two kinds in turn, every {} steps", what.period)
                                         : say("Steps are of two kinds, mixed");
        finding.sentence = say("{} steps take about {}, the others {}.", countText(double(steps.size())),
            lostText(what.highMs), lostText(what.lowMs));
        if (!what.work.empty()) {
            finding.title = say("Steps do different work");
            finding.sentence
                = say("{} steps take about {}, the others {}. Their names tell why: {} is one of the longer, {} is not.",
                    countText(double(steps.size())), lostText(what.highMs), lostText(what.lowMs), what.work,
                    what.usualWork);
            finding.howComputed = say("The name of the host's range of each step, and the numbers in it.");
            finding.suggestion = say("Compare steps of the same work; longer ones are no stall.");
            break;
        }
        finding.howComputed
            = say("Two levels that nearly all step times are close to; what the longer ones take beyond "
                  "the shorter level is lost.");
        finding.suggestion
            = say("Look for what is done in some steps only: gradient accumulation, logging, evaluation, "
                  "batches of another size, hosts that take turns.");
        break;
    case OverTime::Kind::SawTooth:
        finding.id = "saw-tooth";
        finding.title = say("Steps become longer and fall back, every {} steps", what.period);
        finding.sentence = say("In {} steps the step time rises from {} to {}, then it falls back.", what.period,
            lostText(what.lowMs), lostText(what.highMs));
        finding.howComputed
            = say("Falls of the step time at a regular distance; what lies above the level after them is lost.");
        finding.suggestion = say("Look for what grows and is cleaned up at that distance: garbage of Python, memory "
                                 "that fragments, a cache; or input that is sorted by length.");
        break;
    case OverTime::Kind::SlowHost:
        finding.id = slowHostId;
        finding.title = say(
            what.hosts.size() == 1 ? say("Host {} is slow") : say("Hosts {} are slow"), hostNames(what.hosts, hosts));
        finding.sentence = say("{} ranks there compute {} times as long as their peers in nearly all steps.",
            what.ranks.size(), factorText(what.factor));
        finding.sentence += countedAfter(what.mendedHosts, hosts);
        finding.howComputed = comparedCompute(what);
        finding.suggestion
            = say("Look at power and temperature, clocks, PCIe and other programs there; or leave it out of the job.");
        break;
    case OverTime::Kind::AlwaysSlow:
        finding.id = "always-slow-rank";
        finding.title = say(what.ranks.size() == 1 ? say("{} is always slow") : say("{} are always slow"),
            listText(Numbered::Ranks, what.ranks));
        finding.sentence = say(what.ranks.size() == 1
                ? say("In {} steps it computes {} times as long as its peers.")
                : say("In {} steps the slowest of them computes {} times as long as its peers."),
            steps.size(), factorText(what.factor));
        finding.howComputed = comparedCompute(what);
        finding.suggestion
            = say("Look at that GPU: clocks and throttling, other processes on it, its host's memory and "
                  "PCIe; or leave it out of the job.");
        break;
    case OverTime::Kind::SometimesSlow:
        finding.id = "sometimes-slow-rank";
        finding.title = say("{} is slow at times", listText(Numbered::Ranks, what.ranks));
        finding.sentence = say("In {} steps, from step {} to step {}, it computes {} times as long as its peers.",
            steps.size(), steps.front(), steps.back(), factorText(what.factor));
        finding.howComputed = comparedCompute(what);
        finding.suggestion
            = say("Look for what comes and goes on its host at those steps: throttling, other programs.");
        break;
    case OverTime::Kind::Rotating:
        finding.id = "rotating-stragglers";
        finding.title = say("Ranks are slow in turn");
        finding.sentence = say("In {} steps one of {} ranks computes {} times as long as its peers, but never the same "
                               "for long.",
            steps.size(), what.ranks.size(), factorText(what.factor));
        finding.howComputed = comparedCompute(what);
        finding.suggestion = say("Nothing is wrong with a single GPU: look for garbage collection that is not done in "
                                 "the same step everywhere, uneven input, or a program that moves from host to host.");
        break;
    }
    finding.evidence.ranks = what.ranks;
    finding.evidence.steps = what.steps;
    finding.evidence.steps.resize(std::min(what.steps.size(), mostListedSteps));
    return finding;
}

/// All steps, each as long as for its slowest rank.
double allMs(const StepTable& table)
{
    std::vector<float> longest(table.stepCount(), 0);
    for (size_t row = 0; row < table.rowCount() && table.has(StepMeasure::StepTime); ++row) {
        for (size_t step = 0; step < longest.size(); ++step) // NaN where it is not known
            longest[step] = std::fmax(longest[step], table.value(StepMeasure::StepTime, row, step));
    }
    return std::accumulate(longest.begin(), longest.end(), 0.0);
}

/// Of a step in which they are slow.
double costOfSlowStep(const OverTime& what)
{
    return what.lostMs * nsPerMs / double(std::max<size_t>(what.steps.size(), 1));
}

bool costsNothing(const OverTime& what, double stepNs)
{
    return what.isOfSlowRanks() && costOfSlowStep(what) < leastFaultShare * stepNs;
}

bool isOfSlowness(const Finding& finding) { return finding.id == "straggling-rank" || finding.id == slowHostId; }

bool isOneOfSlow(int32_t rank, const OverTime& what)
{
    return std::binary_search(what.ranks.begin(), what.ranks.end(), rank);
}

/// That ranks of a slow host cost a step nothing is better said of all steps and of the host.
void dropCostlessRanksOf(const OverTime& slowHost, Findings& findings)
{
    std::erase_if(findings.list, [&](const Finding& other) {
        const std::vector<int32_t>& ranks = other.evidence.ranks;
        return isOfSlowness(other) && other.kind == Finding::Kind::Caveat && other.evidence.steps.empty()
            && std::all_of(ranks.begin(), ranks.end(), [&](int32_t rank) { return isOneOfSlow(rank, slowHost); });
    });
}

/// A finding about slow ranks or hosts of the step names one of these ranks.
bool isAlreadyCharged(const Findings& findings, const OverTime& what)
{
    return std::any_of(findings.list.begin(), findings.list.end(), [&](const Finding& other) {
        const std::vector<int32_t>& ranks = other.evidence.ranks;
        return isOfSlowness(other)
            && std::any_of(ranks.begin(), ranks.end(), [&](int32_t rank) { return isOneOfSlow(rank, what); });
    });
}

/// What its kind names need not be listed as slow steps once more.
bool coversSlowSteps(const OverTime& what, const Finding& slow, const StepTable& table)
{
    switch (what.kind) {
    case OverTime::Kind::Blips:
    case OverTime::Kind::PeriodicStall:
    case OverTime::Kind::Mixed:
    case OverTime::Kind::SawTooth:
        return true;
    case OverTime::Kind::Drift:
    case OverTime::Kind::LevelShift: // of more steps, others that are slow are found as blips
        return table.stepCount() >= fewestStepsOverTime || slow.evidence.steps.front() >= what.steps.front();
    default:
        return false;
    }
}

/// What ranks that are slow in some steps are charged is no loss of these steps once more.
RankExcess chargedExcess(const Findings& findings, const std::vector<OverTime>& found, const StepTable& table)
{
    std::vector<const OverTime*> charged;
    for (const OverTime& what : found) {
        const bool isOfSomeSteps = what.kind == OverTime::Kind::SometimesSlow || what.kind == OverTime::Kind::Rotating;
        const bool costs = what.lostMs > 0 && !costsNothing(what, findings.stepNs);
        if (isOfSomeSteps && costs && !isAlreadyCharged(findings, what))
            charged.push_back(&what);
    }
    return RankExcess(table, charged);
}

void addChanges(Findings& findings, std::vector<OverTime> found, const StepTable& table,
    std::span<const std::string> hosts, int64_t stepsOfEach = 1)
{
    const double count = double(table.stepCount()) * double(stepsOfEach);
    const double all = allMs(table);
    const RankExcess ofRanks = chargedExcess(findings, found, table);
    int64_t period = 0; // of stalls that are those of a rank
    std::erase_if(found, [&](OverTime& what) {
        if (ofRanks.leaveToRanks(what))
            return false;
        period = what.kind == OverTime::Kind::PeriodicStall ? what.period : period;
        return true;
    });
    for (const OverTime& what : found) {
        // One cause is charged once.
        if (what.kind == OverTime::Kind::SlowHost)
            dropCostlessRanksOf(what, findings);
        if (what.isOfSlowRanks() && isAlreadyCharged(findings, what))
            continue;
        Finding finding = findingOf(what, hosts);
        if (what.kind == OverTime::Kind::SlowHost || what.kind == OverTime::Kind::AlwaysSlow)
            finding.tryKnobs = {{"straggler", cureOf(what)}};
        if (!what.work.empty()) {
            std::erase_if(findings.list, [](const Finding& other) { return other.id == "slow-steps"; });
            finding.kind = Finding::Kind::Caveat;
            findings.list.push_back(std::move(finding));
            continue;
        }
        if (costsNothing(what, findings.stepNs)) {
            finding.kind = Finding::Kind::Caveat;
            finding.title = say("{}, but that costs nothing now", finding.title);
            finding.sentence += say(" The step would not be shorter without that: something else is slower.");
            findings.list.push_back(std::move(finding));
            continue;
        }
        if (what.kind == OverTime::Kind::SometimesSlow && period > 0)
            finding.sentence += say(" It is so every {} steps.", period);
        finding.sentence += hoursOf(what.lostMs * double(stepsOfEach), count, stepsOfEach);
        std::erase_if(findings.list, [&](const Finding& other) {
            return other.id == "slow-steps" && !other.evidence.steps.empty() && coversSlowSteps(what, other, table);
        });
        addToMeanStep(findings, std::move(finding), what.lostMs * double(stepsOfEach) * nsPerMs,
            all * double(stepsOfEach) * nsPerMs, count, 0);
    }
}

/// Longer steps whose names say that they do other work, such as the prefill of a server, are no stalls.
void tellOtherWork(std::vector<OverTime>& found, const Trace& trace)
{
    const auto isOfLongSteps = [](const OverTime& what) {
        return what.kind == OverTime::Kind::Blips || what.kind == OverTime::Kind::PeriodicStall
            || what.kind == OverTime::Kind::Mixed;
    };
    const auto steps = trace.steps();
    const auto indexOf = [&steps](int64_t number) {
        const auto at = std::lower_bound(steps.begin(), steps.end(), number,
            [](const Step& step, int64_t wanted) { return step.number < wanted; });
        return size_t(at - steps.begin());
    };
    std::vector<size_t> longer;
    for (const OverTime& what : found) {
        for (const int64_t number : isOfLongSteps(what) ? what.steps : std::vector<int64_t>())
            longer.push_back(indexOf(number));
    }
    if (longer.empty())
        return;
    std::sort(longer.begin(), longer.end());
    longer.erase(std::unique(longer.begin(), longer.end()), longer.end());
    const StepWork work(trace);
    const std::vector<size_t> others = work.otherThanUsual(longer);
    if (others.empty())
        return;
    const auto medianMs = [&steps](const auto& isWanted) {
        std::vector<double> times;
        for (size_t s = 0; s < steps.size(); ++s) {
            if (isWanted(s))
                times.push_back(double(steps[s].range.duration()) / nsPerMs);
        }
        return medianOf(times);
    };
    const auto isOther = [&others](size_t step) { return std::binary_search(others.begin(), others.end(), step); };
    const auto isLonger = [&longer](size_t step) { return std::binary_search(longer.begin(), longer.end(), step); };
    OverTime mixed;
    mixed.kind = OverTime::Kind::Mixed;
    mixed.highMs = medianMs(isOther);
    mixed.lowMs = medianMs([&](size_t step) { return !isLonger(step); });
    mixed.factor = mixed.lowMs > 0 ? mixed.highMs / mixed.lowMs : 1;
    for (const size_t step : others)
        mixed.steps.push_back(steps[step].number);
    mixed.work = work.nameOf(others.front());
    for (size_t s = 0; s < steps.size() && mixed.usualWork.empty(); ++s)
        mixed.usualWork = isLonger(s) ? std::string_view() : work.nameOf(s);
    for (OverTime& what : found) {
        if (!isOfLongSteps(what))
            continue;
        const size_t before = what.steps.size();
        std::erase_if(what.steps, [&](int64_t number) { return isOther(indexOf(number)); });
        if (what.steps.size() == before)
            continue;
        if (2 * what.steps.size() < before) { // what is left has neither their distance nor their level
            what.kind = OverTime::Kind::Blips;
            what.period = 0;
        }
        what.lostMs = 0;
        what.factor = 1;
        for (const int64_t number : what.steps) {
            const double ms = double(steps[indexOf(number)].range.duration()) / nsPerMs;
            what.lostMs += std::max(ms - mixed.lowMs, 0.0);
            what.factor = mixed.lowMs > 0 ? std::max(what.factor, ms / mixed.lowMs) : what.factor;
        }
    }
    OverTime* blips = nullptr; // there may be two of them by now
    for (OverTime& what : found) {
        if (what.kind != OverTime::Kind::Blips || what.steps.empty())
            continue;
        if (!blips) {
            blips = &what;
            continue;
        }
        blips->steps.insert(blips->steps.end(), what.steps.begin(), what.steps.end());
        std::sort(blips->steps.begin(), blips->steps.end());
        blips->lostMs += what.lostMs;
        blips->factor = std::max(blips->factor, what.factor);
        what.steps.clear();
    }
    std::erase_if(found, [&](const OverTime& what) { return isOfLongSteps(what) && what.steps.empty(); });
    found.push_back(std::move(mixed));
}

} // namespace

std::set<int32_t> ranksOfSlowHosts(const FindingContext& c)
{
    std::set<int32_t> ranks;
    for (const OverTime& what : c.overTime) {
        if (what.kind == OverTime::Kind::SlowHost && !costsNothing(what, c.stepNs()))
            ranks.insert(what.ranks.begin(), what.ranks.end());
    }
    return ranks;
}

void findChanges(FindingContext& c)
{
    if (c.trace.steps().size() < 8)
        return;
    if (c.isProfile()) {
        // Ranks are not comparable; the steps are.
        std::vector<int64_t> numbers;
        for (const Step& step : c.trace.steps())
            numbers.push_back(step.number);
        c.steps = StepTable({StepTable::Row {}}, std::move(numbers));
        c.steps.add(StepMeasure::StepTime);
        for (size_t s = 0; s < c.trace.steps().size(); ++s)
            c.steps.set(StepMeasure::StepTime, 0, s, float(double(c.trace.steps()[s].range.duration()) / nsPerMs));
        c.overTime = findOverTime(c.steps);
        tellOtherWork(c.overTime, c.trace);
        std::erase_if(c.overTime, [](const OverTime& what) {
            return what.kind != OverTime::Kind::Drift && what.kind != OverTime::Kind::LevelShift
                && what.kind != OverTime::Kind::Mixed && what.kind != OverTime::Kind::SawTooth;
        });
        return;
    }
    const std::shared_ptr<const RunContext> context = contextOf(c.run);
    c.steps = StepTable::ofRun(*context);
    if (!c.analysis.experts.ranks.empty()) {
        // What experts compute depends on the tokens they are given, which is a finding of its own.
        for (const PassCompute& pass : passCompute(*context)) {
            const float all = c.steps.value(StepMeasure::Compute, pass.rank, size_t(pass.step));
            const auto expert = float(double(pass.expert) / nsPerMs);
            c.steps.set(StepMeasure::Compute, pass.rank, size_t(pass.step), all - expert);
        }
    }
    c.overTime = findOverTime(c.steps);
    tellOtherWork(c.overTime, c.trace);
    if (c.pricer)
        priceSlowRanks(c.overTime, {c.trace, *c.pricer, size_t(c.analysis.step)});
}

RankExcess excessOfChargedRanks(FindingContext& c)
{
    return chargedExcess(c.analysis.findings, c.overTime, c.steps);
}

void addOverTimeOf(Findings& findings, const StepTable& table, int64_t stepsOfEach)
{
    addChanges(findings, findOverTime(table), table, {}, stepsOfEach);
}

void addOverTime(FindingContext& c)
{
    addChanges(c.analysis.findings, c.overTime, c.steps, c.trace.hosts());
    for (Finding& finding : c.analysis.findings.list) {
        // Views go to the first of the steps.
        if (finding.evidence.steps.empty() || !finding.evidence.range.isNothing())
            continue;
        for (const Step& step : c.trace.steps()) {
            if (step.number == finding.evidence.steps.front())
                finding.evidence.range = step.range;
        }
    }
}

} // namespace bubblescope
