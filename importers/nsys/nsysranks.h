// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"
#include "nsysrows.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// A process and the one of its GPUs that is a rank; without a GPU (-1) where the report shows none.
struct NsysUnit {
    uint64_t process = 0; ///< NsysOwner::process()
    int64_t device = -1;
    bool operator<(const NsysUnit& other) const
    {
        return std::tie(process, device) < std::tie(other.process, other.device);
    }
};

/// What a report says of who is which rank.
class NsysRanks {
public:
    NsysRanks(SqliteFile& file, ImportReport& report);

    /// Of the process, as MPI or NCCL number it in a communicator of that many ranks (0 where that is not known).
    /// `order`: of its GPU among those of the process; -1 where there is but one.
    void state(uint64_t process, int order, int32_t rank, int32_t size);
    /// The rank of each, by number; -1 for a single one of which nothing is known. The report states where a rank is
    /// not a statement of the job itself.
    std::vector<int32_t> settle(const std::vector<NsysUnit>& units, const std::string& fileName, TracePart& part);
    const std::string& host() const { return m_host; }

private:
    struct Stated {
        int32_t rank;
        int32_t size;
    };

    std::optional<int> variable(std::string_view name) const;
    std::optional<std::vector<int32_t>> statedRanks(const std::vector<NsysUnit>& units, TracePart& part) const;
    std::optional<int32_t> rankOfEnvironment(const std::string& fileName, TracePart& part);

    ImportReport& m_report;
    std::string m_host;
    std::map<std::string, std::string, std::less<>> m_environment;
    std::map<std::pair<uint64_t, int>, Stated> m_stated;
};

} // namespace bubblescope
