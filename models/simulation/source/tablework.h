// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layertable.h"
#include "layerwork.h"

#include <cstddef>

namespace bubblescope {

/// Rows of a table in the order of the forward pass. Without a block that repeats, all of them are prologue.
struct TableRows {
    struct Range {
        size_t first;
        size_t last;
    };
    explicit TableRows(const LayerTable& table);

    Range prologue;
    Range layer;
    Range epilogue;
};

/// A message to the next stage: it belongs between two layers, wherever the table lists it.
bool isMessageRow(const LayerRow& row);
bool knowsBackward(const LayerTable& table);
/// The table's costs by layer. Communication without a stated time is left to be priced by its bytes.
LayerWork layerWork(const LayerTable& table, int layers);

} // namespace bubblescope
