// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stagecosts.h"

#include "formatting.h"
#include "median.h"
#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("bubblescope", text); }

double medianOrUnknown(std::vector<double> values) { return values.empty() ? LayerCost::unknown : medianOf(values); }

double meanTotal(const std::vector<StageCost>& stages)
{
    double sum = 0;
    for (const StageCost& stage : stages)
        sum += stage.totalNs();
    return stages.empty() ? 0 : sum / double(stages.size());
}

/// Names the slowest stage and its cost for the pipeline.
void compare(StageCosts& costs, const QString& which)
{
    costs.which = which;
    const QString unit = costs.perMicrobatch ? tr("per microbatch") : tr("per step");
    if (costs.stages.size() < 2) {
        costs.summary = costs.stages.empty()
            ? QString()
            : tr("%1: one stage, %2 %3.").arg(which, formatDuration(costs.stages.front().totalNs()), unit);
        return;
    }
    const auto slowest = std::max_element(costs.stages.begin(), costs.stages.end(),
        [](const StageCost& a, const StageCost& b) { return a.totalNs() < b.totalNs(); });
    costs.slowest = static_cast<int>(slowest - costs.stages.begin());
    const double mean = meanTotal(costs.stages);
    costs.imbalance = mean > 0 ? slowest->totalNs() / mean - 1 : 0;
    const double others = (mean * double(costs.stages.size()) - slowest->totalNs()) / double(costs.stages.size() - 1);
    if (costs.imbalance < 0.03) {
        costs.summary = tr("%1: balanced, the slowest stage (%2) takes %3 %4, %5 above the mean.")
                            .arg(which)
                            .arg(slowest->stage)
                            .arg(formatDuration(slowest->totalNs()), unit, formatShare(costs.imbalance));
        return;
    }
    costs.summary
        = tr("%1: stage %2 is the slowest with %3 %4, the others take %5. Imbalance %6 over the mean.")
              .arg(which)
              .arg(slowest->stage)
              .arg(formatDuration(slowest->totalNs()), unit, formatDuration(others), formatShare(costs.imbalance));
}

} // namespace

double StageCost::totalNs() const
{
    return (std::isfinite(forwardNs) ? forwardNs : 0) + (std::isfinite(backwardNs) ? backwardNs : 0);
}

int StageCosts::indexOf(int stage) const
{
    const auto found
        = std::find_if(stages.begin(), stages.end(), [stage](const StageCost& cost) { return cost.stage == stage; });
    return found == stages.end() ? -1 : static_cast<int>(found - stages.begin());
}

StageCosts stageCosts(const RunLog& log, std::optional<int64_t> step)
{
    StageCosts costs;
    costs.source = LayerCosts::Source::Log;
    std::vector<int64_t> steps = log.blockSteps();
    if (steps.empty()) {
        costs.missing = tr("This log prints no forward times by stage.");
        return costs;
    }
    if (step) {
        if (std::find(steps.begin(), steps.end(), *step) == steps.end()) {
            costs.missing = tr("The log has no forward times by stage of step %1.").arg(*step);
            return costs;
        }
        steps = {*step};
    } else if (steps.size() > 1) {
        steps.erase(steps.begin()); // warmup
    }
    costs.perMicrobatch = log.microbatches.value_or(0) > 0;
    const double scale = 1e6 / (costs.perMicrobatch ? *log.microbatches : 1);

    struct Stage {
        std::vector<double> totals;
        std::map<int, std::vector<double>> layers;
    };
    std::map<int, Stage> stages;
    for (const int64_t number : steps) {
        // Replicas of a stage wait for the slowest of them, which therefore represents the stage.
        std::map<int, const StageBlock*> slowest;
        for (const StageBlock& block : log.blocks) {
            if (block.step != number || block.stage < 0)
                continue;
            const StageBlock*& kept = slowest[block.stage];
            if (!kept || block.totalMs() > kept->totalMs())
                kept = &block;
        }
        for (const auto& [number, block] : slowest) {
            Stage& stage = stages[number];
            stage.totals.push_back(block->totalMs() * scale);
            std::map<int, double> layers;
            for (const StageBlock::LayerTime& time : block->layers)
                layers[time.layer] += time.totalMs * scale;
            for (const auto& [layer, total] : layers)
                stage.layers[layer].push_back(total);
        }
    }
    for (const auto& [number, stage] : stages) {
        StageCost cost;
        cost.stage = number;
        cost.forwardNs = medianOrUnknown(stage.totals);
        double sum = 0;
        for (const auto& [layer, totals] : stage.layers) {
            cost.layers.push_back({toText(logLayerName(layer)), medianOrUnknown(totals)});
            sum += cost.layers.back().ns;
        }
        // The medians of parts rarely add up to the median of the whole: scale them, since the bar shows the whole.
        for (StageCost::Part& part : cost.layers)
            part.ns *= sum > 0 ? cost.forwardNs / sum : 1;
        costs.stages.push_back(std::move(cost));
    }
    compare(costs,
        step                   ? tr("Forward, step %1").arg(*step)
            : steps.size() > 1 ? tr("Forward, median of %1 steps (without the first)").arg(steps.size())
                               : tr("Forward, step %1").arg(steps.front()));
    return costs;
}

StageCosts stageCosts(const Run& run, const RunSummary& summary, std::optional<int64_t> step)
{
    StageCosts costs;
    costs.source = LayerCosts::Source::Trace;
    if (run.kind == Run::Kind::Plan) {
        costs.missing = tr("A plan gives the order of forward and backward passes, but no times.");
        return costs;
    }
    const StageTimes& times = summary.stageTimes;
    int stepIndex = -1;
    if (step) {
        const auto steps = run.trace->steps();
        for (size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].number == *step)
                stepIndex = static_cast<int>(i);
        }
    }
    const bool oneStep = step && stepIndex >= 0;
    for (const StageTimes::Stage& stage : times.stages) {
        if (stage.stage < 0) // unknown
            continue;
        StageCost cost;
        cost.stage = stage.stage;
        if (oneStep) {
            std::vector<double> forward;
            std::vector<double> backward;
            for (const StageTimes::Pass& pass : times.passes) {
                if (pass.stage != stage.stage || pass.step != stepIndex)
                    continue;
                if (pass.forward > 0)
                    forward.push_back(double(pass.forward));
                if (pass.backward > 0)
                    backward.push_back(double(pass.backward));
            }
            cost.forwardNs = medianOrUnknown(forward);
            cost.backwardNs = medianOrUnknown(backward);
        } else {
            if (stage.forwardPerMicrobatch)
                cost.forwardNs = double(*stage.forwardPerMicrobatch);
            if (stage.backwardPerMicrobatch)
                cost.backwardNs = double(*stage.backwardPerMicrobatch);
        }
        if (cost.totalNs() <= 0)
            continue;
        for (const StageSummary& split : summary.stages) {
            if (split.stage != stage.stage || split.split.total() <= 0)
                continue;
            const TimeParts parts = partsOf(*run.trace, summary, split);
            cost.busyShare = parts.share(TimePart::Compute);
            cost.waitingShare = parts.share(TimePart::Waiting);
            cost.bubbleShare = parts.share(TimePart::Bubble);
            cost.idleShare = parts.idleShare();
        }
        costs.stages.push_back(cost);
    }
    // No need to state the range of the chosen step.
    if (summary.part) {
        const TimeNs zero = oneStep ? run.trace->steps()[static_cast<size_t>(stepIndex)].range.begin : 0;
        costs.part = TimeRange {summary.part->begin - zero, summary.part->end - zero};
    }
    const bool isStepItself = oneStep && summary.part == run.trace->steps()[static_cast<size_t>(stepIndex)].range;
    const bool isLimited = summary.part && !isStepItself;
    if (costs.stages.empty()) {
        costs.missing = isLimited
            ? tr("No forward or backward pass lies entirely in the selected range, %1.").arg(formatRange(*costs.part))
            : tr("The trace has no forward or backward spans that name a stage.");
        return costs;
    }
    const bool isWhole = times.stageSteps.empty()
        || std::all_of(times.stageSteps.begin(), times.stageSteps.end(), [](const auto& s) { return s.step == 0; });
    QString which = oneStep ? tr("Median microbatch of step %1").arg(*step)
        : isWhole           ? tr("Median microbatch")
                            : tr("Median microbatch of all steps");
    if (run.origin != Origin::Measured)
        which += QStringLiteral(" (%1)").arg(originText(run.origin));
    compare(
        costs, isLimited ? tr("%1 in the selected range, %2").arg(which, formatRange(*costs.part)) : which);
    return costs;
}

LayerCosts layerCosts(const StageCosts& stages)
{
    LayerCosts costs;
    costs.source = LayerCosts::Source::Trace;
    costs.perStage = true;
    costs.missing = stages.missing;
    for (const StageCost& stage : stages.stages) {
        LayerCost bar;
        bar.name = stageText(stage.stage);
        bar.forwardNs = stage.forwardNs;
        bar.backwardNs = stage.backwardNs;
        bar.totalNs = stage.totalNs();
        bar.firstStage = stage.stage;
        bar.lastStage = stage.stage;
        costs.bars.push_back(bar);
        costs.totalNs += bar.totalNs;
    }
    costs.lines = costs.bars;
    costs.writtenNs = costs.totalNs;
    if (!costs.isEmpty()) {
        costs.summary
            = tr("The trace records whole stages, no layers. %1, forward and backward.").arg(stages.which);
    }
    return costs;
}

QString layerListText(const std::vector<StageCost::Part>& layers)
{
    QStringList parts;
    int first = -1;
    int last = -2;
    const auto flush = [&] {
        if (last < first)
            return;
        parts.append(first == last ? QString::number(first) : QStringLiteral("%1–%2").arg(first).arg(last));
    };
    for (const StageCost::Part& part : layers) {
        bool isNumber = false;
        const int number = part.layer.toInt(&isNumber);
        if (isNumber && number == last + 1) {
            last = number;
            continue;
        }
        flush();
        first = isNumber ? number : -1;
        last = isNumber ? number : -2;
        if (!isNumber)
            parts.append(part.layer);
    }
    flush();
    return parts.join(QStringLiteral(", "));
}

} // namespace bubblescope
