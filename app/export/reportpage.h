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
/// No scripts, nothing from the network; prints well. Refuses if there is nothing to report.
/// `inputs`: of summaryInputs(), which takes a while for a long run and may be called on another thread.
Result<QByteArray> reportPage(
    ExportSource& source, const ExportRequest& request, const std::vector<SummaryInput>& inputs);

} // namespace bubblescope
