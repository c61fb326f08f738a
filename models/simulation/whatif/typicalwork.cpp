// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "typicalwork.h"

#include "expertwork.h"
#include "joblayout.h"
#include "layerslices.h"
#include "loadspreader.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

bool haveSamePieces(const Work& a, const Work& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const WorkPiece& x, const WorkPiece& y) {
        return x.operation == y.operation && x.category == y.category;
    });
}

size_t exchangeBehind(const Work& work, size_t piece)
{
    while (piece < work.size() && !work[piece].isCommunication())
        ++piece;
    return piece;
}

} // namespace

void slowDown(RankWork& rank, double factor, bool beginsLate)
{
    const double late = beginsLate ? computeOf(rank.optimizer) * (factor - 1) : 0;
    rank.gaps.beginLater(late);
    rank.lateNs = std::max(0.0, rank.lateNs + late);
    for (Work* part : {&rank.getBatch, &rank.forward, &rank.loss, &rank.backward, &rank.weightGradient, &rank.finalize,
             &rank.optimizer})
        scaleCompute(*part, factor);
}

TypicalWork::TypicalWork(const JobProfile& job)
    : m_job(job)
    , m_positions(job.replicasAreAlike ? 1 : size_t(JobLayout(job).ranksPerStage()))
    , m_expert(job.expert)
{
    if (!job.ranks.empty())
        m_experts = countedExperts(job.ranks.front().forward);
    size_t stages = 0;
    for (const RankWork& work : job.ranks)
        stages = std::max(stages, size_t(work.stage) + 1);
    static const RankWork nothing;
    m_works.resize(stages * m_positions, &nothing);
    for (const RankWork& work : job.ranks) {
        const RankWork*& usual = m_works[size_t(work.stage) * m_positions + size_t(work.rank) % m_positions];
        usual = &work;
        if (const double factor = slownessOf(job.slowRanks, work.rank); factor != 1) {
            RankWork& scaled = m_changed.emplace_back(work);
            slowDown(scaled, 1 / factor, job.slowRanksBeginLate);
            usual = &scaled;
        }
    }
}

size_t TypicalWork::positionOf(int tensor, int data) const
{
    if (m_positions == 1)
        return 0;
    const int places = dataPositions();
    const int place = places % m_expert == 0 ? data % places : data % m_expert;
    return size_t(tensor % m_job.tensor + m_job.tensor * place);
}

bool TypicalWork::spreadExperts(int expert, const Hardware& hardware)
{
    if (expert == m_expert)
        return true;
    if (m_job.replicasAreAlike)
        return false;
    const int before = dataPositions();
    const int places = std::max(before, expert);
    const size_t stages = m_works.size() / m_positions;
    m_expert = expert;
    const LoadSpreader spreader(size_t(m_job.expert), size_t(expert), m_experts > 0 ? m_experts : assumedExperts);
    bool areKnown = true;
    std::deque<RankWork> spread;
    std::vector<const RankWork*> works;
    for (size_t stage = 0; stage < stages; ++stage) {
        std::vector<RankWork> ofStage;
        for (int place = 0; place < places; ++place) {
            for (int tensor = 0; tensor < m_job.tensor; ++tensor)
                ofStage.push_back(at(stage, size_t(tensor + m_job.tensor * (place % before))));
        }
        for (int group = 0; group < before / m_job.expert; ++group) {
            for (const auto part : {&RankWork::forward, &RankWork::backward, &RankWork::weightGradient})
                areKnown = setExperts(part, stage, group, spreader, hardware, ofStage) && areKnown;
        }
        for (RankWork& work : ofStage)
            works.push_back(&spread.emplace_back(std::move(work)));
    }
    m_works = std::move(works);
    m_changed = std::move(spread);
    m_positions = size_t(places) * size_t(m_job.tensor);
    return areKnown;
}

/// Of what the experts of a rank take in a pass, where nothing measured tells. Gradients of weights are added up in 32
/// bits.
double TypicalWork::fixedShare(Work RankWork::*part, const RankWork& work, double bytes, const Hardware& hardware) const
{
    constexpr double unknown = 0.5;
    constexpr double numberBytes = 2; // half precision
    constexpr ExpertTraffic product {2, 2};
    constexpr ExpertTraffic gradient {8, 2};
    constexpr ExpertTraffic both {10, 4};
    if (!knowsExpertWeights())
        return unknown;
    const double held = std::max(1.0, double(m_experts) / m_job.expert);
    const double tokens = bytes / (numberBytes * m_job.hiddenSize) / held;
    const ExpertTraffic& traffic = part == &RankWork::weightGradient ? gradient
        : part == &RankWork::backward && work.weightGradient.empty() ? both
                                                                     : product;
    return traffic.fixedShare(tokens, hardware.peakFlops, hardware.memoryBandwidth);
}

/// Twice as many ranks hold half of the experts each, for twice as many senders. For all places whose work was taken
/// from one group of ranks that shared experts.
bool TypicalWork::setExperts(Work RankWork::*part, size_t stage, int group, const LoadSpreader& spreader,
    const Hardware& hardware, std::span<RankWork> works)
{
    const int before = m_job.expert;
    const double experts = double(before) / m_expert; // of a rank, to what it held
    const auto places = int(works.size()) / m_job.tensor;
    for (int tensor = 0; tensor < m_job.tensor; ++tensor) {
        std::vector<const Work*> held;
        for (int rank = 0; rank < before; ++rank)
            held.push_back(&(at(stage, size_t(tensor + m_job.tensor * (group * before + rank))).*part));
        const Work& model = *held.front();
        if (!std::all_of(held.begin(), held.end(), [&](const Work* w) { return haveSamePieces(*w, model); }))
            return false;
        const std::vector<bool> isExpert = expertPieces(model);
        for (size_t i = 0; i < model.size(); ++i) {
            const size_t exchange = exchangeBehind(model, i);
            if (!isExpert[i] || exchange == model.size())
                continue;
            std::vector<double> bytes;
            std::vector<double> ns;
            for (const Work* work : held) {
                if ((*work)[exchange].bytes <= 0)
                    return false;
                bytes.push_back((*work)[exchange].bytes);
                ns.push_back((*work)[i].ns);
            }
            const ExpertCost cost = ExpertCost::fit(
                bytes, ns, fixedShare(part, at(stage, 0), bytes.front(), hardware), m_job.expertGuess.moreFixed);
            m_guessesCost = m_guessesCost || cost.isGuessed;
            const std::vector<double> sent = spreader.spread(bytes, m_job.expertGuess.shares);
            for (int place = 0; place < places; ++place) {
                if (place % dataPositions() / before != group)
                    continue;
                Work& work = works[size_t(tensor + m_job.tensor * place)].*part;
                const double own = sent[size_t(place % m_expert)];
                work[i].ns = cost.fixedNs * experts + cost.nsPerByte * own;
                // What several were sent evens out.
                work[i].variation = m_expert < before ? -1 : work[i].variation;
                work[exchange].bytes = own;
            }
        }
    }
    return true;
}

} // namespace bubblescope
