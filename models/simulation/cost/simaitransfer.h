// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"

namespace bubblescope {

inline constexpr double usPerSecond = 1e6;
inline constexpr double gibibyte = 1024.0 * 1024 * 1024;

/// Server parameters of SimAI-Analytical. GiB are 2^30 bytes.
struct SimAiServers {
    int gpus = 8; ///< per server
    int nics = 8;
    double nvlinkGiBps = 200; ///< bus bandwidth inside a server
    double nicGiBps = 25;     ///< per network card
};

/// A group of ranks as placed by SimAI-Analytical.
struct SimAiGroup {
    Category kind = Category::TensorComm; ///< tensor, data, expert or data-parallel copies of experts
    int ranks = 1;
    int inner = 1; ///< ranks between two neighbours of the group
};

/// What SimAI-Analytical charges for a collective, in µs: bytes over bus bandwidth, times the share of it that messages
/// of this size reach in its tables (aliyun/SimAI, calbusbw.cc and inputs/ratio, Apache-2.0); constants below 1 MiB.
double simAiTransferUs(Operation operation, double bytes, const SimAiGroup& group, const SimAiServers& servers);

} // namespace bubblescope
