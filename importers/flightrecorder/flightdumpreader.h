// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "flightdump.h"
#include "plaintree.h"
#include "result.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Lists of ranks by the text that states them: ten thousand dumps list the same ten thousand ranks. Thread-safe.
class RankLists {
public:
    using List = std::shared_ptr<const std::vector<int32_t>>;
    /// Of "[0, 2, 4]"; null where it is no such text.
    List ofText(std::string_view text);

private:
    std::mutex m_mutex;
    std::map<std::string, List, std::less<>> m_known;
};

/// An entry of the ring as it stands in the dump; texts live as long as that.
struct FlightEntry {
    int64_t record = -1;
    int64_t collectiveSequence = -1;
    int64_t messageSequence = -1;
    std::string_view groupId;
    std::string_view group;
    std::string_view description;
    std::string_view name;
    std::string_view state;
    TimeNs created = 0;
    TimeNs started = 0; ///< 0 where not recorded
    TimeNs completed = 0;
    bool isMessage = false;
    bool isRetired = false;
    PlainTree::Node sizes = PlainTree::none;
    PlainTree::Node types = PlainTree::none;
    PlainTree::Node frames = PlainTree::none;

    bool isCompleted() const { return state == "completed" || completed > 0; }
};

/// A dump of NCCL's flight recorder as PyTorch writes it: a pickle or JSON of versions 2.0 to 2.10. What a version does
/// not state is left out.
class FlightDumpReader {
public:
    /// `text` must outlive the reader.
    explicit FlightDumpReader(RankLists& lists) : m_lists(lists) { }
    /// True for the first bytes of a dump.
    static bool isDump(std::string_view head);

    /// Nothing, or why it cannot be read.
    std::optional<Error> parse(std::string_view text);
    /// Groups, their state and what is pending. The rank is what the dump states, else the last number of the file's
    /// name, which must be in its groups, else the only rank that is in all of them; -1 where nothing tells.
    FlightDump dump(const std::string& fileName) const;
    void forEachEntry(const std::function<void(const FlightEntry&)>& visit) const;

    /// "4027x5120", "BFloat16" and bytes of the first input (else output).
    void describe(const FlightEntry& entry, FlightOperation& operation) const;

private:
    void readGroups(FlightDump& dump) const;
    void readStatus(FlightDump& dump, const std::map<std::string, std::string, std::less<>>& groupOfId) const;
    std::vector<std::string> framesOf(PlainTree::Node frames) const;
    std::string textOf(PlainTree::Node node) const;
    int32_t rankOf(const FlightDump& dump, const std::string& fileName) const;

    RankLists& m_lists;
    PlainTree m_tree;
    PlainTree::Node m_root = PlainTree::none;
};

/// The two ends of "nccl:send 0->3" and "nccl:recv 0<-3": own rank and peer of the group.
struct FlightMessageName {
    bool isSend = false;
    int32_t own = -1;
    int32_t peer = -1;
};
std::optional<FlightMessageName> messageOfFlightName(std::string_view name);

} // namespace bubblescope
