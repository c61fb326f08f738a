// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timelinelayout.h"

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace bubblescope {

class LevelOfDetail;

/// By TrackId: lanes of communication and the host that are nearly empty, and may be drawn as thin lines.
std::vector<bool> rareLanes(const Trace& trace, const LevelOfDetail& detail);

/// What all rows take at their usual height; nothing if there are so many that nobody expects to see them all.
std::optional<double> usualHeight(const Trace& trace);

/// Whether ranks may become one line each.
enum class Collapse : uint8_t {
    Never,
    IfAllFit,
    IfMostFit, ///< a third of them in sight is better than one rank
};

/// So many ranks are expected in sight, however low the window is.
inline constexpr size_t mostSeenTogether = 32;

/// Open ranks that differ by few lanes stand at equal distances: how high each of them is then, for
/// TimelineLayout::Options::leastHeights. Empty where they are equally high, or some would be mostly empty.
std::map<int, double> evenHeights(const TimelineLayout& layout);
/// What all rows take, at equal distances.
double evenContentHeight(const TimelineLayout& layout);

/// The options with the tallest rows that show all ranks in `height` pixels: first by taller or lower rows, then by
/// thin `rare` lanes, then without the `others` (one line a rank for them), then by one line for each rank, at last
/// without the headers of stages. If nothing helps, rows have their usual height and the view scrolls. Lanes that are
/// left out already stay so.
TimelineLayout::Options fittedRows(const Trace& trace, TimelineLayout::Options options, double height,
    const std::vector<bool>& rare, Collapse collapse, const std::vector<bool>& others = {});

/// Remembers the last answers of fittedRows(): every move of a knob asks the same of the same rows at other times,
/// before and after groups of ranks are taken over from another timeline.
class RowFits {
public:
    struct Question {
        TimelineLayout::Options options;
        double height = 0;      ///< pixels
        std::vector<bool> rare; ///< by TrackId
        Collapse collapse = Collapse::Never;
        std::vector<bool> others {}; ///< the same
        bool operator==(const Question&) const = default;
    };

    /// `trace` must have the same lines as at the calls before, or forget() comes first.
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
