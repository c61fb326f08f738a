// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracermode.h"

namespace bubblescope {

void TracerMode::noteSpan(uint32_t number, Category category)
{
    if (!isCommunication(category))
        return;
    if (!m_seenSimulation && !m_seenMessages)
        m_undecided.push_back(number);
    else if (m_seenSimulation && !m_seenMessages)
        m_builder.setFlag(number, SpanFlag::notMeasured);
}

Run::Kind TracerMode::decide()
{
    if (m_seenMessages || !(m_seenSimulation || m_seenStub || m_seenLaterStage))
        return Run::Kind::Measured;
    for (const uint32_t number : m_undecided)
        m_builder.setFlag(number, SpanFlag::notMeasured);
    return Run::Kind::Scaling;
}

} // namespace bubblescope
