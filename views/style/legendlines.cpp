// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "legendlines.h"

namespace bubblescope {

namespace {
QString leftOutText(size_t leftOut) { return QStringLiteral("+%1").arg(leftOut); }
} // namespace

LegendLines::LegendLines(std::vector<int> widths, int available)
    : m_widths(std::move(widths)), m_available(available)
{
    size_t first = 0;
    int used = 0;
    for (size_t i = 0; i < m_widths.size(); ++i) {
        if (i > first && used + m_widths[i] > m_available) {
            m_lines.emplace_back(first, i);
            first = i;
            used = 0;
        }
        used += m_widths[i];
    }
    m_lines.emplace_back(first, m_widths.size());
}

void LegendLines::limit(int mostLines, const QFontMetrics& font)
{
    if (count() <= mostLines)
        return;
    m_lines.resize(size_t(mostLines));
    auto& [first, last] = m_lines.back();
    int used = font.horizontalAdvance(leftOutText(m_widths.size()));
    size_t end = first;
    while (end < last && used + m_widths[end] <= m_available)
        used += m_widths[end++];
    last = std::max(end, std::min(first + 1, last)); // one is cut rather than none shown
}

QString LegendLines::rest() const
{
    const size_t leftOut = m_widths.size() - m_lines.back().second;
    return leftOut > 0 ? leftOutText(leftOut) : QString();
}

} // namespace bubblescope
