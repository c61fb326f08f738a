// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "communicationsettler.h"
#include "eventcounters.h"
#include "eventlanes.h"
#include "launchpairs.h"
#include "phasesettler.h"
#include "stepmarks.h"
#include "stepranges.h"
#include "tracepasses.h"
#include "traceprocesses.h"
#include "tracksettler.h"

#include <functional>
#include <optional>
#include <vector>

namespace bubblescope {

/// What a profiler recorded, in whatever format: lanes of hosts and devices with their spans, what was launched by
/// whom, passes, steps and counters. What they mean for each other is settled once all is read, alike for every format.
struct ProfileTrace {
    explicit ProfileTrace(TracePart& part);

    /// To be given every name once.
    void noteName(StringId id, std::string_view name, std::string_view category, const EventMeaning& meaning);
    /// What a name says of its span.
    static void takeMeaning(const EventMeaning& meaning, SpanRecord& span);
    /// Adds a span, with times of the file, and what its name says of others.
    uint32_t addSpan(const SpanRecord& span, uint32_t lane, const EventMeaning& meaning);
    /// Notes what a call may have started, or what was started, where a number says so.
    void addLaunchEnd(std::optional<uint64_t> number, uint32_t lane, uint32_t span, const EventMeaning& meaning);
    size_t pendingBytes() const { return launches.memoryBytes() + passes.memoryBytes() + communication.memoryBytes(); }

    struct Settling {
        TimeNs base = 0; ///< what was added to the times of the spans
        std::optional<TimeRange> slice;
        bool isOwn = false;                                     ///< written by this program
        std::optional<std::pair<int32_t, int16_t>> stageOfRank; ///< as the file states it
    };
    /// Once all is read and the processes know their ranks; nothing may be read any more. False where `mayContinue`,
    /// asked now and then, says no.
    bool settle(const Settling& settling, ImportReport& report, const std::function<bool()>& mayContinue);

    TracePart& part;
    TraceBuilder& builder;
    TraceProcesses processes;
    EventLanes lanes;
    StepMarks steps;
    StepRanges stepRanges; ///< where no profiler numbers steps
    EventCounters counters;
    TracePasses passes;
    LaunchPairs launches;
    CommunicationSettler communication;
    PhaseSettler phases;

private:
    /// A profiler's range around a step on a device.
    struct StepOnDevice {
        uint32_t lane;
        int number;
        TimeRange range;
    };

    void settleStepRanges();
    void settleStepsOnDevices(const std::vector<int32_t>& ranks, TimeNs base);
    void settleSteps(
        const std::vector<LaunchPairs::Pair>& pairs, const std::vector<int32_t>& ranks, const Settling& settling);

    std::vector<StepOnDevice> m_stepsOnDevices;
};

} // namespace bubblescope
