// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hardwarepreset.h"
#include "mutators.h"

#include <cmath>
#include <cstdlib>

using namespace bubblescope;

namespace {

/// The same but for the rounding of one division and multiplication by the unit.
bool isNearly(double value, double other) { return std::abs(value - other) <= 1e-12 * std::abs(value); }

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed)
{
    return fuzz::mutated({data, size, most, seed}, {fuzz::mutateJson});
}

/// A preset of the user's: what was read holds numbers that make sense, and is written as what reads as the same.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<HardwareCatalog::Preset> preset = readHardwarePreset(text, "fuzzed");
    if (!preset)
        return 0;
    const std::string json = hardwarePresetJson(*preset);
    const Result<HardwareCatalog::Preset> again = readHardwarePreset(json, "fuzzed");
    if (!again || again->aliases.size() != preset->aliases.size() || again->isNetwork() != preset->isNetwork())
        std::abort();
    for (const HardwareField& field : hardwareFields()) {
        const double value = hardwareValue(preset->hardware, field.key);
        if (!std::isfinite(value) || value < 0 || !isNearly(value, hardwareValue(again->hardware, field.key)))
            std::abort();
    }
    // What has been through the texts once stays as it is.
    if (hardwarePresetJson(*again) != json)
        std::abort();
    return 0;
}
