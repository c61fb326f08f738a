// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "idealrun.h"

#include "idealdurations.h"
#include "roundedtime.h"
#include "stragglermodel.h"
#include "tracebuilder.h"

#include <map>

namespace bubblescope {

Result<Run> makeIdealRun(const Run& run)
{
    const std::shared_ptr<const RunContext> context = contextOf(run);
    const Result<StragglerModel> made = StragglerModel::make(*context);
    if (!made)
        return made.error();
    const StragglerModel& model = *made;
    const Trace& trace = *run.trace;
    const std::vector<float> ideal = idealDurations(model);
    TraceBuilder builder;
    TimeNs start = 0;
    for (size_t s = 0; s < model.steps().size(); ++s) {
        const StragglerModel::Played played = model.play(s, [&ideal](size_t node, size_t) { return ideal[node]; });
        std::map<int32_t, TimeRange> ranges; // by rank
        TimeNs length = 0;
        for (size_t n = 0; n < model.nodeCount(); ++n) {
            const SpanId from = model.span(n, s);
            const Track& track = trace.track(trace.track(from));
            SpanRecord span;
            span.track
                = builder.track({track.rank, track.stage, track.lane, track.group, trace.trackName(trace.track(from))});
            span.begin = start + roundedNs(played.begin[n]);
            span.end = std::max(span.begin, start + roundedNs(played.end[n]));
            span.name = builder.intern(trace.name(from));
            span.detail = builder.intern(trace.detail(from));
            span.category = trace.category(from);
            span.operation = trace.operation(from);
            span.stage = static_cast<int16_t>(trace.stage(from));
            span.microbatch = trace.microbatch(from);
            span.bytes = trace.bytes(from);
            builder.addSpan(span);
            TimeRange& range = ranges.try_emplace(track.rank, TimeRange::nothing()).first->second;
            range = range.united({span.begin, span.end});
            length = std::max(length, span.end - start);
        }
        const uint32_t index = model.steps()[s];
        const int32_t number = index < trace.steps().size() ? trace.steps()[index].number : 1;
        for (const auto& [rank, range] : ranges)
            builder.addStep(rank, {number, range});
        start += length;
    }
    for (const RankInfo& rank : trace.ranks()) {
        if (trace.hosts().size() > 1)
            builder.setHost(rank.rank, trace.hosts()[rank.host]);
    }
    ImportReport ignored; // what overlaps does so in the records, too
    Run result;
    result.name = run.name;
    result.kind = Run::Kind::Simulated;
    result.origin = Origin::Modelled;
    result.layout = run.layout;
    result.trace = std::make_shared<Trace>(builder.finish({}, ignored));
    return result;
}

} // namespace bubblescope
