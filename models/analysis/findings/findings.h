// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"
#include "progress.h"
#include "run.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// What a finding is read from: what a view highlights and zooms to. What does not apply is empty.
struct Evidence {
    std::vector<SpanId> spans;              ///< costliest first, at most maximumEvidence
    TimeRange range = TimeRange::nothing(); ///< of the trace, where to look; nothing() for inputs without a time line
    std::vector<int32_t> ranks;             ///< global numbers
    std::vector<int> stages;
    std::vector<size_t> rows;   ///< of a layer table or workload
    std::vector<int64_t> steps; ///< numbers, as the trace or log has them
    std::string layer;          ///< "lm_head", "12"
};
inline constexpr size_t maximumEvidence = 64;

/// One thing that costs time, and why.
struct Finding {
    /// A fault differs from its peers and can be fixed without another configuration; a shape is what the job's
    /// layout costs anyway; a caveat costs nothing but says what not to rely on.
    enum class Kind : uint8_t { Fault, Shape, Caveat };

    std::string id;                       ///< stable: "straggling-rank"
    Message title;                        ///< "Rank 6 is slow"
    Message sentence;                     ///< plain, with numbers
    double costNs = 0;                    ///< of one step
    double share = 0;                     ///< of the step, 0..1
    Origin costOrigin = Origin::Measured; ///< Modelled: the step re-timed without the cause, or a cost model
    Kind kind = Kind::Fault;
    Evidence evidence;
    Message howComputed; ///< sentences: how cost and figures came about
    Message suggestion;  ///< a sentence
    /// Knobs that try the suggestion, as setKnob() reads them: {"microbatches", "16"}. Empty where none answers.
    std::vector<std::pair<std::string, std::string>> tryKnobs;
};

/// Faults first, then what is inherent to the configuration, then caveats; each by cost. At most one per id.
struct Findings {
    std::vector<Finding> list;
    Message verdict;     ///< one sentence: what stands out, or that nothing does
    double stepNs = 0;   ///< that costs are shares of; 0 where the input states no step
    int step = 0;        ///< index into Trace::steps() of the step looked at
};

using FindingsPtr = std::shared_ptr<const Findings>;

struct FindingOptions {
    int step = -1;    ///< index into Trace::steps(); -1: the median step without warmup
    size_t top = 100; ///< no more findings than this
    /// Called with work done and in all (of no particular unit); false cancels, and the result is empty.
    ProgressFn progress;
};

Findings findRunFindings(const Run& run, const FindingOptions& options = {});

// Thresholds. A finding below its threshold is not made.

/// Of the step: less than this is lost among the differences between healthy steps.
inline constexpr double leastFaultShare = 0.005;
/// Of the step: below this, another configuration is not worth the trouble.
inline constexpr double leastShapeShare = 0.03;
/// Of the step: what takes as much as this is named even where the step would not be shorter without it.
inline constexpr double largeShare = 0.1;
/// Transfers of one link take so many times as long as those of its peers; healthy links differ by some 10 %, small
/// messages by more.
inline constexpr double slowLinkFactor = 1.3;
/// Of the step: a link that is clearly slower than its peers is worth a word before it costs much; with larger messages
/// or fewer microbatches it will.
inline constexpr double leastLinkShare = 0.0003;
/// A layer with more of the forward than this stands out from its table: in a balanced model no operator has a third.
inline constexpr double dominantLayerShare = 1.0 / 3;

} // namespace bubblescope
