// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querydata.h"
#include "result.h"

#include <chrono>
#include <string>

namespace bubblescope {

/// The answer to a question in SQL as lines of cells between bars, at most 500 of them. A query that takes longer than
/// `patience` is stopped.
Result<std::string> queryAnswer(
    const QueryDataPtr& data, const std::string& sql, std::chrono::milliseconds patience = std::chrono::seconds(20));

} // namespace bubblescope
