// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timelinelayout.h"

#include <vector>

namespace bubblescope {

/// Remembers the last answers of fittedRows(): every move of a knob asks the same of the same rows at other times,
/// before and after groups of ranks are taken over from another timeline.
class RowFits {
public:
    struct Question {
        TimelineLayout::Options options;
        double height = 0;      ///< pixels
        std::vector<bool> rare; ///< by TrackId
        bool mayCollapse = false;
        bool operator==(const Question&) const = default;
    };

    /// `trace` must have the same rows as at the calls before, or forget() comes first.
    const TimelineLayout::Options& of(const Trace& trace, Question question);
    void forget() { m_known.clear(); }

private:
    struct Answer {
        Question question;
        TimelineLayout::Options fitted;
    };
    std::vector<Answer> m_known; // a few, the last used last
};

} // namespace bubblescope
