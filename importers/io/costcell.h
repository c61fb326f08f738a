// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"

#include <cstdint>
#include <string_view>

namespace bubblescope {

/// Parses costs and sizes in table cells and reports bad ones. An unusable cell counts as 0: it loses its own value,
/// never its row.
class CostCells {
public:
    /// `unitNs`: nanoseconds per time unit of the file.
    CostCells(ImportReport& report, double unitNs) : m_report(report), m_unitNs(unitNs) { }

    /// A duration in ns; never negative or absurdly long.
    double duration(std::string_view cell, std::string_view column, uint64_t offset);
    /// A number of bytes or elements; never negative.
    double size(std::string_view cell, std::string_view column, uint64_t offset);

private:
    double number(std::string_view cell, std::string_view column, uint64_t offset);

    ImportReport& m_report;
    double m_unitNs;
};

} // namespace bubblescope
