// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gaterun.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// The one thing that explains most of a longer step: with it as in the baseline, and all else as it is, the step would
/// be `gainNs` shorter.
struct Culprit {
    enum class Kind : uint8_t { Compute, Transfer, Host, Timer };
    Kind kind = Kind::Compute;
    std::string id;     ///< stable: "slower-compute", "slower-transfer", "longer-host", "longer-timer"
    Message title;      ///< "Rank 5 computes longer"
    Message sentence;
    double gainNs = 0;  ///< of a step
    double factor = 1;  ///< how many times as long as in the baseline
    Category category = Category::Other; ///< that grew most; of a transfer, whose communication
    std::string timer;  ///< of a log
    Evidence evidence;  ///< in the run
    TracePtr trace {};  ///< that its spans are of; null for a log
};

/// Less than this share of the growth explains nothing.
inline constexpr double leastExplained = 0.33;

/// nullopt if nothing explains a third of `growthNs`; an error where the search needs more memory than there is. Both
/// must be of one layout.
Result<std::optional<Culprit>> findCulprit(const GateRun& run, const GateRun& baseline, double growthNs);
/// What is to be said of such an error.
Message notSearched(const Error& error);

} // namespace bubblescope
