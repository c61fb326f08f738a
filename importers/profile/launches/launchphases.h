// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "launchscope.h"
#include "timerange.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace bubblescope {

/// Finds the training pass that a host call belongs to, by the ranges around it on its thread. Times are the file's
/// own. Usage: add all ranges, call settle(), then query.
class LaunchPhases {
public:
    struct Phase {
        Category category = Category::OtherCompute; ///< OtherCompute if unknown
        int16_t stage = -1;
        int32_t microbatch = -1;
        bool isKnown() const { return category != Category::OtherCompute; }
    };

    void add(uint32_t lane, TimeRange range, LaunchScope scope, const Phase& phase);
    bool isEmpty() const { return m_lanes.empty(); }
    /// `ranks`: the rank of every lane. `isDevice`: true for lanes of ranges as seen by a device.
    void settle(const std::vector<int32_t>& ranks, const std::vector<bool>& isDevice);
    /// The phase at a time according to the ranges of the lane.
    Phase at(uint32_t lane, TimeNs time) const;
    /// The phase at a time on a host thread according to the order of work: a step's forward precedes its backward.
    Phase fromOrder(uint32_t lane, TimeNs time) const;

private:
    struct Range {
        TimeRange range;
        int32_t microbatch;
        int16_t stage;
        Category category;
        LaunchScope scope;
    };
    /// Lasts from `time` to that of the next one.
    struct Stretch {
        TimeNs time = 0;
        int32_t microbatch = -1;
        int16_t stage = -1;
        Category category = Category::OtherCompute;
        bool isInAutograd = false;
        bool isInStep = false;
        bool isSameAs(const Stretch& other) const
        {
            return microbatch == other.microbatch && stage == other.stage && category == other.category
                && isInAutograd == other.isInAutograd && isInStep == other.isInStep;
        }
    };
    struct Lane {
        std::vector<Range> ranges; ///< until settle()
        std::vector<Stretch> stretches;
        int32_t rank = -1;
        bool hasAutograd = false;
        bool hasStep = false;
        bool hasPass = false;
    };
    struct Rank {
        std::vector<Range> backwards;                ///< as named by the program, in order of begin
        std::vector<std::pair<TimeNs, bool>> events; ///< true: a backward begins; false: any other range begins
        bool hasStep = false;
        bool namesForwards = false;
    };

    static Stretch entered(Stretch outer, const Range& range);
    static void makeStretches(Lane& lane);
    static void noteOrder(const Lane& lane, Rank& rank);
    const Stretch* stretchAt(const Lane& lane, TimeNs time) const;
    Phase backwardAt(const Rank& rank, TimeNs time) const;

    std::vector<Lane> m_lanes;
    std::map<int32_t, Rank> m_ranks;
};

} // namespace bubblescope
