// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stragglerreplay.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <string_view>
#include <unordered_map>

namespace bubblescope {

namespace {

constexpr uint32_t none = StragglerModel::none;

/// Steps that are played at once.
constexpr size_t playedTogether = 4;

struct HashOfKey {
    size_t operator()(const std::vector<uint32_t>& key) const
    {
        return std::hash<std::string_view>()({reinterpret_cast<const char*>(key.data()), key.size() * sizeof key[0]});
    }
};
/// Numbers what is equal alike.
using Numbers = std::unordered_map<std::vector<uint32_t>, uint32_t, HashOfKey>;

uint32_t numberOfKey(const std::vector<uint32_t>& key, Numbers& numbers)
{
    return numbers.try_emplace(key, static_cast<uint32_t>(numbers.size())).first->second;
}

} // namespace

StragglerReplay::StragglerReplay(const StragglerModel& model, const std::vector<float>& ideal)
    : m_model(model), m_ideal(ideal)
{
    findMembers();
    findCircles();
    findDepths();
    std::vector<uint32_t> all(m_programOf.size());
    std::iota(all.begin(), all.end(), 0U);
    Scratch scratch;
    arrange(all, m_whole, scratch);
}

void StragglerReplay::findMembers()
{
    const std::vector<StragglerModel::Node>& nodes = m_model.m_nodes;
    m_firstNode.assign(m_model.m_stageOf.size() + 1, 0);
    m_firstMember.assign(m_model.m_groups + 1, 0);
    for (const StragglerModel::Node& node : nodes) {
        ++m_firstNode[node.rank + 1];
        if (node.group != none)
            ++m_firstMember[node.group + 1];
    }
    std::partial_sum(m_firstNode.begin(), m_firstNode.end(), m_firstNode.begin());
    std::partial_sum(m_firstMember.begin(), m_firstMember.end(), m_firstMember.begin());
    m_members.resize(m_firstMember.back());
    std::vector<uint32_t> placed(m_firstMember.begin(), m_firstMember.end() - 1);
    for (uint32_t n = 0; n < nodes.size(); ++n) {
        if (nodes[n].group != none)
            m_members[placed[nodes[n].group]++] = n;
    }
}

void StragglerReplay::findCircles()
{
    std::vector<uint32_t> circleOf(m_model.m_groups);
    Numbers circles;
    std::vector<uint32_t> ranks;
    std::vector<uint32_t> before;
    for (uint32_t group = 0; group < m_model.m_groups; ++group) {
        ranks.clear();
        for (uint32_t i = m_firstMember[group]; i < m_firstMember[group + 1]; ++i)
            ranks.push_back(m_model.m_nodes[m_members[i]].rank);
        // Who has met once meets again and again.
        circleOf[group] = group > 0 && ranks == before ? circleOf[group - 1] : numberOfKey(ranks, circles);
        std::swap(ranks, before);
    }
    m_circles.resize(circles.size());
    for (const auto& [members, number] : circles)
        m_circles[number] = members;

    const size_t count = m_model.m_stageOf.size();
    m_circlesOf.resize(count);
    Numbers programs;
    std::vector<uint32_t> program;
    for (size_t r = 0; r < count; ++r) {
        program.assign(1, static_cast<uint32_t>(m_model.m_stageOf[r]));
        std::vector<uint32_t>& own = m_circlesOf[r];
        for (uint32_t n = m_firstNode[r]; n < m_firstNode[r + 1]; ++n) {
            const uint32_t group = m_model.m_nodes[n].group;
            const auto known = group == none ? own.end() : std::find(own.begin(), own.end(), circleOf[group]);
            program.push_back(std::bit_cast<uint32_t>(m_ideal[n]));
            program.push_back(group == none ? none : static_cast<uint32_t>(known - own.begin()));
            if (group != none && known == own.end())
                own.push_back(circleOf[group]);
        }
        m_programOf.push_back(numberOfKey(program, programs));
    }
}

void StragglerReplay::findDepths()
{
    m_depth.assign(m_model.m_nodes.size(), 0);
    std::vector<uint32_t> ofGroup(m_model.m_groups, 0);
    for (const uint32_t n : m_model.m_order) {
        for (uint32_t i = m_model.m_firstInput[n]; i < m_model.m_firstInput[n + 1]; ++i) {
            const uint32_t input = m_model.m_inputs[i];
            const uint32_t group = m_model.m_nodes[input].group;
            m_depth[n] = std::max(m_depth[n], (group == none ? m_depth[input] : ofGroup[group]) + 1);
        }
        if (const uint32_t group = m_model.m_nodes[n].group; group != none)
            ofGroup[group] = std::max(ofGroup[group], m_depth[n] + 1);
        m_depths = std::max(m_depths, m_depth[n] + 1);
    }
}

/// By rank, the first one of those that cannot differ from it. Ranks are told apart until all that are alike meet the
/// same kinds of ranks in each of their circles (colour refinement): then each of their operations waits for like ones,
/// by induction over depth.
std::optional<std::vector<uint32_t>> StragglerReplay::standIns(
    std::span<const uint32_t> recordedNodes, size_t most) const
{
    const size_t ranks = m_programOf.size();
    std::vector<uint32_t> kindOf = m_programOf;
    for (const uint32_t n : recordedNodes) {
        const uint32_t rank = m_model.m_nodes[n].rank;
        kindOf[rank] = static_cast<uint32_t>(ranks + rank);
    }
    std::vector<uint32_t> standIn(ranks);
    std::vector<uint32_t> metKinds(m_circles.size());
    std::vector<uint32_t> key;
    for (size_t before = 0;;) {
        Numbers met;
        for (size_t c = 0; c < m_circles.size(); ++c) {
            key.clear();
            for (const uint32_t rank : m_circles[c])
                key.push_back(kindOf[rank]);
            std::sort(key.begin(), key.end());
            key.erase(std::unique(key.begin(), key.end()), key.end());
            metKinds[c] = numberOfKey(key, met);
        }
        Numbers kinds;
        std::vector<uint32_t> firstOf;
        size_t nodes = 0;
        for (size_t r = 0; r < ranks; ++r) {
            key.assign(1, kindOf[r]);
            for (const uint32_t circle : m_circlesOf[r])
                key.push_back(metKinds[circle]);
            kindOf[r] = numberOfKey(key, kinds);
            if (kindOf[r] == firstOf.size()) {
                firstOf.push_back(static_cast<uint32_t>(r));
                nodes += nodesOf(r);
            }
            standIn[r] = firstOf[kindOf[r]];
        }
        if (nodes > most)
            return std::nullopt;
        if (kinds.size() == before)
            return standIn;
        before = kinds.size();
    }
}

/// Groups whose members have the same stand-ins are one meeting: known by the first of these.
uint32_t StragglerReplay::meetingOf(
    uint32_t group, const std::vector<uint32_t>& standIn, Program& program, Scratch& scratch) const
{
    if (scratch.meetingOf[group] != none)
        return scratch.meetingOf[group];
    uint32_t first = none;
    for (uint32_t i = m_firstMember[group]; i < m_firstMember[group + 1]; ++i) {
        const uint32_t member = m_members[i];
        const uint32_t rank = m_model.m_nodes[member].rank;
        first = std::min(first, m_firstNode[standIn[rank]] + (member - m_firstNode[rank]));
    }
    const uint32_t ofFirst = m_model.m_nodes[first].group;
    if (scratch.meetingOf[ofFirst] == none) {
        scratch.meetingOf[ofFirst] = program.meetings++;
        scratch.numbered.push_back(ofFirst);
    }
    if (ofFirst != group) {
        scratch.meetingOf[group] = scratch.meetingOf[ofFirst];
        scratch.numbered.push_back(group);
    }
    return scratch.meetingOf[group];
}

/// What stands in for others is as deep as they are: in the order of ranks it might come after what waits for it.
void StragglerReplay::sortByDepth(std::vector<Program::Operation>& operations, Scratch& scratch) const
{
    std::vector<uint32_t>& place = scratch.placeOfDepth;
    place.assign(m_depths + 1, 0);
    for (const Program::Operation& operation : operations)
        ++place[m_depth[operation.node] + 1];
    std::partial_sum(place.begin(), place.end(), place.begin());
    scratch.byDepth.resize(operations.size());
    for (const Program::Operation& operation : operations)
        scratch.byDepth[place[m_depth[operation.node]]++] = operation;
    std::swap(operations, scratch.byDepth);
}

void StragglerReplay::arrange(const std::vector<uint32_t>& standIn, Program& program, Scratch& scratch) const
{
    program.operations.clear();
    program.inputs.clear();
    program.meetings = 0;
    scratch.meetingOf.resize(m_model.m_groups, none);
    std::vector<uint32_t> firstPlayed(standIn.size(), none); // by rank
    for (uint32_t r = 0; r < standIn.size(); ++r) {
        if (standIn[r] != r)
            continue;
        firstPlayed[r] = static_cast<uint32_t>(program.operations.size());
        for (uint32_t n = m_firstNode[r]; n < m_firstNode[r + 1]; ++n)
            program.operations.push_back({n, none, 0});
    }
    sortByDepth(program.operations, scratch);
    scratch.operationOf.resize(program.operations.size());
    const auto operationOf = [&](uint32_t n) -> uint32_t& {
        const uint32_t rank = m_model.m_nodes[n].rank;
        return scratch.operationOf[firstPlayed[rank] + (n - m_firstNode[rank])];
    };
    const auto meetingOfNode = [&](uint32_t n) {
        const uint32_t group = m_model.m_nodes[n].group;
        return group == none ? none : meetingOf(group, standIn, program, scratch);
    };
    for (uint32_t o = 0; o < program.operations.size(); ++o) {
        Program::Operation& operation = program.operations[o];
        operationOf(operation.node) = o;
        for (uint32_t i = m_model.m_firstInput[operation.node]; i < m_model.m_firstInput[operation.node + 1]; ++i)
            program.inputs.push_back({operationOf(m_model.m_inputs[i]), meetingOfNode(m_model.m_inputs[i])});
        operation.lastInput = static_cast<uint32_t>(program.inputs.size());
        operation.meeting = meetingOfNode(operation.node);
    }
    for (const uint32_t group : scratch.numbered)
        scratch.meetingOf[group] = none;
    scratch.numbered.clear();
}

void StragglerReplay::play(const Program& program, size_t from, std::vector<double>& lengths, Scratch& scratch) const
{
    constexpr size_t together = playedTogether;
    const size_t count = std::min(together, lengths.size() - from);
    scratch.ends.resize(program.operations.size() * together);
    scratch.latest.assign(program.meetings * together, StragglerModel::notYet);
    double* own = scratch.ends.data();
    uint32_t i = 0;
    for (const Program::Operation& operation : program.operations) {
        std::array<double, together> begin;
        begin.fill(m_model.earliestOf(operation.node));
        for (; i < operation.lastInput; ++i) {
            const Program::Input input = program.inputs[i];
            const double* const end = &scratch.ends[size_t(input.operation) * together];
            if (input.meeting == none) {
                for (size_t k = 0; k < together; ++k)
                    begin[k] = std::max(begin[k], end[k]);
                continue;
            }
            const double* const met = &scratch.latest[size_t(input.meeting) * together];
            for (size_t k = 0; k < together; ++k)
                begin[k] = std::max(begin[k], met[k] + end[k]);
        }
        const bool isRecorded = scratch.isRecorded[operation.node] != 0;
        for (size_t k = 0; k < count; ++k)
            own[k] = double(isRecorded ? m_model.duration(operation.node, from + k) : m_ideal[operation.node]);
        if (operation.meeting != none) {
            double* const met = &scratch.latest[size_t(operation.meeting) * together];
            for (size_t k = 0; k < together; ++k)
                met[k] = std::max(met[k], begin[k]);
        } else {
            for (size_t k = 0; k < together; ++k)
                own[k] += begin[k];
        }
        own += together;
    }
    own = scratch.ends.data();
    for (const Program::Operation& operation : program.operations) {
        for (size_t k = 0; m_model.m_isLast[operation.node] && k < count; ++k) {
            const double met = operation.meeting == none ? 0 : scratch.latest[size_t(operation.meeting) * together + k];
            lengths[from + k] = std::max(lengths[from + k], own[k] + met);
        }
        own += together;
    }
}

std::vector<double> StragglerReplay::lengths(
    std::span<const uint32_t> recordedNodes, Scratch& scratch, size_t most) const
{
    std::optional<std::vector<uint32_t>> standIn;
    if (recordedNodes.size() <= most)
        standIn = standIns(recordedNodes, most);
    if (standIn)
        arrange(*standIn, scratch.program, scratch);
    scratch.isRecorded.resize(m_model.m_nodes.size());
    for (const uint32_t n : recordedNodes)
        scratch.isRecorded[n] = 1;
    std::vector<double> lengths(m_model.m_steps.size(), 0);
    for (size_t from = 0; from < lengths.size(); from += playedTogether)
        play(standIn ? scratch.program : m_whole, from, lengths, scratch);
    for (const uint32_t n : recordedNodes)
        scratch.isRecorded[n] = 0;
    return lengths;
}

} // namespace bubblescope
