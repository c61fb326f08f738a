// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "computecost.h"
#include "pricing.h"
#include "retiming.h"
#include "stepfigures.h"
#include "tracebuilder.h"

#include <array>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace bubblescope {

/// What the cost knobs come to for one step graph.
struct CostFactors {
    std::vector<double> compute;                  ///< by rank of the graph: stragglers
    std::array<double, 3> computeClass {1, 1, 1}; ///< by ComputeClass
    std::vector<double> transfer;                 ///< by kind of transfer
    double gap = 1;
    double overlapSlowdown = 0; ///< compute takes 1 + this times as long beside communication
};

/// One step as a graph of pieces with what each is and what shows it: measured and taken apart, or made from a job
/// profile. Built once per order of operations; after that a change of costs is one pass over flat arrays.
/// Not for several threads at once.
class StepGraph {
public:
    static constexpr uint32_t none = DependencyGraph::none;

    struct Node {
        TimeNs cost = 0; ///< its own; of communication without a meeting: its transfer
        TimeNs lead = 0; ///< host time before it
        std::array<uint32_t, 4> meetings {none, none, none, none}; ///< several where messages go in one call
        uint32_t kind = none;                                      ///< of communication that has no meeting
        uint32_t rank = 0;                                         ///< index into `ranks`
        ComputeClass computeClass = ComputeClass::Matrix;
        Category category = Category::OtherCompute; ///< what its time is charged to, or the group that communicates
        bool isCommunication = false;
        bool isStream = false; ///< beside compute
        bool isWait = false;   ///< receive without a send: all of it is waiting
        bool isFixed = false;  ///< no knob changes it
        uint32_t span = none;  ///< of a piece of a thread: what stands for it
        bool isDevice = false; ///< of a profiler's rank: a kernel or copy, not a piece of a thread
    };
    struct Transfer {
        TimeNs ns = 0;
        uint32_t kind = 0;
    };
    struct Rank {
        int32_t rank = -1;
        int16_t stage = -1; ///< pipeline rank
        std::string host;
        uint32_t firstNode = 0; ///< its own in program order, then its streams'
        uint32_t nodeCount = 0;
    };
    /// A record to be, and the nodes that it lasts over.
    struct Span {
        SpanRecord record; ///< names, tracks and parents of `builder`
        uint32_t firstNode = 0;
        uint32_t lastNode = 0;
        uint32_t timeline = none; ///< that its times follow instead
        TimeRange measured;       ///< then: as recorded, from the begin of the step
        bool isTop() const { return record.parent == Id<SpanTag>::noValue && !(record.flags & SpanFlag::fusedLeg); }
    };

    /// Nodes that follow each other, with the times they were recorded at: what was recorded inside or around them
    /// moves with them.
    struct Timeline {
        std::vector<std::pair<uint32_t, TimeRange>> nodes;
    };

    DependencyGraph graph;
    std::vector<Node> nodes;           ///< by node of the graph
    std::vector<Transfer> transfers;   ///< by meeting of the graph
    std::vector<PricedTransfer> kinds; ///< transfers of one operation, group, size and placement
    std::vector<Rank> ranks;
    std::vector<Span> spans;                             ///< those of a rank stand together, in program order
    std::vector<std::pair<uint32_t, uint32_t>> links;    ///< spans: send, receive
    std::vector<Timeline> timelines;                     ///< of profilers' runs
    std::vector<std::pair<uint32_t, uint32_t>> launches; ///< spans: call, what it started
    TraceBuilder builder;                                ///< owns names and tracks until the trace is made
    int chunks = 1;

    /// The number of the kind, made where it is new.
    uint32_t kindOf(Operation operation, Category group, double bytes, const GroupPlacement& placement);
    /// Counts and means of the kinds, when all transfers are told.
    void sumUpKinds();
    CostFactors unchanged() const;

    /// Times the step. Allocates at the first call only. False, and nothing is timed, where the costs add up to more
    /// than a timeline holds.
    bool time(const CostFactors& factors);
    const Retiming& retiming() const { return m_retiming; }
    /// Of what was timed last.
    StepFigures figures() const;
    /// Of what was timed last, as a run's timeline.
    Trace trace();
    /// Of the trace made last.
    std::vector<SpanId> criticalPath() const;

private:
    StepFigures deviceFigures() const;
    bool setCosts(const CostFactors& factors);
    bool stretchBesideStreams(const CostFactors& factors);
    TimeRange window() const;

    DependencyGraph::Costs m_costs;
    std::vector<TimeNs> m_cost; // by node, as timed
    std::vector<TimeNs> m_lead;
    Retiming m_retiming;
    std::vector<SpanId> m_placed; // by span; empty until the first trace
    Trace m_trace;                // the structure
    using KindKey = std::tuple<Operation, Category, double, int, int>;
    std::map<KindKey, uint32_t> m_numberOfKind;
    uint32_t m_lastKind = none;
};

} // namespace bubblescope
