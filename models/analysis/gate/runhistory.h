// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "culprit.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Builds of one job in order of time, and where their step changed.
struct RunHistory {
    struct Build {
        size_t run = 0; ///< index of the run that was given
        std::string name;
        std::optional<double> of(GateQuantity quantity) const { return typical[size_t(quantity)]; }
        std::array<std::optional<double>, gateQuantityCount> typical; ///< ns; memory in bytes
        /// Where the mean of the run's steps lies with 95 % confidence, ns; nullopt where its steps, and those of the
        /// other builds, are too few to know how far they scatter.
        std::optional<double> low;
        std::optional<double> high;
        size_t steps = 0;
        Message finding;      ///< that costs most; empty for none
        double findingNs = 0;
    };
    /// The step was about as long in all builds from the one before, and from this one to the next.
    struct ChangePoint {
        size_t build = 0; ///< index into `builds`: the first after the change
        double change = 0; ///< of the step, as a share of what it was
        double beforeNs = 0;
        double afterNs = 0;
        std::array<double, gateQuantityCount> grown {}; ///< ns by quantity, of the mean rank
        std::optional<Culprit> culprit;
        Message whyNotSearched; ///< empty where a culprit was looked for
        /// Looks for it among what differs between the builds on both sides.
        void findCulprit(const GateRun& first, const GateRun& before);
    };
    /// The step took a little longer, or less, with each build from one to another: no single one changed it.
    struct Crept {
        size_t first = 0; ///< index into `builds`: the last before it
        size_t last = 0;
        double beforeNs = 0;
        double afterNs = 0;
        double change() const { return afterNs / beforeNs - 1; }
    };
    /// Where the step stood over some builds, from the middle of one to that of another: what is drawn.
    struct Stretch {
        double from = 0; ///< in builds; half a build before the first, or after the last, of a level
        double to = 0;
        double fromNs = 0;
        double toNs = 0;
    };
    struct Apart {
        size_t run = 0;
        std::string name;
        std::vector<Message> why;
    };
    std::vector<Build> builds;
    std::vector<ChangePoint> changes; ///< in order of time
    std::vector<Crept> crept;         ///< likewise
    /// Builds whose step differs from that of the build before by more than the limit: chance alone may make that, too.
    std::vector<size_t> undecided;
    bool noiseIsKnown = false; ///< of any comparison
    bool isLevel = false;      ///< each comparison with known noise says that nothing changed by more than the limit
    std::vector<Apart> apart;         ///< runs that are no builds of the same job as the last one
    /// That it crept, or what is known where it did not and there are no changes; else empty.
    Message sentence() const;
    std::vector<Stretch> stretches() const;
    const ChangePoint* changeAt(size_t build) const;
};

/// A change is where `check` would report it, with its usual limit: each build against those since the last change, by
/// the same test at the same level. Where these are fewer than three, so that the noise between builds is not known,
/// and three or more from the build on are level, these are compared with the one before it; one build that differs
/// from those on both sides is two changes. What rises or falls a little with each build is no change, see
/// findCreeps(). `runs` in order of time.
RunHistory historyOf(const std::vector<GateRun>& runs);

} // namespace bubblescope
