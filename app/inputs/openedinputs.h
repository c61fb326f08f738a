// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "openedfolder.h"
#include "steptable.h"
#include "summarydigest.h"
#include "summaryinput.h"

namespace bubblescope {

/// What is known of an opened folder's inputs: of an index that is not all in memory, what its merge found of all ranks.
struct OpenedInputs {
    std::vector<SummaryInput> inputs; ///< refer to the folder, or to `merged`
    std::shared_ptr<const SummarizedFolder> merged {};
};
Result<OpenedInputs> inputsOf(const OpenedFolder& opened);

/// Every step of every rank of one of its runs, likewise.
Result<StepTablePtr> stepsOfRun(const OpenedFolder& opened, const Run& run);

} // namespace bubblescope
