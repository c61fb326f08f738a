// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <QString>

#include <vector>

namespace bubblescope {

/// Names of lanes in the few characters that a track tree has, by TrackId: "tp" of "comm tp", without what all lanes of
/// a rank begin with, threads of a profiler by what they do.
std::vector<QString> laneNames(const Trace& trace);
/// The same where it does not fit: threads and streams differ in their numbers, so that "stream 13 sync" must
/// not become "strea…sync". Other names stay as they are.
QString numberFirst(const QString& lane);

} // namespace bubblescope
