// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stragglermodel.h"

#include <array>
#include <limits>
#include <optional>
#include <span>

namespace bubblescope {

/// Plays the ideal steps of a model with a few operations as recorded: only what these move is played again, so one
/// replica among thousands costs little more than itself. Model and ideal must outlive it. Immutable.
class StragglerReplay {
public:
    StragglerReplay(const StragglerModel& model, const std::vector<float>& ideal);

    static constexpr size_t together = 4; ///< steps that are played at once
    /// Memory of one thread, for many calls.
    struct Scratch {
        struct Values {
            std::array<double, together> time; ///< end; begin of what meets others, of a group the latest of these
            std::array<double, together> own;  ///< duration of what meets others
        };
        std::vector<uint8_t> isRecorded; ///< by node
        std::vector<uint32_t> slot;      ///< by item, index into `values`
        std::vector<Values> values;
        std::vector<uint32_t> moved;   ///< items with a slot
        std::vector<uint64_t> waiting; ///< a bit by position of an item that is to be played
    };
    /// By place in steps(): what StragglerModel::lengths() says if all other nodes are ideal, to the last bit. nullopt
    /// once these have moved more than `most` nodes and groups: to play all of them takes less time and memory then.
    std::optional<std::vector<double>> lengths(std::span<const uint32_t> recordedNodes, Scratch& scratch,
        size_t most = std::numeric_limits<size_t>::max()) const;

private:
    void sort();
    void playIdeal();
    void findUsers();
    void playNode(uint32_t node, size_t from, size_t count, Scratch& scratch) const;
    void playGroup(uint32_t group, size_t count, Scratch& scratch) const;
    void markUsers(uint32_t item, Scratch& scratch) const;
    void mark(uint32_t item, Scratch& scratch) const;
    /// Of the steps that are played; of more than those, anything.
    std::array<double, together> endsOf(uint32_t node, const Scratch& scratch) const;

    // Items are nodes, then groups.
    const StragglerModel& m_model;
    const std::vector<float>& m_ideal;
    std::vector<uint32_t> m_items;       ///< in order: groups after their last members
    std::vector<uint32_t> m_position;    ///< by item
    std::vector<double> m_time;          ///< by item, in the ideal step; see Scratch::Values::time
    std::vector<uint32_t> m_firstMember; ///< by group, plus one
    std::vector<uint32_t> m_members;
    std::vector<uint32_t> m_firstUser; ///< by item, plus one
    std::vector<uint32_t> m_users;     ///< nodes that wait for it
    std::vector<uint32_t> m_last;      ///< nodes that steps end with
};

} // namespace bubblescope
