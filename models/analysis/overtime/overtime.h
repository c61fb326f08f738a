// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "steptable.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bubblescope {

/// Something that changes, or comes and goes, over the steps of a run.
struct OverTime {
    enum class Kind : uint8_t {
        Drift,         ///< steps become longer all the time
        LevelShift,    ///< steps are longer since one of them
        Blips,         ///< a few steps are longer, at no regular distance
        PeriodicStall, ///< every so many steps one is longer: checkpoints, evaluation, garbage collection
        SlowHost,      ///< nearly all ranks of one or more hosts are always slow: one for each of SlowHosts
        AlwaysSlow,    ///< ranks that are slow in nearly all steps
        SometimesSlow, ///< a rank that is slow in some steps
        Rotating,      ///< nearly always some rank is slow, but never the same for long
        Mixed,         ///< steps of two kinds, in turn or mixed
        SawTooth,      ///< steps become longer and fall back at a regular distance
    };
    Kind kind = Kind::Drift;
    std::vector<int64_t> steps; ///< numbers: those concerned, for a drift and a shift the first and last
    std::vector<int32_t> ranks; ///< global, ascending; empty if all are concerned
    std::vector<int> hosts;     ///< StepTable::Row::host
    double factor = 1;          ///< at the end against the start, slow against others
    int64_t period = 0;         ///< in steps
    double lowMs = 0;           ///< of a mixture and a saw tooth: the shorter and the longer steps
    double highMs = 0;
    /// Over all recorded steps. Of slow ranks first what the slowest one computes longer than others: what the steps
    /// lose by that is known after priceSlowRanks().
    double lostMs = 0;
    size_t retimedSteps = 0; ///< that priceSlowRanks() took for all of them
    // Of a mixture, the name of one of the longer steps and that of another, where names say that they do other work: then
    // nothing is lost.
    std::string work {};
    std::string usualWork {};
    /// Of a slow host, those that were priced before it: it is priced as if they were mended, so that prices add up.
    std::vector<int> mendedHosts {};

    struct Slow {
        uint32_t row = 0; ///< of the table
        uint32_t step = 0;
        float factor = 1;
    };
    std::vector<Slow> slow; ///< of slow ranks, by step
    bool isOfSlowRanks() const { return !slow.empty(); }
};

/// Blips, stalls and small trends need at least this many steps.
inline constexpr size_t fewestStepsOverTime = 24;
/// A rank is slow in a step if its compute takes this many times as long as that of its peers, or more where they
/// differ more.
inline constexpr double slowInStepFactor = 1.05;
/// A step is a blip or stall if it takes this many times as long as those around it, or more where they differ more;
/// where they differ by 0.2 % or less, 1.05 times.
inline constexpr double blipFactor = 1.1;

/// What cost most first. Warmup is left out. O(ranks x steps).
std::vector<OverTime> findOverTime(const StepTable& table);

} // namespace bubblescope
