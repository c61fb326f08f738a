// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "moduletimes.h"

#include "launches.h"

#include <algorithm>
#include <map>
#include <set>

namespace bubblescope {

namespace {

constexpr size_t fewestModules = 3;
/// If a program names everything "layer", it has no layers.
constexpr size_t mostModules = 4096;

struct Calls {
    std::vector<SpanId> spans;     // modules, by begin
    std::vector<SpanId> enclosing; // the module that encloses each; invalid if none does
};

} // namespace

std::vector<ModuleTime> moduleTimes(const Trace& trace, std::optional<TimeRange> window)
{
    enum class Known : uint8_t { NotSeen, Module, Other };
    std::vector<Known> known(trace.strings().size(), Known::NotSeen);
    const auto isModule = [&](SpanId span) {
        const StringId name = trace.nameId(span);
        if (!name.isValid())
            return false;
        Known& what = known[name.value];
        if (what == Known::NotSeen)
            what = namesModule(trace.name(span)) ? Known::Module : Known::Other;
        return what == Known::Module;
    };
    Calls calls;
    for (const Row& row : trace.rows()) {
        if (trace.track(row.track).lane != Lane::Thread)
            continue;
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            const SpanId span(i);
            if (isModule(span) && (!window || window->contains(trace.begin(span))))
                calls.spans.push_back(span);
        }
    }
    std::sort(calls.spans.begin(), calls.spans.end(),
        [&](SpanId a, SpanId b) { return std::pair(trace.begin(a), a) < std::pair(trace.begin(b), b); });
    for (const SpanId span : calls.spans) {
        SpanId outer = trace.parent(span);
        while (outer.isValid() && !isModule(outer))
            outer = trace.parent(outer);
        calls.enclosing.push_back(outer);
    }

    // A wrapper contains a single module: descend until there are several.
    std::set<StringId> chosen;
    std::set<StringId> outside; // names of modules to descend into
    for (bool isTop = true;; isTop = false) {
        std::set<StringId> inside;
        for (size_t i = 0; i < calls.spans.size(); ++i) {
            const SpanId outer = calls.enclosing[i];
            if (isTop ? !outer.isValid() : outer.isValid() && outside.contains(trace.nameId(outer)))
                inside.insert(trace.nameId(calls.spans[i]));
        }
        std::erase_if(inside, [&](StringId name) { return outside.contains(name); });
        if (inside.empty() || inside.size() > mostModules)
            break;
        chosen = inside;
        if (chosen.size() >= fewestModules)
            break;
        outside.insert(inside.begin(), inside.end());
    }

    std::vector<ModuleTime> times;
    std::map<StringId, size_t> placeOf;
    std::vector<std::set<int32_t>> ranks;
    for (const SpanId span : calls.spans) {
        if (!chosen.contains(trace.nameId(span)))
            continue;
        const auto [place, isNew] = placeOf.try_emplace(trace.nameId(span), times.size());
        if (isNew) {
            times.push_back({trace.nameId(span), 0, 0, 0, 0});
            ranks.emplace_back();
        }
        ++times[place->second].calls;
        times[place->second].host += trace.duration(span);
        ranks[place->second].insert(trace.track(trace.track(span)).rank);
    }
    for (const Link& launch : times.empty() ? std::span<const Link>() : trace.launches()) {
        if (window && !window->contains(trace.begin(launch.from)))
            continue;
        for (SpanId at = launch.from; at.isValid(); at = trace.parent(at)) {
            if (const auto place = placeOf.find(trace.nameId(at)); place != placeOf.end()) {
                times[place->second].device += trace.duration(launch.to);
                break;
            }
        }
    }
    for (size_t i = 0; i < times.size(); ++i)
        times[i].ranks = uint32_t(ranks[i].size());
    return times;
}

} // namespace bubblescope
