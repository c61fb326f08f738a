// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plantext.h"

#include "bestcombination.h"
#include "formatting.h"
#include "plandifference.h"
#include "schedule.h"
#include "tabletexts.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace bubblescope {

namespace {

struct PlanWords {
    Q_DECLARE_TR_FUNCTIONS(bubblescope::PlanText)
};

int sizeOf(const std::optional<int>& size) { return size.value_or(1); }

/// GPU time for a token, so that steps of other batches on other numbers of GPUs compare; in ns of a step of `like`.
double scaleTo(const PlanCandidate& candidate, const PlanCandidate& like)
{
    const auto share = [](const PlannedLayout& layout) {
        return double(sizeOf(layout.gpus)) / (double(sizeOf(layout.globalBatch)) * sizeOf(layout.sequence));
    };
    return share(candidate.job.layout) / share(like.job.layout);
}

/// Parts of a step are those of the stage that takes longest, not of the mean rank as a headline tells them.
bool isPipelined(const PlanCandidate& candidate) { return sizeOf(candidate.job.layout.stages) > 1; }

QString limitSentence(const PlanCandidate& candidate)
{
    const std::vector<PlanPart> parts = planParts(candidate.step);
    const double step = candidate.step.stepNs();
    QStringList words;
    for (const PlanPart& part : parts) {
        if (step > 0 && part.ns >= 0.005 * step)
            words << PlanWords::tr("%1 %2").arg(part.name, formatShare(part.ns / step));
    }
    const QString limit = planLimitText(candidate.step.limit);
    const QString shares = words.join(QStringLiteral(", "));
    return isPipelined(candidate) ? PlanWords::tr("Bound by %1. The step on its slowest stage: %2.").arg(limit, shares)
                                : PlanWords::tr("Bound by %1. Its step: %2.").arg(limit, shares);
}

QString memoryWords(const PlanCandidate& candidate, const PlanCandidate& before)
{
    const double memory = fullestBytes(candidate) - fullestBytes(before);
    if (std::abs(memory) < 0.01 * fullestBytes(before) || fullestBytes(before) <= 0)
        return {};
    return (memory < 0 ? PlanWords::tr("needs %1 less memory") : PlanWords::tr("needs %1 more memory"))
        .arg(formatBytes(std::abs(memory)));
}

/// Of an opened run, whose search times steps without their parts.
QString stepSentence(const PlanCandidate& candidate, const PlanCandidate* before, PlanUnit unit)
{
    const QString step = formatDuration(candidate.step.stepNs());
    if (!before || tokensPerSecondPerGpu(*before) <= 0)
        return PlanWords::tr("step %1, bound by %2.").arg(step, planLimitText(candidate.step.limit));
    QStringList words {PlanWords::tr("its step takes %1 instead of %2").arg(step, formatDuration(before->step.stepNs()))};
    if (const QString memory = memoryWords(candidate, *before); !memory.isEmpty())
        words << memory;
    const QString gain
        = formatShareDifference(tokensPerSecondPerGpu(candidate) / tokensPerSecondPerGpu(*before) - 1);
    return PlanWords::tr("%1 %2 beside the run as it is: %3.")
        .arg(gain, planUnitText(unit), words.join(QStringLiteral(", ")));
}

} // namespace

QString planKnobText(std::string_view key)
{
    if (key == "gpus")
        return PlanWords::tr("GPUs");
    if (key == "tensor")
        return QStringLiteral("TP");
    if (key == "stages")
        return QStringLiteral("PP");
    if (key == "data")
        return QStringLiteral("DP");
    if (key == "context")
        return QStringLiteral("CP");
    if (key == "expert")
        return QStringLiteral("EP");
    if (key == "expert-tensor")
        return PlanWords::tr("expert TP");
    if (key == "overlap")
        return PlanWords::tr("overlap");
    if (key == "schedule")
        return PlanWords::tr("schedule");
    if (key == "chunks")
        return PlanWords::tr("chunks");
    if (key == "microbatch-size")
        return PlanWords::tr("microbatch");
    if (key == "microbatches")
        return PlanWords::tr("microbatches");
    if (key == "recompute")
        return PlanWords::tr("recompute");
    if (key == "shard")
        return PlanWords::tr("shard");
    if (key == "partition")
        return PlanWords::tr("partition");
    return toText(key);
}

QString planValueText(std::string_view key, const std::string& value)
{
    if (value.empty())
        return unknownText();
    if (key == "schedule") {
        const std::optional<ScheduleKind> kind = scheduleFromKey(value);
        return kind ? toText(scheduleInfo(*kind).name) : toText(value);
    }
    if (key == "recompute" || key == "shard" || key == "overlap") {
        const std::pair<std::string_view, QString> words[] = {{"none", PlanWords::tr("none")},
            {"selective", PlanWords::tr("selective")}, {"full", PlanWords::tr("full")},
            {"optimizer", PlanWords::tr("optimizer")}, {"gradients", PlanWords::tr("gradients")},
            {"parameters", PlanWords::tr("parameters")},
            {"on", PlanWords::tr("on")}, {"off", PlanWords::tr("off")}};
        for (const auto& [word, text] : words) {
            if (word == value)
                return text;
        }
    }
    return toText(value);
}

QString planText(const JobDescription& job)
{
    const PlannedLayout& layout = job.layout;
    QStringList sizes {QStringLiteral("TP %1").arg(sizeOf(layout.tensor)), QStringLiteral("PP %1").arg(sizeOf(layout.stages)),
        QStringLiteral("DP %1").arg(sizeOf(layout.data))};
    if (sizeOf(layout.context) > 1)
        sizes << QStringLiteral("CP %1").arg(*layout.context);
    if (sizeOf(layout.expert) > 1)
        sizes << QStringLiteral("EP %1").arg(*layout.expert);
    QStringList words {sizes.join(QStringLiteral(" · "))};
    if (sizeOf(layout.stages) > 1 && !layout.schedule.empty()) {
        const QString schedule = planValueText("schedule", layout.schedule);
        words << (sizeOf(layout.chunks) > 1 ? QStringLiteral("%1 × %2").arg(schedule).arg(*layout.chunks) : schedule);
    }
    if (sizeOf(layout.microbatchSize) > 1)
        words << QStringLiteral("%1 %2").arg(planKnobText("microbatch-size")).arg(*layout.microbatchSize);
    if (layout.recompute && *layout.recompute != Recompute::None) {
        words << QStringLiteral("%1 %2").arg(
            planKnobText("recompute"), planValueText("recompute", std::string(recomputeKey(*layout.recompute))));
    }
    if (layout.shard && *layout.shard != StateSharding::None) {
        words << QStringLiteral("%1 %2").arg(
            planKnobText("shard"), planValueText("shard", std::string(shardingKey(*layout.shard))));
    }
    if (layout.overlapGradients == false && sizeOf(layout.data) > 1)
        words << PlanWords::tr("no overlap");
    return words.join(QStringLiteral(", "));
}

QString planChangesText(const JobDescription& job, const JobDescription& before)
{
    QStringList changes;
    for (const PlanChange& change : planChanges(before, job)) {
        const QString knob = planKnobText(change.knob);
        const QString to = planValueText(change.knob, change.to);
        changes << (change.from.empty()
                ? QStringLiteral("%1 %2").arg(knob, to)
                : PlanWords::tr("%1 %2 → %3").arg(knob, planValueText(change.knob, change.from), to));
    }
    return changes.join(QStringLiteral(", "));
}

QString movedKnobsText(const Knobs& knobs)
{
    constexpr std::array<std::string_view, 5> sizeKeys {"tensor", "stages", "data", "context", "expert"};
    const auto textOf = [&knobs](std::string_view key) {
        const std::string value = knobText(knobs, key);
        const QString text = planValueText(key, value);
        return value.empty()    ? QString()
            : key == "schedule" ? text
                                : QStringLiteral("%1 %2").arg(planKnobText(key), text);
    };
    QStringList sizes;
    for (const std::string_view key : sizeKeys)
        sizes << textOf(key);
    sizes.removeAll(QString());
    QStringList words {sizes.join(QStringLiteral(" · "))};
    for (const KnobInfo& info : knobTable()) {
        if (std::ranges::find(sizeKeys, info.key) == sizeKeys.end())
            words << textOf(info.key);
    }
    words.removeAll(QString());
    return words.join(QStringLiteral(", "));
}

QString gainedByText(const KnobGain& gain)
{
    return gain.knob == combinationKey ? movedKnobsText(gain.knobs) : messageText(gain.change);
}

QString planLimitText(PlanLimit limit)
{
    switch (limit) {
    case PlanLimit::Bubble:
        return PlanWords::tr("bubble");
    case PlanLimit::Network:
        return PlanWords::tr("network");
    case PlanLimit::Memory:
        return PlanWords::tr("memory");
    case PlanLimit::Compute:
        break;
    }
    return PlanWords::tr("compute");
}

QString planUnitText(PlanUnit unit)
{
    switch (unit) {
    case PlanUnit::Samples:
        return PlanWords::tr("samples/s");
    case PlanUnit::Steps:
        return PlanWords::tr("steps/s");
    case PlanUnit::TokensPerGpu:
        break;
    }
    return PlanWords::tr("tokens/s per GPU");
}

QString planThroughputText(double throughput, PlanUnit unit)
{
    return QStringLiteral("%1 %2").arg(formatNumber(throughput), planUnitText(unit));
}

double tokensPerSecondPerGpu(const PlanCandidate& candidate) { return candidate.step.tokensPerSecondPerGpu; }

double lowTokens(const PlanCandidate& candidate)
{
    const PlannedStep& step = candidate.step;
    return step.highNs > 0 ? step.tokensPerSecondPerGpu * std::min(step.stepNs() / step.highNs, 1.0)
                           : step.tokensPerSecondPerGpu;
}

double highTokens(const PlanCandidate& candidate)
{
    const PlannedStep& step = candidate.step;
    return step.lowNs > 0 ? step.tokensPerSecondPerGpu * std::max(step.stepNs() / step.lowNs, 1.0)
                          : step.tokensPerSecondPerGpu;
}

double fullestBytes(const PlanCandidate& candidate)
{
    double most = 0;
    for (const PlannedStageMemory& stage : candidate.step.memory.stages)
        most = std::max(most, stage.totalBytes());
    return most;
}

QString planRangeText(const PlanCandidate& candidate)
{
    const QString least = formatNumber(lowTokens(candidate));
    const QString most = formatNumber(highTokens(candidate));
    return least == most ? least : PlanWords::tr("%1 – %2").arg(least, most);
}

std::vector<PlanPart> planParts(const PlannedStep& step)
{
    return {{PlanWords::tr("compute"), step.computeNs}, {PlanWords::tr("pipeline bubbles"), step.bubbleNs},
        {PlanWords::tr("communication inside layers"), step.tensorNs},
        {PlanWords::tr("messages between stages"), step.pipelineNs},
        {PlanWords::tr("synchronization of gradients"), step.dataNs}, {PlanWords::tr("the optimizer"), step.optimizerNs}};
}

QString planReason(const PlanCandidate& candidate, const PlanCandidate* before, PlanUnit unit)
{
    const double own = tokensPerSecondPerGpu(candidate);
    if (unit != PlanUnit::TokensPerGpu)
        return stepSentence(candidate, before, unit);
    if (!before || tokensPerSecondPerGpu(*before) <= 0 || own <= 0)
        return limitSentence(candidate);
    const double scale = scaleTo(candidate, *before);
    const std::vector<PlanPart> parts = planParts(candidate.step);
    const std::vector<PlanPart> others = planParts(before->step);
    std::vector<PlanPart> changes;
    for (size_t i = 0; i < parts.size(); ++i)
        changes.push_back({parts[i].name, scale * parts[i].ns - others[i].ns});
    std::stable_sort(changes.begin(), changes.end(),
        [](const PlanPart& a, const PlanPart& b) { return std::abs(a.ns) > std::abs(b.ns); });
    constexpr size_t mostNamed = 2;
    const double least = 0.002 * before->step.stepNs(); // less explains nothing
    QStringList less;
    QStringList more;
    for (const PlanPart& change : changes) {
        QStringList& side = change.ns < 0 ? less : more;
        if (std::abs(change.ns) < least || size_t(side.size()) >= mostNamed)
            continue;
        side << (change.ns < 0 ? PlanWords::tr("%1 of %2") : PlanWords::tr("%1 more on %2"))
                    .arg(formatDuration(std::abs(change.ns)), change.name);
    }
    QStringList words;
    const bool ofSlowest = isPipelined(candidate) || isPipelined(*before);
    if (!less.isEmpty()) {
        words << (ofSlowest ? PlanWords::tr("its slowest stage saves %1") : PlanWords::tr("saves %1"))
                     .arg(less.join(PlanWords::tr(" and ")));
    }
    if (!more.isEmpty()) {
        words << (ofSlowest && words.isEmpty() ? PlanWords::tr("its slowest stage spends %1") : PlanWords::tr("spends %1"))
                     .arg(more.join(PlanWords::tr(" and ")));
    }
    if (const QString memory = memoryWords(candidate, *before); !memory.isEmpty())
        words << memory;
    const QString gain = formatShareDifference(own / tokensPerSecondPerGpu(*before) - 1);
    if (words.isEmpty())
        return PlanWords::tr("%1 tokens per second and GPU beside the description; no part of the step differs.").arg(gain);
    return PlanWords::tr("%1 tokens per second and GPU beside the description: %2.").arg(gain, words.join(QStringLiteral(", ")));
}

QString planTip(const PlanCandidate& candidate, double fullBytes, PlanUnit unit)
{
    QStringList lines {planText(candidate.job)};
    lines << PlanWords::tr("%1 (%2)").arg(
        planThroughputText(tokensPerSecondPerGpu(candidate), unit), planRangeText(candidate));
    const QString step = PlanWords::tr("step %1").arg(formatDuration(candidate.step.stepNs()));
    lines << (candidate.step.mfu > 0
            ? PlanWords::tr("%1, %2 of peak FLOP/s").arg(step, formatShare(candidate.step.mfu))
            : step);
    const QString memory = formatBytes(fullestBytes(candidate));
    if (fullestBytes(candidate) > 0)
        lines << (fullBytes > 1
                ? PlanWords::tr("fullest stage %1; %2 modelled fill a GPU").arg(memory, formatBytes(fullBytes))
                : PlanWords::tr("fullest stage %1").arg(memory));
    lines << PlanWords::tr("bound by %1").arg(planLimitText(candidate.step.limit));
    if (candidate.usdPerMillionTokens > 0)
        lines << PlanWords::tr("%1 USD per million tokens").arg(formatNumber(candidate.usdPerMillionTokens, 3));
    if (!candidate.isSimulated)
        lines << PlanWords::tr("by closed formulas, not simulated");
    return lines.join(QLatin1Char('\n'));
}

} // namespace bubblescope
