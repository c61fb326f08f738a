// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"

#include <string_view>

namespace bubblescope {

/// Of "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "_reduce_scatter_base", "all_to_allv": whatever the library is.
Operation collectiveOfName(std::string_view name);
/// True where the name of a kernel is that of a communication library (NCCL, RCCL, HCCL, oneCCL, MSCCL, NVSHMEM) or of
/// a collective.
bool isCommunicationKernel(std::string_view name);
/// Whose communication a process group is for, from its description ("TENSOR_MODEL_PARALLEL_GROUP", "mesh_dp_shard").
Category categoryOfProcessGroup(std::string_view description);

} // namespace bubblescope
