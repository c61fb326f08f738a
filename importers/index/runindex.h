// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "progress.h"
#include "rankblocks.h"
#include "run.h"
#include "sectionfile.h"

#include <functional>
#include <optional>
#include <string>

namespace bubblescope {

struct RunSpans;

/// What a merge adds to the runs themselves: answers to the usual questions, worked out once. Texts are of archives;
/// this room does not know what they mean.
struct RunDigests {
    std::string summary;
    std::vector<std::string> overviews; ///< by run
    std::vector<std::string> steps;     ///< by run: every step of every rank; empty for none
    std::vector<std::string> gates {};  ///< by run: what builds of a job are compared by
    std::vector<std::string> stragglers {}; ///< by run: what differing ranks cost
    std::vector<std::vector<std::string>> losses {}; ///< by run and rank: where it waits and has no work
    /// By run: who met whom, see CollectiveTable; without, readers of a part of a run find out for themselves.
    std::vector<CollectiveMembers> members {};
};

/// Writes the runs of a folder, aligned, with the spans of each rank by themselves. Completely or not at all; nullopt
/// on success. The bytes depend on the folder only. `mayReplace` is asked once all is written: the file there stays if
/// it says no.
std::optional<Error> writeRunIndex(const std::string& path, const RunFolder& folder, const RunDigests& digests,
    unsigned threads, const ProgressFn& progress = {}, const std::function<bool()>& mayReplace = {});

/// A merged index, open for reading.
class RunIndex {
public:
    static Result<RunIndex> open(const std::string& path);
    /// Whether its analyses were made by other sources than those of this program, see analysisVersion(): then
    /// summary() and what follows it are errors that say so and name the command. Who has all spans works them out
    /// again.
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
        bool tellsPart = true; ///< what does not fit is an issue
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
    Result<std::string> summary() const;
    Result<std::string> overview(uint32_t run) const;
    Result<std::string> steps(uint32_t run) const;
    Result<std::string> gate(uint32_t run) const;
    Result<std::string> stragglers(uint32_t run) const;
    Result<std::string> losses(uint32_t run, uint32_t rank) const; ///< by rank index
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
    Result<std::string> analysis(SectionKey key) const;
    Result<TracePtr> trace(uint32_t run, const Options& options, ImportReport& report, const ProgressFn& progress,
        std::vector<int32_t>& damaged) const;
    Result<RunSpans> spans(
        uint32_t run, const Options& options, ImportReport& report, const ProgressFn& progress) const;

    std::shared_ptr<const SectionReader> m_sections;
    bool m_isOutdated;
};

} // namespace bubblescope
