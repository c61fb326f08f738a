// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "interleavedtrace.h"

#include "derivedtrace.h"
#include "tracebuilder.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace bubblescope {

namespace {

/// Copies the spans of one trace into a builder that also holds those of another.
class Copier {
public:
    Copier(const Trace& trace, TraceBuilder& builder, TimeNs shift, uint8_t flag)
        : m_trace(trace), m_builder(builder), m_shift(shift), m_flag(flag), m_numbers(trace.spanCount(), nowhere)
    {
    }

    void copyTrack(TrackId track, const TrackKey& key, TimeRange range)
    {
        const TrackId place = m_builder.track(key);
        for (const Row& row : m_trace.rowsOf(track)) {
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                if (range.contains(m_trace.begin(SpanId(i))))
                    copySpan(SpanId(i), place);
            }
        }
    }

    /// Call after all tracks are copied: a parent may be on a later track.
    void setParents()
    {
        for (uint32_t i = 0; i < m_numbers.size(); ++i) {
            const SpanId parent = m_trace.parent(SpanId(i));
            if (m_numbers[i] != nowhere && parent.isValid() && m_numbers[parent.value] != nowhere)
                m_builder.setParent(m_numbers[i], m_numbers[parent.value]);
        }
    }

    /// `placed` is the result of TraceBuilder::finish().
    std::vector<SpanId> places(const std::vector<SpanId>& placed, std::vector<Link>& links) const
    {
        std::vector<SpanId> where(m_numbers.size());
        for (uint32_t i = 0; i < m_numbers.size(); ++i) {
            if (m_numbers[i] != nowhere)
                where[i] = placed[m_numbers[i]];
        }
        for (const Link& link : m_trace.links()) {
            if (where[link.from.value].isValid() && where[link.to.value].isValid())
                links.push_back({where[link.from.value], where[link.to.value]});
        }
        return where;
    }

private:
    static constexpr uint32_t nowhere = 0xffffffffu;

    void copySpan(SpanId span, TrackId place)
    {
        SpanRecord record;
        record.track = place;
        record.begin = m_trace.begin(span) + m_shift;
        record.end = m_trace.end(span) + m_shift;
        record.name = interned(m_trace.nameId(span));
        record.detail = interned(m_trace.detailId(span));
        record.category = m_trace.category(span);
        record.operation = m_trace.operation(span);
        record.flags = uint8_t(m_trace.flags(span) | m_flag);
        record.stage = int16_t(m_trace.stage(span));
        record.microbatch = m_trace.microbatch(span);
        record.bytes = m_trace.bytes(span);
        m_numbers[span.value] = m_builder.addSpan(record);
    }

    StringId interned(StringId old)
    {
        if (!old.isValid())
            return old;
        const auto [place, isNew] = m_strings.try_emplace(old.value);
        if (isNew)
            place->second = m_builder.intern(m_trace.strings().text(old));
        return place->second;
    }

    const Trace& m_trace;
    TraceBuilder& m_builder;
    TimeNs m_shift;
    uint8_t m_flag;
    std::vector<uint32_t> m_numbers; // by span: its number in the builder
    std::unordered_map<uint32_t, StringId> m_strings;
};

/// The steps of a skewed pipeline overlap: each rank has its own range of a step.
TimeRange stepOfRank(const Trace& trace, TimeRange step, int rank)
{
    const auto steps = trace.steps();
    const auto chosen = std::find_if(steps.begin(), steps.end(), [step](const Step& s) { return s.range == step; });
    if (chosen == steps.end() || steps.size() == 1)
        return {step.begin, step.end + 1}; // includes instants at its very end
    for (const RankStep& own : trace.stepsOf(rank)) {
        if (own.step.number == chosen->number)
            return own.step.range;
    }
    return {};
}

} // namespace

InterleavedTrace interleaved(const Trace& opened, TimeRange step, const Trace& modelled)
{
    TraceBuilder builder;
    builder.reserve(modelled.spanCount());
    Copier measured(opened, builder, -step.begin, 0);
    for (uint32_t i = 0; i < opened.tracks().size(); ++i) {
        const Track& track = opened.tracks()[i];
        measured.copyTrack(TrackId(i), {track.rank, track.stage, track.lane, track.group, opened.trackName(TrackId(i))},
            stepOfRank(opened, step, track.rank));
    }
    measured.setParents();
    Copier simulated(modelled, builder, 0, SpanFlag::modelled);
    for (uint32_t i = 0; i < modelled.tracks().size(); ++i) {
        const Track& track = modelled.tracks()[i];
        const RankInfo* known = opened.findRank(track.rank);
        const std::string name = fmt::format("{}, modelled", modelled.trackName(TrackId(i)));
        simulated.copyTrack(TrackId(i), {track.rank, known ? known->stage : track.stage, track.lane, track.group, name},
            {modelled.range().begin, modelled.range().end + 1});
    }
    simulated.setParents();

    InterleavedTrace made;
    ImportReport report;
    std::vector<SpanId> placed;
    Trace trace = builder.finish({}, report, &placed);
    std::vector<Link> links;
    made.fromOpened = measured.places(placed, links);
    made.fromModelled = simulated.places(placed, links);
    made.trace = DerivedTrace::linked(std::move(trace), std::move(links));
    return made;
}

bool isModelled(const Trace& trace, TrackId track)
{
    // All spans of a lane are either modelled or not: look at any one.
    const auto rows = trace.rowsOf(track);
    return !rows.empty() && rows.front().spanCount > 0
        && trace.hasFlag(SpanId(rows.front().firstSpan), SpanFlag::modelled);
}

} // namespace bubblescope
