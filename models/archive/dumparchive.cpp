// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "dumparchive.h"

#include "traceexchange.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_map>
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

/// Rank lists that are in memory, whatever archive they came from: each dump of a job has the same ones. Thread-safe.
class ListPool {
public:
    using List = std::shared_ptr<const std::vector<int32_t>>;

    List shared(std::vector<int32_t>&& ranks)
    {
        const std::string_view bytes(reinterpret_cast<const char*>(ranks.data()), ranks.size() * sizeof(int32_t));
        const size_t hash = std::hash<std::string_view>()(bytes);
        const std::lock_guard lock(m_mutex);
        auto [known, end] = m_lists.equal_range(hash);
        while (known != end) {
            if (List list = known->second.lock()) {
                if (*list == ranks)
                    return list;
                ++known;
            } else {
                known = m_lists.erase(known);
            }
        }
        List list = std::make_shared<const std::vector<int32_t>>(std::move(ranks));
        m_lists.emplace(hash, list);
        return list;
    }

private:
    std::mutex m_mutex;
    std::unordered_multimap<size_t, std::weak_ptr<const std::vector<int32_t>>> m_lists;
};

bool isSoundDump(const FlightDump& dump)
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
    static ListPool pool;
    std::vector<ListPool::List> shared;
    for (std::vector<int32_t>& list : lists)
        shared.push_back(pool.shared(std::move(list)));
    size_t group = 0;
    for (FlightDump& dump : dumps) {
        if (!isSoundDump(dump))
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
