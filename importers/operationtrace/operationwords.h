// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "trace.h"

#include <optional>
#include <string_view>

namespace bubblescope {

/// What an operation of ByteDance's tracer means, and where it is drawn.
struct OperationWord {
    std::string_view name; ///< "forward-compute"
    Operation operation = Operation::Other;
    Category category = Category::Other;
    Lane lane = Lane::Compute;
    std::string_view laneName;
};

/// Null for names that the tracer is not known to write.
const OperationWord* operationWord(std::string_view name);

/// The place that a thread name states: "PP rank 3, TP rank 0, compute".
struct ThreadPlace {
    int stage = 0;
    int tensor = 0;
};
std::optional<ThreadPlace> threadPlace(std::string_view threadName);

} // namespace bubblescope
