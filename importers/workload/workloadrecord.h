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

/// True if a workload's header may start with this word.
bool isWorkloadPolicy(std::string_view word);

/// A defect in a header or row; the rest of it is still read.
struct WorkloadFault {
    enum class Kind : uint8_t { BadNumber, NegativeTime, TimeOutOfRange, UnknownCommunication };
    Kind kind;
    Message message;
};

/// Reads policy and key-value pairs from the header line, in any order, with or without colons; missing or empty ones
/// stay unknown. False if the line does not start with a policy.
bool parseWorkloadHeader(std::string_view line, Workload& workload, std::vector<WorkloadFault>& faults);

/// Reads a row of 12 words, or 13 if it has its own policy. Longer rows have white space in their name; shorter ones
/// give nullopt.
std::optional<WorkloadRow> parseWorkloadRow(std::string_view line, std::vector<WorkloadFault>& faults);
inline constexpr size_t workloadRowWords = 12;

} // namespace bubblescope
