// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduledwork.h"

#include <algorithm>

namespace bubblescope {

ScheduledWork::ScheduledWork(const JobProfile& job, const Schedule& schedule, int ranksPerStage, int places)
    : m_schedule(schedule), m_places(places)
{
    m_work.assign(size_t(schedule.ranks) * size_t(schedule.chunks) * size_t(places), nullptr);
    std::vector<int> next(size_t(schedule.ranks) * size_t(places), 0);
    for (const RankWork& work : job.ranks) {
        const int p = ranksPerStage > 0 ? work.rank / ranksPerStage : 0;
        const int place = places == 1 ? 0 : work.rank % ranksPerStage;
        int& chunk = next[size_t(p) * size_t(places) + size_t(place)];
        if (chunk < schedule.chunks)
            m_work[indexOf(p, place, chunk++)] = &work;
    }
}

size_t ScheduledWork::pieceCount() const
{
    size_t count = 0;
    for (const RankWork* work : m_work)
        count += work ? work->forward.size() + work->backward.size() + work->weightGradient.size() : 0;
    return count * size_t(std::max(m_schedule.microbatches, 1));
}

std::vector<Work> ScheduledWork::backwardWithWeights(int p, int place) const
{
    std::vector<Work> joined;
    for (int chunk = 0; chunk < m_schedule.chunks; ++chunk) {
        const RankWork& work = of(p, place, chunk);
        Work& both = joined.emplace_back(work.backward);
        both.insert(both.end(), work.weightGradient.begin(), work.weightGradient.end());
    }
    return joined;
}

bool ScheduledWork::launchesGradients(const ScheduledOperation& operation, int p, int place) const
{
    if (!operation.isWork() || operation.pass == Pass::Forward)
        return false;
    const RankWork& work = of(p, place, operation.chunk);
    const auto has = [](const Work& w) {
        return std::any_of(w.begin(), w.end(), [](const WorkPiece& piece) { return piece.isAsynchronous; });
    };
    switch (operation.pass) {
    case Pass::Backward:
        return has(work.backward) || has(work.weightGradient);
    case Pass::WeightGradient:
        return has(work.weightGradient);
    default:
        return has(work.backward);
    }
}

double variationOf(const std::vector<float>& variation, int microbatch)
{
    const size_t count = variation.size();
    if (count < 2)
        return count == 0 ? 1 : double(variation.front());
    const auto number = size_t(microbatch);
    return double(variation[number < count ? number : 1 + (number - 1) % (count - 1)]);
}

} // namespace bubblescope
