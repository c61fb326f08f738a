// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "costfactors.h"
#include "dependencies.h"
#include "pricing.h"
#include "retiming.h"
#include "tracebuilder.h"

#include <map>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace bubblescope {

/// One step as a graph of pieces with their meaning and their spans, built from a measured step or from a job profile.
/// Built once per order of operations; a StepTimer plays it under any costs, a StepTimeline makes a trace of that. Not
/// thread-safe while it is built.
class StepGraph {
public:
    static constexpr uint32_t none = DependencyGraph::none;
    using Stages = CostFactors::Stages;
    static constexpr Stages noStages {-1, -1};

    /// Its cost (of communication without a meeting: its transfer) and its lead (host time before it) are the graph's.
    struct Node {
        uint32_t meeting = none; ///< its collective, or the first of its messages
        uint32_t kind
            = none; ///< of communication whose transfer is the node's own: without a meeting, or stated by a send
        uint32_t rank = 0;       ///< index into `ranks`
        ComputeClass computeClass = ComputeClass::Layers;
        uint8_t attentionPercent = unknownPercent;  ///< of layers
        Category category = Category::OtherCompute; ///< what its time is charged to, or the group of the communication
        bool isCommunication : 1 = false;
        bool isStream : 1 = false; ///< beside compute
        bool isWait : 1 = false;   ///< receive without a send: all of it is waiting
        bool isFixed : 1 = false;  ///< no knob changes it
        bool isDevice : 1 = false; ///< of a profiler's rank: a kernel or copy, not a piece of a thread
        bool isInputGradient : 1 = false; ///< compute of a backward pass that was split by WeightShare
        bool isWeightGradient : 1 = false;
    };
    static_assert(sizeof(Node) == 16, "there are millions of them");
    struct Transfer {
        TimeNs ns = 0;
        uint32_t kind = 0;
        Stages stages = noStages; ///< of a message
    };
    struct Rank {
        int32_t rank = -1;
        int16_t stage = -1; ///< pipeline rank
        std::string host;
        uint32_t firstNode = 0; ///< those in program order, then those of its streams
        uint32_t nodeCount = 0;
        /// Of the lead of its first node: it ended the step before so much later than its peers, as it is slow.
        TimeNs lateNs = 0;
        TimeNs optimizerNs = 0; ///< compute of its optimizer, where it begins late
    };
    /// A future record, by its number in `builder`, and the nodes that it covers.
    struct Span {
        uint32_t firstNode = 0;
        uint32_t lastNode = 0;
        uint32_t timeline = none; ///< if set, its times follow this timeline, see `measured`
        Operation operation = Operation::Other;
        bool isTop = false; ///< has no parent
        bool isLeg = false; ///< the second record of a fused pair
    };

    /// Consecutive nodes with their recorded times: everything recorded inside or around them moves with
    /// them.
    struct Timeline {
        std::vector<std::pair<uint32_t, TimeRange>> nodes;
    };

    std::shared_ptr<const DependencyGraph> graph; ///< of a replay: shared with the findings
    std::vector<Node> nodes;                      ///< by node of the graph
    std::vector<uint32_t> spanOfNode;  ///< of pieces of threads: what stands for them; only for profiler runs
    std::vector<Transfer> transfers;   ///< by meeting of the graph
    std::vector<PricedTransfer> kinds; ///< transfers with the same operation, group, size and placement
    std::vector<Rank> ranks;
    std::vector<Span> spans;                             ///< grouped by rank, in program order
    std::vector<TimeRange> measured;                     ///< by span with a timeline: recorded, from the step's begin
    std::vector<std::pair<uint32_t, uint32_t>> links;    ///< spans: send, receive
    std::vector<Timeline> timelines;                     ///< only for profiler runs
    std::vector<std::pair<uint32_t, uint32_t>> launches; ///< spans: call, what it launched
    TraceBuilder builder;                                ///< owns names and tracks until the trace is made
    /// By node, ns: how much longer a measured record lasts than its meeting; empty if nothing was measured. Drawn and
    /// charged as part of the communication; ends before anything else on the rank begins.
    std::span<const uint32_t> tails; ///< what `graph` is a part of owns them
    // Of a step that is made to follow itself, see makeRepeatedGraph():
    std::span<const Retiming::Carried> carried;
    std::span<const uint32_t> lasts;     ///< empty for other steps
    std::span<const TimeRange> recorded; ///< by node, in times of the trace
    TimeRange window;                    ///< the step in the trace
    bool mayRunBeside = false; ///< compute is taken to wait for collectives, and nothing shows whether it does
    int chunks = 1;
    bool isDrawn = true; ///< false: no timeline will be needed, and `builder` holds no records

    /// Adds a record without times; its names, tracks and parents are those of `builder`.
    uint32_t addSpan(const SpanRecord& record, uint32_t firstNode, uint32_t lastNode);
    /// The same without a record: its caller gives them to `builder`, in the same order.
    uint32_t addSpanAlone(const SpanRecord& record, uint32_t firstNode, uint32_t lastNode);
    /// Lets the times of a span follow a timeline.
    void follow(uint32_t span, uint32_t timeline, TimeRange measured);
    /// The number of the kind, created on first use.
    uint32_t kindOf(Operation operation, Category group, double bytes, const GroupPlacement& placement);
    /// Computes counts and means of the kinds, once all transfers are known.
    void sumUpKinds();
    CostFactors unchanged() const;
    bool isRepeated() const { return !lasts.empty(); }

private:
    using KindKey = std::tuple<Operation, Category, double, int, int>;
    std::map<KindKey, uint32_t> m_numberOfKind;
    uint32_t m_lastKind = none;
};

} // namespace bubblescope
