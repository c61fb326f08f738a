// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Findings of run logs.
#include "logfindings.h"

#include "findingtext.h"
#include "logtimers.h"
#include "median.h"
#include "overtimerules.h"
#include "roundedtime.h"
#include "stepbatches.h"
#include "stragglers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

/// What is found is found of the steps of one batch.
void tellGrowingBatch(Findings& findings, const RunLog& log, const std::vector<int64_t>& batches)
{
    const auto timeOf = [&](int64_t batch) {
        std::vector<double> times;
        for (size_t i = 0; i < batches.size(); ++i) {
            if (batches[i] == batch)
                times.push_back(log.steps[i].stepMs.value_or(0));
        }
        return timeText(medianOf(times) * nsPerMs);
    };
    const int64_t usual = usualBatch(batches);
    const int64_t first = *std::find_if(batches.begin(), batches.end(), [](int64_t batch) { return batch > 0; });
    const int64_t last = *std::find_if(batches.rbegin(), batches.rend(), [](int64_t batch) { return batch > 0; });
    Finding finding;
    finding.kind = Finding::Kind::Caveat;
    finding.id = "growing-batch";
    finding.title = say("The batch grows from {} to {} samples", first, last);
    finding.sentence = say("{} of {} steps have {} samples: all else is about these, and others are not compared with "
                           "them. The median step takes {} with {} samples, and {} with {}.",
        std::count(batches.begin(), batches.end(), usual), batches.size(), usual, timeOf(first), first, timeOf(last),
        last);
    finding.howComputed = say("The batch that the log states for each step, and medians of their times.");
    finding.suggestion = say("Nothing to do.");
    findings.list.push_back(std::move(finding));
}

/// What ended the run comes before what it lost until then.
void reportCrash(Findings& findings, const RunLog& log)
{
    if (log.crash.empty())
        return;
    Finding finding;
    finding.kind = Finding::Kind::Caveat;
    finding.id = "run-crashed";
    finding.title = say("The run ended in an error");
    finding.sentence = log.crash.capitalized();
    finding.howComputed = say("The first error after which the log has no further step.");
    finding.suggestion = say("See the line in the log: its place is among the issues.");
    findings.verdict = say("The run ended in an error {}", log.crash);
    findings.list.insert(findings.list.begin(), std::move(finding));
}

void addLogStages(Findings& findings, const RunLog& log)
{
    const std::vector<double> stages = log.stageForwardMsPerMicrobatch();
    std::vector<double> known;
    size_t slowest = 0;
    for (size_t s = 0; s < stages.size(); ++s) {
        if (!std::isfinite(stages[s]))
            continue;
        known.push_back(stages[s]);
        slowest = !std::isfinite(stages[slowest]) || stages[s] > stages[slowest] ? s : slowest;
    }
    if (known.size() < 2)
        return;
    double sum = 0;
    for (const double ms : known)
        sum += ms;
    const double mean = sum / double(known.size());
    std::vector<double> sorted = known;
    const double median = medianOf(sorted);
    const double factor = median > 0 ? stages[slowest] / median : 1;
    if (factor < slowStageFactor)
        return;
    Finding finding;
    finding.id = "slow-stage";
    finding.title = say("Stage {} has more work than the others", slowest);
    finding.sentence = say("The forward of stage {} takes {} per microbatch, {} times the median stage ({})", slowest,
        timeText(stages[slowest] * nsPerMs), factorText(factor), timeText(median * nsPerMs));
    // The layer responsible: the longest one on that stage.
    double longest = 0;
    int layer = 0;
    for (const StageBlock& block : log.blocks) {
        if (block.stage != int(slowest) || block.step != log.blocks.back().step)
            continue;
        for (const StageBlock::LayerTime& time : block.layers) {
            if (time.totalMs > longest) {
                longest = time.totalMs;
                layer = time.layer;
            }
        }
        // The last step may have been cut off before its first layer.
        if (longest > 0) {
            finding.evidence.layer = logLayerName(layer);
            finding.sentence
                += say("; {} makes {} of it", finding.evidence.layer, shareText(longest / block.totalMs()));
        }
        finding.evidence.ranks.push_back(block.rank);
        break;
    }
    finding.sentence += Message(".");
    finding.evidence.stages = {int(slowest)};
    const int microbatches = log.microbatches.value_or(1);
    // Such logs lack the backward pass: assume twice the forward, as for matrix multiplications.
    constexpr double passes = 3;
    finding.costNs = (stages[slowest] - mean) * nsPerMs * microbatches * passes;
    finding.costOrigin = Origin::Modelled;
    finding.howComputed = say("Median over steps of block total over {} microbatches, first step left out. The cost "
                              "is what the slowest stage is above the mean, for all microbatches, with a backward "
                              "of twice the forward (assumed). Tried as a knob, the passes of all stages are scheduled "
                              "again, and those that still differ wait for each other: it gains a little more or less.",
        microbatches);
    finding.suggestion = finding.evidence.layer == logLayerName(StageBlock::head)
        ? say("The last stage also holds the output layer: give it fewer layers, or split the vocabulary.")
        : say("Move layers from this stage to the others.");
    // Without the slowest the next would bind: all that are above the mean come down to it.
    std::string cure;
    for (size_t s = 0; s < stages.size(); ++s) {
        if (stages[s] > mean)
            cure += fmt::format("{}stage:{}={:.4g}", cure.empty() ? "" : ",", s, mean / stages[s]);
    }
    finding.tryKnobs = {{"straggler", cure}};
    addShare(findings, std::move(finding), leastFaultShare);
}

/// Timers of one cause, by their names in Megatron-LM (megatron/training/training.py); "data_time" is what trainers of
/// vision print. None contains another.
struct TimedCause {
    const char* id;
    Finding::Kind kind;
    std::span<const std::string_view> timers;
};

constexpr std::string_view pipelineTimers[] = {"forward-recv", "forward-send", "backward-recv", "backward-send",
    "forward-send-forward-recv", "forward-send-backward-recv", "backward-send-forward-recv",
    "backward-send-backward-recv", "forward-backward-send-forward-backward-recv"};
constexpr std::string_view gradientTimers[] = {"all-grads-sync", "grads-all-reduce", "grads-reduce-scatter",
    "backward-params-all-reduce", "backward-reduce-model-grads", "backward-gather-model-params", "params-all-gather",
    "layernorm-grads-all-reduce", "backward-layernorm-all-reduce"};
constexpr std::string_view embeddingTimers[] = {"embedding-grads-all-reduce", "backward-embedding-all-reduce"};
constexpr std::string_view optimizerTimers[] = {"optimizer"};
constexpr std::string_view inputTimers[] = {"batch-generator", "data_time"};

/// A finding about the timers of one cause: their sum and the names of the longest. Without title if they take no time.
Finding timedFinding(const std::vector<TimerMedian>& timers, const TimedCause& cause, double stepNs)
{
    Finding finding;
    finding.id = cause.id;
    finding.kind = cause.kind;
    std::string longest;
    int others = 0;
    for (const TimerMedian& timer : timers) { // longest first
        if (std::find(cause.timers.begin(), cause.timers.end(), timer.name) == cause.timers.end())
            continue;
        finding.costNs += timer.ms * nsPerMs;
        others += longest.empty() ? 0 : 1;
        longest = longest.empty() ? timer.name : longest;
    }
    finding.sentence = others == 0 ? say("By the program's timer {} it takes {} of a step of {}.", longest,
                           timeText(finding.costNs), timeText(stepNs))
                                   : say("By the program's timers ({} and {} more) it takes {} of a step of {}.",
                                       longest, others, timeText(finding.costNs), timeText(stepNs));
    finding.howComputed = say("Medians over the steps without the first, of the slowest rank where the log tells "
                              "several; timers of one cause are added.");
    return finding;
}

/// No knobs to try: such a log states too little to model its step.
void addTimedCauses(Findings& findings, const RunLog& log)
{
    const std::vector<TimerMedian> timers = medianTimers(log);
    const auto add = [&](const TimedCause& cause, Message title, Message suggestion, double leastShare) {
        Finding finding = timedFinding(timers, cause, findings.stepNs);
        finding.title = std::move(title);
        finding.suggestion = std::move(suggestion);
        if (finding.costNs > 0)
            addShare(findings, std::move(finding), leastShare);
    };
    using enum Finding::Kind;
    add({"pipeline-waiting", Shape, pipelineTimers}, say("Stages wait for each other and pass on what they computed"),
        say("More microbatches per step, interleaved stages, or a zero-bubble schedule; it includes waiting for a slow "
            "stage."),
        leastShapeShare);
    add({"exposed-dp-communication", Shape, gradientTimers}, say("Gradients are synchronized"),
        say("Overlap it with the backward pass, reduce in 16 bits, or a faster network."), leastShapeShare);
    add({"embedding-synchronization", Shape, embeddingTimers},
        say("The first and the last stage synchronize their embedding"),
        say("It waits for the later of the two: balance the stages, or do not share the weights of input and output."),
        leastShapeShare);
    add({"optimizer", Shape, optimizerTimers}, say("The optimizer takes a considerable part of the step"),
        say("A distributed optimizer shares its work among the replicas; a fused one reads memory once."),
        leastShapeShare);
    add({"input", Fault, inputTimers}, say("The step waits for its input"),
        say("More workers that load data, or batches that are fetched ahead."), leastFaultShare);
}

/// A log may print every tenth step, with the mean of ten.
int64_t stepsOfEachLine(const StepTable& table)
{
    std::vector<double> distances;
    for (size_t s = 1; s < table.stepCount(); ++s)
        distances.push_back(double(table.steps()[s] - table.steps()[s - 1]));
    return distances.empty() ? 1 : std::max<int64_t>(1, int64_t(medianOf(distances)));
}

/// Of a change of level: the timer that became longer by most of it.
void nameLongerTimer(Findings& findings, const RunLog& log)
{
    const auto shift = std::find_if(
        findings.list.begin(), findings.list.end(), [](const Finding& finding) { return finding.id == "level-shift"; });
    if (shift == findings.list.end())
        return;
    struct Times {
        std::vector<double> before;
        std::vector<double> after;
    };
    std::vector<std::pair<std::string, Times>> timers; // in order of printing: what encloses others mostly comes first
    std::unordered_map<std::string_view, size_t> places;
    for (const LogTimer& timer : log.timers) {
        const auto [place, isNew] = places.try_emplace(timer.name, timers.size());
        if (isNew)
            timers.emplace_back(timer.name, Times());
        Times& known = timers[place->second].second;
        (timer.step >= shift->evidence.steps.front() ? known.after : known.before).push_back(timer.ms);
    }
    const std::pair<std::string, Times>* longest = nullptr;
    double most = 0;
    for (auto& timer : timers) {
        if (timer.second.before.empty() || timer.second.after.empty())
            continue;
        const double longer = medianOf(timer.second.after) - medianOf(timer.second.before);
        if (longer > most) {
            most = longer;
            longest = &timer;
        }
    }
    Times steps;
    for (const LogStep& step : log.steps) {
        if (step.stepMs)
            (step.step >= shift->evidence.steps.front() ? steps.after : steps.before).push_back(*step.stepMs);
    }
    if (!longest || 2 * most < medianOf(steps.after) - medianOf(steps.before))
        return;
    shift->title += say(": {} takes {} more", longest->first, timeText(most * nsPerMs));
    shift->sentence
        += say(" By the program's timer {} takes {} longer since then.", longest->first, timeText(most * nsPerMs));
}

/// What a program says that it does between steps, or longer in them, where that is most of what some steps take longer.
void nameRareTimer(Findings& findings, const RunLog& log, int64_t stepsOfEach)
{
    const auto stall = std::find_if(findings.list.begin(), findings.list.end(), [](const Finding& finding) {
        return finding.id == "transient-blips" || finding.id == "periodic-stalls" || finding.id == "slow-steps";
    });
    if (stall == findings.list.end())
        return;
    const std::set<int64_t> slow(stall->evidence.steps.begin(), stall->evidence.steps.end());
    const double usual = log.medianStepMs().value_or(0);
    double longer = 0;
    for (const LogStep& step : log.steps)
        longer += slow.contains(step.step) && step.stepMs ? (*step.stepMs - usual) * double(stepsOfEach) : 0;
    struct Timer {
        std::vector<int64_t> steps;
        std::vector<double> times;
        double inSlowMs = 0;
        bool isOfMost = false;
    };
    std::map<std::string, Timer> timers;
    for (const LogTimer& printed : log.timers) {
        Timer& timer = timers[printed.name];
        timer.steps.push_back(printed.step);
        timer.times.push_back(printed.ms);
        timer.inSlowMs += slow.contains(printed.step) ? printed.ms : 0;
    }
    // A timer of every step is the cause of a few only by what it takes longer in them.
    for (auto& [name, timer] : timers) {
        timer.isOfMost = timer.steps.size() * 2 > log.steps.size();
        if (!timer.isOfMost)
            continue;
        std::vector<double> sorted = timer.times;
        const double median = medianOf(sorted);
        std::vector<double> inSlow;
        timer.inSlowMs = 0;
        for (size_t i = 0; i < timer.times.size(); ++i) {
            if (!slow.contains(timer.steps[i]))
                continue;
            inSlow.push_back(timer.times[i]);
            timer.inSlowMs += std::max(0.0, timer.times[i] - median) * double(stepsOfEach);
        }
        timer.times = std::move(inSlow);
    }
    const auto cause = std::max_element(timers.begin(), timers.end(),
        [](const auto& a, const auto& b) { return a.second.inSlowMs < b.second.inSlowMs; });
    if (cause == timers.end() || 2 * cause->second.inSlowMs < longer || longer <= 0)
        return;
    Timer& timer = cause->second;
    const std::string time = timeText(medianOf(timer.times) * nsPerMs);
    std::sort(timer.steps.begin(), timer.steps.end());
    // A line of several steps is about those up to its own.
    int64_t before = timer.steps.front() - stepsOfEach;
    const int64_t period = timer.steps.size() > 1 ? timer.steps[1] - timer.steps[0] : 0;
    const bool isRegular = !timer.isOfMost && period > 0 && (timer.steps.size() > 2 || before % period == 0)
        && std::adjacent_find(
               timer.steps.begin(), timer.steps.end(), [period](int64_t a, int64_t b) { return b - a != period; })
            == timer.steps.end();
    stall->title = isRegular ? say("Every {} steps {} takes {}", period, cause->first, time)
                             : say("{}: {} takes {}", stall->title, cause->first, time);
    stall->sentence += say(" By the log, {} takes {} of what they take longer.", cause->first,
        shareText(std::min(1.0, timer.inSlowMs / longer)));
    if (cause->first.find("checkpoint") != std::string::npos)
        stall->suggestion = say("Save checkpoints more rarely, asynchronously, or to faster storage.");
}

} // namespace

Findings findLogFindings(const RunLog& whole)
{
    Findings findings;
    const std::vector<int64_t> batches = growingBatches(whole);
    const RunLog ofUsualBatch = batches.empty() ? RunLog() : withSteps(whole, batches, usualBatch(batches));
    const RunLog& log = batches.empty() ? whole : ofUsualBatch;
    if (!batches.empty())
        tellGrowingBatch(findings, whole, batches);
    findings.stepNs = log.medianStepMs().value_or(0) * nsPerMs;
    addLogStages(findings, log);
    addTimedCauses(findings, log);
    std::vector<double> times;
    std::vector<int64_t> numbers;
    for (const LogStep& step : log.steps) {
        if (step.stepMs) {
            times.push_back(*step.stepMs);
            numbers.push_back(step.step);
        }
    }
    const StepOutliers outliers = findStepOutliers(times);
    const auto stepsText = [&](const std::vector<size_t>& indexes, Finding& finding) {
        std::vector<int> found;
        for (const size_t i : indexes) {
            found.push_back(int(numbers[i]));
            finding.evidence.steps.push_back(numbers[i]);
        }
        return listText(Numbered::Steps, found);
    };
    if (!outliers.slow.empty()) {
        Finding finding;
        finding.id = "slow-steps";
        const bool isOne = outliers.slow.size() == 1;
        finding.title = say(isOne ? say("{} is slow") : say("{} are slow"), stepsText(outliers.slow, finding));
        double excess = 0;
        for (const size_t i : outliers.slow)
            excess += times[i] - outliers.median;
        const double all = std::accumulate(times.begin(), times.end(), 0.0);
        finding.sentence = say("{} of {} steps take more than {} times the median of {}; step {} takes {}.",
            outliers.slow.size(), times.size(), factorText(slowStepFactor), timeText(outliers.median * nsPerMs),
            numbers[outliers.slow.front()], timeText(times[outliers.slow.front()] * nsPerMs));
        finding.howComputed = say("Time beyond the median, of a mean step.");
        finding.suggestion = say("Look for checkpoints, evaluation, garbage collection or other users at those times.");
        addToMeanStep(
            findings, std::move(finding), excess * nsPerMs, all * nsPerMs, double(times.size()), leastFaultShare);
    }
    if (!outliers.warmup.empty()) {
        Finding finding;
        finding.kind = Finding::Kind::Caveat;
        finding.id = "warm-up";
        // Steps before the first time that the log prints also belong to the warmup.
        std::vector<int> found;
        for (const int64_t step : log.blockSteps()) {
            if (step < numbers.front())
                found.push_back(int(step));
        }
        for (const size_t i : outliers.warmup)
            found.push_back(int(numbers[i]));
        finding.evidence.steps.assign(found.begin(), found.end());
        const bool isOne = found.size() == 1;
        const Message steps = listText(Numbered::Steps, found);
        finding.title = say(isOne ? say("{} is warmup") : say("{} are warmup"), steps);
        finding.sentence
            = say(isOne ? say("{} takes {} where the median of the others is {}; it is excluded from medians.")
                        : say("{} take up to {} where the median of the others is {}; they are excluded from medians."),
                steps,
                timeText(
                    *std::max_element(times.begin(), times.begin() + std::ptrdiff_t(outliers.warmup.size())) * nsPerMs),
                timeText(outliers.median * nsPerMs));
        finding.howComputed = say("Leading steps of more than {} times the median.", factorText(slowStepFactor));
        finding.suggestion = say("Nothing to do.");
        findings.list.push_back(std::move(finding));
    }
    const StepTable table = StepTable::ofLog(log);
    addOverTimeOf(findings, table, stepsOfEachLine(table));
    nameLongerTimer(findings, log);
    nameRareTimer(findings, log, stepsOfEachLine(table));
    arrange(findings, SIZE_MAX, say("no stage and no step differs from its peers"));
    reportCrash(findings, log);
    return findings;
}

} // namespace bubblescope
