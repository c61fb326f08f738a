// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "levelofdetail.h"
#include "runsummary.h"
#include "tracedifference.h"
#include "whatif.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

/// A simulated step with everything needed to draw it, built before it reaches the window.
struct ShownSimulation {
    SimulatedStep step;
    Knobs knobs; ///< the settings it was simulated with
    LevelOfDetail levels;
    std::shared_ptr<const RunSummary> summary;
    /// How much longer each span takes than its counterpart in the opened step, see durationDifferences(); null if
    /// there is no step to compare with.
    std::shared_ptr<const std::vector<float>> differences;
    double openedNs = 0; ///< the opened step, as shown next to this one
    std::optional<int64_t> openedStep; ///< its number, where there are several: that of the modelled one is 1
    TimeNs stepBegin = 0; ///< of the simulated step in the measured run
    /// Its time 0 in the measured run: there it is level with the simulated step, that of a device behind its host with
    /// what the device does.
    TimeNs offset = 0;
    /// The opened step and this one as a single run, lane by lane; null if not requested or not comparable.
    std::shared_ptr<const ShownSimulation> interleaved;
    std::vector<SpanId> fromOpened; ///< for an interleaved one: where the spans of the opened run are
    /// For an interleaved one: the two runs it consists of.
    struct Halves {
        TracePtr opened;
        TracePtr modelled;
        std::string modelledName;         ///< of the simulated run; the interleaved one has the name of the opened one
        std::vector<SpanId> fromModelled; ///< where the spans of the simulated run are
    };
    Halves halves;
};
using ShownSimulationPtr = std::shared_ptr<const ShownSimulation>;

/// The step that was simulated; the simulation starts at its begin.
struct OpenedStep {
    const Run* run = nullptr; ///< null for inputs without a timeline to compare with
    TimeRange range;
    double stepNs = 0; ///< from Simulator::baseline()
    /// Its time split and waiting, only needed for interleaving; the split is that of `range`.
    std::shared_ptr<const RunSummary> summary {};
    double noise = 0;     ///< relative: smaller differences of durations are no change, see durationNoise()
    TracePtr modelled {}; ///< Simulator::modelledPresent(): what answers of the model are compared with; may be null
    std::shared_ptr<RepeatedDifferences> differences = std::make_shared<RepeatedDifferences>();
};
ShownSimulationPtr makeShown(SimulatedStep&& step, const Knobs& knobs, const OpenedStep& opened, bool interleaves);

} // namespace bubblescope
