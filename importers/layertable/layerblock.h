// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layertable.h"

#include <span>
#include <utility>

namespace bubblescope {

/// Finds the rows [first, second) that are the one transformer layer of a one-layer table; an empty range where there
/// is none: no numbered layer at all, or several, which means that the table is unrolled already.
///
/// Modules are named by their path, `transformer_h_0_ln_1`, `bert_encoder_layer_0_output_dense`,
/// `model_decoder_layers_0_fc1`; functions by themselves, `addmm_2`, `add_15`. The layer begins with the first row that
/// names it (the `_grad` row of an operator stands before it and names it too) and ends with the last, or, where the
/// model adds its residual after the last module, with that addition and a reshape right behind it.
std::pair<size_t, size_t> findLayerBlock(std::span<const LayerRow> rows);

} // namespace bubblescope
