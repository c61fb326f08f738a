// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"

namespace bubblescope {

/// Servers as SimAI-Analytical is told of them. GiB are 2^30 bytes.
struct SimAiServers {
    int gpus = 8; ///< in each
    int nics = 8;
    double nvlinkGiBps = 200; ///< bus bandwidth inside a server
    double nicGiBps = 25;     ///< of one network card
};

/// A group of ranks as SimAI-Analytical places it.
struct SimAiGroup {
    Category kind = Category::TensorComm; ///< tensor, data, expert or data-parallel copies of experts
    int ranks = 1;
    int inner = 1; ///< ranks that lie between two neighbours of the group
};

/// µs that SimAI-Analytical charges for a collective: bytes over bus bandwidth, by how much of it messages of that size
/// reach in its tables (aliyun/SimAI, calbusbw.cc and inputs/ratio, Apache-2.0); constants below 1 MiB.
double simAiTransferUs(Operation operation, double bytes, const SimAiGroup& group, const SimAiServers& servers);

} // namespace bubblescope
