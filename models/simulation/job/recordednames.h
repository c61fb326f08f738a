// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "trace.h"

#include <string_view>

namespace bubblescope {

/// How a tracer on every rank would have recorded it: made-up steps look like measured ones.
struct RecordedAs {
    std::string_view name;
    Category category;
    Lane lane;
    Category group;
    std::string_view track;
};

/// Passes, messages, and what else stands in a rank's program by itself.
RecordedAs recordedOperation(Operation operation);
/// Communication inside an operation.
RecordedAs recordedCollective(Operation operation, Category group);
/// Gradients that are shared after the last microbatch.
RecordedAs recordedGradients(Category group);
/// Gradients that are shared while compute runs.
RecordedAs recordedStream(Category group);

} // namespace bubblescope
