// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"
#include "jsoncursor.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// The members of a trace other than its events: base of its times, rank, process groups, layout, and what this
/// program's writer states. They may follow the events.
class TraceMetadata {
public:
    struct ProcessGroup {
        std::string description;
        std::vector<int32_t> ranks;
    };

    TraceMetadata(TracePart& part, ImportReport& report) : m_part(part), m_report(report) { }

    void read(std::string_view key, const JsonSlice& value, uint64_t offset);

    /// What is added to times such as this one. Nothing where they are on that clock already, as tools leave them that
    /// add it and keep it: with it, all of them would lie beyond what can be placed.
    TimeNs baseAt(TimeNs time) const;
    bool hasBase() const { return m_base != 0; }
    /// True if this program wrote the file.
    bool isOwn() const { return m_isOwn; }
    std::optional<int32_t> rank() const { return m_rank; }
    /// The stage of rank(), from its position in its pipeline group; -1 if unknown.
    int16_t stage() const { return m_stage; }
    /// Null for groups that the file does not list.
    const ProcessGroup* group(std::string_view name) const;

private:
    void readOwn(std::string_view text);
    void readDevices(std::string_view text);
    void readDistributedInfo(std::string_view text, uint64_t offset);
    void readGroup(std::string name, std::string description, std::vector<int32_t> ranks);

    TracePart& m_part;
    ImportReport& m_report;
    std::map<std::string, ProcessGroup, std::less<>> m_groups;
    std::optional<int32_t> m_rank;
    int16_t m_stage = -1;
    TimeNs m_base = 0;
    bool m_isOwn = false;
};

} // namespace bubblescope
