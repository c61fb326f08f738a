// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "devicesums.h"

#include "characters.h"
#include "devicelanes.h"
#include "launches.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <utility>

namespace bubblescope {

namespace {

constexpr TimeNs noTime = std::numeric_limits<TimeNs>::max();

/// False where the spans of a rank are not in memory, too.
bool hasDeviceSpans(const Trace& trace, int32_t rank)
{
    for (const Track& track : trace.tracksOf(rank)) {
        const auto rows = trace.rowsOf(trace.idOf(track));
        if (isDeviceLane(track.lane)
            && std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.spanCount > 0; }))
            return true;
    }
    return false;
}

/// Spans of that name on the threads of a rank, outermost ones, by begin.
std::vector<TimeRange> rangesNamed(const Trace& trace, int32_t rank, StringId name)
{
    std::vector<TimeRange> ranges;
    for (const Track& track : trace.tracksOf(rank)) {
        if (track.lane != Lane::Thread)
            continue;
        for (const Row& row : trace.rowsOf(trace.idOf(track))) {
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                if (trace.nameId(SpanId(i)) == name)
                    ranges.push_back(trace.range(SpanId(i)));
            }
        }
    }
    std::sort(ranges.begin(), ranges.end(),
        [](TimeRange a, TimeRange b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
    std::vector<TimeRange> outermost;
    for (const TimeRange range : ranges) {
        if (outermost.empty() || range.begin >= outermost.back().end)
            outermost.push_back(range);
    }
    return outermost;
}

/// In which a step is launched; of a step whose host was not recorded apart, the step.
TimeRange hostStep(const Trace& trace, int32_t rank, int number)
{
    for (const RankStep& own : trace.stepsOf(rank)) {
        if (own.step.number == number)
            return own.isOfDevice() ? own.host : own.step.range;
    }
    return TimeRange::nothing();
}

/// The parts of a rank that count, by begin.
std::vector<TimeRange> windowsOf(const Trace& trace, const RankInfo& rank, const ComparedPart& part)
{
    std::vector<TimeRange> windows;
    if (part.by == ComparedPart::By::Steps || part.by == ComparedPart::By::Step) {
        for (const RankStep& own : trace.stepsOf(rank.rank)) {
            if (part.by == ComparedPart::By::Steps || own.step.number == part.step)
                windows.push_back(own.step.range);
        }
        if (part.by == ComparedPart::By::Steps && trace.stepsOf(rank.rank).empty())
            windows.push_back(trace.rangeOf(rank));
        return windows;
    }
    if (part.by == ComparedPart::By::Times) {
        const TimeNs start = trace.range().begin;
        const TimeRange window
            = TimeRange {start + part.times.begin, start + part.times.end}.intersected(trace.rangeOf(rank));
        if (!window.isEmpty())
            windows.push_back(window);
        return windows;
    }
    if (const StringId name = trace.strings().find(part.name); name.isValid())
        windows = rangesNamed(trace, rank.rank, name);
    for (size_t i = 0; part.by == ComparedPart::By::Marker && i < windows.size(); ++i)
        windows[i].end = i + 1 < windows.size() ? windows[i + 1].begin : trace.rangeOf(rank).end;
    if (part.within) {
        const TimeRange step = hostStep(trace, rank.rank, *part.within);
        std::erase_if(windows, [step](TimeRange window) { return !step.contains(window.begin); });
    }
    return windows;
}

bool areIn(const std::vector<TimeRange>& windows, TimeNs time)
{
    const auto after = std::upper_bound(
        windows.begin(), windows.end(), time, [](TimeNs t, const TimeRange& window) { return t < window.begin; });
    return after != windows.begin() && (std::prev(after)->contains(time) || std::prev(after)->begin == time);
}

/// Of a row, the first span that may begin in a window and the one behind the last: a step is little of a long run.
std::pair<uint32_t, uint32_t> spansAround(const Trace& trace, const Row& row, const std::vector<TimeRange>& windows)
{
    if (windows.empty())
        return {row.firstSpan, row.firstSpan};
    TimeNs begin = windows.front().begin;
    TimeNs end = begin;
    for (const TimeRange window : windows) {
        begin = std::min(begin, window.begin);
        end = std::max({end, window.begin, window.end});
    }
    const auto begins = std::span(trace.timing().begin).subspan(row.firstSpan, row.spanCount);
    const auto first = std::lower_bound(begins.begin(), begins.end(), begin);
    const auto behind = std::upper_bound(first, begins.end(), end);
    return {row.firstSpan + uint32_t(first - begins.begin()), row.firstSpan + uint32_t(behind - begins.begin())};
}

/// When a lane first does what a recorded call launched; before that, it works off what was launched before the
/// recording. `otherwise` where nothing of it is known to be launched.
TimeNs firstLaunchedOn(const Trace& trace, const Track& track, TimeNs otherwise)
{
    TimeNs first = noTime;
    for (const Row& row : trace.rowsOf(trace.idOf(track))) {
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            if (trace.launchOf(SpanId(i)).isValid()) {
                first = std::min(first, trace.begin(SpanId(i)));
                break;
            }
        }
    }
    return first == noTime ? otherwise : first;
}

/// The same of all devices of a rank; as early as can be where nothing that they did is known to be launched.
TimeNs firstLaunchedOf(const Trace& trace, int32_t rank)
{
    TimeNs first = noTime;
    for (const Track& track : trace.tracksOf(rank)) {
        if (isDeviceLane(track.lane))
            first = std::min(first, firstLaunchedOn(trace, track, noTime));
    }
    return first == noTime ? std::numeric_limits<TimeNs>::min() : first;
}

/// PyTorch numbers the modules of a class as it meets them: "nn.Module: Linear_12". Ranges have the names they were
/// given.
std::string_view className(std::string_view module)
{
    constexpr std::string_view prefix = "nn.Module: ";
    if (!module.starts_with(prefix))
        return module;
    module.remove_prefix(prefix.size());
    size_t end = module.size();
    while (end > 0 && isDigit(module[end - 1]))
        --end;
    return end > 1 && end < module.size() && module[end - 1] == '_' ? module.substr(0, end - 1) : module;
}

void addUse(DeviceUse& use, double ns, bool isNew, bool computes)
{
    use.ns += ns;
    use.calls += isNew;
    use.computeNs += computes ? ns : 0;
}

DeviceUse perPart(const DeviceUse& use, size_t parts)
{
    const auto count = double(std::max<size_t>(parts, 1));
    return {use.ns / count, use.calls / count, use.computeNs / count};
}

} // namespace

size_t DeviceSums::OperatorHash::operator()(const OperatorKey& key) const
{
    constexpr uint64_t odd = 0x9e3779b97f4a7c15; // spreads neighbours
    uint64_t hash = key.name.value;
    for (const uint32_t part : {key.shapes.value, key.inputs.value})
        hash = (hash ^ (hash >> 29)) * odd + part;
    return size_t(hash ^ (hash >> 32));
}

void DeviceSums::prepare(const Trace& trace)
{
    m_isModule.resize(std::max<size_t>(m_isModule.size(), trace.strings().size()), -1);
}

bool DeviceSums::addEach(const Trace& trace, const ComparedPart& part, const std::function<bool()>& mayContinue,
    const std::function<void(const RankInfo&, const DeviceSums&)>& take)
{
    if (!isProfilerRun(trace))
        return true;
    std::vector<bool> isSeen(trace.spanCount());
    DeviceSums known; // which names are modules: found out once
    known.prepare(trace);
    for (const RankInfo& rank : trace.ranks()) {
        if (!mayContinue())
            return false;
        if (!hasDeviceSpans(trace, rank.rank))
            continue;
        DeviceSums sums(part);
        std::swap(sums.m_isModule, known.m_isModule);
        sums.addRank(trace, rank, isSeen);
        take(rank, sums);
        std::swap(sums.m_isModule, known.m_isModule);
    }
    return true;
}

bool DeviceSums::add(const Trace& trace, const std::function<bool()>& mayContinue)
{
    if (!isProfilerRun(trace))
        return true;
    prepare(trace);
    std::vector<bool> isSeen(trace.spanCount()); // operators and modules that were counted
    for (const RankInfo& rank : trace.ranks()) {
        if (!mayContinue())
            return false;
        if (hasDeviceSpans(trace, rank.rank))
            addRank(trace, rank, isSeen);
    }
    return true;
}

void DeviceSums::addRank(const Trace& trace, const RankInfo& rank, std::vector<bool>& isSeen)
{
    const std::vector<TimeRange> windows = windowsOf(trace, rank, m_part);
    const bool byLaunch = m_part.by == ComparedPart::By::Range || m_part.by == ComparedPart::By::Marker;
    const bool isWhole = m_part.by == ComparedPart::By::Steps && trace.stepsOf(rank.rank).empty();
    m_parts += windows.size();
    for (const TimeRange window : windows)
        m_partNs += double(window.duration());
    const TimeNs firstOfRank = byLaunch ? firstLaunchedOf(trace, rank.rank) : 0;
    for (const Track& track : trace.tracksOf(rank.rank)) {
        if (!isDeviceLane(track.lane))
            continue;
        const TimeNs firstLaunched = byLaunch ? firstLaunchedOn(trace, track, firstOfRank) : 0;
        for (const Row& row : trace.rowsOf(trace.idOf(track))) {
            const auto [first, behind] = isWhole || byLaunch ? std::pair(row.firstSpan, row.firstSpan + row.spanCount)
                                                             : spansAround(trace, row, windows);
            for (uint32_t i = first; i < behind; ++i) {
                const SpanId span(i);
                const SpanId launch = trace.launchOf(span);
                const TimeNs begin = trace.begin(byLaunch && launch.isValid() ? launch : span);
                const bool isBacklog = byLaunch && !launch.isValid() && begin < firstLaunched;
                if (trace.hasFlag(span, SpanFlag::fusedLeg | SpanFlag::launchOnly) || isBacklog
                    || (!isWhole && !areIn(windows, begin)))
                    continue;
                const auto ns = double(trace.duration(span));
                const bool computes = isCompute(trace.category(span));
                addUse(m_kernels[trace.nameId(span).value], ns, true, computes);
                const SpanId caller = launch.isValid() ? launchingOperator(trace, span) : SpanId();
                // Ascend's profiler knows the shapes of kernels, and not of operators.
                const StringId ownShapes = computes ? trace.detailId(span) : StringId();
                if (caller.isValid() && isOperator(trace, caller)) {
                    const StringId shapes = trace.detailId(caller).isValid() ? trace.detailId(caller) : ownShapes;
                    addUse(m_operators[OperatorKey {trace.nameId(caller), shapes, trace.inputsId(caller)}], ns,
                        !isSeen[caller.value], computes);
                    isSeen[caller.value] = true;
                } else {
                    const bool isLost = !launch.isValid() && !trace.launches().empty();
                    addUse(m_operators[isLost ? OperatorKey() : OperatorKey {trace.nameId(span), ownShapes}], ns, true,
                        computes);
                }
                addModule(trace, launch, ns, isSeen, computes);
            }
        }
    }
}

void DeviceSums::addModule(const Trace& trace, SpanId launch, double ns, std::vector<bool>& isSeen, bool computes)
{
    std::string path;
    bool isNew = false;
    for (SpanId at = launch; at.isValid(); at = trace.parent(at)) {
        const StringId name = trace.nameId(at);
        if (!name.isValid())
            continue;
        signed char& isModule = m_isModule[name.value];
        if (isModule < 0)
            isModule = namesModule(trace.name(at));
        if (!isModule)
            continue;
        if (path.empty()) {
            isNew = !isSeen[at.value];
            isSeen[at.value] = true;
        }
        path.insert(
            0, path.empty() ? std::string(className(trace.name(at))) : std::string(className(trace.name(at))) + " › ");
    }
    addUse(m_modules[path], ns, isNew, computes);
}

std::map<std::pair<std::string, std::string>, DeviceUse> DeviceSums::byOperator(const StringPool& strings) const
{
    std::map<std::pair<std::string, std::string>, DeviceUse> result;
    for (const auto& [key, use] : m_operators) {
        DeviceUse& sum = result[{std::string(strings.text(key.name)), std::string(strings.text(key.shapes))}];
        sum.ns += use.ns;
        sum.calls += use.calls;
        sum.computeNs += use.computeNs;
    }
    for (auto& [key, sum] : result)
        sum = perPart(sum, m_parts);
    return result;
}

std::vector<DeviceSums::Calls> DeviceSums::byInputs() const
{
    std::vector<Calls> all;
    for (const auto& [key, use] : m_operators)
        all.push_back({key.name, key.shapes, key.inputs, perPart(use, m_parts)});
    return all;
}

DeviceSums::ByName DeviceSums::byKernel(const StringPool& strings) const
{
    ByName result;
    for (const auto& [name, use] : m_kernels)
        result[std::string(strings.text(StringId(name)))] = perPart(use, m_parts);
    return result;
}

DeviceSums::ByName DeviceSums::byModule() const
{
    ByName result;
    if (m_modules.size() == 1 && m_modules.begin()->first.empty())
        return result;
    for (const auto& [path, use] : m_modules)
        result[path] = perPart(use, m_parts);
    return result;
}

} // namespace bubblescope
