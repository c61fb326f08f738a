// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "throughputsummary.h"

#include "formatting.h"
#include "texttable.h"

#include <QStringList>

namespace bubblescope {

namespace {

std::string_view countKey(ExtraFlops extra)
{
    switch (extra) {
    case ExtraFlops::WholeAttention:
        return "whole_attention";
    case ExtraFlops::Lookup:
        return "lookup";
    case ExtraFlops::Recomputation:
        break;
    }
    return "recomputation";
}

QString teraText(double perSecond) { return formatNumber(perSecond / 1e12); }

/// What the program of a log prints itself.
QString printedText(const MeasuredThroughput& throughput)
{
    QStringList figures;
    if (throughput.printedFlopsPerSecond)
        figures << QStringLiteral("%1 TFLOP/s").arg(teraText(*throughput.printedFlopsPerSecond));
    if (throughput.printedMfu)
        figures << QStringLiteral("MFU %1").arg(formatShare(*throughput.printedMfu));
    if (figures.isEmpty())
        return {};
    QString text = QStringLiteral("  the log prints %1").arg(figures.join(QStringLiteral(", ")));
    if (!throughput.printedCounts.empty()) {
        QStringList counts;
        for (const ExtraFlops extra : throughput.printedCounts)
            counts << toText(extraFlopsText(extra));
        text += QStringLiteral(": it counts ") + counts.join(QStringLiteral(", and "));
    } else if (throughput.printedDiffers) {
        text += QStringLiteral(": it counts otherwise");
    }
    return text + QLatin1Char('\n');
}

} // namespace

Json throughputJson(const std::optional<MeasuredThroughput>& throughput)
{
    if (!throughput)
        return nullptr;
    const auto scaledOrNull
        = [](const std::optional<double>& value, double unit) { return value ? Json(*value / unit) : Json(nullptr); };
    const StepThroughput& step = throughput->step;
    const bool hasPeak = step.mfu > 0;
    Json json;
    json["tokens_per_s"] = step.tokensPerSecond;
    json["tokens_per_s_per_gpu"] = step.tokensPerSecondPerGpu;
    json["gpus"] = throughput->job.layout.gpus.value_or(0);
    const PlannedLayout& layout = throughput->job.layout;
    json["tokens"] = double(layout.globalBatch.value_or(0)) * layout.sequence.value_or(0);
    json["flops_per_token"] = step.flopsPerToken;
    json["tflops_per_gpu"] = step.flopsPerSecondPerGpu() / 1e12;
    json["mfu"] = hasPeak ? Json(step.mfu) : Json(nullptr);
    json["peak_tflops"] = hasPeak ? Json(throughput->hardware->teraflops()) : Json(nullptr);
    json["hardware"] = throughput->hardware ? Json(throughput->hardware->name) : Json(nullptr);
    json["log_tflops_per_gpu"] = scaledOrNull(throughput->printedFlopsPerSecond, 1e12);
    json["log_mfu"] = scaledOrNull(throughput->printedMfu, 1);
    json["log_differs"] = throughput->printedDiffers;
    json["log_counts"] = Json::array();
    for (const ExtraFlops extra : throughput->printedCounts)
        json["log_counts"].push_back(std::string(countKey(extra)));
    return json;
}

QString throughputText(const std::optional<MeasuredThroughput>& throughput, double stepNs)
{
    if (!throughput)
        return {};
    const StepThroughput& step = throughput->step;
    const PlannedLayout& layout = throughput->job.layout;
    QString text = QStringLiteral("  %1 tokens/s per GPU = %2 samples x %3 tokens / %4 / %5 GPUs\n")
                       .arg(formatNumber(step.tokensPerSecondPerGpu), formatCount(layout.globalBatch.value_or(0)),
                           formatCount(layout.sequence.value_or(0)), formatDuration(stepNs),
                           formatCount(layout.gpus.value_or(0)));
    text += QStringLiteral("  %1 TFLOP/s per GPU = %2 tokens/s x %3 GFLOP a token\n")
                .arg(teraText(step.flopsPerSecondPerGpu()), formatNumber(step.tokensPerSecondPerGpu),
                    formatFixed(step.flopsPerToken / 1e9, 2));
    if (step.mfu > 0)
        text += QStringLiteral("  MFU %1 of %2 TFLOP/s of half precision (%3)\n")
                    .arg(formatShare(step.mfu), formatNumber(throughput->hardware->teraflops()),
                        oneLine(throughput->hardware->name));
    return text + printedText(*throughput);
}

} // namespace bubblescope
