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
        /// other builds, are too few to tell how far they scatter.
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
    struct Apart {
        size_t run = 0;
        std::string name;
        std::vector<Message> why;
    };
    std::vector<Build> builds;
    std::vector<ChangePoint> changes; ///< in order of time
    std::vector<Apart> apart;         ///< runs that are no builds of the same job as the last one
    const ChangePoint* changeAt(size_t build) const;
};

/// Splits where the means of both sides differ by more than 1 % and by more than noise makes likely: binary segmentation
/// (Scott and Knott, Biometrics 30, 1974) with the scatter of steps, and that of neighbouring runs, as noise.
/// `runs` in order of time.
RunHistory historyOf(const std::vector<GateRun>& runs);

} // namespace bubblescope
