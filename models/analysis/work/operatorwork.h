// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace bubblescope {

/// What one call of an operator has to do, whatever its kernels do: nullopt where that is not known.
struct OperatorWork {
    std::optional<double> flops {}; ///< floating-point operations
    std::optional<double> bytes {}; ///< each tensor that it reads and writes, once
};

/// Of a PyTorch operator, from what a profiler recorded of its inputs (see inputtext.h); where it recorded only the
/// shapes of tensors, "[8944, 1024] [1024, 2816]", of products of matrices alone. Conventions as TraceLens has them
/// (github.com/AMD-AGI/TraceLens, PerfModel), so that figures can be compared: two operations for each product that is
/// summed up, one for each element a bias is added to; half of an attention that is causal; one for each element of
/// what is element-wise or reduced.
OperatorWork operatorWork(std::string_view name, std::string_view shapes, std::string_view inputs);

/// What an operator mainly does, by its name.
enum class OperatorKind : uint8_t { Matrix, Attention, Convolution, Norm, Elements };
constexpr int operatorKindCount = 5;
/// Elements: all that no other kind knows, too.
OperatorKind operatorKind(std::string_view name);

} // namespace bubblescope
