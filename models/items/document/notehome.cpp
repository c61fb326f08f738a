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

std::vector<NoteHome> noteHomes(const Document& document)
{
    const Run* run = document.run();
    if (!run)
        return {};
    if (document.showsSimulation() && document.simulation()->halves.opened) {
        const ShownSimulation& both = *document.simulation();
        return {{{run->name, std::nullopt}, both.halves.opened, -both.offset, &both.fromOpened},
            {{both.halves.modelledName, knobsLine(both.knobs)}, both.halves.modelled, 0, &both.halves.fromModelled}};
    }
    return {{document.noteSubject(), run->trace, 0, nullptr}};
}

std::optional<NoteHome> noteHome(const Document& document, const Annotation::Subject& subject)
{
    for (NoteHome& home : noteHomes(document)) {
        if (home.subject == subject)
            return std::move(home);
    }
    return std::nullopt;
}

NoteHome noteHome(const Document& document, TrackId track)
{
    const std::vector<NoteHome> homes = noteHomes(document);
    const bool isOpened = track.isValid() && !isModelled(*document.trace(), track);
    return isOpened ? homes.front() : homes.back();
}

std::vector<AnchoredNote> anchoredNotes(const Document& document)
{
    std::vector<AnchoredNote> all;
    for (const NoteHome& home : noteHomes(document)) {
        const TimeRange shown = document.trace()->range();
        for (Annotation& note : document.notes().notesOf(home.subject)) {
            const AnchorPlace place = home.placeOf(note);
            // Only one step of the opened run is shown here.
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

void goToNote(Workspace& workspace, const Annotation& note)
{
    Selection& selection = workspace.selection;
    TimeWindow& window = workspace.window;
    const TracePtr now = workspace.document.trace();
    const std::optional<NoteHome> home = noteHome(workspace.document, note.subject);
    if (!now || !home)
        return;
    const AnchorPlace place = home->placeOf(note);
    if (place.span.isValid()) {
        selection.setSpan(place.span);
        window.revealSpan(place.span);
    } else {
        // The whole note must be visible, and not as a speck.
        constexpr TimeNs leastShare = 30; // share of the visible range
        const TimeNs width = window.visibleRange().duration();
        const TimeNs length = place.range.duration();
        const TimeNs middle = place.range.begin + length / 2;
        const bool fits = window.visibleRange().contains(place.range) && (length == 0 || length >= width / leastShare);
        const TimeNs wanted = length == 0 ? width : length + length / 2;
        if (!fits)
            window.setVisibleRange({middle - wanted / 2, middle - wanted / 2 + wanted});
        if (note.kind == Annotation::Kind::Box && now->findRank(note.firstRank)) {
            selection.setRank(note.firstRank);
            const auto rows = now->rows();
            const auto ofRank = std::find_if(rows.begin(), rows.end(), [&now, &note](const Row& row) {
                return row.spanCount > 0 && now->track(row.track).rank == note.firstRank;
            });
            if (ofRank != rows.end())
                window.requestReveal(SpanId(ofRank->firstSpan));
        }
    }
    window.commitPlace();
    workspace.document.notes().setCurrent(note.id);
}

} // namespace bubblescope
