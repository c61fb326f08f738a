// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "hardware.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace bubblescope {

/// How ranks of a group talk to each other.
enum class CollectiveAlgorithm : uint8_t {
    Automatic, ///< the curve where one fits, else the fastest that the operation and group allow
    Ring,
    Tree,     ///< double binary tree
    InSwitch, ///< the switch adds up (NVLS)
    Curve,    ///< as measured by nccl-tests
};
/// "automatic", "ring", "tree", "nvls" or "curve".
std::string_view collectiveAlgorithmKey(CollectiveAlgorithm algorithm);
std::optional<CollectiveAlgorithm> collectiveAlgorithmFromKey(std::string_view key);

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
