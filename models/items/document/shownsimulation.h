// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "levelofdetail.h"
#include "runsummary.h"
#include "whatif.h"

#include <memory>
#include <vector>

namespace bubblescope {

/// A simulated step with what drawing it needs, built before it reaches the window.
struct ShownSimulation {
    SimulatedStep step;
    Knobs knobs; ///< that it answers to
    LevelOfDetail levels;
    std::shared_ptr<const RunSummary> summary;
    /// How much longer each span takes than its counterpart in the opened step, see durationDifferences(); null where
    /// there is none to compare with.
    std::shared_ptr<const std::vector<float>> differences;
    double openedNs = 0; ///< the opened step, as the pane states it beside this one
    TimeNs offset = 0;   ///< where its time 0 lies in the measured run: the begin of the step that was simulated
    /// The opened step and this one as one run, lane by lane; null where nobody asked for it or nothing is comparable.
    std::shared_ptr<const ShownSimulation> interleaved;
    std::vector<SpanId> fromOpened; ///< of an interleaved one: where the spans of the opened run went
    /// Of an interleaved one: what it was made of.
    struct Halves {
        TracePtr opened;
        TracePtr modelled;
        std::string modelledName;         ///< of the simulated run; the interleaved one is called as the opened one
        std::vector<SpanId> fromModelled; ///< where the spans of the simulated run went
    };
    Halves halves;
};
using ShownSimulationPtr = std::shared_ptr<const ShownSimulation>;

/// The step that was simulated; its begin is where the simulated one is laid.
struct OpenedStep {
    const Run* run = nullptr; ///< null for inputs without a timeline that others can be laid beside
    TimeRange range;
    double stepNs = 0; ///< Simulator::baseline()'s
    /// Its time split and waiting, needed for interleaving alone; the split is that of the range.
    std::shared_ptr<const RunSummary> summary {};
    TracePtr modelled {}; ///< Simulator::modelledPresent(): what answers of the model are compared with; may be null
};
ShownSimulationPtr makeShown(SimulatedStep&& step, const Knobs& knobs, const OpenedStep& opened, bool interleaves);

} // namespace bubblescope
