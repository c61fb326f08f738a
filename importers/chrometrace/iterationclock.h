// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chromeevent.h"
#include "importreport.h"
#include "stepmarks.h"

#include <cstdint>
#include <optional>

namespace bubblescope {

/// Times in MegaScan's per-rank files, which are relative to the iteration that contains the event.
class IterationClock {
public:
    IterationClock(ImportReport& report, StepMarks& steps) : m_report(report), m_steps(steps) { }

    /// True for B and E events whose time is relative to their iteration.
    static bool appliesTo(const ChromeEvent& event);
    /// Reports a damaged time and returns false. The begin of an iteration marks a step.
    bool read(const ChromeEvent& event, uint64_t offset, bool isEnd, TimeNs& time);

    /// Rank and stage as the events state them; a stage of -1 is unknown.
    std::optional<int32_t> rank() const { return m_rank; }
    int16_t stage() const { return m_stage; }

private:
    ImportReport& m_report;
    StepMarks& m_steps;
    std::optional<int32_t> m_rank;
    int16_t m_stage = -1;
    TimeNs m_begin = 0;
    int m_iterations = 0;
};

} // namespace bubblescope
