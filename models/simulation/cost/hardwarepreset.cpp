// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hardwarepreset.h"

#include "curvesjson.h"
#include "jsontext.h"
#include "measuredfigures.h"
#include "ratesjson.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace bubblescope {

namespace {

using Json = nlohmann::ordered_json;

struct Field {
    HardwareField field;
    double Hardware::*member;
    double scale;            // from the unit in the JSON
    double nominalShare = 1; // share of the data sheet's value that large messages reach
};
constexpr std::array<Field, 11> fields {{
    {{"peak_tflops", "Peak, half precision", "TFLOP/s"}, &Hardware::peakFlops, 1e12},
    {{"memory_gb_per_s", "GPU memory bandwidth", "GB/s"}, &Hardware::memoryBandwidth, 1e9},
    {{"memory_gb", "GPU memory", "GB"}, &Hardware::memoryBytes, 1e9},
    {{"nvlink_gb_per_s", "NVLink, one-way per GPU", "GB/s"}, &Hardware::nvlinkBandwidth, 1e9, 0.65},
    {{"message_gb_per_s", "One message inside a node", "GB/s"}, &Hardware::messageBandwidth, 1e9},
    {{"nic_gb_per_s", "Network card", "GB/s"}, &Hardware::nicBandwidth, 1e9, 0.9},
    {{"host_gb_per_s", "Memory of the host, one-way per GPU", "GB/s"}, &Hardware::hostBandwidth, 1e9},
    {{"nvls_gb_per_s", "Sum in the switch (NVLS)", "GB/s"}, &Hardware::nvlsBandwidth, 1e9},
    {{"intra_latency_us", "Latency inside a node", "µs"}, &Hardware::intraLatencyNs, 1e3},
    {{"inter_latency_us", "Latency across nodes", "µs"}, &Hardware::interLatencyNs, 1e3},
    {{"nvls_latency_us", "Latency of the switch", "µs"}, &Hardware::nvlsLatencyNs, 1e3},
}};
struct CountField {
    HardwareField field;
    int Hardware::*member;
};
constexpr std::array<CountField, 2> countFields {{
    {{"gpus_per_node", "GPUs per node", ""}, &Hardware::gpusPerNode},
    {{"nics_per_node", "Network cards per node", ""}, &Hardware::nicsPerNode},
}};
constexpr double largestValue = 1e9;
constexpr double largestCount = 1024;

/// A number, or an object with "value" and "source".
struct Entry {
    double value = 0;
    std::string source;
    bool isNominal = false;
};
Result<Entry> readEntry(std::string_view key, const Json& json)
{
    Entry entry;
    const Json* value = &json;
    if (json.is_object()) {
        for (const auto& [name, content] : json.items()) {
            if (name != "value" && name != "source" && name != "nominal")
                return presetRefusal(say("\"{}\" of {} is unknown.", name, key));
        }
        if (!json.contains("value"))
            return presetRefusal(say("{} has no \"value\".", key));
        value = &json["value"];
        if (json.contains("source")) {
            if (!json["source"].is_string())
                return presetRefusal(say("The source of {} must be text.", key));
            entry.source = json["source"].get<std::string>();
        }
        if (json.contains("nominal")) {
            if (!json["nominal"].is_boolean())
                return presetRefusal(say("\"nominal\" of {} is neither true nor false.", key));
            entry.isNominal = json["nominal"].get<bool>();
        }
    }
    if (!value->is_number())
        return presetRefusal(say("{} is not a number.", key));
    entry.value = value->get<double>();
    if (!std::isfinite(entry.value) || entry.value < 0 || entry.value > largestValue)
        return presetRefusal(say("{} is {}, which no hardware has.", key, entry.value));
    return entry;
}

const Field* fieldOf(std::string_view key)
{
    const auto at = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.field.key == key; });
    return at == fields.end() ? nullptr : &*at;
}

const CountField* countFieldOf(std::string_view key)
{
    const auto at
        = std::find_if(countFields.begin(), countFields.end(), [&](const CountField& f) { return f.field.key == key; });
    return at == countFields.end() ? nullptr : &*at;
}

/// Reads everything but the texts; true if the key is one of the numbers.
Result<bool> readNumber(Hardware& hardware, std::string_view key, const Json& json)
{
    const Field* field = fieldOf(key);
    const CountField* count = countFieldOf(key);
    if (!field && !count)
        return false;
    Result<Entry> entry = readEntry(key, json);
    if (!entry)
        return entry.error();
    if (count) {
        if (entry->value < 1 || entry->value > largestCount || entry->value != std::floor(entry->value))
            return presetRefusal(say("{} is {}, which is not a number of devices.", key, entry->value));
        hardware.*(count->member) = int(entry->value);
    } else {
        const double share = entry->isNominal ? field->nominalShare : 1;
        hardware.*(field->member) = entry->value * field->scale * share;
        if (share != 1)
            entry->source += fmt::format("{}nominal, {} of it taken", entry->source.empty() ? "" : "; ", share);
    }
    if (!entry->source.empty())
        hardware.sources.emplace_back(key, std::move(entry->source));
    return true;
}

std::optional<Error> readText(HardwareCatalog::Preset& preset, const std::string& key, const Json& json)
{
    if (key == "aliases" && json.is_array()) {
        for (const Json& alias : json) {
            if (!alias.is_string())
                return presetRefusal(say("An alias must be text."));
            preset.aliases.push_back(alias.get<std::string>());
        }
        return std::nullopt;
    }
    std::string* text = key == "name" ? &preset.hardware.name : key == "network" ? &preset.network : nullptr;
    if (!text)
        return presetRefusal(say("\"{}\" is unknown.", key));
    if (!json.is_string() || json.get<std::string>().empty())
        return presetRefusal(say("\"{}\" must be text.", key));
    *text = json.get<std::string>();
    return std::nullopt;
}

} // namespace

std::span<const HardwareField> hardwareFields()
{
    static const auto all = [] {
        std::vector<HardwareField> made;
        for (const Field& field : fields)
            made.push_back(field.field);
        for (const CountField& field : countFields)
            made.push_back(field.field);
        return made;
    }();
    return all;
}

double hardwareValue(const Hardware& hardware, std::string_view key)
{
    if (const Field* field = fieldOf(key))
        return hardware.*(field->member) / field->scale;
    const CountField* count = countFieldOf(key);
    return count ? hardware.*(count->member) : 0;
}

void setHardwareValue(Hardware& hardware, std::string_view key, double value, std::string source)
{
    if (const Field* field = fieldOf(key))
        hardware.*(field->member) = value * field->scale;
    else if (const CountField* count = countFieldOf(key))
        hardware.*(count->member) = int(std::clamp(value, 0.0, largestCount + 1));
    std::erase_if(hardware.sources, [key](const auto& known) { return known.first == key; });
    if (!source.empty())
        hardware.sources.emplace_back(key, std::move(source));
}

Result<HardwareCatalog::Preset> readHardwarePreset(std::string_view text, std::string_view key)
{
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object())
        return presetRefusal(say("It holds no JSON object."));
    HardwareCatalog::Preset preset;
    preset.key = key;
    preset.hardware.name = key;
    for (const auto& [name, content] : json.items()) {
        if (name == curvesKey) {
            Result<CollectiveCurves> curves = readCurves(content);
            if (!curves)
                return curves.error();
            preset.hardware.collectives = *std::move(curves);
            continue;
        }
        const Result<bool> isNumber = readNumber(preset.hardware, name, content);
        if (!isNumber)
            return isNumber.error();
        if (*isNumber)
            continue;
        if (name == ratesKey) {
            if (const Result<bool> read = readRates(preset.hardware, content); !read)
                return read.error();
            continue;
        }
        if (std::optional<Error> error = readText(preset, name, content))
            return *std::move(error);
    }
    preset.hardware.collectives.latencyNs = preset.hardware.intraLatencyNs;
    if (AchievedRates& rates = preset.hardware.rates; rates != AchievedRates()) {
        rates.ofPeakFlops = rates.ofPeakFlops > 0 ? rates.ofPeakFlops : preset.hardware.peakFlops;
        rates.ofMemoryBandwidth
            = rates.ofMemoryBandwidth > 0 ? rates.ofMemoryBandwidth : preset.hardware.memoryBandwidth;
        if (std::optional<Error> error = refuseAbsurdRates(preset.hardware))
            return *std::move(error);
    }
    const Hardware& hardware = preset.hardware;
    if (preset.isNetwork()) {
        if (hardware.nicBandwidth <= 0)
            return presetRefusal(
                say("It states neither a GPU (peak_tflops, memory_gb_per_s, nvlink_gb_per_s) nor a network "
                    "(nic_gb_per_s)."));
        return preset;
    }
    for (const std::string_view needed : {"peak_tflops", "memory_gb_per_s", "nvlink_gb_per_s"}) {
        if (hardwareValue(hardware, needed) <= 0)
            return presetRefusal(say("It states no {}.", needed));
    }
    if (hardware.nicBandwidth <= 0 && preset.network.empty())
        return presetRefusal(say("It states no nic_gb_per_s and names no network."));
    return preset;
}

std::string hardwarePresetJson(const HardwareCatalog::Preset& preset)
{
    Json json;
    json["name"] = preset.hardware.name;
    if (!preset.aliases.empty())
        json["aliases"] = preset.aliases;
    if (Json curves = curvesJson(preset.hardware.collectives, preset.hardware.intraLatencyNs); !curves.is_null())
        json[std::string(curvesKey)] = std::move(curves);
    const auto put = [&](std::string_view key, double value) {
        Json& entry = json[std::string(key)];
        entry["value"] = value;
        if (const std::string_view source = preset.hardware.sourceOf(key); !source.empty())
            entry["source"] = source;
    };
    for (const Field& field : fields) {
        if (preset.hardware.*(field.member) > 0)
            put(field.field.key, preset.hardware.*(field.member) / field.scale);
    }
    for (const CountField& field : countFields)
        put(field.field.key, preset.hardware.*(field.member));
    if (!preset.network.empty())
        json["network"] = preset.network;
    if (Json rates = ratesJson(preset.hardware); !rates.is_null())
        json[std::string(ratesKey)] = std::move(rates);
    return jsonText(json, 4);
}

} // namespace bubblescope
