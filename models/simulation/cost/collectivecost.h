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

// The α-β model (Hockney 1994): a latency per step of the algorithm, and bytes over the bandwidth of the slowest link
// on the path. Steps and bytes: ring as in Patarasuk and Yuan 2009 and Thakur et al. 2005, double binary tree as in
// Sanders, Speck and Träff 2009, as NCCL uses them. Each bandwidth states its source in resources/hardware.

/// How ranks of a group communicate.
enum class CollectiveAlgorithm : uint8_t {
    Automatic, ///< the curve where one fits, else the fastest of ring, tree and, for a whole node, the switch
    Ring,      ///< of an all-to-all: pairwise
    Tree,      ///< double binary tree
    InSwitch,  ///< the switch adds up (NVLS)
    Curve,     ///< as measured by nccl-tests
};
/// "automatic", "ring", "tree", "nvls" or "curve".
std::string_view collectiveAlgorithmKey(CollectiveAlgorithm algorithm);
std::optional<CollectiveAlgorithm> collectiveAlgorithmFromKey(std::string_view key);

/// Where the ranks of a group sit.
struct GroupPlacement {
    int ranks = 1;
    int ranksPerNode = 1;      ///< at most so many of them share a node
    int groupsSharingNics = 1; ///< groups of this kind that use a node's network cards at the same time
    int pipelineNodes = 1;     ///< of a message: nodes that its whole pipeline lies on
    bool spansNodes() const { return ranks > ranksPerNode; }
    int nodes() const { return ranksPerNode > 0 ? (ranks + ranksPerNode - 1) / ranksPerNode : 1; }
};

/// What limits a transfer, for tooltips.
enum class Bottleneck { None, NvLink, Network, Switch };
/// "NVLink", "network cards" or "NVLink switch"; empty for none.
std::string_view bottleneckName(Bottleneck bottleneck);

struct LinkSpeed {
    double bytesPerSecond = 0; ///< of the slowest link on the path, per rank
    double latencyNs = 0;      ///< per step; of a ring across nodes the mean of its steps
    Bottleneck bottleneck = Bottleneck::None;
};
LinkSpeed linkSpeed(const GroupPlacement& group, const Hardware& hardware);
/// Of one message between two ranks. NCCL opens as few channels to each peer as it opens to the farthest one: inside a
/// node a message of a pipeline that leaves it has two channels instead of all.
LinkSpeed messageLink(const GroupPlacement& peers, const Hardware& hardware);

/// Time of one collective by the ring (for all-to-all: pairwise) algorithm, ns. `bytes` is the buffer of an all-reduce,
/// broadcast or reduce, the output of an all-gather, the input of a reduce-scatter, what each rank sends (its own share
/// included) of an all-to-all. A group of one rank costs nothing. Below 1 MiB expect errors of 50 %.
double collectiveNs(Operation operation, double bytes, const GroupPlacement& group, const Hardware& hardware);
/// Time of one message between two ranks, ns.
double messageNs(double bytes, const GroupPlacement& peers, const Hardware& hardware);
/// The same, in a pipeline that lies inside a node or has each stage on a node of its own.
double messageNs(double bytes, bool acrossNodes, const Hardware& hardware);

/// Formulas are off by 35 to 80 % below this: figures say ±50 %.
inline constexpr double smallMessageBytes = 1024.0 * 1024;

/// A collective as it was priced.
struct CollectivePrice {
    double ns = 0;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::Ring; ///< that was taken, never Automatic
    LinkSpeed link;                                            ///< empty of a curve
    bool isSmall = false;                                      ///< modelled, below smallMessageBytes
};
/// What the algorithm cannot do (trees and switches add up: all-reduces; a switch serves one node and must be known to
/// the hardware; a curve serves one operation and group) is done by the ring, and the answer says so.
CollectivePrice priceCollective(Operation operation, double bytes, const GroupPlacement& group,
    const Hardware& hardware, CollectiveAlgorithm algorithm, std::span<const BandwidthCurve> curves = {});
/// The curve that measured this operation among so many ranks placed alike, or null.
const BandwidthCurve* fittingCurve(
    std::span<const BandwidthCurve> curves, Operation operation, const GroupPlacement& group);

/// Bytes per second by bytes and time.
double algorithmBandwidth(double bytes, double ns);
/// nccl-tests' bus bandwidth: what the hardware would have to carry, comparable between operations and sizes of group.
double busBandwidth(Operation operation, double bytes, int ranks, double ns);

} // namespace bubblescope
