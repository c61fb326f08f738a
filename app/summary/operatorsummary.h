// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runjson.h"
#include "summaryinput.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// What one operator with inputs of these shapes took of a device, in the step of a summary: the mean of the ranks.
struct OperatorWork {
    std::string name;
    std::string shapes;
    double calls = 0;
    double deviceNs = 0;          ///< of what it launched itself
    std::optional<double> flops;  ///< of all calls; nullopt where its work is not known
    /// FLOP/s while the device was busy with it; nullopt where its work is not known.
    std::optional<double> rate() const;
};

/// Most device time first; empty for runs without operators, and where their spans are not in memory.
std::vector<OperatorWork> operatorWork(const SummaryInput& input);
/// `operators` of `summary --json`: at most so many; null where there are none.
Json operatorWorkJson(const SummaryInput& input, size_t most);
/// The first of them as a table; empty where there are none.
QString operatorWorkText(const SummaryInput& input);

} // namespace bubblescope
