// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "helpfulknobs.h"

#include "measuretext.h"
#include "sensitivity.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace bubblescope {

namespace {

/// Nothing where this input does not answer.
std::optional<double> modelledGain(const Simulator& simulator, const Knobs& knobs, const ProgressFn& progress)
{
    if (simulator.whyRefused(knobs))
        return {};
    const auto needsNoRange = [](const StepFigures&) { return false; };
    const Result<StepFigures> now = simulator.outcome({}, progress, needsNoRange);
    const Result<StepFigures> then = simulator.outcome(knobs, progress, needsNoRange);
    if (!now || !then || then->stepNs <= 0)
        return {};
    return throughputGain(*now, *then);
}

/// False for what takes time from a recorded order, and nothing else.
bool mayLose(const Finding& finding)
{
    Knobs less;
    for (const auto& [knob, value] : finding.tryKnobs) {
        constexpr std::array<std::string_view, 3> costs {"straggler", "host-gaps", "link"};
        if (std::find(costs.begin(), costs.end(), knob) == costs.end() || !setKnob(less, knob, value))
            return true;
    }
    const auto isMore = [](const auto& part) { return part.factor > 1; };
    return less.hostGaps.value_or(0) > 1 || std::any_of(less.stragglers.begin(), less.stragglers.end(), isMore)
        || std::any_of(less.links.begin(), less.links.end(), isMore);
}

size_t spansOfStep(const Trace& trace)
{
    return trace.spanCount() / std::max<size_t>(trace.steps().size(), 1);
}

void keepWhereHelpful(Finding& finding, const Result<Simulator>& simulator, const ProgressFn& progress)
{
    Knobs knobs;
    const bool areSet = std::all_of(finding.tryKnobs.begin(), finding.tryKnobs.end(),
        [&knobs](const auto& knob) { return bool(setKnob(knobs, knob.first, knob.second)); });
    const std::optional<double> gain
        = areSet && simulator ? modelledGain(*simulator, knobs, progress) : std::nullopt;
    if (gain && *gain > leastGain)
        return;
    if (gain && *gain < -leastGain)
        finding.suggestion += say(" {} alone would not help here: the model expects {} fewer samples per second.",
            knobsLine(knobs), shareText(-*gain));
    else if (gain)
        finding.suggestion
            += say(" {} alone would not help here: the model expects no more samples per second.", knobsLine(knobs));
    finding.tryKnobs.clear();
}

} // namespace

void keepHelpfulKnobs(Findings& findings, const Result<Simulator>& simulator)
{
    for (Finding& finding : findings.list) {
        if (!finding.tryKnobs.empty())
            keepWhereHelpful(finding, simulator, {});
    }
}

void keepHelpfulKnobs(Findings& findings, const RunFolder& folder, size_t run, const ProgressFn& progress)
{
    if (std::none_of(findings.list.begin(), findings.list.end(), mayLose)
        || spansOfStep(*folder.runs[run].trace) > mostModelledSpans)
        return;
    // What is left is told as done.
    const ProgressFn mayContinue = [&progress](uint64_t, uint64_t) { return !progress || progress(1, 1); };
    const Result<Simulator> simulator
        = Simulator::make(folder, {SimulationSource::Kind::Run, run, findings.step}, mayContinue);
    for (Finding& finding : findings.list) {
        if (mayLose(finding))
            keepWhereHelpful(finding, simulator, mayContinue);
    }
}

} // namespace bubblescope
