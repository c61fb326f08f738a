// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowspans.h"

#include "textencoding.h"

#include <numeric>

namespace bubblescope {

RowSpans::RowSpans(TracePart& part, ImportReport& report, std::optional<TimeRange> slice, const ImportChoices& choices)
    : trace(part), m_report(report), m_slice(slice), m_kernels(choices.kernels)
{
    trace.stepRanges.choose(choices.stepRange);
}

RowSpans::Named& RowSpans::entryFor(std::string_view text, std::string_view key, bool& isNew)
{
    m_key.assign(key).append(1, '\0').append(text);
    const auto [at, isAdded] = m_named.try_emplace(m_key);
    isNew = isAdded;
    return at->second;
}

const RowSpans::Named& RowSpans::finish(Named& named, std::string_view text, std::string_view category)
{
    named.name = text.empty() ? StringId() : trace.builder.intern(text);
    EventMeaning& meaning = named.meaning;
    if (trace.stepRanges.isChosen())
        meaning.step.reset();
    meaning.isStepRange = meaning.place == EventPlace::Thread && !meaning.step && trace.stepRanges.nameOf(text);
    trace.noteName(named.name, text, category, meaning);
    return named;
}

const RowSpans::Named& RowSpans::named(std::string_view text, std::string_view category)
{
    bool isNew = false;
    Named& named = entryFor(text, category, isNew);
    if (!isNew)
        return named;
    named.meaning = meaningOfEvent(text, category, *m_kernels);
    return finish(named, text, category);
}

const RowSpans::Named& RowSpans::task(std::string_view text, std::string_view type)
{
    bool isNew = false;
    Named& named = entryFor(text, type, isNew);
    if (!isNew)
        return named;
    named.meaning = meaningOfTask(text, type, *m_kernels);
    return finish(named, text, {});
}

const RowSpans::Named& RowSpans::known(std::string_view text, std::string_view key, const EventMeaning& meaning)
{
    bool isNew = false;
    Named& named = entryFor(text, key, isNew);
    if (!isNew)
        return named;
    named.meaning = meaning;
    return finish(named, text, {});
}

uint32_t RowSpans::laneOf(std::string process, std::string thread, EventPlace place)
{
    EventLane lane;
    lane.process = std::move(process);
    lane.thread = std::move(thread);
    lane.place = place;
    return trace.lanes.laneOf(std::move(lane));
}

std::optional<uint32_t> RowSpans::add(
    TimeRange range, uint32_t lane, const Named& named, int64_t bytes, StringId inputs)
{
    if (!meets(range))
        return {};
    SpanRecord span;
    span.begin = range.begin;
    span.end = range.end;
    span.name = named.name;
    span.bytes = bytes;
    span.inputs = inputs;
    ProfileTrace::takeMeaning(named.meaning, span);
    return trace.addSpan(span, lane, named.meaning);
}

std::vector<int32_t> RowSpans::countedRanks(size_t count)
{
    if (count == 1)
        return {-1};
    std::vector<int32_t> ranks(count);
    std::iota(ranks.begin(), ranks.end(), 0);
    trace.part.countsRanks = true;
    if (count > 1)
        m_report.add(IssueKind::RankNotStated, std::nullopt,
            say("ranks {} to {} were numbered in the order of processes and GPUs", ranks.front(), ranks.back()));
    return ranks;
}

bool RowSpans::settle(TimeNs base, const std::function<bool()>& mayContinue)
{
    if (const StepRanges& steps = trace.stepRanges; steps.isChosen() && steps.isEmpty())
        m_report.add(IssueKind::IncompleteBlock, std::nullopt,
            say("no range is called \"{}\": the whole report is one step", excerpt(steps.chosen())));
    ProfileTrace::Settling settling;
    settling.base = base;
    settling.slice = m_slice;
    trace.builder.shift(base);
    trace.processes.takeStatedRanks(trace.lanes, base, trace.part);
    return trace.settle(settling, m_report, mayContinue);
}

} // namespace bubblescope
