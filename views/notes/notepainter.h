// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "noteplaces.h"

#include <QColor>
#include <QString>

#include <vector>

class QPainter;

namespace bubblescope {

/// The background of the band with its name next to it. `notes`: number of notes in the run.
void paintNoteBand(QPainter& painter, const NoteFrame& frame, size_t notes);
/// Outlines, brackets, flags and arrows, then the cards. `current` is the id of the marked note, 0 for none.
void paintNotes(QPainter& painter, const NoteFrame& frame, const std::vector<PlacedNote>& notes, uint32_t current = 0);

/// Colours of notes, by number.
QColor noteColor(const Palette& palette, int number);
QString noteColorName(int number);

} // namespace bubblescope
