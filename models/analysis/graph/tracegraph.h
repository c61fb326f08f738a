// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "columnvector.h"
#include "retiming.h"
#include "runcontext.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// One step of a measured run as a graph, built from its records alone: operations are split at the communication
/// inside them and at the launch of gradient communication, and waiting is removed from messages and collectives.
/// Re-timed with its own costs it reproduces the measured step.
struct TraceGraph {
    /// Part of an operation, or a message or collective. Time before the first node of an operation is host time (its
    /// lead); all other time is cost or transfer. Both are stored in `graph`, by number of the node.
    struct Node {
        SpanId span;            ///< the operation, or the communication inside it
        SpanId operation;       ///< the charged record of a fused pair
        SpanId leg;             ///< the second record of a fused pair
        uint32_t rank : 26 = 0; ///< index into Trace::ranks()
        bool isCommunication : 1 = false;
        bool isStream : 1 = false; ///< overlaps compute; part of a stream's chain, not of the rank's
        bool isWork : 1 = false;   ///< on a profiler's rank without a device: compute of a thread
        /// On a profiler's rank: from the begin of the step to the rank's first record; of a repeated step also the way
        /// of a launch to its device.
        bool isStart : 1 = false;
        /// Communication whose partners are not in the trace; lasts as long as recorded.
        bool isUnmatched : 1 = false;
        bool isCall : 1 = false; ///< of a repeated step: a launching or waiting call, apart from its waiting
    };
    static_assert(sizeof(Node) == 16, "there are millions of them");
    struct Meeting {
        SpanId span;    ///< of the first member; for a message its send
        SpanId receive; ///< only for a message
        TimeNs transfer = 0;
        uint32_t firstMember = 0; ///< index into `members`
        uint32_t memberCount : 29 = 0;
        bool isMessage : 1 = false;
        bool isPosted : 1 = false; ///< a send that lasts as long as its transfer, whether its receiver has come or not
        bool isHidden : 1 = false; ///< without a record: synchronization inside an optimizer step
    };
    /// A node of a stream: it waits for what launched it, and for the one before it on its stream.
    struct Queued {
        uint32_t launcher; ///< or none
        uint32_t node;
        uint32_t before; ///< or none
    };
    /// A node of the rank's own chain that waits for a stream, or for another rank before a meeting without record.
    struct Join {
        uint32_t last; ///< node of the stream or of that rank
        uint32_t node;
    };
    DependencyGraph graph;
    ColumnVector<Node> nodes;        ///< grouped by rank: those in program order, then those of its streams
    std::vector<uint32_t> firstNode; ///< by rank, plus one
    ColumnVector<Meeting> meetings;  ///< numbered like the graph's meetings
    ColumnVector<uint32_t> members;  ///< nodes
    TimeRange window;                ///< the step in the trace; its begin is time 0 of the graph
    /// By node, ns: how much longer its record lasts than its meeting. The next node has not begun until then either:
    /// the graph counts this time as the next node's.
    ColumnVector<uint32_t> tails;
    std::vector<Queued> queued;       ///< by rank, then as launched; empty for profiler runs
    std::vector<Join> joins;          ///< at most one per stream and 16 per meeting; empty for profiler runs
    std::vector<Message> assumptions; ///< whole sentences
    /// Neither hosts nor passes were recorded, but what streams of devices ran: nothing tells what waited for a host.
    bool areKernels = false;
    // Only for profiler runs:
    ColumnVector<TimeRange> measured; ///< by node, as recorded, in times of the trace
    std::vector<TimeRange> ranges;    ///< by rank: of the step; unbounded where no step precedes or follows
    // Only for repeated steps:
    std::vector<Retiming::Carried> carried; ///< what the nodes wait for in repetitions before
    std::vector<uint32_t> lasts;            ///< the last nodes of all streams: where a repetition ends
    bool mayRunBeside = false; ///< compute is taken to wait for collectives, and nothing shows whether it does

    /// True if the nodes are kernels, copies and pieces of host threads.
    bool isOfProfiler() const { return !measured.empty(); }
    /// True if the step is made to follow itself, see makeRepeatedGraph().
    bool isRepeated() const { return !lasts.empty(); }

    std::span<const uint32_t> membersOf(const Meeting& m) const
    {
        return std::span(members).subspan(m.firstMember, m.memberCount);
    }
};

/// `step` is an index into Trace::steps(). Sends block, as Megatron's do. Refuses runs without a common time line, and
/// cyclic orders; an Error, too, if `progress`, called with parts of GraphBuilder::Options::passes, returned false. For
/// profiler runs see makeProfilerGraph(). O(spans of the run), once.
Result<TraceGraph> makeTraceGraph(const RunContext& context, int step, const ProgressFn& progress = {});
/// The graph shared by everyone who uses the step at the same time: findings, critical path and what-ifs hold one. That
/// of makeTraceGraph(), but of a profiler's step that can be made to follow itself that of makeRepeatedGraph(). If
/// another thread is building it, waits for that, or until its own progress returns false.
Result<std::shared_ptr<const TraceGraph>> sharedTraceGraph(
    const RunContext& context, int step, const ProgressFn& progress = {});

} // namespace bubblescope
