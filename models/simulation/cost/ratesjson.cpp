// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ratesjson.h"

#include "measuredfigures.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
constexpr double flopsOfGflop = 1e9;
constexpr double flopsOfTflop = 1e12;
constexpr double bytesOfGb = 1e9;
constexpr std::string_view attentionKey = "attention_tflops";
constexpr std::string_view memoryKey = "memory_gb_per_s";
constexpr std::string_view ofPeakKey = "of_peak_tflops";
constexpr std::string_view ofMemoryKey = "of_memory_gb_per_s";
constexpr std::array<RateValue, 4> rateValues {{
    {attentionKey, &AchievedRates::attention, flopsOfTflop},
    {memoryKey, &AchievedRates::memory, bytesOfGb},
    {ofPeakKey, &AchievedRates::ofPeakFlops, flopsOfTflop},
    {ofMemoryKey, &AchievedRates::ofMemoryBandwidth, bytesOfGb},
}};
constexpr std::string_view comparedKey = "compared_steps";

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

// Shares of a peak: beyond them a unit was mistaken.
constexpr double leastOfPeak = 1e-3;
constexpr double mostOfPeak = 1e3;

/// Of a rate and the peak that it belongs to, in the unit of the file.
std::optional<Error> refuseAbsurdRate(std::string_view key, double rate, double peak, double least)
{
    if (rate <= 0 || peak <= 0 || (rate >= least * peak && rate <= mostOfPeak * peak))
        return std::nullopt;
    const auto figure = [](double value) { return fmt::format("{:.6g}", value); };
    return presetRefusal(say("{} is {} where its peak is {}: from {} to {} is accepted.", sourceKey(key), figure(rate),
        figure(peak), figure(least * peak), figure(mostOfPeak * peak)));
}

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

std::optional<Error> refuseAbsurdRates(const Hardware& hardware)
{
    const AchievedRates& rates = hardware.rates;
    std::optional<Error> error;
    const auto check
        = [&error](std::string_view key, double rate, double peak, double unit, double least = leastOfPeak) {
              if (!error)
                  error = refuseAbsurdRate(key, rate / unit, peak / unit, least);
          };
    check(ofPeakKey, rates.ofPeakFlops, hardware.peakFlops, flopsOfTflop);
    check(ofMemoryKey, rates.ofMemoryBandwidth, hardware.memoryBandwidth, bytesOfGb);
    check(attentionKey, rates.attention, rates.ofPeakFlops, flopsOfTflop);
    check(memoryKey, rates.memory, rates.ofMemoryBandwidth, bytesOfGb);
    for (const RateCurve& curve : rateCurves) {
        const RatePoints& points = rates.*(curve.member);
        for (size_t i = 0; i < points.size(); ++i) {
            // What small products take is mostly their launch.
            const double least = i + 1 < points.size() ? 0 : leastOfPeak;
            check(curve.key, points[i].perSecond, rates.ofPeakFlops, flopsOfTflop, least);
        }
    }
    return error;
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
