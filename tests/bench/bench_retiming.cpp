// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Re-timing of a step of many ranks with about 1,000 operations each, from 10^4 to 10^7 operations: the cost of a knob
// in the Simulate pane.
#include "medianms.h"
#include "retiming.h"
#include "samplerun.h"
#include "schedulemessages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <optional>

using namespace bubblescope;

namespace {

constexpr int stages = 16;
constexpr int tensor = 2;
constexpr int collectivesPerPass = 2;

struct Size {
    int replicas;
    int microbatches; // 124 with 2 collectives per pass: about 1,000 operations per rank
    int runs;
    double goalMs; // 0 for none
};

/// A 1F1B step with blocking sends, fused pairs, tensor-parallel collectives and one gradient all-reduce.
Result<DependencyGraph> makeStep(const Schedule& schedule, int replicas)
{
    GraphBuilder builder;
    builder.reserve(size_t(stages * tensor * replicas) * 1100);
    std::vector<std::array<uint32_t, tensor>> collectives;
    std::vector<std::vector<uint32_t>> gradients(stages * tensor, std::vector<uint32_t>(size_t(replicas)));
    for (int stage = 0; stage < stages; ++stage) {
        const std::vector<ScheduledOperation> program = withMessages(schedule, stage);
        for (int replica = 0; replica < replicas; ++replica) {
            const size_t firstCollective = collectives.size();
            for (int t = 0; t < tensor; ++t) {
                const auto rankOf = [&](int s) { return t + tensor * (replica + replicas * s); };
                const int rank = rankOf(stage);
                size_t collective = firstCollective;
                uint32_t last = DependencyGraph::none;
                const auto add = [&](const ScheduledOperation& operation, TimeNs cost, TimeNs lead) {
                    last = builder.addNode({rank, operation.microbatch, operation.operation}, cost, lead, last);
                    return last;
                };
                for (const ScheduledOperation& operation : program) {
                    if (operation.peer < 0) {
                        for (int i = 0; i < collectivesPerPass; ++i, ++collective) {
                            if (collective == collectives.size())
                                collectives.emplace_back();
                            collectives[collective][size_t(t)] = add(operation, 0, 900'000);
                        }
                        add(operation, 1'000'000 + rank % 7 * 1000, 0);
                        continue;
                    }
                    const uint32_t node = add(operation, 0, 100'000);
                    for (const Operation leg : {operation.operation, operation.second}) {
                        const int tag = leg == Operation::SendForward || leg == Operation::RecvForward ? 0 : 1;
                        if (isSend(leg))
                            builder.addSend(node, {rank, rankOf(operation.peer), tag}, 90'000);
                        else if (isReceive(leg))
                            builder.addReceive(node, {rankOf(operation.peer), rank, tag});
                    }
                }
                gradients[size_t(stage * tensor + t)][size_t(replica)] = add({}, 0, 100'000);
            }
        }
    }
    for (const auto& members : collectives)
        builder.addCollective(members, 80'000);
    for (const auto& members : gradients)
        builder.addCollective(members, 20'000'000);
    return builder.finish({true});
}

bool measure(const Size& size)
{
    const Result<Schedule> schedule = makeSchedule({ScheduleKind::OneFOneB, stages, size.microbatches});
    if (!schedule)
        return false;
    std::optional<DependencyGraph> graph;
    const double buildMs = medianMs(1, [&] {
        Result<DependencyGraph> made = makeStep(*schedule, size.replicas);
        if (made)
            graph = std::move(made).value();
    });
    if (!graph)
        return false;
    Retiming retiming;
    DependencyGraph::Costs costs = graph->costs();
    retiming.run(*graph, costs);
    uint32_t changed = 0;
    const double runMs = medianMs(size.runs, [&] {
        graph->setCost(costs, changed++, 2'000'000);
        retiming.run(*graph, costs);
    });
    const int ranks = stages * tensor * size.replicas;
    fmt::print("{:>6} ranks, {:>8} operations ({:>4} per rank): built in {:6.0f} ms, re-timed in {:7.2f} ms{}, "
               "{:4.1f} ns per operation\n",
        ranks, graph->nodeCount(), graph->nodeCount() / uint32_t(ranks), buildMs, runMs,
        size.goalMs > 0 ? fmt::format(" (goal {} ms)", size.goalMs) : "", runMs * 1e6 / graph->nodeCount());
    return true;
}

} // namespace

int main()
{
    // 10^4, 10^5, 10^6 and 10^7 operations, whose cost per operation should stay the same; and 512 ranks.
    for (const Size& size : {Size {1, 39, 1001, 0}, Size {3, 124, 301, 0}, Size {16, 124, 101, 16},
             Size {32, 124, 51, 0}, Size {320, 124, 11, 400}}) {
        if (!measure(size))
            return 1;
    }

    const double demoMs = medianMs(21, [] {
        if (!makeSample(demoOptions()))
            fmt::print("no demo\n");
    });
    fmt::print("demo run in memory: median {:.2f} ms (goal 20 ms)\n", demoMs);

    SampleOptions large;
    large.stages = 16;
    large.tensor = 8;
    large.data = 8;
    large.hosts = 128;
    large.microbatches = 64;
    large.layers = 32;
    large.steps = 10;
    uint64_t spans = 0;
    const double largeMs = medianMs(1, [&] {
        const Result<SampleRun> sample = makeSample(large);
        spans = sample ? sample->truth.spans : 0;
    });
    fmt::print("sample of 1,024 ranks: {} records in {:.0f} ms\n", spans, largeMs);
    return 0;
}
