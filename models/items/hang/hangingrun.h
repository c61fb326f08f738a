// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope {

class Document;
struct Run;
struct RunFolder;

/// True if the run is what dumps of a job that hangs recorded, and nothing else.
bool isMadeOfDumps(const Run& run, const RunFolder& folder);

/// Which of the hangs among the folder's dumps the run was recorded in; -1 if none.
int hangOf(const Run& run, const RunFolder& folder);

/// True if the opened run is what the dumps of a job that hangs recorded last: no step of it ended, so there is none to
/// explain, to price or to time again.
bool isHangingRun(const Document& document);

} // namespace bubblescope
