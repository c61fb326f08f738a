// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runsearch.h"

#include "closestword.h"
#include "numbertext.h"
#include "refusal.h"
#include "schedule.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <string_view>
#include <utility>

namespace bubblescope {

namespace {

constexpr auto runKnobs = std::to_array<std::string_view>(
    {"tensor", "stages", "data", "expert", "microbatches", "schedule", "chunks", "partition", "overlap"});

/// Knobs that may be tried, each of which differs from all others in what it makes of the input.
class RunSpace {
public:
    RunSpace(const Simulator& simulator, const PlanSpace& space) : m_simulator(simulator), m_space(space) { }

    Result<std::vector<Knobs>> all()
    {
        for (const auto& [key, values] : m_space.allowed) {
            if (std::find(runKnobs.begin(), runKnobs.end(), key) == runKnobs.end()) {
                const std::string_view meant = closestWord(key, runKnobs);
                return refusal(say("--allow {}: no such knob is searched.", key),
                    meant.empty() ? say("Searched are {}.", fmt::join(runKnobs, ", "))
                                  : say("Did you mean {}?", meant));
            }
        }
        const std::optional<int> tensor = own("tensor");
        const std::optional<int> stages = own("stages");
        const std::optional<int> data = own("data");
        if (!tensor || !stages || !data) {
            addOrders({}, stages.value_or(1), false);
            return std::move(m_all);
        }
        const int64_t gpus = int64_t(*tensor) * *stages * *data;
        for (int t = 1; t <= gpus; ++t) {
            if (gpus % t != 0 || !mayBe("tensor", t, *tensor))
                continue;
            for (int p = 1; p <= gpus / t; ++p) {
                const int64_t d = gpus / t / p;
                if (gpus / t % p != 0 || !mayBe("stages", p, *stages) || !mayBe("data", int(d), *data))
                    continue;
                Knobs knobs;
                const bool isOwn = t == *tensor && p == *stages;
                if (!isOwn) {
                    knobs.tensor = t;
                    knobs.stages = p;
                    knobs.data = int(d);
                }
                addOrders(knobs, p, !isOwn);
            }
        }
        return std::move(m_all);
    }

private:
    std::optional<int> own(std::string_view knob) const
    {
        const std::optional<int64_t> value = parseInteger(m_simulator.ownValue(knob));
        return value && *value >= 1 && *value <= DescriptionLimits::gpus ? std::optional(int(*value)) : std::nullopt;
    }
    const std::vector<std::string>* limits(std::string_view knob) const
    {
        for (const auto& [key, values] : m_space.allowed) {
            if (key == knob)
                return &values;
        }
        return nullptr;
    }
    bool isAllowed(std::string_view knob, std::string_view value) const
    {
        const std::vector<std::string>* values = limits(knob);
        return !values || std::find(values->begin(), values->end(), value) != values->end();
    }
    /// What the input is, it may stay; anything else it must answer to.
    bool mayBe(std::string_view knob, int value, int ownValue) const
    {
        return isAllowed(knob, std::to_string(value)) && (value == ownValue || !m_simulator.whyNot(knob));
    }

    std::vector<int> expertSizes() const
    {
        std::vector<int> sizes {0}; // as it is
        const std::optional<int> ranks = own("expert");
        if (!ranks || m_simulator.whyNot("expert"))
            return sizes;
        for (int size = 1; size <= 2 * *ranks; size *= 2) {
            if (size != *ranks && isAllowed("expert", std::to_string(size)))
                sizes.push_back(size);
        }
        if (limits("expert") && !isAllowed("expert", std::to_string(*ranks)))
            sizes.erase(sizes.begin());
        return sizes;
    }

    void addOrders(const Knobs& groups, int stages, bool moves)
    {
        for (const int expert : expertSizes()) {
            Knobs knobs = groups;
            if (expert > 0)
                knobs.expert = expert;
            addMicrobatches(knobs, stages, moves);
        }
    }

    void addMicrobatches(const Knobs& groups, int stages, bool moves)
    {
        const std::vector<std::string>* counts = limits("microbatches");
        if (!counts || m_simulator.whyNot("microbatches")) {
            addSchedules(groups, stages, moves);
            return;
        }
        for (const std::string& count : *counts) {
            Knobs knobs = groups;
            if (setKnob(knobs, "microbatches", count))
                addSchedules(knobs, stages, moves);
        }
    }

    void addSchedules(const Knobs& groups, int stages, bool moves)
    {
        const std::string ownSchedule = m_simulator.ownValue("schedule");
        if (!limits("schedule") || isAllowed("schedule", ownSchedule) || stages == 1)
            addPartitions(groups, stages, true);
        if (stages < 2 || m_simulator.whyNot("schedule"))
            return;
        for (const ScheduleInfo& info : schedules()) {
            const bool isOwn = info.key == ownSchedule || info.name == ownSchedule;
            // The automatic one tries dozens of orders, GPipe keeps all activations: only if somebody asks.
            const bool isUsual = info.kind != ScheduleKind::ZbAuto && info.kind != ScheduleKind::GPipe;
            if (limits("schedule") ? !isAllowed("schedule", info.key) : !isUsual)
                continue;
            Knobs knobs = groups;
            knobs.schedule = info.kind;
            if (info.kind != ScheduleKind::Interleaved) {
                const bool splits = info.splitsBackward || info.kind == ScheduleKind::DualPipe;
                if (!isOwn)
                    addPartitions(knobs, stages, !splits);
                continue;
            }
            for (const int chunks : {2, 3, 4, 8}) {
                if (!isAllowed("chunks", std::to_string(chunks)) || (isOwn && !moves && own("chunks") == chunks))
                    continue;
                knobs.chunks = chunks;
                addPartitions(knobs, stages, true);
            }
        }
    }

    void addPartitions(const Knobs& groups, int stages, bool mayBalance)
    {
        if (isAllowed("partition", "even") || !limits("partition"))
            addOverlap(groups);
        if (!mayBalance || stages < 2 || m_simulator.whyNot("partition") || !isAllowed("partition", "balanced"))
            return;
        Knobs knobs = groups;
        knobs.partition = m_simulator.balancedPartition(groups);
        if (!knobs.partition.empty() && knobText(knobs, "partition") != m_simulator.ownValue("partition"))
            addOverlap(knobs);
    }

    void addOverlap(const Knobs& knobs)
    {
        if (isAllowed("overlap", m_simulator.ownValue("overlap")) || m_simulator.whyNot("overlap"))
            m_all.push_back(knobs);
        if (!m_simulator.whyNot("overlap") && m_simulator.ownValue("overlap") == "off" && isAllowed("overlap", "on")) {
            m_all.push_back(knobs);
            m_all.back().overlap = true;
        }
    }

    const Simulator& m_simulator;
    const PlanSpace& m_space;
    std::vector<Knobs> m_all;
};

std::string setOf(const Knobs& knobs)
{
    std::string text;
    for (const std::string_view knob : runKnobs) {
        if (const std::string value = knobText(knobs, knob); !value.empty())
            text.append(text.empty() ? "" : " ").append(knob).append("=").append(value);
    }
    return text;
}

/// What takes most beside the compute of the mean rank; memory where no more than a tenth is left of it.
PlanLimit limitOf(const RunCandidate& candidate, double gpuMemory)
{
    constexpr double nearlyFull = 0.9;
    const StepFigures& figures = candidate.figures;
    const double network = figures.exposedCommunicationNs() + figures.waitingNs;
    const double bubble = figures.bubbleNs();
    const double rest = figures.wholeStepNs() - figures.computeNs;
    if (std::max(bubble, network) > rest / 2 && std::max(bubble, network) > 0.1 * figures.wholeStepNs())
        return bubble >= network ? PlanLimit::Bubble : PlanLimit::Network;
    if (gpuMemory > 0 && candidate.memoryBytes > nearlyFull * gpuMemory)
        return PlanLimit::Memory;
    return PlanLimit::Compute;
}

class RunSearcher {
public:
    RunSearcher(const Simulator& simulator, const PlanSpace& space, double gpuMemory, const ProgressFn& progress)
        : m_simulator(simulator), m_top(std::max<size_t>(space.top, 1)), m_gpuMemory(gpuMemory), m_progress(progress)
    {
    }

    Result<RunAnswer> run(const std::vector<Knobs>& all, const BestRunSoFar& best)
    {
        RunAnswer answer;
        Result<StepFigures> now = m_simulator.outcome({}, [this](uint64_t, uint64_t) { return mayContinue(); });
        if (!now)
            return now.error();
        answer.now = candidateOf({}, std::move(now).value());
        std::vector<RunCandidate> fitting;
        size_t fastest = all.size();
        m_total = all.size() + all.size() / 4 + 1;
        for (const Knobs& knobs : all) {
            if (!mayContinue())
                return refusal(say("Stopped."));
            ++m_done;
            Result<StepFigures> figures
                = m_simulator.outcome(knobs, [this](uint64_t, uint64_t) { return mayContinue(); });
            if (m_isStopped)
                return refusal(say("Stopped."));
            if (!figures || figures->wholeStepNs() <= 0)
                continue; // not a combination here
            ++answer.searched;
            RunCandidate candidate = candidateOf(knobs, std::move(figures).value());
            if (!candidate.fits) {
                ++answer.pruned;
                const double excess = candidate.memoryBytes - m_gpuMemory;
                if (!answer.nearest || excess < answer.excessBytes) {
                    answer.nearest = candidate;
                    answer.excessBytes = excess;
                }
                continue;
            }
            fitting.push_back(std::move(candidate));
            if (fastest == all.size() || isFaster(fitting.back(), fitting[fastest])) {
                fastest = fitting.size() - 1;
                if (best)
                    best(fitting[fastest]);
            }
        }
        if (answer.searched == 0)
            return refusal(say("No combination of knobs is one that this input answers to."));
        if (!fitting.empty())
            answer.nearest.reset();
        return chosen(std::move(answer), std::move(fitting));
    }

private:
    bool mayContinue()
    {
        if (!m_isStopped && m_progress && !m_progress(std::min(m_done, m_total), m_total))
            m_isStopped = true;
        return !m_isStopped;
    }

    static bool isFaster(const RunCandidate& a, const RunCandidate& b)
    {
        return speedOf(a.figures) > speedOf(b.figures);
    }
    /// Samples per second; steps per second where nobody knows their samples.
    static double speedOf(const StepFigures& figures)
    {
        return (figures.samplesPerStep > 0 ? figures.samplesPerStep : 1) / figures.wholeStepNs();
    }

    RunCandidate candidateOf(const Knobs& knobs, StepFigures figures) const
    {
        RunCandidate candidate;
        candidate.knobs = knobs;
        candidate.set = setOf(knobs);
        for (const StepFigures::Stage& stage : figures.stages) {
            if (stage.knowsMemory())
                candidate.memoryBytes = std::max(candidate.memoryBytes, stage.memoryBytes());
        }
        candidate.fits = m_gpuMemory <= 0 || candidate.memoryBytes <= m_gpuMemory;
        candidate.figures = std::move(figures);
        return candidate;
    }

    Result<RunAnswer> chosen(RunAnswer answer, std::vector<RunCandidate> fitting)
    {
        std::stable_sort(fitting.begin(), fitting.end(), isFaster);
        double least = -1; // memory of all that are faster
        for (RunCandidate& candidate : fitting) {
            const bool isFirst = &candidate == &fitting.front();
            candidate.isPareto = isFirst || (candidate.memoryBytes >= 0 && candidate.memoryBytes < least);
            if (candidate.isPareto)
                least = candidate.memoryBytes;
        }
        if (fitting.size() > m_top)
            fitting.resize(m_top);
        answer.candidates = std::move(fitting);
        // Where the time goes is worked out only for those that are shown.
        for (RunCandidate& candidate : answer.candidates) {
            Result<StepFigures> figures
                = m_simulator.figures(candidate.knobs, [this](uint64_t, uint64_t) { return mayContinue(); });
            if (m_isStopped)
                return refusal(say("Stopped."));
            ++m_done;
            if (figures)
                candidate.figures = std::move(figures).value();
            candidate.limit = limitOf(candidate, m_gpuMemory);
        }
        answer.now.limit = limitOf(answer.now, m_gpuMemory);
        if (answer.candidates.empty())
            return answer;
        const StepFigures& best = answer.candidates.front().figures;
        const double slowest = speedOf(best) * best.wholeStepNs() / std::max(best.highNs(), best.wholeStepNs());
        for (size_t i = 1; i < answer.candidates.size(); ++i)
            answer.candidates[i].isApart = speedOf(answer.candidates[i].figures) < slowest;
        return answer;
    }

    const Simulator& m_simulator;
    const size_t m_top;
    const double m_gpuMemory;
    const ProgressFn& m_progress;
    uint64_t m_done = 0;
    uint64_t m_total = 1;
    bool m_isStopped = false;
};

} // namespace

Result<RunAnswer> searchRun(
    const Simulator& simulator, const PlanSpace& space, const ProgressFn& progress, const BestRunSoFar& best)
{
    const auto begin = std::chrono::steady_clock::now();
    const Result<Hardware> hardware = simulator.hardware({});
    const double memory = space.gpuMemoryBytes > 0 ? space.gpuMemoryBytes : hardware ? hardware->memoryBytes : 0;
    const Result<std::vector<Knobs>> all = RunSpace(simulator, space).all();
    if (!all)
        return all.error();
    Result<RunAnswer> answer = RunSearcher(simulator, space, memory, progress).run(*all, best);
    if (answer)
        answer.value().seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return answer;
}

} // namespace bubblescope
