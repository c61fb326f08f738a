// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ratesjson.h"

#include "measuredfigures.h"

#include <fmt/format.h>

#include <array>
#include <optional>

namespace bubblescope {

namespace {

using RatesText = nlohmann::ordered_json;
using RatePoints = std::vector<AchievedRates::Point>;

struct RateCurve {
    std::string_view key;
    RatePoints AchievedRates::*member;
};
constexpr std::array<RateCurve, 2> rateCurves {
    {{"half_tflops_by_gflop", &AchievedRates::half}, {"fp8_tflops_by_gflop", &AchievedRates::eightBit}}};
struct RateValue {
    std::string_view key;
    double AchievedRates::*member;
    double scale;
};
constexpr std::array<RateValue, 4> rateValues {{
    {"attention_tflops", &AchievedRates::attention, 1e12},
    {"memory_gb_per_s", &AchievedRates::memory, 1e9},
    {"of_peak_tflops", &AchievedRates::ofPeakFlops, 1e12},
    {"of_memory_gb_per_s", &AchievedRates::ofMemoryBandwidth, 1e9},
}};
constexpr std::string_view comparedKey = "compared_steps";
constexpr double flopsOfGflop = 1e9;
constexpr double flopsOfTflop = 1e12;

/// Of products by size, whose times must not fall as sizes grow.
std::optional<RatePoints> ratePoints(const RatesText& json)
{
    RatePoints points;
    std::vector<double> sizes;
    std::vector<double> times;
    for (const RatesText& pair : json) {
        const std::vector<double> figures = figuresOf(pair);
        if (figures.size() != 2)
            return std::nullopt;
        points.push_back({figures[0] * flopsOfGflop, figures[1] * flopsOfTflop});
        sizes.push_back(figures[0]);
        times.push_back(figures[0] / figures[1]);
    }
    const bool areRates = json.is_array() && !points.empty() && points.size() <= mostFigures;
    return areRates && areAscending(sizes) && neverFall(times) ? std::optional(std::move(points)) : std::nullopt;
}

std::string sourceKey(std::string_view key) { return fmt::format("{}.{}", ratesKey, key); }

} // namespace

Result<bool> readRates(Hardware& hardware, const RatesText& json)
{
    if (!json.is_object())
        return presetRefusal(say("\"{}\" must be an object.", ratesKey));
    for (const auto& [key, entry] : json.items()) {
        const std::string name = sourceKey(key);
        const bool isEntry = entry.is_object() && (!entry.contains("source") || entry["source"].is_string());
        bool isKnown = false;
        for (const RateCurve& curve : rateCurves) {
            if (key != curve.key)
                continue;
            isKnown = true;
            std::optional<RatePoints> points
                = isEntry && entry.contains("points") ? ratePoints(entry["points"]) : std::nullopt;
            if (!points)
                return presetRefusal(say("{} needs \"points\": pairs of GFLOP and TFLOP/s, by size, with which times "
                                         "do not fall as sizes grow.",
                    name));
            hardware.rates.*(curve.member) = *std::move(points);
        }
        for (const RateValue& value : rateValues) {
            if (key != value.key)
                continue;
            isKnown = true;
            if (!isEntry || !entry.contains("value") || !isFigure(entry["value"]))
                return presetRefusal(say("{} needs a \"value\" above 0.", name));
            hardware.rates.*(value.member) = entry["value"].get<double>() * value.scale;
        }
        if (key == comparedKey) {
            isKnown = true;
            if (!isEntry || !entry.contains("value") || !entry["value"].is_boolean())
                return presetRefusal(say("\"value\" of {} is neither true nor false.", name));
            hardware.rates.areCompared = entry["value"].get<bool>();
        }
        if (!isKnown)
            return presetRefusal(say("\"{}\" is unknown.", name));
        if (entry.contains("source"))
            hardware.sources.emplace_back(name, entry["source"].get<std::string>());
    }
    return true;
}

RatesText ratesJson(const Hardware& hardware)
{
    RatesText json;
    const AchievedRates& rates = hardware.rates;
    const auto addSource = [&](std::string_view key) {
        if (const std::string_view source = hardware.sourceOf(sourceKey(key)); !source.empty())
            json[std::string(key)]["source"] = source;
    };
    for (const RateCurve& curve : rateCurves) {
        const RatePoints& points = rates.*(curve.member);
        if (points.empty())
            continue;
        RatesText& written = json[std::string(curve.key)]["points"];
        for (const AchievedRates::Point& point : points)
            written.push_back({point.flops / flopsOfGflop, point.perSecond / flopsOfTflop});
        addSource(curve.key);
    }
    for (const RateValue& value : rateValues) {
        if (rates.*(value.member) <= 0)
            continue;
        json[std::string(value.key)]["value"] = rates.*(value.member) / value.scale;
        addSource(value.key);
    }
    if (rates.areCompared) {
        json[std::string(comparedKey)]["value"] = true;
        addSource(comparedKey);
    }
    return json;
}

} // namespace bubblescope
