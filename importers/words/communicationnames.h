// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"

#include <string_view>

namespace bubblescope {

/// The collective in names like "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "_reduce_scatter_base", "all_to_allv".
Operation collectiveOfName(std::string_view name);
/// The kind of communication of a process group, from its description ("TENSOR_MODEL_PARALLEL_GROUP", "mesh_dp_shard").
Category categoryOfProcessGroup(std::string_view description);

} // namespace bubblescope
