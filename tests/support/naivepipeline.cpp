// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "naivepipeline.h"

#include <algorithm>
#include <optional>
#include <string>

namespace bubblescope {

namespace {

NaivePipeline::Key keyOf(const NaivePipeline::Pass& pass)
{
    return {pass.kind == 'A' ? 'B' : pass.kind, pass.stage, pass.microbatch};
}

/// What has to have run before, on whatever rank.
NaivePipeline::Key inputOf(const NaivePipeline::Pass& pass)
{
    return {std::get<0>(keyOf(pass)), pass.kind == 'F' ? pass.stage - 1 : pass.stage + 1, pass.microbatch};
}
/// Whose input it makes.
NaivePipeline::Key outputOf(const NaivePipeline::Pass& pass)
{
    return {std::get<0>(keyOf(pass)), pass.kind == 'F' ? pass.stage + 1 : pass.stage - 1, pass.microbatch};
}

std::string nameOf(const NaivePipeline::Pass& pass)
{
    return pass.kind + std::to_string(pass.microbatch) + "s" + std::to_string(pass.stage);
}

/// One rank of 1F1B or GPipe: what Megatron's loop does, line by line.
class PlainRank {
public:
    PlainRank(NaivePipeline::Play& play, const NaivePipeline::Costs& costs, int ranks, int rank, int microbatches)
        : m_play(play), m_costs(costs), m_ranks(ranks), m_rank(rank), m_microbatches(microbatches)
    {
    }

    void runOneFOneB()
    {
        const int warmup = std::min(m_ranks - m_rank - 1, m_microbatches);
        const int steady = m_microbatches - warmup;
        for (int i = 0; i < warmup; ++i) {
            call({RecvForward});
            work('F', i);
            call({SendForward});
        }
        if (steady > 0)
            call({RecvForward});
        for (int i = 0; i < steady; ++i) {
            work('F', warmup + i);
            call({SendForward, RecvBackward});
            work('A', i);
            if (i + 1 < steady)
                call({SendBackward, RecvForward});
            else
                call({SendBackward});
        }
        for (int i = steady; i < m_microbatches; ++i) {
            call({RecvBackward});
            work('A', i);
            call({SendBackward});
        }
    }

    void runGPipe()
    {
        for (int i = 0; i < m_microbatches; ++i) {
            call({RecvForward});
            work('F', i);
            call({SendForward});
        }
        for (int i = 0; i < m_microbatches; ++i) {
            call({RecvBackward});
            work('A', i);
            call({SendBackward});
        }
    }

private:
    enum Part { SendForward, RecvForward, SendBackward, RecvBackward };

    void work(char kind, int microbatch)
    {
        const NaivePipeline::Pass pass {kind, m_rank, microbatch};
        m_play.operations[keyOf(pass)] = m_play.step.add({nameOf(pass), m_rank, 0, m_costs.of(pass)});
    }

    /// What the first or last rank has no partner for does not take place.
    void call(const std::vector<Part>& parts)
    {
        std::optional<size_t> operation;
        for (const Part part : parts) {
            const bool goesUp = part == SendForward || part == RecvBackward;
            const int other = goesUp ? m_rank + 1 : m_rank - 1;
            if (other < 0 || other >= m_ranks)
                continue;
            if (!operation)
                operation = m_play.step.add({"call", m_rank});
            const bool sends = part == SendForward || part == SendBackward;
            const bool isForward = part == SendForward || part == RecvForward;
            m_play.step.legs.push_back({*operation, sends, sends ? m_rank : other, sends ? other : m_rank,
                int(isForward), m_costs.send[size_t(std::min(m_rank, other))]});
        }
    }

    NaivePipeline::Play& m_play;
    const NaivePipeline::Costs& m_costs;
    const int m_ranks;
    const int m_rank;
    const int m_microbatches;
};

/// One rank of interleaved 1F1B, by the indices that Megatron counts with: the k-th forward and the k-th backward.
class InterleavedRank {
public:
    InterleavedRank(
        NaivePipeline::Play& play, const NaivePipeline::Costs& costs, int ranks, int rank, int microbatches, int chunks)
        : m_play(play), m_costs(costs), m_ranks(ranks), m_rank(rank), m_total(microbatches * chunks), m_chunks(chunks)
    {
    }

    void run()
    {
        const int warmup = std::min(m_total, 2 * (m_ranks - 1 - m_rank) + (m_chunks - 1) * m_ranks);
        call({{false, true, 0}});
        for (int k = 0; k < warmup; ++k) {
            work('F', k);
            if (k + 1 < warmup)
                call({{true, true, k}, {false, true, k + 1}});
            else
                call({{true, true, k}, {false, true, k + 1}, {false, false, 0}});
        }
        for (int k = 0; k < m_total - warmup; ++k) {
            work('F', warmup + k);
            call({{true, true, warmup + k}, {false, true, warmup + k + 1}});
            work('A', k);
            call({{true, false, k}, {false, false, k + 1}});
        }
        for (int k = m_total - warmup; k < m_total; ++k) {
            work('A', k);
            call({{true, false, k}, {false, false, k + 1}});
        }
    }

private:
    struct Part {
        bool sends;
        bool isForward;
        int index;
    };

    int microbatchOf(int k) const { return k / (m_ranks * m_chunks) * m_ranks + k % m_ranks; }
    int chunkOf(bool isForward, int k) const
    {
        const int chunk = k % (m_ranks * m_chunks) / m_ranks;
        return isForward ? chunk : m_chunks - 1 - chunk;
    }
    int stageOf(bool isForward, int k) const { return chunkOf(isForward, k) * m_ranks + m_rank; }

    void work(char kind, int k)
    {
        const NaivePipeline::Pass pass {kind, stageOf(kind == 'F', k), microbatchOf(k)};
        m_play.operations[keyOf(pass)] = m_play.step.add({nameOf(pass), m_rank, 0, m_costs.of(pass)});
    }

    void call(const std::vector<Part>& parts)
    {
        std::vector<NaiveStep::Leg> legs;
        for (const Part& part : parts) {
            if (part.index >= m_total)
                continue;
            const int stage = stageOf(part.isForward, part.index);
            const int other = part.isForward == part.sends ? stage + 1 : stage - 1;
            if (other < 0 || other >= m_ranks * m_chunks || other % m_ranks == m_rank)
                continue;
            const int link = std::min(stage, other);
            const int peer = other % m_ranks;
            legs.push_back({0, part.sends, part.sends ? m_rank : peer, part.sends ? peer : m_rank,
                link * 2 + int(part.isForward), m_costs.send[size_t(link)]});
        }
        if (legs.empty())
            return;
        const size_t operation = m_play.step.add({"call", m_rank});
        for (NaiveStep::Leg& leg : legs) {
            leg.operation = operation;
            m_play.step.legs.push_back(leg);
        }
    }

    NaivePipeline::Play& m_play;
    const NaivePipeline::Costs& m_costs;
    const int m_ranks;
    const int m_rank;
    const int m_total;
    const int m_chunks;
};

} // namespace

TimeNs NaivePipeline::Costs::of(const Pass& pass) const
{
    const auto s = size_t(pass.stage);
    return pass.kind == 'F' ? forward[s]
        : pass.kind == 'B'  ? inputGradient[s]
        : pass.kind == 'W'  ? weightGradient[s]
                            : inputGradient[s] + weightGradient[s];
}

NaivePipeline::Play NaivePipeline::postedReceives(const std::vector<std::vector<Pass>>& programs, const Costs& costs)
{
    Play play;
    const auto rankOf = [&](const Key& key) -> std::optional<size_t> {
        for (size_t rank = 0; rank < programs.size(); ++rank) {
            for (const Pass& pass : programs[rank]) {
                if (keyOf(pass) == key)
                    return rank;
            }
        }
        return std::nullopt;
    };
    std::map<Key, size_t> sends;
    for (size_t rank = 0; rank < programs.size(); ++rank) {
        const std::vector<Pass>& program = programs[rank];
        for (size_t first = 0; first < program.size();) {
            size_t last = first;
            while (program[last].isWithNext)
                ++last;
            NaiveStep::Operation together {"", int(rank)};
            NaiveStep::Operation send {"send", int(rank)};
            std::vector<Key> sent;
            for (size_t i = first; i <= last; ++i) {
                together.name += nameOf(program[i]);
                together.cost += costs.of(program[i]);
                if (program[i].kind == 'W')
                    continue;
                const Key output = outputOf(program[i]);
                const std::optional<size_t> other = rankOf(output);
                if (!other || *other == rank)
                    continue;
                const int link = std::min(program[i].stage, std::get<1>(output));
                send.cost = std::max(send.cost, costs.send[size_t(link)]);
                sent.push_back(output);
            }
            const size_t operation = play.step.add(together);
            for (size_t i = first; i <= last; ++i)
                play.operations[keyOf(program[i])] = operation;
            if (!sent.empty()) {
                const size_t sending = play.step.add(send);
                for (const Key& output : sent)
                    sends[output] = sending;
            }
            first = last + 1;
        }
    }
    for (const std::vector<Pass>& program : programs) {
        for (const Pass& pass : program) {
            const size_t operation = play.operations[keyOf(pass)];
            std::vector<size_t>& after = play.step.operations[operation].after;
            if (const auto sent = sends.find(keyOf(pass)); sent != sends.end())
                after.push_back(sent->second);
            else if (const auto own = play.operations.find(inputOf(pass));
                     pass.kind != 'W' && own != play.operations.end() && own->second != operation)
                after.push_back(own->second);
        }
    }
    return play;
}

NaivePipeline::Play NaivePipeline::oneFOneB(int ranks, int microbatches, const Costs& costs)
{
    Play play;
    for (int rank = 0; rank < ranks; ++rank)
        PlainRank(play, costs, ranks, rank, microbatches).runOneFOneB();
    return play;
}

NaivePipeline::Play NaivePipeline::gPipe(int ranks, int microbatches, const Costs& costs)
{
    Play play;
    for (int rank = 0; rank < ranks; ++rank)
        PlainRank(play, costs, ranks, rank, microbatches).runGPipe();
    return play;
}

NaivePipeline::Play NaivePipeline::interleaved(int ranks, int microbatches, int chunks, const Costs& costs)
{
    Play play;
    for (int rank = 0; rank < ranks; ++rank)
        InterleavedRank(play, costs, ranks, rank, microbatches, chunks).run();
    return play;
}

} // namespace bubblescope
