// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "dumparchive.h"

#include "traceexchange.h"

#include <algorithm>
#include <map>
#include <utility>

namespace bubblescope {

template <typename Archive, Either<FlightOperation> Value> void exchange(Archive& archive, Value& value)
{
    auto& [record, sequence, name, state, isMessage, isSend, peer, sizes, dataType, bytes, created, frames] = value;
    archive(record, sequence, name, state, isMessage, isSend, peer, sizes, dataType, bytes, created, frames);
}

// Everything of a group but its ranks.
template <typename Archive, Either<FlightGroup> Value> void exchange(Archive& archive, Value& value)
{
    auto& [name, description, ranks, lastEnqueued, lastStarted, lastCompleted, hasMessages, pending] = value;
    static_cast<void>(ranks);
    archive(name, description, lastEnqueued, lastStarted, lastCompleted, hasMessages, pending);
}

template <typename Archive, Either<FlightDump> Value> void exchange(Archive& archive, Value& value)
{
    auto& [rank, file, version, groups, operations] = value;
    archive(rank, file, version, groups, operations);
}

namespace {
constexpr int32_t notStated = -1;

bool isSound(const FlightDump& dump)
{
    const auto isNumber = [](int64_t number) { return number >= -1 && number <= highestFlightNumber; };
    return std::all_of(dump.groups.begin(), dump.groups.end(), [&isNumber](const FlightGroup& group) {
        return isNumber(group.lastEnqueued) && isNumber(group.lastStarted) && isNumber(group.lastCompleted)
            && std::all_of(group.pending.begin(), group.pending.end(), [&isNumber](const FlightOperation& operation) {
                   return operation.state <= FlightOperation::State::Completed && isNumber(operation.sequence);
               });
    });
}
} // namespace

void writeDumps(BinaryWriter& archive, const std::vector<FlightDump>& dumps)
{
    std::map<std::vector<int32_t>, int32_t> known;
    std::vector<std::vector<int32_t>> lists;
    std::vector<int32_t> listOfGroup;
    for (const FlightDump& dump : dumps) {
        for (const FlightGroup& group : dump.groups) {
            if (!group.ranks) {
                listOfGroup.push_back(notStated);
                continue;
            }
            const auto [list, isNew] = known.try_emplace(*group.ranks, int32_t(lists.size()));
            if (isNew)
                lists.push_back(*group.ranks);
            listOfGroup.push_back(list->second);
        }
    }
    archive(lists, listOfGroup, dumps);
}

std::vector<FlightDump> readDumps(BinaryReader& archive)
{
    std::vector<std::vector<int32_t>> lists;
    std::vector<int32_t> listOfGroup;
    std::vector<FlightDump> dumps;
    archive(lists, listOfGroup, dumps);
    std::vector<std::shared_ptr<const std::vector<int32_t>>> shared;
    for (std::vector<int32_t>& list : lists)
        shared.push_back(std::make_shared<const std::vector<int32_t>>(std::move(list)));
    size_t group = 0;
    for (FlightDump& dump : dumps) {
        if (!isSound(dump))
            archive.fail();
        for (FlightGroup& of : dump.groups) {
            const int32_t list = group < listOfGroup.size() ? listOfGroup[group++] : notStated;
            if (std::cmp_less(list, shared.size()) && list >= 0)
                of.ranks = shared[size_t(list)];
            else if (list != notStated)
                archive.fail();
        }
    }
    return archive.isOk() ? std::move(dumps) : std::vector<FlightDump>();
}

} // namespace bubblescope
