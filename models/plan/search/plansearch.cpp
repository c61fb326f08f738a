// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plansearch.h"

#include "parallel.h"
#include "planbound.h"
#include "plancombinations.h"
#include "plandifference.h"
#include "plantimer.h"
#include "refusal.h"
#include "trainingframework.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <limits>
#include <mutex>

namespace bubblescope {

namespace {

using Clock = std::chrono::steady_clock;

/// Estimated between two looks at the best so far.
constexpr size_t blockSize = 4096;
/// Simulated between two looks at what may still win; not by the number of threads, so that the answer is the same.
constexpr size_t roundSize = 16;
/// Looked at before all others, spread over the whole list, for a first answer.
constexpr size_t firstSize = 192;

/// What is kept of each combination.
struct Estimate {
    enum class Kind : uint8_t { Refused, TooLarge, Timed };
    double leastNs = 0; ///< no simulated step is shorter
    double memoryBytes = 0;
    double excessBytes = 0; ///< that it lacks, where it is too large
    Kind kind = Kind::Refused;
};

/// What was simulated: it counts, whatever the others are.
struct Timed {
    size_t index = 0;
    double stepNs = 0;
    double speed = 0; ///< tokens/s of the job
    double rank = 0;  ///< that, or per GPU where several numbers of GPUs are compared
    double memoryBytes = 0;
    int gpus = 1;
    bool isPareto = false;
};

bool isBetter(const Timed& a, const Timed& b) { return a.rank != b.rank ? a.rank > b.rank : a.index < b.index; }

/// At least as fast in as little memory on as few GPUs; of equal ones the first.
bool dominates(const Timed& a, const Timed& b)
{
    if (a.gpus > b.gpus || a.memoryBytes > b.memoryBytes || a.speed < b.speed)
        return false;
    return a.gpus < b.gpus || a.memoryBytes < b.memoryBytes || a.speed > b.speed || a.index < b.index;
}

/// Asked by all threads; the caller is asked by one of them at a time, and not more often than it can tell.
class Permission {
public:
    Permission(const ProgressFn& progress, uint64_t total) : m_progress(progress), m_total(total) { }

    bool mayContinue()
    {
        constexpr std::chrono::milliseconds pause(20);
        if (!m_progress || m_isStopped)
            return !m_isStopped;
        const std::unique_lock lock(m_asking, std::try_to_lock);
        if (lock && Clock::now() - m_last >= pause) {
            if (!m_progress(std::min(m_done.load(), m_total), m_total))
                m_isStopped = true;
            m_last = Clock::now();
        }
        return !m_isStopped;
    }
    bool isStopped() const { return m_isStopped; }
    void advance() { ++m_done; }
    void setDone(uint64_t done) { m_done = std::max(m_done.load(), done); }

private:
    const ProgressFn& m_progress;
    uint64_t m_total;
    std::mutex m_asking;
    Clock::time_point m_last; ///< under the mutex
    std::atomic<uint64_t> m_done {0};
    std::atomic<bool> m_isStopped {false};
};

/// `simulatedNs`: 0 where it was not simulated.
PlanCandidate candidateFrom(
    DescribedJob described, const PlannedStep& step, double simulatedNs, std::optional<double> usdPerGpuHour)
{
    PlanCandidate candidate;
    candidate.job = std::move(described.job);
    // An order that has no closed form is one of the work of 1F1B.
    if (described.rest.schedule)
        candidate.job.layout.schedule = scheduleInfo(*described.rest.schedule).key;
    candidate.set = planSetText(planSetOf(candidate.job));
    candidate.step = simulatedNs > 0 ? withSimulatedStep(step, simulatedNs) : step;
    candidate.isSimulated = simulatedNs > 0;
    constexpr double tokens = 1e6;
    constexpr double secondsPerHour = 3600;
    if (usdPerGpuHour && candidate.step.tokensPerSecondPerGpu > 0) {
        candidate.usdPerMillionTokens = *usdPerGpuHour / secondsPerHour / candidate.step.tokensPerSecondPerGpu * tokens;
    }
    return candidate;
}

class PlanSearcher {
public:
    PlanSearcher(const PlanCombinations& all, const PlanSpace& space, const Hardware& hardware,
        const PlanCalibration& calibration, const ProgressFn& progress, const BestSoFar& best)
        : m_all(all)
        , m_top(std::max<size_t>(space.top, 1))
        , m_threads(threadCount(space.threads))
        , m_usdPerGpuHour(space.usdPerGpuHour)
        , m_hardware(hardware)
        , m_calibration(calibration)
        , m_best(best)
        , m_permission(progress, 2 * all.size())
        , m_estimates(all.size())
    {
    }

    Result<PlanAnswer> run()
    {
        showFirst();
        for (size_t begin = 0; begin < m_all.size() && !m_permission.isStopped(); begin += blockSize)
            estimate(begin, std::min(begin + blockSize, m_all.size()));
        if (!m_permission.mayContinue())
            return stopped();
        PlanAnswer answer;
        std::vector<size_t> open;
        for (size_t i = 0; i < m_estimates.size(); ++i) {
            answer.searched += m_estimates[i].kind != Estimate::Kind::Refused;
            if (m_estimates[i].kind == Estimate::Kind::Timed)
                open.push_back(i);
        }
        if (answer.searched == 0)
            return whyRefused();
        simulate(std::move(open));
        if (m_permission.isStopped())
            return stopped();
        answer.searched -= m_refused;
        answer.pruned = answer.searched - m_timed.size();
        if (m_timed.empty())
            reportNearest(answer);
        else
            choose(answer);
        return answer;
    }

private:
    static Error stopped() { return {say("Stopped."), {}, {}}; }

    Estimate estimateOf(size_t index) const
    {
        Estimate estimate;
        const Result<DescribedJob> made = m_all.jobOf(index);
        if (!made)
            return estimate;
        const Result<PlanBound> bound = planBound(*made, m_hardware, m_calibration);
        if (!bound || bound->leastNs <= 0)
            return estimate;
        estimate.kind = bound->fits ? Estimate::Kind::Timed : Estimate::Kind::TooLarge;
        estimate.leastNs = bound->leastNs;
        estimate.memoryBytes = bound->memoryBytes;
        estimate.excessBytes = bound->excessBytes;
        return estimate;
    }

    void estimate(size_t begin, size_t end)
    {
        forEachParallel(end - begin, m_threads, [&](size_t i) {
            if (!m_permission.mayContinue())
                return;
            m_estimates[begin + i] = estimateOf(begin + i);
            m_permission.advance();
        });
    }

    /// The best of a few of all kinds.
    void showFirst()
    {
        if (!m_best)
            return;
        const size_t count = std::min(firstSize, m_all.size());
        std::vector<Estimate> some(count);
        const auto indexOf = [&](size_t i) { return m_all.size() * i / count; };
        forEachParallel(count, m_threads, [&](size_t i) {
            if (m_permission.mayContinue())
                some[i] = estimateOf(indexOf(i));
        });
        std::optional<size_t> first;
        for (size_t i = 0; i < count; ++i) {
            if (some[i].kind == Estimate::Kind::Timed
                && (!first || rankOf(indexOf(i), some[i].leastNs) > rankOf(indexOf(*first), some[*first].leastNs)))
                first = i;
        }
        if (!first || m_permission.isStopped())
            return;
        if (const auto timed = timedOf(indexOf(*first), some[*first].memoryBytes))
            show(*timed);
    }

    double speedOf(size_t index, double stepNs) const
    {
        const PlanCombination& of = m_all[index];
        // Tokens of a sample are the same for all.
        const double samples = double(of.data) * of.microbatches * of.microbatchSize;
        return stepNs > 0 ? samples / stepNs : std::numeric_limits<double>::infinity();
    }
    double rankOf(size_t index, double stepNs) const
    {
        return speedOf(index, stepNs) / (m_all.hasSeveralSizes() ? m_all[index].gpus : 1);
    }

    std::optional<Timed> timedOf(size_t index, double memoryBytes)
    {
        const Result<DescribedJob> made = m_all.jobOf(index);
        if (!made)
            return std::nullopt;
        const Result<double> stepNs = simulatedPlanNs(
            *made, m_hardware, m_calibration, [&](uint64_t, uint64_t) { return m_permission.mayContinue(); });
        if (!stepNs)
            return std::nullopt;
        return Timed {
            index, *stepNs, speedOf(index, *stepNs), rankOf(index, *stepNs), memoryBytes, m_all[index].gpus, false};
    }

    /// The best that it may be, if it takes no longer than what is proved.
    Timed atBest(size_t index) const
    {
        const Estimate& estimate = m_estimates[index];
        return {index, estimate.leastNs, speedOf(index, estimate.leastNs), rankOf(index, estimate.leastNs),
            estimate.memoryBytes, m_all[index].gpus, false};
    }

    /// Whether a combination may be among the best, or on the front. Safe: what it is compared with was simulated, and
    /// no simulated step is shorter than leastNs. So whoever is left out has at least `top` before it that are faster
    /// than it can be, and one that is faster than it can be in no more memory on no more GPUs.
    bool mayMatter(size_t index) const
    {
        const Timed best = atBest(index);
        if (m_timed.size() < m_top || best.rank >= m_timed[m_top - 1].rank)
            return true;
        return std::none_of(m_front.begin(), m_front.end(), [&](const Timed& other) {
            return other.gpus <= best.gpus && other.memoryBytes <= best.memoryBytes && other.speed > best.speed;
        });
    }

    /// Rounds of those that look best, until nothing that is left can matter.
    void simulate(std::vector<size_t> open)
    {
        const size_t all = open.size();
        std::sort(open.begin(), open.end(), [this](size_t a, size_t b) { return isBetter(atBest(a), atBest(b)); });
        // Those that look like the front first: they rule out most of the others.
        std::vector<size_t> promising;
        std::vector<Timed> seen;
        for (const size_t index : open) {
            const Timed looks = atBest(index);
            if (std::none_of(seen.begin(), seen.end(), [&](const Timed& other) { return dominates(other, looks); })) {
                seen.push_back(looks);
                promising.push_back(index);
            }
        }
        std::sort(promising.begin(), promising.end());
        std::stable_partition(open.begin(), open.end(),
            [&](size_t index) { return std::binary_search(promising.begin(), promising.end(), index); });
        size_t size = 1; // an answer soon, then many at once
        while (!open.empty() && m_permission.mayContinue()) {
            const size_t count = std::min(size, open.size());
            std::vector<std::optional<Timed>> made(count);
            forEachParallel(count, m_threads, [&](size_t i) {
                if (m_permission.mayContinue())
                    made[i] = timedOf(open[i], m_estimates[open[i]].memoryBytes);
            });
            open.erase(open.begin(), open.begin() + std::ptrdiff_t(count));
            take(made);
            std::erase_if(open, [&](size_t index) { return !mayMatter(index); });
            m_permission.setDone(m_all.size() + m_all.size() * (all - open.size()) / std::max<size_t>(all, 1));
            size = roundSize;
        }
    }

    void take(const std::vector<std::optional<Timed>>& made)
    {
        const size_t best = m_timed.empty() ? m_all.size() : m_timed.front().index;
        for (const std::optional<Timed>& timed : made) {
            if (!timed) {
                ++m_refused;
                continue;
            }
            m_timed.insert(std::upper_bound(m_timed.begin(), m_timed.end(), *timed, isBetter), *timed);
            if (std::none_of(
                    m_front.begin(), m_front.end(), [&](const Timed& other) { return dominates(other, *timed); })) {
                std::erase_if(m_front, [&](const Timed& other) { return dominates(*timed, other); });
                m_front.push_back(*timed);
            }
        }
        if (m_best && !m_permission.isStopped() && !m_timed.empty() && m_timed.front().index != best)
            show(m_timed.front());
    }

    std::optional<PlanCandidate> candidateOf(const Timed& timed) const
    {
        Result<DescribedJob> made = m_all.jobOf(timed.index);
        if (!made)
            return std::nullopt;
        const Result<PlannedStep> step = plannedStep(made->job, m_hardware, m_calibration);
        if (!step)
            return std::nullopt;
        PlanCandidate candidate = candidateFrom(std::move(made).value(), *step, timed.stepNs, m_usdPerGpuHour);
        candidate.isPareto = timed.isPareto;
        return candidate;
    }

    void show(const Timed& timed) const
    {
        if (const std::optional<PlanCandidate> candidate = candidateOf(timed))
            m_best(*candidate);
    }

    /// The best, and of the front as many as leave half of the room to them.
    void choose(PlanAnswer& answer)
    {
        std::vector<size_t> front;
        for (size_t i = 0; i < m_timed.size(); ++i) {
            Timed& timed = m_timed[i];
            timed.isPareto = std::any_of(
                m_front.begin(), m_front.end(), [&](const Timed& other) { return other.index == timed.index; });
            if (timed.isPareto && front.size() < std::max<size_t>(1, m_top / 2))
                front.push_back(i);
        }
        std::vector<size_t> chosen = front;
        for (size_t i = 0; i < m_timed.size() && chosen.size() < m_top; ++i) {
            if (!std::binary_search(front.begin(), front.end(), i))
                chosen.push_back(i);
        }
        std::sort(chosen.begin(), chosen.end());
        for (const size_t i : chosen) {
            if (std::optional<PlanCandidate> candidate = candidateOf(m_timed[i]))
                answer.candidates.push_back(*std::move(candidate));
        }
        if (answer.candidates.empty())
            return;
        // The best may turn out as slow as its range allows: who is faster than that, may be the better one. What its
        // nodes may cost it, they cost all.
        const PlannedStep& best = answer.candidates.front().step;
        const double slowest = best.highNs > 0
            ? m_timed[chosen.front()].rank * best.stepNs() / std::max(best.highNs - best.ofNodesNs, best.stepNs())
            : m_timed[chosen.front()].rank;
        for (size_t i = 1; i < answer.candidates.size() && answer.candidates.size() == chosen.size(); ++i)
            answer.candidates[i].isApart = m_timed[chosen[i]].rank < slowest;
    }

    void reportNearest(PlanAnswer& answer) const
    {
        std::optional<size_t> nearest;
        for (size_t i = 0; i < m_estimates.size(); ++i) {
            if (m_estimates[i].kind == Estimate::Kind::TooLarge
                && (!nearest || m_estimates[i].excessBytes < m_estimates[*nearest].excessBytes))
                nearest = i;
        }
        if (!nearest)
            return;
        answer.nearest = candidateOf(Timed {*nearest});
        answer.excessBytes = m_estimates[*nearest].excessBytes;
    }

    /// The first reason, where no combination is a job.
    Error whyRefused() const
    {
        const Result<DescribedJob> made = m_all.jobOf(0);
        if (!made)
            return made.error();
        const Result<PlannedStep> step = plannedStep(made->job, m_hardware, m_calibration);
        return step ? refusal(say("No combination is a job that can be planned.")) : step.error();
    }

    const PlanCombinations& m_all;
    const size_t m_top;
    const unsigned m_threads;
    const std::optional<double> m_usdPerGpuHour;
    const Hardware& m_hardware;
    const PlanCalibration& m_calibration;
    const BestSoFar& m_best;
    Permission m_permission;
    std::vector<Estimate> m_estimates;
    std::vector<Timed> m_timed; ///< best first
    std::vector<Timed> m_front;
    uint64_t m_refused = 0; ///< that have a closed form, but no order
};

} // namespace

Result<PlanCandidate> plannedCandidate(const JobDescription& job, const Knobs& knobs, const Hardware& hardware,
    const PlanCalibration& calibration, std::optional<double> usdPerGpuHour, const ProgressFn& progress)
{
    Result<DescribedJob> described = describedUnder(job, knobs, hardware.gpusPerNode);
    if (!described)
        return described.error();
    Result<PlannedStep> step = plannedStep(described->job, hardware, calibration);
    if (!step)
        return step.error();
    if (std::optional<PlannedMemory> turning = turningMemory(*described)) {
        step.value().fits
            = fitsBeside(calibration.memory, *turning, hardware.memoryBytes, frameworkOf(described->job));
        step.value().memory = *std::move(turning);
    }
    const Result<double> stepNs = simulatedPlanNs(*described, hardware, calibration, progress);
    if (!stepNs)
        return stepNs.error();
    return candidateFrom(std::move(described).value(), *step, *stepNs, usdPerGpuHour);
}

Result<PlanAnswer> searchPlans(const JobDescription& job, const PlanSpace& space, const Hardware& hardware,
    const PlanCalibration& calibration, const ProgressFn& progress, const BestSoFar& best)
{
    const Clock::time_point begin = Clock::now();
    Hardware limited = hardware;
    if (space.gpuMemoryBytes > 0)
        limited.memoryBytes = space.gpuMemoryBytes;
    const Result<PlanCombinations> all = PlanCombinations::of(job, space, hardware.gpusPerNode);
    if (!all)
        return all.error();
    Result<PlanAnswer> answer = PlanSearcher(*all, space, limited, calibration, progress, best).run();
    if (answer)
        answer.value().narrowed = all->narrowed();
    if (answer)
        answer.value().seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return answer;
}

} // namespace bubblescope
