// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule.h"

#include "classicschedules.h"
#include "dualpipe.h"
#include "schedulemessages.h"
#include "vpatterns.h"
#include "weightgradients.h"
#include "zbauto.h"
#include "zerobubble.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace bubblescope {

namespace {

constexpr std::array<ScheduleInfo, 11> scheduleTable {{
    {ScheduleKind::OneFOneB, "1f1b", "1F1B", false, false},
    {ScheduleKind::GPipe, "gpipe", "GPipe", false, false},
    {ScheduleKind::Interleaved, "interleaved", "interleaved 1F1B", false, false},
    {ScheduleKind::ZbH1, "zb-h1", "ZB-H1", true, false},
    {ScheduleKind::ZbH2, "zb-h2", "ZB-H2", true, false},
    {ScheduleKind::ZbAuto, "zb-auto", "ZB-auto", true, true},
    {ScheduleKind::ZbV, "zb-v", "ZB-V", true, true},
    {ScheduleKind::VHalf, "v-half", "V-Half", true, true},
    {ScheduleKind::VMin, "v-min", "V-Min", true, true},
    {ScheduleKind::DualPipe, "dualpipe", "DualPipe", true, false, true},
    {ScheduleKind::DualPipeV, "dualpipe-v", "DualPipeV", true, false, true},
}};

constexpr int maximumRanks = 4096;
constexpr int maximumMicrobatches = 65536;
constexpr int maximumChunks = 64;
constexpr int64_t maximumPasses = int64_t(1) << 24;

bool hasControllableMemory(ScheduleKind kind) { return kind == ScheduleKind::VHalf || kind == ScheduleKind::VMin; }
int chunksOf(const ScheduleRequest& request) { return turnsBack(request.kind) ? 2 : request.chunks; }

std::optional<Error> refuse(Message message, Message advice)
{
    return Error {std::move(message), std::move(advice), {}};
}

std::optional<Error> checkSize(const ScheduleRequest& request)
{
    if (request.ranks < 1 || request.ranks > maximumRanks) {
        return refuse(say("A pipeline of {} stages cannot be scheduled.", request.ranks),
            say("Give between 1 and {} stages.", maximumRanks));
    }
    if (request.chunks < 1 || request.chunks > maximumChunks) {
        return refuse(say("{} chunks per stage cannot be scheduled.", request.chunks),
            say("Give between 1 and {} chunks.", maximumChunks));
    }
    const int64_t perMicrobatch
        = int64_t(request.ranks) * chunksOf(request) * (scheduleInfo(request.kind).splitsBackward ? 3 : 2);
    const int64_t most = std::min<int64_t>(maximumMicrobatches, maximumPasses / perMicrobatch);
    if (request.microbatches < 1 || request.microbatches > most) {
        return refuse(say("{} microbatches on {} stages cannot be scheduled.", request.microbatches, request.ranks),
            say("Give between 1 and {} microbatches.", most));
    }
    return std::nullopt;
}

std::optional<Error> checkDomain(const ScheduleRequest& request)
{
    const ScheduleInfo& info = scheduleInfo(request.kind);
    const int p = request.ranks;
    const int m = request.microbatches;
    if (turnsBack(request.kind) && request.chunks > 2) {
        return refuse(say("{} cannot have {} chunks per stage.", info.name, request.chunks),
            say("It always has two: leave the number out."));
    }
    if (request.kind != ScheduleKind::Interleaved && !turnsBack(request.kind) && request.chunks != 1) {
        return refuse(say("{} cannot have {} chunks per stage.", info.name, request.chunks),
            say("It has one; interleaved 1F1B takes two or more, ZB-V, V-Half, V-Min and DualPipe have two."));
    }
    if (request.kind == ScheduleKind::Interleaved && request.chunks < 2) {
        return refuse(say("{} cannot have a single chunk per stage.", info.name),
            say("Give 2 chunks or more, or choose 1F1B."));
    }
    if (request.kind == ScheduleKind::Interleaved && m % p != 0) {
        return refuse(say("Interleaved 1F1B cannot run {} microbatches on {} stages.", m, p),
            say("It needs a multiple of the number of stages, such as {}.", (m / p + 1) * p));
    }
    if (request.kind == ScheduleKind::DualPipe && p % 2 != 0) {
        return refuse(say("DualPipe cannot run on {} stages.", p),
            say("It needs an even number of stages: each rank holds one from either end."));
    }
    if (request.kind == ScheduleKind::DualPipe && (m % 2 != 0 || m < 2 * p)) {
        return refuse(say("DualPipe cannot run {} microbatches on {} stages.", m, p),
            say("It needs an even number, half of them for each direction, and {} at least.", 2 * p));
    }
    if (request.kind == ScheduleKind::DualPipeV && m < 2 * p) {
        return refuse(say("DualPipeV cannot run {} microbatches on {} stages.", m, p),
            say("It needs twice as many as stages, {} at least.", 2 * p));
    }
    if (request.memoryLimit != 0 && request.kind != ScheduleKind::ZbAuto) {
        return refuse(say("{} takes no limit on microbatches in flight.", info.name),
            say("Its order fixes how many there are; only the automatic zero-bubble schedule takes a limit."));
    }
    if (request.memoryLimit < 0) {
        return refuse(
            say("A limit of {} microbatches in flight lets nothing run.", request.memoryLimit), say("Give 1 or more."));
    }
    return std::nullopt;
}

std::optional<Error> checkCosts(const ScheduleRequest& request)
{
    const PassCosts& costs = request.costs;
    if (!costs.together.empty() && !scheduleInfo(request.kind).pairsPasses) {
        return refuse(say("{} runs no two passes together.", scheduleInfo(request.kind).name),
            say("Only DualPipe and DualPipeV overlap a forward pass with a backward pass."));
    }
    if (costs.forward.empty())
        return std::nullopt;
    if (!costs.fits(request.modelStages())) {
        return refuse(say("Costs do not fit a schedule of {} stages.", request.modelStages()),
            say("Give one forward, backward and weight-gradient time per stage, and one send time between two."));
    }
    double total = 0;
    TimeNs least = 0;
    for (const std::vector<TimeNs>* all :
        {&costs.forward, &costs.inputGradient, &costs.weightGradient, &costs.send, &costs.together}) {
        for (const TimeNs cost : *all) {
            total += 2 * double(cost);
            least = std::min(least, cost);
        }
    }
    constexpr double maximumTime = 1e18; // ns, far below the 64-bit limit
    if (least < 0 || total * request.microbatches > maximumTime) {
        return refuse(say("Costs of the passes cannot be added up."),
            say("Times must not be negative, and all of a step sum up to less than 30 years."));
    }
    return std::nullopt;
}

RankProgram programOf(const ScheduleRequest& request, int rank)
{
    const int p = request.ranks;
    const int m = request.microbatches;
    switch (request.kind) {
    case ScheduleKind::GPipe:
        return gpipeProgram(m);
    case ScheduleKind::Interleaved:
        return interleavedProgram(p, rank, m, request.chunks);
    case ScheduleKind::ZbH1:
        return handcraftedZeroBubbleProgram(p, rank, m, p);
    case ScheduleKind::ZbH2:
        return handcraftedZeroBubbleProgram(p, rank, m, 2 * p - 1);
    case ScheduleKind::ZbV:
        return zbVProgram(p, rank, m);
    case ScheduleKind::DualPipe:
        return dualPipeProgram(p, rank, m);
    case ScheduleKind::DualPipeV:
        return dualPipeVProgram(p, rank, m);
    case ScheduleKind::OneFOneB:
    case ScheduleKind::ZbAuto:
    case ScheduleKind::VHalf:
    case ScheduleKind::VMin:
        break;
    }
    return oneFOneBProgram(p, rank, m);
}

/// Where the weight gradients of an order suit one of many steps best under the costs. By itself that step takes hardly
/// longer than the shortest.
std::optional<PlacedPrograms> placedToRepeat(const Schedule& order, const PassCosts& costs, HeldLimit limit)
{
    constexpr TimeNs any = std::numeric_limits<TimeNs>::max();
    constexpr double hardly = 1.005;
    std::vector<PlacedPrograms> all;
    TimeNs least = any;
    forEachPlacement(order, costs, limit, any, [&](PlacedPrograms placed) {
        least = std::min(least, placed.makespan);
        all.push_back(std::move(placed));
        return any;
    });
    std::erase_if(all, [least](const PlacedPrograms& placed) {
        return double(placed.makespan) > hardly * double(least);
    });
    const auto best = std::min_element(all.begin(), all.end(),
        [](const PlacedPrograms& a, const PlacedPrograms& b) { return a.repeatsBetterThan(b); });
    return best == all.end() ? std::nullopt : std::optional(std::move(*best));
}

/// The best of several orders under the costs.
std::optional<PlacedPrograms> bestPlacement(
    const std::vector<Schedule>& orders, const PassCosts& costs, HeldLimit limit)
{
    std::optional<PlacedPrograms> best;
    for (const Schedule& order : orders) {
        std::optional<PlacedPrograms> placed
            = best ? placeWeightGradients(order, costs, limit, best->makespan) : placeWeightGradients(order, costs, limit);
        if (placed && (!best || placed->makespan < best->makespan))
            best = std::move(placed);
    }
    return best;
}

std::vector<RankProgram> withPhases(PlacedPrograms placed)
{
    for (RankProgram& program : placed.programs)
        markPhases(program);
    return std::move(placed.programs);
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

bool turnsBack(ScheduleKind kind)
{
    return kind == ScheduleKind::ZbV || hasControllableMemory(kind) || scheduleInfo(kind).pairsPasses;
}

PassCosts PassCosts::uniform(int stages, TimeNs forward, TimeNs inputGradient, TimeNs weightGradient, TimeNs send)
{
    const auto all = [](int count, TimeNs ns) { return std::vector<TimeNs>(size_t(std::max(count, 0)), ns); };
    return {all(stages, forward), all(stages, inputGradient), all(stages, weightGradient), all(stages - 1, send)};
}

bool PassCosts::fits(int stages) const
{
    const auto count = size_t(stages);
    return forward.size() == count && inputGradient.size() == count && weightGradient.size() == count
        && send.size() + 1 == count && (together.empty() || together.size() == count);
}

int ScheduleRequest::modelStages() const { return kind == ScheduleKind::DualPipe ? ranks : ranks * chunksOf(*this); }

std::optional<Error> checkSchedule(const ScheduleRequest& request)
{
    for (const auto check : {checkSize, checkDomain, checkCosts}) {
        if (std::optional<Error> error = check(request))
            return error;
    }
    return std::nullopt;
}

Result<Schedule> makeSchedule(const ScheduleRequest& request)
{
    if (std::optional<Error> error = checkSchedule(request))
        return *std::move(error);

    Schedule schedule;
    schedule.kind = request.kind;
    schedule.ranks = request.ranks;
    schedule.chunks = chunksOf(request);
    schedule.microbatches = request.microbatches;
    schedule.bidirectional = request.kind == ScheduleKind::DualPipe;
    const int last = request.modelStages() - 1;
    for (int rank = 0; rank < request.ranks; ++rank) {
        for (int chunk = 0; chunk < schedule.chunks; ++chunk) {
            schedule.modelStage.push_back(
                turnsBack(request.kind) && chunk == 1 ? last - rank : chunk * request.ranks + rank);
        }
    }
    PassCosts costs = request.costs.forward.empty() ? PassCosts::uniform(last + 1, 1, 1, 1, 0) : request.costs;
    if (request.blockingSends && scheduleInfo(request.kind).followsCosts)
        costs = withHeldSends(schedule, costs);
    if (request.kind == ScheduleKind::ZbAuto) {
        schedule.programs = automaticZeroBubblePrograms(request, costs);
        return schedule;
    }
    schedule.programs.resize(size_t(request.ranks));
    if (hasControllableMemory(request.kind)) {
        const HeldLimit limit = heldLimitOf(request.kind, request.ranks, request.microbatches);
        schedule.programs = withPhases(*bestPlacement(controllableMemoryOrders(schedule), costs, limit));
        return schedule;
    }
    for (int rank = 0; rank < request.ranks; ++rank)
        schedule.programs[size_t(rank)] = programOf(request, rank);
    if (request.kind == ScheduleKind::ZbV) {
        const HeldLimit limit {4 * int64_t(request.ranks), false};
        schedule.programs = withPhases(*(
            request.isOneOfMany ? placedToRepeat(schedule, costs, limit) : bestPlacement({schedule}, costs, limit)));
    }
    return schedule;
}

} // namespace bubblescope
