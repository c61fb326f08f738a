// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "planreport.h"

#include "calibratedjob.h"
#include "collectivecommand.h"
#include "formatting.h"
#include "jsontext.h"
#include "measuretext.h"
#include "numbertext.h"
#include "plantext.h"
#include "refusal.h"
#include "runjson.h"
#include "texttable.h"
#include "trainingframework.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace bubblescope {

namespace {

constexpr size_t mostTop = 10'000;

std::vector<std::string> valuesIn(std::string_view list)
{
    std::vector<std::string> values;
    while (!list.empty()) {
        const size_t comma = list.find(',');
        if (const std::string_view value = trimmed(list.substr(0, comma)); !value.empty())
            values.emplace_back(value);
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    }
    return values;
}

std::optional<int> countIn(std::string_view text, int64_t most)
{
    const std::optional<int64_t> value = parseInteger(text);
    return value && *value >= 1 && *value <= most ? std::optional(int(*value)) : std::nullopt;
}

Error refusedOption(std::string_view option, std::string_view text, Message advice)
{
    return refusal(say("{} is \"{}\": it cannot be that.", option, text), std::move(advice));
}

PlanRow planRowOf(const PlanCandidate& candidate, const std::optional<PlanCandidate>& now)
{
    const PlannedStep& step = candidate.step;
    PlanRow row;
    row.name = planText(candidate.job).toStdString();
    row.set = candidate.set;
    if (now) {
        row.changes = planChanges(now->job, candidate.job);
        row.reason = planReason(candidate, &*now).toStdString();
    } else {
        row.reason = planReason(candidate, nullptr).toStdString();
    }
    row.gpus = candidate.job.layout.gpus.value_or(0);
    row.framework = trainingFrameworkKey(frameworkOf(candidate.job));
    row.stepNs = step.stepNs();
    row.lowNs = step.lowNs > 0 ? step.lowNs : row.stepNs;
    row.highNs = step.highNs > 0 ? step.highNs : row.stepNs;
    row.samplesPerSecond = row.stepNs > 0 ? candidate.job.layout.globalBatch.value_or(0) * 1e9 / row.stepNs : 0;
    row.tokensPerSecondPerGpu = step.tokensPerSecondPerGpu;
    row.mfu = step.mfu;
    row.memoryBytes = step.memory.stages.empty() ? -1 : step.memory.fullest().totalBytes();
    row.fits = step.fits;
    row.stages = step.memory.stages;
    row.limit = step.limit;
    row.isPareto = candidate.isPareto;
    row.isApart = candidate.isApart;
    row.isSimulated = candidate.isSimulated;
    row.usdPerMillionTokens = candidate.usdPerMillionTokens;
    return row;
}

/// "tensor 4 to 2, stages 1 to 2": knobs of a run are told as they are set.
PlanRow planRowOf(const RunCandidate& candidate, const RunCandidate& now)
{
    const StepFigures& figures = candidate.figures;
    PlanRow row;
    row.name = candidate.set.empty() ? "as it is" : candidate.set;
    row.set = candidate.set;
    row.stepNs = figures.wholeStepNs();
    row.lowNs = figures.lowNs();
    row.highNs = figures.highNs();
    row.samplesPerSecond = figures.samplesPerSecond();
    row.memoryBytes = candidate.memoryBytes;
    if (candidate.memoryBytes < 0 && candidate.fits)
        row.fits.reset();
    else
        row.fits = candidate.fits;
    row.limit = candidate.limit;
    row.isPareto = candidate.isPareto;
    row.isApart = candidate.isApart;
    for (const std::string& word : valuesIn([&] {
             std::string list = candidate.set;
             std::replace(list.begin(), list.end(), ',', ';'); // of a partition
             std::replace(list.begin(), list.end(), ' ', ',');
             return list;
         }())) {
        const size_t equal = std::min(word.find('='), word.size());
        std::string to = word.substr(std::min(equal + 1, word.size()));
        std::replace(to.begin(), to.end(), ';', ',');
        row.changes.push_back({word.substr(0, equal), {}, std::move(to)});
    }
    if (&candidate != &now && now.figures.wholeStepNs() > 0 && row.stepNs > 0) {
        const StepFigures& before = now.figures;
        const double samples = before.samplesPerStep > 0 && figures.samplesPerStep > 0
            ? figures.samplesPerStep / before.samplesPerStep
            : 1;
        const QString gain = formatShareDifference(samples * before.wholeStepNs() / row.stepNs - 1);
        const QString change = formatDurationDifference(row.stepNs - before.wholeStepNs());
        row.reason = QStringLiteral("%1 samples per second beside the run as it is: its step changes by %2.")
                         .arg(gain, change)
                         .toStdString();
    }
    return row;
}

Json bytesJson(double bytes)
{
    constexpr double most = 9e18; // that a whole number holds
    return bytes >= 0 ? Json(std::llround(std::min(bytes, most))) : Json(nullptr);
}

Json stageMemoryJson(size_t index, const PlannedStageMemory& stage)
{
    return {{"stage", index}, {"parameter_bytes", bytesJson(stage.parameterBytes)},
        {"gradient_bytes", bytesJson(stage.gradientBytes)}, {"optimizer_bytes", bytesJson(stage.optimizerBytes)},
        {"activation_bytes", bytesJson(stage.activationBytes)}, {"buffer_bytes", bytesJson(stage.bufferBytes)},
        {"logit_bytes", bytesJson(stage.logitBytes)}, {"slack_bytes", bytesJson(stage.slackBytes)},
        {"total_bytes", bytesJson(stage.totalBytes())}};
}

Json rowJson(const PlanRow& row, double gpuMemoryBytes)
{
    Json stages = Json::array();
    for (size_t i = 0; i < row.stages.size(); ++i)
        stages.push_back(stageMemoryJson(i, row.stages[i]));
    Json changes = Json::array();
    for (const PlanChange& change : row.changes)
        changes.push_back({{"knob", change.knob}, {"from", change.from.empty() ? Json(nullptr) : Json(change.from)},
            {"to", change.to}});
    const auto orNull = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
    Json json = {{"set", row.set}, {"step_ms", milliseconds(row.stepNs)}, {"step_ms_low", milliseconds(row.lowNs)},
        {"step_ms_high", milliseconds(row.highNs)}, {"range", {milliseconds(row.lowNs), milliseconds(row.highNs)}},
        {"gpus", row.gpus > 0 ? Json(row.gpus) : Json(nullptr)},
        {"framework", row.framework.empty() ? Json(nullptr) : Json(row.framework)},
        {"samples_per_s", row.samplesPerSecond > 0 ? Json(row.samplesPerSecond) : Json(nullptr)},
        {"tokens_per_s_per_gpu", orNull(row.tokensPerSecondPerGpu)}, {"mfu", orNull(row.mfu)},
        {"memory",
            {{"fits", row.fits ? Json(*row.fits) : Json(nullptr)}, {"total_bytes", bytesJson(row.memoryBytes)},
                {"gpu_bytes", gpuMemoryBytes > 0 ? bytesJson(gpuMemoryBytes) : Json(nullptr)}, {"stages", stages}}},
        {"binds", planLimitKey(row.limit)}, {"pareto", row.isPareto}, {"cannot_be_told_apart", !row.isApart},
        {"simulated", row.isSimulated}, {"changes", changes}, {"reason", row.reason}};
    if (row.usdPerMillionTokens > 0)
        json["usd_per_million_tokens"] = row.usdPerMillionTokens;
    return json;
}

std::string csvText(std::string_view text)
{
    if (text.find_first_of(",\"\n\r") == std::string_view::npos)
        return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

QString tokenSpeedText(const PlanRow& row)
{
    if (row.tokensPerSecondPerGpu)
        return formatNumber(*row.tokensPerSecondPerGpu);
    return row.samplesPerSecond > 0 ? formatNumber(row.samplesPerSecond) : unknownText();
}
QString speedRangeText(const PlanRow& row)
{
    const double speed = row.tokensPerSecondPerGpu.value_or(row.samplesPerSecond);
    if (speed <= 0 || row.lowNs <= 0 || row.highNs <= 0)
        return unknownText();
    const QString least = formatNumber(speed * row.stepNs / row.highNs);
    const QString most = formatNumber(speed * row.stepNs / row.lowNs);
    return least == most ? least : QStringLiteral("%1 – %2").arg(least, most);
}
QString fullestText(double bytes) { return bytes >= 0 ? formatBytes(bytes) : unknownText(); }

QString changedText(const PlanRow& row)
{
    QStringList words;
    for (const PlanChange& change : row.changes) {
        words << (change.from.empty() ? QStringLiteral("%1 %2").arg(wholeLine(change.knob), wholeLine(change.to))
                                      : QStringLiteral("%1 %2 to %3")
                                            .arg(wholeLine(change.knob), wholeLine(change.from), wholeLine(change.to)));
    }
    return words.join(QStringLiteral(", "));
}

/// The best, what it changes, and who may be as good.
QString bestText(const PlanReport& report)
{
    const PlanRow& best = report.rows.front();
    QString text = QStringLiteral("\n%1 is best").arg(wholeLine(best.name));
    if (best.highNs > best.lowNs)
        text += QStringLiteral(": a step of %1 (%2 to %3)")
                    .arg(formatDuration(best.stepNs), formatDuration(best.lowNs), formatDuration(best.highNs));
    else
        text += QStringLiteral(": a step of %1").arg(formatDuration(best.stepNs));
    text += QStringLiteral(".\n");
    if (!best.reason.empty())
        text += wholeLine(best.reason) + QLatin1Char('\n');
    if (!best.changes.empty())
        text += QStringLiteral("It changes: %1.\n").arg(changedText(best));
    const auto alike
        = std::count_if(report.rows.begin(), report.rows.end(), [](const PlanRow& row) { return !row.isApart; });
    if (alike > 0)
        text += QStringLiteral(
            "%1 more cannot be told apart from it (marked =): their throughput lies inside its range.\n")
                    .arg(formatCount(alike));
    if (!best.set.empty())
        text += QStringLiteral("\n--set %1\n")
                    .arg(wholeLine(best.set).replace(QLatin1Char(' '), QStringLiteral(" --set ")));
    return text;
}

} // namespace

Result<PlanSpace> planSpaceOf(const PlanSearchArguments& arguments)
{
    PlanSpace space;
    for (const std::string& text : arguments.allow) {
        const size_t equal = text.find('=');
        if (equal == std::string::npos || equal == 0)
            return refusedOption("--allow", text, say("Write it like tensor=1,2,4."));
        const std::string_view knob = trimmed(std::string_view(text).substr(0, equal));
        const auto isSame = [&](const auto& entry) { return entry.first == knob; };
        if (std::any_of(space.allowed.begin(), space.allowed.end(), isSame))
            return refusedOption("--allow", text, say("{} is limited twice: name all its values at once.", knob));
        std::vector<std::string> values = valuesIn(std::string_view(text).substr(equal + 1));
        if (values.empty())
            return refusedOption("--allow", text, say("Write it like tensor=1,2,4."));
        space.allowed.emplace_back(knob, std::move(values));
    }
    for (const std::string& text : arguments.gpus) {
        const std::vector<std::string> values = valuesIn(text);
        for (const std::string& value : values) {
            const std::optional<int> gpus = countIn(value, DescriptionLimits::gpus);
            if (!gpus)
                return refusedOption("--gpus", value, say("Give whole numbers, such as 64 or 32,64."));
            space.gpus.push_back(*gpus);
        }
        if (values.empty())
            return refusedOption("--gpus", text, say("Give whole numbers, such as 64 or 32,64."));
    }
    if (arguments.batch) {
        space.globalBatch = countIn(*arguments.batch, DescriptionLimits::batch);
        if (!space.globalBatch)
            return refusedOption("--batch", *arguments.batch, say("Give the samples of a step, a whole number."));
    }
    if (arguments.gpuMemory) {
        const Result<double> bytes = parseBytes(*arguments.gpuMemory);
        if (!bytes || !(*bytes > 0))
            return refusedOption("--gpu-memory", *arguments.gpuMemory, say("Give a size such as 80GB or 79.1GiB."));
        space.gpuMemoryBytes = *bytes;
    }
    if (arguments.price) {
        space.usdPerGpuHour = parseNumber(*arguments.price);
        if (!space.usdPerGpuHour || !(*space.usdPerGpuHour > 0))
            return refusedOption("--price", *arguments.price, say("Give USD per GPU hour, such as 2.49."));
    }
    if (arguments.top) {
        const std::optional<int> top = countIn(*arguments.top, mostTop);
        if (!top)
            return refusedOption("--top", *arguments.top, say("Give a whole number from {} to {}.", 1, mostTop));
        space.top = size_t(*top);
    }
    return space;
}

PlanReport planReportOf(const PlanAnswer& answer, const JobDescription& described,
    const std::optional<PlanCandidate>& now, const Hardware& hardware, const PlanSpace& space)
{
    PlanReport report;
    report.title = described.name.empty() ? described.file : described.name;
    report.hardware = hardware.name;
    report.gpuMemoryBytes = space.gpuMemoryBytes > 0 ? space.gpuMemoryBytes : hardware.memoryBytes;
    if (now)
        report.now = planRowOf(*now, std::nullopt);
    for (const PlanCandidate& candidate : answer.candidates)
        report.rows.push_back(planRowOf(candidate, now));
    if (answer.nearest)
        report.nearest = planRowOf(*answer.nearest, now);
    report.excessBytes = answer.excessBytes;
    report.searched = answer.searched;
    report.pruned = answer.pruned;
    report.seconds = answer.seconds;
    report.calibration = described.calibration;
    report.assumed = !answer.candidates.empty() ? answer.candidates.front().job.assumed
        : answer.nearest                        ? answer.nearest->job.assumed
                                                : described.assumed;
    report.assumed.insert(report.assumed.end(), answer.narrowed.begin(), answer.narrowed.end());
    return report;
}

PlanReport planReportOf(
    const RunAnswer& answer, const std::string& title, const Hardware& hardware, const PlanSpace& space)
{
    PlanReport report;
    report.title = title;
    report.hardware = hardware.name;
    report.gpuMemoryBytes = space.gpuMemoryBytes > 0 ? space.gpuMemoryBytes : hardware.memoryBytes;
    report.now = planRowOf(answer.now, answer.now);
    for (const RunCandidate& candidate : answer.candidates)
        report.rows.push_back(planRowOf(candidate, answer.now));
    if (answer.nearest)
        report.nearest = planRowOf(*answer.nearest, answer.now);
    report.excessBytes = answer.excessBytes;
    report.searched = answer.searched;
    report.pruned = answer.pruned;
    report.seconds = answer.seconds;
    return report;
}

std::string planSearchJson(const PlanReport& report)
{
    Json candidates = Json::array();
    for (const PlanRow& row : report.rows)
        candidates.push_back(rowJson(row, report.gpuMemoryBytes));
    Json assumed = Json::array();
    for (const AssumedValue& value : report.assumed)
        assumed.push_back({{"field", value.field}, {"value", value.value}, {"why", value.why.text()}});
    Json json = {{"title", report.title}, {"hardware", report.hardware}, {"origin", "modelled"},
        {"now", report.now ? rowJson(*report.now, report.gpuMemoryBytes) : Json(nullptr)}, {"candidates", candidates},
        {"searched", report.searched}, {"pruned", report.pruned}, {"seconds", report.seconds}, {"assumed", assumed},
        {"gpu_memory_assumed", report.isGpuAssumed}};
    if (report.nearest) {
        json["nearest"] = rowJson(*report.nearest, report.gpuMemoryBytes);
        json["excess_bytes"] = bytesJson(report.excessBytes);
    }
    if (report.calibration)
        json["calibration"] = calibrationJson(*report.calibration);
    if (report.run)
        json["run"] = runMemoryJson(*report.run);
    return jsonText(json);
}

void forgetAssumedGpu(PlanReport& report)
{
    if (report.gpuMemoryBytes <= 0)
        return; // nothing was ruled out
    report.isGpuAssumed = true;
    const double ran = report.run ? report.run->modelledBytes : report.now ? report.now->memoryBytes : -1;
    const auto forget = [ran](PlanRow& row) {
        if (row.memoryBytes > ran)
            row.fits.reset();
        else if (row.memoryBytes >= 0)
            row.fits = true;
    };
    std::for_each(report.rows.begin(), report.rows.end(), forget);
    if (report.now)
        forget(*report.now);
    if (report.nearest)
        forget(*report.nearest);
}

std::string planSearchCsv(const PlanReport& report)
{
    std::string text = "set,gpus,step_ms,step_ms_low,step_ms_high,samples_per_s,tokens_per_s_per_gpu,mfu,memory_bytes,"
                       "binds,pareto,cannot_be_told_apart,usd_per_million_tokens\n";
    const auto number = [](double value) { return plainNumber(value).toStdString(); };
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    for (const PlanRow& row : report.rows) {
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csvText(row.set),
            number(row.gpus > 0 ? row.gpus : unknown), number(row.stepNs / 1e6), number(row.lowNs / 1e6),
            number(row.highNs / 1e6), number(row.samplesPerSecond > 0 ? row.samplesPerSecond : unknown),
            number(row.tokensPerSecondPerGpu.value_or(unknown)), number(row.mfu.value_or(unknown)),
            row.memoryBytes >= 0 ? fmt::format("{:.0f}", row.memoryBytes) : std::string(), planLimitKey(row.limit),
            row.isPareto, !row.isApart, number(row.usdPerMillionTokens > 0 ? row.usdPerMillionTokens : unknown));
    }
    return text;
}

Message nothingFits(const PlanReport& report)
{
    if (!report.nearest)
        return say("No configuration fits.");
    return say("No configuration fits: the one that needs least, {}, needs {} a GPU, {} more than fit into the {} of one.",
        report.nearest->name, bytesText(report.nearest->memoryBytes),
        bytesText(report.excessBytes), bytesText(report.gpuMemoryBytes));
}

std::string planSearchText(const PlanReport& report)
{
    QString text
        = QStringLiteral("%1 on %2%3 (modelled)\n")
              .arg(wholeLine(report.title), wholeLine(report.hardware),
                  report.gpuMemoryBytes > 0 ? QStringLiteral(", %1 a GPU").arg(formatBytes(report.gpuMemoryBytes))
                                            : QString());
    text += QStringLiteral("%1 combinations searched, %2 of them ruled out, %3\n")
                .arg(formatCount(qint64(report.searched)), formatCount(qint64(report.pruned)),
                    formatDuration(report.seconds * 1e9));
    const Message memory = report.run ? measuredMemoryText(*report.run) : Message();
    QString ofRun = memory.empty() ? QString() : wholeLine(memory.text()) + QLatin1Char('\n');
    if (report.isGpuAssumed) {
        ofRun += QStringLiteral("The run does not name its GPUs: combinations were ruled out by the %1 of %2, which are "
                                "assumed. Whether those that need more than the run fit is not known: tell --hardware "
                                "or --gpu-memory.\n")
                     .arg(formatBytes(report.gpuMemoryBytes), wholeLine(report.hardware));
    }
    if (report.rows.empty())
        return (text + toText(nothingFits(report).text()) + QLatin1Char('\n') + ofRun).toStdString();
    const bool hasTokens = report.rows.front().tokensPerSecondPerGpu.has_value();
    const bool hasPrices = report.rows.front().usdPerMillionTokens > 0;
    const bool hasSizes = std::any_of(report.rows.begin(), report.rows.end(),
        [&](const PlanRow& row) { return row.gpus != report.rows.front().gpus; });
    QStringList head {QString(), QStringLiteral("configuration")};
    std::vector<int> words {0, 1};
    const auto column = [&](const QString& name, bool isWord) {
        if (isWord)
            words.push_back(int(head.size()));
        head << name;
    };
    if (hasSizes)
        column(QStringLiteral("GPUs"), false);
    column(hasTokens ? QStringLiteral("tokens/s/GPU") : QStringLiteral("samples/s"), false);
    column(QStringLiteral("range"), false);
    column(QStringLiteral("step"), false);
    if (hasTokens)
        column(QStringLiteral("MFU"), false);
    column(QStringLiteral("memory"), false);
    if (hasPrices)
        column(QStringLiteral("USD/M tokens"), false);
    column(QStringLiteral("bound by"), true);
    column(QString(), true);
    TextTable table(head);
    const auto add = [&](const PlanRow& row, const QString& mark) {
        QStringList cells {mark, wholeLine(row.name)};
        if (hasSizes)
            cells << formatCount(row.gpus);
        cells << tokenSpeedText(row) << speedRangeText(row) << formatDuration(row.stepNs);
        if (hasTokens)
            cells << (row.mfu ? formatShare(*row.mfu) : unknownText());
        cells << fullestText(row.memoryBytes);
        if (hasPrices)
            cells << (row.usdPerMillionTokens > 0 ? formatNumber(row.usdPerMillionTokens, 3) : unknownText());
        cells << toText(planLimitKey(row.limit)) << (row.isPareto ? QStringLiteral("Pareto") : QString());
        table.add(cells, words);
    };
    for (size_t i = 0; i < report.rows.size(); ++i)
        add(report.rows[i], report.rows[i].isApart ? formatCount(qint64(i + 1)) : QStringLiteral("="));
    if (report.now)
        add(*report.now, QStringLiteral("now"));
    text += QLatin1Char('\n') + table.text() + bestText(report);
    if (report.now && report.now->fits == false)
        text += QStringLiteral("As it is described, the job does not fit.\n");
    if (!report.assumed.empty()) {
        QStringList assumed;
        for (const AssumedValue& value : report.assumed)
            assumed << QStringLiteral("%1 %2").arg(wholeLine(value.field), wholeLine(value.value));
        text += QStringLiteral("\nassumed: %1\n").arg(assumed.join(QStringLiteral(", ")));
    }
    if (report.calibration)
        text += QLatin1Char('\n') + wholeLine(calibrationText(*report.calibration).text()) + QLatin1Char('\n');
    return (text + ofRun).toStdString();
}

} // namespace bubblescope
