// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulatefolder.h"

#include "bestcombination.h"
#include "describedjob.h"
#include "hardwarepresets.h"
#include "newestrecording.h"
#include "numbertext.h"
#include "simulationinputs.h"
#include "stepanswer.h"
#include "typicalstep.h"
#include "wholerecording.h"

#include <fmt/format.h>

#include <algorithm>

namespace bubblescope {

Result<Knobs> knobsOf(const SimulateOptions& options)
{
    Knobs knobs;
    if (!options.hardware.empty())
        knobs.hardware = options.hardware;
    for (const std::string& word : options.knobs) {
        const size_t equals = word.find('=');
        // An unset shell variable would silently change nothing.
        if (word.find_first_not_of(' ', equals + 1) == std::string::npos)
            return Error {say("The knob {} has no value.", word.substr(0, equals)),
                say("Leave it out, or write its value behind the equals sign."), {}};
        const Result<bool> set = setKnob(knobs, trimmed(std::string_view(word).substr(0, equals)), word.substr(equals + 1));
        if (!set)
            return set.error();
    }
    return knobs;
}

namespace {

Result<SimulationSource> simulationSourceOf(const RunFolder& folder, const SimulateOptions& options)
{
    const std::vector<SimulationSource> sources = simulationSources(folder);
    const auto chosen = std::find_if(sources.begin(), sources.end(), [&](const SimulationSource& source) {
        return options.input.empty() || inputName(folder, source) == options.input;
    });
    if (chosen == sources.end()) {
        std::string names;
        for (const SimulationSource& source : sources)
            names += fmt::format("{}{}", names.empty() ? "" : ", ", inputName(folder, source));
        return Error {options.input.empty() ? say("Nothing here has a step to model.")
                                            : say("Nothing here is called {}.", options.input),
            names.empty() ? say("`bubblescope inspect` says what is there.") : say("Choose one of: {}.", names), {}};
    }
    SimulationSource source = *chosen;
    if (source.kind != SimulationSource::Kind::Run)
        return source;
    if (options.input.empty())
        source.index = newestRecording(folder, source.index);
    source.step = typicalStep(*folder.runs[source.index].trace);
    if (options.step) {
        const Result<int> step = stepNumbered(folder.runs[source.index], *options.step);
        if (!step)
            return step.error();
        source.step = *step;
    }
    return source;
}

/// A folder of one described job, which has from knobs what it does not state itself. Nothing if that is not why it
/// cannot be simulated.
Result<RunFolder> withGivenSizes(const RunFolder& folder, const SimulationSource& source, const Knobs& knobs)
{
    Hardware hardware = defaultHardware();
    if (knobs.hardware) {
        Result<Hardware> named = hardwareCatalog().findOrRead(*knobs.hardware);
        if (!named)
            return named.error();
        hardware = std::move(named).value();
    }
    Result<DescribedJob> sized = describedUnder(folder.jobs[source.index], knobs, hardware.gpusPerNode);
    if (!sized)
        return sized.error();
    RunFolder ofJob;
    ofJob.path = folder.path;
    ofJob.bandwidthCurves = folder.bandwidthCurves;
    ofJob.jobs.push_back(std::move(sized->job));
    return ofJob;
}

/// A described job that lacks sizes is what knobs make of it.
Result<Simulator> simulatorOf(const RunFolder& folder, const SimulationSource& source, const Knobs& knobs)
{
    Result<Simulator> made = Simulator::make(folder, source);
    if (made || source.kind != SimulationSource::Kind::Description)
        return made;
    const Result<RunFolder> sized = withGivenSizes(folder, source, knobs);
    return sized ? Simulator::make(*sized, {source.kind, 0, 0}) : Result<Simulator>(sized.error());
}

/// As a number if the text is one.
SimulationReport::Knob reportedKnob(std::string_view key, const std::string& text)
{
    SimulationReport::Knob knob {std::string(key), {}};
    if (const auto whole = parseInteger(text))
        knob.value = *whole;
    else if (const auto number = parseNumber(text))
        knob.value = *number;
    else if (text == "on" || text == "off")
        knob.value = text == "on";
    else if (!text.empty())
        knob.value = text;
    return knob;
}

} // namespace

Result<SimulatedInput> simulateFolder(const RunFolder& folder, const SimulateOptions& options)
{
    const Result<Knobs> knobs = knobsOf(options);
    if (!knobs)
        return knobs.error();
    const Result<SimulationSource> source = simulationSourceOf(folder, options);
    if (!source)
        return source.error();
    Result<Simulator> simulator = simulatorOf(folder, *source, *knobs);
    if (!simulator)
        return simulator.error();
    simulator->setCatalog(hardwareCatalog());
    if (std::optional<Error> refused = simulator->whyRefused(*knobs))
        return *std::move(refused);
    Result<SimulatedStep> step = simulator->simulate(*knobs);
    if (!step)
        return step.error();

    const StepFigures& f = step->figures;
    SimulationReport report;
    report.title = inputTitle(folder, *source);
    const StepFigures opened = simulator->baseline(*knobs);
    report.baseline = {opened.wholeStepNs(), opened.makespanNs, simulator->baselineOrigin(), partsOf(opened),
        stagesOf(opened), opened.restNs()};
    report.baseline->isRecording
        = source->kind == SimulationSource::Kind::Run && isWholeRecording(*folder.runs[source->index].trace);
    if (opened.samplesPerStep > 0)
        report.baseline->samplesPerSecond = opened.samplesPerSecond();
    report.stepNs = f.wholeStepNs();
    report.replayError = f.replayError;
    report.makespanNs = f.makespanNs;
    report.longestStageNs = f.longestStageNs;
    report.bubbleShareLongestStage = f.bubbleShareLongestStage;
    report.parts = partsOf(f);
    report.unexplainedNs = f.restNs();
    report.lowNs = f.lowNs();
    report.highNs = f.highNs();
    if (f.samplesPerStep > 0)
        report.samplesPerSecond = f.samplesPerSecond();
    report.stages = stagesOf(f);
    report.measured = step->measured;
    report.transfers = step->transfers;
    report.machine = step->machine;
    report.gpuMemoryBytes = step->hardware.memoryBytes;
    report.gpuFlops = step->hardware.peakFlops;
    report.hardware = step->hardware.name;
    report.described = step->described;
    report.memoryWarning = memoryWarning(*step).toStdString();
    // Links are those of the hardware that is asked about.
    Knobs shown = *knobs;
    if (const Result<Hardware> hardware = simulator->hardware(*knobs); hardware && knobs->measuredOn && !knobs->hardware)
        shown.hardware = hardware->name;
    for (const KnobInfo& info : knobTable()) {
        const std::string moved = knobText(shown, info.key);
        std::string value = moved.empty() ? simulator->ownValue(info.key) : moved;
        // Sizes of a described job that follow from those that were moved; of its schedule, the order is a part.
        if (moved.empty() && step->described && info.key != "schedule") {
            if (const std::string follows = describedValue(step->described->job, info.key); !follows.empty())
                value = follows;
        }
        report.knobs.push_back(reportedKnob(info.key, value));
    }
    for (const Message& sentence : step->assumptions)
        report.assumptions.push_back(sentence.text());
    report.guesses = step->guesses;
    report.slowRanks = step->slowRanks;
    report.simAi = step->simAi;
    if (options.ranksGains)
        report.gains = withBestCombination(whatHelpsMost(*simulator, *knobs, {}), *simulator, *knobs);
    return SimulatedInput {std::move(report), std::move(step).value(), *source, *knobs,
        std::make_shared<const Simulator>(std::move(simulator).value())};
}

} // namespace bubblescope
