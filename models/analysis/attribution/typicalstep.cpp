// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "typicalstep.h"

#include "devicelanes.h"
#include "hoststep.h"
#include "median.h"
#include "partoftrace.h"
#include "stragglers.h"
#include "traceranges.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <span>
#include <string_view>

namespace bubblescope {

namespace {

/// Content of one step on all ranks.
struct StepContent {
    uint32_t ranks = 0;
    uint64_t work = 0;  ///< device spans, without nested ones
    bool isCut = false; ///< extends beyond the part of the run that was read
};

size_t indexOf(const Trace& trace, const RankStep& own)
{
    const auto steps = trace.steps();
    const auto found = std::lower_bound(steps.begin(), steps.end(), own.step.number,
        [](const Step& candidate, int32_t number) { return candidate.number < number; });
    return size_t(found - steps.begin());
}

std::span<const RankStep> stepsOfRank(const Trace& trace, int32_t rank)
{
    const auto all = trace.rankSteps();
    const auto [from, to] = std::equal_range(all.begin(), all.end(), RankStep {rank, {}},
        [](const RankStep& a, const RankStep& b) { return a.rank < b.rank; });
    return {from, to};
}

/// Step numbers by the names that PyTorch's profiler gives to the ranges of steps; -1 for other names.
std::vector<int32_t> stepsByName(const Trace& trace)
{
    constexpr std::string_view prefix = "ProfilerStep#";
    std::vector<int32_t> numbers(trace.strings().size(), -1);
    for (uint32_t i = 0; i < numbers.size(); ++i) {
        const std::string_view name = trace.strings().text(StringId(i));
        if (name.starts_with(prefix))
            std::from_chars(name.data() + prefix.size(), name.data() + name.size(), numbers[i]);
    }
    return numbers;
}

/// In a part of a run, the first and last step end with the part, but their profiler ranges are complete.
void noteCuts(const Trace& trace, std::vector<StepContent>& contents)
{
    const std::vector<int32_t> numbers = stepsByName(trace);
    if (std::all_of(numbers.begin(), numbers.end(), [](int32_t number) { return number < 0; }))
        return;
    for (uint32_t t = 0; t < trace.tracks().size(); ++t) {
        const Track& track = trace.tracks()[t];
        const std::span<const RankStep> steps = stepsOfRank(trace, track.rank);
        if (track.lane != Lane::Thread || steps.empty())
            continue;
        const RankStep& first = steps.front();
        const RankStep& last = steps.back();
        if (!first.host.isEmpty() || !last.host.isEmpty()) // which is whole, however long its host's range is
            continue;
        for (const Row& row : trace.rowsOf(TrackId(t))) {
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                const SpanId span(i);
                const StringId name = trace.nameId(span);
                const int32_t number = name.isValid() ? numbers[name.value] : -1;
                if (number == first.step.number && trace.begin(span) < first.step.range.begin)
                    contents[indexOf(trace, first)].isCut = true;
                if (number == last.step.number && trace.end(span) > last.step.range.end)
                    contents[indexOf(trace, last)].isCut = true;
            }
        }
    }
}

std::vector<StepContent> contentOfSteps(const Trace& trace)
{
    std::vector<StepContent> contents(trace.steps().size());
    for (const RankStep& own : trace.rankSteps())
        ++contents[indexOf(trace, own)].ranks;
    noteCuts(trace, contents);
    const auto countRow = [&](const Row& row, const RankStep& own) {
        const auto begins = std::span(trace.timing().begin).subspan(row.firstSpan, row.spanCount);
        const auto from = std::lower_bound(begins.begin(), begins.end(), own.step.range.begin);
        const auto to = std::lower_bound(from, begins.end(), own.step.range.end);
        contents[indexOf(trace, own)].work += uint64_t(to - from);
    };
    for (uint32_t t = 0; t < trace.tracks().size(); ++t) {
        const Track& track = trace.tracks()[t];
        if (!isDeviceLane(track.lane))
            continue;
        for (const Row& row : trace.rowsOf(TrackId(t))) {
            if (row.kind != Row::Kind::Nested || row.depth != 0)
                continue;
            for (const RankStep& own : stepsOfRank(trace, track.rank))
                countRow(row, own);
        }
    }
    return contents;
}

double workOfOthers(const std::vector<StepContent>& contents, const std::vector<int>& steps, int leftOut)
{
    std::vector<double> work;
    for (const int step : steps) {
        if (step != leftOut)
            work.push_back(double(contents[size_t(step)].work));
    }
    return medianOf(work);
}

/// wholeSteps(), also of those that up to `lackedBy` of the ranks lack.
std::vector<int> stepsWhole(const Trace& trace, double lackedBy)
{
    const auto steps = trace.steps();
    if (steps.size() < 2)
        return steps.empty() ? std::vector<int> {} : std::vector<int> {0};
    const std::vector<StepContent> contents = contentOfSteps(trace);
    if (const std::vector<bool> cut = cutSteps(trace); !cut.empty()) {
        std::vector<int> whole;
        for (int i = 0; i < int(cut.size()); ++i) {
            if (!cut[size_t(i)])
                whole.push_back(i);
        }
        if (!whole.empty())
            return whole;
        return {int(std::max_element(contents.begin(), contents.end(), [](const StepContent& a, const StepContent& b) {
            return a.work < b.work;
        }) - contents.begin())};
    }
    const bool hasWork = std::any_of(contents.begin(), contents.end(), [](const StepContent& c) { return c.work > 0; });
    std::vector<int> working;
    uint32_t mostRanks = 0;
    for (int i = 0; i < int(steps.size()); ++i) {
        if (hasWork && contents[size_t(i)].work == 0)
            continue;
        working.push_back(i);
        mostRanks = std::max(mostRanks, contents[size_t(i)].ranks);
    }
    std::vector<int> whole;
    std::copy_if(working.begin(), working.end(), std::back_inserter(whole),
        [&](int i) {
            const StepContent& content = contents[size_t(i)];
            return !content.isCut && double(content.ranks) >= (1 - lackedBy) * double(mostRanks);
        });
    if (whole.empty()) {
        return {*std::max_element(working.begin(), working.end(),
            [&steps](int a, int b) { return steps[size_t(a)].range.duration() < steps[size_t(b)].range.duration(); })};
    }
    constexpr double leastWork = 0.5;
    const auto isStump = [&](int step) {
        return whole.size() > 1
            && double(contents[size_t(step)].work) < leastWork * workOfOthers(contents, whole, step);
    };
    if (whole.back() == int(steps.size()) - 1 && isStump(whole.back()))
        whole.pop_back();
    if (whole.front() == 0 && isStump(whole.front()))
        whole.erase(whole.begin());
    return whole;
}

/// True for a step of devices before which nothing of them was recorded: it lacks the pause before its first operation.
bool lacksItsBegin(const Trace& trace, int step)
{
    if (holdsPartOfRun(trace)) // nothing was read of what precedes it
        return false;
    const int32_t number = trace.steps()[size_t(step)].number;
    const auto isFirst = [&](const Track& track, const RankStep& own) {
        if (!isDeviceLane(track.lane))
            return true;
        const auto rows = trace.rowsOf(trace.idOf(track));
        return std::all_of(rows.begin(), rows.end(), [&](const Row& row) {
            return row.spanCount == 0 || trace.begin(SpanId(row.firstSpan)) >= own.step.range.begin;
        });
    };
    return std::any_of(trace.ranks().begin(), trace.ranks().end(), [&](const RankInfo& rank) {
        const auto own = trace.stepsOf(rank.rank);
        if (own.empty() || own.front().step.number != number || !own.front().isOfDevice())
            return false;
        const auto tracks = trace.tracksOf(rank.rank);
        return std::all_of(
            tracks.begin(), tracks.end(), [&](const Track& track) { return isFirst(track, own.front()); });
    });
}

} // namespace

std::vector<int> wholeSteps(const Trace& trace) { return stepsWhole(trace, 0); }

int typicalStep(const Trace& trace)
{
    std::vector<int> whole = wholeSteps(trace);
    if (whole.empty())
        return 0;
    // The files of some ranks break off after their first step.
    constexpr double fewRanks = 0.5;
    if (whole.size() == 1 && trace.steps().size() > 1 && lacksItsBegin(trace, whole.front()))
        whole = stepsWhole(trace, fewRanks);
    // While the queue between host and device fills or drains, a step is like no other.
    const std::vector<std::optional<HostStep>> ofHosts = hostSteps(trace);
    std::vector<int> steady;
    std::copy_if(whole.begin(), whole.end(), std::back_inserter(steady),
        [&](int step) { return !changesQueue(ofHosts, size_t(step)); });
    if (!steady.empty())
        whole = std::move(steady);
    std::vector<double> times;
    for (const int step : whole)
        times.push_back(double(trace.steps()[size_t(step)].range.duration()));
    std::vector<size_t> order;
    for (size_t i = findStepOutliers(times).warmup.size(); i < times.size(); ++i)
        order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return times[a] < times[b]; });
    size_t middle = (order.size() - 1) / 2;
    while (middle + 1 < order.size() && lacksItsBegin(trace, whole[order[middle]]))
        ++middle;
    return whole[order[middle]];
}

} // namespace bubblescope
