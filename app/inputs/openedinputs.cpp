// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "openedinputs.h"

#include "indexplaces.h"
#include "keptsteps.h"

#include <utility>

namespace bubblescope {

namespace {
/// Of an index: ranks that do not fit into memory, or are damaged. Not of a part that somebody chose.
bool lacksRanks(const OpenedFolder& opened)
{
    const ImportReport& report = opened.folder.report;
    return !opened.blocks.empty()
        || (isIndex(opened.folder.path) && report.count(IssueKind::UnreadableFile) > 0
            && report.count(IssueKind::PartOnly) == 0);
}

Error unusable(const OpenedFolder& opened)
{
    if (std::optional<Error> error = whyOutdated(opened.folder.path))
        return *std::move(error);
    return {say("What the index holds of {} is damaged.", opened.folder.path), say("Index the run anew."), {}};
}
} // namespace

Result<OpenedInputs> inputsOf(const OpenedFolder& opened)
{
    OpenedInputs made;
    SummaryOptions options;
    if (lacksRanks(opened)) {
        std::optional<SummarizedFolder> merged = summarizedIndex({opened.folder.path});
        if (!merged)
            return unusable(opened);
        made.merged = std::make_shared<const SummarizedFolder>(*std::move(merged));
        options.known = made.merged->analyses;
    }
    Result<std::vector<SummaryInput>> inputs = summaryInputs(made.merged ? made.merged->folder : opened.folder, options);
    if (!inputs)
        return inputs.error();
    made.inputs = std::move(inputs).value();
    return made;
}

Result<StepTablePtr> stepsOfRun(const OpenedFolder& opened, const Run& run)
{
    if (!lacksRanks(opened))
        return std::make_shared<const StepTable>(StepTable::ofRun(*contextOf(run)));
    if (const StepTablePtr kept = stepsOfIndex(opened.folder.path, run.name))
        return kept;
    return unusable(opened);
}

} // namespace bubblescope
