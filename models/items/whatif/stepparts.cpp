// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepparts.h"

#include <QObject>

#include <utility>

namespace bubblescope {

namespace {
QString exposedText(Category group)
{
    switch (group) {
    case Category::TensorComm:
        return QObject::tr("exposed tensor-parallel");
    case Category::PipelineComm:
        return QObject::tr("exposed pipeline");
    case Category::DataComm:
        return QObject::tr("exposed data-parallel");
    case Category::ExpertComm:
        return QObject::tr("exposed expert-parallel");
    case Category::ExpertDataComm:
        return QObject::tr("exposed expert gradient");
    case Category::EmbeddingComm:
        return QObject::tr("exposed embedding gradient");
    case Category::ContextComm:
        return QObject::tr("exposed context-parallel");
    default:
        return QObject::tr("exposed other");
    }
}
} // namespace

QString partText(StepPartId part)
{
    using Kind = StepPartId::Kind;
    switch (part.kind) {
    case Kind::None:
        return {};
    case Kind::Step:
        return QObject::tr("step");
    case Kind::PerSample:
        return QObject::tr("per sample");
    case Kind::Throughput:
        return QObject::tr("samples/s");
    case Kind::PipelineBubble:
        return QObject::tr("pipeline bubble");
    case Kind::Compute:
        return QObject::tr("compute");
    case Kind::Exposed:
        return exposedText(part.group);
    case Kind::Unexplained:
        return QObject::tr("not explained");
    case Kind::Waiting:
        return QObject::tr("waiting");
    case Kind::Warmup:
        return QObject::tr("bubble, warmup");
    case Kind::Steady:
        return QObject::tr("bubble, steady");
    case Kind::Cooldown:
        return QObject::tr("bubble, cooldown");
    case Kind::Idle:
        return QObject::tr("idle");
    case Kind::Host:
        return QObject::tr("host");
    case Kind::NotRecorded:
        return QObject::tr("not recorded");
    }
    return {};
}

QString simulatedText(Origin baselineOrigin)
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
    using Kind = StepPartId::Kind;
    const auto addMember = [&](Kind kind, const QString& help, Category category, double StepFigures::*ns) {
        add({{kind}, help, category, baseline.*ns, simulated.*ns});
    };
    addMember(Kind::Compute, QObject::tr("Mean rank: passes and optimizer without the communication inside them."),
        Category::Forward, &StepFigures::computeNs);
    for (int c = 0; c < categoryCount; ++c) {
        add({{Kind::Exposed, Category(c)}, QObject::tr("Mean rank: communication of this group that no compute hides."),
            Category(c), baseline.exposedNs[size_t(c)], simulated.exposedNs[size_t(c)]});
    }
    add({{Kind::Unexplained}, QObject::tr("Part of the stated step that the model does not explain."), Category::Other,
        baseline.restNs(), simulated.restNs()});
    addMember(Kind::Waiting, QObject::tr("Mean rank: in a collective whose last member is not there yet."),
        Category::Waiting, &StepFigures::waitingNs);
    addMember(Kind::Warmup, QObject::tr("Mean rank: waits for the pipeline before it is filled."), Category::Bubble,
        &StepFigures::warmupBubbleNs);
    addMember(Kind::Steady, QObject::tr("Mean rank: waits for the pipeline while it is full."), Category::Bubble,
        &StepFigures::steadyBubbleNs);
    addMember(Kind::Cooldown, QObject::tr("Mean rank: waits for the pipeline while it drains."), Category::Bubble,
        &StepFigures::cooldownBubbleNs);
    addMember(Kind::Idle, QObject::tr("Mean rank: launches and gaps, neither work nor communication nor a bubble."),
        Category::Host, &StepFigures::idleNs);
    addMember(
        Kind::Host, QObject::tr("Mean rank: input, bookkeeping and copies."), Category::Host, &StepFigures::hostNs);
    add({{Kind::NotRecorded}, QObject::tr("Mean rank: it was not observed before its own step, or after."),
        Category::Other, baseline.notRecordedNs(), simulated.notRecordedNs()});
    return parts;
}

bool comparesSamples(const StepFigures& baseline, const StepFigures& simulated)
{
    return baseline.samplesPerStep > 0 && simulated.samplesPerStep > 0
        && baseline.samplesPerStep != simulated.samplesPerStep;
}

double relativeChange(double from, double to) { return from > 0 ? to / from - 1 : 0; }

} // namespace bubblescope
