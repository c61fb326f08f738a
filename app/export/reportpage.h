// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exportrequest.h"
#include "result.h"
#include "summaryinput.h"

#include <QByteArray>

namespace bubblescope {

class ExportSource;

/// A self-contained HTML page: headline, findings, pictures, what was simulated and assumed, ranks, stages and issues.
/// No scripts, nothing from the network; suitable for printing. An error if there is nothing to report. `inputs` comes
/// from summaryInputs(), which is slow for a long run and may run on another thread.
Result<QByteArray> reportPage(
    ExportSource& source, const ExportRequest& request, const std::vector<SummaryInput>& inputs);

} // namespace bubblescope
