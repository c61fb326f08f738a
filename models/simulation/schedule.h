// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Pipeline schedules that can be generated.
enum class ScheduleKind : uint8_t { GPipe, OneFOneB };

struct ScheduleInfo {
    ScheduleKind kind;
    std::string_view key;  ///< as on the command line: "1f1b"
    std::string_view name; ///< for people: "1F1B"
};
/// All schedules that can be asked for.
std::span<const ScheduleInfo> schedules();
const ScheduleInfo& scheduleInfo(ScheduleKind kind);
std::optional<ScheduleKind> scheduleFromKey(std::string_view key);

/// Part of the work of one microbatch on one chunk of the model.
enum class Pass : uint8_t {
    Forward,
    InputGradient,  ///< B of the zero-bubble schedules
    WeightGradient, ///< W of the zero-bubble schedules
    Backward,       ///< B and W in one go
};
/// Where in its program a pass stands; what the Megatron tracer calls mg_state.
enum class Phase : uint8_t { Warmup, Steady, Cooldown };

struct ScheduledPass {
    Pass pass = Pass::Forward;
    Phase phase = Phase::Steady;
    int16_t chunk = 0; ///< which of the rank's pieces of the model
    int32_t microbatch = 0;
};

/// What every pipeline rank does, in order; sends and receives follow from the placement of the chunks.
struct Schedule {
    ScheduleKind kind = ScheduleKind::OneFOneB;
    int ranks = 0;  ///< pipeline ranks
    int chunks = 1; ///< pieces of the model per rank
    int microbatches = 0;
    std::vector<std::vector<ScheduledPass>> programs; ///< by pipeline rank
    std::vector<int> modelStage; ///< by rank * chunks + chunk: place of that piece in the model's order

    int modelStages() const { return ranks * chunks; }
};

/// Refuses, with a sentence, what is outside the schedule's domain or larger than any machine.
Result<Schedule> makeSchedule(ScheduleKind kind, int ranks, int microbatches);

/// One thing that a rank does: a pass, or a message to or from a neighbour, or both directions in one fused call.
struct ScheduledOperation {
    Operation operation = Operation::Other; ///< Forward, Backward, WeightGradient, or a send or receive
    Operation second = Operation::Other;    ///< the receive of a fused pair, else Other
    Phase phase = Phase::Steady;
    bool startsSteady = false; ///< the receive that stands between warm-up and steady state
    int16_t chunk = 0;
    int16_t peer = -1; ///< pipeline rank at the other end of a message
    int32_t microbatch = 0;
    int32_t secondMicrobatch = 0;
    bool isFused() const { return second != Operation::Other; }
};

/// The program of one rank with its messages. Where a steady-state send is followed by the opposite receive from the
/// same neighbour, the two are one fused call, as Megatron issues them: apart they would wait for each other for ever.
std::vector<ScheduledOperation> withMessages(const Schedule& schedule, int rank);

} // namespace bubblescope
