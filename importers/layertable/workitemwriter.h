// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layertable.h"

#include <string>

namespace bubblescope {

/// Writes the table as a work-item TSV that the importer can read: times in ms, sizes in elements of 4 bytes.
std::string writeWorkItems(const LayerTable& table);

} // namespace bubblescope
