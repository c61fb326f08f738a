// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mcptools.h"

#include "checkcommand.h"
#include "comparedparts.h"
#include "comparereport.h"
#include "findingjson.h"
#include "frameworkflags.h"
#include "gatereport.h"
#include "gaterules.h"
#include "gateruns.h"
#include "inspecttext.h"
#include "mcparguments.h"
#include "openedquery.h"
#include "opensource.h"
#include "plancommand.h"
#include "plancomparison.h"
#include "queryanswer.h"
#include "queryschema.h"
#include "quoting.h"
#include "simulatefolder.h"
#include "simulationreport.h"
#include "summarymarkdown.h"
#include "thrownerror.h"
#include "visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace bubblescope {

namespace {

constexpr size_t mostOpened = 8;
constexpr size_t mostRests = 32;

std::string sentenceOf(const Error& error)
{
    return fmt::format("{}{}{}", error.message.text(), error.between(), error.advice.text());
}

Json content(const std::string& text, bool isError)
{
    Json item {{"type", "text"}, {"text", visibleText(text, "\n")}};
    Json made {{"content", Json::array({std::move(item)})}};
    if (isError)
        made["isError"] = true;
    return made;
}

/// Where a text may be cut: behind a line, never in a character.
size_t cutAt(const std::string& text)
{
    constexpr size_t forTheHandle = 60;
    size_t end = std::min(text.size(), tokenLimit * 3);
    while (end > 0 && tokensOf(std::string_view(text).substr(0, end)) > tokenLimit - forTheHandle)
        end -= std::max<size_t>(end / 50, 1);
    const size_t line = text.rfind('\n', end);
    if (line != std::string::npos && line > end / 2)
        return line + 1;
    while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
        --end;
    return end;
}

std::vector<std::string> frameworkKeys()
{
    std::vector<std::string> keys;
    for (const FlagFrameworkInfo& info : flagFrameworks())
        keys.emplace_back(info.key);
    return keys;
}

/// Of check, as the command's: max_step.
std::string nameOfLimit(GateQuantity quantity) { return fmt::format("max_{}", gateQuantityKey(quantity)); }

Json checkProperties(const Json& run)
{
    Json properties {{"run", run}, {"baselines", listProperty("Handles of runs before it")}};
    for (int q = 0; q < gateQuantityCount; ++q) {
        const auto quantity = GateQuantity(q);
        const std::string help = fmt::format("How much {} may grow, {}as +1%", gateQuantityName(quantity).text(),
            quantity == GateQuantity::Step || quantity == GateQuantity::Memory ? "" : "as a share of the step, ");
        properties[nameOfLimit(quantity)] = textProperty(help.c_str());
    }
    properties["min_mfu"] = textProperty("The MFU that a step of the run has to reach, as 40%");
    return properties;
}

} // namespace

McpTools::McpTools(McpOptions options) : m_options(std::move(options))
{
    const Json run = textProperty("Handle that open gave, such as r1");
    m_tools = {
        {"open", "Open the files or folders of a training run: traces of ranks, logs, layer tables, workloads. Gives its handle.",
            {{"paths", listProperty("Files and folders")}}, {"paths"}, nullptr, &McpTools::open},
        {"summary", "Where the time of a step goes, what costs most and what would help, in Markdown.",
            {{"run", run}, {"step", numberProperty("Number of the step; the median one by default")}}, {"run"},
            &McpTools::summary},
        {"findings", "All findings: id, cost in ms of a step, sentence, suggestion.",
            {{"run", run}}, {"run"}, &McpTools::findings},
        {"evidence", "What one finding rests on: ranks, stages, spans with their times, and how its cost was computed.",
            {{"run", run}, {"finding", textProperty("Its id")}}, {"run", "finding"}, &McpTools::evidence},
        {"query", "A question in SQL (SQLite, read only) about spans, ranks, stages, steps, messages, collectives, findings …; without sql: the tables and columns there are.",
            {{"run", run}, {"sql", textProperty("The query")}}, {"run"}, &McpTools::query},
        {"compare", "What differs between two opened runs, by operator, module, kernel, name, stage and layer; of profiler runs also of "
                    "one part of them.",
            {{"run", textProperty("Handle of A")}, {"other", textProperty("Handle of B")},
                {"step", textProperty("Only this step: N, or N,M of A and B")},
                {"range", textProperty("Only what ranges with this name launch, per range")},
                {"marker", textProperty("From each range with this name to the next one")},
                {"between", textProperty("Only from a time to another, in ms from the start: FROM:TO, or FROM:TO,FROM:TO of A and B")}},
            {"run", "other"}, &McpTools::compare},
        {"check", "Whether a run is worse than builds of the same job before it, and what made it so: fine, better, worse, not comparable, "
                  "or cannot tell, then with the number of steps that would.",
            checkProperties(run), {"run", "baselines"}, &McpTools::check},
        {"simulate", "The step re-timed with other knobs, as microbatches=16, schedule=zb-h1, nic=800Gb/s, tensor=4.",
            {{"run", run}, {"knobs", listProperty("KNOB=VALUE")}, {"input", textProperty("Name of the input; the first by default")}},
            {"run"}, &McpTools::simulate},
        {"plan", "What a run that does not exist yet would take and whether it fits, from a description of its model and layout "
                 "(config.json, YAML, TOML, launch script, log, *.bubblejob); with search: the best configurations, which also an "
                 "opened run's files have.",
            {{"paths", listProperty("The description, or the files of a run")},
                {"knobs", listProperty("KNOB=VALUE, as gpus=64, tensor=2, stages=4, microbatches=16, sequence=4096, shard=optimizer")},
                {"hardware", textProperty("A preset, as h100; h100 by default")},
                {"like", listProperty("The files of a run on the same GPUs whose model is known: how fast they are is taken from it")},
                {"search", choiceProperty("Whether to search all combinations", {"no", "yes"})},
                {"allow", listProperty("KNOB=VALUE,VALUE: limits of the search")},
                {"gpus", textProperty("Numbers of GPUs to search: 64, or 32,64")},
                {"batch", textProperty("Samples of a step, of the search")},
                {"gpu_memory", textProperty("Memory of a GPU, of the search: 80GB")},
                {"flags", choiceProperty("Print the flags of this framework instead", frameworkKeys())}},
            {"paths"}, nullptr, &McpTools::plan},
        {"picture", "Draw a view into a PNG in the folder for pictures; gives its path.",
            {{"run", run}, {"view", choiceProperty("What to draw; the timeline by default", m_options.drawing.views)}}, {"run"},
            &McpTools::picture},
        {"more", "The rest of an answer that was too long.", {{"handle", textProperty("As the answer told it")}}, {"handle"},
            nullptr, &McpTools::more},
    };
    if (!m_options.drawing.draw || m_options.pictures.empty())
        std::erase_if(m_tools, [](const Tool& tool) { return tool.ofRun == &McpTools::picture; });
}

Json McpTools::list() const
{
    Json tools = Json::array();
    for (const Tool& tool : m_tools) {
        tools.push_back({{"name", tool.name}, {"description", tool.description},
            {"inputSchema", {{"type", "object"}, {"properties", tool.properties}, {"required", tool.required}}},
            {"annotations", {{"readOnlyHint", tool.ofRun != &McpTools::picture}, {"openWorldHint", false}}}});
    }
    return tools;
}

std::optional<Json> McpTools::call(const std::string& name, const Json& arguments)
{
    const auto tool = std::find_if(m_tools.begin(), m_tools.end(), [&](const Tool& t) { return name == t.name; });
    if (tool == m_tools.end())
        return std::nullopt;
    try {
        const Answer given = answer(*tool, arguments);
        return given ? content(limited(*given), false) : content(limited(sentenceOf(given.error())), true);
    } catch (const std::exception&) {
        return content(sentenceOf(whatWasThrown(std::current_exception())), true); // such as no memory: the others go on
    }
}

McpTools::Answer McpTools::answer(const Tool& tool, const Json& arguments)
{
    if (std::optional<Error> wrong = wrongArgument(tool.properties, tool.required, arguments))
        return *std::move(wrong);
    if (tool.ofAll)
        return (this->*tool.ofAll)(arguments);
    const Result<const Opened*> run = opened(arguments, "run");
    return run ? (this->*tool.ofRun)(**run, arguments) : Answer(run.error());
}

std::string McpTools::limited(std::string text)
{
    if (tokensOf(text) <= tokenLimit)
        return text;
    const size_t cut = cutAt(text);
    const std::string handle = fmt::format("m{}", ++m_count);
    std::string begin = text.substr(0, cut);
    begin += fmt::format("\n[cut here; {} characters more: call more with handle {}]", text.size() - cut, handle);
    if (m_rest.size() >= mostRests)
        m_rest.clear();
    m_rest[handle] = text.substr(cut);
    return begin;
}

Result<const McpTools::Opened*> McpTools::opened(const Json& arguments, const char* key)
{
    const std::string handle = *textOf(arguments, key);
    const auto found = m_opened.find(handle);
    if (found == m_opened.end())
        return Error {say("Nothing is open as {}.", handle), say("Call open first; it gives the handle."), {}};
    return &found->second;
}

/// What is open in part, as an index may be, is opened again: all of it unless it keeps the answer, or a step of all
/// ranks.
Result<OpenedFolderPtr> McpTools::openedFor(const Opened& run, Asked asked, std::optional<WantedStep> step)
{
    if (!knownOf(*run.folder).lacksSpans())
        return run.folder;
    if (m_again.of == run.folder && m_again.isOfStep == step.has_value())
        return m_again.opened;
    Source source {run.paths, false, false, {}};
    source.step = step;
    source.needsAll = !step;
    source.asked = asked;
    source.memory = m_options.memory;
    source.choices = m_options.choices;
    if (asked == Asked::Spans)
        m_again = {}; // both may not fit
    OpenedFolderPtr opened = openSource(source, false);
    if (std::optional<Error> error = whyNotOpened(opened->folder))
        return *std::move(error);
    if (!knownOf(*opened).lacksSpans())
        m_again = {run.folder, step.has_value(), opened};
    return opened;
}

/// What is known of the inputs of a run.
struct McpTools::Found {
    OpenedFolderPtr opened; ///< that they refer to
    std::vector<SummaryInput> inputs;
};

Result<std::shared_ptr<const McpTools::Found>> McpTools::found(const Opened& run)
{
    if (run.found)
        return run.found;
    const Result<OpenedFolderPtr> opened = openedFor(run, Asked::Findings);
    Result<std::vector<SummaryInput>> inputs = opened ? summaryInputs(knownOf(**opened), {}) : opened.error();
    if (!inputs)
        return inputs.error();
    const auto made = std::make_shared<const Found>(Found {*opened, std::move(inputs).value()});
    if (m_again.opened != *opened)
        run.found = made;
    return made;
}

/// To be compared with others.
Result<std::shared_ptr<const GatePath>> McpTools::builds(const Opened& run)
{
    if (run.builds)
        return run.builds;
    const Result<OpenedFolderPtr> opened = openedFor(run, Asked::Builds);
    std::optional<Error> error = opened ? whyCutShort((*opened)->folder) : opened.error();
    Result<GatePath> path = error ? *std::move(error) : GatePath::of(*opened);
    if (!path)
        return path.error();
    const auto made = std::make_shared<const GatePath>(std::move(path).value());
    if (m_again.opened != *opened)
        run.builds = made;
    return made;
}

McpTools::Answer McpTools::open(const Json& arguments)
{
    const std::vector<std::string> paths = listOf(arguments, "paths");
    if (paths.empty())
        return Error {say("{} is empty.", "paths"), {}, {}};
    for (const std::string& path : paths) {
        std::error_code error;
        if (!std::filesystem::exists(path, error))
            return Error {say("There is no \"{}\".", path), {}, {}};
    }
    Opened made;
    Source source {paths, false, false, {}};
    source.memory = m_options.memory;
    source.choices = m_options.choices;
    made.folder = openSource(source, false);
    if (made.folder->folder.isEmpty())
        return Error {inspectText(made.folder->folder, {}), {}, {}};
    made.paths = paths;
    for (const std::string& path : paths)
        made.path += fmt::format("{}{}", made.path.empty() ? "" : " ", shellWord(path));
    if (m_opened.size() >= mostOpened) { // the one opened first
        const auto oldest = std::min_element(m_opened.begin(), m_opened.end(), [](const auto& a, const auto& b) {
            return std::stoi(a.first.substr(1)) < std::stoi(b.first.substr(1));
        });
        if (m_again.of == oldest->second.folder)
            m_again = {};
        if (m_asked.of == oldest->second.folder)
            m_asked = {};
        m_opened.erase(oldest);
    }
    const std::string handle = fmt::format("r{}", ++m_count);
    std::string text = fmt::format("Opened as {}.\n{}", handle, inspectText(made.folder->folder, {}));
    m_opened[handle] = std::move(made);
    return text;
}

McpTools::Answer McpTools::summary(const Opened& run, const Json& arguments)
{
    if (const std::optional<int> step = numberOf(arguments, "step")) {
        const Result<OpenedFolderPtr> opened = openedFor(run, Asked::Spans);
        return opened ? summaryMarkdown(knownOf(**opened), {step}, run.path) : Answer(opened.error());
    }
    const Result<std::shared_ptr<const Found>> of = found(run);
    return of ? Answer(summaryMarkdown((*of)->inputs, (*of)->opened->folder, run.path)) : of.error();
}

McpTools::Answer McpTools::findings(const Opened& run, const Json& /*arguments*/)
{
    const Result<std::shared_ptr<const Found>> of = found(run);
    if (!of)
        return of.error();
    std::string text;
    for (const SummaryInput& input : (*of)->inputs) {
        text += fmt::format("{} ({}): {}\n", markdownCode(input.name), input.kind, input.findings.verdict.text());
        for (const Finding& finding : input.findings.list)
            text += fmt::format("* {}: {:.3f} ms, {:.1f} % of the {}, {}. {} {}\n", finding.id,
                finding.costNs / nsPerMs, finding.share * 100, finding.shareOf(input.isRecording),
                originName(finding.costOrigin), finding.sentence.text(), finding.suggestion.text());
    }
    return text;
}

McpTools::Answer McpTools::evidence(const Opened& run, const Json& arguments)
{
    const std::string id = *textOf(arguments, "finding");
    const Result<std::shared_ptr<const Found>> of = found(run);
    if (!of)
        return of.error();
    for (const SummaryInput& input : (*of)->inputs) {
        for (const Finding& finding : input.findings.list) {
            if (finding.id == id)
                return jsonText(findingJson(finding, input.run), 1);
        }
    }
    return Error {say("There is no finding {} in it.", id), say("Call findings; it lists all."), {}};
}

McpTools::Answer McpTools::query(const Opened& run, const Json& arguments)
{
    const std::optional<std::string> sql = textOf(arguments, "sql");
    if (!sql)
        return querySchemaText();
    if (m_asked.of != run.folder)
        m_asked = {run.folder, queryDataOf(run.folder)};
    return queryAnswer(m_asked.data, *sql);
}

namespace {

/// What of two runs a client wants to be compared; only one of these can be given, as on the command line.
Result<ComparedParts> askedParts(const Json& arguments)
{
    std::optional<std::string> given;
    for (const char* key : {"step", "range", "marker", "between"}) {
        if (!textOf(arguments, key))
            continue;
        if (given)
            return Error {say("Only one of {} can be given.", "step, range, marker, between"), {}, {}};
        given = key;
    }
    if (!given)
        return ComparedParts {};
    const std::string text = *textOf(arguments, given->c_str());
    if (*given == "range" || *given == "marker")
        return comparedNamed(*given == "range" ? ComparedPart::By::Range : ComparedPart::By::Marker, text);
    const std::optional<ComparedParts> parts = *given == "step" ? comparedSteps(text) : comparedTimes(text);
    if (parts)
        return *parts;
    return Error {say("\"{}\" is no {}.", text, *given),
        *given == "step" ? say("It is a number, or two with a comma.")
                         : say("It is written in ms from the run's start, the smaller first, as 100:250.5."),
        {}};
}

} // namespace

McpTools::Answer McpTools::compare(const Opened& run, const Json& arguments)
{
    const Result<const Opened*> other = opened(arguments, "other");
    if (!other)
        return other.error();
    const Result<ComparedParts> parts = askedParts(arguments);
    if (!parts)
        return parts.error();
    std::vector<OpenedFolderPtr> folders;
    for (const Opened* each : {&run, *other}) {
        if (std::optional<Error> error = whyCutShort(each->folder->folder))
            return *std::move(error);
        const Result<OpenedFolderPtr> folder = openedFor(*each, Asked::Comparison);
        if (!folder)
            return folder.error();
        folders.push_back(*folder);
    }
    const Result<ComparedFolders> compared
        = compareInputs({{knownOf(*folders[0]), parts->a}, run.path}, {{knownOf(*folders[1]), parts->b}, (*other)->path});
    return compared ? Answer(comparisonText(*compared)) : Answer(compared.error());
}

McpTools::Answer McpTools::check(const Opened& run, const Json& arguments)
{
    const std::vector<std::string> handles = listOf(arguments, "baselines");
    if (handles.empty())
        return Error {say("{} is empty.", "baselines"), {}, {}};
    CheckCommand command;
    for (int q = 0; q < gateQuantityCount; ++q) {
        const std::optional<std::string> limit = textOf(arguments, nameOfLimit(GateQuantity(q)).c_str());
        if (!limit)
            continue;
        std::optional<double>& most = command.rules.of(GateQuantity(q));
        most = parseGrowth(*limit);
        if (!most)
            return Error {say("{} is no growth in percent.", *limit), say("It is written as +3%."), {}};
    }
    if (const std::optional<std::string> least = textOf(arguments, "min_mfu")) {
        command.rules.leastMfu = parseLeastMfu(*least);
        if (!command.rules.leastMfu)
            return Error {say("{} is no share of the peak in percent.", *least), say("It is written as 40%."), {}};
    }
    std::vector<std::shared_ptr<const GatePath>> kept; // that the report refers to
    const auto add = [this, &kept](const Opened& of) -> std::optional<Error> {
        Result<std::shared_ptr<const GatePath>> path = builds(of);
        if (!path)
            return path.error();
        kept.push_back(std::move(path).value());
        return std::nullopt;
    };
    if (std::optional<Error> error = add(run))
        return *std::move(error);
    for (const std::string& handle : handles) {
        const Result<const Opened*> before = opened(Json {{"run", handle}}, "run");
        if (!before)
            return before.error();
        if (std::optional<Error> error = add(**before))
            return *std::move(error);
    }
    std::vector<const GatePath*> paths;
    for (const auto& path : kept)
        paths.push_back(path.get());
    const std::optional<GateReport> report = judgePaths(paths, command.rules);
    if (!report)
        return Error {say("There is no run or log to judge."), {}, {}};
    return gateText(*report, {paths.front()->runs.front().run, command});
}

McpTools::Answer McpTools::simulate(const Opened& run, const Json& arguments)
{
    SimulateOptions options;
    options.knobs = listOf(arguments, "knobs");
    options.input = textOf(arguments, "input").value_or("");
    const Result<OpenedFolderPtr> step = openedFor(run, Asked::Spans, WantedStep {});
    if (!step)
        return step.error();
    const Result<SimulatedInput> simulated = simulateFolder((*step)->folder, options);
    if (!simulated)
        return simulated.error();
    SimulationReport report = simulated->report;
    report.picture.clear(); // wide, and of no use without a terminal
    return simulationText(report);
}

McpTools::Answer McpTools::plan(const Json& arguments)
{
    Source source {listOf(arguments, "paths"), false, false, {}};
    if (source.paths.empty())
        return Error {say("{} is empty.", "paths"), {}, {}};
    source.memory = m_options.memory;
    source.choices = m_options.choices;
    PlanQuestion question;
    question.options.knobs = listOf(arguments, "knobs");
    question.options.hardware = textOf(arguments, "hardware").value_or("");
    question.searches = textOf(arguments, "search") == "yes";
    question.flags = textOf(arguments, "flags").value_or("");
    question.search.allow = listOf(arguments, "allow");
    question.search.batch = textOf(arguments, "batch");
    question.search.gpuMemory = textOf(arguments, "gpu_memory");
    if (const std::optional<std::string> gpus = textOf(arguments, "gpus")) {
        if (question.searches)
            question.search.gpus = {*gpus};
        else
            question.options.knobs.push_back(fmt::format("gpus={}", *gpus));
    }
    const Result<OpenedFolderPtr> opened = openJob(source);
    if (!opened)
        return opened.error();
    if (Source like = source; !(like.paths = listOf(arguments, "like")).empty()) {
        Result<JobCalibration> calibration = calibrationLikeRun(like, question);
        if (!calibration)
            return calibration.error();
        question.calibration = std::move(calibration).value();
    }
    const RunFolder& folder = (*opened)->folder;
    if (!question.flags.empty())
        return planFlags(folder, question);
    if (question.searches) {
        const Result<PlanReport> report = planSearch(folder, question);
        return report ? Answer(planSearchText(*report)) : Answer(report.error());
    }
    const Result<SimulatedInput> planned = planOne(folder, question);
    return planned ? Answer(simulationText(planned->report)) : Answer(planned.error());
}

McpTools::Answer McpTools::picture(const Opened& run, const Json& arguments)
{
    const std::string view = textOf(arguments, "view").value_or("timeline");
    // A name of its own: nothing is replaced, and nothing that was said decides where is written.
    std::string path;
    std::error_code error;
    do {
        path = fmt::format("{}/{}-{}.png", m_options.pictures, view, ++m_count);
    } while (std::filesystem::exists(path, error));
    Source source {run.paths, false, false, {}};
    source.memory = m_options.memory;
    source.choices = m_options.choices;
    if (std::optional<Error> failed = m_options.drawing.draw(source, view, path))
        return *std::move(failed);
    return path;
}

McpTools::Answer McpTools::more(const Json& arguments)
{
    const auto found = m_rest.find(*textOf(arguments, "handle"));
    if (found == m_rest.end())
        return Error {say("There is nothing more under that handle."), {}, {}};
    return found->second;
}

} // namespace bubblescope
