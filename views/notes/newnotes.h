// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"
#include "trace.h"

namespace bubblescope {

class Document;

/// What a note is to be about, in times as they are shown. An invalid lane means all of them.
class NewNotes {
public:
    /// The document must outlive this object.
    explicit NewNotes(const Document& document) : m_document(document) { }

    int color() const { return m_color; }
    void setColor(int color) { m_color = color; } ///< of the notes to come
    Annotation of(Annotation::Kind kind, TimeRange range, TrackId track = {}) const;
    Annotation ofSpan(SpanId span) const;
    /// Of a range on some ranks; on all of them if the first is negative.
    Annotation ofRanks(TimeRange range, int firstRank, int lastRank, TrackId track = {}) const;

private:
    const Document& m_document;
    int m_color = 0;
};

} // namespace bubblescope
