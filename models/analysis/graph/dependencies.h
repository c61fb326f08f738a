// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "progress.h"
#include "rawvector.h"
#include "result.h"
#include "sparselists.h"
#include "timerange.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace bubblescope {

/// Operations of many ranks and their dependencies, compiled into flat arrays in topological order, so that evaluating
/// another set of costs is a single pass over them. Immutable and thread-safe.
///
/// An operation begins when all its predecessors have ended (plus its lead), and ends when its own cost is spent and
/// all meetings it waits for are over. A meeting (a message or collective) starts when its last member is there.
class DependencyGraph {
public:
    static constexpr uint32_t none = 0xffffffffu;

    /// Describes an operation in messages to the user.
    struct NodeInfo {
        int32_t rank = -1;
        int32_t microbatch = -1;
        Operation operation = Operation::Other;
    };
    /// In ns, by item.
    struct Costs {
        RawVector<TimeNs> cost;
        RawVector<TimeNs> lead;
    };

    uint32_t nodeCount() const { return uint32_t(m_endItem.size()); }
    uint32_t meetingCount() const { return uint32_t(m_item.size() - m_endItem.size()); }
    uint32_t itemCount() const { return uint32_t(m_subject.size()); }
    /// The item at which the node arrives, or the meeting takes place.
    uint32_t itemOf(uint32_t node) const { return m_item[node]; }
    uint32_t itemOfMeeting(uint32_t meeting) const { return m_item[m_endItem.size() + meeting]; }
    /// The node of an item, or nodeCount() + its meeting.
    uint32_t subjectOf(uint32_t item) const { return m_subject[item]; }

    /// The costs given to the builder; copy them, modify the copy with the setters and pass it to Retiming::run().
    const Costs& costs() const { return m_costs; }
    TimeNs cost(uint32_t node) const { return m_costs.cost[itemOf(node)]; }
    TimeNs lead(uint32_t node) const { return m_costs.lead[itemOf(node)]; }
    void setCost(Costs& costs, uint32_t node, TimeNs ns) const { costs.cost[itemOf(node)] = ns; }
    void setLead(Costs& costs, uint32_t node, TimeNs ns) const { costs.lead[itemOf(node)] = ns; }
    void setMeetingCost(Costs& costs, uint32_t meeting, TimeNs ns) const { costs.cost[itemOfMeeting(meeting)] = ns; }

private:
    friend class GraphTopology;
    friend class Retiming;

    RawVector<uint32_t> m_firstInput; // by item, plus one; inputs precede the items they feed
    RawVector<uint32_t> m_inputs;
    RawVector<uint32_t> m_subject; // by item
    RawVector<uint32_t> m_item;    // by node, then by meeting
    RawVector<uint32_t> m_endItem; // by node: where it ends; often the item of its only meeting
    Costs m_costs;
};

/// The error if `progress` ended the work; not shown to anybody.
inline Error stopped() { return {say("Stopped."), {}, {}}; }

/// Collects operations and their dependencies.
class GraphBuilder {
public:
    struct Options {
        /// A send lasts until its receiver has it (Megatron's rendezvous); otherwise it goes on at once, and its message
        /// queues behind those that the rank sent the same one before.
        bool blockingSends = true;
        /// Called between the passes over millions of operations; returning false makes finish() return an Error.
        ProgressFn progress = {};
        bool mayContinue(uint64_t done) const { return !progress || progress(done, passes); }
        static constexpr uint64_t passes = 10;
    };
    /// One direction between two ranks; the k-th send meets the k-th receive.
    struct Channel {
        int32_t source = -1;
        int32_t destination = -1;
        int32_t tag = 0;
        int32_t wire = 0; ///< messages of one wire queue; those of others are transferred beside them
        bool operator==(const Channel&) const = default;
    };

    /// The nodes of runs with millions of operations, handed over without copies; same content as for addNode().
    struct Nodes {
        RawVector<TimeNs> cost;
        RawVector<TimeNs> lead;
        RawVector<uint32_t> after;
        std::function<DependencyGraph::NodeInfo(uint32_t)> info; ///< called only for error messages
    };

    void reserve(size_t nodes);
    /// Replaces addNode(): these are all nodes.
    void setNodes(Nodes nodes) { m_nodes = std::move(nodes); }
    void reserveMeetings(size_t meetings, size_t members);
    /// `after` is the predecessor in program order, or none. `lead` is host time between the two; negative for an
    /// operation that begins before what it waits for has ended.
    uint32_t addNode(
        const DependencyGraph::NodeInfo& info, TimeNs cost, TimeNs lead = 0, uint32_t after = DependencyGraph::none);
    /// The same for all nodes where `info` says what they are, so that millions need not be kept twice.
    void describeBy(std::function<DependencyGraph::NodeInfo(uint32_t)> info) { m_nodes.info = std::move(info); }
    uint32_t addNode(TimeNs cost, TimeNs lead, uint32_t after);
    void addEdge(uint32_t from, uint32_t to);
    /// To that of a node.
    void addCost(uint32_t node, TimeNs cost) { m_nodes.cost[node] += cost; }
    /// Begins when the last member arrives and ends for all of them `cost` later. Returns the number of the meeting.
    uint32_t addCollective(std::span<const uint32_t> members, TimeNs cost);
    /// A node may take part in several messages: a fused pair is one node with a send and a receive. Returns the
    /// meeting's number. Messages from one rank to another are given in the order in which they are sent.
    uint32_t addSend(uint32_t node, const Channel& channel, TimeNs cost)
    {
        return addSend(node, numberOf(channel), cost);
    }
    void addReceive(uint32_t node, const Channel& channel) { addReceive(node, numberOf(channel)); }
    /// The same for who remembers the number of a channel.
    uint32_t addSend(uint32_t node, uint32_t channel, TimeNs cost);
    void addReceive(uint32_t node, uint32_t channel) { m_receives.push_back({channel, node}); }
    uint32_t numberOf(const Channel& channel);
    const Channel& channel(uint32_t number) const { return m_channels[number]; }
    /// Adds a message whose send and receive are already matched. `isPosted`: where sends block this one lasts as long as
    /// its transfer, whether its receiver has come or not.
    uint32_t addMessage(uint32_t sender, uint32_t receiver, TimeNs cost, bool isPosted = false);

    /// Cycles, unmatched messages and costs whose sum would overflow are errors that name the operations.
    Result<DependencyGraph> finish(const Options& options);

private:
    struct ChannelHash {
        size_t operator()(const Channel& c) const noexcept
        {
            const uint64_t ends = uint64_t(uint32_t(c.source)) << 32 | uint32_t(c.destination);
            return std::hash<uint64_t>()(ends * 0x9e3779b97f4a7c15u + uint32_t(c.tag));
        }
    };
    struct Meeting {
        TimeNs cost;
        uint32_t firstMember; // index into m_members
        uint32_t memberCount;
        bool isMessage;
        bool isPosted = false; // its sender waits for the transfer, but not for the receiver
    };
    struct Edge {
        uint32_t from;
        uint32_t to;
    };

    friend class GraphTopology;

    Nodes m_nodes;
    std::vector<DependencyGraph::NodeInfo> m_infos; // of nodes from addNode()
    std::vector<Edge> m_edges;
    std::vector<Meeting> m_meetings;
    std::vector<uint32_t> m_members; // nodes; for a message the sender, then the receiver
    std::vector<Channel> m_channels;
    std::unordered_map<Channel, uint32_t, ChannelHash> m_numberOfChannel;
    std::vector<SparseLists::Entry> m_sends;    // meetings by channel
    std::vector<SparseLists::Entry> m_receives; // nodes by channel
    // By meeting, where messages queue: those before and behind it on its link, or none.
    std::vector<uint32_t> m_before;
    std::vector<uint32_t> m_behind;

    /// "rank 3: send_forward of microbatch 5".
    Message describe(uint32_t node) const;
    Result<bool> matchMessages();
    void queueMessages();
    uint32_t queuedBefore(uint32_t meeting) const
    {
        return m_before.empty() ? DependencyGraph::none : m_before[meeting];
    }
    uint32_t queuedBehind(uint32_t meeting) const
    {
        return m_behind.empty() ? DependencyGraph::none : m_behind[meeting];
    }
    DependencyGraph::NodeInfo infoOf(uint32_t node) const { return m_nodes.info ? m_nodes.info(node) : m_infos[node]; }
    std::optional<Error> whyNotToAddUp() const;
};

} // namespace bubblescope
