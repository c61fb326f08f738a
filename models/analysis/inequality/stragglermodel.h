// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"
#include "stepoperations.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace bubblescope {

/// The operations of a step on all ranks, what each waits for, and how long each lasted in every step without waiting:
/// the dependency model of Lin et al. 2025, "Understanding Stragglers in Large Model Training Using What-if Analysis".
/// The order of operations is that of the first replica in the first step; steps in which some rank recorded other
/// operations are left out. Immutable.
class StragglerModel {
public:
    static Result<StragglerModel> make(const RunContext& context);
    /// Where only a part of a run was read that holds no whole step: nothing is compared in others.
    static std::optional<Error> whyNoWholeStep(const Trace& trace);

    struct Node {
        StepOperation kind = StepOperation::Forward;
        uint32_t rank = 0;     ///< index into Trace::ranks()
        uint32_t group = none; ///< that it meets others in
    };
    static constexpr uint32_t none = 0xffffffffu;

    size_t nodeCount() const { return m_nodes.size(); }
    const Node& node(size_t n) const { return m_nodes[n]; }
    bool isGrouped(size_t n) const { return m_nodes[n].group != none; }
    /// Indexes into Trace::steps() of those that are compared.
    const std::vector<uint32_t>& steps() const { return m_steps; }
    uint32_t leftOut() const { return m_leftOut; }
    /// ns, as recorded: first begin to last end, by place in steps().
    const std::vector<double>& recorded() const { return m_recorded; }
    /// ns, of a node in a step by its place in steps(); transfer alone for what meets others.
    float duration(size_t node, size_t step) const { return m_duration[node * m_steps.size() + step]; }
    /// By place in steps(): the span of a node.
    SpanId span(size_t node, size_t step) const { return m_span[node * m_steps.size() + step]; }

    /// Begin and end of every node in a step, ns from its start.
    struct Played {
        std::vector<double> begin;
        std::vector<double> end;
    };
    /// How long a node lasts in a step, in ns.
    using DurationOf = std::function<float(size_t node, size_t step)>;
    Played play(size_t step, const DurationOf& durationOf) const;

    /// The lengths of all steps if the nodes marked in `isIdeal` last as long as `ideal` says, the others as recorded.
    std::vector<double> lengths(const std::vector<float>& ideal, const std::vector<uint8_t>& isIdeal) const;
    /// The same in the memory of earlier calls: with millions of nodes, half of the time goes into the first touch of
    /// it.
    struct Scratch {
        std::vector<double> end;
        std::vector<double> latest;
    };
    std::vector<double> lengths(
        const std::vector<float>& ideal, const std::vector<uint8_t>& isIdeal, Scratch& scratch) const;

    int stageOf(size_t rank) const { return m_stageOf[rank]; }
    /// The data-parallel rank; -1 where the layout is unknown.
    int dataRankOf(size_t rank) const { return m_dataRankOf[rank]; }
    int stageCount() const { return m_stages; }

private:
    friend class StragglerModelBuilder;
    friend class StragglerReplay; // plays parts of a step

    static constexpr double notYet = -std::numeric_limits<double>::infinity();
    /// Of what waits for nothing: the begin of the step. Where clocks differ, what waits for others may begin before.
    double earliestOf(uint32_t node) const { return m_firstInput[node] == m_firstInput[node + 1] ? 0 : notYet; }

    std::vector<Node> m_nodes;
    std::vector<uint32_t> m_firstInput; ///< by node, plus one
    std::vector<uint32_t> m_inputs;     ///< nodes of its rank whose ends it waits for
    std::vector<uint32_t> m_order;      ///< nodes; those that others of a group need come first
    std::vector<uint8_t> m_isLast;      ///< by node: the step ends with these
    uint32_t m_groups = 0;
    std::vector<uint32_t> m_steps;
    uint32_t m_leftOut = 0;
    std::vector<double> m_recorded;
    ColumnVector<float> m_duration;
    ColumnVector<SpanId> m_span;
    std::vector<int> m_stageOf;
    std::vector<int> m_dataRankOf;
    int m_stages = 1;
};

} // namespace bubblescope
