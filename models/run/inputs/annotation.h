// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spankey.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A user's note on a timeline. Its times are on the clock of the run (Trace::origin() + ns), so that they stay valid
/// when the run is read again; for a simulated run, whose origin is 0, they count from the begin of the step.
struct Annotation {
    enum class Kind : uint8_t {
        Span,  ///< one span
        Time,  ///< a flag at range.begin
        Range, ///< a bracket over all ranks
        Box,   ///< the range on some ranks
    };
    /// The timeline that the note belongs to.
    struct Subject {
        std::string run;                  ///< Run::name
        std::optional<std::string> knobs; ///< of a simulated run, as from knobsLine(); nullopt for the opened run
        bool operator==(const Subject&) const = default;
    };
    /// Colours are numbers; the palette defines what they look like.
    static constexpr int colorCount = 6;
    static constexpr size_t longestText = 4000;

    uint32_t id = 0; ///< unique in its notebook; 0 until added to one
    Kind kind = Kind::Time;
    Subject subject;
    SpanKey span;       ///< only for a Span
    TimeRange range;    ///< for a Span its range when the note was made; for a Time begin == end
    int firstRank = -1; ///< only for a Box: first and last rank number, inclusive
    int lastRank = -1;
    std::string text;
    int color = 0;
    bool hasArrow = true; ///< a line from the text to its anchor
    /// Where the text was dragged, in logical pixels from the anchor's top left corner; nullopt: in the notes' band.
    struct Offset {
        double x = 0;
        double y = 0;
        bool operator==(const Offset&) const = default;
    };
    std::optional<Offset> offset;
    bool operator==(const Annotation&) const = default;
};

/// Where the anchor of a note is in a trace; times relative to its origin.
struct AnchorPlace {
    TimeRange range;
    SpanId span;         ///< of a Span, if it exists
    bool isGone = false; ///< span, ranks or time are not in this trace; `range` is where they were
};
AnchorPlace placeOf(const Annotation& note, const Trace& trace);
struct AnchoredNote {
    Annotation note;
    AnchorPlace place;
};
/// All notes with their anchors, by begin.
std::vector<AnchoredNote> anchored(std::vector<Annotation> notes, const Trace& trace);

/// "span", "time", "range" or "box"; the reverse gives nullopt for other words.
std::string_view annotationKindName(Annotation::Kind kind);
std::optional<Annotation::Kind> annotationKind(std::string_view name);

} // namespace bubblescope
