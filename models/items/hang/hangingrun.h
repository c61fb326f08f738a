// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope {

class Document;

/// True if the opened run is what the dumps of a job that hangs recorded last: no step of it ended, so there is none to
/// explain, to price or to time again.
bool isHangingRun(const Document& document);
/// True if who hangs comes first: not where the dumps of some job lie among many other runs, one of which is opened.
bool hangLeads(const Document& document);

} // namespace bubblescope
