// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulatedrun.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace {

constexpr int world = 16;
constexpr int perNode = 8;
constexpr int experts = 8;
constexpr int width = 4096;
constexpr double denseWeights = 10250.0 * width; // of a layer
constexpr double vocabulary = 50304.0 * width;
constexpr double expertWeights = 3.0 * width * 14336;
constexpr const char* firstCounts = "_gather_along_first_dim_expert_parallel";
constexpr const char* allToAll = "_profiled_all_to_all_single";

double bytesOf(double rows) { return rows * width * 2; }

} // namespace

HiddenCosts::HiddenCosts(uint32_t number) : seed(number)
{
    std::mt19937 random(number);
    const auto between
        = [&random](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
    attention = between(1.9, 2.6);
    router = between(0.4, 0.6);
    residual = between(0.2, 0.3);
    layerEnd = between(0.3, 0.45);
    layerBegin = between(0.9, 1.5);
    perExpert = between(0.1, 0.3);
    perToken = between(0.4e-3, 0.65e-3);
    perExpertBack = between(0.5, 1);
    perTokenBack = between(0.9e-3, 1.3e-3);
    embedding = between(0.6, 1.2);
    embeddingBack = between(1.5, 2.2);
    head = between(1.5, 3);
    headBack = between(1.6, 3);
    loss = between(0.35, 0.5);
    drawShares(random, between(2.5, 8));
    firstSlower = between(0.02, 0.2);
    linkMs = between(0.08, 0.2);
    linkSpeed = between(25, 60);
    networkMs = between(0.1, 0.25);
    networkSpeed = between(18, 40);
    ring = between(155, 166);
    allOfNode = between(195, 218);
    callMs = between(0.05, 0.12);
    copySpeed = between(900, 1050);
    optimizerPerGigaweight = between(17, 20);
    gap = between(0.05, 0.12);
    cardSpeed = 46;
    for (int rank = 0; rank < world; ++rank)
        slowness.push_back(1 + std::abs(std::normal_distribution<double>(0, 0.006)(random)));
}

void HiddenCosts::drawShares(std::mt19937& random, double evenness)
{
    std::gamma_distribution<double> popularity(evenness, 1);
    std::generate(std::begin(shares), std::end(shares), [&] { return popularity(random); });
    const double all = std::accumulate(std::begin(shares), std::end(shares), 0.0);
    std::for_each(std::begin(shares), std::end(shares), [all](double& share) { share /= all; });
}

void HiddenCosts::skewShares()
{
    std::mt19937 random(seed + 77);
    drawShares(random, 0.8);
}

void HiddenCosts::takeRecordedShares()
{
    std::mt19937 random(seed + 5);
    std::uniform_real_distribution<double> part(0.1, 0.9);
    constexpr double all = 8192;
    const double known[] = {2173 / all, 3667 / all, 2167 / all, 185 / all};
    for (int pair = 0; pair < 4; ++pair) {
        const double first = pair == 1 ? 6535.0 / 16384 : known[pair] * part(random);
        shares[2 * pair] = first;
        shares[2 * pair + 1] = known[pair] - first;
    }
}

EmulatedRun::EmulatedRun(const HiddenCosts& costs, int stages, int expert)
    : m_costs(costs)
    , m_stages(stages)
    , m_expert(expert)
    , m_replicas(world / stages)
    , m_microbatches(4 * stages)
    , m_random(costs.seed * 97 + uint32_t(stages * 10 + expert))
{
    for (int number = 0; number < world; ++number) {
        Rank rank;
        rank.number = number;
        rank.stage = number / m_replicas;
        rank.place = number % m_replicas;
        build(rank);
        m_ranks.push_back(std::move(rank));
    }
    play();
    write();
}

/// With noise, and now and then a hiccup.
double EmulatedRun::varied(double ms)
{
    const double factor = 1 + std::normal_distribution<double>(0, m_costs.noise)(m_random);
    const bool stumbles = std::uniform_real_distribution<double>(0, 1)(m_random) < 0.01;
    return ms * (std::max(factor, 0.7) + (stumbles ? 0.15 : 0));
}

void EmulatedRun::compute(Rank& rank, double ms, double slower)
{
    rank.pieces.push_back({varied(ms) * slower * m_costs.slowness[size_t(rank.number)], {}});
}

void EmulatedRun::meet(Rank& rank, const std::string& key, int members, double ms)
{
    const auto [found, isNew] = m_meetingOf.try_emplace(key, m_meetings.size());
    if (isNew)
        m_meetings.push_back({members, 0, 0});
    Meeting& meeting = m_meetings[found->second];
    meeting.ms = std::max(meeting.ms, ms);
    rank.pieces.back().meetings.push_back(found->second);
}

EmulatedRun::Record& EmulatedRun::begin(Rank& rank, const char* operation, int microbatch, const char* phase,
    const std::string& shape, const char* group, double gap)
{
    if (!rank.records.empty())
        rank.pieces.push_back({varied(gap), {}});
    Record record;
    record.before = fmt::format("rank:{}:{}(stage_id={},batch_id={},mg_state={},duration=", rank.number, operation,
        rank.stage, microbatch, phase);
    record.behind
        = fmt::format(",description=None,group_kind={},input__shape={},input__dtype={},timestamp=", group, shape,
            shape == "None"                            ? "None"
                : shape.find(',') == std::string::npos ? "torch.float32"
                                                       : "torch.bfloat16");
    record.first = rank.pieces.size();
    rank.records.push_back(std::move(record));
    return rank.records.back();
}

void EmulatedRun::host(Rank& rank, const char* operation, int microbatch, const char* phase, double ms)
{
    begin(rank, operation, microbatch, phase, "None", "None", m_costs.gap);
    rank.pieces.push_back({varied(ms), {}});
    rank.records.back().last = rank.pieces.size();
}

/// Whole ones, as many as all ranks together sent.
double EmulatedRun::tokensOf(const Rank& rank) const
{
    const int held = experts / m_expert;
    const auto upTo = [&](int ranks) {
        const double* const end = m_costs.shares + ranks * held;
        return std::round(2.0 * m_costs.tokens * m_expert * std::accumulate(m_costs.shares, end, 0.0));
    };
    const int place = rank.place % m_expert;
    return upTo(place + 1) - upTo(place);
}

/// Two experts serve each token.
void EmulatedRun::exchange(Rank& rank, const char* function, double rows)
{
    if (m_expert == 1 && !m_costs.exchangesAlone)
        return;
    const bool isCounts = function == firstCounts;
    Record part;
    part.before = fmt::format("'trace_src_func={},duration=", function);
    part.behind = fmt::format(",input__shape={},input__dtype={},group=exp,comm_func={}'",
        isCounts ? fmt::format("[{}]", experts) : fmt::format("[{:.0f}, {}]", rows, width),
        isCounts ? "torch.int64" : "torch.bfloat16", isCounts ? "allgather" : "all_to_all");
    part.first = rank.pieces.size();
    rank.pieces.emplace_back();
    const std::string group = fmt::format("experts {} {}", rank.stage, rank.place / m_expert);
    const int number = m_number[fmt::format("{} {}", rank.number, group)]++;
    const double transfer = bytesOf(rows) / 1e6 / 130 * (m_expert - 1) / m_expert;
    meet(rank, fmt::format("{} {}", group, number), m_expert, isCounts ? 0.1 : m_costs.callMs + transfer);
    part.last = rank.pieces.size();
    rank.records.back().parts.push_back(std::move(part));
}

void EmulatedRun::addForward(Rank& rank, int microbatch, const char* phase)
{
    const bool isLast = rank.stage + 1 == m_stages;
    if (rank.stage == 0 || isLast)
        host(rank, "get_batch", microbatch, phase, 0.2);
    begin(rank, "forward_step", microbatch, phase, "None", "None", m_costs.gap);
    const double slower = microbatch == 0 ? 1 + m_costs.firstSlower : 1;
    const double size = m_costs.tokens / 1024.0;
    const double rows = 2.0 * m_costs.tokens;
    if (rank.stage == 0)
        compute(rank, m_costs.embedding * size, slower);
    for (int layer = 0; layer < m_costs.layers / m_stages; ++layer) {
        compute(rank, m_costs.attention * size, slower);
        if (m_costs.hasExperts) {
            exchange(rank, firstCounts, 0);
            compute(rank, m_costs.router, slower);
            exchange(rank, allToAll, rows);
            const double tokens = tokensOf(rank);
            compute(rank, m_costs.perExpert * experts / m_expert + m_costs.perToken * tokens, slower);
            exchange(rank, allToAll, tokens);
        } else {
            compute(rank, m_costs.perExpert + m_costs.perToken * m_costs.tokens, slower); // as a single expert
        }
        compute(rank, m_costs.residual * size, slower);
    }
    if (isLast)
        compute(rank, m_costs.head * size, slower);
    rank.records.back().last = rank.pieces.size();
    if (isLast)
        host(rank, "loss_func", microbatch, phase, m_costs.loss);
}

void EmulatedRun::addBackward(Rank& rank, int microbatch, const char* phase)
{
    begin(rank, "backward_step", microbatch, phase, "None", "None", m_costs.gap);
    const double size = m_costs.tokens / 1024.0;
    const double rows = 2.0 * m_costs.tokens;
    if (rank.stage + 1 == m_stages)
        compute(rank, m_costs.headBack * size);
    for (int layer = 0; layer < m_costs.layers / m_stages; ++layer) {
        compute(rank, m_costs.layerEnd * size);
        if (m_costs.hasExperts) {
            exchange(rank, allToAll, rows);
            const double tokens = tokensOf(rank);
            compute(rank, m_costs.perExpertBack * experts / m_expert + m_costs.perTokenBack * tokens);
            exchange(rank, allToAll, tokens);
        } else {
            compute(rank, m_costs.perExpertBack + m_costs.perTokenBack * m_costs.tokens);
        }
        compute(rank, m_costs.layerBegin * size);
    }
    if (rank.stage == 0)
        compute(rank, m_costs.embeddingBack * size);
    rank.records.back().last = rank.pieces.size();
}

/// In one call: it ends when all of them have. Messages beyond the ends of the pipeline are none.
void EmulatedRun::addMessages(Rank& rank, const std::vector<std::pair<const char*, int>>& legs, const char* phase)
{
    bool isCalled = false;
    size_t call = 0;
    for (const auto& [operation, microbatch] : legs) {
        const std::string name = operation;
        const bool isForward = name.ends_with("forward");
        const bool isSend = name.starts_with("send");
        const int peer = rank.number + (isForward == isSend ? m_replicas : -m_replicas);
        if (peer < 0 || peer >= world)
            continue;
        if (!isCalled) {
            begin(rank, operation, microbatch, phase, "", "pp", m_costs.gap * (isSend ? 2.5 : 1));
            call = rank.pieces.size();
            rank.pieces.emplace_back();
            isCalled = true;
        }
        const bool isInside = rank.number / perNode == peer / perNode;
        const double megabytes = bytesOf(m_costs.tokens) / 1e6;
        meet(rank, fmt::format("{} {} {}", isForward ? "F" : "B", isSend ? rank.number : peer, microbatch), 2,
            varied(isInside ? m_costs.linkMs + megabytes / m_costs.linkSpeed
                            : m_costs.networkMs + megabytes / m_costs.networkSpeed));
        Record record;
        record.before = fmt::format("rank:{}:{}(stage_id={},batch_id={},mg_state={},duration=", rank.number, operation,
            rank.stage, microbatch, phase);
        record.behind = fmt::format(
            ",description=None,group_kind=pp,input__shape=[{}, 1, {}],input__dtype=torch.bfloat16,timestamp=",
            m_costs.tokens, width);
        record.first = call;
        record.last = rank.pieces.size();
        if (rank.records.back().last == 0)
            rank.records.pop_back(); // what the call began with
        rank.records.push_back(std::move(record));
    }
}

void EmulatedRun::addWarmupAndPasses(Rank& rank)
{
    const int ahead = std::min(m_stages - 1 - rank.stage, m_microbatches);
    const int steady = m_microbatches - ahead;
    for (int i = 0; i < ahead; ++i) {
        addMessages(rank, {{"recv_forward", i}}, "warmup");
        addForward(rank, i, "warmup");
        addMessages(rank, {{"send_forward", i}}, "warmup");
    }
    addMessages(rank, {{"recv_forward", ahead}}, "help");
    for (int i = 0; i < steady; ++i) {
        addForward(rank, ahead + i, "steady");
        addMessages(rank, {{"send_forward", ahead + i}, {"recv_backward", i}}, "steady");
        addBackward(rank, i, "steady");
        if (i + 1 < steady)
            addMessages(rank, {{"send_backward", i}, {"recv_forward", ahead + i + 1}}, "steady");
        else
            addMessages(rank, {{"send_backward", i}}, "steady");
    }
    for (int i = steady; i < m_microbatches; ++i) {
        addMessages(rank, {{"recv_backward", i}}, "cooldown");
        addBackward(rank, i, "cooldown");
        addMessages(rank, {{"send_backward", i}}, "cooldown");
    }
}

/// Gradients are scaled before they are shared, by a group of one as well. Every `stride`-th of the ranks of a stage is
/// in the group; across nodes each uses its own network card.
double EmulatedRun::allReduceMs(double weights, int ranks, int stride)
{
    const double gigabytes = weights * 4 / 1e9;
    const bool isAcross = ranks * stride > perNode;
    const double shared = isAcross ? std::min(m_costs.ring, m_costs.cardSpeed * std::min(perNode / stride, ranks))
        : ranks == perNode         ? m_costs.allOfNode
                                   : m_costs.ring;
    const double transfer = ranks > 1 ? m_costs.callMs + 2.0 * (ranks - 1) / ranks * gigabytes / shared * 1e3 : 0;
    return gigabytes / m_costs.copySpeed * 1e3 + transfer;
}

void EmulatedRun::addEnd(Rank& rank)
{
    const int layers = m_costs.layers / m_stages;
    double dense = denseWeights * layers + (m_costs.hasExperts ? 0 : expertWeights * layers);
    dense += rank.stage == 0 ? vocabulary : 0;
    dense += rank.stage + 1 == m_stages ? vocabulary + width : 0;
    const double sparse = m_costs.hasExperts ? expertWeights * layers * experts / m_expert : 0;
    const auto share = [&](const char* operation, const char* group, double weights, int ranks, int place) {
        const int stride = m_replicas / ranks;
        begin(rank, operation, 0, "finalize", fmt::format("[{:.0f}]", weights), group, m_costs.gap);
        rank.pieces.emplace_back();
        meet(rank, fmt::format("{} {} {}", operation, rank.stage, place), ranks, varied(allReduceMs(weights, ranks, stride)));
        rank.records.back().last = rank.pieces.size();
    };
    share("dp_allreduce", "dp", dense, m_replicas, 0);
    if (m_costs.hasExperts)
        share("ep_dp_allreduce", "ep_dp", sparse, m_replicas / m_expert, rank.place % m_expert);
    host(rank, "optimizer_step", 0, "finalize", 0.3 + (dense + sparse) / 1e9 * m_costs.optimizerPerGigaweight);
}

void EmulatedRun::build(Rank& rank)
{
    addWarmupAndPasses(rank);
    addEnd(rank);
}

/// As long as any rank gets on.
void EmulatedRun::play()
{
    std::vector<size_t> at(m_ranks.size(), 0);
    std::vector<bool> hasArrived(m_ranks.size(), false);
    for (bool moves = true; moves;) {
        moves = false;
        for (size_t r = 0; r < m_ranks.size(); ++r) {
            Rank& rank = m_ranks[r];
            while (at[r] < rank.pieces.size()) {
                const Piece& piece = rank.pieces[at[r]];
                const double now = rank.ends.empty() ? 0 : rank.ends.back();
                double end = now + piece.ms;
                bool isMet = true;
                for (const size_t m : piece.meetings) {
                    Meeting& meeting = m_meetings[m];
                    if (!hasArrived[r]) {
                        --meeting.missing;
                        meeting.latest = std::max(meeting.latest, now);
                    }
                    isMet = isMet && meeting.missing == 0;
                    end = std::max(end, meeting.latest + meeting.ms);
                }
                hasArrived[r] = !isMet;
                if (!isMet)
                    break;
                rank.ends.push_back(end);
                ++at[r];
                moves = true;
            }
        }
    }
}

void EmulatedRun::write()
{
    const auto begins = [](const Rank& rank, size_t piece) { return piece == 0 ? 0 : rank.ends[piece - 1]; };
    for (const Rank& rank : m_ranks) {
        const int node = rank.number / perNode;
        const double clock = 3374077625.3 + node * 604781214.5; // of the host
        std::string text;
        const auto times = [&](const Record& record) {
            return std::pair(
                rank.ends[record.last - 1] - begins(rank, record.first), clock + rank.ends[record.last - 1]);
        };
        for (const Record& record : rank.records) {
            const auto [duration, time] = times(record);
            text += fmt::format("{}{:.2f}{}{:.2f},sub_operations=[", record.before, duration, record.behind, time);
            for (const Record& part : record.parts) {
                const auto [partDuration, partTime] = times(part);
                text += fmt::format("{}{}{:.2f},timestamp={:.2f}{}", &part == &record.parts.front() ? "" : ", ",
                    part.before, partDuration, partTime, part.behind);
            }
            text += "])\n";
            m_stepMs = std::max(m_stepMs, time - clock);
            if (record.before.find("mg_state=finalize") == std::string::npos)
                m_pipelineMs = std::max(m_pipelineMs, time - clock);
        }
        m_files.emplace_back(
            fmt::format("node{}/wd{}_tp1_pp{}_exp{}_expNum{}_l{}_bs1_rank{}_20250818095052.txt", node + 1, world,
                m_stages, m_expert, m_costs.hasExperts ? "8" : "None", m_costs.layers, rank.number),
            std::move(text));
    }
}
