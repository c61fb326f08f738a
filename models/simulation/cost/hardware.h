// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "achievedrates.h"
#include "result.h"

#include "collectivecurves.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bubblescope {

/// Capabilities of a cluster. Bandwidths are one-way per GPU in bytes per second, effective for large messages.
struct Hardware {
    std::string name;
    double peakFlops = 0;       ///< dense half precision, FLOP/s
    double memoryBandwidth = 0; ///< bytes/s of a GPU's own memory
    double nvlinkBandwidth = 0; ///< inside a node
    double messageBandwidth
        = 0; ///< inside a node, of one message where the pipeline lies on several; 0: as nvlinkBandwidth
    double nicBandwidth = 0; ///< of one network card
    double hostBandwidth = 0; ///< between a GPU and its host's memory; 0 if unknown
    int gpusPerNode = 8;
    int nicsPerNode = 8;
    double intraLatencyNs = 0; ///< per step of an algorithm, inside a node
    double interLatencyNs = 0; ///< per step across nodes
    double memoryBytes = 0;    ///< per GPU; 0 if unknown
    double nvlsBandwidth = 0;  ///< all-reduce in the switch, size over time; 0 if not available
    double nvlsLatencyNs = 0;
    AchievedRates rates; ///< of compute
    /// Source of each value: JSON key and text for display.
    std::vector<std::pair<std::string, std::string>> sources;
    CollectiveCurves collectives; ///< measured inside a node; empty if not known

    double teraflops() const { return peakFlops / 1e12; }
    /// The rates with its own peaks: products and attention in proportion to the FLOP/s, memory to its bandwidth.
    AchievedRates achieved() const;
    /// The peaks are not those that its rates were measured with.
    bool isEdited() const;
    /// Source of a value; empty if not stated.
    std::string_view sourceOf(std::string_view key) const;
};

/// H100 with one 400 Gb/s NDR card per GPU; assumed if nothing is known.
const Hardware& defaultHardware();

/// The built-in presets and those that the user added.
class HardwareCatalog {
public:
    struct Preset {
        std::string key; ///< "h100", as on the command line; the file's name
        std::vector<std::string> aliases;
        Hardware hardware;
        std::string network; ///< key of the preset with the network cards; empty if `hardware` includes them
        std::string file;    ///< of a user preset; empty for built-in ones
        /// Only network cards, to be combined with a GPU.
        bool isNetwork() const { return hardware.peakFlops <= 0 && hardware.nvlinkBandwidth <= 0; }
    };
    /// A user's file that was rejected, and why.
    struct Refusal {
        std::string file;
        Error error;
    };

    /// The built-in presets.
    static const HardwareCatalog& builtin();
    /// The built-in presets and all *.json files of a directory, which override those with the same key. A missing
    /// directory counts as empty.
    static HardwareCatalog withUserPresets(const std::string& directory);

    std::span<const Preset> presets() const { return m_presets; }
    std::span<const Refusal> refusals() const { return m_refusals; }
    /// Finds a preset by key, alias or name, ignoring case, spaces, hyphens and underscores. "h100+hdr-200" is a GPU
    /// with another network. For an unknown name, the error lists the known ones.
    Result<Hardware> find(std::string_view name) const;
    /// The same; also accepts the path of a JSON file.
    Result<Hardware> findOrRead(const std::string& nameOrFile) const;
    /// An editable copy of a preset, including the values of its network; nullopt if the name is unknown.
    std::optional<Preset> copyOf(std::string_view name, std::string_view newName) const;

private:
    void add(Preset preset);
    void refuseUnknownNetworks();
    const Preset* presetNamed(std::string_view name) const;
    const Preset* networkOf(const Preset& preset) const;
    static Hardware joined(const Preset& gpu, const Preset* network);

    std::vector<Preset> m_presets;
    std::vector<Refusal> m_refusals;
};

/// A number of a preset, as named in its JSON.
struct HardwareField {
    std::string_view key;  ///< "nvlink_gb_per_s"
    std::string_view name; ///< "NVLink"
    std::string_view unit; ///< "GB/s"; empty for counts
};
std::span<const HardwareField> hardwareFields();
/// In the unit of the field; 0 if unknown.
double hardwareValue(const Hardware& hardware, std::string_view key);
/// Replaces value and source without checks; readHardwarePreset() does those.
void setHardwareValue(Hardware& hardware, std::string_view key, double value, std::string source);

} // namespace bubblescope
