// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stepreasons.h"
#include "tablemodel.h"
#include "waitingtimes.h"

#include <QString>

#include <span>
#include <vector>

namespace bubblescope {

/// One fact: a label, a value, maybe a span to go to. A heading has no value.
struct DetailField {
    QString label;
    QString value;
    QString toolTip; ///< how the value came about; empty: the value in full
    SpanId target;
    bool isHeading = false;
};
using DetailFields = std::vector<DetailField>;

/// What analyses found out about a span, and its record.
struct SpanFindings {
    const WaitingTimes* waiting = nullptr; ///< of the run; null where it is not known
    std::span<const SpanId> collective;            ///< members of the span's own, in order of arrival
    const StepReasons* reasons = nullptr; ///< of the step that is looked at; null where they are not known
    DetailFields record {}; ///< how it stands in its file, where that was read
};
/// Everything known of one span, relatives, the other end of its message and the rest of its collective included.
DetailFields spanDetails(const Run& run, SpanId span, const SpanFindings& findings = {});
/// Facts of a run: layout, ranks, hosts and their clocks, files. `rank` adds a section about it; -1 for none.
DetailFields runDetails(const Run& run, int rank);
DetailFields layerTableDetails(const LayerTable& table);
DetailFields workloadDetails(const Workload& workload);
DetailFields runLogDetails(const RunLog& log);

/// The record's bandwidth as nccl-tests defines busbw, where the operation, its size and the size of its group are
/// known and its time was measured; bytes per second, else nothing.
std::optional<double> busBandwidth(const Run& run, SpanId span);

} // namespace bubblescope
