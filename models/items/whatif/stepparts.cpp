// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepparts.h"

#include "formatting.h"
#include "tabletexts.h"

#include <QObject>

#include <utility>

namespace bubblescope {

QString StepPartName::step() { return QObject::tr("step"); }
QString StepPartName::perSample() { return QObject::tr("per sample"); }
QString StepPartName::throughput() { return QObject::tr("samples/s"); }
QString StepPartName::pipelineBubble() { return QObject::tr("pipeline bubble"); }
QString StepPartName::unexplained() { return QObject::tr("not explained"); }

QString StepPartName::exposed(Category group)
{
    QString name = categoryText(group);
    name.remove(QStringLiteral(" communication"));
    return QObject::tr("exposed %1").arg(name);
}

QString StepPartName::simulated(Origin baselineOrigin)
{
    return baselineOrigin == Origin::Modelled ? QObject::tr("with knobs") : QObject::tr("modelled");
}

std::vector<StepPart> partsOf(const StepFigures& baseline, const StepFigures& simulated)
{
    std::vector<StepPart> parts;
    const auto add = [&parts](StepPart part) {
        if (part.baseline != 0 || part.simulated != 0)
            parts.push_back(std::move(part));
    };
    const auto addMember = [&](const QString& name, const QString& help, Category category, double StepFigures::*ns) {
        add({name, help, category, baseline.*ns, simulated.*ns});
    };
    addMember(QObject::tr("compute"),
        QObject::tr("Mean rank: passes and optimizer without the communication inside them."), Category::Forward,
        &StepFigures::computeNs);
    for (int c = 0; c < categoryCount; ++c) {
        add({StepPartName::exposed(Category(c)),
            QObject::tr("Mean rank: communication of this group that no compute hides."), Category(c),
            baseline.exposedNs[size_t(c)], simulated.exposedNs[size_t(c)]});
    }
    addMember(StepPartName::unexplained(), QObject::tr("Part of the stated step that the model does not explain."),
        Category::Other, &StepFigures::unexplainedNs);
    addMember(QObject::tr("waiting"), QObject::tr("Mean rank: in a collective whose last member is not there yet."),
        Category::Waiting, &StepFigures::waitingNs);
    addMember(QObject::tr("bubble, warmup"), QObject::tr("Mean rank: waits for the pipeline before it is filled."),
        Category::Bubble, &StepFigures::warmupBubbleNs);
    addMember(QObject::tr("bubble, steady"), QObject::tr("Mean rank: waits for the pipeline while it is full."),
        Category::Bubble, &StepFigures::steadyBubbleNs);
    addMember(QObject::tr("bubble, cooldown"), QObject::tr("Mean rank: waits for the pipeline while it drains."),
        Category::Bubble, &StepFigures::cooldownBubbleNs);
    addMember(QObject::tr("idle"),
        QObject::tr("Mean rank: launches and gaps, neither work nor communication nor a bubble."), Category::Host,
        &StepFigures::idleNs);
    addMember(QObject::tr("host"), QObject::tr("Mean rank: input, bookkeeping and copies."), Category::Host,
        &StepFigures::hostNs);
    return parts;
}

bool comparesSamples(const StepFigures& baseline, const StepFigures& simulated)
{
    return baseline.samplesPerStep > 0 && simulated.samplesPerStep > 0
        && baseline.samplesPerStep != simulated.samplesPerStep;
}

double relativeChange(double from, double to) { return from > 0 ? to / from - 1 : 0; }

} // namespace bubblescope
