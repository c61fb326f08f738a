// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hardware.h"

#include "builtinpresets.h"
#include "hardwarepreset.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>

namespace bubblescope {

namespace {

namespace fs = std::filesystem;

constexpr size_t largestPreset = size_t(256) << 10;

/// Case and separators between words do not matter.
std::string plain(std::string_view name)
{
    std::string text;
    for (const char c : name) {
        if (!std::isspace(static_cast<unsigned char>(c)) && c != '-' && c != '_' && c != ',')
            text.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    }
    return text;
}

std::optional<std::string> contentOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string text(largestPreset, '\0');
    if (!file || !(file.read(text.data(), std::streamsize(text.size())) || file.eof()))
        return std::nullopt;
    text.resize(size_t(file.gcount()));
    return text;
}

Result<HardwareCatalog::Preset> readPresetFile(const std::string& path)
{
    const std::optional<std::string> text = contentOf(path);
    if (!text)
        return Error {say("The file cannot be read."), say("Check that it is there and may be read."), {}};
    if (text->size() == largestPreset)
        return Error {say("The file is too large for a hardware preset."), say("Choose another file."), {}};
    Result<HardwareCatalog::Preset> preset = readHardwarePreset(*text, fs::path(path).stem().string());
    if (preset)
        preset->file = path;
    return preset;
}

} // namespace

std::string_view Hardware::sourceOf(std::string_view key) const
{
    const auto it
        = std::find_if(sources.begin(), sources.end(), [&](const auto& source) { return source.first == key; });
    return it == sources.end() ? std::string_view() : std::string_view(it->second);
}

bool Hardware::isEdited() const
{
    constexpr double rounding = 1e-5; // of tables that show six digits
    const auto differs = [](double own, double of) { return of > 0 && std::abs(own / of - 1) > rounding; };
    return differs(peakFlops, rates.ofPeakFlops) || differs(memoryBandwidth, rates.ofMemoryBandwidth);
}

AchievedRates Hardware::achieved() const
{
    AchievedRates own = rates;
    if (!isEdited())
        return own;
    const auto scale = [](double now, double of) { return of > 0 ? now / of : 1; };
    const double products = scale(peakFlops, rates.ofPeakFlops);
    for (std::vector<AchievedRates::Point>* points : {&own.half, &own.eightBit}) {
        for (AchievedRates::Point& point : *points)
            point.perSecond *= products;
    }
    own.attention *= products;
    own.memory *= scale(memoryBandwidth, rates.ofMemoryBandwidth);
    own.ofPeakFlops = peakFlops;
    own.ofMemoryBandwidth = memoryBandwidth;
    own.areCompared = false; // it is another GPU
    return own;
}

const Hardware& defaultHardware()
{
    static const Hardware h100 = *HardwareCatalog::builtin().find("h100");
    return h100;
}

const HardwareCatalog& HardwareCatalog::builtin()
{
    static const HardwareCatalog catalog = [] {
        HardwareCatalog made;
        for (const auto& [key, text] : builtinPresetTexts()) {
            if (Result<Preset> preset = readHardwarePreset(text, key))
                made.add(*std::move(preset));
            else
                made.m_refusals.push_back({std::string(key), preset.error()});
        }
        made.refuseUnknownNetworks();
        return made;
    }();
    return catalog;
}

HardwareCatalog HardwareCatalog::withUserPresets(const std::string& directory)
{
    HardwareCatalog catalog = builtin();
    std::vector<std::string> paths;
    std::error_code error;
    for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() == ".json")
            paths.push_back(it->path().string());
    }
    std::sort(paths.begin(), paths.end());
    for (const std::string& path : paths) {
        if (Result<Preset> preset = readPresetFile(path))
            catalog.add(*std::move(preset));
        else
            catalog.m_refusals.push_back({path, preset.error()});
    }
    catalog.refuseUnknownNetworks();
    return catalog;
}

void HardwareCatalog::add(Preset preset)
{
    std::erase_if(m_presets, [&](const Preset& other) { return plain(other.key) == plain(preset.key); });
    m_presets.push_back(std::move(preset));
}

void HardwareCatalog::refuseUnknownNetworks()
{
    std::erase_if(m_presets, [this](const Preset& preset) {
        if (preset.network.empty() || networkOf(preset))
            return false;
        m_refusals.push_back({preset.file.empty() ? preset.key : preset.file,
            Error {say("Its network \"{}\" is not a preset.", preset.network),
                say("Name a preset that states nic_gb_per_s, such as ndr-400."), {}}});
        return true;
    });
}

const HardwareCatalog::Preset* HardwareCatalog::presetNamed(std::string_view name) const
{
    const std::string wanted = plain(name);
    for (const Preset& preset : m_presets) {
        if (plain(preset.key) == wanted || plain(preset.hardware.name) == wanted
            || std::any_of(preset.aliases.begin(), preset.aliases.end(),
                [&](const std::string& alias) { return plain(alias) == wanted; }))
            return &preset;
    }
    return nullptr;
}

const HardwareCatalog::Preset* HardwareCatalog::networkOf(const Preset& preset) const
{
    const Preset* network = preset.network.empty() ? nullptr : presetNamed(preset.network);
    return network && network->isNetwork() ? network : nullptr;
}

Hardware HardwareCatalog::joined(const Preset& gpu, const Preset* network)
{
    Hardware hardware = gpu.hardware;
    if (!network)
        return hardware;
    hardware.name = fmt::format("{}, {}", hardware.name, network->hardware.name);
    hardware.nicBandwidth = network->hardware.nicBandwidth;
    hardware.interLatencyNs = network->hardware.interLatencyNs;
    std::erase_if(
        hardware.sources, [](const auto& s) { return s.first == "nic_gb_per_s" || s.first == "inter_latency_us"; });
    hardware.sources.insert(hardware.sources.end(), network->hardware.sources.begin(), network->hardware.sources.end());
    return hardware;
}

Result<Hardware> HardwareCatalog::find(std::string_view name) const
{
    const size_t plus = name.find('+');
    const Preset* gpu = presetNamed(name.substr(0, plus));
    const Preset* network = plus == std::string_view::npos ? nullptr : presetNamed(name.substr(plus + 1));
    if (!gpu && plus == std::string_view::npos) {
        // The complete name: "H100, 400 Gb/s NDR".
        for (const Preset& preset : m_presets) {
            if (!preset.isNetwork() && plain(joined(preset, networkOf(preset)).name) == plain(name))
                gpu = &preset;
        }
    }
    const bool isWrongNetwork = plus != std::string_view::npos && (!network || !network->isNetwork());
    if (gpu && !gpu->isNetwork() && !isWrongNetwork)
        return joined(*gpu, network ? network : networkOf(*gpu));
    std::vector<std::string_view> gpus;
    std::vector<std::string_view> networks;
    for (const Preset& preset : m_presets)
        (preset.isNetwork() ? networks : gpus).push_back(preset.key);
    return Error {say("There is no hardware \"{}\".", name),
        say("Known are {}; a network ({}) can be named behind a plus: h100+hdr-200.", fmt::join(gpus, ", "),
            fmt::join(networks, ", ")),
        {}};
}

std::optional<HardwareCatalog::Preset> HardwareCatalog::copyOf(std::string_view name, std::string_view newName) const
{
    const Result<Hardware> hardware = find(name);
    if (!hardware)
        return std::nullopt;
    Preset copy;
    copy.hardware = *hardware;
    copy.hardware.name = newName;
    return copy;
}

Result<Hardware> HardwareCatalog::findOrRead(const std::string& nameOrFile) const
{
    // "400 Gb/s NDR" is not a path.
    Result<Hardware> known = find(nameOrFile);
    if (known || (!nameOrFile.ends_with(".json") && nameOrFile.find('/') == std::string::npos))
        return known;
    const Result<Preset> preset = readPresetFile(nameOrFile);
    if (!preset)
        return Error {say("{}: {}", nameOrFile, preset.error().message), preset.error().advice, {}};
    if (preset->isNetwork())
        return Error {say("{}: It states no GPU, only a network.", nameOrFile),
            say("Add peak_tflops, memory_gb_per_s and nvlink_gb_per_s."), {}};
    const Preset* network = networkOf(*preset);
    if (!network && !preset->network.empty())
        return Error {say("{}: Its network \"{}\" is not a preset.", nameOrFile, preset->network),
            say("Name a preset that states nic_gb_per_s, such as ndr-400."), {}};
    return joined(*preset, network);
}

} // namespace bubblescope
