// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"

#include <cstdint>
#include <string_view>

namespace bubblescope {

/// Reads costs and sizes out of cells, and says what is wrong with them. What cannot be used counts as 0: a bad cell
/// costs its own value, never its row.
class CostCells {
public:
    /// `unitNs`: how many nanoseconds one unit of the file's times is.
    CostCells(ImportReport& report, double unitNs) : m_report(report), m_unitNs(unitNs) { }

    /// A duration in ns, never negative nor absurd.
    double duration(std::string_view cell, std::string_view column, uint64_t offset);
    /// A count of bytes or elements, never negative.
    double size(std::string_view cell, std::string_view column, uint64_t offset);

private:
    double number(std::string_view cell, std::string_view column, uint64_t offset);

    ImportReport& m_report;
    double m_unitNs;
};

} // namespace bubblescope
