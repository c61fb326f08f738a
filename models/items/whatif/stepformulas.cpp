// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepformulas.h"

#include "countedtext.h"
#include "formatting.h"
#include "tabletexts.h"

#include <QObject>
#include <QStringList>

#include <algorithm>

namespace bubblescope {

namespace {

QString placementText(const PricedTransfer& transfer)
{
    const QString ranks = countedText(transfer.placement.ranks, QObject::tr("1 rank"), QObject::tr("%1 ranks"));
    return transfer.placement.spansNodes() ? QObject::tr("%1 across nodes").arg(ranks)
                                           : QObject::tr("%1 in one node").arg(ranks);
}

QString linkText(Bottleneck bottleneck)
{
    const std::string_view name = bottleneckName(bottleneck);
    return name.empty() ? QString() : QObject::tr("limited by %1").arg(toText(name));
}

QString sourceText(const Hardware& hardware, std::string_view key)
{
    const std::string_view source = hardware.sourceOf(key);
    return source.empty() ? QObject::tr("no source is stated") : toText(source);
}

StepPartId exposed(const PricedTransfer& transfer) { return {StepPartId::Kind::Exposed, transfer.group}; }

FormulaLine transferLine(const PricedTransfer& t)
{
    QStringList notes;
    notes << placementText(t);
    if (const QString link = linkText(t.link.bottleneck); !link.isEmpty() && t.origin != Origin::Measured)
        notes << link;
    if (t.isSmall)
        notes << QObject::tr("small and not measured: ±50 %");
    QString figure = tableText(operationName(t.operation));
    if (t.bytes >= 0)
        figure = QObject::tr("%1 of %2").arg(figure, formatBytes(t.bytes));
    if (t.count > 1)
        figure = QObject::tr("%1 × %2").arg(formatCount(t.count), figure);
    return {figure, messageText(transferFormula(t)), notes.join(QStringLiteral(" · ")), exposed(t)};
}

} // namespace

std::vector<FormulaLine> formulas(const SimulatedStep& step)
{
    const StepFigures& f = step.figures;
    std::vector<FormulaLine> lines;
    std::vector<FormulaLine> hidden; // transfers of groups without exposed communication
    QStringList terms;
    for (const StepPart& part : partsOf({}, f))
        terms << QObject::tr("%1 %2").arg(partText(part.id), formatDuration(part.simulated));
    using Kind = StepPartId::Kind;
    const auto add = [&lines](StepPartId part, const QString& value, const QString& formula, const QString& note) {
        lines.push_back({QObject::tr("%1 %2").arg(partText(part), value), formula, note, part});
    };
    add({Kind::Step}, formatDuration(f.wholeStepNs()), terms.join(QStringLiteral(" + ")),
        QObject::tr("parts of the mean rank"));
    if (f.samplesPerStep > 0) {
        const QString samples = formatNumber(f.samplesPerStep);
        const QString step = formatDuration(f.wholeStepNs());
        add({Kind::PerSample}, formatDuration(f.wholeStepNs() / f.samplesPerStep),
            QObject::tr("%1 / %2 samples").arg(step, samples), {});
        lines.push_back({QObject::tr("%1 samples/s").arg(formatNumber(f.samplesPerSecond())),
            QObject::tr("%1 samples / %2").arg(samples, step), {}, {Kind::Throughput}});
    }
    const double wholeNs = std::max(f.wholeStepNs(), f.stepNs); // as in the headline
    for (const StepPart& part : partsOf({}, f)) {
        if (part.id.kind == Kind::Unexplained) {
            add(part.id, formatDuration(part.simulated),
                QObject::tr("stated step %1 − modelled step %2")
                    .arg(formatDuration(f.wholeStepNs()), formatDuration(f.stepNs)),
                QObject::tr("left as it is, never hidden in a fit"));
            continue;
        }
        add(part.id, formatDuration(part.simulated), part.help,
            QObject::tr("%1 of the step").arg(formatShare(wholeNs > 0 ? part.simulated / wholeNs : 0)));
        for (const PricedTransfer& t : step.transfers) {
            if (exposed(t) == part.id)
                lines.push_back(transferLine(t));
        }
    }
    if (f.hasPipeline()) {
        add({Kind::PipelineBubble}, formatShare(f.wholeBubbleShare()),
            QObject::tr("bubbles of all ranks / (ranks × step %1)")
                .arg(formatDuration(wholeNs)),
            QObject::tr("%1 of the longest stage's span, %2, as zero-bubble papers state it")
                .arg(formatShare(f.bubbleShareLongestStage), formatDuration(f.longestStageNs)));
    }
    for (const PricedTransfer& t : step.transfers) {
        if (std::none_of(lines.begin(), lines.end(), [&](const FormulaLine& l) { return l.part == exposed(t); }))
            hidden.push_back(transferLine(t));
    }
    lines.insert(lines.end(), hidden.begin(), hidden.end());
    if (step.simAi) {
        const SimAiTerms& s = *step.simAi;
        const auto us = [](double value) { return formatDuration(value * 1000); };
        lines.push_back({QObject::tr("SimAI-Analytical %1").arg(us(s.totalUs)),
            QObject::tr("compute %1 + TP %2 + DP %3 + EP %4 + DP-EP %5 + PP %6 + bubble %7")
                .arg(us(s.computeUs), us(s.tpUs), us(s.dpUs), us(s.epUs), us(s.dpEpUs), us(s.ppUs), us(s.bubbleUs)),
            QObject::tr("a closed sum; the event-driven step is %1").arg(formatDuration(f.stepNs)), {}});
    }
    for (const HardwareField& field : hardwareFields()) {
        const double value = hardwareValue(step.hardware, field.key);
        if (value > 0 && !step.hardware.name.empty())
            lines.push_back({tableText(field.name),
                QStringLiteral("%1 %2").arg(formatNumber(value, 6), toText(field.unit)).trimmed(),
                QObject::tr("%1: %2").arg(toText(step.hardware.name), sourceText(step.hardware, field.key)), {}});
    }
    return lines;
}

} // namespace bubblescope
