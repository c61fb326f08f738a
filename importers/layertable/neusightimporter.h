// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// NeuSight predictions: CSV, one operator a row, times in ms. The twin JSON beside it states the totals.
std::unique_ptr<Importer> makeNeuSightImporter();

} // namespace bubblescope
