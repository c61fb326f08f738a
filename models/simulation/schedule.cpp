// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

constexpr std::array<ScheduleInfo, 2> scheduleTable {{
    {ScheduleKind::OneFOneB, "1f1b", "1F1B"},
    {ScheduleKind::GPipe, "gpipe", "GPipe"},
}};

constexpr int maximumRanks = 4096;
constexpr int maximumMicrobatches = 65536;
constexpr int64_t maximumPasses = int64_t(1) << 24;

std::vector<ScheduledPass> gpipeProgram(int microbatches)
{
    std::vector<ScheduledPass> program;
    program.reserve(size_t(microbatches) * 2);
    for (int m = 0; m < microbatches; ++m)
        program.push_back({Pass::Forward, Phase::Warmup, 0, m});
    for (int m = 0; m < microbatches; ++m)
        program.push_back({Pass::Backward, Phase::Cooldown, 0, m});
    return program;
}

std::vector<ScheduledPass> oneFOneBProgram(int ranks, int rank, int microbatches)
{
    // Each rank runs ahead by its distance to the last one, then alternates, then drains.
    const int warmup = std::min(ranks - 1 - rank, microbatches);
    std::vector<ScheduledPass> program;
    program.reserve(size_t(microbatches) * 2);
    for (int m = 0; m < warmup; ++m)
        program.push_back({Pass::Forward, Phase::Warmup, 0, m});
    for (int m = warmup; m < microbatches; ++m) {
        program.push_back({Pass::Forward, Phase::Steady, 0, m});
        program.push_back({Pass::Backward, Phase::Steady, 0, m - warmup});
    }
    for (int m = microbatches - warmup; m < microbatches; ++m)
        program.push_back({Pass::Backward, Phase::Cooldown, 0, m});
    return program;
}

Operation operationOf(Pass pass)
{
    switch (pass) {
    case Pass::Forward:
        return Operation::Forward;
    case Pass::WeightGradient:
        return Operation::WeightGradient;
    case Pass::InputGradient:
    case Pass::Backward:
        break;
    }
    return Operation::Backward;
}

/// Pipeline rank that holds each stage of the model.
std::vector<int16_t> holders(const Schedule& schedule)
{
    std::vector<int16_t> rankOf(size_t(schedule.modelStages()), -1);
    for (int rank = 0; rank < schedule.ranks; ++rank) {
        for (int chunk = 0; chunk < schedule.chunks; ++chunk)
            rankOf[size_t(schedule.modelStage[size_t(rank) * size_t(schedule.chunks) + size_t(chunk)])] = int16_t(rank);
    }
    return rankOf;
}

} // namespace

std::span<const ScheduleInfo> schedules() { return scheduleTable; }

const ScheduleInfo& scheduleInfo(ScheduleKind kind)
{
    const auto it = std::find_if(
        scheduleTable.begin(), scheduleTable.end(), [kind](const ScheduleInfo& info) { return info.kind == kind; });
    return it == scheduleTable.end() ? scheduleTable.front() : *it;
}

std::optional<ScheduleKind> scheduleFromKey(std::string_view key)
{
    for (const ScheduleInfo& info : scheduleTable) {
        if (info.key == key || info.name == key)
            return info.kind;
    }
    return std::nullopt;
}

Result<Schedule> makeSchedule(ScheduleKind kind, int ranks, int microbatches)
{
    if (ranks < 1 || ranks > maximumRanks) {
        return Error {fmt::format("A pipeline of {} stages can not be scheduled.", ranks),
            fmt::format("Give between 1 and {} stages.", maximumRanks), {}};
    }
    if (microbatches < 1 || microbatches > maximumMicrobatches || int64_t(ranks) * microbatches * 2 > maximumPasses) {
        return Error {fmt::format("{} microbatches on {} stages can not be scheduled.", microbatches, ranks),
            fmt::format("Give between 1 and {} microbatches.",
                std::min<int64_t>(maximumMicrobatches, maximumPasses / 2 / ranks)),
            {}};
    }
    Schedule schedule;
    schedule.kind = kind;
    schedule.ranks = ranks;
    schedule.microbatches = microbatches;
    schedule.programs.reserve(size_t(ranks));
    for (int rank = 0; rank < ranks; ++rank) {
        schedule.modelStage.push_back(rank);
        schedule.programs.push_back(
            kind == ScheduleKind::GPipe ? gpipeProgram(microbatches) : oneFOneBProgram(ranks, rank, microbatches));
    }
    return schedule;
}

std::vector<ScheduledOperation> withMessages(const Schedule& schedule, int rank)
{
    const std::vector<int16_t> rankOf = holders(schedule);
    const int lastStage = schedule.modelStages() - 1;
    std::vector<ScheduledOperation> operations;
    operations.reserve(schedule.programs[size_t(rank)].size() * 3);
    bool steadyReached = false;

    for (const ScheduledPass& pass : schedule.programs[size_t(rank)]) {
        const int stage = schedule.modelStage[size_t(rank) * size_t(schedule.chunks) + size_t(pass.chunk)];
        const bool forward = pass.pass == Pass::Forward;
        const bool hasMessages = pass.pass != Pass::WeightGradient;
        const bool firstSteady = pass.phase == Phase::Steady && !steadyReached;
        steadyReached = steadyReached || pass.phase == Phase::Steady;

        const auto neighbour = [&](int other) -> int16_t {
            const bool exists = hasMessages && other >= 0 && other <= lastStage;
            return exists && rankOf[size_t(other)] != rank ? rankOf[size_t(other)] : int16_t(-1);
        };
        const int16_t source = neighbour(forward ? stage - 1 : stage + 1);
        const int16_t destination = neighbour(forward ? stage + 1 : stage - 1);

        if (source >= 0) {
            const Operation receive = forward ? Operation::RecvForward : Operation::RecvBackward;
            const Operation opposite = forward ? Operation::SendBackward : Operation::SendForward;
            ScheduledOperation* previous = operations.empty() ? nullptr : &operations.back();
            if (previous && previous->operation == opposite && previous->peer == source && !previous->isFused()
                && previous->phase == Phase::Steady && pass.phase == Phase::Steady) {
                previous->second = receive;
                previous->secondMicrobatch = pass.microbatch;
            } else {
                ScheduledOperation message;
                message.operation = receive;
                message.phase = pass.phase;
                message.startsSteady = firstSteady;
                message.chunk = pass.chunk;
                message.peer = source;
                message.microbatch = pass.microbatch;
                operations.push_back(message);
            }
        }

        ScheduledOperation work;
        work.operation = operationOf(pass.pass);
        work.phase = pass.phase;
        work.chunk = pass.chunk;
        work.microbatch = pass.microbatch;
        operations.push_back(work);

        if (destination >= 0) {
            ScheduledOperation message = work;
            message.operation = forward ? Operation::SendForward : Operation::SendBackward;
            message.peer = destination;
            operations.push_back(message);
        }
    }
    return operations;
}

} // namespace bubblescope
