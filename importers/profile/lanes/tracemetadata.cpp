// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracemetadata.h"

#include "communicationnames.h"
#include "decimaltime.h"
#include "eventmeaning.h"
#include "layoutsizes.h"
#include "textencoding.h"
#include "tracetime.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace bubblescope {

using namespace std::string_view_literals;

void TraceMetadata::read(std::string_view key, const JsonSlice& value, uint64_t offset)
{
    if (key == "baseTimeNanoseconds"sv) {
        const std::optional<TimeNs> base = parseDecimalTime(value.text(), TimeUnit::Nanoseconds);
        if (base && *base >= -latestTraceTime && *base <= latestTraceTime)
            m_base = *base;
        else
            m_report.add(IssueKind::BadHeader, offset, say("no time: \"{}\"", excerpt(value.text())));
    } else if (key == "distributedInfo"sv) {
        readDistributedInfo(value.text(), offset);
    } else if (key == "deviceProperties"sv) {
        readDevices(value.text());
    } else if (key == "otherData"sv) {
        readOwn(value.text());
    }
}

TimeNs TraceMetadata::baseAt(TimeNs time) const
{
    const TimeNs at = time + m_base; // neither is larger than a quarter of what the type holds
    return at < -latestTraceTime || at > latestTraceTime ? 0 : m_base;
}

/// "otherData" is used in this program's own traces only.
void TraceMetadata::readOwn(std::string_view text)
{
    m_isOwn = text.find("\"bubblescope\""sv) != std::string_view::npos;
    const nlohmann::json data = m_isOwn ? nlohmann::json::parse(text, nullptr, false) : nlohmann::json();
    if (!data.is_object())
        return;
    const auto word = [&data](const char* key) {
        const auto found = data.find(key);
        return found != data.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    for (const Run::Kind kind : {Run::Kind::Measured, Run::Kind::Scaling, Run::Kind::Plan, Run::Kind::Simulated}) {
        if (word("kind") == runKindName(kind))
            m_part.kind = kind;
    }
    for (const Origin origin : {Origin::Measured, Origin::Modelled, Origin::Assumed}) {
        if (word("origin") == originName(origin))
            m_part.origin = origin;
    }
    const auto layout = data.find("layout");
    if (layout == data.end() || !layout->is_object())
        return;
    forEachLayoutSize(m_part.layout, [&layout](const char* name, std::optional<int>& size) {
        const auto found = layout->find(name);
        if (found == layout->end() || !found->is_number_integer())
            return;
        if (const auto value = found->get<int64_t>(); value >= 1 && value <= 10'000'000)
            size = static_cast<int>(value);
    });
}

/// Of all GPUs that the process saw.
void TraceMetadata::readDevices(std::string_view text)
{
    const nlohmann::json devices = nlohmann::json::parse(text, nullptr, false);
    for (size_t i = 0; devices.is_array() && i < devices.size(); ++i) {
        const auto name = devices[i].is_object() ? devices[i].find("name") : devices[i].end();
        if (name != devices[i].end() && name->is_string())
            m_part.machine.addDevice(toUtf8(name->get<std::string>()));
    }
}

void TraceMetadata::readDistributedInfo(std::string_view text, uint64_t offset)
{
    const nlohmann::json info = nlohmann::json::parse(text, nullptr, false);
    if (!info.is_object()) {
        m_report.add(IssueKind::BadHeader, offset, say("distributedInfo is not a JSON object"));
        return;
    }
    const auto number = [&info](const char* key, int64_t least) -> std::optional<int> {
        const auto found = info.find(key);
        if (found == info.end() || !found->is_number_integer())
            return {};
        const auto value = found->get<int64_t>();
        return value >= least && value <= 10'000'000 ? std::optional(static_cast<int>(value)) : std::nullopt;
    };
    m_rank = number("rank", 0);
    m_part.layout.world = number("world_size", 1);
    const auto groups = info.find("pg_config");
    if (groups == info.end() || !groups->is_array())
        return;
    for (const nlohmann::json& group : *groups) {
        const auto text = [&group](const char* key) {
            const auto found = group.is_object() ? group.find(key) : group.end();
            return found != group.end() && found->is_string() ? found->get<std::string>() : std::string();
        };
        std::vector<int32_t> ranks;
        const auto list = group.is_object() ? group.find("ranks") : group.end();
        for (size_t i = 0; list != group.end() && list->is_array() && i < list->size(); ++i)
            ranks.push_back((*list)[i].is_number_integer() ? (*list)[i].get<int32_t>() : -1);
        // Kineto writes the list of ranks as a string.
        if (ranks.empty())
            ranks = ranksOfText(text("ranks"));
        readGroup(text("pg_name"), text("pg_desc"), std::move(ranks));
    }
}

void TraceMetadata::readGroup(std::string name, std::string description, std::vector<int32_t> ranks)
{
    const auto own = m_rank ? std::find(ranks.begin(), ranks.end(), *m_rank) : ranks.end();
    const int size = static_cast<int>(std::min<size_t>(ranks.size(), 1'000'000));
    const auto state = [size](std::optional<int>& parallel) { parallel = parallel.value_or(size); };
    if (own != ranks.end()) {
        switch (categoryOfProcessGroup(description)) {
        case Category::PipelineComm:
            state(m_part.layout.pipeline);
            // A pipeline group lists its ranks by stage.
            if (m_stage < 0 && own - ranks.begin() < std::numeric_limits<int16_t>::max())
                m_stage = static_cast<int16_t>(own - ranks.begin());
            break;
        case Category::TensorComm:
            state(m_part.layout.tensor);
            break;
        case Category::ExpertComm:
            state(m_part.layout.expert);
            break;
        case Category::ContextComm:
            state(m_part.layout.context);
            break;
        default:
            break;
        }
    }
    if (std::any_of(ranks.begin(), ranks.end(), [](int32_t rank) { return rank < 0; }))
        ranks.clear();
    m_groups.try_emplace(std::move(name), ProcessGroup {std::move(description), std::move(ranks)});
}

const TraceMetadata::ProcessGroup* TraceMetadata::group(std::string_view name) const
{
    const auto found = m_groups.find(name);
    return found == m_groups.end() ? nullptr : &found->second;
}

} // namespace bubblescope
