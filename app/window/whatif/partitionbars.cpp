// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "partitionbars.h"

#include "layercostview.h"
#include "whatifcontrol.h"

namespace bubblescope {

PartitionBars::PartitionBars(WhatIfControl& control, LayerCostView& layers, QObject* parent)
    : QObject(parent), m_layers(layers)
{
    connect(
        &control, &WhatIfControl::subjectChanged, this, [this, &control](const std::optional<WhatIfSubject>& subject) {
            setSubject(subject);
            show(subject ? control.knobs() : Knobs());
        });
    connect(&control, &WhatIfControl::knobsChanged, this, &PartitionBars::show);
    connect(&layers, &LayerCostView::partitionMoved, &control, &WhatIfControl::movePartition);
}

void PartitionBars::setSubject(const std::optional<WhatIfSubject>& subject)
{
    const KnobState* state = subject ? subject->knob("partition") : nullptr;
    Knobs own;
    m_own = state && !state->whyNot && !state->own.empty() && setKnob(own, "partition", state->own)
        ? own.partition
        : std::vector<int>();
}

void PartitionBars::show(const Knobs& knobs)
{
    m_layers.setPartition(knobs.partition.empty() ? m_own : knobs.partition);
}

} // namespace bubblescope
