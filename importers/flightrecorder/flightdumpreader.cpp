// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "flightdumpreader.h"

#include "characters.h"
#include "datatype.h"
#include "namewords.h"
#include "picklereader.h"
#include "plainjson.h"
#include "plainnumber.h"
#include "textencoding.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t longestName = 500;
constexpr size_t mostGroups = 100'000;
constexpr size_t mostPending = 8;          // collectives of a group
constexpr size_t mostPendingMessages = 64; // of a group
constexpr size_t mostFrames = 40;
constexpr size_t mostDimensions = 16;
constexpr size_t mostGroupsOfRank = 500; // that are searched for a rank

std::optional<int> trailingNumber(std::string_view name)
{
    // Extensions have letters in front of their digits, if any.
    size_t end = name.size();
    while (end > 0 && !isDigit(name[end - 1]))
        --end;
    if (const size_t dot = name.rfind('.'); dot != std::string_view::npos && dot < end
        && !std::all_of(
            name.begin() + static_cast<ptrdiff_t>(dot) + 1, name.begin() + static_cast<ptrdiff_t>(end), isDigit)) {
        end = dot;
        while (end > 0 && !isDigit(name[end - 1]))
            --end;
    }
    size_t begin = end;
    while (begin > 0 && isDigit(name[begin - 1]))
        --begin;
    return toCount(name.substr(begin, end - begin), largestRank);
}

} // namespace

bool FlightDumpReader::isDump(std::string_view head)
{
    const bool isPickle = head.size() > 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5;
    const size_t first = head.find_first_not_of(" \t\r\n");
    const bool isJson = first != std::string_view::npos && head[first] == '{';
    const auto has = [head](std::string_view word) { return head.find(word) != std::string_view::npos; };
    if ((!isPickle && !isJson) || has("distributedInfo") || has("traceEvents"))
        return false;
    // The ranks of the first group of a large job fill the whole head, and so do entries that come first.
    const bool hasOthers = has("nccl_version") || has("entries") || has("pg_status") || has("nccl_comm_state");
    return (has("pg_config") && ((has("version") && hasOthers) || (has("desc") && has("ranks"))))
        || (has("profiling_name") && has("process_group") && has("time_created_ns"));
}

std::optional<Error> FlightDumpReader::parse(std::string_view text)
{
    const bool isPickle = text.starts_with('\x80');
    m_tree.clear();
    Result<PlainTree::Node> root = isPickle ? PickleReader(text, m_tree).read() : readPlainJson(text, m_tree);
    if (!root)
        return root.error();
    m_root = *root;
    if (m_tree.kind(m_root) != PlainTree::Kind::Map)
        return Error {say("it holds no map of a flight recorder"), {}, {}};
    return {};
}

std::string FlightDumpReader::textOf(PlainTree::Node node) const
{
    if (const auto whole = m_tree.integer(node))
        return std::to_string(*whole);
    return toUtf8(clipped(m_tree.text(node), longestName));
}

void FlightDumpReader::forEachEntry(const std::function<void(const FlightEntry&)>& visit) const
{
    forEachFlightEntry(m_tree, m_root, visit);
}

void FlightDumpReader::describe(const FlightEntry& entry, FlightOperation& operation) const
{
    operation.record = entry.record;
    operation.isMessage = entry.isMessage;
    operation.sequence = entry.isMessage ? entry.messageSequence : entry.collectiveSequence;
    operation.name = toUtf8(clipped(entry.name, longestName));
    operation.state = entry.isCompleted()                 ? FlightOperation::State::Completed
        : entry.state == "started"sv || entry.started > 0 ? FlightOperation::State::Started
                                                          : FlightOperation::State::Scheduled;
    operation.created = entry.created;
    if (const auto message = entry.isMessage ? messageOfFlightName(entry.name) : std::nullopt) {
        operation.isSend = message->isSend;
        operation.peer = message->peer;
    }
    m_tree.forEach(entry.types, [&](PlainTree::Node type) {
        operation.dataType = textOf(type).substr(0, 40);
        return false;
    });
    int64_t bytes = elementSize(lowered(operation.dataType));
    bool isKnown = bytes > 0;
    m_tree.forEach(entry.sizes, [&](PlainTree::Node first) {
        size_t dimensions = 0;
        m_tree.forEach(first, [&](PlainTree::Node size) {
            const int64_t count = m_tree.integer(size).value_or(-1);
            isKnown = isKnown && count >= 0 && !__builtin_mul_overflow(bytes, count, &bytes);
            operation.sizes += fmt::format("{}{}", operation.sizes.empty() ? "" : "x", count);
            return ++dimensions < mostDimensions;
        });
        return false;
    });
    operation.bytes = isKnown && !operation.sizes.empty() ? bytes : -1;
}

std::vector<std::string> FlightDumpReader::framesOf(PlainTree::Node frames) const
{
    std::vector<std::string> lines;
    m_tree.forEach(frames, [&](PlainTree::Node frame) {
        const std::string_view file = m_tree.text(m_tree.find(frame, "filename"));
        const int64_t line = m_tree.integer(m_tree.find(frame, "line")).value_or(0);
        lines.push_back(fmt::format("{} ({}:{})", toUtf8(clipped(m_tree.text(m_tree.find(frame, "name")), longestName)),
            toUtf8(clipped(file, longestName)), line));
        return lines.size() < mostFrames;
    });
    return lines;
}

void FlightDumpReader::readGroups(FlightDump& dump) const
{
    m_tree.forEachPair(m_tree.find(m_root, "pg_config"), [&](PlainTree::Node key, PlainTree::Node value) {
        FlightGroup group;
        group.name = textOf(m_tree.find(value, "name"));
        if (group.name.empty())
            group.name = textOf(key);
        group.description = textOf(m_tree.find(value, "desc"));
        const PlainTree::Node ranks = m_tree.find(value, "ranks");
        if (m_tree.kind(ranks) == PlainTree::Kind::List) {
            std::string text;
            m_tree.forEach(ranks, [&](PlainTree::Node rank) {
                text += fmt::format("{}{}", text.empty() ? "[" : ", ", m_tree.integer(rank).value_or(-1));
                return text.size() < (size_t(1) << 24);
            });
            group.ranks = m_lists.ofText(text + "]");
        } else {
            group.ranks = m_lists.ofText(m_tree.text(ranks));
        }
        dump.groups.push_back(std::move(group));
        return dump.groups.size() < mostGroups;
    });
    const auto numberOf = [](const FlightGroup& group) { return toNumber<int64_t>(group.name).value_or(INT64_MAX); };
    std::stable_sort(dump.groups.begin(), dump.groups.end(), [&](const FlightGroup& a, const FlightGroup& b) {
        return std::pair(numberOf(a), a.name) < std::pair(numberOf(b), b.name);
    });
}

/// States are listed by another number than the groups' names. Entries tell which is which; without any, both count up
/// in the order in which the groups were made.
void FlightDumpReader::readStatus(
    FlightDump& dump, const std::map<std::string, std::string, std::less<>>& groupOfId) const
{
    std::vector<std::pair<std::pair<int64_t, std::string>, PlainTree::Node>> states;
    m_tree.forEachPair(m_tree.find(m_root, "pg_status"), [&](PlainTree::Node key, PlainTree::Node value) {
        std::string id = textOf(key);
        const int64_t number = toNumber<int64_t>(id).value_or(INT64_MAX);
        states.push_back({{number, std::move(id)}, value});
        return states.size() < mostGroups;
    });
    std::sort(states.begin(), states.end());
    const auto isNamed = [&](size_t i, const FlightGroup& group) {
        const auto found = groupOfId.find(states[i].first.second);
        return found != groupOfId.end() && found->second == group.name;
    };
    bool inOrder = states.size() == dump.groups.size();
    for (size_t i = 0; inOrder && i < states.size(); ++i)
        inOrder = groupOfId.count(states[i].first.second) == 0 || isNamed(i, dump.groups[i]);
    for (size_t i = 0; i < states.size(); ++i) {
        const auto stated = groupOfId.find(states[i].first.second);
        const std::string& name = stated != groupOfId.end() ? stated->second
            : inOrder                                       ? dump.groups[i].name
                                                            : states[i].first.second;
        const auto group = std::find_if(
            dump.groups.begin(), dump.groups.end(), [&](const FlightGroup& known) { return known.name == name; });
        if (group == dump.groups.end())
            continue;
        const auto last = [&](std::string_view key) {
            return std::clamp<int64_t>(
                m_tree.integer(m_tree.find(states[i].second, key)).value_or(-1), -1, highestFlightNumber);
        };
        group->lastEnqueued = std::max(group->lastEnqueued, last("last_enqueued_collective"));
        group->lastStarted = std::max(group->lastStarted, last("last_started_collective"));
        group->lastCompleted = std::max(group->lastCompleted, last("last_completed_collective"));
    }
}

int32_t FlightDumpReader::rankOf(const FlightDump& dump, const std::string& fileName) const
{
    const size_t searched = std::min(dump.groups.size(), mostGroupsOfRank);
    const auto isMember = [&](int32_t rank) {
        const auto end = dump.groups.begin() + static_cast<ptrdiff_t>(searched);
        return std::all_of(dump.groups.begin(), end, [rank](const FlightGroup& group) {
            return !group.ranks || std::find(group.ranks->begin(), group.ranks->end(), rank) != group.ranks->end();
        });
    };
    const int64_t stated = m_tree.integer(m_tree.find(m_root, "rank")).value_or(-1);
    if (stated >= 0 && stated <= largestRank)
        return static_cast<int32_t>(stated);
    const size_t slash = fileName.find_last_of("/\\");
    const auto named = trailingNumber(std::string_view(fileName).substr(slash == std::string::npos ? 0 : slash + 1));
    if (named && isMember(*named))
        return *named;
    const auto smallest = std::min_element(dump.groups.begin(), dump.groups.end(), [](const auto& a, const auto& b) {
        return (a.ranks ? a.ranks->size() : SIZE_MAX) < (b.ranks ? b.ranks->size() : SIZE_MAX);
    });
    if (smallest == dump.groups.end() || !smallest->ranks || smallest->ranks->size() > 4096)
        return -1;
    int32_t only = -1;
    for (const int32_t rank : *smallest->ranks) {
        if (!isMember(rank))
            continue;
        if (only >= 0)
            return -1;
        only = rank;
    }
    return only;
}

FlightDump FlightDumpReader::dump(const std::string& fileName) const
{
    FlightDump dump;
    dump.file = fileName;
    dump.version = textOf(m_tree.find(m_root, "version"));
    readGroups(dump);
    std::map<std::string, size_t, std::less<>> groupOf;
    for (size_t i = 0; i < dump.groups.size(); ++i)
        groupOf.emplace(dump.groups[i].name, i);
    std::map<std::string, std::string, std::less<>> groupOfId;
    struct Seen {
        int64_t highest = -1;
        int64_t completed = -1;
        size_t messages = 0;
        size_t collectives = 0;
    };
    std::vector<Seen> seen(dump.groups.size());
    forEachEntry([&](const FlightEntry& entry) {
        ++dump.operations;
        const std::string_view name = entry.group.empty() ? entry.groupId : entry.group;
        auto known = groupOf.find(name);
        if (known == groupOf.end()) {
            if (dump.groups.size() >= mostGroups)
                return;
            FlightGroup group;
            group.name = toUtf8(clipped(name, longestName));
            group.description = toUtf8(clipped(entry.description, longestName));
            known = groupOf.emplace(std::string(name), dump.groups.size()).first;
            dump.groups.push_back(std::move(group));
            seen.emplace_back();
        }
        FlightGroup& group = dump.groups[known->second];
        Seen& own = seen[known->second];
        if (!entry.groupId.empty() && !entry.group.empty() && groupOfId.find(entry.groupId) == groupOfId.end())
            groupOfId.emplace(entry.groupId, entry.group);
        group.hasMessages = group.hasMessages || entry.isMessage;
        if (!entry.isMessage) {
            own.highest = std::max(own.highest, entry.collectiveSequence);
            if (entry.isCompleted())
                own.completed = std::max(own.completed, entry.collectiveSequence);
        }
        size_t& kept = entry.isMessage ? own.messages : own.collectives;
        if (entry.isCompleted() || entry.isRetired || kept >= (entry.isMessage ? mostPendingMessages : mostPending))
            return;
        ++kept;
        FlightOperation operation;
        describe(entry, operation);
        if (kept == 1)
            operation.frames = framesOf(entry.frames);
        group.pending.push_back(std::move(operation));
    });
    readStatus(dump, groupOfId);
    for (size_t i = 0; i < dump.groups.size(); ++i) {
        FlightGroup& group = dump.groups[i];
        std::stable_sort(group.pending.begin(), group.pending.end(),
            [](const FlightOperation& a, const FlightOperation& b) { return a.record < b.record; });
        if (group.lastEnqueued < 0)
            group.lastEnqueued = seen[i].highest;
        if (group.lastCompleted < 0)
            group.lastCompleted = seen[i].completed;
    }
    dump.rank = rankOf(dump, fileName);
    return dump;
}

} // namespace bubblescope
