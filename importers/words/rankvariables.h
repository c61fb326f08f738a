// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <utility>

namespace bubblescope {

/// Variables by which launchers give a process its rank, each with the one for the number of ranks; the first counts.
/// CUDA_VISIBLE_DEVICES and its like are none: they count on one host only.
inline constexpr std::pair<std::string_view, std::string_view> rankVariables[]
    = {{"RANK", "WORLD_SIZE"}, {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"PMI_RANK", "PMI_SIZE"},
        {"PMIX_RANK", ""}, {"SLURM_PROCID", "SLURM_NTASKS"}};

} // namespace bubblescope
