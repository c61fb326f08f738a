// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chromeevent.h"
#include "eventlanes.h"
#include "stepmarks.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace bubblescope {

/// The steps of traces that MegaScan merged, whose events state the iteration they belong to.
class IterationMarks {
public:
    /// Takes the iteration of an event, if it states one. Times are the file's own.
    void read(const ChromeEvent& event, uint32_t lane, TimeRange range);
    /// Marks the steps of every process, which begin together: a rank without work yet waits for the others. A step that
    /// the next number does not follow ends with its last event, since what lies between was not recorded.
    void settle(const EventLanes& lanes, StepMarks& steps) const;
    size_t memoryBytes() const { return m_ranges.size() * bytesOfEntry; }

private:
    static constexpr size_t bytesOfEntry = 72; // with what a node of the map adds

    std::map<std::pair<uint32_t, int>, TimeRange> m_ranges; ///< by lane and iteration
};

} // namespace bubblescope
