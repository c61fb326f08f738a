// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sidetablebuilder.h"
#include "tracebuilder.h"

#include <map>

namespace bubblescope {

/// What a TraceBuilder has collected; known to itself and to its archive only.
struct TraceBuilder::Private {
    struct TrackIdentity {
        int32_t rank;
        Lane lane;
        Category group;
        StringId name;
        auto operator<=>(const TrackIdentity&) const = default;
    };

    StringPool strings;
    std::vector<Track> tracks;
    std::map<TrackIdentity, TrackId> trackIds;
    std::vector<std::string> files {std::string()};
    std::map<int32_t, std::string> hosts;
    struct StepEnd {
        int32_t rank;
        TimeNs end;
    };
    std::vector<StepEnd> stepEnds;
    std::vector<RankStep> statedSteps;
    SideTableBuilder side;

    // One entry per span, in the order of addSpan().
    std::vector<TrackId> track;
    Timing timing;
    std::vector<StringId> name;
    Column<StringId> detail;
    Column<SpanId> parent; ///< as stated
    std::vector<Category> category;
    Column<Operation, Operation::Other> operation;
    Column<uint8_t> flags;
    Column<int16_t, -1> stage;
    Column<int32_t, -1> microbatch;
    Column<int64_t, -1> bytes;
    std::vector<uint64_t> source;

    uint32_t count() const { return static_cast<uint32_t>(track.size()); }
    TrackId trackFor(const TrackIdentity& identity, int16_t stageOfTrack);
    std::vector<TrackId> sortTracks();
    void reorderSpans(const std::vector<uint32_t>& order);
    void collectRanks(Trace& trace) const;
    void collectSteps(Trace& trace) const;
};

} // namespace bubblescope
