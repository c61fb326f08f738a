// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "launches.h"

#include "characters.h"
#include "devicelanes.h"
#include "wholerecording.h"

#include <algorithm>

namespace bubblescope {

std::vector<Link> launchesInside(const Trace& trace, SpanId host)
{
    std::vector<Link> inside;
    const TrackId track = trace.track(host);
    if (trace.track(track).lane != Lane::Thread)
        return inside;
    const TimeRange range = trace.range(host);
    for (const Link& launch : trace.launches()) {
        const TimeNs begin = trace.begin(launch.from);
        if (launch.from == host || (range.contains(begin) && trace.track(launch.from) == track))
            inside.push_back(launch);
    }
    std::sort(inside.begin(), inside.end(),
        [&](const Link& a, const Link& b) { return trace.begin(a.to) < trace.begin(b.to); });
    return inside;
}

std::vector<SpanId> launchChain(const Trace& trace, SpanId started)
{
    std::vector<SpanId> chain;
    for (SpanId at = trace.launchOf(started); at.isValid(); at = trace.parent(at))
        chain.push_back(at);
    return chain;
}

std::vector<bool> ranksWithoutLaunches(const Trace& trace)
{
    std::vector<bool> without(trace.ranks().size(), false);
    bool isAnyKnown = false;
    for (size_t r = 0; r < without.size(); ++r) {
        const int32_t rank = trace.ranks()[r].rank;
        const auto own = trace.stepsOf(rank);
        const auto isOfDevice = [](const RankStep& step) { return step.isOfDevice(); };
        const bool isKnown = std::any_of(own.begin(), own.end(), isOfDevice);
        const auto isLent = [](const RankStep& step) { return step.host.isEmpty() && !isWholeRecording(step); };
        isAnyKnown = isAnyKnown || isKnown;
        without[r] = !own.empty() && std::all_of(own.begin(), own.end(), isLent) && showsDevice(trace, rank);
    }
    if (!isAnyKnown)
        without.assign(without.size(), false);
    return without;
}

bool isRuntimeCall(std::string_view name)
{
    if (name.starts_with("cuda") || name.starts_with("hip"))
        return true;
    static constexpr std::string_view prefixes[] {"cu", "ur", "ze", "musa", "mu", "acl", "aclrt"};
    for (const std::string_view prefix : prefixes) {
        const size_t size = prefix.size();
        if (name.starts_with(prefix) && name.size() > size && name[size] >= 'A' && name[size] <= 'Z')
            return true;
    }
    return false;
}

bool isPythonFrame(std::string_view name)
{
    return name.starts_with('<') || name.starts_with('$') || name.find(".py(") != std::string_view::npos;
}

bool namesModule(std::string_view name)
{
    if (name.starts_with("nn.Module: "))
        return true;
    if (name.find("::") != std::string_view::npos)
        return false; // an operator
    // "layer_3", "decoder.layers.12", "TransformerBlock 7"
    size_t end = name.size();
    while (end > 0 && isDigit(name[end - 1]))
        --end;
    if (end == name.size() || end == 0 || name.size() > 80)
        return false;
    std::string_view base = name.substr(0, end);
    while (!base.empty() && (base.back() == '_' || base.back() == '.' || base.back() == ' ' || base.back() == '['))
        base.remove_suffix(1);
    const auto endsWith = [base](std::string_view word) {
        return base.size() >= word.size() && std::equal(word.rbegin(), word.rend(), base.rbegin(), [](char a, char b) {
            return a == (b >= 'A' && b <= 'Z' ? char(b | 0x20) : b);
        });
    };
    return endsWith("layer") || endsWith("layers") || endsWith("block") || endsWith("blocks");
}

bool isOperator(const Trace& trace, SpanId host)
{
    if (trace.category(host) != Category::Host)
        return false;
    const std::string_view name = trace.name(host);
    const bool isRange = name.starts_with("ProfilerStep#") || name.starts_with("## ") || namesModule(name)
        || name.substr(0, 8).find("ccl:") != std::string_view::npos;
    return !name.empty() && !isRuntimeCall(name) && !isPythonFrame(name) && !isRange;
}

SpanId launchingOperator(const Trace& trace, SpanId started)
{
    SpanId innermost;
    for (SpanId at = trace.launchOf(started); at.isValid(); at = trace.parent(at)) {
        if (isOperator(trace, at))
            return at;
        if (!innermost.isValid() && !isRuntimeCall(trace.name(at)))
            innermost = at;
    }
    return innermost;
}

} // namespace bubblescope
