// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"
#include "workload.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

/// True for the first word of a workload's header.
bool isWorkloadPolicy(std::string_view word);

/// What is wrong with a header or a row; the rest of it is read all the same.
struct WorkloadFault {
    enum class Kind : uint8_t { BadNumber, NegativeTime, TimeOutOfRange, UnknownCommunication };
    Kind kind;
    Message message;
};

/// Reads the header line into policy and key values: any order, colon or not, missing or empty ones are left unknown.
/// False where the line does not begin with a policy.
bool parseWorkloadHeader(std::string_view line, Workload& workload, std::vector<WorkloadFault>& faults);

/// Reads a row of 12 words (13 with a policy of its own). Longer rows have white space in their name. Nothing for
/// shorter ones.
std::optional<WorkloadRow> parseWorkloadRow(std::string_view line, std::vector<WorkloadFault>& faults);
inline constexpr size_t workloadRowWords = 12;

} // namespace bubblescope
