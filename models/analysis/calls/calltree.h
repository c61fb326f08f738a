// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// The spans that a call tree counts.
struct CallSelection {
    TimeRange range; ///< each span with its part inside
    std::optional<int32_t> rank {};
    std::optional<int16_t> stage {};
};

/// Who called what, and what that cost: host calls by the calls around them, and the work of devices by the operator
/// that launched it, the innermost one as in DeviceSums, or by the span that it lies in. All ranks and threads of the
/// selection together: calls with equal names below equal callers are one node. Works in slices, like
/// SelectionSummary.
class CallTree {
public:
    enum class Of : uint8_t {
        Calls,   ///< Python frames, operators, ranges, runtime calls
        Modules, ///< modules and layers alone, as deep as they nest, and what devices did in them
    };

    static constexpr uint32_t none = 0xffffffffu;
    /// What lies deeper counts as the time of its caller at this depth.
    static constexpr uint16_t mostDepth = 1024;

    struct Node {
        StringId name; ///< invalid for the root, and above kernels whose launch is not recorded though others are
        uint32_t parent = none;
        uint16_t depth = 0; ///< of the root 0
        Category category = Category::Other;
        bool isOnDevice = false;
        uint64_t calls = 0;
        /// ns of threads: without and with what was called inside. Time of a call on another thread counts twice in that
        /// of all threads, and for nobody as own.
        TimeNs ownHost = 0;
        TimeNs host = 0;
        /// ns of devices: of work on a device, without and with what lies inside; of a host call, what it launched
        /// itself, and what was launched inside.
        TimeNs ownDevice = 0;
        TimeNs device = 0;
        SpanId longest; ///< the first one; invalid where only calls inside are in the selection
        TimeNs longestDuration = -1;
    };

    CallTree() = default;
    /// Null for an empty tree.
    CallTree(TracePtr trace, const CallSelection& selection, Of of);
    /// Counts these spans only, given by ascending numbers: what else is around them has no time of its own. To be
    /// called before advance().
    void keepOnly(std::span<const uint32_t> spans);

    /// Processes about `spans` further spans; true when done. O(spans), and the launch depth of each kernel.
    bool advance(uint32_t spans);
    bool isFinished() const { return m_isFinished; }
    double progress() const; ///< 0 .. 1

    // When finished. The root, with the sums of all, is the first node; callers come before what they call.
    const std::vector<Node>& nodes() const { return m_nodes; }
    /// By their time on threads and devices, longest first, then by name.
    std::span<const uint32_t> childrenOf(uint32_t node) const;
    const TracePtr& trace() const { return m_trace; }
    Of of() const { return m_of; }

private:
    struct Place {
        uint32_t row = 0; ///< of the trace
        uint32_t next = 0;
    };
    bool isShown(SpanId span, bool isOnDevice);
    bool isCounted(SpanId span) const;
    TimeNs partOf(SpanId span) const { return m_trace->range(span).intersected(m_selection.range).duration(); }
    SpanId callerOf(SpanId span) const;
    uint32_t childOf(uint32_t parent, StringId name, Category category, bool isOnDevice);
    uint32_t nodeOf(SpanId span);
    void addSpan(SpanId span, const Row& row, bool isOnDevice);
    bool counts(const Track& track) const;
    bool isOnDevice(SpanId span) const;
    void growSlots();
    void finish();

    TracePtr m_trace;
    CallSelection m_selection;
    Of m_of = Of::Calls;
    std::vector<Node> m_nodes;
    std::vector<uint32_t> m_slots;       // of a hash table: nodes by caller and name
    std::vector<uint32_t> m_nodeOf;      // by span
    std::vector<bool> m_only;            // by span; empty: all
    std::vector<signed char> m_isModule; // by name: -1 if not yet known
    std::vector<SpanId> m_chain;
    std::vector<uint32_t> m_children;    // of all nodes, one behind the other
    std::vector<uint32_t> m_firstChild;  // by node, and behind the last
    Place m_place;
    bool m_hasLaunches = false;
    bool m_isFinished = true;
};

} // namespace bubblescope
