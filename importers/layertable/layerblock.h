// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layertable.h"

#include <span>
#include <utility>

namespace bubblescope {

/// Finds the rows [first, second) of the single transformer layer in a one-layer table. The range is empty if there is
/// no numbered layer, or if there are several, since such a table is already unrolled.
///
/// Modules are named by their path, `transformer_h_0_ln_1`, `bert_encoder_layer_0_output_dense`,
/// `model_decoder_layers_0_fc1`; functions by themselves, `addmm_2`, `add_15`. The layer starts with the first row that
/// names it (the `_grad` row of an operator precedes the operator and names it too). It ends with the last such row or,
/// if the model adds its residual after the last module, with that addition and a reshape directly after it.
std::pair<size_t, size_t> findLayerBlock(std::span<const LayerRow> rows);

} // namespace bubblescope
