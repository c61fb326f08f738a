// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulatearguments.h"

#include "knobs.h"
#include "numbertext.h"
#include "sharedarguments.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope {

namespace {
/// Describes a pipeline in plain numbers.
void addPipelineOptions(CLI::App& app, PlainPipeline& pipeline)
{
    ScheduleRequest& request = pipeline.request;
    addSchedule(app, request.kind, [](ScheduleKind) { return true; });
    app.add_option("--stages", request.ranks, "Pipeline stages, one rank each")->check(CLI::Range(1, 4096));
    app.add_option("--microbatches", request.microbatches, "Per step; of both directions for dualpipe")
        ->check(CLI::Range(1, 65536));
    app.add_option("--chunks", request.chunks,
           "Pieces of the model per stage, two or more for interleaved; zb-v, v-half, v-min and dualpipe-v always have "
           "two")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    app.add_option("--memory-limit", request.memoryLimit,
           "For zb-auto: most microbatches in flight on a stage; one that only waits for its weight gradient counts "
           "half [as many as stages]")
        ->check(CLI::Range(1, 65536));
    const auto addTimes = [&app](const std::string& name, std::vector<TimeNs>& target, const std::string& description) {
        app.add_option_function<std::string>(
               name,
               [name, &target](const std::string& text) {
                   const Result<std::vector<TimeNs>> times = parseTimeList(text);
                   if (!times)
                       throw CLI::ValidationError(
                           name, times.error().message.text() + ' ' + times.error().advice.text());
                   target = *times;
               },
               description)
            ->type_name("MS[,MS…]");
    };
    addTimes("--forward-ms", pipeline.forward, "Forward pass of one chunk; one for all, or stages x chunks of them");
    addTimes("--backward-ms", pipeline.inputGradient,
        "Backward pass, the gradient of the input alone; likewise one or as many");
    addTimes("--weight-ms", pipeline.weightGradient,
        "Gradient of the weights; gpipe, 1f1b and interleaved run it with the backward pass [0]");
    addTimes("--together-ms", pipeline.together,
        "A forward and a backward pass that dualpipe runs together; one for all, or one per stage [the sum of both]");
    addTimes("--send-ms", pipeline.send, "Between two stages, per hop; one for all, or one per link [0]");
    app.add_flag("--blocking-send", pipeline.blockingSends, "A send lasts until its receiver has the data");
}

/// One collective on given hardware.
void addCollectiveOptions(CLI::App& app, CollectiveQuestion& question)
{
    app.add_option("--collective", question.operation,
           fmt::format("Price one communication: {}", fmt::join(collectiveKeys(), ", ")))
        ->type_name("KIND");
    app.add_option_function<std::string>(
           "--bytes",
           [&question](const std::string& text) {
               const Result<double> bytes = parseBytes(text);
               if (!bytes)
                   throw CLI::ValidationError(
                       "--bytes", bytes.error().message.text() + ' ' + bytes.error().advice.text());
               question.bytes = *bytes;
           },
           "Its buffer, with a unit: of an all-gather the output, of a reduce-scatter the input, of an all-to-all what "
           "each rank sends")
        ->type_name("SIZE");
    app.add_option("--ranks", question.ranks, "That take part in it")->check(CLI::Range(1, 1 << 20));
    app.add_option("--per-node", question.perNode, "Of them on each node [as many as the hardware has GPUs]")
        ->check(CLI::Range(1, 1024));
    app.add_option_function<std::string>(
           "--algorithm",
           [&question](const std::string& text) {
               const auto algorithm = collectiveAlgorithmFromKey(text);
               if (!algorithm || *algorithm == CollectiveAlgorithm::Curve)
                   throw CLI::ValidationError("--algorithm", "give one of automatic, ring, tree, nvls");
               question.algorithm = *algorithm;
           },
           "Instead of the fastest: ring, tree or nvls")
        ->type_name("NAME");
}

void requirePipeline(const CLI::App& app)
{
    for (const char* name : {"--schedule", "--stages", "--microbatches", "--forward-ms", "--backward-ms"}) {
        if (app.count(name) == 0)
            throw CLI::RequiredError(name);
    }
}

void requireCollective(const CLI::App& app, SimulateCommand& command)
{
    if (command.readsFiles())
        throw CLI::ValidationError("--collective", "is priced by itself; leave the PATH out");
    for (const char* name : {"--bytes", "--ranks"}) {
        if (app.count(name) == 0)
            throw CLI::RequiredError(name);
    }
    if (!command.options.hardware.empty())
        command.collective.hardware = command.options.hardware;
}
} // namespace

CLI::Option* addSchedule(CLI::App& app, ScheduleKind& target, bool (*isOffered)(ScheduleKind))
{
    std::string offered;
    for (const ScheduleInfo& info : schedules()) {
        if (isOffered(info.kind))
            offered += fmt::format("{}{}", offered.empty() ? "" : "|", info.key);
    }
    return app
        .add_option_function<std::string>(
            "--schedule",
            [&target, isOffered, offered](const std::string& word) {
                const auto kind = scheduleFromKey(word);
                if (!kind || !isOffered(*kind))
                    throw CLI::ValidationError("--schedule", fmt::format("\"{}\" is not one of {}", word, offered));
                target = *kind;
            },
            "Pipeline schedule")
        ->type_name(offered);
}

void addSettings(CLI::App& app, SimulateOptions& options)
{
    app.add_option("--set", options.knobs, "Move a knob; may be repeated, or several joined by semicolons")
        ->type_name("KNOB=VALUE")
        ->delimiter(';') // as sessions, findings and SQL write them
        ->allow_extra_args(false); // a PATH may follow
    app.add_option("--hardware", options.hardware, "GPU and network: a preset or a JSON file")->type_name("NAME|FILE");
}

void addKnobs(CLI::App& app, SimulateOptions& options)
{
    addSettings(app, options);
    app.add_option("--input", options.input, "Name of the run, table, workload or log [the first]")->type_name("NAME");
    app.add_option("--step", options.step, "Number of the training step [the second, where there are several]");
}

void requireKnobs(const SimulateOptions& options)
{
    for (const std::string& knob : options.knobs) {
        if (knob.find('=') == std::string::npos)
            throw CLI::ValidationError("--set", fmt::format("write \"{}\" as KNOB=VALUE", knob));
        // What no input could make right is wrong usage, and is said before anything is read.
        Knobs knobs;
        const size_t equals = knob.find('=');
        const bool isEmpty = knob.find_first_not_of(' ', equals + 1) == std::string::npos;
        const std::string_view key = trimmed(std::string_view(knob).substr(0, equals));
        if (const Result<bool> set = setKnob(knobs, key, knob.substr(equals + 1)); !isEmpty && !set)
            throw CLI::ValidationError(
                "--set", fmt::format("{} {}", set.error().message.text(), set.error().advice.text()));
    }
}

std::string knobHelp()
{
    std::string text = "Knobs for --set:\n";
    for (const KnobInfo& info : knobTable())
        text += fmt::format("  {:<18} {}\n", info.key, info.help);
    return text;
}

void addSimulate(CLI::App& app, SimulateCommand& command)
{
    command.pipeline.weightGradient = command.pipeline.send = {0};
    addSource(app, command.source);
    SimulateOptions& options = command.options;
    addKnobs(app, options);
    app.add_flag("--gains", options.ranksGains, "Rank what helps most, each knob moved once, after the best combination where that is surely better");
    app.add_option("--export", command.exportFile,
           "Write the simulated timeline: FILE.png draws it, FILE.json is a Chrome trace")
        ->type_name("FILE");
    addPipelineOptions(app, command.pipeline);
    addCollectiveOptions(app, command.collective);
    app.add_flag("--json", command.json, "For programs; the keys are stable");
    app.footer(
        knobHelp() + "\nExit codes: 0 fine, 1 wrong usage or not written, 2 nothing usable or it cannot be simulated.");
}

void requireSimulation(const CLI::App& app, SimulateCommand& command)
{
    if (!command.collective.operation.empty()) {
        requireCollective(app, command);
        return;
    }
    for (const char* name : {"--bytes", "--ranks", "--per-node", "--algorithm"}) {
        if (app.count(name) > 0)
            throw CLI::ValidationError(name, "needs --collective");
    }
    if (!command.readsFiles()) {
        for (const char* name : {"--set", "--hardware", "--input", "--step", "--gains", "--export"}) {
            if (app.count(name) > 0)
                throw CLI::ValidationError(name, "needs a PATH or --demo");
        }
        requirePipeline(app);
        return;
    }
    requireSource(command.source);
    const std::string& file = command.exportFile;
    if (!file.empty() && !file.ends_with(".png") && !file.ends_with(".json"))
        throw CLI::ValidationError("--export", "the name has to end in .png or .json");
    for (const char* name : {"--schedule", "--stages", "--microbatches", "--chunks", "--memory-limit", "--forward-ms",
             "--backward-ms", "--weight-ms", "--together-ms", "--send-ms", "--blocking-send"}) {
        if (app.count(name) > 0)
            throw CLI::ValidationError(name, "is for a pipeline in plain numbers; with a PATH move a knob: --set");
    }
    requireKnobs(command.options);
}

} // namespace bubblescope
