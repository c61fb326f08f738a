// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "planarguments.h"

#include "frameworkflags.h"
#include "sharedarguments.h"
#include "simulatearguments.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr const char* ofSearch[] {"--batch", "--gpu-memory", "--allow", "--price", "--top", "--csv"};

std::string flagFrameworkKeys()
{
    std::string keys;
    for (const FlagFrameworkInfo& info : flagFrameworks())
        keys += fmt::format("{}{}", keys.empty() ? "" : "|", info.key);
    return keys;
}

} // namespace

void addPlan(CLI::App& app, PlanCommand& command)
{
    addSource(app, command.source);
    app.get_option("PATH")->description("The JOB: config.json, YAML, TOML, launch script, log or *.bubblejob; or a run");
    PlanQuestion& question = command.question;
    addKnobs(app, question.options);
    PlanSearchArguments& search = question.search;
    app.add_option("--gpus", search.gpus, "GPUs of the job; several numbers to search: 32,64")
        ->type_name("N")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_flag("--search", question.searches, "Search all combinations; knobs that are set are kept");
    const auto add = [&app](const char* name, std::optional<std::string>& target, const char* help, const char* type) {
        app.add_option_function<std::string>(name, [&target](const std::string& text) { target = text; }, help)
            ->type_name(type);
    };
    add("--batch", search.batch, "With --search: samples of a step [as described]", "SAMPLES");
    add("--gpu-memory", search.gpuMemory, "With --search: memory of a GPU, such as 80GB [the hardware's]", "SIZE");
    app.add_option("--allow", search.allow, "With --search: values that a knob may have, as tensor=1,2,4; may be repeated")
        ->type_name("KNOB=VALUE[,VALUE…]")
        ->allow_extra_args(false);
    add("--price", search.price, "With --search: of a GPU for an hour, in USD: also tells what tokens cost", "USD");
    add("--top", search.top, "With --search: candidates to print [100]", "N");
    app.add_option("--like", command.like, "A run on your GPUs whose model is known: how fast they are is taken from it")
        ->type_name("RUN");
    app.add_option("--flags", question.flags, "Print the flags of a framework that make the planned configuration")
        ->type_name(flagFrameworkKeys());
    app.add_flag("--json", command.json, "For programs; the keys are stable");
    app.add_flag("--csv", command.csv, "With --search: a line for each candidate");
    app.footer(knobHelp() + "\nExit codes: 0 fine, 1 wrong usage, 2 the JOB is not usable, or nothing fits.");
}

void requirePlan(const CLI::App& app, PlanCommand& command)
{
    requireSource(command.source);
    PlanQuestion& question = command.question;
    if (!question.searches) {
        for (const char* name : ofSearch) {
            if (app.count(name) > 0)
                throw CLI::ValidationError(name, "needs --search");
        }
        if (question.search.gpus.size() > 1)
            throw CLI::ValidationError("--gpus", "several numbers need --search");
        for (const std::string& gpus : question.search.gpus)
            question.options.knobs.push_back(fmt::format("gpus={}", gpus));
    }
    if (question.searches && !question.flags.empty())
        throw CLI::ValidationError("--flags", "makes one configuration: give what --search found as --set");
    if (command.json && command.csv)
        throw CLI::ValidationError("--csv", "is another form than --json: give one of them");
    requireKnobs(question.options);
    if (const Result<PlanSpace> space = planSpaceOf(question.search); !space) {
        const Error& error = space.error();
        throw CLI::ValidationError(
            "plan", fmt::format("{}{}{}", error.message.text(), error.between(), error.advice.text()));
    }
    if (!question.flags.empty() && !flagFrameworkFromKey(question.flags))
        throw CLI::ValidationError(
            "--flags", fmt::format("\"{}\" is not one of {}", question.flags, flagFrameworkKeys()));
}

} // namespace bubblescope
