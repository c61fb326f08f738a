// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedulemessages.h"

#include "passtimes.h"
#include "scheduleplaces.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace bubblescope {

namespace {

ScheduledOperation workOf(const ScheduledPass& pass)
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

ScheduledOperation messageOf(const ScheduledPass& pass, bool sends, int16_t peer)
{
    ScheduledOperation message = workOf(pass);
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
        operations.push_back(messageOf(pass, sends, other.rank));
        operations.back().joinsPrevious = isOpen;
        isOpen = true;
    };
    const auto isForward = [](const ScheduledPass& pass) { return pass.pass == Pass::Forward; };
    const auto firstBackward = std::find_if_not(program.begin(), program.end(), isForward);
    if (!program.empty())
        add(program.front(), false);
    for (auto pass = program.begin(); pass != program.end(); ++pass) {
        operations.push_back(workOf(*pass));
        isOpen = false;
        add(*pass, true);
        const auto next = std::find_if(
            pass + 1, program.end(), [&](const ScheduledPass& other) { return isForward(other) == isForward(*pass); });
        if (next != program.end())
            add(*next, false);
        if (pass + 1 == firstBackward && firstBackward != program.end())
            add(*firstBackward, false);
    }
    return operations;
}

/// A message and the time at which its two ends should meet.
struct Rendezvous {
    TimeNs time;
    int16_t from;
    SchedulePlaces::Place to;
    ScheduledPass pass; // of the sender
};

/// A moment between two times at which both ranks have the least work to finish first.
TimeNs meetingTime(
    const std::vector<TimeRange>& sender, const std::vector<TimeRange>& receiver, TimeNs earliest, TimeNs latest)
{
    constexpr int tried = 16;
    const auto runningAt = [](const std::vector<TimeRange>& passes, TimeNs time) {
        return std::lower_bound(
            passes.begin(), passes.end(), time, [](const TimeRange& pass, TimeNs t) { return pass.end <= t; });
    };
    auto sends = runningAt(sender, earliest);
    auto receives = runningAt(receiver, earliest);
    const auto freeAt = [](auto& pass, auto end, TimeNs time) {
        while (pass != end && pass->end <= time)
            ++pass;
        return pass != end && pass->begin < time ? pass->end : time;
    };
    TimeNs best = earliest;
    TimeNs leastWaiting = never;
    TimeNs time = earliest;
    for (int i = 0; i < tried && time <= latest && leastWaiting > 0; ++i) {
        const TimeNs senderFree = freeAt(sends, sender.end(), time);
        const TimeNs receiverFree = freeAt(receives, receiver.end(), time);
        const TimeNs waiting = std::abs(senderFree - receiverFree);
        if (waiting < leastWaiting) {
            leastWaiting = waiting;
            best = time;
        }
        time = std::min(senderFree > time ? senderFree : never, receiverFree > time ? receiverFree : never);
    }
    return best;
}

/// All messages of a schedule in the order in which they take place.
std::vector<Rendezvous> meetings(const Schedule& schedule, const PassTimes& times)
{
    const auto at = [&schedule](int rank, const ScheduledPass& pass) {
        return size_t(schedule.stageOf(rank, pass.chunk)) * size_t(schedule.microbatches) + size_t(pass.microbatch);
    };
    // Begins of all passes, forward and backward, by stage and microbatch.
    std::vector<TimeNs> begin[2];
    for (std::vector<TimeNs>& all : begin)
        all.resize(size_t(schedule.modelStages()) * size_t(schedule.microbatches));
    const auto forEachPass = [&](const auto& what) {
        for (int rank = 0; rank < schedule.ranks; ++rank) {
            const RankProgram& program = schedule.programs[size_t(rank)];
            for (size_t i = 0; i < program.size(); ++i) {
                if (program[i].pass != Pass::WeightGradient)
                    what(rank, program[i], times.ranges[size_t(rank)][i], program[i].pass == Pass::Forward ? 0 : 1);
            }
        }
    };
    forEachPass([&](int rank, const ScheduledPass& pass, TimeRange range, int direction) {
        begin[direction][at(rank, pass)] = range.begin;
    });

    const SchedulePlaces places(schedule);
    std::vector<Rendezvous> all;
    forEachPass([&](int rank, const ScheduledPass& pass, TimeRange range, int direction) {
        const SchedulePlaces::Place to = places.destination(rank, pass);
        if (to.rank < 0)
            return;
        ScheduledPass next = pass;
        next.chunk = uint8_t(to.chunk);
        const TimeNs needed = begin[direction][at(to.rank, next)];
        const TimeNs time = meetingTime(times.ranges[size_t(rank)], times.ranges[size_t(to.rank)], range.end, needed);
        all.push_back({time, int16_t(rank), to, pass});
    });
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.time < b.time; });
    return all;
}

} // namespace

SendProtocol sendProtocolOf(const Schedule& schedule)
{
    switch (schedule.kind) {
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
        ScheduledOperation message = messageOf(pass, false, source.rank);
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
            operations.push_back(workOf(program[i]));
        for (size_t i = first; i <= last; ++i) {
            const SchedulePlaces::Place destination = places.destination(rank, program[i]);
            if (destination.rank >= 0)
                operations.push_back(messageOf(program[i], true, destination.rank));
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
        for (size_t i = 1; i < program.size() && sendProtocolOf(schedule) == SendProtocol::Posted; ++i)
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

std::vector<OperationList> withRendezvous(const Schedule& schedule, const PassCosts& costs)
{
    // Take the order from times without transfers. Every pass must take some time, so that its messages are ordered
    // before and after it.
    PassCosts reference = costs;
    for (std::vector<TimeNs>* all :
        {&reference.forward, &reference.inputGradient, &reference.weightGradient, &reference.together}) {
        for (TimeNs& cost : *all)
            cost = std::max<TimeNs>(cost, 1);
    }
    std::fill(reference.send.begin(), reference.send.end(), 0);
    const std::optional<PassTimes> times = timePasses(schedule, reference);
    if (!times)
        return {};

    std::vector<OperationList> lists(size_t(schedule.ranks));
    std::vector<size_t> next(size_t(schedule.ranks), 0); // next pass, by rank
    const auto workUntil = [&](int rank, TimeNs time) {
        const RankProgram& program = schedule.programs[size_t(rank)];
        size_t& i = next[size_t(rank)];
        for (; i < program.size() && times->ranges[size_t(rank)][i].begin < time; ++i)
            lists[size_t(rank)].push_back(workOf(program[i]));
    };
    const auto exchange = [&](int rank, const ScheduledOperation& message, TimeNs time) {
        workUntil(rank, time);
        OperationList& list = lists[size_t(rank)];
        const bool joins = !list.empty() && !list.back().isWork();
        list.push_back(message);
        list.back().joinsPrevious = joins;
    };
    for (int rank = 0; rank < schedule.ranks; ++rank)
        lists[size_t(rank)].reserve(schedule.programs[size_t(rank)].size() * 3);
    for (const Rendezvous& meeting : meetings(schedule, *times)) {
        exchange(meeting.from, messageOf(meeting.pass, true, meeting.to.rank), meeting.time);
        ScheduledPass received = meeting.pass;
        received.chunk = uint8_t(meeting.to.chunk);
        exchange(meeting.to.rank, messageOf(received, false, meeting.from), meeting.time);
    }
    for (int rank = 0; rank < schedule.ranks; ++rank)
        workUntil(rank, never);
    return lists;
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
