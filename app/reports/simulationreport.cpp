// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulationreport.h"

#include "formatting.h"
#include "roundedtime.h"
#include "runjson.h"
#include "texttable.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

namespace {

Json knobJson(const SimulationReport::Knob& knob)
{
    return std::visit(
        [](const auto& value) -> Json {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                return nullptr;
            else
                return value;
        },
        knob.value);
}

/// Unknown values are null.
Json memoryJson(const SimulationReport& report)
{
    const auto gigabytes = [](double bytes) { return bytes >= 0 ? Json(bytes / 1e9) : Json(nullptr); };
    Json stages = Json::array();
    const std::vector<PlannedStageMemory> planned
        = report.described ? report.described->memory.stages : std::vector<PlannedStageMemory>();
    for (size_t s = 0; s < report.stages.size(); ++s) {
        const SimulationReport::Stage& stage = report.stages[s];
        const PlannedStageMemory* parts = s < planned.size() ? &planned[s] : nullptr;
        const auto bytes = [parts](double size) { return parts ? Json(std::llround(size)) : Json(nullptr); };
        const PlannedStageMemory of = parts ? *parts : PlannedStageMemory();
        stages.push_back({{"stage", stage.stage}, {"parameter_gb", gigabytes(stage.parameterBytes)},
            {"activation_gb", gigabytes(stage.activationBytes)}, {"parameter_bytes", bytes(of.parameterBytes)},
            {"gradient_bytes", bytes(of.gradientBytes)}, {"optimizer_bytes", bytes(of.optimizerBytes)},
            {"activation_bytes", bytes(of.activationBytes)}, {"buffer_bytes", bytes(of.bufferBytes)},
            {"logit_bytes", bytes(of.logitBytes)}, {"slack_bytes", bytes(of.slackBytes)},
            {"total_bytes", bytes(of.totalBytes())}});
    }
    Json json
        = {{"gpu_gb", gigabytes(report.gpuMemoryBytes)}, {"fits", report.memoryWarning.empty()}, {"stages", stages}};
    if (!report.described)
        return json;
    json["fits"] = report.described->fits ? Json(*report.described->fits) : Json(nullptr);
    if (const std::optional<MeasuredMemory>& run = report.described->run)
        json["run"] = runMemoryJson(*run);
    if (const auto& expected = report.described->expectedBytes)
        json["expected_bytes"] = Json::array({std::llround(expected->first), std::llround(expected->second)});
    if (!report.described->memory)
        json["refused"] = refusalReason(report.described->memory.refusal).text();
    return json;
}

/// What is not known is null.
Json stagesJson(const std::vector<SimulationReport::Stage>& stages)
{
    const auto gigabytes = [](double bytes) { return bytes >= 0 ? Json(bytes / 1e9) : Json(nullptr); };
    Json list = Json::array();
    for (const SimulationReport::Stage& stage : stages) {
        const auto ofPasses = [&stage](const Json& value) { return stage.busyNs > 0 ? value : Json(nullptr); };
        list.push_back({{"stage", stage.stage}, {"busy_ms", ofPasses(milliseconds(stage.busyNs))},
            {"span_ms", ofPasses(milliseconds(stage.spanNs))}, {"peak_in_flight", ofPasses(stage.peakInFlight)},
            {"forward_ms", ofPasses(milliseconds(stage.forwardNs))},
            {"backward_ms", ofPasses(milliseconds(stage.backwardNs))},
            {"parameter_gb", gigabytes(stage.parameterBytes)}, {"activation_gb", gigabytes(stage.activationBytes)}});
    }
    return list;
}

Json transfersJson(const std::vector<PricedTransfer>& transfers)
{
    Json list = Json::array();
    for (const PricedTransfer& t : transfers) {
        Json link = nullptr;
        if (t.link.bytesPerSecond > 0) {
            link = {{"limited_by", bottleneckName(t.link.bottleneck)}, {"gb_per_s", t.link.bytesPerSecond / 1e9},
                {"latency_us", t.link.latencyNs / 1e3}};
        }
        const bool isMessage = isPointToPoint(t.operation);
        list.push_back({{"kind", isMessage ? "message" : operationName(t.operation)}, {"group", categoryKey(t.group)},
            {"bytes", t.bytes >= 0 ? Json(t.bytes) : Json(nullptr)},
            {"placement",
                {{"ranks", t.placement.ranks}, {"ranks_per_node", t.placement.ranksPerNode},
                    {"nodes", t.placement.nodes()}}},
            {"algorithm",
                isMessage || t.placement.ranks < 2 ? Json(nullptr) : Json(collectiveAlgorithmKey(t.algorithm))},
            {"link", std::move(link)}, {"formula", transferFormula(t).text()}, {"count", t.count},
            {"price_ms", milliseconds(t.ns)}, {"model_ms", milliseconds(t.pricedNs())},
            {"formula_ms", milliseconds(t.formulaNs)}, {"overhead_ms", milliseconds(t.overheadNs)},
            {"factor", t.factor}, {"uncertainty", t.isSmall ? Json(0.5) : Json(nullptr)},
            {"origin", originName(t.origin)}});
    }
    return list;
}

Json machineJson(const MachineGuess& machine)
{
    Json evidence = Json::array();
    for (const Message& sentence : machine.evidence)
        evidence.push_back(sentence.text());
    return {{"hardware", machine.hardware.name}, {"by", machineGuessKey(machine.by)}, {"evidence", evidence}};
}

/// Same keys and meaning as in `summary`.
Json partsJson(const SimulationReport::Parts& parts)
{
    Json exposed = Json::object();
    for (const auto& [group, ns] : parts.exposedCommNs)
        exposed[std::string(categoryKey(group))] = milliseconds(ns);
    Json bubble = Json::object();
    for (const PipelinePhase phase : {PipelinePhase::Warmup, PipelinePhase::Steady, PipelinePhase::Cooldown})
        bubble[std::string(phaseKey(phase))] = milliseconds(parts.bubbleNs[size_t(phase)]);
    return {{"bubble_share", parts.bubbleShare}, {"compute_ms", milliseconds(parts.computeNs)},
        {"exposed_comm_ms", std::move(exposed)}, {"waiting_ms", milliseconds(parts.waitingNs)},
        {"bubble_ms", std::move(bubble)}, {"idle_ms", milliseconds(parts.idleNs)},
        {"host_ms", milliseconds(parts.hostNs)}, {"not_recorded_ms", milliseconds(parts.notRecordedNs)},
        {"parts", timePartsJson(parts.ofAllRanks, true)}, {"ranks", parts.ranks}};
}

/// "24.00 ms compute + 1.20 ms pipeline communication + …", without zeros.
QString partsText(const SimulationReport& report)
{
    const SimulationReport::Parts& parts = report.parts;
    QStringList texts {QStringLiteral("%1 compute").arg(formatDuration(parts.computeNs))};
    const auto add = [&texts](double ns, const QString& what) {
        if (ns != 0)
            texts << formatDuration(ns) + QLatin1Char(' ') + what;
    };
    for (const auto& [group, ns] : parts.exposedCommNs)
        add(ns, QStringLiteral("exposed ") + categoryText(group));
    add(parts.waitingNs, QStringLiteral("waiting"));
    add(std::accumulate(parts.bubbleNs.begin(), parts.bubbleNs.end(), 0.0), QStringLiteral("pipeline bubble"));
    add(parts.idleNs, QStringLiteral("idle"));
    add(parts.hostNs, QStringLiteral("host"));
    add(parts.notRecordedNs, QStringLiteral("not recorded"));
    constexpr double ofRounding = 1e-6; // of the step: less is no time that anything took
    if (std::abs(report.unexplainedNs) > ofRounding * report.stepNs)
        add(report.unexplainedNs, QStringLiteral("not explained"));
    return texts.join(QStringLiteral(" + "));
}

QString errorText(const KnobGain& gain)
{
    if (gain.widerError() <= 0)
        return {};
    const QString less = formatShare(gain.gainError);
    const QString more = formatShare(gain.more());
    return less == more ? QStringLiteral("± ") + less : QStringLiteral("−%1 +%2").arg(less, more);
}

/// Of a gain whose range is wide: its end beside no change, if that is told.
QString endText(const KnobGain& gain)
{
    return !gain.isStated() ? QString()
        : gain.helps()    ? QStringLiteral("at least ") + formatShareDifference(gain.low())
                          : QStringLiteral("at most ") + formatShareDifference(gain.high());
}

Json valueOrNull(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

/// Nothing if they are not known.
QString samplesText(const SimulationReport& report)
{
    if (!report.samplesPerSecond)
        return {};
    const double before = report.baseline ? report.baseline->samplesPerSecond.value_or(0) : 0;
    QString text = QStringLiteral("  %1 samples/s").arg(formatNumber(*report.samplesPerSecond));
    constexpr double least = 5e-4; // of the last digit of a share
    if (const double change = before > 0 ? *report.samplesPerSecond / before - 1 : 0; std::abs(change) > least)
        text += QStringLiteral(" instead of %1, %2").arg(formatNumber(before), formatShareDifference(change));
    return text + QLatin1Char('\n');
}

/// Throughput with its formula, where the model is known.
QString tokensText(const SimulationReport& report)
{
    if (!report.described)
        return {};
    const DescribedAnswer& answer = *report.described;
    const PlannedLayout& layout = answer.job.layout;
    QString text = QStringLiteral("  modelled %1 tokens/s per GPU = %2 samples x %3 tokens / %4 / %5 GPUs\n")
                       .arg(formatNumber(answer.tokensPerSecondPerGpu), formatCount(layout.globalBatch.value_or(0)),
                           formatCount(layout.sequence.value_or(0)), formatDuration(report.stepNs),
                           formatCount(layout.gpus.value_or(0)));
    if (report.gpuFlops > 0) {
        text += QStringLiteral("  MFU %1 = %2 tokens/s x %3 GFLOP a token / %4 TFLOP/s of %5\n")
                    .arg(formatShare(answer.mfu), formatNumber(answer.tokensPerSecondPerGpu),
                        formatFixed(answer.flopsPerToken / 1e9, 2), formatNumber(report.gpuFlops / 1e12),
                        wholeLine(report.hardware));
    }
    return text;
}

/// What the fullest GPU takes as a run of the job tells; nothing where that prints no memory.
QString expectedMemoryText(const DescribedAnswer& answer)
{
    if (!answer.expectedBytes)
        return {};
    const QString least = formatBytes(answer.expectedBytes->first);
    const QString most = formatBytes(answer.expectedBytes->second);
    const QString expected = least == most ? least : QStringLiteral("%1 to %2").arg(least, most);
    return QStringLiteral("  beside the run, which prints %1 where %2 are modelled: %3\n")
        .arg(formatBytes(answer.run->printedBytes), formatBytes(answer.run->modelledBytes), expected);
}

/// What each GPU holds at its fullest moment, by stage.
QString memoryText(const SimulationReport& report)
{
    if (!report.described || report.described->memory.stages.empty())
        return {};
    TextTable table({QStringLiteral("stage"), QStringLiteral("parameters"), QStringLiteral("gradients"),
        QStringLiteral("optimizer"), QStringLiteral("activations"), QStringLiteral("buffers"), QStringLiteral("logits"),
        QStringLiteral("slack"), QStringLiteral("total"), QStringLiteral("formula")});
    const PlannedMemory& memory = report.described->memory;
    for (size_t s = 0; s < memory.stages.size(); ++s) {
        const PlannedStageMemory& stage = memory.stages[s];
        QStringList cells {formatCount(qint64(s))};
        for (const double bytes : {stage.parameterBytes, stage.gradientBytes, stage.optimizerBytes,
                 stage.activationBytes, stage.bufferBytes, stage.logitBytes, stage.slackBytes, stage.totalBytes()})
            cells << formatBytes(bytes);
        cells << QStringLiteral("%1 M parameters, %2 layer passes in flight")
                     .arg(formatFixed(stage.parameters / 1e6, 1), formatNumber(stage.layersInFlight));
        table.add(cells, {9});
    }
    const std::optional<bool>& fits = report.described->fits;
    const QString of = report.gpuMemoryBytes > 0
        ? QStringLiteral(", of %1: %2")
              .arg(formatBytes(report.gpuMemoryBytes),
                  !fits       ? QStringLiteral("may fit")
                      : *fits ? QStringLiteral("fits")
                              : QStringLiteral("does not fit"))
        : QString();
    return QStringLiteral("\nmodelled memory of a GPU at its fullest moment%1\n").arg(of) + table.text()
        + expectedMemoryText(*report.described);
}

/// Then steps cannot be compared, but what they get done in a second.
bool changesBatch(const SimulationReport& report)
{
    if (!report.baseline || !report.baseline->samplesPerSecond || !report.samplesPerSecond)
        return false;
    const double before = *report.baseline->samplesPerSecond * report.baseline->stepNs;
    return std::abs(*report.samplesPerSecond * report.stepNs / before - 1) > 1e-6;
}
} // namespace

SimulationReport::Parts partsOf(const StepFigures& figures)
{
    SimulationReport::Parts parts;
    parts.computeNs = figures.computeNs;
    for (int c = 0; c < categoryCount; ++c) {
        if (figures.exposedNs[size_t(c)] != 0)
            parts.exposedCommNs.emplace_back(Category(c), figures.exposedNs[size_t(c)]);
    }
    parts.waitingNs = figures.waitingNs;
    parts.bubbleNs = {figures.warmupBubbleNs, figures.steadyBubbleNs, figures.cooldownBubbleNs};
    parts.idleNs = figures.idleNs;
    parts.hostNs = figures.hostNs;
    parts.notRecordedNs = figures.notRecordedNs();
    parts.bubbleShare = figures.wholeBubbleShare();
    parts.ofAllRanks = figures.parts();
    parts.ranks = figures.ranks;
    return parts;
}

std::vector<SimulationReport::Stage> stagesOf(const StepFigures& figures)
{
    std::vector<SimulationReport::Stage> stages;
    for (const StepFigures::Stage& stage : figures.stages) {
        stages.push_back({stage.stage, stage.busyNs, stage.spanNs, stage.peakInFlight, stage.parameterBytes,
            stage.activationBytes, stage.forwardNs, stage.backwardNs});
    }
    return stages;
}

std::string simulationJson(const SimulationReport& report)
{
    Json knobs = Json::object();
    for (const SimulationReport::Knob& knob : report.knobs)
        knobs[knob.name] = knobJson(knob);

    Json json;
    json["baseline"] = {{"step_ms", report.baseline ? milliseconds(report.baseline->stepNs) : Json(nullptr)},
        {"origin", report.baseline ? Json(originName(report.baseline->origin)) : Json(nullptr)}};
    if (report.baseline) {
        json["baseline"]["step_is"] = report.baseline->isRecording ? "recording" : "step";
        json["baseline"]["makespan_ms"] = milliseconds(report.baseline->makespanNs);
        json["baseline"]["stages"] = stagesJson(report.baseline->stages);
        json["baseline"].update(partsJson(report.baseline->parts));
        json["baseline"]["unexplained_ms"] = milliseconds(report.baseline->unexplainedNs);
        json["baseline"]["samples_per_s"] = valueOrNull(report.baseline->samplesPerSecond);
    }
    json["simulated"] = {
        {"step_ms", milliseconds(report.stepNs)},
        {"step_ms_low", milliseconds(report.lowNs)},
        {"step_ms_high", milliseconds(report.highNs)},
        {"makespan_ms", milliseconds(report.makespanNs)},
        {"longest_stage_ms", milliseconds(report.longestStageNs)},
        {"bubble_share_longest_stage", report.bubbleShareLongestStage},
        {"unexplained_ms", milliseconds(report.unexplainedNs)},
        {"samples_per_s", valueOrNull(report.samplesPerSecond)},
        {"tokens_per_s_per_gpu", report.described ? Json(report.described->tokensPerSecondPerGpu) : Json(nullptr)},
        {"mfu", report.described && report.gpuFlops > 0 ? Json(report.described->mfu) : Json(nullptr)},
        {"stages", stagesJson(report.stages)},
    };
    json["simulated"].update(partsJson(report.parts));
    if (!report.measured.empty()) {
        Json measured = Json::array();
        for (const MeasuredStep& step : report.measured) {
            measured.push_back({{"name", step.name}, {"step_ms", milliseconds(step.ns)},
                {"samples_per_s", step.ns > 0 ? Json(step.samples * nsPerSecond / step.ns) : Json(nullptr)}});
        }
        json["measured"] = measured;
    }
    if (report.replayError)
        json["replay_error"] = *report.replayError;
    if (report.simAi) {
        // SimAI's terms under its own names; also at the top level, where its users look for them.
        const SimAiTerms& terms = *report.simAi;
        const Json sums = {{"compute_us", terms.computeUs}, {"tp_us", terms.tpUs}, {"dp_us", terms.dpUs},
            {"ep_us", terms.epUs}, {"dp_ep_us", terms.dpEpUs}, {"pp_us", terms.ppUs}, {"bubble_us", terms.bubbleUs},
            {"total_us", terms.totalUs}};
        json["simulated"].update(sums);
        json.update(sums);
    }
    if (report.knowsMemory())
        json["memory"] = memoryJson(report);
    if (!report.gains.empty()) {
        Json gains = Json::array();
        for (const KnobGain& gain : report.gains) {
            gains.push_back({{"knob", gain.knob}, {"change", gain.change.text()}, {"set", knobsLine(gain.knobs)},
                {"step_ms", milliseconds(gain.stepNs)}, {"throughput_gain", gain.throughputGain},
                {"gain_error", gain.widerError()}, {"gain_low", gain.low()}, {"gain_high", gain.high()},
                {"is_sure", gain.isSure()}, {"needs", knobNeedsKey(gain.needs)}, {"fits_memory", gain.fitsMemory},
                {"why_wide", gain.isWide() ? Json(gain.whyWide.text()) : Json(nullptr)}});
        }
        json["gains"] = gains;
    }
    if (report.baseline)
        json["transfers"] = transfersJson(report.transfers);
    if (report.machine)
        json["measured_on"] = machineJson(*report.machine);
    if (report.described && report.described->job.calibration)
        json["calibration"] = calibrationJson(*report.described->job.calibration);
    json["knobs"] = knobs;
    json["assumptions"] = report.assumptions;
    if (report.baseline) {
        Json guesses = Json::object();
        for (const GuessedSize& guess : report.guesses)
            guesses[std::string(guessedSizeKey(guess.of))] = guess.value;
        json["assumed_sizes"] = guesses;
        Json slow = Json::array();
        for (const SlowRank& rank : report.slowRanks)
            slow.push_back({{"rank", rank.rank}, {"factor", rank.factor}, {"stays", rank.isThere}});
        json["slow_ranks"] = slow;
    }
    return jsonText(json);
}

std::string simulationText(const SimulationReport& report)
{
    QString text = wholeLine(report.title) + QLatin1Char('\n');
    if (changesBatch(report))
        text += samplesText(report);
    const double change = report.baseline ? report.stepNs - report.baseline->stepNs : 0;
    const QString what
        = report.baseline && report.baseline->isRecording ? QStringLiteral("recording") : QStringLiteral("step");
    if (report.baseline && (report.baseline->origin == Origin::Measured || std::abs(change) >= 0.5)) {
        text += QStringLiteral("  %1 %2 %3%4\n")
                    .arg(originText(report.baseline->origin), what, formatDuration(report.baseline->stepNs),
                        std::abs(change) < 0.5
                            ? QString()
                            : QStringLiteral(", under these knobs %1").arg(formatDurationDifference(change)));
    }
    text += QStringLiteral("  modelled %1 %2 = %3\n").arg(what, formatDuration(report.stepNs), partsText(report));
    if (report.highNs > report.lowNs) {
        const bool isUnsure = report.baseline && std::abs(change) >= 0.5 && report.baseline->stepNs > report.lowNs
            && report.baseline->stepNs < report.highNs;
        text += QStringLiteral("  expected between %1 and %2%3\n")
                    .arg(formatDuration(report.lowNs), formatDuration(report.highNs),
                        isUnsure ? QStringLiteral(": the change is smaller than what is known") : QString());
    }
    for (const MeasuredStep& step : report.measured)
        text += QStringLiteral("  ") + wholeLine(measuredText(step).text()) + QLatin1Char('\n');
    if (report.replayError) {
        text += QStringLiteral("  the model replays the measured step within %1\n")
                    .arg(formatShare(std::abs(*report.replayError)));
    }
    // Kernels of a profiler are no passes, though their stages may be known.
    const bool knowsPasses = std::any_of(report.stages.begin(), report.stages.end(),
        [](const SimulationReport::Stage& stage) { return stage.busyNs > 0; });
    if (isPipeline(report.stages.size(), report.parts.bubbleShare) && !knowsPasses) {
        text += QStringLiteral("  pipeline bubbles %1 of the step\n").arg(formatShare(report.parts.bubbleShare));
    } else if (isPipeline(report.stages.size(), report.parts.bubbleShare)) {
        text += QStringLiteral("  pipeline bubbles %1 of the step; no pass runs for %2 of the longest stage's %3\n")
                    .arg(formatShare(report.parts.bubbleShare), formatShare(report.bubbleShareLongestStage),
                        formatDuration(report.longestStageNs));
    }
    if (!changesBatch(report))
        text += samplesText(report);
    text += tokensText(report);

    QStringList columns {QStringLiteral("stage"), QStringLiteral("busy"), QStringLiteral("first to last"),
        QStringLiteral("peak in flight")};
    const bool knowsMemory = report.knowsMemory() && !report.described;
    if (knowsMemory)
        columns << QStringLiteral("parameters") << QStringLiteral("activations");
    const auto bytes = [](double size) { return size >= 0 ? formatBytes(size) : unknownText(); };
    TextTable table(columns);
    for (const SimulationReport::Stage& stage : report.stages) {
        QStringList cells {formatCount(stage.stage), formatDuration(stage.busyNs), formatDuration(stage.spanNs),
            formatNumber(stage.peakInFlight)};
        if (knowsMemory)
            cells << bytes(stage.parameterBytes) << bytes(stage.activationBytes);
        table.add(cells, {});
    }
    if (knowsPasses || knowsMemory)
        text += QLatin1Char('\n') + table.text();
    text += memoryText(report);
    if (!report.memoryWarning.empty())
        text += QStringLiteral("  ") + wholeLine(report.memoryWarning) + QLatin1Char('\n');
    if (!report.picture.empty())
        text += QLatin1Char('\n') + exactText(report.picture);
    if (report.simAi) {
        const auto us = [](double value) { return formatDuration(value * 1000); };
        const SimAiTerms& s = *report.simAi;
        text += QStringLiteral(
            "\nSimAI-Analytical: %1 = compute %2 + TP %3 + DP %4 + EP %5 + DP-EP %6 + PP %7 + bubble %8\n")
                    .arg(us(s.totalUs), us(s.computeUs), us(s.tpUs), us(s.dpUs), us(s.epUs), us(s.dpEpUs), us(s.ppUs),
                        us(s.bubbleUs));
    }
    if (!report.gains.empty()) {
        constexpr const char* titles[] {"what helps most", "with another batch", "other hardware, faster code"};
        TextTable gains({QString::fromLatin1(titles[0]), QStringLiteral("samples/s"), QStringLiteral("error"),
            QStringLiteral("step")});
        auto needs = KnobNeeds::Nothing;
        QString reasons;
        const auto addHeading
            = [&gains](const char* title) { gains.add({QString::fromLatin1(title), {}, {}, {}}, {}); };
        for (const GainSection& section : gainSections(report.gains)) {
            if (section.needs != needs)
                addHeading(titles[size_t(section.needs)]);
            needs = section.needs;
            if (!section.isStated)
                addHeading("cannot tell");
            else if (!section.helps)
                addHeading("no gain");
            for (const KnobGain& gain : section.gains) {
                const QString change
                    = wholeLine(gain.change.text()) + (gain.fitsMemory ? QString() : QStringLiteral(" (does not fit)"));
                if (gain.isWide()) {
                    gains.add({change, endText(gain), {}, {}}, {});
                    reasons += QStringLiteral("  %1: %2\n").arg(change, wholeLine(gain.whyWide.text()));
                    continue;
                }
                gains.add({change, formatShareDifference(gain.throughputGain), errorText(gain),
                              formatDuration(gain.stepNs)},
                    {});
            }
        }
        text += QLatin1Char('\n') + gains.text();
        if (!reasons.isEmpty())
            text += QStringLiteral("\nnot known better:\n") + reasons;
    }
    if (!report.assumptions.empty())
        text += QStringLiteral("\nassumed:\n");
    for (const std::string& assumption : report.assumptions)
        text += QStringLiteral("  ") + wholeLine(assumption) + QLatin1Char('\n');
    return text.toStdString();
}

} // namespace bubblescope
