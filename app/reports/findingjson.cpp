// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findingjson.h"

#include <algorithm>
#include <array>

namespace bubblescope {

Json evidenceJson(const Evidence& evidence, const Trace* trace)
{
    constexpr size_t named = 8;
    Json json = Json::object();
    if (!evidence.ranks.empty())
        json["ranks"] = evidence.ranks;
    for (const int stage : evidence.stages)
        json["stages"].push_back(stage >= 0 ? Json(stage) : Json(nullptr));
    if (!evidence.layer.empty())
        json["layer"] = evidence.layer;
    if (!evidence.steps.empty())
        json["steps"] = evidence.steps;
    if (!evidence.rows.empty())
        json["rows"] = evidence.rows;
    if (!evidence.range.isNothing())
        json["range_ms"] = {milliseconds(double(evidence.range.begin)), milliseconds(double(evidence.range.end))};
    if (trace && !evidence.spans.empty()) {
        json["spans"] = Json::array();
        for (size_t i = 0; i < std::min(named, evidence.spans.size()); ++i) {
            const SpanId span = evidence.spans[i];
            Json made;
            made["name"] = std::string(trace->name(span));
            if (!trace->detail(span).empty())
                made["detail"] = std::string(trace->detail(span));
            made["rank"] = trace->track(trace->track(span)).rank;
            made["begin_ms"] = milliseconds(double(trace->begin(span)));
            made["duration_ms"] = milliseconds(double(trace->duration(span)));
            json["spans"].push_back(std::move(made));
        }
    }
    return json;
}

Json findingJson(const Finding& finding, const Run* run)
{
    constexpr std::array<const char*, 3> kinds {"fault", "shape", "caveat"};
    Json tries = Json::object();
    for (const auto& [knob, value] : finding.tryKnobs)
        tries[knob] = value;
    Json json;
    json["id"] = finding.id;
    json["title"] = finding.title;
    json["cost_ms"] = milliseconds(finding.costNs);
    json["share"] = finding.share;
    json["sentence"] = finding.sentence;
    json["kind"] = kinds[size_t(finding.kind)];
    json["evidence"] = evidenceJson(finding.evidence, run ? run->trace.get() : nullptr);
    json["how_computed"] = finding.howComputed;
    json["origin"] = std::string(originName(finding.costOrigin));
    json["suggestion"] = finding.suggestion;
    json["try"] = std::move(tries);
    return json;
}

} // namespace bubblescope
