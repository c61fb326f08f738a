// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spankey.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A note that somebody wrote on a timeline. Its times are on the clock of the run (Trace::origin() + ns), so that they
/// hold when the run is read again; of a simulated run, whose origin is 0, they count from the begin of the step.
struct Annotation {
    enum class Kind : uint8_t {
        Span,  ///< one span
        Time,  ///< a flag at range.begin
        Range, ///< a bracket over all ranks
        Box,   ///< the range on some ranks
    };
    /// Whose timeline it belongs to.
    struct Subject {
        std::string run;                  ///< Run::name
        std::optional<std::string> knobs; ///< of a simulated run, as knobsLine() has them; nothing: the opened run
        bool operator==(const Subject&) const = default;
    };
    /// Colours are told apart by their number; a palette says what they look like.
    static constexpr int colorCount = 6;
    static constexpr size_t longestText = 4000;

    uint32_t id = 0; ///< within its notebook; 0: not in one yet
    Kind kind = Kind::Time;
    Subject subject;
    SpanKey span;       ///< of a Span
    TimeRange range;    ///< of a Span where it lay when the note was made; of a Time both ends are equal
    int firstRank = -1; ///< of a Box, by number, both included
    int lastRank = -1;
    std::string text;
    int color = 0;
    bool hasArrow = true; ///< a line from the text to what it is about
    /// Where the text was dragged to, logical pixels from the anchor's upper left; nothing: in the band of the notes.
    struct Offset {
        double x = 0;
        double y = 0;
        bool operator==(const Offset&) const = default;
    };
    std::optional<Offset> offset;
    bool operator==(const Annotation&) const = default;
};

/// Where a note's anchor is in a trace; times relative to its origin.
struct AnchorPlace {
    TimeRange range;
    SpanId span;         ///< of a Span that is there
    bool isGone = false; ///< the span, the ranks or the time are not in this trace; range: where they were
};
AnchorPlace placeOf(const Annotation& note, const Trace& trace);
struct AnchoredNote {
    Annotation note;
    AnchorPlace place;
};
/// All of them with their places, by begin.
std::vector<AnchoredNote> anchored(std::vector<Annotation> notes, const Trace& trace);

/// "span", "time", "range", "box"; and back, nothing for other words.
std::string_view annotationKindName(Annotation::Kind kind);
std::optional<Annotation::Kind> annotationKind(std::string_view name);

} // namespace bubblescope
