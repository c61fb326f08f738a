// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedulemessages.h"

#include "scheduleplaces.h"

#include <algorithm>

namespace bubblescope {

namespace {

ScheduledOperation operationOfPass(const ScheduledPass& pass)
{
    ScheduledOperation work;
    work.operation = pass.pass == Pass::Forward ? Operation::Forward
        : pass.pass == Pass::WeightGradient     ? Operation::WeightGradient
                                                : Operation::Backward;
    work.pass = pass.pass;
    work.phase = pass.phase;
    work.chunk = pass.chunk;
    work.microbatch = pass.microbatch;
    work.overlapsNext = pass.overlapsNext;
    return work;
}

ScheduledOperation passMessage(const ScheduledPass& pass, bool sends, int16_t peer)
{
    ScheduledOperation message = operationOfPass(pass);
    const bool forward = pass.pass == Pass::Forward;
    message.operation = sends ? (forward ? Operation::SendForward : Operation::SendBackward)
                              : (forward ? Operation::RecvForward : Operation::RecvBackward);
    message.peer = peer;
    message.overlapsNext = false;
    return message;
}

/// The last of the passes that run together with the one at `first`.
size_t lastOfGroup(const RankProgram& program, size_t first)
{
    while (program[first].overlapsNext && first + 1 < program.size())
        ++first;
    return first;
}

/// The program of a rank of interleaved 1F1B; see withBlockingMessages().
OperationList withExchanges(const Schedule& schedule, int rank)
{
    const SchedulePlaces places(schedule);
    const RankProgram& program = schedule.programs[size_t(rank)];
    OperationList operations;
    operations.reserve(program.size() * 3);
    bool isOpen = false; // the last operation is a call
    const auto add = [&](const ScheduledPass& pass, bool sends) {
        const SchedulePlaces::Place other = sends ? places.destination(rank, pass) : places.source(rank, pass);
        if (other.rank < 0)
            return;
        operations.push_back(passMessage(pass, sends, other.rank));
        operations.back().joinsPrevious = isOpen;
        isOpen = true;
    };
    const auto isForward = [](const ScheduledPass& pass) { return pass.pass == Pass::Forward; };
    const auto firstBackward = std::find_if_not(program.begin(), program.end(), isForward);
    if (!program.empty())
        add(program.front(), false);
    for (auto pass = program.begin(); pass != program.end(); ++pass) {
        operations.push_back(operationOfPass(*pass));
        isOpen = false;
        add(*pass, true);
        const auto next = std::find_if(
            pass + 1, program.end(), [&](const ScheduledPass& other) { return isForward(other) == isForward(*pass); });
        if (next != program.end())
            add(*next, false);
        const bool endsWarmup
            = pass->phase == Phase::Warmup && pass + 1 != program.end() && (pass + 1)->phase != Phase::Warmup;
        if (endsWarmup && firstBackward != program.end())
            add(*firstBackward, false);
    }
    return operations;
}

} // namespace

SendProtocol sendProtocolOf(ScheduleKind kind)
{
    switch (kind) {
    case ScheduleKind::GPipe:
    case ScheduleKind::OneFOneB:
    case ScheduleKind::Interleaved:
        return SendProtocol::Rendezvous;
    case ScheduleKind::ZbH1:
    case ScheduleKind::ZbH2:
    case ScheduleKind::ZbAuto:
    case ScheduleKind::ZbV:
    case ScheduleKind::VHalf:
    case ScheduleKind::VMin:
    case ScheduleKind::DualPipe:
    case ScheduleKind::DualPipeV:
        break;
    }
    return SendProtocol::Posted;
}

OperationList withMessages(const Schedule& schedule, int rank)
{
    const SchedulePlaces places(schedule);
    const RankProgram& program = schedule.programs[size_t(rank)];
    OperationList operations;
    operations.reserve(program.size() * 3);
    const bool fuses = schedule.kind == ScheduleKind::GPipe || schedule.kind == ScheduleKind::OneFOneB;
    bool steadyReached = false;

    const auto receive = [&](const ScheduledPass& pass) {
        const bool firstSteady = pass.phase == Phase::Steady && !steadyReached;
        steadyReached = steadyReached || pass.phase == Phase::Steady;
        const SchedulePlaces::Place source = places.source(rank, pass);
        if (source.rank < 0)
            return;
        ScheduledOperation message = passMessage(pass, false, source.rank);
        const Operation opposite
            = message.operation == Operation::RecvForward ? Operation::SendBackward : Operation::SendForward;
        ScheduledOperation* previous = operations.empty() ? nullptr : &operations.back();
        if (fuses && previous && previous->operation == opposite && previous->peer == source.rank
            && !previous->isFused() && previous->phase == Phase::Steady && pass.phase == Phase::Steady) {
            previous->second = message.operation;
            previous->secondMicrobatch = message.microbatch;
        } else {
            message.startsSteady = firstSteady;
            operations.push_back(message);
        }
    };
    for (size_t first = 0; first < program.size();) {
        const size_t last = lastOfGroup(program, first);
        for (size_t i = first; i <= last; ++i)
            receive(program[i]);
        for (size_t i = first; i <= last; ++i)
            operations.push_back(operationOfPass(program[i]));
        for (size_t i = first; i <= last; ++i) {
            const SchedulePlaces::Place destination = places.destination(rank, program[i]);
            if (destination.rank >= 0)
                operations.push_back(passMessage(program[i], true, destination.rank));
        }
        first = last + 1;
    }
    return operations;
}

std::vector<OperationList> withBlockingMessages(const Schedule& schedule)
{
    std::vector<OperationList> programs;
    for (int rank = 0; rank < schedule.ranks; ++rank) {
        if (schedule.kind == ScheduleKind::Interleaved) {
            programs.push_back(withExchanges(schedule, rank));
            continue;
        }
        OperationList& program = programs.emplace_back(withMessages(schedule, rank));
        // What two passes that end together send is one call.
        for (size_t i = 1; i < program.size() && sendProtocolOf(schedule.kind) == SendProtocol::Posted; ++i)
            program[i].joinsPrevious = isSend(program[i].operation) && isSend(program[i - 1].operation);
    }
    return programs;
}

PassCosts withHeldSends(const Schedule& schedule, const PassCosts& costs)
{
    PassCosts held = costs;
    const SchedulePlaces places(schedule);
    for (int rank = 0; rank < schedule.ranks; ++rank) {
        for (int chunk = 0; chunk < schedule.chunks; ++chunk) {
            const auto stage = size_t(schedule.stageOf(rank, chunk));
            ScheduledPass pass;
            pass.chunk = uint8_t(chunk);
            if (places.destination(rank, pass).rank >= 0)
                held.forward[stage] += costs.send[stage];
            pass.pass = Pass::InputGradient;
            if (places.destination(rank, pass).rank >= 0)
                held.inputGradient[stage] += costs.send[stage - 1];
        }
    }
    std::fill(held.send.begin(), held.send.end(), 0);
    return held;
}

std::vector<OperationList> withMessages(const Schedule& schedule)
{
    std::vector<OperationList> programs;
    for (int rank = 0; rank < schedule.ranks; ++rank)
        programs.push_back(withMessages(schedule, rank));
    return programs;
}

size_t ofAllPrograms(const std::vector<OperationList>& programs, size_t ofFirst)
{
    const auto messagesOf = [](const OperationList& program) {
        return size_t(std::count_if(
            program.begin(), program.end(), [](const ScheduledOperation& operation) { return !operation.isWork(); }));
    };
    size_t messages = 0;
    for (const OperationList& program : programs)
        messages += messagesOf(program);
    const size_t ofWork = programs.empty() ? 0 : ofFirst - std::min(ofFirst, messagesOf(programs.front()));
    return ofWork * programs.size() + messages;
}

} // namespace bubblescope
