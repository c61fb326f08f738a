// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison.h"
#include "gaterun.h"
#include "knownindex.h"
#include "operatoruse.h"
#include "result.h"
#include "runanalysis.h"
#include "steptable.h"
#include "stragglerwhatif.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// What was found in a step of a run.
struct KnownAnalysis {
    std::shared_ptr<const Run> run; ///< has at least the spans that the findings name, and what they refer to
    RunAnalysis
        analysis; ///< where not all spans are in memory, without bubbles, overlap and pieces of the critical path
};

/// Every answer about one run of a folder: computed where all its spans are in memory, read where an index keeps it,
/// worked out of a few ranks at a time where a part is asked. Callers cannot tell. An answer that an index should keep
/// and does not is an Error that says so. Refers to the folder. Thread-safe.
class KnownRun {
public:
    /// `index`: that the folder is of, else null. `lacksSpans`: they are in that index, but not in memory. `memory`:
    /// bytes that what is read of it may take.
    KnownRun(const RunFolder& folder, size_t number, KnownIndexPtr index, bool lacksSpans, uint64_t memory);

    /// Of one step: the representative one, unless options name another and all spans are in memory.
    Result<KnownAnalysis> analysis(const FindingOptions& options = {}) const;
    /// What the representative step is made of, cheaper than analysis(); nullopt where not all of it is known.
    std::optional<TimeParts> stepParts() const;
    /// What operators took of devices in the step that analysis() is of; empty where no shapes are recorded.
    Result<std::vector<OperatorUse>> operators(int step = -1) const;
    /// Every step of every rank.
    Result<StepTablePtr> steps() const;
    /// What its steps lose to inequality; refused as by findStragglerWhatIf(), too.
    Result<StragglerWhatIf> stragglers() const;
    /// To be compared with other builds of its job. Refers to the run; of what is not in memory to its index, of which
    /// a search for a culprit reads the typical step.
    Result<GateRun> gate(bool wantsFindings = true) const;
    /// That its transfers were measured on, where it states it.
    std::string hardware() const;
    /// To be compared with another run.
    Result<ComparedRun> compared(const ComparedPart& part = {}) const;
    /// Why nothing is known of what is not in memory, where only this version of the program does not know it.
    std::optional<Error> whyOutdated() const;

private:
    const Run& run() const { return m_folder.runs[m_number]; }

    const RunFolder& m_folder;
    size_t m_number;
    KnownIndexPtr m_index;
    bool m_lacksSpans;
    uint64_t m_memory;
};

/// A folder and every answer about its runs. Refers to the folder.
class KnownFolder {
public:
    /// All in memory.
    KnownFolder(const RunFolder& folder) : m_folder(folder) { }
    /// `lacksSpans`: by run, see KnownRun; none does where it is empty.
    KnownFolder(const RunFolder& folder, KnownIndexPtr index, std::vector<bool> lacksSpans, uint64_t memory)
        : m_folder(folder), m_index(std::move(index)), m_lacksSpans(std::move(lacksSpans)), m_memory(memory)
    {
    }

    const RunFolder& folder() const { return m_folder; }
    /// Of any of its runs.
    bool lacksSpans() const;
    KnownRun run(size_t number) const
    {
        const bool isOfIndex = m_index && number < m_index->tables().runs.size(); // others may have been added
        return {m_folder, number, isOfIndex ? m_index : nullptr,
            isOfIndex && number < m_lacksSpans.size() && m_lacksSpans[number], m_memory};
    }

private:
    const RunFolder& m_folder;
    KnownIndexPtr m_index;
    std::vector<bool> m_lacksSpans;
    uint64_t m_memory = 0;
};

} // namespace bubblescope
