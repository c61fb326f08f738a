// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rankgrid.h"

#include <QString>
#include <QStringList>

namespace bubblescope {

/// Names of the heat map's columns: replicas where they begin, else empty.
QStringList rankColumnNames(const RankGrid& grid);
/// What the columns are, and the lines between them. `trace` may be null, here and below.
QString rankAxisText(const RankGrid& grid, const Trace* trace);
/// The same one below the other, or only the first.
QString narrowAxisText(const QString& text, bool hasRoomForLines);
/// What is known of a cell's rank, line by line; `figure` says what colours it.
QString rankCellText(const RankGrid::Cell& cell, const Trace* trace, const QString& figure);

} // namespace bubblescope
