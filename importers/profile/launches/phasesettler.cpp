// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "phasesettler.h"

#include <algorithm>

namespace bubblescope {

/// Communication and copies keep their category; the pass only adds stage and microbatch.
void PhaseSettler::takePhase(uint32_t span, const LaunchPhases::Phase& phase)
{
    const Category own = m_builder.category(span);
    if (phase.isKnown())
        m_builder.setPass(span, own == Category::OtherCompute ? phase.category : own, phase.stage, phase.microbatch);
}

/// Device work belongs to the pass that launched it: known from the host ranges around the launch, else from the ranges
/// that the device shows on its stream, else from the order of work.
void PhaseSettler::settleDevices(
    const std::vector<LaunchPairs::Pair>& launches, const std::vector<int32_t>& ranks, TimeNs base)
{
    constexpr uint32_t none = UINT32_MAX;
    std::vector<bool> isDevice;
    std::vector<uint32_t> annotationsOf(m_lanes.size(), none); // lane of the annotations for each stream
    bool hasAnnotations = false;
    for (uint32_t i = 0; i < m_lanes.size(); ++i) {
        const EventLane& lane = m_lanes[i];
        isDevice.push_back(lane.place != EventPlace::Thread);
        if (lane.place != EventPlace::Stream)
            continue;
        if (const auto annotations = m_lanes.find(lane.process, lane.thread, EventPlace::GpuAnnotation)) {
            annotationsOf[i] = *annotations;
            hasAnnotations = true;
        }
    }
    m_phases.settle(ranks, isDevice);
    const std::vector<uint32_t> laneOfTrack = m_lanes.byTrack();
    const auto annotated = [&](uint32_t kernel) {
        const uint32_t annotations = annotationsOf[laneOfTrack[m_builder.trackOf(kernel).value]];
        return annotations == none ? LaunchPhases::Phase()
                                   : m_phases.at(annotations, m_builder.range(kernel).begin - base);
    };
    const auto isOpen = [this](uint32_t span) { return m_builder.category(span) == Category::OtherCompute; };
    const auto isMoved = [this](uint32_t span) {
        const Category category = m_builder.category(span);
        return category == Category::MemoryCopy || isCommunication(category);
    };

    for (const LaunchPairs::Pair& launch : launches) {
        if (!isOpen(launch.started) && !isMoved(launch.started))
            continue;
        const TimeNs time = m_builder.range(launch.call).begin - base;
        LaunchPhases::Phase phase = m_phases.at(launch.lane, time);
        if (!phase.isKnown() && hasAnnotations)
            phase = annotated(launch.started);
        takePhase(launch.started, phase.isKnown() ? phase : m_phases.fromOrder(launch.lane, time));
    }
    for (uint32_t span = 0; hasAnnotations && span < m_builder.spanCount(); ++span) {
        if (isOpen(span))
            takePhase(span, annotated(span));
    }
}

/// On ranks without a device, the operators of the CPU are the compute.
void PhaseSettler::settleHostOperators(
    const std::vector<int32_t>& ranks, const std::set<int32_t>& withDevice, TimeNs base)
{
    const bool allHaveOne
        = std::all_of(ranks.begin(), ranks.end(), [&withDevice](int32_t rank) { return withDevice.count(rank) > 0; });
    if (m_operators.empty() || allHaveOne)
        return;
    const std::vector<uint32_t> laneOfTrack = m_lanes.byTrack();
    for (uint32_t span = 0; span < m_builder.spanCount(); ++span) {
        const uint32_t lane = laneOfTrack[m_builder.trackOf(span).value];
        if (m_lanes[lane].place != EventPlace::Thread || withDevice.count(ranks[lane]) > 0
            || m_builder.category(span) != Category::Host || m_operators.count(m_builder.name(span)) == 0)
            continue;
        m_builder.setMeaning(span, Category::OtherCompute, m_builder.operation(span));
        const TimeNs time = m_builder.range(span).begin - base;
        const LaunchPhases::Phase phase = m_phases.at(lane, time);
        takePhase(span, phase.isKnown() ? phase : m_phases.fromOrder(lane, time));
    }
}

void PhaseSettler::settle(const std::vector<LaunchPairs::Pair>& launches, const std::vector<int32_t>& ranks,
    const std::set<int32_t>& withDevice, TimeNs base)
{
    if (!m_phases.isEmpty())
        settleDevices(launches, ranks, base);
    settleHostOperators(ranks, withDevice, base);
    m_phases = {};
}

} // namespace bubblescope
