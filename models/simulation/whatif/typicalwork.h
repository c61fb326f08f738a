// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"

#include <vector>

namespace bubblescope {

/// What a GPU of the usual speed takes for each stage of a job's model. Ranks of a stage share its work alike, but for
/// experts: those hold what was sent to them, which is told by position.
class TypicalWork {
public:
    /// Of a job whose ranks tell every stage; it must outlive this.
    explicit TypicalWork(const JobProfile& job);

    /// Tensor-parallel index, then expert-parallel one.
    size_t positions() const { return m_positions; }
    const RankWork& at(size_t stage, size_t position) const { return m_works[stage * m_positions + position]; }
    /// By stage, then position.
    std::vector<const RankWork*> works() const;
    /// How many times as long a rank of the old layout takes for what its peers do as well.
    double slowness(const RankWork& rank) const;

    /// The positions of another number of expert-parallel ranks, as far as what each expert is sent can be told.
    /// False where the work does not say what experts were sent: they keep what they took.
    bool spreadExperts(int expert);

private:
    std::vector<RankWork> positionsOf(const std::vector<const RankWork*>& places) const;
    bool setExperts(Work RankWork::*part, size_t stage, int ranksBefore, int ranks, std::vector<RankWork>& works) const;

    const JobProfile& m_job;
    size_t m_positions = 1;
    std::vector<RankWork> m_works;
    std::vector<double> m_denseNs; ///< by stage
};

} // namespace bubblescope
