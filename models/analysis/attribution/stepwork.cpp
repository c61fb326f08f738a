// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepwork.h"

#include "devicelanes.h"

#include <algorithm>
#include <map>
#include <span>
#include <string>

namespace bubblescope {

namespace {

constexpr double moreWork = 1.1; // times the most of any other step, as steps that take so much longer are told of
constexpr size_t mostNumbers = 16;

struct NamedWork {
    std::string kind; ///< the name without its numbers
    std::vector<double> numbers;
};

NamedWork namedWork(std::string_view name)
{
    NamedWork work;
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    for (size_t i = 0; i < name.size(); ++i) {
        if (!isDigit(name[i])) {
            work.kind += name[i];
            continue;
        }
        double number = 0;
        for (; i < name.size() && isDigit(name[i]); ++i)
            number = number * 10 + (name[i] - '0');
        --i;
        work.kind += '#';
        if (work.numbers.size() < mostNumbers)
            work.numbers.push_back(number);
    }
    return work;
}

/// Of one kind, by place in the name: the most of any usual step; nothing where the numbers just count steps.
class UsualNumbers {
public:
    void add(const std::vector<double>& numbers, bool isUsual)
    {
        m_places.resize(std::max(m_places.size(), numbers.size()));
        for (size_t p = 0; p < numbers.size(); ++p) {
            Place& place = m_places[p];
            place.counts = place.counts && (!place.isKnown || numbers[p] > place.last);
            place.last = numbers[p];
            place.isKnown = true;
            if (isUsual)
                place.most = std::max(place.most, numbers[p]);
        }
        m_hasUsual = m_hasUsual || isUsual;
    }
    bool isMore(const std::vector<double>& numbers) const
    {
        if (!m_hasUsual)
            return true; // a kind of its own
        for (size_t p = 0; p < numbers.size(); ++p) {
            if (!m_places[p].counts && numbers[p] > moreWork * m_places[p].most)
                return true;
        }
        return false;
    }

private:
    struct Place {
        double last = 0;
        double most = 0;
        bool counts = true;
        bool isKnown = false;
    };
    std::vector<Place> m_places;
    bool m_hasUsual = false;
};

/// The range of a host that begins as the step does and lasts for most of it.
std::string_view nameOfMark(const Trace& trace, const RankStep& step)
{
    SpanId longest;
    for (const Track& track : trace.tracksOf(step.rank)) {
        if (isDeviceLane(track.lane))
            continue;
        for (const Row& row : trace.rowsOf(trace.idOf(track))) {
            const auto begins = std::span(trace.timing().begin).subspan(row.firstSpan, row.spanCount);
            auto at = std::lower_bound(begins.begin(), begins.end(), step.host.begin);
            for (; at != begins.end() && *at == step.host.begin; ++at) {
                const SpanId span(row.firstSpan + uint32_t(at - begins.begin()));
                const bool isMark = trace.end(span) <= step.host.end && 2 * trace.duration(span) > step.host.duration();
                if (isMark && (!longest.isValid() || trace.duration(span) > trace.duration(longest)))
                    longest = span;
            }
        }
    }
    return longest.isValid() ? trace.name(longest) : std::string_view();
}

} // namespace

StepWork::StepWork(const Trace& trace) : m_names(trace.steps().size())
{
    const auto steps = trace.steps();
    const auto own = trace.rankSteps();
    for (const RankStep& step : own) {
        if (step.rank != own.front().rank)
            break; // they are sorted by rank
        const auto found = std::lower_bound(steps.begin(), steps.end(), step.step.number,
            [](const Step& candidate, int32_t number) { return candidate.number < number; });
        if (!step.host.isEmpty() && found != steps.end())
            m_names[size_t(found - steps.begin())] = nameOfMark(trace, step);
    }
}

std::vector<size_t> StepWork::otherThanUsual(const std::vector<size_t>& steps) const
{
    std::vector<NamedWork> works;
    std::map<std::string_view, UsualNumbers> kinds;
    bool knowsUsual = false;
    for (const std::string_view name : m_names)
        works.push_back(namedWork(name));
    for (size_t s = 0; s < works.size(); ++s) {
        const bool isUsual = !std::binary_search(steps.begin(), steps.end(), s);
        if (m_names[s].empty())
            continue;
        kinds[works[s].kind].add(works[s].numbers, isUsual);
        knowsUsual = knowsUsual || isUsual;
    }
    std::vector<size_t> others;
    for (const size_t step : steps) {
        if (knowsUsual && !nameOf(step).empty() && kinds[works[step].kind].isMore(works[step].numbers))
            others.push_back(step);
    }
    return others;
}

} // namespace bubblescope
