// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operatorinputs.h"
#include "operatorwork.h"

#include <optional>
#include <string_view>

namespace bubblescope {

/// Of products of matrices: alone, in batches, in groups (experts), of scaled 8-bit numbers. nullopt for other
/// operators; empty where their inputs do not fit.
std::optional<OperatorWork> matrixWork(std::string_view name, const OperatorInputs& inputs);

/// Of one product, or of each of a batch: [rows, summed] × [summed, columns].
struct MatrixSizes {
    double rows = 0;
    double columns = 0;
    double summed = 0;
};
/// nullopt for other operators, groups among them, and where their inputs do not fit.
std::optional<MatrixSizes> matrixSizes(std::string_view name, const OperatorInputs& inputs);

} // namespace bubblescope
