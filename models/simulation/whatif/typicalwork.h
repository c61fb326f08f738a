// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"
#include "jobprofile.h"

#include <deque>
#include <span>
#include <vector>

namespace bubblescope {

class LoadSpreader;

/// Makes the compute of a rank that of a GPU that takes so many times as long; where it begins late, as late.
void slowDown(RankWork& rank, double factor, bool beginsLate);

/// What a GPU of the usual speed would take for the work of each rank of a job. Ranks of a stage share its work alike,
/// but for experts: those take what was sent to them, so what a rank takes over follows from its place in the stage.
class TypicalWork {
public:
    /// Of a job whose ranks show every stage; it must outlive this.
    explicit TypicalWork(const JobProfile& job);
    TypicalWork(const TypicalWork&) = delete;
    TypicalWork& operator=(const TypicalWork&) = delete;

    /// Places in a stage: tensor-parallel index, then data-parallel one.
    size_t positions() const { return m_positions; }
    const RankWork& at(size_t stage, size_t position) const { return *m_works[stage * m_positions + position]; }
    /// By stage, then position.
    const std::vector<const RankWork*>& works() const { return m_works; }
    /// Whose work a rank at this place among its stage's replicas takes over: one that holds the same experts.
    size_t positionOf(int tensor, int data) const;
    /// Work for another number of expert-parallel ranks, as far as it is known what each expert is sent. False where
    /// the work does not say what experts were sent: they keep what they took.
    bool spreadExperts(int expert, const Hardware& hardware);
    /// Whether that took something for granted, because all ranks were sent about the same.
    bool guessesExpertCost() const { return m_guessesCost; }
    /// Whether what experts take for any number of tokens was then found by their weights.
    bool knowsExpertWeights() const { return m_experts > 0 && m_job.hiddenSize > 0; }

private:
    bool setExperts(Work RankWork::*part, size_t stage, int group, const LoadSpreader& spreader,
        const Hardware& hardware, std::span<RankWork> works);
    double fixedShare(Work RankWork::*part, const RankWork& work, double bytes, const Hardware& hardware) const;
    int dataPositions() const { return int(m_positions) / m_job.tensor; }

    const JobProfile& m_job;
    size_t m_positions = 1;
    int m_expert = 1; ///< that the works are for
    int m_experts = 0; ///< of each layer; 0 where not known
    bool m_guessesCost = false;
    std::vector<const RankWork*> m_works; ///< of the job where they are usual, or:
    std::deque<RankWork> m_changed;
};

} // namespace bubblescope
