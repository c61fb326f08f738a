// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timelinelayout.h"

#include <set>

namespace bubblescope {

struct SearchResult;

/// The host threads of which only the outermost calls are shown. Edits TimelineLayout::Options.
class FoldedThreads {
public:
    /// `options` must outlive this object.
    explicit FoldedThreads(TimelineLayout::Options& options);

    /// All ranks alike.
    void setAll(bool folded);
    /// Folded where a rank would be taller than a screen.
    void start(const Trace* trace);
    /// False if nothing changes.
    bool set(const std::set<int>& ranks, bool folded);
    /// The span is a nested call of a folded thread.
    bool hides(const Trace& trace, SpanId span) const;
    /// Ranks that hide matches. O(rows x log(matches)).
    std::set<int> ranksHiding(const Trace& trace, const SearchResult& matches) const;

private:
    TimelineLayout::Options& m_options;
};

} // namespace bubblescope
