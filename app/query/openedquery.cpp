// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "openedquery.h"

#include "hardwarepresets.h"
#include "summarydigest.h"

namespace bubblescope {

namespace {
/// Nothing where it is damaged, or of another run than its tables.
KnownOfRun knownOfRun(const OpenedFolder& opened, size_t number)
{
    const KnownRun run = knownOf(opened).run(number);
    Result<KnownAnalysis> known = run.analysis();
    if (!known || !isDigestOf(*known->run, opened.blocks[number]->tables()))
        return {nullptr, nullptr, run.whyOutdated()};
    return {std::make_shared<RunAnalysis>(std::move(known->analysis)), known->run->trace, std::nullopt};
}
} // namespace

QueryDataPtr queryDataOf(const OpenedFolderPtr& opened, std::vector<Annotation> notes)
{
    auto data = std::make_shared<QueryData>(
        std::shared_ptr<const RunFolder>(opened, &opened->folder), std::move(notes), hardwareCatalog());
    std::vector<UnreadSpans> unread;
    for (size_t run = 0; run < opened->blocks.size(); ++run) {
        const auto known = [opened, run] { return knownOfRun(*opened, run); };
        unread.push_back({opened->blocks[run], known, opened->memory});
    }
    data->setUnread(unread);
    return data;
}

} // namespace bubblescope
