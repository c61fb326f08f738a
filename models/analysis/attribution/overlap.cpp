// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "overlap.h"

#include "busbandwidth.h"
#include "levelofdetail.h"
#include "plausibility.h"
#include "roundedtime.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace bubblescope {

namespace {

struct OverlapKey {
    Category group;
    Operation operation;
    int64_t bytes;
    bool operator==(const OverlapKey&) const = default;
};
struct KeyHash {
    size_t operator()(const OverlapKey& key) const noexcept
    {
        return std::hash<uint64_t>()(
            uint64_t(key.bytes) * 0x9e3779b97f4a7c15u + (uint64_t(key.group) << 8) + uint64_t(key.operation));
    }
};

} // namespace

double CommunicationKind::algorithmBandwidth() const
{
    return bytes > 0 && typicalTransfer > 0 ? double(bytes) * nsPerSecond / double(typicalTransfer) : 0;
}

double CommunicationKind::busBandwidth() const { return algorithmBandwidth() * busFactor(operation, ranks); }

Overlap findOverlap(const RunContext& context, const Timing& timing, const std::vector<Waiting>& waiting,
    const TimeSplit& split, TimeRange window)
{
    const Trace& trace = context.trace();
    const GroupSizes sizes(trace, context.layout());
    Overlap result;
    std::unordered_map<OverlapKey, size_t, KeyHash> indexOf;
    std::vector<uint64_t> measured;
    std::vector<TimeNs> longest;
    for (uint32_t r = 0; r < trace.rows().size(); ++r) {
        const Row& row = trace.rows()[r];
        if (row.kind == Row::Kind::FusedLegs)
            continue;
        const auto [first, last] = visibleSpans(trace, timing, RowId(r), window);
        auto wait = std::lower_bound(
            waiting.begin(), waiting.end(), first, [](const Waiting& w, uint32_t span) { return w.span.value < span; });
        OverlapKey lastKey {};
        size_t lastIndex = 0;
        bool isKnown = false;
        for (uint32_t i = first; i < last; ++i) {
            const SpanId span(i);
            while (wait != waiting.end() && wait->span.value < i)
                ++wait;
            if (!isCommunication(trace.category(span)))
                continue;
            const OverlapKey key {trace.category(span), trace.operation(span), trace.bytes(span)};
            if (!isKnown || !(key == lastKey)) {
                const auto [it, isNew] = indexOf.try_emplace(key, result.kinds.size());
                if (isNew) {
                    CommunicationKind made;
                    made.group = key.group;
                    made.operation = key.operation;
                    made.bytes = key.bytes;
                    made.ranks = sizes.size(key.group);
                    result.kinds.push_back(made);
                    measured.push_back(0);
                    longest.push_back(-1);
                }
                lastKey = key;
                lastIndex = it->second;
                isKnown = true;
            }
            CommunicationKind& kind = result.kinds[lastIndex];
            ++kind.count;
            if (implausible(trace, span, kind.ranks) != Implausible::None) {
                ++kind.notMeasured;
                if (timing.end[i] - timing.begin[i] > kind.unmeasured) {
                    kind.unmeasured = timing.end[i] - timing.begin[i];
                    kind.longestUnmeasured = span;
                }
                continue;
            }
            const TimeNs whole = timing.end[i] - timing.begin[i];
            const TimeNs waited
                = wait != waiting.end() && wait->span.value == i ? wait->until - timing.begin[i] : TimeNs(0);
            kind.transfer += whole - waited;
            kind.waiting += waited;
            measured[lastIndex] += whole > waited;
            if (whole - waited > longest[lastIndex]) {
                longest[lastIndex] = whole - waited;
                kind.longest = span;
            }
        }
    }
    for (size_t k = 0; k < result.kinds.size(); ++k) {
        if (measured[k] > 0)
            result.kinds[k].typicalTransfer = result.kinds[k].transfer / TimeNs(measured[k]);
    }
    std::stable_sort(result.kinds.begin(), result.kinds.end(), [](const auto& a, const auto& b) {
        return std::pair(a.transfer, a.unmeasured) > std::pair(b.transfer, b.unmeasured);
    });
    for (int c = 0; c < categoryCount; ++c) {
        const auto group = Category(c);
        const Overlap::Group made {group, split.hidden[size_t(c)], split.of(group), split.waitingFor[size_t(c)]};
        if (isCommunication(group) && (made.hidden || made.exposed || made.waiting))
            result.groups.push_back(made);
    }
    return result;
}

} // namespace bubblescope
