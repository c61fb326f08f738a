// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "flightdump.h"
#include "flightentries.h"
#include "ranklists.h"
#include "result.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A dump of NCCL's flight recorder as PyTorch writes it: a pickle or JSON of versions 2.0 to 2.10. What a version does
/// not state is left out.
class FlightDumpReader {
public:
    explicit FlightDumpReader(RankLists& lists) : m_lists(lists) { }
    /// True for the first bytes of a dump.
    static bool isDump(std::string_view head);

    /// Nothing, or why it cannot be read. `text` must live until the next one is parsed.
    std::optional<Error> parse(std::string_view text);
    /// Groups, their state and what is pending. The rank is what the dump states, else the last number of the file's
    /// name, which must be in its groups, else the only rank that is in all of them; -1 where nothing states it.
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

} // namespace bubblescope
