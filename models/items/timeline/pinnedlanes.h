// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timelinelayout.h"

#include <vector>

namespace bubblescope {

/// Which lanes stand pinned above the rows: those that the user chose, and those of the current finding's evidence,
/// which go with it. Edits TimelineLayout::Options::pinned.
class PinnedLanes {
public:
    /// `options` must outlive this object.
    explicit PinnedLanes(TimelineLayout::Options& options);

    bool contains(TrackId track) const;
    /// By the user. False if nothing changes.
    bool set(TrackId track, bool pinned);
    /// Another trace is shown: the user's lanes stay pinned where the same rank has a lane of that name. `now` is null
    /// if nothing stays.
    void follow(const Trace& old, const Trace* now);

    /// The first span of a finding's evidence, and the first on another rank.
    static std::vector<SpanId> spansOfTwoRanks(const Trace& trace, const std::vector<SpanId>& evidence);
    void pinEvidence(const Trace& trace, const std::vector<SpanId>& spans);
    void dropEvidence();

private:
    TimelineLayout::Options& m_options;
    std::vector<TrackId> m_evidence; ///< pinned, though not by the user
};

} // namespace bubblescope
