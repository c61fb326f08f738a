// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "ncclpayload.h"
#include "timerange.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// Calls of NCCL on the threads of a report, and which of them a kernel was launched for: the one around its launch or,
/// where that is the end of a group, those of the group. Calls of a thread are added by time.
class NcclOperations {
public:
    struct Entry {
        NcclPayload payload;
        Operation operation = Operation::Other;
        bool isSend = false;
        bool isMessage = false;
    };
    void add(uint64_t thread, TimeRange range, std::string_view name, const NcclPayload& payload);
    bool isEmpty() const { return m_threads.empty(); }
    /// Nothing outside of all calls, and where operations of several communicators were launched as one.
    std::optional<Entry> at(uint64_t thread, TimeNs time) const;

private:
    enum class Kind : uint8_t { Other, Operation, GroupBegin, GroupEnd };
    struct Call {
        TimeRange range;
        Kind kind = Kind::Other;
        Entry operation;
    };
    using Calls = std::vector<Call>;

    static std::optional<Entry> ofGroup(const Calls& calls, size_t end);
    std::unordered_map<uint64_t, Calls> m_threads;
};

} // namespace bubblescope
