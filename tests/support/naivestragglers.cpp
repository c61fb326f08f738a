// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "naivestragglers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace {

bool isCompute(const std::string& kind) { return kind.ends_with("compute"); }
bool takesMean(const std::string& kind) { return isCompute(kind) || kind == "gc" || kind == "optimizer"; }
bool isMessage(const std::string& kind) { return kind.ends_with("send") || kind.ends_with("recv"); }

std::string typeOf(const std::string& kind)
{
    return isMessage(kind) ? kind.substr(0, kind.find('-')) + "-pp-comm" : kind;
}

double meanOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

double middleOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

} // namespace

NaiveStragglers::NaiveStragglers(const Job& job, uint32_t seed) : m_job(job), m_random(seed)
{
    for (int stage = 0; stage < job.stages; ++stage)
        addStage(stage);
    for (int stage = 0; stage < job.stages && job.stages > 1; ++stage) {
        const int next = (stage + 1) % job.stages;
        for (int k = 0; m_operations.contains({"forward-send", k, stage}); ++k)
            group({{"forward-send", k, stage}, {"forward-recv", k, next}}, false);
        for (int k = 0; m_operations.contains({"backward-recv", k, stage}); ++k)
            group({{"backward-recv", k, stage}, {"backward-send", k, next}}, false);
    }
    std::vector<Operation> clips;
    for (int stage = 0; stage < job.stages; ++stage)
        clips.push_back({"optimizer-clip-main-grad", 0, stage});
    group(clips, true);
    std::vector<Operation> embeddings {{"embedding-grads-all-reduce", 0, 0}};
    if (job.stages > 1)
        embeddings.push_back({"embedding-grads-all-reduce", 0, job.stages - 1});
    group(embeddings, false);
    for (const auto& [operation, place] : m_operations) {
        const std::string& kind = std::get<0>(operation);
        if (kind == "params-all-gather" || kind == "grads-reduce-scatter" || kind == "separate-grads-all-reduce")
            group({operation}, true);
    }

    std::uniform_real_distribution<double> share(0, 1);
    std::normal_distribution<double> normal;
    std::map<std::pair<int, int>, double> clocks; // by replica and stage
    for (int replica = 0; replica < job.replicas; ++replica) {
        for (int stage = 0; stage < job.stages; ++stage)
            clocks[{replica, stage}] = normal(m_random) * job.clockMs;
    }
    double start = 1000;
    for (int step = 0; step < job.steps; ++step) {
        Durations durations;
        Durations delays;
        std::map<std::pair<int, int>, double> size; // by replica and microbatch
        for (int replica = 0; replica < job.replicas; ++replica) {
            for (int microbatch = 0; microbatch < job.microbatches; ++microbatch)
                size[{replica, microbatch}] = std::exp(normal(m_random) * job.unevenness);
            for (const auto& [operation, place] : m_operations) {
                const auto& [kind, nth, stage] = operation;
                double& ms = durations[{replica, operation}];
                delays[{replica, operation}] = 0.2 * share(m_random);
                if (isCompute(kind)) {
                    ms = (kind.front() == 'f' ? 20 : 41) * (1 + 0.03 * share(m_random)) / job.chunks
                        * size[{replica, place.second}] * (stage + 1 == job.stages ? 1.1 : 1);
                    ms *= replica == 0 && stage + 1 == job.stages ? job.slowWorker : 1;
                } else if (kind == "gc") {
                    ms = share(m_random) < 0.8 ? 0 : 20 * share(m_random);
                } else {
                    ms = isMessage(kind) ? 0.4 + 0.2 * share(m_random) : 8 + 3 * share(m_random);
                }
            }
        }
        Timeline recorded = play(durations, delays);
        for (auto* const times : {&recorded.begin, &recorded.end}) {
            for (auto& [worker, ms] : *times)
                ms += start + clocks[{worker.first, std::get<2>(worker.second)}];
        }
        start += recorded.length + 30;
        m_recorded.push_back(std::move(recorded));
    }
}

/// 1F1B; interleaved over the chunks as Narayanan et al. 2021 describe it.
std::vector<NaiveStragglers::Pass> NaiveStragglers::passesOf(int stage) const
{
    const int all = m_job.microbatches * m_job.chunks;
    const auto nth = [this](int k, bool isForward) {
        const int round = m_job.stages * m_job.chunks;
        const int chunk = k % round / m_job.stages;
        return Pass(isForward ? 'F' : 'B', isForward ? chunk : m_job.chunks - 1 - chunk,
            m_job.chunks == 1 ? k : k / round * m_job.stages + k % m_job.stages);
    };
    const int ahead = m_job.chunks == 1 ? m_job.stages - 1 - stage
                                        : (m_job.stages - 1 - stage) * 2 + (m_job.chunks - 1) * m_job.stages;
    std::vector<Pass> passes;
    int forward = 0;
    for (int backward = 0; backward < all; ++backward) {
        while (forward < std::min(all, ahead + backward + 1))
            passes.push_back(nth(forward++, true));
        passes.push_back(nth(backward, false));
    }
    return passes;
}

void NaiveStragglers::add(const Operation& operation, int chunk, int microbatch, const std::vector<Operation>& after)
{
    m_operations[operation] = {chunk, microbatch};
    m_after[operation].insert(m_after[operation].end(), after.begin(), after.end());
}

void NaiveStragglers::group(const std::vector<Operation>& members, bool acrossReplicas)
{
    for (const Operation& member : members) {
        m_group[member] = members;
        if (acrossReplicas)
            m_acrossReplicas.insert(member);
    }
}

void NaiveStragglers::addStage(int stage)
{
    const bool hasReplicas = m_job.replicas > 1;
    const int pieces = m_job.stages * m_job.chunks;
    std::map<std::string, int> count;
    const auto next = [&](const std::string& kind) { return Operation(kind, count[kind]++, stage); };
    const auto chained = [&](const std::string& kind) {
        const Operation operation = next(kind);
        const auto& [name, nth, at] = operation;
        add(operation, -1, -1, nth > 0 ? std::vector<Operation> {{name, nth - 1, at}} : std::vector<Operation>());
        return operation;
    };
    Operation queued; // of what replicas share
    for (int chunk = 0; chunk < m_job.chunks && hasReplicas; ++chunk) {
        const Operation gather = next("params-all-gather");
        add(gather, chunk, -1, chunk > 0 ? std::vector<Operation> {queued} : std::vector<Operation>());
        queued = gather;
    }
    std::vector<Operation> computes;
    std::set<int> begun;
    std::map<int, Operation> lastBackward; // by chunk
    for (const auto& [pass, chunk, microbatch] : passesOf(stage)) {
        const bool isForward = pass == 'F';
        const std::string direction = isForward ? "forward" : "backward";
        const Operation compute = next(direction + "-compute");
        const auto& [kind, nth, at] = compute;
        add(compute, chunk, microbatch, computes.empty() ? std::vector<Operation>() : std::vector {computes.back()});
        computes.push_back(compute);
        if (isForward && begun.insert(chunk).second && hasReplicas)
            m_after[compute].push_back({"params-all-gather", chunk, stage});
        if (!isForward)
            lastBackward[chunk] = compute;
        const int piece = chunk * m_job.stages + stage;
        const int to = isForward ? piece + 1 : piece - 1;
        const int from = isForward ? piece - 1 : piece + 1;
        if (from >= 0 && from < pieces) {
            const Operation receive = chained(direction + "-recv");
            m_after[compute].push_back(receive);
            if (nth > 0)
                m_after[receive].push_back({kind, nth - 1, at});
        }
        if (to >= 0 && to < pieces)
            m_after[chained(direction + "-send")].push_back(compute);
    }
    size_t warmup = 0;
    while (std::get<0>(computes[warmup]) == "forward-compute")
        ++warmup;
    for (const char* const kind : {"backward-recv", "backward-send"}) {
        if (warmup >= 2 && m_operations.contains({kind, 0, stage}))
            m_after[{kind, 0, stage}].push_back(computes[warmup - 2]);
    }
    std::vector<Operation> before {computes.back()};
    const auto follows = [&](const std::string& kind, int chunk = -1) {
        const Operation operation = next(kind);
        add(operation, chunk, -1, before);
        before = {operation};
        return operation;
    };
    if (m_job.recordsGc)
        follows("gc");
    if (hasReplicas && m_job.overlaps) {
        for (int chunk = m_job.chunks; chunk-- > 0;) {
            const Operation scatter = next("grads-reduce-scatter");
            add(scatter, chunk, -1, {queued, lastBackward[chunk]});
            queued = scatter;
        }
        before.push_back(queued);
    }
    follows("layernorm-grads-all-reduce");
    if (stage == 0 || stage + 1 == m_job.stages)
        follows("embedding-grads-all-reduce");
    for (int chunk = m_job.chunks; chunk-- > 0 && hasReplicas && !m_job.overlaps;) {
        const Operation scatter = follows("grads-reduce-scatter", chunk);
        m_after[scatter].push_back(queued);
        queued = scatter;
    }
    if (hasReplicas && m_job.overlaps)
        follows("separate-grads-all-reduce");
    follows("optimizer-clip-main-grad");
    follows("optimizer");
}

/// Those that an operation of a worker meets, itself as well; nobody where it only lasts.
std::vector<NaiveStragglers::Worker> NaiveStragglers::membersOf(const Worker& worker) const
{
    const auto& [replica, operation] = worker;
    const auto found = m_group.find(operation);
    std::vector<Worker> members;
    for (int other = 0; other < m_job.replicas && found != m_group.end(); ++other) {
        if (other != replica && !m_acrossReplicas.contains(operation))
            continue;
        for (const Operation& member : found->second)
            members.emplace_back(other, member);
    }
    return members;
}

NaiveStragglers::Timeline NaiveStragglers::play(const Durations& durations, const Durations& delays) const
{
    Timeline timeline;
    const std::function<double(const Worker&)> endOf = [&](const Worker& worker) {
        const auto beginOf = [&](const Worker& of) {
            if (const auto known = timeline.begin.find(of); known != timeline.begin.end())
                return known->second;
            const std::vector<Operation>& after = m_after.at(of.second);
            double begin = after.empty() ? 0 : endOf({of.first, after.front()});
            for (const Operation& input : after)
                begin = std::max(begin, endOf({of.first, input}));
            const auto delay = delays.find(of);
            return timeline.begin[of] = begin + (delay == delays.end() ? 0 : delay->second);
        };
        if (const auto known = timeline.end.find(worker); known != timeline.end.end())
            return known->second;
        double latest = beginOf(worker);
        for (const Worker& member : membersOf(worker))
            latest = std::max(latest, beginOf(member));
        return timeline.end[worker] = latest + durations.at(worker);
    };
    for (int replica = 0; replica < m_job.replicas; ++replica) {
        for (const auto& [operation, place] : m_operations) {
            const double end = endOf({replica, operation});
            if (std::get<0>(operation) == "optimizer")
                timeline.length = std::max(timeline.length, end);
        }
    }
    return timeline;
}

double NaiveStragglers::recordedDuration(const Worker& worker, size_t step) const
{
    constexpr double residue = -10;
    const Timeline& recorded = m_recorded[step];
    double begin = recorded.begin.at(worker);
    const std::vector<Worker> members = membersOf(worker);
    for (const Worker& member : members)
        begin = std::max(begin, recorded.begin.at(member));
    const double duration = recorded.end.at(worker) - begin;
    return !members.empty() && duration <= residue ? 0 : duration;
}

NaiveStragglers::Answers NaiveStragglers::answers() const
{
    std::vector<Durations> recorded(m_recorded.size());
    std::map<std::string, std::vector<double>> ofKind;
    double base = 0;
    for (size_t step = 0; step < m_recorded.size(); ++step) {
        double first = INFINITY;
        double last = -INFINITY;
        for (const auto& [worker, begin] : m_recorded[step].begin) {
            const double ms = recordedDuration(worker, step);
            recorded[step][worker] = ms;
            ofKind[std::get<0>(worker.second)].push_back(ms);
            first = std::min(first, begin);
            last = std::max(last, m_recorded[step].end.at(worker));
        }
        base += last - first;
    }
    std::map<std::string, double> idealOf;
    for (const auto& [kind, values] : ofKind)
        idealOf[kind] = takesMean(kind) ? meanOf(values) : middleOf(values);
    const auto lengths = [&](const std::function<bool(const Worker&)>& isIdeal) {
        std::vector<double> ms;
        for (Durations durations : recorded) {
            for (auto& [worker, duration] : durations) {
                if (isIdeal(worker))
                    duration = idealOf[std::get<0>(worker.second)];
            }
            ms.push_back(play(durations, {}).length);
        }
        return ms;
    };
    Answers answers;
    answers.noDelayMs = lengths([](const Worker&) { return false; });
    answers.idealMs = lengths([](const Worker&) { return true; });
    const double noDelay = meanOf(answers.noDelayMs);
    const double ideal = meanOf(answers.idealMs);
    answers.slowdown = noDelay / ideal;
    answers.launchSlowdown = base / double(m_recorded.size()) / noDelay;
    const auto stageOf = [](const Worker& worker) { return std::get<2>(worker.second); };
    for (int stage = 0; stage < m_job.stages; ++stage)
        answers.ofStage.push_back(meanOf(lengths([&](const Worker& w) { return stageOf(w) != stage; })) / ideal);
    for (int replica = 0; replica < m_job.replicas; ++replica)
        answers.ofReplica.push_back(meanOf(lengths([&](const Worker& w) { return w.first != replica; })) / ideal);
    for (const auto& [kind, values] : ofKind) {
        const std::string type = typeOf(kind);
        if (!answers.ofType.contains(type)) {
            answers.ofType[type]
                = meanOf(lengths([&](const Worker& w) { return typeOf(std::get<0>(w.second)) != type; })) / ideal;
        }
    }
    // Equal ones in the order of ranks: stage by stage.
    std::vector<std::tuple<double, int, int>> scores;
    for (int stage = 0; stage < m_job.stages; ++stage) {
        for (int replica = 0; replica < m_job.replicas; ++replica) {
            const double score = std::min(answers.ofReplica[size_t(replica)], answers.ofStage[size_t(stage)]);
            scores.emplace_back(-score, stage, replica);
        }
    }
    std::sort(scores.begin(), scores.end());
    scores.resize((scores.size() * 3 + 99) / 100);
    const auto explained = [&](const std::function<bool(const Worker&)>& isIdeal) {
        return (noDelay - meanOf(lengths(isIdeal))) / (noDelay - ideal);
    };
    answers.slowestWorkers = explained([&](const Worker& w) {
        return std::any_of(scores.begin(), scores.end(),
            [&](const auto& score) { return std::get<1>(score) == stageOf(w) && std::get<2>(score) == w.first; });
    });
    answers.lastStage = explained([&](const Worker& w) { return stageOf(w) + 1 == m_job.stages; });
    return answers;
}

std::string NaiveStragglers::traceText() const
{
    std::string text;
    const auto event = [&](int replica, const Operation& operation, size_t step, double begin, double end) {
        const auto& [kind, nth, stage] = operation;
        const auto place = m_operations.find(operation);
        const auto [chunk, microbatch] = place == m_operations.end() ? std::pair(-1, -1) : place->second;
        text += fmt::format(
            R"({}{{"name":"{}","cat":"op","pid":{},"tid":{},"ts":{},"dur":{},"ph":"X","args":{{"step":{},"model_chunk":{},"mb_id":{},"seq_id":{}}}}})",
            text.empty() ? "[" : ",\n", kind, replica, stage * m_job.replicas + replica, begin * 1000,
            (end - begin) * 1000, step + 1, chunk, microbatch, nth);
    };
    for (size_t step = 0; step < m_recorded.size(); ++step) {
        for (const auto& [worker, begin] : m_recorded[step].begin) {
            const auto& [replica, operation] = worker;
            const auto& [kind, nth, stage] = operation;
            const double end = m_recorded[step].end.at(worker);
            event(replica, operation, step, begin, end);
            if (!m_job.recordsNoOps || !isCompute(kind))
                continue;
            const std::string direction = kind.substr(0, kind.find('-'));
            const int piece = m_operations.at(operation).first * m_job.stages + stage;
            const int last = m_job.stages * m_job.chunks - 1;
            const bool isForward = kind.front() == 'f';
            if (m_job.chunks > 1 && piece == (isForward ? 0 : last))
                event(replica, {direction + "-recv", -1, stage}, step, begin - 0.02, begin - 0.01);
            if (m_job.chunks > 1 && piece == (isForward ? last : 0))
                event(replica, {direction + "-send", -1, stage}, step, end + 0.01, end + 0.02);
        }
    }
    for (int replica = 0; replica < m_job.replicas; ++replica) {
        for (int stage = 0; stage < m_job.stages; ++stage) {
            text += fmt::format(
                ",\n"
                R"({{"name":"thread_name","pid":{},"tid":{},"ph":"M","args":{{"name":"PP rank {}, TP rank 0, compute"}}}})",
                replica, stage * m_job.replicas + replica, stage);
        }
    }
    return text + "]";
}
