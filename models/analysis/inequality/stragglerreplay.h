// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stragglermodel.h"

#include <optional>
#include <span>

namespace bubblescope {

/// Plays the ideal steps of a model with the operations of some ranks as recorded. Ranks that cannot differ in this are
/// played once for all of them: those that do the same in ideal time and meet ranks that cannot differ either. So one
/// replica among thousands costs two of them, also where it moves all others. Model and ideal must outlive it.
/// Immutable.
class StragglerReplay {
public:
    StragglerReplay(const StragglerModel& model, const std::vector<float>& ideal);

    /// What is played, in an order that keeps what is needed again close.
    struct Program {
        struct Input {
            uint32_t operation;
            uint32_t meeting;
        };
        struct Operation {
            uint32_t node;
            uint32_t meeting;   ///< none where it meets nobody
            uint32_t lastInput; ///< one past; they start where those of the operation before end
        };
        std::vector<Operation> operations;
        std::vector<Input> inputs;
        uint32_t meetings = 0;
    };
    /// Memory of one thread, for many calls.
    struct Scratch {
        std::vector<uint8_t> isRecorded; ///< by node
        Program program;
        std::vector<uint32_t> operationOf; ///< by rank and place among its nodes, of those that are played
        std::vector<uint32_t> meetingOf;   ///< by group
        std::vector<uint32_t> numbered;    ///< groups with a meeting
        std::vector<double> ends;          ///< of some steps, by operation; of what meets others its own duration
        std::vector<double> latest;        ///< the same by meeting
        std::vector<uint32_t> placeOfDepth;
        std::vector<Program::Operation> byDepth;
    };
    /// By place in steps(): what StragglerModel::lengths() says if all other nodes are ideal, to the last bit. If that
    /// were to play more than `most` nodes, all ranks are played as they are, which needs no look at who is alike.
    std::vector<double> lengths(std::span<const uint32_t> recordedNodes, Scratch& scratch, size_t most) const;

    /// The nodes of a rank follow each other.
    uint32_t firstNode(size_t rank) const { return m_firstNode[rank]; }
    uint32_t nodesOf(size_t rank) const { return m_firstNode[rank + 1] - m_firstNode[rank]; }

private:
    void findMembers();
    void findCircles();
    void findDepths();
    std::optional<std::vector<uint32_t>> standIns(std::span<const uint32_t> recordedNodes, size_t most) const;
    void sortByDepth(std::vector<Program::Operation>& operations, Scratch& scratch) const;
    void arrange(const std::vector<uint32_t>& standIn, Program& program, Scratch& scratch) const;
    uint32_t meetingOf(uint32_t group, const std::vector<uint32_t>& standIn, Program& program, Scratch& scratch) const;
    void play(const Program& program, size_t from, std::vector<double>& lengths, Scratch& scratch) const;

    const StragglerModel& m_model;
    const std::vector<float>& m_ideal;
    std::vector<uint32_t> m_firstNode;   ///< by rank, plus one
    std::vector<uint32_t> m_firstMember; ///< by group, plus one
    std::vector<uint32_t> m_members;
    std::vector<std::vector<uint32_t>> m_circles;   ///< ranks that meet, each set once
    std::vector<std::vector<uint32_t>> m_circlesOf; ///< by rank, in the order of its nodes
    std::vector<uint32_t> m_programOf; ///< by rank: equal where the same lasts equally long and meets in like circles
    std::vector<uint32_t> m_depth;     ///< by node: longest chain of what it waits for
    uint32_t m_depths = 0;             ///< all are below
    Program m_whole;                   ///< of all ranks
};

} // namespace bubblescope
