// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowfits.h"

#include "rowfit.h"

#include <algorithm>

namespace bubblescope {

const TimelineLayout::Options& RowFits::of(const Trace& trace, Question question)
{
    constexpr size_t mostKnown = 4;
    const auto known = std::find_if(
        m_known.begin(), m_known.end(), [&question](const Answer& answer) { return answer.question == question; });
    if (known != m_known.end()) {
        std::rotate(known, known + 1, m_known.end());
        return m_known.back().fitted;
    }
    if (m_known.size() == mostKnown)
        m_known.erase(m_known.begin());
    TimelineLayout::Options fitted
        = fittedRows(trace, question.options, question.height, question.rare, question.mayCollapse);
    return m_known.emplace_back(Answer {std::move(question), std::move(fitted)}).fitted;
}

} // namespace bubblescope
