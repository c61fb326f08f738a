// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jsontext.h"
#include "roundedtime.h"
#include "run.h"
#include "timeparts.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace bubblescope {

struct MeasuredMemory;

/// Keeps the order of keys, since people read this output, too.
using Json = nlohmann::ordered_json;

template <typename T> Json orNull(const std::optional<T>& value) { return value ? Json(*value) : Json(nullptr); }
inline Json milliseconds(double ns) { return ns / nsPerMs; }
inline Json milliseconds(const std::optional<double>& ns) { return ns ? milliseconds(*ns) : Json(nullptr); }

/// What was added to each host's clock, in ms; null for a host that could not be aligned.
Json clockOffsetsJson(const Run& run);
/// How a measured run calibrates a described job.
Json calibrationJson(const JobCalibration& calibration);
/// What the run of a described job says of memory: {"modelled_bytes", "printed_bytes"}.
Json runMemoryJson(const MeasuredMemory& run);
/// ms by key, over all ranks; `overlapped` stands beside what adds up. `isSimulated`: with what is not explained.
Json timePartsJson(const TimeParts& parts, bool isSimulated = false);

} // namespace bubblescope
