// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notehome.h"

#include "interleavedtrace.h"
#include "notebook.h"
#include "workspace.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

SpanKey NoteHome::key(SpanId shown) const
{
    if (!places)
        return keyOf(*trace, shown);
    const auto found = std::find(places->begin(), places->end(), shown);
    return found == places->end() ? SpanKey() : keyOf(*trace, SpanId(uint32_t(found - places->begin())));
}

AnchorPlace NoteHome::placeOf(const Annotation& note) const
{
    AnchorPlace place = bubblescope::placeOf(note, *trace);
    place.range = {place.range.begin + shift, place.range.end + shift};
    if (places && place.span.isValid())
        place.span = (*places)[place.span.value];
    return place;
}

std::vector<NoteHome> noteHomes(const Workspace& workspace)
{
    const Run* run = workspace.run();
    if (!run)
        return {};
    if (workspace.showsSimulation() && workspace.simulation()->halves.opened) {
        const ShownSimulation& both = *workspace.simulation();
        return {{{run->name, std::nullopt}, both.halves.opened, -both.offset, &both.fromOpened},
            {{both.halves.modelledName, knobsLine(both.knobs)}, both.halves.modelled, 0, &both.halves.fromModelled}};
    }
    return {{workspace.noteSubject(), run->trace, 0, nullptr}};
}

std::optional<NoteHome> noteHome(const Workspace& workspace, const Annotation::Subject& subject)
{
    for (NoteHome& home : noteHomes(workspace)) {
        if (home.subject == subject)
            return std::move(home);
    }
    return std::nullopt;
}

NoteHome noteHome(const Workspace& workspace, TrackId track)
{
    const std::vector<NoteHome> homes = noteHomes(workspace);
    const bool isOpened = track.isValid() && !isModelled(*workspace.trace(), track);
    return isOpened ? homes.front() : homes.back();
}

std::vector<AnchoredNote> anchoredNotes(const Workspace& workspace)
{
    std::vector<AnchoredNote> all;
    for (const NoteHome& home : noteHomes(workspace)) {
        const TimeRange shown = workspace.trace()->range();
        for (Annotation& note : workspace.notes().notesOf(home.subject)) {
            const AnchorPlace place = home.placeOf(note);
            // Of the opened run there is one step alone here.
            const bool isHere = note.kind == Annotation::Kind::Span && !place.isGone
                ? place.span.isValid()
                : place.range.end >= shown.begin && place.range.begin <= shown.end;
            if (isHere || !home.places)
                all.push_back({std::move(note), place});
        }
    }
    std::stable_sort(all.begin(), all.end(),
        [](const AnchoredNote& a, const AnchoredNote& b) { return a.place.range.begin < b.place.range.begin; });
    return all;
}

} // namespace bubblescope
