// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plausibility.h"

#include <algorithm>
#include <tuple>

namespace bubblescope {

GroupSizes::GroupSizes(const Trace& trace, const ParallelLayout& layout)
{
    const auto set = [&](Category group, int size) { m_size[size_t(group)] = std::max(size, 0); };
    set(Category::TensorComm, layout.tensor.value_or(0));
    set(Category::ContextComm, layout.context.value_or(0));
    set(Category::ExpertComm, layout.expert.value_or(0));
    set(Category::DataComm, layout.data.value_or(0));
    if (layout.data && layout.expert && *layout.expert > 0)
        set(Category::ExpertDataComm, std::max(1, *layout.data / *layout.expert));
    const int stages = layout.pipeline.value_or(0);
    set(Category::EmbeddingComm, stages > 1 ? 2 : stages);
    set(Category::PipelineComm, 2);
    if (layout.world && trace.ranks().size() > size_t(*layout.world))
        m_size.fill(0); // the layout belongs to another job
}

Implausible implausible(const Trace& trace, SpanId span, int groupSize)
{
    if (trace.hasFlag(span, SpanFlag::notMeasured | SpanFlag::untimed | SpanFlag::launchOnly))
        return Implausible::Flagged;
    if (trace.bytes(span) < leastTimedBytes || groupSize == 1 || trace.hasFlag(span, SpanFlag::waitOnly))
        return Implausible::None;
    const TimeNs duration = trace.duration(span);
    if (duration <= 0)
        return Implausible::ZeroLength;
    constexpr double nsPerSecond = 1e9;
    return double(trace.bytes(span)) * nsPerSecond / double(duration) > impossibleBandwidth ? Implausible::TooFast
                                                                                            : Implausible::None;
}

Plausibility findImplausible(const Trace& trace, const ParallelLayout& layout)
{
    const GroupSizes sizes(trace, layout);
    using Key = std::tuple<Category, Operation, Implausible, bool>;
    std::map<Key, Plausibility::Kind> kinds;
    Plausibility result;
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const SpanId span(i);
        const Category category = trace.category(span);
        if (!isCommunication(category))
            continue;
        result.communications += trace.bytes(span) >= 0;
        const Implausible why = implausible(trace, span, sizes.size(category));
        if (why == Implausible::None)
            continue;
        ++result.count;
        const bool isInner = trace.parent(span).isValid();
        Plausibility::Kind& kind = kinds[{category, trace.operation(span), why, isInner}];
        kind.group = category;
        kind.operation = trace.operation(span);
        kind.why = why;
        kind.isInner = isInner;
        if (++kind.count == 1 || trace.bytes(span) > trace.bytes(kind.largest))
            kind.largest = span;
    }
    constexpr double nsPerSecond = 1e9;
    for (auto& [key, kind] : kinds) {
        if (trace.duration(kind.largest) > 0 && trace.bytes(kind.largest) > 0)
            kind.bandwidth = double(trace.bytes(kind.largest)) * nsPerSecond / double(trace.duration(kind.largest));
        result.kinds.push_back(kind);
    }
    std::stable_sort(result.kinds.begin(), result.kinds.end(),
        [&](const auto& a, const auto& b) { return trace.bytes(a.largest) > trace.bytes(b.largest); });
    return result;
}

} // namespace bubblescope
