// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"
#include "tracebuilder.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// Whether the tracer measured a job or ran in scaling mode, in which one GPU plays the ranks one after another and
/// sends no messages. Newer tracers say so in the description; older ones omit the pipeline phase and the times of
/// collectives.
class TracerMode {
public:
    explicit TracerMode(TraceBuilder& builder) : m_builder(builder) { }

    void noteSimulation() { m_seenSimulation = true; } ///< a description says so
    void noteMessage() { m_seenMessages = true; }
    void noteStub() { m_seenStub = true; } ///< a collective with duration and time stamp 0
    void noteStageWithoutPhase() { m_seenLaterStage = true; } ///< a pass of a later stage without a pipeline phase
    /// Of a span that was added. In scaling mode every collective is a stub; the mode is known only after a few.
    void noteSpan(uint32_t number, Category category);
    /// Call after the last span.
    Run::Kind decide();

private:
    TraceBuilder& m_builder;
    bool m_seenSimulation = false;
    bool m_seenMessages = false;
    bool m_seenStub = false;
    bool m_seenLaterStage = false;
    std::vector<uint32_t> m_undecided; ///< communication seen before the mode was known
};

} // namespace bubblescope
