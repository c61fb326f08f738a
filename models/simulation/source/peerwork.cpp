// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "peerwork.h"

#include "expertwork.h"
#include "layerslices.h"
#include "measuretext.h"
#include "median.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace bubblescope {

namespace {

constexpr double many = 2; // times as long

/// Pieces of compute are similar if they lie between the same kinds of communication.
using Neighbours = std::pair<Operation, Operation>;
Neighbours neighboursOf(const Work& work, size_t i)
{
    return {i > 0 ? work[i - 1].operation : Operation::Other,
        i + 1 < work.size() ? work[i + 1].operation : Operation::Other};
}

/// `usual` of the peers, by piece; empty without peers.
void replaceLongest(Work& work, const std::vector<size_t>& places, const std::vector<double>& usual, int rank,
    std::vector<Message>& hiccups)
{
    for (const size_t i : places) {
        std::vector<double> others;
        for (const size_t other : places) {
            if (other != i)
                others.push_back(work[other].ns);
        }
        const double own = medianOf(others);
        if (own <= 0 || work[i].ns <= many * own || (!usual.empty() && work[i].ns <= many * usual[i]))
            continue;
        hiccups.push_back(say("{} on rank {} (its peers take {})", timeText(work[i].ns), rank, timeText(own)));
        work[i].ns = own;
    }
}

} // namespace

std::vector<Message> removeHiccups(std::span<RankWork* const> members)
{
    std::vector<Message> hiccups;
    for (Work RankWork::*part : {&RankWork::forward, &RankWork::backward}) {
        std::map<size_t, std::vector<RankWork*>> peers; // work in as many pieces
        for (RankWork* member : members)
            peers[(member->*part).size()].push_back(member);
        for (const auto& [size, group] : peers) {
            std::vector<double> usual;
            for (size_t i = 0; group.size() > 1 && i < size; ++i) {
                std::vector<double> lengths;
                for (const RankWork* member : group)
                    lengths.push_back((member->*part)[i].ns);
                usual.push_back(medianOf(lengths));
            }
            for (RankWork* member : group) {
                Work& work = member->*part;
                std::map<Neighbours, std::vector<size_t>> like;
                for (size_t i = 0; i < size; ++i) {
                    if (!work[i].isCommunication())
                        like[neighboursOf(work, i)].push_back(i);
                }
                for (const auto& [neighbours, places] : like)
                    replaceLongest(work, places, usual, member->rank, hiccups);
            }
        }
    }
    return hiccups;
}

std::vector<Message> removeFirstUpdates(std::span<RankWork* const> members)
{
    const auto lengthOf = [](const RankWork* member) { return computeOf(member->optimizer); };
    std::vector<RankWork*> updating;
    std::copy_if(members.begin(), members.end(), std::back_inserter(updating),
        [&](const RankWork* member) { return lengthOf(member) > 0; });
    std::vector<Message> replaced;
    if (updating.empty())
        return replaced;
    const RankWork* const shortest = *std::min_element(updating.begin(), updating.end(),
        [&](const RankWork* a, const RankWork* b) { return lengthOf(a) < lengthOf(b); });
    for (RankWork* member : updating) {
        if (lengthOf(member) <= many * lengthOf(shortest))
            continue;
        replaced.push_back(say("{} on rank {} (its peers take {})", timeText(lengthOf(member)), member->rank,
            timeText(lengthOf(shortest))));
        member->optimizer = shortest->optimizer;
    }
    return replaced;
}

RankWork usualWork(std::span<RankWork* const> members, int ranksOfExperts)
{
    RankWork made = *members.front();
    made.gaps = {};
    for (const RankWork* member : members)
        made.gaps.merge(member->gaps);
    for (Work RankWork::*part : {&RankWork::getBatch, &RankWork::forward, &RankWork::loss, &RankWork::backward,
             &RankWork::weightGradient, &RankWork::finalize, &RankWork::optimizer}) {
        // Of those that work in the usual number of pieces; of two such numbers the longer work.
        std::map<size_t, std::vector<const RankWork*>> bySize;
        for (const RankWork* member : members)
            bySize[(member->*part).size()].push_back(member);
        const auto most = std::max_element(bySize.begin(), bySize.end(), [](const auto& a, const auto& b) {
            return std::pair(a.second.size(), a.first) < std::pair(b.second.size(), b.first);
        });
        const std::vector<const RankWork*>& alike = most->second;
        Work& work = made.*part;
        work = alike.front()->*part;
        const std::vector<bool> isExpert = expertPieces(work);
        for (size_t i = 0; i < work.size(); ++i) {
            std::map<int, double> busiest; // by group of ranks that share experts
            std::vector<double> lengths;
            for (const RankWork* other : alike) {
                const WorkPiece& piece = (other->*part)[i];
                const int group = isExpert[i] ? other->rank / ranksOfExperts : other->rank;
                double& longest = busiest.try_emplace(group, piece.ns).first->second;
                longest = std::max(longest, piece.ns);
                work[i].bytes = std::max(work[i].bytes, piece.bytes);
            }
            for (const auto& [group, ns] : busiest)
                lengths.push_back(ns);
            work[i].ns = medianOf(lengths);
        }
    }
    return made;
}

} // namespace bubblescope
