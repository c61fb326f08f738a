// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "xplanekinds.h"

#include "deviceprocesses.h"
#include "plainnumber.h"
#include "textencoding.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t longestKindName = 2048;

/// "kind:pageable src:0 dest:0 size:4096 async:1"
int64_t sizeOfCopy(std::string_view details)
{
    const size_t at = details.find("size:"sv);
    if (at == std::string_view::npos)
        return -1;
    const std::string_view text = details.substr(at + 5);
    return std::max<int64_t>(toNumber<int64_t>(text.substr(0, text.find(' '))).value_or(-1), -1);
}

} // namespace

XPlaneKinds::XPlaneKinds(const XPlane& plane, TraceBuilder& builder, const KernelNames& kernels)
    : m_plane(plane), m_builder(builder), m_kernels(kernels)
{
    static constexpr std::array<std::pair<std::string_view, Fact>, 7> known {{{"correlation_id"sv, Fact::Correlation},
        {"step_num"sv, Fact::Step}, {"memcpy_details"sv, Fact::CopyDetails}, {"hlo_module"sv, Fact::Module},
        {"hlo_op"sv, Fact::Operation}, {"source"sv, Fact::Source}, {"source_info"sv, Fact::Source}}};
    plane.statNames.forEach([&](uint64_t number, std::string_view name) {
        const auto* const of
            = std::find_if(known.begin(), known.end(), [name](const auto& pair) { return pair.first == name; });
        if (of != known.end())
            m_facts[number] = of->second;
    });
}

XKind& XPlaneKinds::of(uint64_t number)
{
    const auto known = m_kinds.find(number);
    if (known != m_kinds.end())
        return known->second;
    const auto named = m_plane.eventNames.find(number);
    if (named == m_plane.eventNames.end())
        return m_unknown = {};
    const XEventName& name = named->second;
    XKind kind;
    for (const std::string_view stat : name.stats)
        take(stat, kind.facts);
    kind.stated = name.displayName.empty() ? name.name : name.displayName;
    kind.text = toUtf8(clipped(kind.stated, longestKindName));
    kind.name = kind.text.empty() ? StringId() : m_builder.intern(kind.text);
    return m_kinds.emplace(number, std::move(kind)).first->second;
}

void XPlaneKinds::take(std::string_view message, XFacts& facts) const
{
    Fact fact = Fact::None;
    const auto isWanted = [&](uint64_t name) {
        fact = m_facts.of(name);
        return fact != Fact::None;
    };
    const std::optional<XStat> stat = readStat(message, m_plane, isWanted);
    if (!stat)
        return;
    const bool isNumber = stat->kind == XStat::Kind::Number;
    switch (fact) {
    case Fact::None:
        break;
    case Fact::Correlation:
        if (isNumber)
            facts.correlation = static_cast<uint64_t>(stat->number);
        break;
    case Fact::Step:
        if (isNumber && stat->number >= 0 && stat->number <= std::numeric_limits<int>::max())
            facts.step = static_cast<int>(stat->number);
        break;
    case Fact::CopyDetails:
        facts.bytes = sizeOfCopy(m_plane.textOf(*stat));
        break;
    case Fact::Module:
        facts.module = m_plane.textOf(*stat);
        break;
    case Fact::Operation:
        facts.operation = m_plane.textOf(*stat);
        break;
    case Fact::Source:
        facts.source = m_plane.textOf(*stat);
        break;
    }
}

const EventMeaning& XPlaneKinds::meaningOf(XKind& kind, XKind::Use use) const
{
    std::optional<EventMeaning>& known = kind.meanings[use];
    if (known)
        return *known;
    EventMeaning meaning;
    switch (use) {
    case XKind::Call:
    case XKind::Range:
        meaning = meaningOfEvent(kind.text, use == XKind::Call ? "cuda_runtime"sv : "user_annotation"sv);
        meaning.place = EventPlace::Thread;
        break;
    case XKind::Work:
    case XKind::Copy: {
        const DeviceWorkMeaning work = meaningOfDeviceWork(kind.text, m_kernels);
        meaning.category = use == XKind::Copy ? Category::MemoryCopy : work.category;
        meaning.operation = work.operation;
        meaning.place = EventPlace::Stream;
        break;
    }
    case XKind::Annotation:
        meaning.place = EventPlace::GpuAnnotation;
        break;
    }
    meaning.isLaunch = use == XKind::Call;
    return known.emplace(meaning);
}

StringId XPlaneKinds::detailOf(XKind& kind, const XFacts& facts)
{
    const std::array<std::string_view, 3> parts {
        facts.operation == kind.stated ? std::string_view() : facts.operation, facts.module, facts.source};
    if (parts == kind.detailParts)
        return kind.detail;
    std::string detail;
    for (const std::string_view part : parts) {
        if (!part.empty())
            detail.append(detail.empty() ? "" : ", ").append(toUtf8(clipped(part, longestKindName)));
    }
    kind.detailParts = parts;
    kind.detail = detail.empty() ? StringId() : m_builder.intern(detail);
    return kind.detail;
}

} // namespace bubblescope
