// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ratesjson.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

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
constexpr std::array<RateValue, 2> rateValues {
    {{"attention_tflops", &AchievedRates::attention, 1e12}, {"memory_gb_per_s", &AchievedRates::memory, 1e9}}};
constexpr std::string_view comparedKey = "compared_steps";
constexpr double flopsOfGflop = 1e9;
constexpr double flopsOfTflop = 1e12;
constexpr double largestRate = 1e9;
constexpr size_t mostRatePoints = 64;

Error rateRefusal(Message message)
{
    return {std::move(message), say("Correct it, or copy a preset of the program."), {}};
}

bool isRate(const RatesText& json)
{
    return json.is_number() && std::isfinite(json.get<double>()) && json.get<double>() > 0
        && json.get<double>() <= largestRate;
}

std::optional<RatePoints> ratePoints(const RatesText& json)
{
    if (!json.is_array() || json.empty() || json.size() > mostRatePoints)
        return std::nullopt;
    RatePoints points;
    for (const RatesText& pair : json) {
        if (!pair.is_array() || pair.size() != 2 || !isRate(pair[0]) || !isRate(pair[1]))
            return std::nullopt;
        points.push_back({pair[0].get<double>() * flopsOfGflop, pair[1].get<double>() * flopsOfTflop});
        if (points.size() > 1 && points.back().flops <= points[points.size() - 2].flops)
            return std::nullopt;
    }
    return points;
}

std::string sourceKey(std::string_view key) { return fmt::format("{}.{}", ratesKey, key); }

} // namespace

Result<bool> readRates(Hardware& hardware, const RatesText& json)
{
    if (!json.is_object())
        return rateRefusal(say("\"{}\" must be an object.", ratesKey));
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
                return rateRefusal(say("{} needs \"points\": pairs of GFLOP and TFLOP/s, by size.", name));
            hardware.rates.*(curve.member) = *std::move(points);
        }
        for (const RateValue& value : rateValues) {
            if (key != value.key)
                continue;
            isKnown = true;
            if (!isEntry || !entry.contains("value") || !isRate(entry["value"]))
                return rateRefusal(say("{} needs a \"value\" above 0.", name));
            hardware.rates.*(value.member) = entry["value"].get<double>() * value.scale;
        }
        if (key == comparedKey) {
            isKnown = true;
            if (!isEntry || !entry.contains("value") || !entry["value"].is_boolean())
                return rateRefusal(say("\"value\" of {} is neither true nor false.", name));
            hardware.rates.areCompared = entry["value"].get<bool>();
        }
        if (!isKnown)
            return rateRefusal(say("\"{}\" is unknown.", name));
        if (entry.contains("source"))
            hardware.sources.emplace_back(name, entry["source"].get<std::string>());
    }
    return true;
}

RatesText ratesJson(const Hardware& hardware)
{
    RatesText json;
    const auto addSource = [&](std::string_view key) {
        if (const std::string_view source = hardware.sourceOf(sourceKey(key)); !source.empty())
            json[std::string(key)]["source"] = source;
    };
    for (const RateCurve& curve : rateCurves) {
        const RatePoints& points = hardware.rates.*(curve.member);
        if (points.empty())
            continue;
        RatesText& written = json[std::string(curve.key)]["points"];
        for (const AchievedRates::Point& point : points)
            written.push_back({point.flops / flopsOfGflop, point.perSecond / flopsOfTflop});
        addSource(curve.key);
    }
    for (const RateValue& value : rateValues) {
        if (hardware.rates.*(value.member) <= 0)
            continue;
        json[std::string(value.key)]["value"] = hardware.rates.*(value.member) / value.scale;
        addSource(value.key);
    }
    if (hardware.rates.areCompared) {
        json[std::string(comparedKey)]["value"] = true;
        addSource(comparedKey);
    }
    return json;
}

} // namespace bubblescope
