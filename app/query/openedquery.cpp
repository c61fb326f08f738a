// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "openedquery.h"

#include "hardwarepresets.h"
#include "summarydigest.h"

namespace bubblescope {

namespace {
/// Nothing where the digest is damaged, or of another run than these tables.
KnownOfRun knownOf(const std::string& index, size_t run, const Trace& tables)
{
    std::optional<SummarizedFolder> merged = summarizedIndex({index});
    if (std::optional<Error> outdated = merged ? std::nullopt : whyOutdated(index))
        return {nullptr, nullptr, *std::move(outdated)};
    if (!merged || run >= merged->analyses.size() || !isDigestOf(merged->folder.runs[run], tables))
        return {};
    auto analysis = std::make_shared<RunAnalysis>(std::move(merged->analyses[run]));
    std::vector<Finding>& findings = analysis->findings.list;
    findings.resize(std::min(findings.size(), FindingOptions().top));
    return {std::move(analysis), merged->folder.runs[run].trace, std::nullopt};
}
} // namespace

QueryDataPtr queryDataOf(const OpenedFolderPtr& opened, std::vector<Annotation> notes)
{
    auto data = std::make_shared<QueryData>(
        std::shared_ptr<const RunFolder>(opened, &opened->folder), std::move(notes), hardwareCatalog());
    std::vector<UnreadSpans> unread;
    for (size_t run = 0; run < opened->blocks.size(); ++run) {
        const auto known = [index = opened->folder.path, run, blocks = opened->blocks[run]] {
            return knownOf(index, run, blocks->tables());
        };
        unread.push_back({opened->blocks[run], known, opened->memory});
    }
    data->setUnread(unread);
    return data;
}

} // namespace bubblescope
