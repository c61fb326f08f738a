// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// Content of the JSON files that accompany layer tables: NeuSight's counterpart of a prediction (total times in ms)
/// and model configurations (n_layer, num_hidden_layers, num_layers).
struct Companion {
    std::optional<int> layers;
    std::optional<LayerTable::StatedTotals> stated;
};
/// nullopt if the text is neither.
std::optional<Companion> parseCompanion(std::string_view json);

/// Sets the number of layers and the stated totals from the JSON counterpart next to the table's file; otherwise the
/// number of layers from `<model>.json`, next to the file or in a folder DLmodel_configs up to three levels up, if the
/// table's file is named `<model>-…`. Reads a bounded amount of each file; all are optional. Removes the layer block of
/// a table whose rows already add up to the stated total: such a table is unrolled.
void attachCompanions(LayerTable& table, const std::string& path);

/// Recognises both kinds, so that they are not listed as unknown files; they have nothing to show by themselves.
std::unique_ptr<Importer> makeCompanionImporter();

} // namespace bubblescope
