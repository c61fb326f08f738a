// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runsearch.h"

#include "refusal.h"
#include "runspace.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

namespace bubblescope {

namespace {

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
        candidate.set = RunSpace::setOf(knobs);
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
    const Result<RunSpace> all = RunSpace::of(simulator, space);
    if (!all)
        return all.error();
    Result<RunAnswer> answer = RunSearcher(simulator, space, memory, progress).run(all->all(), best);
    if (answer)
        answer.value().seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return answer;
}

} // namespace bubblescope
