// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QString>

#include <utility>
#include <vector>

namespace bubblescope {

/// Entries of a legend, broken into lines like text. Those without a line are counted: "+4" at the end of the last.
class LegendLines {
public:
    static constexpr int unlimited = 100;
    /// `widths`: of the entries, each with its gap. At least one line.
    LegendLines(std::vector<int> widths, int available);

    int count() const { return int(m_lines.size()); }
    void limit(int mostLines, const QFontMetrics& font);
    /// First and one past last entry.
    std::pair<size_t, size_t> operator[](int line) const { return m_lines[size_t(line)]; }
    /// Of the last line; empty if nothing is left out.
    QString rest() const;

private:
    std::vector<int> m_widths;
    int m_available;
    std::vector<std::pair<size_t, size_t>> m_lines;
};

} // namespace bubblescope
