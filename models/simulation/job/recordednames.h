// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "trace.h"

#include <string_view>

namespace bubblescope {

/// How a tracer on every rank would have recorded an operation, so that simulated steps look like measured ones.
struct RecordedAs {
    std::string_view name;
    Category category;
    Lane lane;
    Category group;
    std::string_view track;
};

/// Passes, messages, and other operations at the top level of a rank's program.
RecordedAs recordedOperation(Operation operation);
/// Communication inside an operation.
RecordedAs recordedCollective(Operation operation, Category group);
/// Gradient synchronization after the last microbatch, by the collective that does it.
RecordedAs recordedGradients(Operation operation, Category group);
/// Gradient synchronization during compute.
RecordedAs recordedStream(Category group);

} // namespace bubblescope
