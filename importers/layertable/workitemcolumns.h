// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roundedtime.h"

#include <array>
#include <string_view>

namespace bubblescope {

/// Columns of a work-item table, in the order they are written.
enum WorkItemColumn : int {
    RowName,
    ForwardTime,
    ForwardComm,
    ForwardSize,
    BackwardTime,
    BackwardComm,
    BackwardSize,
    WeightTime,
    WeightComm,
    WeightSize,
    ProcessTime,
};
inline constexpr std::array<std::string_view, 11> workItemColumns {
    "name",
    "forward_compute_time",
    "forward_comm_type",
    "forward_comm_size",
    "backward_compute_time",
    "backward_comm_type",
    "backward_comm_size",
    "weight_grad_compute_time",
    "weight_grad_comm_type",
    "weight_grad_comm_size",
    "process_time",
};
inline constexpr double bytesPerElement = 4;

} // namespace bubblescope
