// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "result.h"
#include "timerange.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Pipeline schedules that can be generated: GPipe (Huang et al. 2019, arXiv:1811.06965), 1F1B (Narayanan et al. 2019,
/// PipeDream; with a flush 2021, arXiv:2006.09503), interleaved 1F1B (Narayanan et al. 2021, arXiv:2104.04473), ZB-H1,
/// ZB-H2 and the automatic schedule (Qi et al. 2024, arXiv:2401.10241), ZB-V (the same, and Qi et al. 2024b,
/// arXiv:2405.15362), V-Half and V-Min (Qi et al. 2024b), DualPipe (DeepSeek-AI 2024, DeepSeek-V3 Technical Report,
/// arXiv:2412.19437) and DualPipeV, which is one half of it on as many ranks (deepseek-ai/DualPipe, dualpipev.py).
enum class ScheduleKind : uint8_t {
    GPipe,
    OneFOneB,
    Interleaved,
    ZbH1,
    ZbH2,
    ZbAuto,
    ZbV,
    VHalf,
    VMin,
    DualPipe,
    DualPipeV
};

struct ScheduleInfo {
    ScheduleKind kind;
    std::string_view key;  ///< as on the command line: "1f1b"
    std::string_view name; ///< for people: "1F1B"
    bool splitsBackward;   ///< input and weight gradients are separate passes
    bool followsCosts;     ///< the order depends on the costs of the passes
    bool pairsPasses = false; ///< a forward and a backward pass run together
};
/// All schedules that can be requested.
std::span<const ScheduleInfo> schedules();
const ScheduleInfo& scheduleInfo(ScheduleKind kind);
std::optional<ScheduleKind> scheduleFromKey(std::string_view key);

/// Each rank holds two pieces of the model, as far from either end: V-shaped ones and DualPipe.
bool turnsBack(ScheduleKind kind);

/// In ns per microbatch, by stage of the model (not by rank).
struct PassCosts {
    std::vector<TimeNs> forward;
    std::vector<TimeNs> inputGradient;
    std::vector<TimeNs> weightGradient;
    std::vector<TimeNs> send; ///< by link between a stage and the next, per direction; one fewer than stages
    /// Cost of a forward and a backward pass that run together, by the forward's stage; empty: their sum.
    std::vector<TimeNs> together = {};
    /// The same costs for all stages.
    static PassCosts uniform(int stages, TimeNs forward, TimeNs inputGradient, TimeNs weightGradient, TimeNs send);
    bool fits(int stages) const;
};

struct ScheduleRequest {
    ScheduleKind kind = ScheduleKind::OneFOneB;
    int ranks = 0; ///< pipeline ranks
    int microbatches = 0;
    int chunks = 1; ///< for interleaved 1F1B; V-shaped schedules and DualPipe always have two
    /// For the automatic schedule: most microbatches in flight on a rank; one that only lacks its weight gradient
    /// counts half. 0: as many as ranks, which is what 1F1B holds.
    int memoryLimit = 0;
    PassCosts costs = {}; ///< for schedules that follow them; empty: all passes take the same time, sends none
    bool blockingSends = false; ///< for these: a send holds its rank as long as its transfer
    /// For the automatic schedule and ZB-V: a rank begins the next step as soon as it has ended its own, so that the
    /// longest span of a rank counts, not the makespan.
    bool isOneOfMany = false;

    /// Number of values that PassCosts must have.
    int modelStages() const;
};

/// Part of the work of one microbatch on one chunk of the model.
enum class Pass : uint8_t {
    Forward,
    InputGradient,  ///< B of the zero-bubble schedules
    WeightGradient, ///< W of the zero-bubble schedules
    Backward,       ///< B and W in one pass
};
/// Position of a pass in its program; the Megatron tracer calls it mg_state.
enum class Phase : uint8_t { Warmup, Steady, Cooldown };

struct ScheduledPass {
    Pass pass = Pass::Forward;
    Phase phase = Phase::Steady;
    uint8_t chunk = 0;         ///< index among the rank's pieces of the model
    bool overlapsNext = false; ///< runs together with the next pass: both need their inputs and end at the same time
    int32_t microbatch = 0;
};
using RankProgram = std::vector<ScheduledPass>;

/// The programs of all pipeline ranks; sends and receives follow from the placement of the chunks. On every stage the
/// microbatches of a chunk come in ascending order, in forward and in backward.
struct Schedule {
    ScheduleKind kind = ScheduleKind::OneFOneB;
    int ranks = 0;  ///< pipeline ranks
    int chunks = 1; ///< pieces of the model per rank
    int microbatches = 0;
    /// The ranks hold the model twice, once per direction: half of the microbatches run down through chunk 0, the other
    /// half up through chunk 1.
    bool bidirectional = false;
    std::vector<RankProgram> programs; ///< by pipeline rank
    std::vector<int> modelStage;       ///< by rank * chunks + chunk: position of that piece in the model

    int modelStages() const { return bidirectional ? ranks : ranks * chunks; }
    /// Messages of one rank to another share a link; those that two passes send together have one each.
    int linkOf(int chunk) const { return bidirectional || kind == ScheduleKind::DualPipeV ? chunk : 0; }
    int stageOf(int rank, int chunk) const { return modelStage[size_t(rank) * size_t(chunks) + size_t(chunk)]; }
};

/// nullopt, or an error about values outside the schedule's domain or larger than any machine.
std::optional<Error> checkSchedule(const ScheduleRequest& request);
/// Returns the errors of checkSchedule().
Result<Schedule> makeSchedule(const ScheduleRequest& request);

} // namespace bubblescope
