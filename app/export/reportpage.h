// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exportrequest.h"
#include "result.h"
#include "summaryinput.h"

#include <QByteArray>

namespace bubblescope {

class ExportSource;

/// A page that stands alone: headline, findings, pictures, what was simulated and assumed, ranks, stages and issues. No
/// script, nothing from the network; prints well. Refuses, with a sentence, where there is nothing to tell.
/// `inputs` as summaryInputs() tells them, which takes a while for a long run and may be had on another thread.
Result<QByteArray> reportPage(
    ExportSource& source, const ExportRequest& request, const std::vector<SummaryInput>& inputs);

} // namespace bubblescope
