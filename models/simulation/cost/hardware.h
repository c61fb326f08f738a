// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bubblescope {

/// What a cluster can do. Bandwidths are one-way per GPU, in bytes per second, and effective for large messages.
struct Hardware {
    std::string name;
    double peakFlops = 0;       ///< dense half precision, FLOP/s
    double memoryBandwidth = 0; ///< bytes/s of a GPU's own memory
    double nvlinkBandwidth = 0; ///< inside a node
    double messageBandwidth
        = 0; ///< inside a node, of one message where the pipeline lies on several; 0: as nvlinkBandwidth
    double nicBandwidth = 0;    ///< of one network card
    int gpusPerNode = 8;
    int nicsPerNode = 8;
    double intraLatencyNs = 0; ///< per step of an algorithm, inside a node
    double interLatencyNs = 0; ///< per step across nodes
    double memoryBytes = 0;    ///< of one GPU; 0 where not known
    double nvlsBandwidth = 0;  ///< size by time of an all-reduce that the switch adds up; 0 where there is none
    double nvlsLatencyNs = 0;
    /// Where each value comes from: JSON key and text, for people.
    std::vector<std::pair<std::string, std::string>> sources;

    double teraflops() const { return peakFlops / 1e12; }
    /// Where a value comes from; empty where nothing is said.
    std::string_view sourceOf(std::string_view key) const;
};

/// H100 with one 400 Gb/s NDR card per GPU: what is assumed where nothing is known.
const Hardware& defaultHardware();

/// The presets that the program brings along, and whatever the user put beside them.
class HardwareCatalog {
public:
    struct Preset {
        std::string key; ///< "h100", as on the command line; the file's name
        std::vector<std::string> aliases;
        Hardware hardware;
        std::string network; ///< key of the preset that gives the network cards; empty where `hardware` has them
        std::string file;    ///< of the user's own; empty for those of the program
        /// Network cards alone, to be joined to a GPU.
        bool isNetwork() const { return hardware.peakFlops <= 0 && hardware.nvlinkBandwidth <= 0; }
    };
    /// A file of the user's that was refused, and why.
    struct Refusal {
        std::string file;
        Error error;
    };

    /// The program's own presets.
    static const HardwareCatalog& builtin();
    /// The program's own and all *.json of a directory, which override those of the same key. A directory that is not
    /// there holds none.
    static HardwareCatalog withUserPresets(const std::string& directory);

    std::span<const Preset> presets() const { return m_presets; }
    std::span<const Refusal> refusals() const { return m_refusals; }
    /// By key, alias or name; upper and lower case, spaces, hyphens and underscores are one. "h100+hdr-200" is a GPU
    /// with another network. An unknown name is refused with a sentence that lists the known ones.
    Result<Hardware> find(std::string_view name) const;
    /// The same, or a path of a JSON file.
    Result<Hardware> findOrRead(const std::string& nameOrFile) const;
    /// The editable copy of a preset, with its network's values as its own; nothing where the name is not known.
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

/// A number of a preset, as its JSON names it.
struct HardwareField {
    std::string_view key;  ///< "nvlink_gb_per_s"
    std::string_view name; ///< "NVLink"
    std::string_view unit; ///< "GB/s"; empty for counts
};
std::span<const HardwareField> hardwareFields();
/// In the field's unit; 0 where not known.
double hardwareValue(const Hardware& hardware, std::string_view key);
/// Replaces value and source; readHardwarePreset() is what checks.
void setHardwareValue(Hardware& hardware, std::string_view key, double value, std::string source);

} // namespace bubblescope
