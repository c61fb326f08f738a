// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "annotation.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

constexpr std::array<std::string_view, 4> kindNames {"span", "time", "range", "box"};

} // namespace

AnchorPlace placeOf(const Annotation& note, const Trace& trace)
{
    AnchorPlace place;
    place.range
        = {boundedDifference(trace.origin(), note.range.begin), boundedDifference(trace.origin(), note.range.end)};
    if (note.kind == Annotation::Kind::Span) {
        place.span = findSpan(trace, note.span);
        place.isGone = !place.span.isValid();
        if (!place.isGone)
            place.range = trace.range(place.span);
        return place;
    }
    const TimeRange all = trace.range();
    place.isGone = place.range.end < all.begin || place.range.begin > all.end;
    if (note.kind == Annotation::Kind::Box) {
        const auto ranks = trace.ranks();
        place.isGone = place.isGone || std::none_of(ranks.begin(), ranks.end(), [&note](const RankInfo& rank) {
            return rank.rank >= note.firstRank && rank.rank <= note.lastRank;
        });
    }
    return place;
}

std::vector<AnchoredNote> anchored(std::vector<Annotation> notes, const Trace& trace)
{
    std::vector<AnchoredNote> all;
    all.reserve(notes.size());
    for (Annotation& note : notes) {
        const AnchorPlace place = placeOf(note, trace);
        all.push_back({std::move(note), place});
    }
    std::stable_sort(all.begin(), all.end(),
        [](const AnchoredNote& a, const AnchoredNote& b) { return a.place.range.begin < b.place.range.begin; });
    return all;
}

std::string_view annotationKindName(Annotation::Kind kind) { return kindNames[size_t(kind)]; }

std::optional<Annotation::Kind> annotationKind(std::string_view name)
{
    const auto found = std::find(kindNames.begin(), kindNames.end(), name);
    if (found == kindNames.end())
        return std::nullopt;
    return Annotation::Kind(found - kindNames.begin());
}

} // namespace bubblescope
