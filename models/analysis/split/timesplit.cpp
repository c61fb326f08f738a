// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timesplit.h"

#include <array>

namespace bubblescope {

namespace {

template <typename Predicate> TimeNs sumWhere(const std::array<TimeNs, categoryCount>& time, Predicate predicate)
{
    TimeNs sum = 0;
    for (int c = 0; c < categoryCount; ++c)
        sum += predicate(static_cast<Category>(c)) ? time[static_cast<size_t>(c)] : 0;
    return sum;
}

} // namespace

TimeNs TimeSplit::compute() const { return sumWhere(time, isCompute); }

TimeNs TimeSplit::exposedCommunication() const { return sumWhere(time, isCommunication); }

TimeNs TimeSplit::waiting() const
{
    return of(Category::Waiting) + sumWhere(waitingFor, [](Category c) { return c != Category::PipelineComm; });
}

TimeNs TimeSplit::bubble() const
{
    return of(Category::Bubble) + waitingFor[static_cast<size_t>(Category::PipelineComm)] + pipelineGap;
}

std::string_view phaseKey(PipelinePhase phase)
{
    constexpr std::array<std::string_view, pipelinePhaseCount> keys {"warmup", "steady", "cooldown"};
    return keys[static_cast<size_t>(phase)];
}

TimeSplit& TimeSplit::operator+=(const TimeSplit& other)
{
    for (size_t c = 0; c < time.size(); ++c) {
        time[c] += other.time[c];
        waitingFor[c] += other.waitingFor[c];
        hidden[c] += other.hidden[c];
    }
    for (size_t p = 0; p < pipelineBubble.size(); ++p)
        pipelineBubble[p] += other.pipelineBubble[p];
    shortGaps += other.shortGaps;
    longGaps += other.longGaps;
    pipelineGap += other.pipelineGap;
    hostWait += other.hostWait;
    kernelWait += other.kernelWait;
    unknownWait += other.unknownWait;
    hiddenCommunication += other.hiddenCommunication;
    return *this;
}

} // namespace bubblescope
