// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "curvesjson.h"

#include "measuredfigures.h"
#include "numbertext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

using CurvesText = nlohmann::ordered_json;
using Curve = CollectiveCurves::Curve;

constexpr std::array<std::pair<std::string_view, Operation>, 4> curveOperations {{
    {"all-reduce", Operation::AllReduce},
    {"all-gather", Operation::AllGather},
    {"reduce-scatter", Operation::ReduceScatter},
    {"all-to-all", Operation::AllToAll},
}};
constexpr double bytesOfKib = 1024;
constexpr double nsOfUs = 1000;
constexpr double mostRanks = 1024;

bool isTime(const CurvesText& json) { return isFigure(json) || (json.is_number() && json.get<double>() == 0); }

/// Curves of one operation, by ranks.
Result<std::vector<Curve>> readOperation(
    std::string_view key, Operation operation, const CurvesText& json, const std::vector<double>& bytes)
{
    std::vector<Curve> curves;
    if (!json.is_object())
        return presetRefusal(say("\"{}\" of {} must be an object.", key, curvesKey));
    for (const auto& [ranks, entry] : json.items()) {
        const std::optional<double> number = parseNumber(ranks);
        if (!number || *number < 2 || *number > mostRanks || *number != std::floor(*number))
            return presetRefusal(say("\"{}\" of {} is not a number of ranks.", ranks, key));
        Curve curve {operation, int(*number), 0, {}};
        if (entry.is_object() && entry.contains("base_us") && isTime(entry["base_us"]) && entry.contains("factor")) {
            curve.baseNs = entry["base_us"].get<double>() * nsOfUs;
            curve.factors = figuresOf(entry["factor"]);
        }
        std::vector<double> times = curve.factors;
        for (size_t i = 0; i < times.size() && i < bytes.size(); ++i)
            times[i] *= bytes[i];
        if (times.size() != bytes.size() || !neverFall(times))
            return presetRefusal(
                say("{} of {} ranks needs \"base_us\" and a \"factor\" for each size, with which times "
                    "do not fall as sizes grow.",
                    key, ranks));
        curves.push_back(std::move(curve));
    }
    std::sort(curves.begin(), curves.end(), [](const Curve& a, const Curve& b) { return a.ranks < b.ranks; });
    return curves;
}

} // namespace

Result<CollectiveCurves> readCurves(const CurvesText& json)
{
    CollectiveCurves read;
    if (!json.is_object())
        return presetRefusal(say("{} must be an object with sizes and curves.", curvesKey));
    if (json.contains("kib"))
        read.bytes = figuresOf(json["kib"]);
    for (double& size : read.bytes)
        size *= bytesOfKib;
    if (read.bytes.empty() || !areAscending(read.bytes))
        return presetRefusal(say("{} needs \"kib\": sizes, each above the one before.", curvesKey));
    for (const auto& [key, content] : json.items()) {
        if (key == "kib")
            continue;
        if (key == "source") {
            if (!content.is_string())
                return presetRefusal(say("The source of {} must be text.", curvesKey));
            read.source = content.get<std::string>();
            continue;
        }
        const auto known = std::find_if(curveOperations.begin(), curveOperations.end(),
            [&name = key](const auto& operation) { return operation.first == name; });
        if (known == curveOperations.end())
            return presetRefusal(say("\"{}\" of {} is unknown.", key, curvesKey));
        Result<std::vector<Curve>> curves = readOperation(key, known->second, content, read.bytes);
        if (!curves)
            return curves.error();
        read.curves.insert(read.curves.end(), curves->begin(), curves->end());
    }
    return read;
}

CurvesText curvesJson(const CollectiveCurves& curves, double latencyNs)
{
    CurvesText json;
    if (curves.curves.empty())
        return json;
    if (!curves.source.empty())
        json["source"] = curves.source;
    for (const double size : curves.bytes)
        json["kib"].push_back(size / bytesOfKib);
    for (const auto& [key, operation] : curveOperations) {
        for (const Curve& curve : curves.curves) {
            if (curve.operation == operation)
                json[std::string(key)][std::to_string(curve.ranks)]
                    = {{"base_us", curves.callNs(curve.baseNs, latencyNs) / nsOfUs}, {"factor", curve.factors}};
        }
    }
    return json;
}

} // namespace bubblescope
