// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexopening.h"

#include "earlypart.h"
#include "machinememory.h"
#include "runoverview.h"
#include "waitdigest.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace bubblescope {

namespace {
/// With what drawings show of the ranks in memory. An overview that does not fit its run is not used: it is worked out
/// again.
OpenedIndex fitted(RunFolder&& folder, const RunIndex& index, const std::vector<std::shared_ptr<RunSummary>>& overviews,
    unsigned threads)
{
    OpenedIndex opened;
    opened.folder = std::move(folder);
    for (uint32_t r = 0; r < overviews.size(); ++r) {
        const Trace& trace = *opened.folder.runs[r].trace;
        std::shared_ptr<RunSummary> own;
        if (overviews[r] && isOverviewOf(*overviews[r], trace)) {
            own = std::make_shared<RunSummary>(*overviews[r]);
            const auto digestOf = [&](uint32_t rank) { return index.analysis(IndexSection::Waits, r, rank); };
            const std::vector<int32_t> damaged = addWaits(*own, trace, digestOf, threads);
            for (const int32_t rank : isOfFewerRanks(trace, *own) ? damaged : std::vector<int32_t>()) // else worked out again
                opened.folder.report.add(IssueKind::UnreadableFile, std::nullopt,
                    say("where rank {} waits is damaged in the index; it is not drawn", rank));
        }
        opened.overviews.push_back(std::move(own));
    }
    return opened;
}

/// Index of a step of usual length.
size_t usualStep(std::span<const Step> steps)
{
    std::vector<size_t> order(steps.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::sort(order.begin(), order.end(),
        [&](size_t a, size_t b) { return steps[a].range.duration() < steps[b].range.duration(); });
    return order.empty() ? 0 : order[(order.size() - 1) / 2];
}

/// The number that a run, of which no spans are read, has for the step that is asked for.
Result<int32_t> ownNumber(const KnownIndex& index, size_t run, int32_t number)
{
    Run known;
    known.name = index.tables().runs[run].name;
    known.trace = tablesOf(index.blocks(run));
    const Result<int> step = stepNumbered(known, number);
    if (!step)
        return step.error();
    const auto steps = known.trace->steps();
    if (steps.empty()) // its tables are damaged
        return Error {say("{} has no step {}.", known.name, number), {}, {}};
    return steps[size_t(*step)].number;
}

/// By run, numbers: the wanted one, nullopt where a run has none. Else of those that represent them, as the digest
/// knows; where it is damaged, of one of usual length.
std::vector<std::optional<int32_t>> stepsToOpen(const KnownIndex& index, const WantedStep& wanted)
{
    std::vector<std::optional<int32_t>> numbers(index.tables().runs.size());
    for (size_t r = 0; r < numbers.size() && wanted.number; ++r) {
        if (const Result<int32_t> own = ownNumber(index, r, *wanted.number))
            numbers[r] = *own;
    }
    if (wanted.number)
        return numbers;
    const std::shared_ptr<const SummarizedFolder>& known = index.summarized();
    for (size_t r = 0; r < numbers.size(); ++r) {
        const TracePtr run = tablesOf(index.blocks(r));
        const size_t step = known ? size_t(known->analyses[r].step) : usualStep(run->steps());
        if (step < run->steps().size())
            numbers[r] = run->steps()[step].number;
    }
    return numbers;
}

/// Why not all spans are opened, and why what the merge found of them is not used either.
Error withWhyOutdated(Error error, const RunIndex& index)
{
    if (error.advice.empty()) // it is damaged: there is one command for both
        return error;
    error.advice += " ";
    error.advice += index.unusable().message;
    return error;
}

/// Tells of the runs that were left out since they have no such step; an error where no other is left.
std::optional<Error> reportRunsWithoutStep(const KnownIndex& index, int32_t number, RunFolder& folder)
{
    std::vector<Error> leftOut;
    for (size_t r = 0; r < folder.runs.size(); ++r) {
        const Result<int32_t> own = ownNumber(index, r, number);
        if (!own && folder.runs[r].trace->spanCount() == 0)
            leftOut.push_back(own.error());
    }
    if (!leftOut.empty() && leftOut.size() == folder.runs.size())
        return leftOut.front();
    for (const Error& error : leftOut) {
        Message message = error.message;
        message += " ";
        message += error.advice;
        folder.report.add(IssueKind::PartOnly, std::nullopt, message);
    }
    return std::nullopt;
}

/// By run: spans are missing that were meant to be read.
std::vector<bool> runsLackingSpans(const OpenedIndex& opened, const KnownIndex& index, bool isOfStep)
{
    std::vector<bool> lacking;
    const bool isWhole = opened.spanCount() >= index.tables().statistics.spans;
    for (size_t r = 0; r < opened.folder.runs.size(); ++r) {
        bool lacks = !opened.damagedRanks[r].empty();
        if (!lacks && !isWhole && !isOfStep) {
            const std::vector<RankSpans> ranks = spansByRank(index.blocks(r)->tables());
            const auto add = [](uint64_t sum, const RankSpans& rank) { return sum + rank.count; };
            lacks = opened.folder.runs[r].trace->spanCount()
                < std::accumulate(ranks.begin(), ranks.end(), uint64_t(0), add);
        }
        lacking.push_back(lacks);
    }
    return lacking;
}
} // namespace

uint64_t OpenedIndex::spanCount() const
{
    uint64_t spans = 0;
    for (const Run& run : folder.runs)
        spans += run.trace->spanCount();
    return spans;
}

uint64_t spanMemory(uint64_t given, bool needsAll)
{
    return given > 0 ? given : machineMemory() / 4 * (needsAll ? 3 : 1);
}

Result<OpenedIndex> openIndex(
    const std::vector<std::string>& paths, const std::string& index, const IndexOpening& opening)
{
    if (paths.size() > 1)
        return Error {say("An index is opened by itself."), say("Name no other path beside it."), {}};
    const Result<KnownIndexPtr> known = KnownIndex::open(index);
    if (!known)
        return known.error();
    const RunIndex& runs = (*known)->runs();
    const RunFolder& tables = (*known)->tables();
    if (!opening.range && !opening.step && (*known)->answers(opening.asked, opening.memory)) {
        OpenedIndex opened;
        opened.folder = (*known)->withoutSpans(opening.asked);
        opened.index = *known;
        opened.lacksSpans.assign(tables.runs.size(), true);
        return opened;
    }
    RunIndex::Options options;
    options.threads = opening.threads;
    options.memory = opening.memory;
    std::vector<std::shared_ptr<RunSummary>> overviews;
    bool hasGroups = true;
    for (uint32_t r = 0; r < tables.runs.size(); ++r) {
        const Result<std::string> text = runs.analysis(IndexSection::Overview, r);
        overviews.push_back(text && !opening.range ? restoredOverview(*text) : nullptr); // it is of the whole run
        options.preferred.push_back(overviews.back() ? representativesOf(*overviews.back()) : std::vector<int32_t>());
        hasGroups &= !options.preferred.back().empty();
        if (tables.runs[r].name == opening.wanted.run)
            options.preferred.back().insert(
                options.preferred.back().begin(), opening.wanted.ranks.begin(), opening.wanted.ranks.end());
    }
    options.range = opening.range;
    if (opening.step)
        options.steps = stepsToOpen(**known, *opening.step);
    options.readsStepAlone = opening.step && opening.step->alone;
    using Others = RunIndex::Options::Others;
    const bool readsNone = opening.asksByRank && opening.asksFewRanks && !opening.range;
    if (readsNone) {
        options.others = Others::None;
        options.preferred.clear();
    } else if (opening.needsAll) {
        options.others = Others::Refused;
    } else if (opening.asksByRank || (opening.readsByRank && hasGroups)) {
        options.others = Others::AllOrNone;
    }
    options.reportsPart = !opening.asksByRank;
    const auto made = [&](RunFolder&& folder, RunIndex::RanksByRun&& damaged) {
        OpenedIndex opened = fitted(std::move(folder), runs, overviews, opening.threads);
        opened.damagedRanks = std::move(damaged);
        if (!opening.range) {
            opened.index = *known;
            opened.lacksSpans = runsLackingSpans(opened, **known, opening.step.has_value());
        }
        return opened;
    };
    if (opening.takeFew && hasGroups && !opening.range && tables.statistics.spans > opening.manySpans) {
        RunIndex::Options few = options;
        few.others = Others::None;
        RunIndex::RanksByRun damaged;
        if (Result<RunFolder> folder = runs.folder(few, opening.progress, &damaged)) {
            opening.takeFew(made(std::move(folder).value(), std::move(damaged)));
        }
    }
    RunIndex::RanksByRun damaged;
    Result<RunFolder> folder = runs.folder(options, opening.progress, &damaged);
    if (!folder)
        return opening.needsAll && runs.isOutdated() ? withWhyOutdated(folder.error(), runs) : folder.error();
    if (opening.step && opening.step->number) {
        if (std::optional<Error> error = reportRunsWithoutStep(**known, *opening.step->number, folder.value()))
            return *std::move(error);
    }
    OpenedIndex opened = made(std::move(folder).value(), std::move(damaged));
    const bool isPart = !opening.range && !opening.step
        && (opening.asksByRank ? opened.spanCount() < tables.statistics.spans
                               : opened.folder.report.count(IssueKind::PartOnly) > 0);
    for (uint32_t r = 0; isPart && r < opened.folder.runs.size(); ++r)
        opened.blocks.push_back((*known)->blocks(r));
    return opened;
}

} // namespace bubblescope
