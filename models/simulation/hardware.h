// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace bubblescope {

/// What a cluster can do. Bandwidths are one-way per GPU, in bytes per second, and effective for large messages.
struct Hardware {
    std::string name;
    double peakFlops = 0;       ///< dense half precision, FLOP/s
    double memoryBandwidth = 0; ///< bytes/s of a GPU's own memory
    double nvlinkBandwidth = 0; ///< inside a node
    double nicBandwidth = 0;    ///< of one network card
    int gpusPerNode = 8;
    int nicsPerNode = 8;
    double intraLatencyNs = 0; ///< per step of an algorithm, inside a node
    double interLatencyNs = 0; ///< per step across nodes
};

/// H100 with one 400 Gb/s NDR card per GPU: what is assumed where nothing is known.
const Hardware& defaultHardware();

} // namespace bubblescope
