// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "nccloperations.h"
#include "nsysranks.h"
#include "profiletrace.h"

#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace bubblescope {

/// Communicators of NCCL, who is in them, and what each kernel of theirs was launched for: read from the payloads of
/// NCCL's ranges, where the report has them.
class NsysCommunicators {
public:
    explicit NsysCommunicators(SqliteFile& file) : m_payloads(file) { }

    /// A range of NCCL on a thread, by time; returns what was attached to it. `ranks` learns who is which.
    NcclPayload addRange(
        NsysOwner thread, TimeRange range, std::string_view name, std::string_view payload, NsysRanks& ranks);
    /// A call that may have launched one of the kernels.
    void addCall(NsysOwner thread, uint32_t number, TimeNs time);
    void addKernel(NsysOwner process, uint32_t number, uint32_t span, uint32_t lane)
    {
        m_kernels.push_back({process.process(), number, span, lane});
    }
    /// `ranks`: of the units, which are in order.
    void settle(ProfileTrace& trace, const std::vector<NsysUnit>& units, const std::vector<int32_t>& ranks);

private:
    using Member = std::pair<uint64_t, int>; ///< process, and order of its GPU there
    struct Kernel {
        uint64_t process;
        uint32_t number;
        uint32_t span;
        uint32_t lane;
    };
    struct Known {
        int32_t size = 0;
        std::map<int32_t, Member> members; ///< by rank of the communicator
        std::optional<uint32_t> number;    ///< of the trace
    };

    uint32_t numberOf(
        uint64_t id, TraceBuilder& builder, const std::vector<NsysUnit>& units, const std::vector<int32_t>& ranks);

    NcclPayloads m_payloads;
    NcclOperations m_operations;
    std::vector<Kernel> m_kernels;
    std::map<std::pair<uint64_t, uint32_t>, NcclOperations::Entry> m_launched; ///< by process and correlation
    std::map<uint64_t, Known> m_communicators;
};

} // namespace bubblescope
