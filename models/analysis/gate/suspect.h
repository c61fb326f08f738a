// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "culprit.h"
#include "stepcells.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// What might have grown. Narrow ones first: the order breaks ties.
struct Suspect {
    enum class Scope : uint8_t { Rank, Link, Ranks, Host, Stage, All };
    Culprit::Kind kind = Culprit::Kind::Compute;
    Scope scope = Scope::All;
    std::vector<uint32_t> ranks; ///< indexes; empty for all
    std::optional<StepCells::LinkKey> link;
    std::optional<Category> group; ///< of transfers
    int stage = -1;
    double growth = 0;             ///< ns of a step, summed over its cells
    double gain = 0;
};

/// The cells of run and baseline side by side.
class ComparedCells {
public:
    /// Both must outlive it.
    ComparedCells(const StepCells& run, const StepCells& baseline) : m_run(run), m_baseline(baseline)
    {
        for (uint32_t r = 0; r < run.trace->ranks().size(); ++r) {
            const RankInfo* found = baseline.trace->findRank(run.trace->ranks()[r].rank);
            m_rankInBaseline.push_back(found ? int64_t(found - baseline.trace->ranks().data()) : -1);
        }
    }

    double runWork(uint32_t rank, Category category) const { return m_run.work(rank, category); }
    /// As in the baseline; as it is, for a rank that the baseline lacks.
    double baselineWork(uint32_t rank, Category category) const
    {
        return m_rankInBaseline[rank] < 0 ? runWork(rank, category)
                                          : m_baseline.work(uint32_t(m_rankInBaseline[rank]), category);
    }
    double workRatio(uint32_t rank, Category category) const
    {
        return ratio(baselineWork(rank, category), runWork(rank, category));
    }
    double runTransfer(const StepCells::LinkKey& key) const { return of(m_run, key); }
    double baselineTransfer(const StepCells::LinkKey& key) const { return of(m_baseline, key); }
    double transferRatio(const StepCells::LinkKey& key) const
    {
        return ratio(baselineTransfer(key), runTransfer(key));
    }

private:
    static double of(const StepCells& cells, const StepCells::LinkKey& key)
    {
        const auto found = cells.transfers.find(key);
        return found == cells.transfers.end() ? 0 : found->second;
    }
    static double ratio(double baseline, double run) { return run > 0 ? baseline / run : 1; }

    const StepCells& m_run;
    const StepCells& m_baseline;
    std::vector<int64_t> m_rankInBaseline;
};

/// True if the work of this rank, or this transfer, is the suspect's.
bool covers(const Suspect& suspect, uint32_t rank, Category category);
bool covers(const Suspect& suspect, const StepCells::LinkKey& key);

} // namespace bubblescope
