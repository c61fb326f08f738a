// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatifmodel.h"

#include "tabletexts.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double shareWorthABar = 0.001;

struct Part {
    QString name;
    QString help;
    Category category;
    double StepFigures::*value;
};

// Part names used in several places: a formula is found by the name.
QString stepName() { return QObject::tr("step"); }
QString perSampleName() { return QObject::tr("per sample"); }
QString throughputName() { return QObject::tr("samples/s"); }
QString pipelineBubbleName() { return QObject::tr("pipeline bubble"); }
QString unexplainedName() { return QObject::tr("not explained"); }

QString exposedName(Category group)
{
    QString name = categoryText(group);
    name.remove(QStringLiteral(" communication"));
    return QObject::tr("exposed %1").arg(name);
}

/// Every part of a step with its value in both steps, without those that are zero in both.
struct PartPair {
    QString name;
    QString help;
    Category category = Category::Other;
    double baseline = 0;
    double simulated = 0;
};

std::vector<PartPair> partsOf(const StepFigures& baseline, const StepFigures& simulated)
{
    const Part parts[] = {
        {QObject::tr("compute"), QObject::tr("Mean rank: passes and optimizer without the communication inside them."),
            Category::Forward, &StepFigures::computeNs},
        {QObject::tr("waiting"), QObject::tr("Mean rank: in a collective whose last member is not there yet."),
            Category::Waiting, &StepFigures::waitingNs},
        {QObject::tr("bubble, warmup"), QObject::tr("Mean rank: waits for the pipeline before it is filled."),
            Category::Bubble, &StepFigures::warmupBubbleNs},
        {QObject::tr("bubble, steady"), QObject::tr("Mean rank: waits for the pipeline while it is full."),
            Category::Bubble, &StepFigures::steadyBubbleNs},
        {QObject::tr("bubble, cooldown"), QObject::tr("Mean rank: waits for the pipeline while it drains."),
            Category::Bubble, &StepFigures::cooldownBubbleNs},
        {QObject::tr("idle"), QObject::tr("Mean rank: launches and gaps, neither work nor communication nor a bubble."),
            Category::Host, &StepFigures::idleNs},
        {QObject::tr("host"), QObject::tr("Mean rank: input, bookkeeping and copies."), Category::Host,
            &StepFigures::hostNs},
    };
    std::vector<PartPair> pairs;
    const auto add = [&pairs](PartPair pair) {
        if (pair.baseline != 0 || pair.simulated != 0)
            pairs.push_back(std::move(pair));
    };
    add({parts[0].name, parts[0].help, parts[0].category, baseline.*parts[0].value, simulated.*parts[0].value});
    for (int c = 0; c < categoryCount; ++c) {
        add({exposedName(Category(c)), QObject::tr("Mean rank: communication of this group that no compute hides."),
            Category(c), baseline.exposedNs[size_t(c)], simulated.exposedNs[size_t(c)]});
    }
    add({unexplainedName(), QObject::tr("Part of the stated step that the model does not explain."), Category::Other,
        baseline.unexplainedNs, simulated.unexplainedNs});
    for (size_t i = 1; i < std::size(parts); ++i)
        add({parts[i].name, parts[i].help, parts[i].category, baseline.*parts[i].value, simulated.*parts[i].value});
    return pairs;
}

/// The column next to the opened step is "modelled"; next to a modelled step, it is the one with moved knobs.
QString simulatedName(Origin baselineOrigin)
{
    return baselineOrigin == Origin::Modelled ? QObject::tr("with knobs") : QObject::tr("modelled");
}

double change(double from, double to) { return from > 0 ? to / from - 1 : 0; }

QString placementText(const PricedTransfer& transfer)
{
    const QString ranks
        = transfer.placement.ranks == 1 ? QObject::tr("1 rank") : QObject::tr("%1 ranks").arg(transfer.placement.ranks);
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

FormulaLine transferLine(const PricedTransfer& t)
{
    QStringList notes;
    notes << placementText(t);
    if (const QString link = linkText(t.link.bottleneck); !link.isEmpty() && t.origin != Origin::Measured)
        notes << link;
    if (t.isSmall)
        notes << QObject::tr("below 1 MiB: ±50 %");
    QString figure = tableText(operationName(t.operation));
    if (t.bytes >= 0)
        figure = QObject::tr("%1 of %2").arg(figure, formatBytes(t.bytes));
    if (t.count > 1)
        figure = QObject::tr("%1 × %2").arg(formatCount(t.count), figure);
    return {figure, messageText(transferFormula(t)), notes.join(QStringLiteral(" · ")), exposedName(t.group)};
}

} // namespace

const KnobState* WhatIfSubject::knob(std::string_view key) const
{
    const auto at = std::find_if(knobs.begin(), knobs.end(), [key](const KnobState& k) { return k.key == key; });
    return at == knobs.end() ? nullptr : &*at;
}

bool comparesSamples(const StepFigures& baseline, const StepFigures& simulated)
{
    return baseline.samplesPerStep > 0 && simulated.samplesPerStep > 0
        && baseline.samplesPerStep != simulated.samplesPerStep;
}

std::vector<WaterfallBar> waterfall(const StepFigures& baseline, Origin baselineOrigin, const StepFigures& simulated)
{
    const bool isPerSample = comparesSamples(baseline, simulated);
    const double ofBaseline = isPerSample ? baseline.samplesPerStep : 1;
    const double ofSimulated = isPerSample ? simulated.samplesPerStep : 1;
    const auto total = [isPerSample](const QString& origin) {
        return isPerSample ? QObject::tr("%1, per sample").arg(origin) : origin;
    };
    std::vector<WaterfallBar> bars;
    double at = baseline.wholeStepNs() / ofBaseline;
    bars.push_back({total(originText(baselineOrigin)), stepName(), 0, at, true, Category::Other});
    const double simulatedStep = simulated.wholeStepNs() / ofSimulated;
    const double least = std::max(at, simulatedStep) * shareWorthABar;
    for (const PartPair& part : partsOf(baseline, simulated)) {
        const double difference = part.simulated / ofSimulated - part.baseline / ofBaseline;
        if (std::abs(difference) < least)
            continue;
        bars.push_back({part.name, part.name, at, at + difference, false, part.category});
        at += difference;
    }
    if (std::abs(simulatedStep - at) >= least)
        bars.push_back({QObject::tr("other"), {}, at, simulatedStep, false, Category::Other});
    bars.push_back({total(simulatedName(baselineOrigin)), stepName(), 0, simulatedStep, true, Category::Other});
    return bars;
}

std::vector<FormulaLine> formulas(const SimulatedStep& step)
{
    const StepFigures& f = step.figures;
    std::vector<FormulaLine> lines;
    std::vector<FormulaLine> hidden; // transfers of groups without exposed communication
    QStringList terms;
    for (const PartPair& part : partsOf({}, f))
        terms << QObject::tr("%1 %2").arg(part.name, formatDuration(part.simulated));
    const auto named = [](const QString& name, const QString& value) { return QObject::tr("%1 %2").arg(name, value); };
    lines.push_back({named(stepName(), formatDuration(f.wholeStepNs())), terms.join(QStringLiteral(" + ")),
        QObject::tr("parts of the mean rank"), stepName()});
    if (f.samplesPerStep > 0) {
        const QString samples = formatNumber(f.samplesPerStep);
        const QString step = formatDuration(f.wholeStepNs());
        lines.push_back({named(perSampleName(), formatDuration(f.wholeStepNs() / f.samplesPerStep)),
            QObject::tr("%1 / %2 samples").arg(step, samples), {}, perSampleName()});
        lines.push_back({QObject::tr("%1 samples/s").arg(formatNumber(f.samplesPerSecond())),
            QObject::tr("%1 samples / %2").arg(samples, step), {}, throughputName()});
    }
    for (const PartPair& part : partsOf({}, f)) {
        if (part.name == unexplainedName()) {
            lines.push_back({named(part.name, formatDuration(f.unexplainedNs)),
                QObject::tr("stated step %1 − modelled step %2")
                    .arg(formatDuration(f.wholeStepNs()), formatDuration(f.stepNs)),
                QObject::tr("left as it is, never hidden in a fit"), part.name});
            continue;
        }
        lines.push_back({named(part.name, formatDuration(part.simulated)), part.help,
            QObject::tr("%1 of the step").arg(formatShare(f.stepNs > 0 ? part.simulated / f.stepNs : 0)), part.name});
        for (const PricedTransfer& t : step.transfers) {
            if (exposedName(t.group) == part.name)
                lines.push_back(transferLine(t));
        }
    }
    if (f.hasPipeline()) {
        lines.push_back({named(pipelineBubbleName(), formatShare(f.bubbleShare)),
            QObject::tr("bubbles of all ranks / (ranks × step %1)").arg(formatDuration(f.stepNs)),
            QObject::tr("%1 of the longest stage's span, %2, as zero-bubble papers state it")
                .arg(formatShare(f.bubbleShareLongestStage), formatDuration(f.longestStageNs)),
            pipelineBubbleName()});
    }
    for (const PricedTransfer& t : step.transfers) {
        if (std::none_of(
                lines.begin(), lines.end(), [&](const FormulaLine& l) { return l.part == exposedName(t.group); }))
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
            lines.push_back({toText(field.name),
                QStringLiteral("%1 %2").arg(QString::number(value, 'g', 6), toText(field.unit)).trimmed(),
                QObject::tr("%1: %2").arg(toText(step.hardware.name), sourceText(step.hardware, field.key)), {}});
    }
    return lines;
}

StepPartsModel::StepPartsModel(QObject* parent) : TableModel(parent)
{
    setColumns({{tr("Part"), {}, tr("Parts of the step of the mean rank; they add up"), false},
        {tr("Opened"), tr("opened"), tr("As measured or stated by the input"), true},
        {tr("Modelled"), tr("modelled"), tr("Modelled, with the current knobs"), true},
        {tr("Change"), tr("change"), tr("Simulated minus opened"), true}});
}

void StepPartsModel::setFigures(const StepFigures& baseline, Origin baselineOrigin, const StepFigures& simulated)
{
    beginResetModel();
    setColumns({{tr("Part"), {}, tr("Parts of the step of the mean rank; they add up"), false},
        {originText(baselineOrigin), {}, tr("As the input has it"), true},
        {simulatedName(baselineOrigin), {}, tr("Modelled, with the current knobs"), true},
        {tr("change"), {}, tr("What the knobs change: minus %1").arg(originText(baselineOrigin)), true}});
    m_rows.clear();
    // In ms even if a step takes seconds: its parts hardly do.
    const double longest = std::max(baseline.wholeStepNs(), simulated.stepNs);
    m_times = longest >= 1e9 ? TimeFormat(TimeUnit::Milliseconds, 1) : TimeFormat::forColumn(longest);
    m_rows.push_back({stepName(), tr("With synchronization, optimizer and host"), Unit::Time, baseline.wholeStepNs(),
        simulated.wholeStepNs()});
    if (simulated.samplesPerStep > 0) {
        m_rows.push_back({perSampleName(), tr("Step / samples of a step over all replicas"), Unit::Time,
            baseline.nsPerSample(), simulated.nsPerSample()});
        m_rows.push_back({throughputName(), tr("Throughput: what rankings go by"), Unit::PerSecond,
            baseline.samplesPerSecond(), simulated.samplesPerSecond()});
    }
    for (const PartPair& part : partsOf(baseline, simulated))
        m_rows.push_back({part.name, part.help, Unit::Time, part.baseline, part.simulated});
    if (simulated.hasPipeline()) {
        m_rows.push_back({pipelineBubbleName(), tr("Bubbles of all ranks / (ranks × step)"), Unit::Share,
            baseline.bubbleShare, simulated.bubbleShare});
    }
    endResetModel();
}

void StepPartsModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

QString StepPartsModel::figure(const Row& row, double value) const
{
    switch (row.unit) {
    case Unit::Share:
        return formatShare(value);
    case Unit::PerSecond:
        return formatNumber(value);
    case Unit::Time:
        break;
    }
    return m_times.cell(value);
}

QString StepPartsModel::text(int row, int column) const
{
    const Row& r = m_rows[size_t(row)];
    switch (column) {
    case NameColumn:
        return r.name;
    case BaselineColumn:
        return figure(r, r.baseline);
    case SimulatedColumn:
        return figure(r, r.simulated);
    default:
        break;
    }
    const double difference = r.simulated - r.baseline;
    switch (r.unit) {
    case Unit::Share:
        return formatShareDifference(difference);
    case Unit::PerSecond:
        return formatShareDifference(change(r.baseline, r.simulated));
    case Unit::Time:
        break;
    }
    const QString size = m_times.cell(std::abs(difference));
    if (size.startsWith(QLatin1Char('<')))
        return tr("± 0");
    return difference == 0 ? unknownText() : (difference < 0 ? QStringLiteral("\u2212") : QStringLiteral("+")) + size;
}

QVariant StepPartsModel::sortValue(int row, int column) const
{
    const Row& r = m_rows[size_t(row)];
    switch (column) {
    case NameColumn:
        return r.name;
    case BaselineColumn:
        return r.baseline;
    case SimulatedColumn:
        return r.simulated;
    default:
        return r.simulated - r.baseline;
    }
}

QString StepPartsModel::plainText(int row, int column) const
{
    const Row& r = m_rows[size_t(row)];
    if (column == NameColumn)
        return r.unit == Unit::Time ? tr("%1 (ms)").arg(r.name) : r.name;
    const double value = sortValue(row, column).toDouble();
    return r.unit == Unit::Time ? plainMilliseconds(value) : plainNumber(value);
}

QString StepPartsModel::toolTip(int row, int) const { return m_rows[size_t(row)].help; }

StageFiguresModel::StageFiguresModel(QObject* parent) : TableModel(parent)
{
    setColumns({{tr("Stage"), {}, {}, false}, {tr("Busy"), tr("busy (ms)"), tr("All passes of one step"), true},
        {tr("Share"), tr("share (%)"), tr("Busy / makespan of the pipeline"), true},
        {tr("In flight"), {}, tr("Most microbatches between forward and backward"), true},
        {tr("Memory"), tr("memory (bytes)"), tr("Weights, gradients, optimizer state and activations of one GPU, modelled"), true}});
}

void StageFiguresModel::setFigures(const StepFigures& figures, double gpuMemory)
{
    beginResetModel();
    m_figures = figures;
    m_gpuMemory = gpuMemory;
    m_times = TimeFormat::forColumn(figures.makespanNs);
    endResetModel();
}

QString StageFiguresModel::text(int row, int column) const
{
    const StepFigures::Stage& stage = m_figures.stages[size_t(row)];
    switch (column) {
    case StageColumn:
        return stageText(stage.stage);
    case BusyColumn:
        return m_times.cell(stage.busyNs);
    case ShareColumn:
        return formatShare(m_figures.makespanNs > 0 ? stage.busyNs / m_figures.makespanNs : 0);
    case InFlightColumn:
        return formatNumber(stage.peakInFlight, 3);
    default:
        break;
    }
    if (!stage.knowsMemory())
        return unknownText();
    const QString text = formatBytes(stage.memoryBytes());
    return stage.fits(m_gpuMemory) ? text : tr("%1 – too much").arg(text);
}

QVariant StageFiguresModel::sortValue(int row, int column) const
{
    const StepFigures::Stage& stage = m_figures.stages[size_t(row)];
    switch (column) {
    case StageColumn:
        return stage.stage;
    case BusyColumn:
    case ShareColumn:
        return stage.busyNs;
    case InFlightColumn:
        return stage.peakInFlight;
    default:
        return stage.memoryBytes();
    }
}

QString StageFiguresModel::plainText(int row, int column) const
{
    const StepFigures::Stage& stage = m_figures.stages[size_t(row)];
    switch (column) {
    case StageColumn:
        return QString::number(stage.stage);
    case BusyColumn:
        return plainMilliseconds(stage.busyNs);
    case ShareColumn:
        return plainNumber(m_figures.makespanNs > 0 ? 100 * stage.busyNs / m_figures.makespanNs : 0);
    case InFlightColumn:
        return plainNumber(stage.peakInFlight);
    default:
        return stage.knowsMemory() ? plainNumber(stage.memoryBytes()) : unknownText();
    }
}

QString StageFiguresModel::toolTip(int row, int column) const
{
    const StepFigures::Stage& stage = m_figures.stages[size_t(row)];
    if (column != MemoryColumn || !stage.knowsMemory())
        return {};
    const auto known = [](double bytes) { return bytes < 0 ? unknownText() : formatBytes(bytes); };
    const QString parts = tr("parameters %1, activations at the peak %2")
                              .arg(known(stage.parameterBytes), known(stage.activationBytes));
    return m_gpuMemory > 0 ? tr("%1; the GPU has %2").arg(parts, formatBytes(m_gpuMemory)) : parts;
}

StepAnswer stepAnswer(const StepFigures& baseline, const StepFigures& simulated)
{
    constexpr double worthSaying = 0.0005;
    StepAnswer answer;
    answer.step
        = QObject::tr("%1 → %2").arg(formatDuration(baseline.wholeStepNs()), formatDuration(simulated.wholeStepNs()));
    const bool knowsSamples = baseline.samplesPerStep > 0 && simulated.samplesPerStep > 0;
    if (knowsSamples && baseline.samplesPerStep != simulated.samplesPerStep)
        answer.step = QObject::tr("%1 → %2 per sample")
                          .arg(formatDuration(baseline.nsPerSample()), formatDuration(simulated.nsPerSample()));
    const double step = change(baseline.wholeStepNs(), simulated.wholeStepNs());
    answer.gain = knowsSamples ? change(baseline.samplesPerSecond(), simulated.samplesPerSecond())
        : simulated.stepNs > 0 ? baseline.wholeStepNs() / simulated.wholeStepNs() - 1
                               : 0;
    const bool changesNothing = std::abs(answer.gain) < worthSaying && std::abs(step) < worthSaying;
    if (std::abs(answer.gain) < worthSaying)
        answer.gain = 0;
    const QString size = formatShare(std::abs(knowsSamples ? answer.gain : step));
    if (changesNothing)
        answer.verdict = QObject::tr("No difference: the step does not depend on it");
    else if (!knowsSamples)
        answer.verdict = step < 0 ? QObject::tr("%1 shorter step").arg(size) : QObject::tr("%1 longer step").arg(size);
    else if (answer.gain == 0)
        answer.verdict = QObject::tr("As many samples per second");
    else
        answer.verdict = answer.gain > 0 ? QObject::tr("%1 more samples per second").arg(size)
                                         : QObject::tr("%1 fewer samples per second").arg(size);
    if (simulated.errorNs > 0) {
        const double error = simulated.errorNs / simulated.wholeStepNs();
        answer.range = QObject::tr("expected between %1 and %2")
                           .arg(formatDuration(simulated.lowNs()), formatDuration(simulated.highNs()));
        answer.isSure = changesNothing || std::abs(answer.gain) > error;
        if (!answer.isSure)
            answer.verdict = QObject::tr("%1, less than its range of ± %2").arg(answer.verdict, formatShare(error));
    }
    const auto fromTo = [](double from, double to) {
        const QString after = formatShare(to);
        return formatShare(from) == after ? after : QObject::tr("%1 → %2").arg(formatShare(from), after);
    };
    // Like the headline: shares of the explained time.
    const auto fromToOfStep = [&](double before, double after) {
        return fromTo(before / std::max(baseline.explainedNs(), 1.0), after / std::max(simulated.explainedNs(), 1.0));
    };
    if (knowsSamples && !changesNothing)
        answer.details << (baseline.samplesPerStep != simulated.samplesPerStep
                ? QObject::tr("step %1 → %2")
                      .arg(formatDuration(baseline.wholeStepNs()), formatDuration(simulated.wholeStepNs()))
                : QObject::tr("step %1").arg(formatShareDifference(step)));
    answer.details << (simulated.hasPipeline() ? QObject::tr("bubble %1").arg(fromTo(baseline.bubbleShare, simulated.bubbleShare))
                                              : QObject::tr("waiting %1").arg(
                                                  fromToOfStep(baseline.waitingNs, simulated.waitingNs)))
                   << QObject::tr("exposed comm. %1")
                          .arg(fromToOfStep(baseline.exposedCommunicationNs(), simulated.exposedCommunicationNs()));
    return answer;
}

QString memoryWarning(const SimulatedStep& step)
{
    const StepFigures::Stage* worst = nullptr;
    for (const StepFigures::Stage& stage : step.figures.stages) {
        if (!stage.fits(step.hardware.memoryBytes) && (!worst || stage.memoryBytes() > worst->memoryBytes()))
            worst = &stage;
    }
    if (!worst)
        return QString();
    return QObject::tr("Does not fit: %1 needs %2 per GPU, %3 has %4.")
        .arg(stageText(worst->stage), formatBytes(worst->memoryBytes()), toText(step.hardware.name),
            formatBytes(step.hardware.memoryBytes));
}

QString gainFigure(const KnobGain& gain)
{
    const QString share = formatShareDifference(gain.throughputGain);
    return gain.gainError > 0 ? QObject::tr("%1 ± %2").arg(share, formatShare(gain.gainError)) : share;
}

QString gainText(const KnobGain& gain)
{
    const QString text = QObject::tr("%1: %2 samples/s, step %3")
                             .arg(messageText(gain.change), gainFigure(gain), formatDuration(gain.stepNs));
    return gain.isSure() ? text : QObject::tr("%1\nThe gain is smaller than its range.").arg(text);
}

} // namespace bubblescope
