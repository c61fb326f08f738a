// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dependencies.h"
#include "runcontext.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// One step of a measured run, taken apart by its records alone: operations are split at the communication inside them
/// and at the launch of gradient communication, waiting is taken out of every message and collective. Timed with its
/// own costs it is the measured step again.
struct TraceGraph {
    /// Part of an operation, or a message or collective. What lies before the first node of an operation is host time
    /// (its lead); all other time is cost or transfer: both are the graph's, by number of the node.
    struct Node {
        SpanId span;      ///< the operation, or the communication inside it
        SpanId operation; ///< the charged record of a fused pair
        SpanId leg;       ///< the second record of a fused pair
        uint32_t rank : 27 = 0; ///< index into Trace::ranks()
        bool isCommunication : 1 = false;
        bool isStream : 1 = false; ///< beside compute; its chain is a stream's, not the rank's
        bool isWork : 1 = false;   ///< of a profiler's rank without a device: compute on a thread
        bool isStart : 1 = false;  ///< of a profiler's rank: from the begin of the step until the rank's first record
        /// Communication whose partners are not in the trace: lasts as long as it was recorded.
        bool isUnmatched : 1 = false;
    };
    static_assert(sizeof(Node) == 16, "there are millions of them");
    struct Meeting {
        SpanId span;    ///< of the first member; the send of a message
        SpanId receive; ///< of a message
        TimeNs transfer = 0;
        uint32_t firstMember = 0; ///< of `members`
        uint32_t memberCount : 30 = 0;
        bool isMessage : 1 = false;
        bool isHidden : 1 = false; ///< no record tells of it: synchronization inside an optimizer step
    };
    DependencyGraph graph;
    std::vector<Node> nodes;         ///< those of a rank stand together: its own in program order, then its streams'
    std::vector<uint32_t> firstNode; ///< by rank, one more at the end
    std::vector<Meeting> meetings;   ///< by number of the graph's meetings
    std::vector<uint32_t> members;   ///< nodes
    TimeRange window;                ///< of the step in the trace; time 0 of the graph is its begin
    /// By node, ns: how much longer its record lasts than its meeting. Until then the next node has not begun either:
    /// the graph counts the time as that one's.
    std::vector<uint32_t> tails;
    std::vector<Message> assumptions; ///< sentences
    // Of a profiler's run alone.
    std::vector<TimeRange> measured; ///< by node, as recorded, in times of the trace
    std::vector<TimeRange> ranges;   ///< by rank: of the step, open to the outside

    /// Nodes are kernels and copies, and pieces of the host's threads.
    bool isOfProfiler() const { return !measured.empty(); }

    std::span<const uint32_t> membersOf(const Meeting& m) const
    {
        return std::span(members).subspan(m.firstMember, m.memberCount);
    }
};

/// `step` is an index into Trace::steps(). Refuses what has no common time line, and an order that cannot be run. Runs
/// of a profiler are taken apart as makeProfilerGraph() tells. O(spans of the run), once.
Result<TraceGraph> makeTraceGraph(const RunContext& context, int step, const GraphBuilder::Options& options);
/// The same, with sends that block, once for all who look at the step at a time: findings, critical path and what-ifs
/// hold one graph. Who comes while another thread makes it waits for it, and may end that through its own progress.
Result<std::shared_ptr<const TraceGraph>> sharedTraceGraph(
    const RunContext& context, int step, const GraphBuilder::Options& options);

} // namespace bubblescope
