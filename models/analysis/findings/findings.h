// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"
#include "progress.h"
#include "run.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bubblescope {

/// What a finding is based on, for views to highlight and zoom to. Parts that do not apply are empty.
struct Evidence {
    std::vector<SpanId> spans;              ///< most expensive first, at most maximumEvidence
    TimeRange range = TimeRange::nothing(); ///< of the trace, where to look; nothing() for inputs without a timeline
    std::vector<int32_t> ranks;             ///< global numbers
    std::vector<int> stages;
    std::vector<size_t> rows;   ///< of a layer table or workload
    std::vector<int64_t> steps; ///< numbers as in the trace or log
    std::string layer;          ///< "lm_head", "12"
};
inline constexpr size_t maximumEvidence = 64;

/// One thing that costs time, and why.
struct Finding {
    /// A fault differs from its peers and can be fixed in the same configuration; a shape is what the configuration
    /// costs inherently; a caveat costs nothing but warns what not to rely on.
    enum class Kind : uint8_t { Fault, Shape, Caveat };

    std::string id;                       ///< stable: "straggling-rank"
    Message title;                        ///< "Rank 6 is slow"
    Message sentence;                     ///< plain text with numbers
    double costNs = 0;                    ///< per step, see isOfMeanStep()
    double share = 0;                     ///< of the step, 0..1
    Origin costOrigin = Origin::Measured; ///< Modelled: from re-timing the step without the cause, or from a cost model
    Kind kind = Kind::Fault;
    Evidence evidence;
    Message howComputed; ///< how cost and figures were computed; whole sentences
    Message suggestion;  ///< a whole sentence
    /// Knobs that try the suggestion, as setKnob() parses them: {"microbatches", "16"}. Empty if no knob does.
    std::vector<std::pair<std::string, std::string>> tryKnobs;
    /// What the step would be shorter without it, where that is less than its cost since something else holds it up:
    /// that decides its place in the list, and only there it is kept.
    std::optional<double> gainNs {};

    /// Cost and share are those of the mean step: what some steps lose is reported as if all had lost a part of it.
    bool isOfMeanStep() const { return !evidence.steps.empty(); }
    /// What the share is one of; `isRecording` if the run is one whole recording, see wholerecording.h.
    std::string_view shareOf(bool isRecording) const
    {
        return isRecording ? "recording" : isOfMeanStep() ? "mean step" : "step";
    }
};

/// Faults first, then what is inherent to the configuration, then caveats; each by cost, or by what is gained without
/// it. At most one per id, but one for each fault of hosts. Of a profiler's run a fault goes only before what costs up
/// to four times as much.
struct Findings {
    std::vector<Finding> list;
    Message verdict;     ///< one sentence: what stands out, or that nothing does
    double stepNs = 0;   ///< costs are shares of this; 0 if the input states no step
    int step = 0;        ///< index into Trace::steps() of the analysed step
};

using FindingsPtr = std::shared_ptr<const Findings>;

struct FindingOptions {
    int step = -1;    ///< index into Trace::steps(); -1: the median step without warmup
    size_t top = 100; ///< maximum number of findings
    /// Called with work done and total (in no particular unit); returning false cancels, and the result is empty.
    ProgressFn progress;
};

Findings findRunFindings(const Run& run, const FindingOptions& options = {});

// Thresholds: no finding is made below its threshold.

/// Share of the step: less than this is lost among the normal variation between steps.
inline constexpr double leastFaultShare = 0.005;
/// Share of the step: below this, another configuration is not worth the trouble.
inline constexpr double leastShapeShare = 0.03;
/// Of the step: what takes as much as this is named even where the step would not be shorter without it.
inline constexpr double largeShare = 0.1;
/// A link is slow if its transfers take this many times as long as those of its peers; healthy links differ by about 10
/// %, small messages by more.
inline constexpr double slowLinkFactor = 1.3;
/// Share of the step: a link clearly slower than its peers is worth reporting even while it costs little; larger
/// messages or fewer microbatches will make it cost more.
inline constexpr double leastLinkShare = 0.0003;
/// A layer dominates its table above this share of the forward: in a balanced model no operator takes a third.
inline constexpr double dominantLayerShare = 1.0 / 3;

} // namespace bubblescope
