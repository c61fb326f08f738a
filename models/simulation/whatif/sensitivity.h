// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "progress.h"
#include "whatif.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What has to be there before a change can be made: nothing, so that it can be tried tonight with the same batch on the same
/// GPUs; another batch, which may train otherwise; or other hardware or faster code.
enum class KnobNeeds : uint8_t { Nothing, Batch, Hardware };
/// "nothing", "batch", "hardware": stable.
std::string_view knobNeedsKey(KnobNeeds needs);

/// As a share of the samples per second.
inline constexpr double leastGain = 1e-6;
/// How many times as long as the shortest step of a range the longest may be: from there on the step between them says
/// nothing, only an end of the range does.
inline constexpr double widestTold = 2;

/// What moving one knob by a stated amount would gain, relative to the current knobs.
struct KnobGain {
    std::string_view knob; ///< its key
    Message change;        ///< "microbatches 8 to 16"
    Knobs knobs;           ///< including the change, ready to use
    double stepNs = 0;         ///< including what the model does not explain
    double throughputGain = 0; ///< 0.1: a tenth more samples per second; may be negative
    double gainError = 0;      ///< the gain may be smaller by so much
    std::optional<double> gainMore {}; ///< or larger by so much, where that differs
    double more() const { return gainMore.value_or(gainError); }
    double low() const { return throughputGain - gainError; }
    double high() const { return throughputGain + more(); }
    double widerError() const { return std::max(gainError, more()); }
    /// All of its range is on one side, by more than sums in another order make of nothing.
    bool isSure() const { return low() > leastGain || high() < -leastGain; }
    /// Its range is so wide that only its end on the side of no change tells: at least so much is gained, or lost.
    bool isWide() const { return 1 + high() >= widestTold * (1 + low()); }
    /// False: it may be so large a gain or loss, or none, that nobody can tell what the change does.
    bool isStated() const { return isSure() || !isWide(); }
    /// More samples per second, and more than sums in another order make of nothing.
    bool helps() const { return throughputGain > leastGain; }
    /// What is shown unasked: it surely helps, and fits.
    bool isAdvice() const { return helps() && isSure() && fitsMemory; }
    KnobNeeds needs = KnobNeeds::Nothing;
    bool fitsMemory = true;    ///< false if activations and parameters are known and exceed the GPU's memory
    Message whyWide {};        ///< a sentence; empty where it is not
};

/// How many more samples per second `then` takes than `now`: 0.1 is a tenth more, below 0 it loses. Where one of them
/// does not state its samples, both count as having the same.
double throughputGain(const StepFigures& now, const StepFigures& then);

/// What a step under `knobs` gains over one under others, but for its knob and the words of its change. Of figures from
/// Simulator::outcome().
KnobGain gainFrom(const Simulator& simulator, const StepFigures& now, const StepFigures& then, const Knobs& knobs);

/// Moves every knob that the input answers to, one at a time. First what needs nothing, then what needs another batch, then
/// what needs other hardware; each by what is sure of its gain, best first, but what does not fit, and a gain that is smaller
/// than its error, come behind those that fit and are sure; what cannot be told comes last. Cancelled by `progress`, the
/// results so far.
std::vector<KnobGain> whatHelpsMost(const Simulator& simulator, const Knobs& from, const ProgressFn& progress);

/// Gains that belong under one heading of a list.
struct GainSection {
    KnobNeeds needs = KnobNeeds::Nothing;
    bool helps = true; ///< false: the model expects no gain of them
    bool isStated = true; ///< false: see KnobGain
    std::span<const KnobGain> gains;
};
/// A list of whatHelpsMost() as all places show it: by what changes need, and in each group those that help before those
/// that do not, and these before those of which that cannot be told.
std::vector<GainSection> gainSections(std::span<const KnobGain> gains);

} // namespace bubblescope
