// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pinnedlanes.h"

#include "waittable.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

PinnedLanes::PinnedLanes(TimelineLayout::Options& options) : m_options(options) { }

bool PinnedLanes::contains(TrackId track) const
{
    return std::find(m_options.pinned.begin(), m_options.pinned.end(), track) != m_options.pinned.end();
}

bool PinnedLanes::set(TrackId track, bool pinned)
{
    if (pinned == contains(track) || !track.isValid())
        return false;
    if (pinned)
        m_options.pinned.push_back(track);
    else
        m_options.pinned.erase(std::find(m_options.pinned.begin(), m_options.pinned.end(), track));
    return true;
}

void PinnedLanes::follow(const Trace& old, const Trace* now)
{
    std::vector<TrackId> kept;
    for (const TrackId pinned : now ? m_options.pinned : std::vector<TrackId>()) {
        for (const Track& track : now->tracksOf(old.track(pinned).rank)) {
            if (const TrackId id = now->idOf(track); now->trackName(id) == old.trackName(pinned))
                kept.push_back(id);
        }
    }
    m_options.pinned = std::move(kept);
}

std::vector<SpanId> PinnedLanes::spansOfTwoRanks(const Trace& trace, const std::vector<SpanId>& evidence)
{
    std::vector<SpanId> spans;
    const auto rankOf = [&trace](SpanId of) { return trace.track(trace.track(of)).rank; };
    for (const SpanId span : evidence) {
        if (span.value < trace.spanCount() && spans.size() < 2
            && (spans.empty() || rankOf(spans.front()) != rankOf(span)))
            spans.push_back(span);
    }
    return spans;
}

void PinnedLanes::pinEvidence(const Trace& trace, const std::vector<SpanId>& spans)
{
    for (const SpanId span : spans) {
        const TrackId track = trace.track(drawnSpan(trace, span));
        if (contains(track))
            continue;
        m_evidence.push_back(track);
        m_options.pinned.push_back(track);
    }
}

void PinnedLanes::dropEvidence()
{
    for (const TrackId track : std::exchange(m_evidence, {}))
        std::erase(m_options.pinned, track);
}

} // namespace bubblescope
