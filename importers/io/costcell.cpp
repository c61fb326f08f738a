// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "costcell.h"

#include "tabletext.h"
#include "textencoding.h"
#include "tracetime.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr double largestSize = 1e18;

} // namespace

double CostCells::number(std::string_view cell, std::string_view column, uint64_t offset)
{
    const std::optional<double> value = parseNumber(cell);
    if (!value) {
        m_report.add(IssueKind::BadNumber, offset, say("{} is \"{}\", treated as 0", column, excerpt(cell)));
        return 0;
    }
    return *value;
}

double CostCells::duration(std::string_view cell, std::string_view column, uint64_t offset)
{
    const double value = number(cell, column, offset) * m_unitNs;
    if (value < 0) {
        m_report.add(IssueKind::NegativeDuration, offset, say("{} is {}, treated as 0", column, excerpt(cell)));
        return 0;
    }
    if (value > longestDurationNs) {
        m_report.add(IssueKind::TimeOutOfRange, offset, say("{} is {}, treated as 0", column, excerpt(cell)));
        return 0;
    }
    return value;
}

double CostCells::size(std::string_view cell, std::string_view column, uint64_t offset)
{
    const double value = number(cell, column, offset);
    if (value < 0 || value > largestSize) {
        m_report.add(IssueKind::BadNumber, offset, say("{} is {}, treated as 0", column, excerpt(cell)));
        return 0;
    }
    return value;
}

} // namespace bubblescope
