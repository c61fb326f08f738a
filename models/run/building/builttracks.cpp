// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "builttracks.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace bubblescope {

size_t BuiltTracks::IdentityHash::operator()(const Identity& identity) const
{
    // Tracks that are made one after the other lie side by side.
    return (size_t(uint32_t(identity.rank)) << 8) + (size_t(identity.lane) << 5) + size_t(identity.group)
        + identity.name.value;
}

TrackId BuiltTracks::add(const Identity& identity, int16_t stage)
{
    Track made;
    made.name = identity.name;
    made.rank = identity.rank;
    made.stage = stage;
    made.lane = identity.lane;
    made.group = identity.group;
    m_tracks.push_back(made);
    return TrackId(static_cast<uint32_t>(m_tracks.size() - 1));
}

void BuiltTracks::indexAdded()
{
    for (; m_indexed < m_tracks.size(); ++m_indexed)
        m_ids.try_emplace(identityOf(m_tracks[m_indexed]), TrackId(m_indexed));
}

TrackId BuiltTracks::find(const Identity& identity, int16_t stage)
{
    indexAdded();
    const auto [place, isNew] = m_ids.try_emplace(identity, TrackId(static_cast<uint32_t>(m_tracks.size())));
    if (isNew) {
        add(identity, stage);
        ++m_indexed;
    } else if (Track& known = m_tracks[place->second.value]; known.stage < 0) {
        known.stage = stage;
    }
    return place->second;
}

void BuiltTracks::change(TrackId id, const Identity& identity, int16_t stage)
{
    indexAdded();
    Track& changed = m_tracks[id.value];
    const auto known = m_ids.find(identityOf(changed));
    if (known != m_ids.end() && known->second == id)
        m_ids.erase(known);
    changed.rank = identity.rank;
    changed.stage = stage;
    changed.lane = identity.lane;
    changed.group = identity.group;
    changed.name = identity.name;
    m_ids.emplace(identity, id);
}

void BuiltTracks::setRank(int32_t from, int32_t to)
{
    std::vector<Track> tracks = std::move(m_tracks);
    for (Track& track : tracks) {
        if (track.rank == from)
            track.rank = to;
    }
    set(std::move(tracks));
}

void BuiltTracks::set(std::vector<Track> tracks)
{
    m_tracks = std::move(tracks);
    m_ids.clear();
    m_indexed = 0;
    indexAdded();
}

std::vector<Track> BuiltTracks::takeSorted(std::vector<TrackId>& moved)
{
    std::vector<uint32_t> order(m_tracks.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [this](uint32_t a, uint32_t b) {
        const auto key = [](const Track& track) { return std::tuple(track.rank, track.lane, track.group); };
        return key(m_tracks[a]) < key(m_tracks[b]);
    });
    moved.resize(m_tracks.size());
    std::vector<Track> sorted;
    sorted.reserve(order.size());
    for (const uint32_t from : order) {
        moved[from] = TrackId(static_cast<uint32_t>(sorted.size()));
        sorted.push_back(m_tracks[from]);
    }
    m_tracks.clear();
    m_ids.clear();
    m_indexed = 0;
    return sorted;
}

} // namespace bubblescope
