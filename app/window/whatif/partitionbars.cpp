// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "partitionbars.h"

#include "layercostview.h"

namespace bubblescope {

void PartitionBars::setSubject(const WhatIfSubject& subject)
{
    const KnobState* state = subject.knob("partition");
    Knobs own;
    m_own = state && !state->whyNot && !state->own.empty() && setKnob(own, "partition", state->own)
        ? own.partition
        : std::vector<int>();
}

void PartitionBars::show(const Knobs& knobs)
{
    m_layers.setPartition(knobs.partition.empty() ? m_own : knobs.partition);
}

void PartitionBars::clear()
{
    m_own.clear();
    m_layers.setPartition({});
}

} // namespace bubblescope
