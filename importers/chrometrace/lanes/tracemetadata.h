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

/// What the members around the events of a trace say of it as a whole: the base of its times, the rank, the process
/// groups, the layout; and what this program's writer states. They may stand behind the events.
class TraceMetadata {
public:
    struct ProcessGroup {
        std::string description;
        std::vector<int32_t> ranks;
    };

    TraceMetadata(TracePart& part, ImportReport& report) : m_part(part), m_report(report) { }

    void read(std::string_view key, const JsonSlice& value, uint64_t offset);

    /// The file's times are relative to this.
    TimeNs base() const { return m_base; }
    /// Written by this program.
    bool isOwn() const { return m_isOwn; }
    std::optional<int32_t> rank() const { return m_rank; }
    /// Of rank(), by its place in the group of its pipeline; -1 where unknown.
    int16_t stage() const { return m_stage; }
    /// Null for groups that are not listed.
    const ProcessGroup* group(std::string_view name) const;

private:
    void readOwn(std::string_view text);
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
