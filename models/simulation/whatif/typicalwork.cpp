// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "typicalwork.h"

#include "expertwork.h"
#include "joblayout.h"
#include "layerslices.h"
#include "median.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr Work RankWork::*allParts[] = {&RankWork::getBatch, &RankWork::forward, &RankWork::loss, &RankWork::backward,
    &RankWork::weightGradient, &RankWork::finalize, &RankWork::optimizer};

bool haveSamePieces(const Work& a, const Work& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const WorkPiece& x, const WorkPiece& y) {
        return x.operation == y.operation && x.category == y.category;
    });
}

/// The work whose compute is the median.
const Work& middleOf(std::vector<const Work*> works)
{
    const auto middle = works.begin() + std::ptrdiff_t((works.size() - 1) / 2);
    std::nth_element(works.begin(), middle, works.end(),
        [](const Work* a, const Work* b) { return computeOf(*a) < computeOf(*b); });
    return **middle;
}

double medianAt(const std::vector<const Work*>& works, size_t piece, const std::vector<double>& slowness = {})
{
    std::vector<double> all;
    for (size_t i = 0; i < works.size(); ++i)
        all.push_back((*works[i])[piece].ns / (slowness.empty() ? 1 : slowness[i]));
    return medianOf(all);
}

size_t exchangeBehind(const Work& work, size_t piece)
{
    while (piece < work.size() && !work[piece].isCommunication())
        ++piece;
    return piece;
}

} // namespace

TypicalWork::TypicalWork(const JobProfile& job)
    : m_job(job)
    , m_positions(job.replicasAreAlike ? 1 : size_t(job.tensor) * size_t(job.expert))
{
    const int perStage = JobLayout(job).ranksPerStage();
    std::vector<std::vector<const RankWork*>> ofStage;
    for (const RankWork& work : job.ranks) {
        if (ofStage.size() <= size_t(work.stage))
            ofStage.resize(size_t(work.stage) + 1);
        std::vector<const RankWork*>& places = ofStage[size_t(work.stage)];
        places.resize(job.replicasAreAlike ? 1 : size_t(perStage), &work);
        places[size_t(work.rank) % places.size()] = &work;
    }
    for (const std::vector<const RankWork*>& places : ofStage) {
        std::vector<double> dense;
        for (const RankWork* work : places)
            dense.push_back(denseCompute(*work));
        m_denseNs.push_back(medianOf(dense));
        for (RankWork& work : positionsOf(places))
            m_works.push_back(std::move(work));
    }
}

std::vector<RankWork> TypicalWork::positionsOf(const std::vector<const RankWork*>& places) const
{
    std::vector<RankWork> made(m_positions, places.empty() ? RankWork() : *places.front());
    if (places.size() < 2)
        return made;
    std::vector<std::vector<const RankWork*>> ofPosition(m_positions);
    for (size_t place = 0; place < places.size(); ++place) {
        const size_t tensor = place % size_t(m_job.tensor);
        const size_t expert = place / size_t(m_job.tensor) % size_t(m_job.expert);
        ofPosition[tensor + size_t(m_job.tensor) * expert].push_back(places[place]);
    }
    for (size_t position = 0; position < m_positions; ++position) {
        const std::vector<const RankWork*>& own = ofPosition[position];
        made[position] = *own.front();
        made[position].gaps = {};
        std::vector<double> slow;
        for (const RankWork* work : own) {
            slow.push_back(slowness(*work));
            made[position].gaps.merge(work->gaps);
        }
        for (const auto part : allParts) {
            std::vector<const Work*> all;
            std::vector<const Work*> alike;
            for (const RankWork* work : places)
                all.push_back(&(work->*part));
            for (const RankWork* work : own)
                alike.push_back(&(work->*part));
            Work& work = made[position].*part;
            work = middleOf(alike);
            const auto isLikeIt = [&](const Work* other) { return haveSamePieces(*other, work); };
            const bool isAlike = std::all_of(alike.begin(), alike.end(), isLikeIt);
            const bool areAllAlike = std::all_of(all.begin(), all.end(), isLikeIt);
            const std::vector<bool> isExpert = expertPieces(work);
            for (size_t i = 0; i < work.size(); ++i) {
                if (work[i].ns < 0)
                    continue;
                if (areAllAlike && !isExpert[i] && !work[i].isCommunication())
                    work[i].ns = medianAt(all, i);
                else if (isAlike)
                    work[i].ns = medianAt(alike, i, isExpert[i] ? slow : std::vector<double>());
            }
        }
    }
    return made;
}

std::vector<const RankWork*> TypicalWork::works() const
{
    std::vector<const RankWork*> all;
    for (const RankWork& work : m_works)
        all.push_back(&work);
    return all;
}

double TypicalWork::slowness(const RankWork& rank) const
{
    constexpr double notable = 0.03;
    const double usual = m_denseNs[size_t(rank.stage)];
    const double factor = usual > 0 ? denseCompute(rank) / usual : 1;
    return std::abs(factor - 1) > notable && factor > 0 ? factor : 1;
}

bool TypicalWork::spreadExperts(int expert)
{
    if (expert == m_job.expert)
        return true;
    if (m_job.replicasAreAlike)
        return false;
    bool areKnown = true;
    const auto tensor = size_t(m_job.tensor);
    const size_t stages = m_works.size() / m_positions;
    const size_t positions = tensor * size_t(expert);
    std::vector<RankWork> spread;
    for (size_t stage = 0; stage < stages; ++stage) {
        std::vector<RankWork> works;
        for (size_t position = 0; position < positions; ++position) {
            // Experts are numbered through the ranks.
            const size_t held = position / tensor * size_t(m_job.expert) / size_t(expert);
            works.push_back(at(stage, position % tensor + tensor * held));
        }
        for (const auto part : {&RankWork::forward, &RankWork::backward, &RankWork::weightGradient})
            areKnown = setExperts(part, stage, m_job.expert, expert, works) && areKnown;
        std::move(works.begin(), works.end(), std::back_inserter(spread));
    }
    m_works = std::move(spread);
    m_positions = positions;
    return areKnown;
}

/// Twice as many ranks hold half of the experts each, for twice as many senders.
bool TypicalWork::setExperts(
    Work RankWork::*part, size_t stage, int ranksBefore, int ranks, std::vector<RankWork>& works) const
{
    const auto tensor = size_t(m_job.tensor);
    const double experts = double(ranksBefore) / ranks; // of a rank, to what it held
    for (size_t t = 0; t < tensor; ++t) {
        std::vector<const Work*> before;
        for (size_t rank = 0; rank < size_t(ranksBefore); ++rank)
            before.push_back(&(at(stage, t + tensor * rank).*part));
        const Work& model = *before.front();
        if (!std::all_of(before.begin(), before.end(), [&](const Work* w) { return haveSamePieces(*w, model); }))
            return false;
        const std::vector<bool> isExpert = expertPieces(model);
        for (size_t i = 0; i < model.size(); ++i) {
            const size_t exchange = exchangeBehind(model, i);
            if (!isExpert[i] || exchange == model.size())
                continue;
            std::vector<double> bytes;
            std::vector<double> ns;
            for (const Work* work : before) {
                if ((*work)[exchange].bytes <= 0)
                    return false;
                bytes.push_back((*work)[exchange].bytes);
                ns.push_back((*work)[i].ns);
            }
            const ExpertCost cost = ExpertCost::fit(bytes, ns);
            const std::vector<double> sent = spreadLoad(bytes, size_t(ranks), m_job.expertShares);
            for (size_t rank = 0; rank < size_t(ranks); ++rank) {
                Work& work = works[t + tensor * rank].*part;
                work[i].ns = cost.fixedNs * experts + cost.nsPerByte * sent[rank];
                work[exchange].bytes = sent[rank];
            }
        }
    }
    return true;
}

} // namespace bubblescope
