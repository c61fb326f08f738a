// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometracereader.h"

namespace bubblescope {

void ChromeTraceReader::takePhase(uint32_t kernel, const LaunchPhases::Phase& phase)
{
    if (phase.isKnown())
        m_builder.setPass(kernel, phase.category, phase.stage, phase.microbatch);
}

/// Kernels belong to the pass that launched them: by the ranges around the call, else by those that the device saw on
/// the kernel's stream, else by the order of work.
void ChromeTraceReader::settlePhases(const std::vector<LaunchPairs::Pair>& launches, const std::vector<int32_t>& ranks)
{
    constexpr uint32_t none = UINT32_MAX;
    std::vector<bool> isDevice;
    std::vector<uint32_t> annotationsOf(m_lanes.size(), none); // of streams
    bool hasAnnotations = false;
    for (uint32_t i = 0; i < m_lanes.size(); ++i) {
        const EventLane& lane = m_lanes[i];
        isDevice.push_back(lane.place != EventPlace::Thread);
        if (lane.place != EventPlace::Stream)
            continue;
        const auto annotations = m_laneIds.find({lane.process, lane.thread, EventPlace::GpuAnnotation, std::string()});
        if (annotations != m_laneIds.end()) {
            annotationsOf[i] = annotations->second;
            hasAnnotations = true;
        }
    }
    m_phases.settle(ranks, isDevice);
    const std::vector<uint32_t> laneOfTrack = lanesByTrack();
    const auto annotated = [&](uint32_t kernel) {
        const uint32_t annotations = annotationsOf[laneOfTrack[m_builder.trackOf(kernel).value]];
        return annotations == none ? LaunchPhases::Phase()
                                   : m_phases.at(annotations, m_builder.range(kernel).begin - m_base);
    };
    const auto isOpen = [this](uint32_t span) { return m_builder.category(span) == Category::OtherCompute; };

    for (const LaunchPairs::Pair& launch : launches) {
        if (!isOpen(launch.started))
            continue;
        const TimeNs time = m_builder.range(launch.call).begin - m_base;
        LaunchPhases::Phase phase = m_phases.at(launch.lane, time);
        if (!phase.isKnown() && hasAnnotations)
            phase = annotated(launch.started);
        takePhase(launch.started, phase.isKnown() ? phase : m_phases.fromOrder(launch.lane, time));
    }
    for (uint32_t span = 0; hasAnnotations && span < m_builder.spanCount(); ++span) {
        if (isOpen(span))
            takePhase(span, annotated(span));
    }
    m_phases = {};
}

} // namespace bubblescope
