// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "kernelnames.h"

#include <cstdint>
#include <string_view>

namespace bubblescope {

/// What a row of a table of operations is, by its words.
struct RowMeaning {
    Category category = Category::OtherCompute;
    Operation operation = Operation::Other;
    int16_t stage = -1;      ///< where the name states it, as "2F7" does
    int32_t microbatch = -1; ///< likewise
};

/// `name` is what the tracer calls the operation: "forward-compute", "F3", "recv_prev", "grads-reduce-scatter",
/// "ncclDevKernel_AllReduce". `category` and `group` are the words of those columns and may be empty.
RowMeaning meaningOfRow(std::string_view name, std::string_view category, std::string_view group,
    const KernelNames& kernels = *KernelNames::builtin());

} // namespace bubblescope
