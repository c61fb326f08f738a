// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "claim.h"

#include "devicelanes.h"

namespace bubblescope {

namespace {

Claim claimBesideDevice(Category category, Lane lane)
{
    if (isCommunication(category))
        return Claim::Stream;
    if (!isDeviceLane(lane))
        return Claim::None;
    return isCompute(category) ? Claim::Compute : category == Category::MemoryCopy ? Claim::Copy : Claim::Host;
}

} // namespace

Claim claimOf(const Trace& trace, SpanId span, Lane lane, bool hasDevice)
{
    const Category category = trace.category(span);
    if (hasDevice)
        return claimBesideDevice(category, lane);
    // Communication recorded inside an operation blocks it; on a stream of its own, or as a part of other
    // communication there, it does not.
    SpanId parent = trace.parent(span);
    while (isCommunication(category) && parent.isValid() && isCommunication(trace.category(parent)))
        parent = trace.parent(parent);
    const bool inner = parent.isValid();
    if (isCommunication(category)) {
        if (lane == Lane::Stream || (lane == Lane::Thread && !inner))
            return Claim::Stream;
        return inner ? Claim::InnerCommunication : Claim::Communication;
    }
    if (isCompute(category))
        return inner ? Claim::InnerCompute : Claim::Compute;
    switch (category) {
    case Category::MemoryCopy:
        return Claim::Copy;
    case Category::Waiting:
        return Claim::Waiting;
    case Category::Bubble:
        return Claim::Bubble;
    default:
        return Claim::Host;
    }
}

} // namespace bubblescope
