// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"

#include "checkarguments.h"
#include "closestword.h"
#include "comparedparts.h"
#include "exporttables.h"
#include "historyarguments.h"
#include "indexarguments.h"
#include "manualpage.h"
#include "mcparguments.h"
#include "outputfile.h"
#include "planarguments.h"
#include "queryarguments.h"
#include "sharedarguments.h"
#include "simulatearguments.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace bubblescope {

namespace {
const std::map<std::string, ThemeChoice> themes {
    {"system", ThemeChoice::System}, {"light", ThemeChoice::Light}, {"dark", ThemeChoice::Dark}};
const std::map<std::string, ExportView> exportViews {{"timeline", ExportView::Timeline}, {"layers", ExportView::Layers},
    {"stages", ExportView::Stages}, {"loss", ExportView::Loss}, {"steps", ExportView::Steps},
    {"roofline", ExportView::Roofline}};
const std::map<std::string, ExportSubject> exportSubjects {
    {"measured", ExportSubject::Measured}, {"simulated", ExportSubject::Simulated}, {"both", ExportSubject::Both}};
const std::map<std::string, ExportFormat> exportFormats {{"png", ExportFormat::Png}, {"svg", ExportFormat::Svg},
    {"pdf", ExportFormat::Pdf}, {"trace", ExportFormat::ChromeTrace}, {"csv", ExportFormat::Csv},
    {"html", ExportFormat::Report}, {"sqlite", ExportFormat::Database}, {"folded", ExportFormat::Folded},
    {"speedscope", ExportFormat::Speedscope}};
const std::map<std::string, bool> exportThemes {{"light", false}, {"dark", true}};

bool parseInt(std::string_view text, int& value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

void parseSize(const std::string& text, int& width, int& height)
{
    const size_t x = text.find('x');
    constexpr int smallest = 64;
    constexpr int largest = 16384;
    if (x == std::string::npos || !parseInt(std::string_view(text).substr(0, x), width)
        || !parseInt(std::string_view(text).substr(x + 1), height) || width < smallest || height < smallest
        || width > largest || height > largest)
        throw CLI::ValidationError("--size", "give the pixels as 1920x1080, between 64 and 16384 each");
}

/// Rejects a PATH that does not exist but resembles a command; opening a window for it would help nobody.
void refuseMistypedCommand(const CLI::App& app, const Source& source)
{
    std::error_code error; // name too long, no permission: loading reports it
    if (source.paths.empty() || std::filesystem::exists(source.paths.front(), error))
        return;
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    const std::vector<std::string_view> words(names.begin(), names.end());
    const std::string_view meant = closestWord(source.paths.front(), words);
    if (!meant.empty())
        throw CLI::ValidationError(
            source.paths.front(), fmt::format("is neither a file nor a command. Did you mean {}?", meant));
}

void addExportOptions(CLI::App& app, ExportCommand& command)
{
    addSource(app, command.source);
    ExportRequest& request = command.request;
    const auto take = [&app](const char* name, QString& target, const char* description) {
        return app.add_option_function<std::string>(
            name, [&target](const std::string& text) { target = QString::fromStdString(text); }, description);
    };
    app.add_option("-o,--output", command.output,
           "What to write: *.png, *.svg, *.pdf, *.json or *.json.gz (a Chrome trace), *.csv (a table), *.html (a "
           "report), *.sqlite (a database of everything), *.folded or *.speedscope.json (calls, for flame graphs)")
        ->required()
        ->type_name("FILE");
    addChoice(app, "--format", request.format, exportFormats,
        "What to write, whatever the name of the file: " + keys(exportFormats, ", "));
    addChoice(
        app, "--view", request.view, exportViews, "What to draw: " + keys(exportViews, ", ") + " [what there is]");
    addChoice(app, "--what", request.subject, exportSubjects,
        "The run as measured, as simulated, or both: " + keys(exportSubjects, ", ") + " [measured]");
    app.add_option(
           "--session", command.session, "Take notes, knobs and the look of the timeline from a *.bubblescope file")
        ->type_name("FILE");
    app.add_option_function<std::string>(
           "--size",
           [&request](const std::string& text) {
               const std::optional<PictureSize> size = parsePictureSize(text);
               if (!size)
                   throw CLI::ValidationError("--size",
                       "give pixels (1600x900, or a width alone), millimetres (120x80mm, 120mm), one-column or "
                       "two-column; from 64 to 16384 pixels");
               request.size = *size;
           },
           "Pixels, millimetres (85x60mm), one-column (85 mm) or two-column (178 mm); without a height as high as "
           "needed [1600]")
        ->type_name("WxH");
    app.add_option(
           "--scale", request.scale, "Device pixels of a PNG to each of its size [1, on paper 300 dots per inch]")
        ->check(CLI::Range(0.25, 8.0));
    addChoice(app, "--theme", request.isDark, exportThemes, "Colours: " + keys(exportThemes, ", "));
    app.add_flag("--critical-path", request.showsCriticalPath, "Draw the critical path of the step over the timeline");
    take("--font", request.font, "Font family of all texts")->type_name("FAMILY");
    take("--title", request.title, "Title of the picture [the name of the run]")->type_name("TEXT");
    take("--table", request.table, "Table to write as *.csv; `--table list` shows all")->type_name("NAME");
    addKnobs(app, command.simulate);
    app.add_flag("--strict", command.strict, "Exit with 3 if anything was opened with errors");
}

/// Hides options from the help, the manual page and the completion.
void hide(CLI::App& app, std::initializer_list<const char*> options)
{
    for (const char* option : options)
        app.get_option(option)->group("");
}

/// Pipes and devices may have any name.
void requirePng(const RenderCommand& command)
{
    if (!QString::fromLocal8Bit(command.output.c_str()).endsWith(QLatin1String(".png"), Qt::CaseInsensitive)
        && !isStream(command.output))
        throw CLI::ValidationError(
            "--output", "the name has to end in .png; `bubblescope export` writes .svg and .pdf, too");
}

/// Rejects file names and knobs that contradict each other.
void requireExport(const ExportCommand& command)
{
    if (command.session.empty())
        requireSource(command.source);
    requireKnobs(command.simulate);
    if (!command.request.format && !exportFormatOf(QString::fromStdString(command.output), command.request.table))
        throw CLI::ValidationError("--output",
            "the name has to end in .png, .svg, .pdf, .json, .json.gz, .csv, .html, .sqlite, .folded or "
            ".speedscope.json; otherwise give --format");
    const QString& table = command.request.table;
    if (!table.isEmpty() && table != QLatin1String("list") && !exportTableNames().contains(table))
        throw CLI::ValidationError("--table",
            fmt::format("there is no table \"{}\"; choose one of {}", table.toStdString(),
                exportTableNames().join(QStringLiteral(", ")).toStdString()));
    if (!command.simulate.knobs.empty() && command.request.subject == ExportSubject::Measured)
        throw CLI::ValidationError("--set", "moves knobs of a simulation: give --what simulated or --what both");
}

} // namespace

const std::map<std::string, RenderCommand::View>& renderViews()
{
    static const std::map<std::string, RenderCommand::View> views {{"timeline", RenderCommand::View::Timeline},
        {"layers", RenderCommand::View::Layers}, {"stages", RenderCommand::View::Stages},
        {"loss", RenderCommand::View::Loss}, {"steps", RenderCommand::View::Steps},
        {"roofline", RenderCommand::View::Roofline}, {"window", RenderCommand::View::Window}};
    return views;
}

/// What of the runs is compared; only one of these can be given.
void addComparedParts(CLI::App& app, CompareCommand& compare)
{
    const auto set = [&compare](const ComparedParts& parts) {
        compare.partA = parts.a;
        compare.partB = parts.b;
    };
    const auto setStep = [set](const std::string& text) {
        const std::optional<ComparedParts> parts = comparedSteps(text);
        if (!parts)
            throw CLI::ValidationError("--step", "is a number, or two with a comma: " + text);
        set(*parts);
    };
    const auto setNamed = [set](ComparedPart::By by) {
        return [set, by](const std::string& name) { set(comparedNamed(by, name)); };
    };
    CLI::Option* step = app.add_option_function<std::string>("--step", setStep,
                               "Number of the step of profiler runs to compare, or of A,B [all steps]")
                            ->type_name("N[,M]");
    CLI::Option* range = app.add_option_function<std::string>("--range", setNamed(ComparedPart::By::Range),
                                "Compare what profiler runs launch inside of the ranges with this name, per range")
                             ->type_name("NAME")
                             ->excludes(step);
    CLI::Option* marker = app.add_option_function<std::string>("--marker", setNamed(ComparedPart::By::Marker),
                                 "The same from each range with this name to the next one")
                              ->type_name("NAME")
                              ->excludes(step)
                              ->excludes(range);
    const auto setTimes = [set](const std::string& text) {
        const std::optional<ComparedParts> parts = comparedTimes(text);
        if (!parts)
            throw noRange("--between");
        set(*parts);
    };
    app.add_option_function<std::string>("--between", setTimes,
           "Compare what devices of profiler runs begin between two times, in ms from the start of the run; of A,B")
        ->type_name("FROM:TO[,FROM:TO]")
        ->excludes(step)
        ->excludes(range)
        ->excludes(marker);
}

const char* programName(Program program) { return program == Program::Window ? "bubblescope" : "bubblescope-cli"; }

Command parseCommandLine(const std::vector<std::string>& arguments, Program program)
{
    const bool draws = program == Program::Window;
    const std::string name = programName(program);
    CLI::App app(fmt::format("Timelines, costs and what-ifs of distributed training runs.\n{}",
                     draws ? "Without a command: opens the window on the folder of a run."
                           : "What needs no graphics library; the package bubblescope adds the window and pictures."),
        name);
    app.set_version_flag("--version", name + " " BUBBLESCOPE_VERSION);
    app.set_help_flag("-h,--help", "Show this text; `COMMAND --help` says more about a command");
    app.footer("Exit codes: 0 fine, 1 wrong usage or not written, 2 nothing usable found or it cannot be simulated, 3 "
               "opened with errors under --strict, 4 ended by something unexpected, such as no memory; of hang: a "
               "suspect is named. Of check: 5 worse, 6 not comparable, 7 cannot tell.");
    app.failure_message(CLI::FailureMessage::simple);
    app.require_subcommand(0, 1);

    WindowCommand window;
    addSource(app, window.source);
    addChoice(app, "--theme", window.theme, themes, "Colours");
    addLanguage(app, window.language);
    app.add_option("--show", window.show,
           "Open at a place, as \"Copy link to this view\" writes it: 'run=NAME;step=3;range=600:900;rank=6'")
        ->type_name("PLACE");
    app.add_flag("--time-to-frame", window.timeToFrame,
        "Print the milliseconds from process start to the first complete frame, and end");

    // For packaging only, so not in --help.
    bool wantsManualPage = false;
    bool wantsCompletion = false;
    app.add_flag("--manual-page", wantsManualPage)->group("");
    app.add_flag("--bash-completion", wantsCompletion)->group("");

    InspectCommand inspect;
    CLI::App& inspectApp = *app.add_subcommand("inspect", "Say what was recognised, without a window");
    addSource(inspectApp, inspect.source);
    inspectApp.add_flag("--json", inspect.json, "For programs; the keys are stable");
    inspectApp.add_flag("--strict", inspect.strict, "Exit with 3 if anything was opened with errors");
    inspectApp
        .add_option("--layers", inspect.options.layers, "Layers to expand one-layer tables to, if no file says so")
        ->check(CLI::Range(1, 100000));

    SummaryCommand summary;
    CLI::App& summaryApp
        = *app.add_subcommand("summary", "Say where the time of a step goes, what costs most and what would help");
    addSource(summaryApp, summary.source);
    CLI::Option* summaryJsonFlag = summaryApp.add_flag("--json", summary.json, "For programs; the keys are stable");
    summaryApp
        .add_flag("--markdown", summary.markdown, "A page of at most 2,000 tokens, for people and language models")
        ->excludes(summaryJsonFlag);
    summaryApp.add_option("--step", summary.step, "Number of the step to look at [the median one]")
        ->check(CLI::Range(0, 1 << 30));
    summaryApp.add_option("--top", summary.top, "Findings to print [10; all with --json]")->check(CLI::Range(1, 1000));

    CompareCommand compare;
    CLI::App& compareApp = *app.add_subcommand(
        "compare", "Say what differs between two runs, by operator, module, kernel, name, stage and layer; or in which terms a plan was "
        "wrong");
    compareApp.add_option("A", compare.a, "The first run, or a described job: a file or folder")->required()->type_name("");
    compareApp.add_option("B", compare.b, "The second run")->required()->type_name("");
    compareApp.add_flag("--json", compare.json, "For programs; the keys are stable");
    addNoCache(compareApp, compare.useCache);
    addKernels(compareApp, compare.choices.kernels);
    addLogPattern(compareApp, compare.choices);
    addMemory(compareApp, compare.memory);
    addComparedParts(compareApp, compare);
    addSettings(compareApp, compare.plan);

    CheckCommand check;
    CLI::App& checkApp = *app.add_subcommand(
        "check", "Say whether a run is worse than builds of the same job before it, and what made it so");
    addCheckOptions(checkApp, check);

    HistoryCommand history;
    CLI::App& historyApp
        = *app.add_subcommand("history", "Say since which build the step of a job takes longer or shorter");
    addHistoryOptions(historyApp, history);

    StragglersCommand stragglers;
    CLI::App& stragglersApp = *app.add_subcommand(
        "stragglers", "Say how much of the steps is lost because ranks, stages or operations differ");
    addSource(stragglersApp, stragglers.source);
    stragglersApp.add_flag("--json", stragglers.json, "For programs; the keys are stable");
    stragglersApp.add_option("--ideal", stragglers.ideal, "Write the ideal timeline, to look at: *.json or *.json.gz")
        ->type_name("FILE");

    HangCommand hang;
    CLI::App& hangApp = *app.add_subcommand("hang", "Say who hangs, from the dumps of NCCL's flight recorder");
    hangApp.add_option("PATH", hang.paths, "Dumps, or the folder that holds them")->required()->type_name("");
    hangApp.add_flag("--json", hang.json, "For programs; the keys are stable");
    // Dumps are small, and always read: what other commands take is no error here.
    hangApp.add_flag_function(
        "--no-cache", [](int64_t) {}, "Read all files again, and cache nothing: always so");
    hangApp.footer("Exit codes: 0 nobody is suspected, 1 wrong usage, 2 no dump found, 4 a suspect is named.");

    QueryCommand query;
    CLI::App& queryApp
        = *app.add_subcommand("query", "Answer questions in SQL about everything that was recorded and found");
    addQueryOptions(queryApp, query);

    RenderCommand render;
    CLI::App& renderApp = *app.add_subcommand("render", "Draw a view into a PNG, without a display");
    addSource(renderApp, render.source);
    renderApp.add_option("-o,--output", render.output, "The PNG to write")->required()->type_name("FILE");
    addChoice(renderApp, "--view", render.view, renderViews(), "What to draw");
    renderApp
        .add_option_function<std::string>(
            "--size", [&render](const std::string& text) { parseSize(text, render.width, render.height); },
            "Pixels [1600x960]")
        ->type_name("WxH");
    addChoice(renderApp, "--theme", render.theme, themes, "Colours");
    addLanguage(renderApp, render.language);
    renderApp.add_flag("--strict", render.strict, "Exit with 3 if anything was opened with errors");

    ExportCommand exported;
    CLI::App& exportApp = *app.add_subcommand(
        "export", "Write a picture, a Chrome trace, a table, a database or a report of a run, without a display");
    addExportOptions(exportApp, exported);
    addLanguage(exportApp, exported.language);
    exportApp.footer(knobHelp());

    SampleCommand sample;
    CLI::App& sampleApp = *app.add_subcommand("sample", "Write a made-up run in the formats that are read here");
    addSampleOptions(sampleApp, sample);

    SimulateCommand simulate;
    CLI::App& simulateApp = *app.add_subcommand(
        "simulate", "Re-time a step of a run, table, workload or log; or a pipeline given in plain numbers");
    addSimulate(simulateApp, simulate);

    PlanCommand plan;
    CLI::App& planApp = *app.add_subcommand(
        "plan", "Say what a run that does not exist yet would take and whether it fits; search the best configuration");
    addPlan(planApp, plan);

    McpCommand mcp;
    CLI::App& mcpApp = *app.add_subcommand(
        "mcp", "Answer the questions of an assistant: the Model Context Protocol on standard input and output");
    addMcpOptions(mcpApp, mcp);

    IndexCommand index;
    CLI::App& indexApp = *app.add_subcommand(
        "index", "Make an index of a run that is too large for one machine, by tasks on a cluster");
    addIndexOptions(indexApp, index);

    FormatsCommand formats;
    CLI::App& formatsApp = *app.add_subcommand("formats", "List all formats that can be opened, and how they are recorded");
    formatsApp.add_flag("--json", formats.json, "For programs; the keys are stable");

    CacheCommand cache;
    CLI::App& cacheApp = *app.add_subcommand("cache", "Show how much is cached of runs opened before");
    cacheApp.add_flag("--clear", cache.clear, "Delete it");

    if (!draws) {
        // Still parsed, so that the error can name the package that has them.
        renderApp.group("");
        hide(mcpApp, {"--pictures"});
        hide(app,
            {"PATH", "--demo", "--no-cache", "--range", "--kernels", "--log-pattern", "--memory", "--theme",
                "--language", "--show", "--time-to-frame"});
        hide(
            exportApp, {"--view", "--session", "--size", "--scale", "--theme", "--critical-path", "--font", "--title"});
        exportApp.description("Write a Chrome trace, a table or a database of a run");
        exportApp.get_option("--output")
            ->description(
                "What to write: *.json or *.json.gz (a Chrome trace), *.csv (a table), *.sqlite (a database), "
                "*.folded or *.speedscope.json (calls, for flame graphs)");
        simulateApp.get_option("--export")->description("Write the simulated timeline: FILE.json, a Chrome trace");
    }
    try {
        // CLI11 expects the arguments in reverse order.
        std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
        if (draws)
            std::erase(reversed, "-reverse"); // Qt's own: it reads the arguments once more
        app.parse(reversed);
        if (inspectApp.parsed())
            requireSource(inspect.source);
        if (summaryApp.parsed())
            requireSource(summary.source);
        if (compareApp.parsed())
            requireKnobs(compare.plan);
        if (queryApp.parsed())
            requireQuery(query);
        if (stragglersApp.parsed())
            requireSource(stragglers.source);
        summary.topIsSet = summaryApp.count("--top") > 0;
        if (renderApp.parsed()) {
            requireSource(render.source);
            requirePng(render);
        }
        if (exportApp.parsed())
            requireExport(exported);
        const bool anyCommand = !app.get_subcommands().empty();
        if (!anyCommand && !window.source.paths.empty()) {
            requireSource(window.source);
            refuseMistypedCommand(app, window.source);
        }
        if (indexApp.parsed())
            requireIndex(indexApp, index);
        if (simulateApp.parsed())
            requireSimulation(simulateApp, simulate);
        if (planApp.parsed())
            requirePlan(planApp, plan);
        if (sampleApp.parsed()) {
            if (const auto error = checkSampleOptions(sample.options, mostWrittenSpans))
                throw CLI::ValidationError(
                    "sample", error->message.text() + (error->advice.empty() ? "" : " " + error->advice.text()));
        }
        if (anyCommand
            && (!window.source.paths.empty() || window.source.demo || window.theme || !window.language.empty()
                || window.timeToFrame || !window.show.empty()))
            throw CLI::ValidationError(app.get_subcommands().front()->get_name(),
                "options of a command come after its name, and no PATH before it");
    } catch (const CLI::ParseError& error) {
        std::ostringstream out;
        std::ostringstream err;
        const int code = app.exit(error, out, err);
        if (code == 0)
            return CommandLineAnswer {ExitCode::Fine, out.str()};
        return CommandLineAnswer {ExitCode::Usage, "bubblescope: " + err.str()};
    }
    if (wantsManualPage || wantsCompletion)
        return CommandLineAnswer {ExitCode::Fine, wantsManualPage ? manualPage(app) : bashCompletion(app)};
    if (inspectApp.parsed())
        return inspect;
    if (summaryApp.parsed())
        return summary;
    if (compareApp.parsed())
        return compare;
    if (checkApp.parsed())
        return check;
    if (historyApp.parsed())
        return history;
    if (stragglersApp.parsed())
        return stragglers;
    if (hangApp.parsed())
        return hang;
    if (queryApp.parsed())
        return query;
    if (renderApp.parsed())
        return render;
    if (exportApp.parsed())
        return exported;
    if (sampleApp.parsed())
        return sample;
    if (simulateApp.parsed())
        return simulate;
    if (planApp.parsed())
        return plan;
    if (mcpApp.parsed())
        return mcp;
    if (indexApp.parsed())
        return index;
    if (formatsApp.parsed())
        return formats;
    if (cacheApp.parsed())
        return cache;
    return window;
}

} // namespace bubblescope
