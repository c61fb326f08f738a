// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// NeuSight predictions: CSV with one operator per row, times in ms. A JSON file next to it states the totals.
std::unique_ptr<Importer> makeNeuSightImporter();

} // namespace bubblescope
