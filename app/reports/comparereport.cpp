// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparereport.h"

#include "formatting.h"
#include "runjson.h"
#include "stepterms.h"
#include "tabletexts.h"
#include "texttable.h"

#include <fmt/format.h>

#include <algorithm>

namespace bubblescope {

namespace {

template <typename Input>
bool compareFirst(const std::vector<Input>& a, const std::vector<Input>& b, const char* kind, ComparedFolders& compared)
{
    if (a.empty() || b.empty())
        return false;
    compared.kind = kind;
    compared.nameA = a.front().name;
    compared.nameB = b.front().name;
    compared.comparison = compare(a.front(), b.front());
    return true;
}

Result<ComparedRun> runOf(const ComparedSide& side)
{
    Result<ComparedRun> run = side.known.run(0).compared(side.part);
    if (!run || side.part == ComparedPart() || run->parts > 0)
        return run;
    return Error {whyNothing(side.known.folder().runs.front(), *run, side.part),
        "Parts are those of profiler runs; `query` lists steps and ranges.", {}};
}

Result<ComparedFolders> compareRuns(const ComparedSide& a, const ComparedSide& b)
{
    const Result<ComparedRun> ofA = runOf(a);
    if (!ofA)
        return ofA.error();
    const Result<ComparedRun> ofB = runOf(b);
    if (!ofB)
        return ofB.error();
    ComparedFolders compared;
    compared.kind = "run";
    const RunFolder& folderA = a.known.folder();
    const RunFolder& folderB = b.known.folder();
    const Run& runA = folderA.runs.front();
    const Run& runB = folderB.runs.front();
    compared.nameA = runA.name;
    compared.nameB = runB.name;
    if (runA.name == runB.name && folderA.path != folderB.path) { // of what was given, then
        compared.nameA = fmt::format("{}, {}", runA.name, folderA.path);
        compared.nameB = fmt::format("{}, {}", runB.name, folderB.path);
    }
    compared.devicesA = runA.machine.devices;
    compared.devicesB = runB.machine.devices;
    compared.comparison = compare(*ofA, *ofB);
    if (a.part == ComparedPart())
        compared.throughputA = measuredThroughput(folderA, runA, compared.comparison.stepA);
    if (b.part == ComparedPart())
        compared.throughputB = measuredThroughput(folderB, runB, compared.comparison.stepB);
    return compared;
}

Json differencesJson(const std::vector<Difference>& differences, const char* key)
{
    Json json = Json::array();
    for (const Difference& difference : differences) {
        json.push_back({{key, difference.shownName()}, {"a_ms", milliseconds(difference.a)},
            {"b_ms", milliseconds(difference.b)}, {"difference_ms", difference.change() / nsPerMs}});
    }
    return json;
}

/// Of devices, with how often.
Json usesJson(const std::vector<Difference>& differences, const char* key, bool withShapes = false)
{
    Json json = differencesJson(differences, key);
    for (size_t i = 0; i < differences.size(); ++i) {
        const Difference& difference = differences[i];
        if (withShapes)
            json[i]["shapes"] = difference.shapes;
        json[i]["a_calls"] = difference.callsA;
        json[i]["b_calls"] = difference.callsB;
        json[i]["a_call_ms"] = milliseconds(difference.callA());
        json[i]["b_call_ms"] = milliseconds(difference.callB());
    }
    return json;
}

Json partJson(const ComparedPart& part, const ComparedPart& ofB)
{
    const auto times = [](TimeRange range) {
        return Json::array({double(range.begin) / nsPerMs, double(range.end) / nsPerMs});
    };
    switch (part.by) {
    case ComparedPart::By::Step:
        return {{"by", "step"}, {"step", part.step}, {"step_b", ofB.step}};
    case ComparedPart::By::Times:
        return {{"by", "times"}, {"a_ms", times(part.times)}, {"b_ms", times(ofB.times)}};
    case ComparedPart::By::Range:
        return {{"by", "range"}, {"name", part.name}};
    case ComparedPart::By::Marker:
        return {{"by", "marker"}, {"name", part.name}};
    case ComparedPart::By::Steps:
        break;
    }
    return nullptr;
}

/// Of `throughput` in `summary --json`, what can be compared.
Json figuresJson(const std::optional<MeasuredThroughput>& throughput)
{
    if (!throughput)
        return nullptr;
    const StepThroughput& step = throughput->step;
    return {{"tokens_per_s", step.tokensPerSecond}, {"tokens_per_s_per_gpu", step.tokensPerSecondPerGpu},
        {"tflops_per_gpu", step.flopsPerSecondPerGpu() / 1e12},
        {"mfu", step.mfu > 0 ? Json(step.mfu) : Json(nullptr)}};
}

Json sideJson(const std::string& name, double stepNs, const std::vector<std::string>& devices,
    const std::optional<MeasuredThroughput>& throughput)
{
    return {{"name", name}, {"step_ms", stepNs / nsPerMs}, {"devices", devices},
        {"throughput", figuresJson(throughput)}};
}

Json stageTermsJson(const std::vector<StageTerms>& stages)
{
    Json json = Json::array();
    for (const StageTerms& stage : stages)
        json.push_back({{"stage", stage.stage}, {"ranks", stage.ranks}, {"terms", differencesJson(stage.terms, "term")}});
    return json;
}

QString timeOrUnknown(std::optional<double> ns) { return ns ? formatDuration(*ns) : unknownText(); }

constexpr size_t rowsShown = 20;

QString moreText(size_t rows)
{
    return rows > rowsShown ? QStringLiteral("  and %1 more (all with --json)\n").arg(rows - rowsShown) : QString();
}

QString differencesText(const QString& title, const QString& what, const std::vector<Difference>& differences)
{
    if (differences.empty())
        return {};
    TextTable table({what, QStringLiteral("A"), QStringLiteral("B"), QStringLiteral("difference")});
    for (size_t i = 0; i < std::min(rowsShown, differences.size()); ++i) {
        const Difference& difference = differences[i];
        table.add({oneLine(difference.name), timeOrUnknown(difference.a), timeOrUnknown(difference.b),
                      formatDurationDifference(difference.change())},
            {0});
    }
    return heading(title) + table.text() + moreText(differences.size());
}

QString usesText(const QString& title, const QString& what, const std::vector<Difference>& differences)
{
    if (differences.empty())
        return {};
    const bool hasShapes = std::any_of(differences.begin(), differences.end(),
        [](const Difference& difference) { return !difference.shapes.empty(); });
    QStringList head {what, QStringLiteral("calls A"), QStringLiteral("B"), QStringLiteral("per call A"),
        QStringLiteral("B"), QStringLiteral("A"), QStringLiteral("B"), QStringLiteral("difference")};
    if (hasShapes)
        head.insert(1, QStringLiteral("shapes"));
    const QString nameless = what == QLatin1String("module") ? QStringLiteral("(outside of modules)")
                                                             : QStringLiteral("(launch not recorded)");
    TextTable table(head);
    for (size_t i = 0; i < std::min(rowsShown, differences.size()); ++i) {
        const Difference& difference = differences[i];
        QStringList row {difference.name.empty() ? nameless : oneLine(difference.shownName()),
            formatNumber(difference.callsA), formatNumber(difference.callsB), timeOrUnknown(difference.callA()),
            timeOrUnknown(difference.callB()), timeOrUnknown(difference.a), timeOrUnknown(difference.b),
            formatDurationDifference(difference.change())};
        if (hasShapes)
            row.insert(1, oneLine(difference.shapes));
        table.add(row, hasShapes ? std::vector<int> {0, 1} : std::vector<int> {0});
    }
    return heading(title) + table.text() + moreText(differences.size());
}

QString sideText(const std::string& name, const std::string& kind, const std::vector<std::string>& devices)
{
    QStringList gpus;
    for (const std::string& device : devices)
        gpus << oneLine(device);
    return QStringLiteral("%1 (%2%3)")
        .arg(wholeLine(name), toText(kind),
            gpus.isEmpty() ? QString() : QStringLiteral(" on ") + gpus.join(QStringLiteral(", ")));
}

/// Terms by what everything else calls them.
std::vector<Difference> namedTerms(std::vector<Difference> terms)
{
    for (Difference& term : terms)
        term.name = stepTermName(term.name);
    return terms;
}

QString termsText(const ComparedFolders& compared)
{
    const Comparison& comparison = compared.comparison;
    QString text = differencesText(QStringLiteral("By term, of the mean rank's step: they add up to the difference"),
        QStringLiteral("term"), namedTerms(comparison.terms));
    for (const StageTerms& stage : comparison.stageTerms) {
        if (comparison.stageTerms.size() > 1)
            text += differencesText(QStringLiteral("By term, stage %1").arg(stage.stage), QStringLiteral("term"),
                namedTerms(stage.terms));
    }
    if (!compared.calibrate.empty())
        text += QStringLiteral("\nTo take the difference over as calibration: %1\n").arg(wholeLine(compared.calibrate));
    return text;
}

QString throughputsText(const ComparedFolders& compared)
{
    TextTable table({QString(), QStringLiteral("A"), QStringLiteral("B"), QStringLiteral("difference")});
    const auto add = [&](const QString& what, double (*figure)(const StepThroughput&), QString (*format)(double)) {
        const auto of = [figure](const std::optional<MeasuredThroughput>& throughput) {
            const double value = throughput ? figure(throughput->step) : 0;
            return value > 0 ? std::optional(value) : std::nullopt;
        };
        const std::optional<double> a = of(compared.throughputA);
        const std::optional<double> b = of(compared.throughputB);
        if (a || b)
            table.add({what, a ? format(*a) : unknownText(), b ? format(*b) : unknownText(),
                          a && b ? formatShareDifference(*b / *a - 1) : unknownText()},
                {0});
    };
    const auto number = [](double value) { return formatNumber(value); };
    add(QStringLiteral("tokens/s"), [](const StepThroughput& step) { return step.tokensPerSecond; }, number);
    add(
        QStringLiteral("tokens/s per GPU"), [](const StepThroughput& step) { return step.tokensPerSecondPerGpu; },
        number);
    add(
        QStringLiteral("TFLOP/s per GPU"),
        [](const StepThroughput& step) { return step.flopsPerSecondPerGpu() / 1e12; }, number);
    add(
        QStringLiteral("MFU"), [](const StepThroughput& step) { return step.mfu; },
        [](double value) { return formatShare(value); });
    const bool isKnown = compared.throughputA || compared.throughputB;
    return isKnown ? heading(QStringLiteral("Tokens and MFU of a step")) + table.text() : QString();
}

/// What times are of: "a step and rank".
QString comparedPartText(const ComparedPart& part)
{
    switch (part.by) {
    case ComparedPart::By::Step:
        return QStringLiteral("step %1, of a rank").arg(part.step);
    case ComparedPart::By::Times:
        return QStringLiteral("of a rank, between these times");
    case ComparedPart::By::Range:
        return QStringLiteral("inside \"%1\"").arg(oneLine(part.name));
    case ComparedPart::By::Marker:
        return QStringLiteral("from one \"%1\" to the next").arg(oneLine(part.name));
    case ComparedPart::By::Steps:
        break;
    }
    return QStringLiteral("of a step and rank");
}

} // namespace

Result<ComparedFolders> compareFolders(const ComparedSide& sideA, const ComparedSide& sideB)
{
    const RunFolder& a = sideA.known.folder();
    const RunFolder& b = sideB.known.folder();
    if (!a.runs.empty() && !b.runs.empty())
        return compareRuns(sideA, sideB);
    ComparedFolders compared;
    if (compareFirst(a.runLogs, b.runLogs, "run log", compared)) {
        compared.throughputA = measuredThroughput(a.runLogs.front(), compared.comparison.stepA);
        compared.throughputB = measuredThroughput(b.runLogs.front(), compared.comparison.stepB);
        return compared;
    }
    if (compareFirst(a.workloads, b.workloads, "workload", compared)
        || compareFirst(a.layerTables, b.layerTables, "layer table", compared))
        return compared;
    return Error {
        "The two have nothing of one kind to compare.", "Name two runs, logs, workloads or layer tables.", {}};
}

std::string comparisonJson(const ComparedFolders& compared)
{
    const Comparison& comparison = compared.comparison;
    Json json;
    json["kind"] = compared.kind;
    json["a"] = sideJson(compared.nameA, comparison.stepA, compared.devicesA, compared.throughputA);
    json["b"] = sideJson(compared.nameB, comparison.stepB, compared.devicesB, compared.throughputB);
    json["part"] = partJson(comparison.part, comparison.partOfB);
    json["difference_ms"] = (comparison.stepB - comparison.stepA) / nsPerMs;
    json["lead"] = comparison.lead.text();
    json["ranks"] = differencesJson(comparison.ranks, "rank");
    json["operators"] = usesJson(comparison.operators, "operator");
    json["shapes"] = usesJson(comparison.shapes, "operator", true);
    json["modules"] = usesJson(comparison.modules, "module");
    json["kernels"] = usesJson(comparison.kernels, "kernel");
    json["names"] = differencesJson(comparison.names, "name");
    json["stages"] = differencesJson(comparison.stages, "stage");
    json["layers"] = differencesJson(comparison.layers, "layer");
    json["terms"] = differencesJson(comparison.terms, "term");
    json["stage_terms"] = stageTermsJson(comparison.stageTerms);
    json["calibrate"] = compared.calibrate.empty() ? Json() : Json(compared.calibrate);
    return jsonText(json);
}

std::string comparisonText(const ComparedFolders& compared)
{
    const Comparison& comparison = compared.comparison;
    QString text
        = QStringLiteral("A: %1: %2\nB: %3: %4\n%5: %6 (%7)\n")
              .arg(sideText(compared.nameA, compared.kind, compared.devicesA), formatDuration(comparison.stepA),
                  sideText(compared.nameB, compared.kindB.empty() ? compared.kind : compared.kindB, compared.devicesB), formatDuration(comparison.stepB),
                  comparison.part == ComparedPart() ? QStringLiteral("step") : QStringLiteral("part"),
                  formatDurationDifference(comparison.stepB - comparison.stepA),
                  comparison.stepA > 0 ? formatShareDifference(comparison.stepB / comparison.stepA - 1)
                                       : unknownText());
    if (!comparison.lead.empty())
        text.prepend(messageText(comparison.lead) + QLatin1Char('\n'));
    text += throughputsText(compared);
    text += termsText(compared);
    text += differencesText(QStringLiteral("By rank, own compute of a step"), QStringLiteral("rank"), comparison.ranks);
    const QString part = comparedPartText(comparison.part);
    text += usesText(
        QStringLiteral("By operator, GPU time %1").arg(part), QStringLiteral("operator"), comparison.operators);
    const bool knowsShapes = std::any_of(comparison.shapes.begin(), comparison.shapes.end(),
        [](const Difference& difference) { return !difference.shapes.empty(); });
    if (knowsShapes) {
        text += usesText(QStringLiteral("By operator and shapes, GPU time %1").arg(part), QStringLiteral("operator"),
            comparison.shapes);
    }
    text += usesText(QStringLiteral("By module, GPU time %1").arg(part), QStringLiteral("module"), comparison.modules);
    text += usesText(QStringLiteral("By kernel, GPU time %1").arg(part), QStringLiteral("kernel"), comparison.kernels);
    if (comparison.kernels.empty()) // else the same
        text
            += differencesText(QStringLiteral("By name, of a step and rank"), QStringLiteral("name"), comparison.names);
    text += differencesText(QStringLiteral("By stage, of a microbatch"), QStringLiteral("stage"), comparison.stages);
    text += differencesText(QStringLiteral("By layer, of a step"), QStringLiteral("layer"), comparison.layers);
    return text.toStdString();
}

} // namespace bubblescope
