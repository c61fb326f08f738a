// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatorsummary.h"

#include "devicelanes.h"
#include "formatting.h"
#include "operatorpeaks.h"
#include "texttable.h"

#include <algorithm>
#include <string_view>

namespace bubblescope {

namespace {
Json numberOrNull(std::optional<double> value, double scale = 1)
{
    return value ? Json(*value * scale) : Json(nullptr);
}

QString numberOrUnknown(std::optional<double> value, double scale)
{
    return value ? formatNumber(*value * scale) : unknownText();
}

QString shareOrUnknown(std::optional<double> share) { return share ? formatShare(*share) : unknownText(); }
} // namespace

Json operatorsJson(const std::vector<OperatorUse>& operators, size_t most, const std::optional<Hardware>& hardware)
{
    if (operators.empty())
        return nullptr;
    const std::vector<std::optional<double>> ofBest = sharesOfBest(operators);
    const std::vector<std::optional<double>> ofPeak
        = hardware ? sharesOfPeak(operators, *hardware) : std::vector<std::optional<double>>(operators.size());
    Json json = Json::array();
    for (size_t i = 0; i < std::min(most, operators.size()); ++i) {
        const OperatorUse& use = operators[i];
        json.push_back({{"name", use.name}, {"shapes", use.shapes},
            {"dtypes", use.dataTypes.empty() ? Json(nullptr) : Json(use.dataTypes)}, {"calls", use.calls},
            {"device_ns", use.deviceNs}, {"flops", numberOrNull(use.flops)}, {"bytes", numberOrNull(use.bytes)},
            {"tflops_s", numberOrNull(use.flopsPerSecond(), 1e-12)},
            {"tb_s", numberOrNull(use.bytesPerSecond(), 1e-12)}, {"intensity", numberOrNull(use.intensity())},
            {"of_best", numberOrNull(ofBest[i])}, {"of_peak", numberOrNull(ofPeak[i])}});
    }
    return json;
}

QString operatorsText(const std::vector<OperatorUse>& operators, const std::optional<Hardware>& hardware)
{
    constexpr size_t mostShown = 10;
    if (operators.empty())
        return {};
    QStringList titles {QStringLiteral("operator"), QStringLiteral("shapes"), QStringLiteral("types"),
        QStringLiteral("calls"), QStringLiteral("GPU time"), QStringLiteral("TFLOP/s"), QStringLiteral("TB/s"),
        QStringLiteral("of best")};
    if (hardware)
        titles << QStringLiteral("of peak");
    TextTable table(titles);
    const std::vector<std::optional<double>> ofBest = sharesOfBest(operators);
    const std::vector<std::optional<double>> ofPeak
        = hardware ? sharesOfPeak(operators, *hardware) : std::vector<std::optional<double>>();
    double known = 0;
    double all = 0;
    for (size_t i = 0; i < operators.size(); ++i) {
        const OperatorUse& use = operators[i];
        all += use.deviceNs;
        known += use.flops ? use.deviceNs : 0;
        if (i >= mostShown)
            continue;
        QStringList row {oneLine(use.name), oneLine(use.shapes), oneLine(use.dataTypes), formatNumber(use.calls),
            formatDuration(use.deviceNs), numberOrUnknown(use.flopsPerSecond(), 1e-12),
            numberOrUnknown(use.bytesPerSecond(), 1e-12), shareOrUnknown(ofBest[i])};
        if (hardware)
            row << shareOrUnknown(ofPeak[i]);
        table.add(row, {0, 1, 2});
    }
    QString text = heading(QStringLiteral("Operators of a rank")) + table.text()
        + QStringLiteral("  the work of %1 of the GPU time is known\n").arg(formatShare(all > 0 ? known / all : 0))
        + QStringLiteral(
            "  of best: the larger of its FLOP/s beside the most here with the same types, and of its bytes/s "
            "beside the most\n");
    if (hardware) {
        text += QStringLiteral("  of peak: likewise beside %1 TFLOP/s of half precision and %2 TB/s (%3)\n")
                    .arg(formatNumber(hardware->peakFlops / 1e12), formatNumber(hardware->memoryBandwidth / 1e12),
                        oneLine(hardware->name));
    }
    return text;
}

QString shapesHint(const Run& run)
{
    const StringPool& names = run.trace->strings();
    const auto tracks = run.trace->tracks();
    const bool hasDevices = std::any_of(
        tracks.begin(), tracks.end(), [](const Track& track) { return isDeviceLane(track.lane); });
    if (!run.trace->hasThreads() || !hasDevices) // not of spans: an index says the same
        return {};
    for (uint32_t i = 0; i < names.size(); ++i) {
        if (names.text(StringId(i)).starts_with("aten::"))
            return QStringLiteral("  operators have no shapes: record them with record_shapes=True of "
                                  "torch.profiler.profile to see their TFLOP/s and TB/s\n");
    }
    return {};
}

} // namespace bubblescope
