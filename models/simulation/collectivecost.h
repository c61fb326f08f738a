// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "hardware.h"

namespace bubblescope {

/// Where the ranks of a group sit.
struct GroupPlacement {
    int ranks = 1;
    int ranksPerNode = 1;      ///< at most so many of them share a node
    int groupsSharingNics = 1; ///< groups of this kind that use a node's network cards at the same time
    bool spansNodes() const { return ranks > ranksPerNode; }
};

/// What limits a transfer, for tooltips.
enum class Bottleneck { None, NvLink, Network };

struct LinkSpeed {
    double bytesPerSecond = 0; ///< of the slowest link on the path, per rank
    double latencyNs = 0;      ///< per step
    Bottleneck bottleneck = Bottleneck::None;
};
LinkSpeed linkSpeed(const GroupPlacement& group, const Hardware& hardware);

/// Time of one collective by the ring (for all-to-all: pairwise) algorithm, ns. `bytes` is the buffer of an all-reduce,
/// broadcast or reduce, the output of an all-gather, the input of a reduce-scatter, what each rank sends (its own share
/// included) of an all-to-all. A group of one rank costs nothing. Below 1 MiB expect errors of 50 %.
double collectiveNs(Operation operation, double bytes, const GroupPlacement& group, const Hardware& hardware);
/// Time of one message between two ranks, ns.
double messageNs(double bytes, bool acrossNodes, const Hardware& hardware);

/// Bytes per second by bytes and time.
double algorithmBandwidth(double bytes, double ns);
/// nccl-tests' bus bandwidth: what the hardware would have to carry, comparable between operations and sizes of group.
double busBandwidth(Operation operation, double bytes, int ranks, double ns);

} // namespace bubblescope
