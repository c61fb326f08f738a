// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <unordered_map>
#include <vector>

namespace bubblescope {

/// The tracks that a TraceBuilder has collected, and the one with a given key.
class BuiltTracks {
public:
    struct Identity {
        int32_t rank;
        Lane lane;
        Category group;
        StringId name;
        bool operator==(const Identity&) const = default;
    };

    const std::vector<Track>& list() const { return m_tracks; }
    const Track& operator[](TrackId id) const { return m_tracks[id.value]; }
    /// The track with this identity, created on first use. `stage` is that of the track if none is known yet.
    TrackId find(const Identity& identity, int16_t stage);
    /// A track whose identity no other one has.
    TrackId add(const Identity& identity, int16_t stage);
    /// No other track may have the new identity.
    void change(TrackId id, const Identity& identity, int16_t stage);
    void setRank(int32_t from, int32_t to);
    /// Takes the tracks of an archive.
    void set(std::vector<Track> tracks);
    /// All tracks, sorted for display; `moved` receives the new number of each. Nothing is left.
    std::vector<Track> takeSorted(std::vector<TrackId>& moved);

private:
    struct IdentityHash {
        size_t operator()(const Identity& identity) const;
    };
    static Identity identityOf(const Track& track) { return {track.rank, track.lane, track.group, track.name}; }

    void indexAdded();

    std::vector<Track> m_tracks;
    uint32_t m_indexed = 0; ///< as many of them are in `m_ids`
    std::unordered_map<Identity, TrackId, IdentityHash> m_ids;
};

} // namespace bubblescope
