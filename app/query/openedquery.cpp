// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "openedquery.h"

#include "hardwarepresets.h"
#include "summarydigest.h"

namespace bubblescope {

namespace {
KnownOfRun knownOf(const std::string& index, size_t run)
{
    std::optional<SummarizedFolder> merged = summarizedIndex({index});
    if (!merged || run >= merged->analyses.size())
        return {};
    auto analysis = std::make_shared<RunAnalysis>(std::move(merged->analyses[run]));
    std::vector<Finding>& findings = analysis->findings.list;
    findings.resize(std::min(findings.size(), FindingOptions().top));
    return {std::move(analysis), merged->folder.runs[run].trace};
}
} // namespace

QueryDataPtr queryDataOf(const OpenedFolderPtr& opened, std::vector<Annotation> notes)
{
    auto data = std::make_shared<QueryData>(
        std::shared_ptr<const RunFolder>(opened, &opened->folder), std::move(notes), hardwareCatalog());
    std::vector<UnreadSpans> unread;
    for (size_t run = 0; run < opened->blocks.size(); ++run)
        unread.push_back(
            {opened->blocks[run], [index = opened->folder.path, run] { return knownOf(index, run); }, opened->memory});
    data->setUnread(unread);
    return data;
}

} // namespace bubblescope
