// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepanswer.h"

#include "formatting.h"
#include "stepparts.h"
#include "tabletexts.h"

#include <QObject>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// Of a step whose range is so wide that only an end of it tells.
QString wideVerdict(const StepAnswer& answer, const StepFigures& simulated)
{
    if (!answer.isSure)
        return QObject::tr("Nobody can tell what it does");
    const double end = answer.gain > 0 ? simulated.highNs() : simulated.lowNs();
    const QString size = formatShare(std::abs((1 + answer.gain) * simulated.wholeStepNs() / end - 1));
    return answer.gain > 0 ? QObject::tr("At least %1 more samples per second").arg(size)
                           : QObject::tr("At least %1 fewer samples per second").arg(size);
}

} // namespace

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
    const double step = relativeChange(baseline.wholeStepNs(), simulated.wholeStepNs());
    answer.gain = knowsSamples ? relativeChange(baseline.samplesPerSecond(), simulated.samplesPerSecond())
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
        const double above = simulated.errorNs / simulated.wholeStepNs();
        const double below = simulated.shorterNs() / simulated.wholeStepNs();
        const double error = answer.gain < 0 ? below : above;
        answer.range = QObject::tr("expected between %1 and %2")
                           .arg(formatDuration(simulated.lowNs()), formatDuration(simulated.highNs()));
        answer.isSure = changesNothing || std::abs(answer.gain) > error;
        const bool isWide = simulated.highNs() >= widestTold * simulated.lowNs();
        if (isWide && !changesNothing)
            answer.verdict = wideVerdict(answer, simulated);
        else if (!answer.isSure && formatShare(below) == formatShare(above))
            answer.verdict = QObject::tr("%1, less than its range of ± %2").arg(answer.verdict, formatShare(above));
        else if (!answer.isSure)
            answer.verdict = QObject::tr("%1, less than its range of %2 to %3")
                                 .arg(answer.verdict, formatShareDifference(-below), formatShareDifference(above));
    }
    const auto fromTo = [](double from, double to) {
        const QString after = formatShare(to);
        return formatShare(from) == after ? after : QObject::tr("%1 → %2").arg(formatShare(from), after);
    };
    // Like the headline: shares of the whole step, or of a model that takes longer than it.
    const auto wholeOf
        = [](const StepFigures& figures) { return std::max({figures.wholeStepNs(), figures.explainedNs(), 1.0}); };
    const auto fromToOfStep = [&](double before, double after) {
        return fromTo(before / wholeOf(baseline), after / wholeOf(simulated));
    };
    if (knowsSamples && !changesNothing)
        answer.details << (baseline.samplesPerStep != simulated.samplesPerStep
                ? QObject::tr("step %1 → %2")
                      .arg(formatDuration(baseline.wholeStepNs()), formatDuration(simulated.wholeStepNs()))
                : QObject::tr("step %1").arg(formatShareDifference(step)));
    answer.details << (baseline.hasPipeline() || simulated.hasPipeline()
            ? QObject::tr("bubble %1").arg(fromToOfStep(baseline.bubbleNs(), simulated.bubbleNs()))
            : QObject::tr("waiting %1").arg(fromToOfStep(baseline.waitingNs, simulated.waitingNs)))
                   << QObject::tr("exposed comm. %1")
                          .arg(fromToOfStep(baseline.exposedCommunicationNs(), simulated.exposedCommunicationNs()));
    return answer;
}

namespace {

QString plannedMemoryWarning(const DescribedAnswer& described, const Hardware& hardware)
{
    if (described.fits == true)
        return QString();
    const QString reason = messageText(refusalReason(described.memory.refusal));
    if (!described.memory && !described.fits)
        return QObject::tr("Its memory is not known: %1.").arg(reason);
    if (described.memory.cannotRun())
        return QObject::tr("Does not run: %1.").arg(reason);
    if (described.run && (!described.fits || !measuredMemoryText(*described.run).empty())) {
        const QString modelled = formatBytes(described.memory.fullest().totalBytes());
        const QString ofRun = formatBytes(described.run->modelledBytes);
        if (!described.fits)
            return QObject::tr("May not fit: %1 per GPU are modelled, %2 of the run, which fitted.")
                .arg(modelled, ofRun);
        return QObject::tr("Does not fit: %1 per GPU are modelled; as the run tells, %2 would fill the %3 of %4.")
            .arg(modelled, formatBytes(described.usableBytes), formatBytes(hardware.memoryBytes),
                toText(hardware.name));
    }
    const auto fullest = std::max_element(described.memory.stages.begin(), described.memory.stages.end(),
        [](const PlannedStageMemory& a, const PlannedStageMemory& b) { return a.totalBytes() < b.totalBytes(); });
    return QObject::tr("Does not fit: %1 needs %2 per GPU; of the %3 of %4, %5 can be used.")
        .arg(stageText(int(fullest - described.memory.stages.begin())), formatBytes(fullest->totalBytes()),
            formatBytes(hardware.memoryBytes), toText(hardware.name), formatBytes(described.usableBytes));
}

} // namespace

QString memoryWarning(const SimulatedStep& step)
{
    if (step.described)
        return plannedMemoryWarning(*step.described, step.hardware);
    const StepFigures::Stage* worst = nullptr;
    for (const StepFigures::Stage& stage : step.figures.stages) {
        if (!step.figures.fits(stage, step.hardware.memoryBytes)
            && (!worst || stage.memoryBytes() > worst->memoryBytes()))
            worst = &stage;
    }
    if (!worst)
        return QString();
    return QObject::tr("Does not fit: %1 needs %2 per GPU, %3 has %4.")
        .arg(stageText(worst->stage), formatBytes(worst->memoryBytes()), toText(step.hardware.name),
            formatBytes(step.hardware.memoryBytes));
}

QString gainFigure(const KnobGain& gain, GainWords words)
{
    const QString share = formatShareDifference(gain.throughputGain);
    if (!gain.isStated())
        return QObject::tr("cannot tell");
    if (gain.isWide()) {
        return gain.helps() ? QObject::tr("at least %1").arg(formatShareDifference(gain.low()))
                            : QObject::tr("at most %1").arg(formatShareDifference(gain.high()));
    }
    if (gain.widerError() <= 0)
        return share;
    if (formatShare(gain.gainError) == formatShare(gain.more())) {
        // The number stays on the line of its sign.
        return QObject::tr("%1 ± %2")
            .arg(share, formatShare(gain.gainError))
            .replace(QStringLiteral("± "), QStringLiteral("±\u00a0"));
    }
    const QString low = formatShareDifference(gain.low());
    const QString high = formatShareDifference(gain.high());
    switch (words) {
    case GainWords::BesideBar:
        return QObject::tr("%1 (%2 to %3)").arg(share, low, high);
    case GainWords::Narrow:
        return QObject::tr("%1 to %2").arg(low, high);
    case GainWords::Sentence:
        break;
    }
    return QObject::tr("%1, between %2 and %3").arg(share, low, high);
}

QString gainText(const KnobGain& gain)
{
    if (!gain.isStated())
        return QObject::tr("%1: cannot tell. %2").arg(messageText(gain.change), messageText(gain.whyWide));
    if (gain.isWide()) {
        return QObject::tr("%1: samples per second %2. %3")
            .arg(messageText(gain.change), gainFigure(gain), messageText(gain.whyWide));
    }
    const QString text = QObject::tr("%1: samples per second %2, step %3")
                             .arg(messageText(gain.change), gainFigure(gain), formatDuration(gain.stepNs));
    return gain.isSure() ? text : QObject::tr("%1\nThe gain is smaller than its range.").arg(text);
}

} // namespace bubblescope
