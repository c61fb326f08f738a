// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stepreasons.h"
#include "tablemodel.h"
#include "waitingtimes.h"

#include <QString>

#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// One fact: a label, a value, possibly a span to go to. A heading has no value.
struct DetailField {
    QString label;
    QString value;
    QString toolTip; ///< how the value was computed; if empty, the full value
    SpanId target;
    bool isHeading = false;
};
using DetailFields = std::vector<DetailField>;

/// Results of analyses about a span, and its record.
struct SpanFindings {
    const WaitingTimes* waiting = nullptr; ///< of the run; null if unknown
    std::span<const SpanId> collective;            ///< members of the span's collective in order of arrival
    const StepReasons* reasons = nullptr; ///< of the current step; null if unknown
    DetailFields record {}; ///< the record in its file, if that was read
    /// Of a modelled span: how much longer it takes than its opened counterpart, see durationDifferences().
    std::optional<float> difference {};
    TimeNs zero = 0; ///< from which begin and end count: 0, or the begin of the chosen step
    std::optional<int64_t> step {}; ///< of a modelled span: the opened step that it answers for
};
/// Everything known about one span, including relatives, the other end of its message and its collective.
DetailFields spanDetails(const Run& run, SpanId span, const SpanFindings& findings = {});

} // namespace bubblescope
