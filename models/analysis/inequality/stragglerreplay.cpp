// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stragglerreplay.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace bubblescope {

namespace {
constexpr uint32_t none = StragglerModel::none;
}

StragglerReplay::StragglerReplay(const StragglerModel& model, const std::vector<float>& ideal)
    : m_model(model), m_ideal(ideal)
{
    sort();
    playIdeal();
    findUsers();
    for (uint32_t n = 0; n < m_model.m_nodes.size(); ++n) {
        if (m_model.m_isLast[n])
            m_last.push_back(n);
    }
}

void StragglerReplay::sort()
{
    const auto nodes = static_cast<uint32_t>(m_model.m_nodes.size());
    m_firstMember.assign(m_model.m_groups + 1, 0);
    for (const StragglerModel::Node& node : m_model.m_nodes) {
        if (node.group != none)
            ++m_firstMember[node.group + 1];
    }
    std::partial_sum(m_firstMember.begin(), m_firstMember.end(), m_firstMember.begin());
    m_members.resize(m_firstMember.back());
    std::vector<uint32_t> placed(m_firstMember.begin(), m_firstMember.end() - 1);
    m_items.reserve(nodes + m_model.m_groups);
    for (const uint32_t n : m_model.m_order) {
        m_items.push_back(n);
        const uint32_t group = m_model.m_nodes[n].group;
        if (group == none)
            continue;
        m_members[placed[group]++] = n;
        if (placed[group] == m_firstMember[group + 1])
            m_items.push_back(nodes + group);
    }
    m_position.assign(nodes + m_model.m_groups, none);
    for (uint32_t i = 0; i < m_items.size(); ++i)
        m_position[m_items[i]] = i;
}

void StragglerReplay::playIdeal()
{
    const auto nodes = static_cast<uint32_t>(m_model.m_nodes.size());
    m_time.assign(nodes + m_model.m_groups, StragglerModel::notYet);
    for (const uint32_t n : m_model.m_order) {
        double begin = m_model.earliestOf(n);
        for (uint32_t i = m_model.m_firstInput[n]; i < m_model.m_firstInput[n + 1]; ++i) {
            const uint32_t input = m_model.m_inputs[i];
            const uint32_t group = m_model.m_nodes[input].group;
            begin = std::max(begin, group == none ? m_time[input] : m_time[nodes + group] + double(m_ideal[input]));
        }
        const uint32_t group = m_model.m_nodes[n].group;
        m_time[n] = group == none ? begin + double(m_ideal[n]) : begin;
        if (group != none)
            m_time[nodes + group] = std::max(m_time[nodes + group], begin);
    }
}

void StragglerReplay::findUsers()
{
    const auto nodes = static_cast<uint32_t>(m_model.m_nodes.size());
    const auto itemOf = [&](uint32_t input) {
        const uint32_t group = m_model.m_nodes[input].group;
        return group == none ? input : nodes + group;
    };
    m_firstUser.assign(m_time.size() + 1, 0);
    for (const uint32_t input : m_model.m_inputs)
        ++m_firstUser[itemOf(input) + 1];
    std::partial_sum(m_firstUser.begin(), m_firstUser.end(), m_firstUser.begin());
    m_users.resize(m_firstUser.back());
    std::vector<uint32_t> placed(m_firstUser.begin(), m_firstUser.end() - 1);
    for (uint32_t n = 0; n < nodes; ++n) {
        for (uint32_t i = m_model.m_firstInput[n]; i < m_model.m_firstInput[n + 1]; ++i)
            m_users[placed[itemOf(m_model.m_inputs[i])]++] = n;
    }
}

void StragglerReplay::mark(uint32_t item, Scratch& scratch) const
{
    const uint32_t position = m_position[item];
    scratch.waiting[position / 64] |= uint64_t(1) << (position % 64);
}

void StragglerReplay::markUsers(uint32_t item, Scratch& scratch) const
{
    for (uint32_t i = m_firstUser[item]; i < m_firstUser[item + 1]; ++i)
        mark(m_users[i], scratch);
}

std::array<double, StragglerReplay::together> StragglerReplay::endsOf(uint32_t node, const Scratch& scratch) const
{
    const uint32_t group = m_model.m_nodes[node].group;
    const size_t item = group == none ? node : m_model.m_nodes.size() + group;
    std::array<double, together> ends;
    if (const uint32_t slot = scratch.slot[item]; slot == none)
        ends.fill(m_time[item]);
    else
        ends = scratch.values[slot].time;
    if (group == none)
        return ends;
    const uint32_t slot = scratch.slot[node];
    for (size_t k = 0; k < together; ++k)
        ends[k] += slot == none ? double(m_ideal[node]) : scratch.values[slot].own[k];
    return ends;
}

void StragglerReplay::playNode(uint32_t node, size_t from, size_t count, Scratch& scratch) const
{
    Scratch::Values played {};
    played.time.fill(m_model.earliestOf(node));
    for (uint32_t i = m_model.m_firstInput[node]; i < m_model.m_firstInput[node + 1]; ++i) {
        const std::array<double, together> ends = endsOf(m_model.m_inputs[i], scratch);
        for (size_t k = 0; k < together; ++k)
            played.time[k] = std::max(played.time[k], ends[k]);
    }
    const uint32_t group = m_model.m_nodes[node].group;
    bool isMoved = false;
    for (size_t k = 0; k < count; ++k) {
        played.own[k] = double(scratch.isRecorded[node] ? m_model.duration(node, from + k) : m_ideal[node]);
        if (group == none)
            played.time[k] += played.own[k];
        isMoved = isMoved || played.time[k] != m_time[node] || played.own[k] != double(m_ideal[node]);
    }
    if (!isMoved)
        return;
    scratch.slot[node] = uint32_t(scratch.values.size());
    scratch.values.push_back(played);
    scratch.moved.push_back(node);
    if (group == none)
        markUsers(node, scratch);
    else
        mark(uint32_t(m_model.m_nodes.size()) + group, scratch);
}

void StragglerReplay::playGroup(uint32_t group, size_t count, Scratch& scratch) const
{
    const auto item = uint32_t(m_model.m_nodes.size()) + group;
    Scratch::Values played {};
    played.time.fill(StragglerModel::notYet);
    bool isMoved = false;
    for (uint32_t i = m_firstMember[group]; i < m_firstMember[group + 1]; ++i) {
        const uint32_t member = m_members[i];
        const uint32_t slot = scratch.slot[member];
        if (slot == none) {
            for (double& time : played.time)
                time = std::max(time, m_time[member]);
            continue;
        }
        const Scratch::Values& own = scratch.values[slot];
        for (size_t k = 0; k < count; ++k) {
            played.time[k] = std::max(played.time[k], own.time[k]);
            isMoved = isMoved || own.own[k] != double(m_ideal[member]);
        }
    }
    for (size_t k = 0; k < count; ++k)
        isMoved = isMoved || played.time[k] != m_time[item];
    if (!isMoved)
        return;
    scratch.slot[item] = uint32_t(scratch.values.size());
    scratch.values.push_back(played);
    scratch.moved.push_back(item);
    markUsers(item, scratch);
}

std::optional<std::vector<double>> StragglerReplay::lengths(
    std::span<const uint32_t> recordedNodes, Scratch& scratch, size_t most) const
{
    const auto nodes = static_cast<uint32_t>(m_model.m_nodes.size());
    scratch.isRecorded.resize(nodes);
    scratch.slot.resize(m_time.size(), none);
    scratch.waiting.resize(m_items.size() / 64 + 1);
    for (const uint32_t n : recordedNodes)
        scratch.isRecorded[n] = 1;
    std::vector<double> lengths(m_model.m_steps.size(), 0);
    bool areFew = true;
    for (size_t from = 0; areFew && from < lengths.size(); from += together) {
        const size_t count = std::min(together, lengths.size() - from);
        for (const uint32_t n : recordedNodes)
            mark(n, scratch);
        for (size_t word = 0; areFew && word < scratch.waiting.size(); ++word) {
            // What is played marks only what comes later.
            while (scratch.waiting[word] != 0) {
                const auto bit = size_t(std::countr_zero(scratch.waiting[word]));
                scratch.waiting[word] &= scratch.waiting[word] - 1;
                const uint32_t item = m_items[word * 64 + bit];
                if (item < nodes)
                    playNode(item, from, count, scratch);
                else
                    playGroup(item - nodes, count, scratch);
            }
            areFew = scratch.moved.size() <= most;
        }
        for (const uint32_t n : m_last) {
            const std::array<double, together> ends = endsOf(n, scratch);
            for (size_t k = 0; k < count; ++k)
                lengths[from + k] = std::max(lengths[from + k], ends[k]);
        }
        for (const uint32_t item : scratch.moved)
            scratch.slot[item] = none;
        scratch.moved.clear();
        scratch.values.clear();
    }
    for (const uint32_t n : recordedNodes)
        scratch.isRecorded[n] = 0;
    if (areFew)
        return lengths;
    std::fill(scratch.waiting.begin(), scratch.waiting.end(), 0);
    return std::nullopt;
}

} // namespace bubblescope
