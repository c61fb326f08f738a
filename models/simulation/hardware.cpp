// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hardware.h"

namespace bubblescope {

const Hardware& defaultHardware()
{
    static const Hardware h100 = [] {
        Hardware hardware;
        hardware.name = "H100, 400 Gb/s NDR";
        hardware.peakFlops = 989e12;            // NVIDIA H100 SXM data sheet, dense half precision
        hardware.memoryBandwidth = 3350e9;      // the same data sheet, HBM3
        hardware.nvlinkBandwidth = 18 * 20.6e9; // 18 NVLink 4 links at what NCCL counts for each on this architecture
        hardware.nicBandwidth = 48.5e9;         // ConnectX-7 at 400 Gb/s, measured for large messages
        // Ring step latencies of NCCL's tuning tables for NVLink and network with the simple protocol, rounded.
        hardware.intraLatencyNs = 3400;
        hardware.interLatencyNs = 14000;
        return hardware;
    }();
    return h100;
}

} // namespace bubblescope
