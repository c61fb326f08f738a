// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "indexsections.h"
#include "progress.h"
#include "rankblocks.h"
#include "run.h"
#include "sectionfile.h"

#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

struct RunSpans;

/// A merged index, open for reading.
class RunIndex {
public:
    /// `version`: of the analyses of this program.
    static Result<RunIndex> open(const std::string& path, std::string_view version);
    /// Whether its analyses were made by another version of them: then analysis() is an error that says so and names the
    /// command. Who has all spans works them out again.
    bool isOutdated() const { return m_isOutdated; }

    struct Options {
        unsigned threads = 1;
        uint64_t memory = UINT64_MAX; ///< bytes that the spans of a run may take
        /// By run, global numbers: their spans come first, in this order.
        std::vector<std::vector<int32_t>> preferred {};
        /// What of the other ranks is opened.
        enum class Others : uint8_t {
            AsManyAsFit, ///< all, or every n-th where memory is short
            AllOrNone,   ///< where memory is short, they are read when they are preferred: another set of ranks comes
                         ///< before this one goes, so each may take half of the memory
            None,
            Refused, ///< where memory is short, it is an error
        };
        Others others = Others::AsManyAsFit;
        bool reportsPart = true; ///< what does not fit is an issue
        /// Only what meets it of all ranks, and the steps that do; an error if that does not fit.
        std::optional<TimeRange> range {};
        /// By run, its number: where memory is short, what is needed of this step of all ranks instead of some ranks;
        /// an error if that does not fit either. Nothing is opened of a run that has none.
        std::vector<std::optional<int32_t>> steps {};
        bool readsStepAlone = false; ///< the same where memory is not short, of runs that have such a step
    };
    using RanksByRun = std::vector<std::vector<int32_t>>; ///< global numbers, rising
    /// All ranks, with the spans of those that fit. Damage of one rank's part leaves out its spans and is an issue, as
    /// is what does not fit; other damage is an error. `damaged` gets all ranks that are left out for that.
    Result<RunFolder> folder(
        const Options& options, const ProgressFn& progress = {}, RanksByRun* damaged = nullptr) const;
    /// Everything but the runs' traces, which stay null.
    Result<RunFolder> tables() const;
    /// What a merge found, as text of an archive; this room does not know what it means.
    Result<std::string> analysis(IndexSection section, uint32_t run = 0, uint32_t part = 0) const;
    /// Whether the spans of each run fit into so many bytes.
    Result<bool> fits(uint64_t memory) const;
    /// Says so, and what to do.
    Error damaged() const;
    /// Why an analysis cannot be used: it is of another version, or damaged.
    Error unusable() const;
    /// To read its ranks a few at a time.
    std::shared_ptr<const RankBlocks> blocks(uint32_t run) const;

private:
    RunIndex(std::shared_ptr<const SectionReader> sections, bool isOutdated)
        : m_sections(std::move(sections)), m_isOutdated(isOutdated)
    {
    }
    Result<TracePtr> trace(uint32_t run, const Options& options, ImportReport& report, const ProgressFn& progress,
        std::vector<int32_t>& damaged) const;
    Result<RunSpans> spans(
        uint32_t run, const Options& options, ImportReport& report, const ProgressFn& progress) const;

    std::shared_ptr<const SectionReader> m_sections;
    bool m_isOutdated;
};

} // namespace bubblescope
