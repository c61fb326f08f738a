// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace bubblescope {

/// Floating-point operations of one call of a PyTorch operator that multiplies matrices, from the shapes of its inputs
/// as a profiler records them, "[8944, 1024] [1024, 2816]": two for each product that is summed up, and one for each
/// element that a bias is added to. nullopt for other operators, and where the shapes do not fit.
std::optional<double> operatorFlops(std::string_view name, std::string_view shapes);

} // namespace bubblescope
