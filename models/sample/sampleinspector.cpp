// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sampleinspector.h"

#include "samplerandom.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace bubblescope {

namespace {

constexpr double leastInspectedBytes = 8192; // NCCL_INSPECTOR_DUMP_MIN_SIZE_BYTES, if nothing else is said
constexpr int mostInspectedMicrobatches = 4;
constexpr double longestInspectedWait = 0.5; // of the transfer
constexpr int64_t firstProcess = 4000;

struct NamedGroup {
    SampleGroup group;
    std::string_view name; ///< as Megatron names its groups
};
constexpr std::array namedGroups {
    NamedGroup {SampleGroup::Tensor, "TENSOR_MODEL_PARALLEL_GROUP"},
    NamedGroup {SampleGroup::Data, "DATA_PARALLEL_GROUP"},
    NamedGroup {SampleGroup::ExpertData, "EXPERT_DATA_PARALLEL_GROUP"},
    NamedGroup {SampleGroup::Embedding, "EMBEDDING_GROUP"},
};
constexpr std::string_view pipelineName = "PIPELINE_MODEL_PARALLEL_GROUP";

/// Fills the logs of all members of a communicator.
class InspectedGroup {
public:
    InspectedGroup(const SamplePlan& plan, const SampleRandom& random, uint64_t number, std::string_view name,
        std::vector<int> members)
        : m_plan(plan), m_random(random), m_number(number), m_members(std::move(members))
    {
        std::set<int> hosts;
        for (const int rank : m_members)
            hosts.insert(plan.layout.hostOf(rank));
        for (const int rank : m_members) {
            CommunicatorLog& log = m_logs.emplace_back(sampleProcess(plan.layout, rank));
            log.id = fmt::format("{:#x}", number * 0x9e3779b97f4a7c15);
            log.name = name;
            log.rank = int32_t(m_logs.size()) - 1;
            log.ranks = int32_t(m_members.size());
            log.nodes = int32_t(hosts.size());
        }
    }

    void collective(Operation operation, double bytes, double ns)
    {
        ns *= m_plan.networkFactor(m_members) * noise();
        const auto last = size_t(m_random.uniform(1, m_number, m_drawn++) * double(m_logs.size()));
        const uint64_t occurrence = m_occurrences[operation]++;
        for (size_t i = 0; i < m_logs.size(); ++i)
            m_logs[i].measured.push_back({operation, -1, occurrence, bytes, ns * (i == last ? 1 : waiting())});
    }
    void message(size_t from, size_t to, double ns)
    {
        ns *= m_plan.networkFactor(std::array {m_members[from], m_members[to]}) * noise();
        const double bytes = m_plan.messageBytes;
        m_logs[from].measured.push_back({Operation::SendForward, int32_t(to), m_messages, bytes, ns});
        m_logs[to].measured.push_back({Operation::RecvForward, int32_t(from), m_messages++, bytes, ns * waiting()});
    }
    /// Gives every member's log to its rank.
    void finish(std::vector<std::vector<CommunicatorLog>>& byRank)
    {
        for (size_t i = 0; i < m_logs.size(); ++i) {
            if (!m_logs[i].measured.empty())
                byRank[size_t(m_members[i])].push_back(std::move(m_logs[i]));
        }
    }

private:
    double noise() { return 1 + 2 * m_plan.options.noise * m_random.bell(0, m_number, m_drawn++); }
    double waiting() { return 1 + longestInspectedWait * m_random.uniform(2, m_number, m_drawn++); }

    const SamplePlan& m_plan;
    const SampleRandom& m_random;
    uint64_t m_number;
    std::vector<int> m_members;
    std::vector<CommunicatorLog> m_logs; ///< by member
    std::map<Operation, uint64_t> m_occurrences;
    uint64_t m_messages = 0;
    uint64_t m_drawn = 0;
};

/// Those of a group that the ranks of a stage take part in, without those of a group of another kind.
std::vector<const SampleCollective*> collectivesOf(const SampleProgram& program, int stage, SampleGroup group)
{
    std::set<int> used;
    for (const SampleOperation& operation : program.stages[size_t(stage)]) {
        used.insert(operation.collective);
        for (size_t i = 0; operation.pieces && i < operation.pieces->size(); ++i)
            used.insert((*operation.pieces)[i].collective);
    }
    std::vector<const SampleCollective*> found;
    for (const int which : used) {
        if (which == SamplePiece::none)
            continue;
        const SampleCollective& collective = program.collectives[size_t(which)];
        if (collective.group == group && collective.costBytes >= leastInspectedBytes
            && collective.operation != Operation::AllToAll)
            found.push_back(&collective);
    }
    return found;
}

} // namespace

CommunicatorLog sampleProcess(const SampleLayout& layout, int rank)
{
    CommunicatorLog log;
    log.host = fmt::format("node{}", layout.hostOf(rank));
    log.process = firstProcess + rank % (layout.world() / layout.hosts);
    return log;
}

std::vector<CommunicatorLog> makeSampleInspector(const SamplePlan& plan, const SampleProgram& program)
{
    const SampleLayout& layout = plan.layout;
    const SampleRandom random(plan.options.seed + 0x1495);
    std::vector<std::vector<CommunicatorLog>> byRank(size_t(layout.world()));
    uint64_t number = 0;
    for (const NamedGroup& named : namedGroups) {
        for (int rank = 0; rank < layout.world(); ++rank) {
            const int stage = layout.stageOf(rank);
            const bool isEnd = stage == 0 || stage == layout.stages - 1;
            std::vector<int> members = groupMembers(layout, named.group, rank);
            if (members.size() < 2 || members.front() != rank || (named.group == SampleGroup::Embedding && !isEnd))
                continue;
            const std::vector<const SampleCollective*> collectives = collectivesOf(program, stage, named.group);
            InspectedGroup group(plan, random, ++number, named.name, members);
            for (int step = 0; step < plan.options.steps; ++step) {
                for (const SampleCollective* one : collectives)
                    group.collective(one->operation, one->costBytes, double(plan.collectiveTime(*one, members)));
            }
            group.finish(byRank);
        }
    }
    const int microbatches = std::min(plan.options.microbatches, mostInspectedMicrobatches);
    for (int first = 0; first < layout.tensor * layout.data && plan.messageBytes >= leastInspectedBytes; ++first) {
        std::vector<int> members;
        for (int stage = 0; stage < layout.stages; ++stage)
            members.push_back(layout.rank(stage, layout.dataOf(first), layout.tensorOf(first)));
        if (members.size() < 2)
            break;
        InspectedGroup group(plan, random, ++number, pipelineName, members);
        for (int count = 0; count < plan.options.steps * microbatches; ++count) {
            for (size_t stage = 0; stage + 1 < members.size(); ++stage) {
                const bool crosses = layout.hostOf(members[stage]) != layout.hostOf(members[stage + 1]);
                const double ns = messageNs(plan.messageBytes, crosses, defaultHardware());
                group.message(stage, stage + 1, ns);
                group.message(stage + 1, stage, ns);
            }
        }
        group.finish(byRank);
    }
    std::vector<CommunicatorLog> logs;
    for (std::vector<CommunicatorLog>& ofRank : byRank) {
        for (CommunicatorLog& log : ofRank)
            logs.push_back(std::move(log));
    }
    return logs;
}

} // namespace bubblescope
