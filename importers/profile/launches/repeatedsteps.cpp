// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "repeatedsteps.h"

#include "repetitions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;
using Hint = LaunchSequence::Hint;

/// Of what a device does after the first of its recorded launches, so that their order is that of a rank.
constexpr double leastLaunched = 0.9;
/// Of all that it does: the rest was launched before the recording began.
constexpr double leastLaunchedOfAll = 0.5;

Hint hintOfName(std::string_view name)
{
    constexpr std::array optimizers {"multi_tensor_apply"sv, "multitensorapply"sv, "adam"sv, "lamb_"sv, "sgd"sv,
        "optimizer"sv, "adafactor"sv, "muon"sv};
    constexpr std::array inputs {"htod"sv, "h2d"sv, "host-to-device"sv, "hosttodevice"sv};
    constexpr std::array once {"dtoh"sv, "d2h"sv, "device-to-host"sv, "devicetohost"sv, "argmax"sv, "multinomial"sv,
        "sampling"sv, "nll_loss"sv, "crossentropy"sv, "cross_entropy"sv, "embedding"sv};
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    const auto holdsAny = [&](const auto& words) {
        return std::any_of(
            words.begin(), words.end(), [&](std::string_view word) { return lower.find(word) != std::string::npos; });
    };
    return holdsAny(optimizers) ? Hint::Ends
        : holdsAny(inputs)      ? Hint::Begins
        : holdsAny(once)        ? Hint::Within
                                : Hint::None;
}

/// What one rank launches, in order.
struct Launched {
    TimeNs call; ///< when; of what has no recorded launch, when it began
    TimeRange range;
    uint32_t span;
    bool operator<(const Launched& other) const
    {
        return std::tuple(call, range.begin, span) < std::tuple(other.call, other.range.begin, other.span);
    }
};

class RepeatedSteps {
public:
    RepeatedSteps(const TraceBuilder& builder, const EventLanes& lanes, const std::vector<int32_t>& ranks, TimeNs base)
        : m_builder(builder), m_lanes(lanes), m_ranks(ranks), m_base(base)
    {
    }

    void mark(const std::vector<LaunchPairs::Pair>& pairs, StepMarks& steps)
    {
        std::map<int32_t, std::vector<Launched>> launched;
        for (const LaunchPairs::Pair& pair : pairs)
            launched[m_ranks[pair.lane]].push_back({rangeOf(pair.call).begin, rangeOf(pair.started), pair.started});
        std::map<int32_t, Work> work;        // by rank
        std::map<int32_t, uint32_t> busiest; // and the lane with most of it
        const std::vector<uint32_t> laneOfTrack = m_lanes.byTrack();
        const std::vector<TimeNs> firstLaunched = firstLaunchedOf(launched);
        std::vector<Work> workOfLane(m_lanes.size());
        for (uint32_t span = 0; span < m_builder.spanCount(); ++span) {
            const uint32_t lane = laneOfTrack[m_builder.trackOf(span).value];
            if (m_builder.hasFlag(span, SpanFlag::fusedLeg)) {
                ++workOfLane[lane].legs;
                continue;
            }
            ++workOfLane[lane].spans;
            workOfLane[lane].sinceFirstLaunch += rangeOf(span).begin >= firstLaunched[lane];
        }
        for (uint32_t lane = 0; lane < m_lanes.size(); ++lane) {
            if (!isOnDevice(m_lanes[lane].place) || workOfLane[lane].spans == 0)
                continue;
            Work& ofRank = work[m_ranks[lane]];
            ofRank.spans += workOfLane[lane].spans;
            ofRank.legs += workOfLane[lane].legs;
            ofRank.sinceFirstLaunch += workOfLane[lane].sinceFirstLaunch;
            uint32_t& most = busiest.try_emplace(m_ranks[lane], lane).first->second;
            most = workOfLane[lane].spans > workOfLane[most].spans ? lane : most;
        }
        for (const auto& [rank, count] : work) {
            std::vector<Launched> sequence = std::move(launched[rank]);
            const std::string& process = m_lanes[busiest.at(rank)].process;
            std::sort(sequence.begin(), sequence.end());
            const auto holds
                = [&sequence](double part, uint64_t of) { return double(sequence.size()) >= part * double(of); };
            if (holds(leastLaunched, count.sinceFirstLaunch) && holds(leastLaunchedOfAll, count.spans)
                && (markRank(process, sequence, true, steps) || holds(leastLaunched, count.spans + count.legs)))
                continue;
            sequence.clear();
            for (uint32_t span = 0; span < m_builder.spanCount(); ++span) {
                if (laneOfTrack[m_builder.trackOf(span).value] == busiest.at(rank)
                    && !m_builder.hasFlag(span, SpanFlag::fusedLeg))
                    sequence.push_back({rangeOf(span).begin, rangeOf(span), span});
            }
            std::sort(sequence.begin(), sequence.end());
            markRank(process, sequence, false, steps);
        }
    }

private:
    TimeRange rangeOf(uint32_t span) const
    {
        const TimeRange range = m_builder.range(span);
        return {range.begin - m_base, range.end - m_base};
    }

    struct Work {
        uint64_t spans = 0;            ///< of a device
        uint64_t legs = 0;             ///< further records of the same kernels, without a launch of their own
        uint64_t sinceFirstLaunch = 0; ///< of them, since the first whose launch was recorded
    };

    /// By lane: when the first work of its rank begins whose launch was recorded.
    std::vector<TimeNs> firstLaunchedOf(const std::map<int32_t, std::vector<Launched>>& launched) const
    {
        std::vector<TimeNs> first(m_lanes.size(), std::numeric_limits<TimeNs>::max());
        std::map<int32_t, TimeNs> ofRank;
        for (const auto& [rank, own] : launched) {
            for (const Launched& one : own) {
                TimeNs& begin = ofRank.try_emplace(rank, one.range.begin).first->second;
                begin = std::min(begin, one.range.begin);
            }
        }
        for (uint32_t lane = 0; lane < first.size(); ++lane) {
            if (const auto known = ofRank.find(m_ranks[lane]); known != ofRank.end())
                first[lane] = known->second;
        }
        return first;
    }

    /// By repetition: when its host's step ends, with the first launch of the next. What holds the host up between the
    /// two for much longer than usually comes before the next one's work, as on the device.
    static std::vector<TimeNs> endsOfHost(const std::vector<Repetition>& found, const std::vector<Launched>& launched)
    {
        constexpr TimeNs timesUsual = 2;
        std::vector<TimeNs> gaps;
        for (const Repetition& one : found) {
            if (one.last < launched.size())
                gaps.push_back(launched[one.last].call - launched[one.last - 1].call);
        }
        std::sort(gaps.begin(), gaps.end());
        const TimeNs usual = std::max<TimeNs>(gaps.empty() ? 0 : gaps[(gaps.size() - 1) / 2], 1);
        std::vector<TimeNs> ends;
        for (const Repetition& one : found) {
            const TimeNs last = launched[one.last - 1].call;
            const TimeNs next = one.last < launched.size() ? launched[one.last].call : last + 1;
            ends.push_back((next - last) / timesUsual > usual ? last + usual : next);
        }
        return ends;
    }

    /// False if nothing repeats.
    bool markRank(const std::string& process, const std::vector<Launched>& launched, bool areLaunched, StepMarks& steps)
    {
        LaunchSequence sequence;
        for (const Launched& one : launched) {
            const StringId name = m_builder.name(one.span);
            const auto [hint, isNew] = m_hints.try_emplace(name.value, Hint::None);
            if (isNew)
                hint->second = hintOfName(m_builder.text(name));
            sequence.names.push_back(name.value);
            sequence.hints.push_back(m_builder.category(one.span) == Category::Optimizer ? Hint::Ends : hint->second);
        }
        const std::vector<Repetition> found = findRepetitions(sequence);
        if (found.empty())
            return false;
        // Ranks of one recording agree on the numbers, though one may show a step more than another.
        const TimeNs begin = launched[found.front().first].call;
        const TimeNs end = launched[found.back().first].call;
        if (!m_first) {
            m_first = begin;
            m_period = double(end - begin) / double(found.size() - 1);
        }
        const double ahead = std::round(double(begin - *m_first) / std::max(m_period, 1.0));
        const auto number = [&](size_t i) { return int(std::clamp(ahead + double(i) + 1, -1.0, 1e9)); };
        const auto own = [&](uint32_t at) -> const Launched& { return launched[at]; };
        const std::vector<TimeNs> ends = endsOfHost(found, launched);
        TimeNs over = own(found.front().first).range.begin;
        for (size_t i = 0; i < found.size(); ++i) {
            const auto [first, last] = found[i];
            TimeNs end = over;
            for (uint32_t at = first; at < last; ++at)
                end = std::max(end, own(at).range.end);
            StepMarks::Mark mark {process, number(i), over, end};
            if (areLaunched)
                mark = {process, number(i), i == 0 ? own(first).call : ends[i - 1], {}, ends[i]};
            if (mark.number >= 0)
                steps.add(std::move(mark));
            over = end;
        }
        return true;
    }

    const TraceBuilder& m_builder;
    const EventLanes& m_lanes;
    const std::vector<int32_t>& m_ranks;
    const TimeNs m_base;
    std::unordered_map<uint32_t, Hint> m_hints; // by name
    std::optional<TimeNs> m_first;              // begin of the first step of the first rank
    double m_period = 0;
};

} // namespace

void markRepeatedSteps(const TraceBuilder& builder, const EventLanes& lanes,
    const std::vector<LaunchPairs::Pair>& launches, const std::vector<int32_t>& ranks, TimeNs base, StepMarks& steps)
{
    RepeatedSteps(builder, lanes, ranks, base).mark(launches, steps);
}

} // namespace bubblescope
