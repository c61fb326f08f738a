// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chromeevent.h"
#include "stepmarks.h"
#include "tracebuilder.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace bubblescope {

/// The writer's mark of the host's range of a device's step, beside that of the step, and how it calls RankStep::lag.
inline constexpr std::string_view hostStepCategory = "host step";
inline constexpr std::string_view statedStepCategory = "host of stated step"; ///< see RankStep::isStated()
inline constexpr std::string_view recordingCategory = "recording"; ///< in place of a step's, see isWholeRecording()
inline constexpr std::string_view lagMember = "\"lag_ns\"";

/// Reads what this program's writer adds to an event: the full meaning of its span, and by span numbers which span is
/// its parent and which call launched it.
class OwnTrace {
public:
    explicit OwnTrace(TraceBuilder& builder) : m_builder(builder) { }

    /// Takes the arguments of the span that is about to be added.
    void take(const ChromeArguments& arguments, SpanRecord& span);
    /// Takes the mark of a step, which states its end.
    static void takeStep(const ChromeEvent& event, StepMarks::Mark mark, StepMarks& steps);
    /// Resolves span numbers to parents and launches, once all spans are there.
    void settle();

private:
    void settleParents();
    void settleLaunches();

    TraceBuilder& m_builder;
    std::unordered_map<uint64_t, uint32_t> m_numbers; ///< spans by the number that others refer to
    std::vector<std::pair<uint32_t, uint64_t>> m_parents;
    std::vector<std::pair<uint32_t, uint64_t>> m_launches; ///< launched span, number of its call
};

} // namespace bubblescope
