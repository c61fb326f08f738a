// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "overtimerules.h"

#include "findingtext.h"
#include "overtime.h"

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

Message hoursOf(const OverTime& what, size_t steps)
{
    if (what.lostMs >= msPerHour / 10) {
        return say(" The {} recorded steps lost {} hours by it.", countText(double(steps)),
            fmt::format("{:.1f}", what.lostMs / msPerHour));
    }
    return say(" The {} recorded steps lost {} by it.", countText(double(steps)), lostText(what.lostMs));
}

Message comparedCompute()
{
    return say(
        "Compute of each rank in each step against the median of the other ranks of its stage; a step is counted "
        "as long as its slowest rank.");
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
        finding.sentence = say("They took up to {} times as long as the steps around them, at no regular distance.",
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
    case OverTime::Kind::SlowHost: {
        const std::string name
            = size_t(what.host) < hosts.size() ? hosts[size_t(what.host)] : fmt::format("{}", what.host);
        finding.id = "slow-host";
        finding.title = say("Host {} is slow", name);
        finding.sentence = say("Its {} ranks compute {} times as long as their peers in nearly all steps.",
            what.ranks.size(), factorText(what.factor));
        finding.howComputed = comparedCompute();
        finding.suggestion = say("Look at that host: power and temperature, clocks, PCIe, other programs; or leave it "
                                 "out of the job.");
        break;
    }
    case OverTime::Kind::AlwaysSlow:
        finding.id = "always-slow-rank";
        finding.title = say("{} is always slow", listText(Numbered::Ranks, what.ranks));
        finding.sentence
            = say("In {} steps it computes {} times as long as its peers.", steps.size(), factorText(what.factor));
        finding.howComputed = comparedCompute();
        finding.suggestion
            = say("Look at that GPU: clocks and throttling, other processes on it, its host's memory and "
                  "PCIe; or leave it out of the job.");
        break;
    case OverTime::Kind::SometimesSlow:
        finding.id = "sometimes-slow-rank";
        finding.title = say("{} is slow at times", listText(Numbered::Ranks, what.ranks));
        finding.sentence = say("In {} steps, from step {} to step {}, it computes {} times as long as its peers.",
            steps.size(), steps.front(), steps.back(), factorText(what.factor));
        finding.howComputed = comparedCompute();
        finding.suggestion
            = say("Look for what comes and goes on its host at those steps: throttling, other programs.");
        break;
    case OverTime::Kind::Rotating:
        finding.id = "rotating-stragglers";
        finding.title = say("Ranks are slow in turn");
        finding.sentence = say("In {} steps one of {} ranks computes {} times as long as its peers, but never the same "
                               "for long.",
            steps.size(), what.ranks.size(), factorText(what.factor));
        finding.howComputed = comparedCompute();
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

} // namespace

void addOverTimeOf(Findings& findings, const StepTable& table, std::span<const std::string> hosts)
{
    const std::vector<OverTime> found = findOverTime(table);
    const double all = allMs(table);
    for (const OverTime& what : found) {
        Finding finding = findingOf(what, hosts);
        if (what.kind == OverTime::Kind::AlwaysSlow
            && std::any_of(findings.list.begin(), findings.list.end(), [&](const Finding& other) {
                   return other.id == "straggling-rank"
                       && std::find(other.evidence.ranks.begin(), other.evidence.ranks.end(), what.ranks.front())
                       != other.evidence.ranks.end();
               }))
            continue;
        finding.sentence += hoursOf(what, table.stepCount());
        finding.costNs = all > 0 ? findings.stepNs * what.lostMs / all : 0;
        // Told by their kind, long steps need not be listed once more.
        if (what.kind == OverTime::Kind::Blips || what.kind == OverTime::Kind::PeriodicStall)
            std::erase_if(findings.list, [](const Finding& other) { return other.id == "slow-steps"; });
        if (finding.costNs > 0)
            addShare(findings, std::move(finding), 0);
    }
}

void addOverTime(FindingContext& c)
{
    if (c.isProfile() || c.trace.steps().size() < 8)
        return;
    addOverTimeOf(c.analysis.findings, StepTable::ofRun(*contextOf(c.run)), c.trace.hosts());
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
