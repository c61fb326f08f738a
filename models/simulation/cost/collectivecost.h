// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bandwidthcurve.h"
#include "busbandwidth.h"
#include "category.h"
#include "hardware.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace bubblescope {

// The α-β model (Hockney 1994): a latency per step of the algorithm, plus bytes over the bandwidth of the slowest link
// on the path. Steps and bytes: ring as in Patarasuk and Yuan 2009 and Thakur et al. 2005, double binary tree as in
// Sanders, Speck and Träff 2009, as used by NCCL. Each bandwidth has its source in resources/hardware.

/// How the ranks of a group communicate.
enum class CollectiveAlgorithm : uint8_t {
    Automatic, ///< a fitting curve, else the fastest of ring, tree and, for whole nodes, the switch
    Ring,      ///< for all-to-all: pairwise
    Tree,      ///< double binary tree
    InSwitch,  ///< reduction in the switch (NVLS)
    Curve,     ///< measured by nccl-tests: beside the run, else on the kind of GPU
};
/// "automatic", "ring", "tree", "nvls" or "curve".
std::string_view collectiveAlgorithmKey(CollectiveAlgorithm algorithm);
std::optional<CollectiveAlgorithm> collectiveAlgorithmFromKey(std::string_view key);

/// Placement of the ranks of a group.
struct GroupPlacement {
    int ranks = 1;
    int ranksPerNode = 1;      ///< at most this many of them share a node
    int groupsSharingNics = 1; ///< groups of this kind that use a node's network cards at the same time
    int pipelineNodes = 1;     ///< of a message: nodes that its whole pipeline lies on
    bool spansNodes() const { return ranks > ranksPerNode; }
    int nodes() const { return ranksPerNode > 0 ? (ranks + ranksPerNode - 1) / ranksPerNode : 1; }
};

/// What limits a transfer; for tooltips.
enum class Bottleneck { None, NvLink, Network, Switch };
/// "NVLink", "network cards" or "NVLink switch"; empty for None.
std::string_view bottleneckName(Bottleneck bottleneck);

struct LinkSpeed {
    double bytesPerSecond = 0; ///< per rank, of the slowest link on the path
    double latencyNs = 0;      ///< per step; for a ring across nodes the mean of its steps
    Bottleneck bottleneck = Bottleneck::None;
};
LinkSpeed linkSpeed(const GroupPlacement& group, const Hardware& hardware);
/// Of one message between two ranks. NCCL opens as few channels to each peer as it opens to the farthest one: inside a
/// node a message of a pipeline that leaves it has two channels instead of all.
LinkSpeed messageLink(const GroupPlacement& peers, const Hardware& hardware);

/// Time of one collective with the ring (for all-to-all: pairwise) algorithm, in ns. `bytes` is the buffer of an
/// all-reduce, broadcast or reduce, the output of an all-gather, the input of a reduce-scatter, what each rank sends
/// (including its own share) in an all-to-all. A group of one rank costs nothing. Below 16 MiB expect errors of 50 %.
double collectiveNs(Operation operation, double bytes, const GroupPlacement& group, const Hardware& hardware);
/// Time of one message between two ranks, in ns.
double messageNs(double bytes, const GroupPlacement& peers, const Hardware& hardware);
/// The same, in a pipeline that lies inside a node or has each stage on a node of its own.
double messageNs(double bytes, bool acrossNodes, const Hardware& hardware);

/// Below this size calls, not links, decide what a transfer takes.
inline constexpr double smallMessageBytes = 1024.0 * 1024;
/// Below this size formulas that nothing was recorded or measured for are off by 20 to 80 %: figures state ±50 %.
inline constexpr double uncertainBytes = 16 * smallMessageBytes;

/// The price of a collective and how it was computed.
struct CollectivePrice {
    double ns = 0;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::Ring; ///< the one used, never Automatic
    LinkSpeed link;       ///< empty for a curve beside the run; of the GPU's own its latency is what a call takes
    bool isSmall = false; ///< ±50 %
};
/// Falls back to the ring, and says so in the result, if the algorithm does not apply: trees and switches only do
/// all-reduces; a switch serves whole nodes and must be known for the hardware; a curve is for one operation and group.
/// What was measured on this kind of GPU inside a node precedes the formulas, unless one of them is asked for.
CollectivePrice priceCollective(Operation operation, double bytes, const GroupPlacement& group,
    const Hardware& hardware, CollectiveAlgorithm algorithm, std::span<const BandwidthCurve> curves = {});
/// The curve that measured this operation with as many ranks in the same placement, or null.
const BandwidthCurve* fittingCurve(
    std::span<const BandwidthCurve> curves, Operation operation, const GroupPlacement& group);

/// Bytes per second from bytes and time.
double algorithmBandwidth(double bytes, double ns);
/// The bus bandwidth of nccl-tests: what the hardware must carry, comparable across operations and group sizes.
double busBandwidth(Operation operation, double bytes, int ranks, double ns);

} // namespace bubblescope
