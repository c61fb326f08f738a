// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexwriter.h"

#include "folderarchive.h"
#include "packedtext.h"
#include "parallel.h"
#include "rankends.h"
#include "ranknames.h"
#include "tracearchive.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace bubblescope {

namespace {
constexpr size_t textsAtOnce = 64; // packed in parallel, written in order

class RunsWriter {
public:
    RunsWriter(ByteSink& file, const RunFolder& folder, const KeptAnalyses& analyses, unsigned threads,
        const ProgressFn& progress)
        : m_writer(file), m_folder(folder), m_analyses(analyses), m_threads(threads), m_progress(progress)
    {
    }
    bool add(const IndexSectionInfo& info)
    {
        return info.isAnalysis ? addAnalysis(info.section) : addOfFolder(info.section);
    }
    bool finish() { return m_writer.finish(); }

private:
    bool addOfFolder(IndexSection section)
    {
        switch (section) {
        case IndexSection::Folder:
            return addText(
                keyOf(section), archived([&](BinaryWriter& archive) { writeFolderTables(archive, m_folder); }));
        case IndexSection::Stamp:
            return addText(keyOf(section), m_analyses.version);
        default:
            break;
        }
        uint64_t spansBefore = 0;
        for (uint32_t r = 0; r < m_folder.runs.size(); ++r) {
            const Trace& trace = *m_folder.runs[r].trace;
            if (section == IndexSection::Spans ? !addSpans(r, trace, spansBefore) : !addOfRun(keyOf(section, r), trace))
                return false;
            spansBefore += trace.spanCount();
        }
        return true;
    }

    bool addOfRun(SectionKey key, const Trace& trace)
    {
        return addText(key, archived([&](BinaryWriter& archive) {
            if (key.kind == uint32_t(IndexSection::Tables))
                TraceArchive::writeTables(archive, trace);
            else
                writeNames(archive, namesByRank(trace, spansByRank(trace), m_threads));
        }));
    }

    bool addSpans(uint32_t run, const Trace& trace, uint64_t spansBefore)
    {
        const std::vector<RankSpans> blocks = spansByRank(trace);
        const CollectiveMembers members = m_analyses.membersOf ? m_analyses.membersOf(run) : std::nullopt;
        const EndsByRank ends(trace, blocks, members);
        std::vector<SectionKey> keys;
        for (uint32_t rank = 0; rank < blocks.size(); ++rank)
            keys.push_back(keyOf(IndexSection::Spans, run, rank));
        const auto textOf = [&](size_t rank) {
            return archived(
                [&](BinaryWriter& archive) { TraceArchive::writeSpans(archive, trace, blocks[rank], ends.of(rank)); });
        };
        return addTexts(keys, textOf, [&](size_t rank) {
            return !m_progress || m_progress(spansBefore + blocks[rank].first, m_folder.statistics.spans);
        });
    }

    bool addAnalysis(IndexSection section)
    {
        for (auto at = m_analyses.answers.lower_bound(keyOf(section));
             at != m_analyses.answers.end() && at->first.kind == uint32_t(section); ++at) {
            const KeptAnalyses::Answer& answer = at->second;
            if (answer.size > 0 && !m_writer.add(at->first, answer.packed, answer.size))
                return false;
        }
        return true;
    }

    bool addText(SectionKey key, std::string_view text) { return m_writer.add(key, packedText(text), text.size()); }

    template <typename TextOf, typename MayContinue>
    bool addTexts(const std::vector<SectionKey>& keys, const TextOf& textOf, const MayContinue& mayContinue)
    {
        for (size_t first = 0; first < keys.size(); first += textsAtOnce) {
            if (!mayContinue(first))
                return false;
            std::vector<std::pair<std::string, uint64_t>> packed(std::min(textsAtOnce, keys.size() - first));
            forEachParallel(packed.size(), m_threads, [&](size_t i) {
                const std::string& text = textOf(first + i);
                packed[i] = {packedText(text), text.size()};
            });
            for (size_t i = 0; i < packed.size(); ++i) {
                if (!m_writer.add(keys[first + i], packed[i].first, packed[i].second))
                    return false;
            }
        }
        return true;
    }

    SectionWriter m_writer;
    const RunFolder& m_folder;
    const KeptAnalyses& m_analyses;
    unsigned m_threads;
    const ProgressFn& m_progress;
};
} // namespace

bool writeRuns(
    ByteSink& file, const RunFolder& folder, const KeptAnalyses& analyses, unsigned threads, const ProgressFn& progress)
{
    RunsWriter writer(file, folder, analyses, threads, progress);
    return std::all_of(indexSections.begin(), indexSections.end(), [&](const IndexSectionInfo& info) {
        return writer.add(info);
    }) && writer.finish();
}

} // namespace bubblescope
