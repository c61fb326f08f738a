// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"
#include "jobprofile.h"
#include "knobs.h"
#include "run.h"
#include "simulationsource.h"
#include "tracegraph.h"

#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// What a simulation starts from, of whatever kind.
struct JobSource {
    SimulationSource::Kind kind = SimulationSource::Kind::Run;
    std::string name;
    std::optional<Run> run; ///< shares its trace
    int stepIndex = 0;
    std::shared_ptr<const TraceGraph> step; ///< of a measured run
    std::optional<JobProfile> job;
    std::optional<Error> whyNoJob; ///< where there is none: only costs can change
    std::optional<LayerTable> table;
    std::optional<Workload> workload;
    std::optional<Hardware> hardware; ///< that the input is about, where it says so
    double unexplainedNs = 0;

    std::string ownValue(std::string_view knob, const Hardware& own) const;
    std::optional<Message> whyNot(std::string_view knob) const;
    /// Sizes that the input does not tell and these knobs neither.
    std::vector<GuessedSize> guessesUnder(const Knobs& knobs) const;
};
/// Whether gradients are shared while compute runs.
bool overlapsGradients(const JobProfile& job);
/// Making a Simulator is so much work: taking the step apart, its profile, and its replay.
inline constexpr uint64_t partsOfPreparing = GraphBuilder::Options::passes + 5;
/// The first parts of it. An Error where `progress` ends it.
Result<JobSource> openJobSource(
    const RunFolder& folder, const SimulationSource& source, const ProgressFn& progress = {});

} // namespace bubblescope
