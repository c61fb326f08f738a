// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "knownindex.h"

#include "indexplaces.h"
#include "indexreading.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace bubblescope {

Result<std::shared_ptr<const KnownIndex>> KnownIndex::open(const std::string& path)
{
    const IndexPlaces places(path);
    std::error_code error;
    if (!std::filesystem::exists(places.run(), error))
        return Error {say("The index is not merged yet: run {} first", indexCall(path) + " --merge"), {}, {}};
    Result<RunIndex> runs = openRunIndex(places.run());
    if (!runs)
        return runs.error();
    Result<RunFolder> tables = runs->tables();
    if (!tables)
        return tables.error();
    tables->path = path;
    return KnownIndexPtr(new KnownIndex(std::move(runs).value(), std::move(tables).value()));
}

KnownIndex::KnownIndex(RunIndex runs, RunFolder tables) : m_runs(std::move(runs)), m_tables(std::move(tables))
{
    for (uint32_t run = 0; run < m_tables.runs.size(); ++run)
        m_blocks.push_back(m_runs.blocks(run));
}

const std::shared_ptr<const SummarizedFolder>& KnownIndex::summarized() const
{
    std::call_once(m_isSummarized, [this] {
        const Result<std::string> digest = m_runs.analysis(IndexSection::Summary);
        RunFolder runs; // its other inputs, which may be large, are in the tables
        runs.runs = m_tables.runs;
        std::optional<SummarizedFolder> known = digest ? summarizedFolder(std::move(runs), *digest) : std::nullopt;
        if (known)
            m_summarized = std::make_shared<const SummarizedFolder>(*std::move(known));
    });
    return m_summarized;
}

Error KnownIndex::whyUnknown(IndexSection section, uint32_t run) const
{
    const Result<std::string> text = m_runs.analysis(section, run);
    return text ? Error {say("What the index holds of {} is damaged.", m_tables.path), say("Index the run again."), {}}
                : text.error();
}

bool KnownIndex::answers(Asked asked, uint64_t memory) const
{
    if (asked == Asked::Spans || m_runs.isOutdated())
        return false;
    if (asked == Asked::Findings)
        return summarized() != nullptr;
    const Result<bool> fits = asked == Asked::Builds ? m_runs.fits(memory) : false;
    return fits && !*fits;
}

RunFolder KnownIndex::withoutSpans(Asked asked) const
{
    RunFolder folder = m_tables;
    for (size_t run = 0; run < folder.runs.size(); ++run)
        folder.runs[run].trace
            = asked == Asked::Findings ? summarized()->folder.runs[run].trace : tablesOf(m_blocks[run]);
    return folder;
}

std::optional<std::string> indexAmong(const std::vector<std::string>& paths)
{
    const auto found = std::find_if(paths.begin(), paths.end(), isIndex);
    return found == paths.end() ? std::nullopt : std::optional(*found);
}

} // namespace bubblescope
