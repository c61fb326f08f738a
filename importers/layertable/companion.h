// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// What the JSON files that accompany layer tables say: NeuSight's twin of a prediction (aggregate times in ms) and
/// model configurations (n_layer, num_hidden_layers, num_layers).
struct Companion {
    std::optional<int> layers;
    std::optional<LayerTable::StatedTotals> stated;
};
/// Nothing for text that is neither.
std::optional<Companion> parseCompanion(std::string_view json);

/// Takes the number of layers and the stated totals over from the twin beside the table's file, else the number of
/// layers from `<model>.json` beside it or in a folder DLmodel_configs up to three folders above, where the table's
/// file is named `<model>-…`. Files are read bounded; none is required.
/// Also drops the block of a table whose rows add up to the stated total as they are: it is unrolled.
void attachCompanions(LayerTable& table, const std::string& path);

/// Recognises both kinds, so that they are not listed as strangers; they hold nothing to show by themselves.
std::unique_ptr<Importer> makeCompanionImporter();

} // namespace bubblescope
