// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queuedrun.h"

#include <algorithm>
#include <random>
#include <string_view>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr double callUs = 4;
constexpr double latencyUs = 3;

struct Action {
    enum class Kind { Host, Kernel, Collective, Join, Item, Device } kind;
    double us = 0;
    std::string_view name;
};

std::vector<Action> programOf(const QueuedRunOptions& options)
{
    std::mt19937 random(options.seed);
    const auto between
        = [&random](double low, double high) { return low + (high - low) * double(random() % 1000) / 1000; };
    std::vector<Action> program;
    const auto layer = [&](double factor) {
        program.push_back({Action::Kind::Host, options.hostUs * options.kernels * 0.25 * factor, "nn.Module: Layer"});
        for (int k = 0; k < options.kernels; ++k) {
            program.push_back({Action::Kind::Host, options.hostUs * between(0.7, 1.3), "aten::mm"});
            program.push_back({Action::Kind::Kernel, options.kernelUs * factor * between(0.5, 1.5), "gemm_bf16"});
        }
    };
    for (int i = 0; i < options.layers; ++i)
        layer(1);
    if (options.sync == QueuedRunOptions::Sync::Item)
        program.push_back({Action::Kind::Item, 0, "cudaStreamSynchronize"});
    for (int i = 0; i < options.layers; ++i) {
        layer(2);
        if (options.commUs > 0)
            program.push_back({Action::Kind::Collective, options.commUs * between(0.9, 1.1),
                "ncclDevKernel_AllReduce_Sum_bf16_RING_LL"});
    }
    program.push_back({Action::Kind::Join, 0, ""});
    for (int k = 0; k < 4; ++k) {
        program.push_back({Action::Kind::Host, options.hostUs, "aten::_fused_adamw_"});
        program.push_back({Action::Kind::Kernel, options.kernelUs * 1.5, "adamw_kernel"});
    }
    if (options.sync == QueuedRunOptions::Sync::Device)
        program.push_back({Action::Kind::Device, 0, "cudaDeviceSynchronize"});
    return program;
}

class Player {
public:
    explicit Player(const QueuedRunOptions& options) : m_options(options), m_ranks(size_t(options.ranks)) { }

    QueuedRun play()
    {
        const std::vector<Action> program = programOf(m_options);
        std::vector<double> before(m_ranks.size(), 0);
        for (int step = 0; step < m_options.steps; ++step) {
            for (Rank& rank : m_ranks)
                rank.stepBegin = rank.host;
            for (const Action& action : program) {
                if (action.kind == Action::Kind::Collective)
                    reduce(action);
                else
                    act(action);
            }
            m_made.periodUs = 0;
            for (size_t r = 0; r < m_ranks.size(); ++r) {
                Rank& rank = m_ranks[r];
                host(rank, "user_annotation", fmt::format("ProfilerStep#{}", step), rank.stepBegin,
                    rank.host - rank.stepBegin - 1);
                rank.host += 1;
                const double over = std::max(rank.compute, rank.comm);
                m_made.periodUs = std::max(m_made.periodUs, over - before[r]);
                before[r] = over;
            }
        }
        for (size_t r = 0; m_options.isRecorded && r < m_ranks.size(); ++r) {
            m_made.files.emplace_back(fmt::format("rank{}.json", r),
                fmt::format(
                    R"({{"schemaVersion":1,"deviceProperties":[{{"id":{0},"name":"NVIDIA H100 80GB HBM3"}}],)"
                    R"("distributedInfo":{{"backend":"nccl","rank":{0},"world_size":{1}}},"traceEvents":[{2}]}})",
                    r, m_ranks.size(), fmt::join(m_ranks[r].events, ",\n")));
        }
        return std::move(m_made);
    }

private:
    struct Rank {
        double host = 0;
        double compute = 0; // when its stream is free
        double comm = 0;
        double joined = 0; // when the last collective was over
        double stepBegin = 0;
        std::vector<double> ends; // of all that was launched, sorted
        std::vector<std::string> events;
    };

    void host(Rank& rank, std::string_view kind, std::string_view name, double begin, double us, int correlation = 0)
    {
        const bool isLost = &rank - m_ranks.data() == m_options.unlaunchedRank && kind == "cuda_runtime";
        if (!m_options.isRecorded || isLost)
            return;
        rank.events.push_back(fmt::format(
            R"({{"ph":"X","cat":"{}","name":"{}","pid":1000,"tid":1,"ts":{:.3f},"dur":{:.3f},"args":{{{}}}}})", kind,
            name, begin + 1e6, std::max(us, 0.001),
            correlation > 0 ? fmt::format(R"("correlation":{})", correlation) : ""));
    }
    void onDevice(
        Rank& rank, std::string_view name, int stream, double begin, double us, int correlation, std::string_view more)
    {
        rank.ends.insert(std::upper_bound(rank.ends.begin(), rank.ends.end(), begin + us), begin + us);
        if (!m_options.isRecorded)
            return;
        rank.events.push_back(
            fmt::format(R"({{"ph":"X","cat":"kernel","name":"{}","pid":{},"tid":{},"ts":{:.3f},"dur":{:.3f},)"
                        R"("args":{{"stream":{},"correlation":{},"device":{}{}}}}})",
                name, &rank - m_ranks.data(), stream, begin + 1e6, std::max(us, 0.001), stream, correlation,
                &rank - m_ranks.data(), more));
    }

    /// The correlation of the call, after which the device may begin.
    int launch(Rank& rank)
    {
        const double begin = rank.host;
        rank.host += callUs;
        if (rank.ends.size() >= m_options.queue)
            rank.host = std::max(rank.host, rank.ends[rank.ends.size() - m_options.queue]);
        host(rank, "cuda_runtime", "cudaLaunchKernel", begin, rank.host - begin, ++m_correlation);
        return m_correlation;
    }

    void act(const Action& action)
    {
        for (size_t r = 0; r < m_ranks.size(); ++r) {
            Rank& rank = m_ranks[r];
            const double begin = rank.host;
            switch (action.kind) {
            case Action::Kind::Host:
                rank.host += action.us * m_options.host;
                host(rank, "cpu_op", action.name, begin, rank.host - begin);
                break;
            case Action::Kind::Kernel: {
                const int correlation = launch(rank);
                const double at = std::max(rank.host + latencyUs, rank.compute);
                const double slow = int(r) == m_options.slowRank ? m_options.slowFactor : 1;
                const double us = action.us * m_options.compute * slow;
                rank.compute = at + us;
                onDevice(rank, action.name, 7, at, us, correlation, "");
                break;
            }
            case Action::Kind::Join:
                rank.compute = std::max(rank.compute, rank.joined);
                break;
            case Action::Kind::Item:
            case Action::Kind::Device:
                rank.host = std::max(begin + 2, rank.compute);
                if (action.kind == Action::Kind::Device)
                    rank.host = std::max(rank.host, rank.comm);
                host(rank, "cuda_runtime", action.name, begin, rank.host - begin);
                break;
            case Action::Kind::Collective:
                break;
            }
        }
    }

    void reduce(const Action& action)
    {
        std::vector<std::pair<int, double>> members;
        double last = 0;
        for (Rank& rank : m_ranks) {
            const int correlation = launch(rank);
            members.emplace_back(correlation, std::max({rank.host + latencyUs, rank.compute, rank.comm}));
            last = std::max(last, members.back().second);
        }
        ++m_sequence;
        const double end = last + action.us * m_options.comm;
        for (size_t r = 0; r < m_ranks.size(); ++r) {
            Rank& rank = m_ranks[r];
            const auto [correlation, begin] = members[r];
            rank.comm = rank.joined = end;
            if (!m_options.overlaps)
                rank.compute = end;
            onDevice(rank, action.name, 20, begin, end - begin, correlation,
                fmt::format(R"(,"Collective name":"allreduce","In msg nelems":8388608,"Out msg nelems":8388608,)"
                            R"("dtype":"BFloat16","Group size":{},"Process Group Name":"0",)"
                            R"("Process Group Description":"default_pg","Seq":{})",
                    m_ranks.size(), m_sequence));
        }
    }

    const QueuedRunOptions& m_options;
    std::vector<Rank> m_ranks;
    QueuedRun m_made;
    int m_correlation = 0;
    int m_sequence = 0;
};

} // namespace

QueuedRun makeQueuedRun(const QueuedRunOptions& options) { return Player(options).play(); }

} // namespace bubblescope
