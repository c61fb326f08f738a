// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "clockrules.h"

#include "findingtext.h"
#include "gputelemetry.h"
#include "median.h"
#include "overtime.h"
#include "runcontext.h"
#include "steptable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

namespace {

/// Of the peers' clock. GPUs of one model choose clocks 15 MHz apart; healthy ones differ by one or two of these steps,
/// 1 to 2 % of what they run at.
constexpr double leastClockDrop = 0.03;
/// A sample holds until the next, but not for longer than so many usual distances: then the sampler stood still.
constexpr double longestHeld = 3;
/// Enough for a median; there may be thousands.
constexpr size_t mostPeers = 16;
constexpr size_t mostExamined = 64;

/// What was sampled of the GPU of one rank.
class SampledQuantity {
public:
    SampledQuantity(const CounterTable& table, const CounterSeries& series)
        : m_times(table.timesOf(series)), m_values(table.valuesOf(series))
    {
        std::vector<TimeNs> distances;
        for (size_t i = 1; i < m_times.size(); ++i)
            distances.push_back(m_times[i] - m_times[i - 1]);
        m_held = TimeNs(longestHeld * double(medianOf(distances)));
    }

    /// Mean over a range, by time; nothing where samples hold for less than half of it.
    std::optional<double> meanIn(TimeRange range) const
    {
        double sum = 0;
        TimeNs known = 0;
        auto at = size_t(std::upper_bound(m_times.begin(), m_times.end(), range.begin) - m_times.begin());
        for (at -= at > 0 ? 1 : 0; at < m_times.size() && m_times[at] < range.end; ++at) {
            const TimeNs next = at + 1 < m_times.size() ? m_times[at + 1] : range.end;
            const TimeRange held {m_times[at], std::min(next, m_times[at] + m_held)};
            const TimeNs share = held.intersected(range).duration();
            sum += double(share) * m_values[at];
            known += share;
        }
        return known > 0 && 2 * known >= range.duration() ? std::optional(sum / double(known)) : std::nullopt;
    }

private:
    std::span<const TimeNs> m_times;
    std::span<const double> m_values;
    TimeNs m_held = 0;
};

/// Of all ranks with samples: their clocks, and why these were held down.
class SampledRanks {
public:
    explicit SampledRanks(const Trace& trace) : m_trace(trace)
    {
        for (const CounterSeries& series : trace.counters().series) {
            const std::string_view name = trace.strings().text(series.name);
            if (series.rank < 0 || series.sampleCount < 2)
                continue;
            if (name == smClockName)
                m_clocks.try_emplace(series.rank, trace.counters(), series);
            else if (name.starts_with(throttledPrefix))
                m_reasons[series.rank].push_back(&series);
        }
    }
    bool isEmpty() const { return m_clocks.empty(); }
    bool has(int32_t rank) const { return m_clocks.contains(rank); }
    std::optional<double> clock(int32_t rank, int64_t step) const
    {
        const auto known = m_clocks.find(rank);
        const std::optional<TimeRange> range = rangeOf(rank, step);
        return known != m_clocks.end() && range ? known->second.meanIn(*range) : std::nullopt;
    }
    /// Those that held in at least half of the time of these steps.
    std::vector<std::string> reasons(int32_t rank, std::span<const int64_t> steps) const
    {
        std::vector<std::string> names;
        const auto known = m_reasons.find(rank);
        if (known == m_reasons.end())
            return names;
        for (const CounterSeries* series : known->second) {
            const SampledQuantity quantity(m_trace.counters(), *series);
            double held = 0;
            for (const int64_t step : steps) {
                const std::optional<TimeRange> range = rangeOf(rank, step);
                held += range ? quantity.meanIn(*range).value_or(0) : 0;
            }
            if (2 * held >= double(steps.size()))
                names.emplace_back(m_trace.strings().text(series->name).substr(throttledPrefix.size()));
        }
        return names;
    }

private:
    std::optional<TimeRange> rangeOf(int32_t rank, int64_t step) const
    {
        const std::span<const RankStep> own = m_trace.stepsOf(rank);
        const auto found = std::partition_point(
            own.begin(), own.end(), [step](const RankStep& one) { return one.step.number < step; });
        return found != own.end() && found->step.number == step ? std::optional(found->step.range) : std::nullopt;
    }

    const Trace& m_trace;
    std::map<int32_t, SampledQuantity> m_clocks;
    std::map<int32_t, std::vector<const CounterSeries*>> m_reasons;
};

/// Of a slow rank whose clock was low while it was slow.
struct HeldDown {
    int32_t rank = -1;
    size_t slowSteps = 0; ///< with known clocks
    size_t lowSteps = 0;  ///< of them
    double own = 0;       ///< MHz, mean over the latter
    double peers = 0;
    std::vector<std::string> reasons {};
};

std::vector<size_t> peersOf(
    const StepTable& table, size_t row, const std::set<int32_t>& slow, const SampledRanks& clocks)
{
    std::vector<size_t> ofStage;
    std::vector<size_t> others;
    for (size_t r = 0; r < table.rowCount(); ++r) {
        const StepTable::Row& peer = table.rows()[r];
        if (r == row || slow.contains(peer.rank) || !clocks.has(peer.rank))
            continue;
        (peer.stage == table.rows()[row].stage ? ofStage : others).push_back(r);
    }
    const std::vector<size_t>& all = ofStage.empty() ? others : ofStage;
    std::vector<size_t> some;
    const size_t every = all.size() / mostPeers + 1;
    for (size_t i = 0; i < all.size(); i += every)
        some.push_back(all[i]);
    return some;
}

std::optional<HeldDown> heldDown(
    const StepTable& table, size_t row, const std::set<int32_t>& slow, const SampledRanks& clocks)
{
    const std::vector<size_t> peers = peersOf(table, row, slow, clocks);
    HeldDown found;
    found.rank = table.rows()[row].rank;
    if (peers.empty() || !clocks.has(found.rank))
        return {};
    size_t unknown = 0; // of slow steps
    size_t otherSteps = 0;
    size_t otherLow = 0;
    std::vector<int64_t> low;
    for (size_t s = 0; s < table.stepCount(); ++s) {
        const float own = table.value(StepMeasure::Compute, row, s);
        std::vector<double> ofPeers;
        for (const size_t peer : peers) {
            if (const float compute = table.value(StepMeasure::Compute, peer, s); !std::isnan(compute))
                ofPeers.push_back(compute);
        }
        if (std::isnan(own) || ofPeers.empty())
            continue;
        const bool isSlow = double(own) >= slowInStepFactor * medianOf(ofPeers);
        const int64_t step = table.steps()[s];
        const std::optional<double> clock = clocks.clock(found.rank, step);
        std::vector<double> clocksOfPeers;
        for (const size_t peer : peers) {
            if (const std::optional<double> known = clocks.clock(table.rows()[peer].rank, step))
                clocksOfPeers.push_back(*known);
        }
        if (!clock || clocksOfPeers.empty()) {
            unknown += isSlow;
            continue;
        }
        const double usual = medianOf(clocksOfPeers);
        const bool isLow = *clock < (1 - leastClockDrop) * usual;
        (isSlow ? found.slowSteps : otherSteps) += 1;
        if (!isSlow) {
            otherLow += isLow;
        } else if (isLow) {
            low.push_back(step);
            found.own += *clock;
            found.peers += usual;
        }
    }
    found.lowSteps = low.size();
    // Where the clock is as low in steps that are not slow, it is not what makes the others slow.
    const bool isLowAnyway = otherSteps > 0 && otherLow * found.slowSteps * 2 > found.lowSteps * otherSteps;
    if (found.slowSteps == 0 || 2 * found.lowSteps < found.slowSteps || unknown > found.slowSteps || isLowAnyway)
        return {};
    found.own /= double(found.lowSteps);
    found.peers /= double(found.lowSteps);
    found.reasons = clocks.reasons(found.rank, low);
    return found.own > 0 ? std::optional(std::move(found)) : std::nullopt;
}

bool isOfSlowRanks(const Finding& finding)
{
    return finding.id == "straggling-rank" || finding.id == "always-slow-rank" || finding.id == "sometimes-slow-rank"
        || finding.id == slowHostId;
}

/// Those of throttleReasons as texts, which other languages have, too.
Message heldReason(const std::string& name)
{
    static const Message texts[] = {say("applications clocks setting"), say("power cap"), say("hardware slowdown"),
        say("sync boost"), say("thermal slowdown by software"), say("thermal slowdown by hardware"), say("power brake"),
        say("display clocks setting")};
    const auto found = std::find_if(
        std::begin(texts), std::end(texts), [&name](const Message& text) { return text.text() == name; });
    return found != std::end(texts) ? *found : Message(name);
}

Message reasonsText(const std::vector<std::string>& names)
{
    Message list;
    for (size_t i = 0; i < names.size(); ++i) {
        list += i == 0 ? Message() : i + 1 == names.size() ? say(" and ") : Message(", ");
        list += heldReason(names[i]);
    }
    return list;
}

void addTo(Finding& finding, const std::vector<HeldDown>& held)
{
    const HeldDown& worst = *std::max_element(held.begin(), held.end(),
        [](const HeldDown& a, const HeldDown& b) { return a.peers / a.own < b.peers / b.own; });
    finding.sentence
        += say(" In {} of {} slow steps the clock of its GPU (rank {}) was below that of its peers: {} MHz "
               "instead of {} MHz, which alone makes kernels up to {} times as slow.",
            worst.lowSteps, worst.slowSteps, worst.rank, fmt::format("{:.0f}", worst.own),
            fmt::format("{:.0f}", worst.peers), factorText(worst.peers / worst.own));
    if (!worst.reasons.empty())
        finding.sentence += say(" Its driver says why: {}.", reasonsText(worst.reasons));
    if (finding.evidence.ranks.size() > 1)
        finding.sentence += say(" So it is on {} of these {} ranks.", held.size(), finding.evidence.ranks.size());
    finding.howComputed
        += say(" Clocks were sampled beside the run: means over the same step of the rank and of its peers.");
    if (2 * held.size() > std::min(finding.evidence.ranks.size(), mostExamined))
        finding.suggestion = say(
            "Its clock is held down: look at cooling, power limit and power supply of that GPU before its software.");
}

} // namespace

void addClocks(FindingContext& c)
{
    std::vector<Finding>& findings = c.analysis.findings.list;
    if (c.isProfile() || std::none_of(findings.begin(), findings.end(), isOfSlowRanks))
        return;
    const SampledRanks clocks(c.trace);
    if (clocks.isEmpty())
        return;
    const bool isKnown = c.steps.rowCount() == c.trace.ranks().size() && c.steps.has(StepMeasure::Compute);
    const StepTable made = isKnown ? StepTable() : StepTable::ofRun(*contextOf(c.run));
    const StepTable& table = isKnown ? c.steps : made;
    if (table.isEmpty() || !table.has(StepMeasure::Compute))
        return;
    std::set<int32_t> slow;
    for (const Finding& finding : findings) {
        if (isOfSlowRanks(finding))
            slow.insert(finding.evidence.ranks.begin(), finding.evidence.ranks.end());
    }
    for (Finding& finding : findings) {
        if (!isOfSlowRanks(finding))
            continue;
        std::vector<HeldDown> held;
        for (size_t i = 0; i < std::min(finding.evidence.ranks.size(), mostExamined); ++i) {
            const auto row = std::find_if(table.rows().begin(), table.rows().end(),
                [rank = finding.evidence.ranks[i]](const StepTable::Row& one) { return one.rank == rank; });
            if (row == table.rows().end())
                continue;
            if (std::optional<HeldDown> one = heldDown(table, size_t(row - table.rows().begin()), slow, clocks))
                held.push_back(*std::move(one));
        }
        if (!held.empty())
            addTo(finding, held);
    }
}

} // namespace bubblescope
