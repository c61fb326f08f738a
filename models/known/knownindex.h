// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runindex.h"
#include "summarydigest.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// What is asked about the runs of a folder. An index that keeps the answer is opened without their spans.
enum class Asked : uint8_t {
    Spans,
    Findings, ///< of the step that represents each run
    Stragglers,
    Comparison, ///< reads the spans a few ranks at a time
    Builds,     ///< compared with each other: all spans where they fit, since the search for a culprit needs a step
};

/// A merged index, opened once for all that is asked about it: what its merge found is read when it is first needed,
/// and kept. Thread-safe.
class KnownIndex {
public:
    /// An Error if it is not merged yet, of a version that cannot be read, or damaged.
    static Result<std::shared_ptr<const KnownIndex>> open(const std::string& path);

    const RunIndex& runs() const { return m_runs; }
    /// Everything but the traces of the runs, which are null.
    const RunFolder& tables() const { return m_tables; }
    /// Of one of its runs, always the same object: its tables are read once.
    const std::shared_ptr<const RankBlocks>& blocks(size_t run) const { return m_blocks[run]; }
    /// Its runs, and nothing else of the folder; null where that cannot be used.
    const std::shared_ptr<const SummarizedFolder>& summarized() const;
    /// Why an analysis cannot be used: it is of another version, cannot be read, or is damaged.
    Error whyUnknown(IndexSection section, uint32_t run = 0) const;
    /// Whether these questions can be answered without spans in memory, for which there are so many bytes.
    bool answers(Asked asked, uint64_t memory) const;
    /// The runs with just the spans that findings name, or none.
    RunFolder withoutSpans(Asked asked) const;

private:
    KnownIndex(RunIndex runs, RunFolder tables);

    RunIndex m_runs;
    RunFolder m_tables;
    std::vector<std::shared_ptr<const RankBlocks>> m_blocks;
    mutable std::once_flag m_isSummarized;
    mutable std::shared_ptr<const SummarizedFolder> m_summarized;
};
using KnownIndexPtr = std::shared_ptr<const KnownIndex>;

/// The first of these paths that is an index, merged or not.
std::optional<std::string> indexAmong(const std::vector<std::string>& paths);

} // namespace bubblescope
