// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <memory>

namespace bubblescope {

/// Descriptions of jobs that lie in a folder: config.json of Hugging Face and *.bubblejob, which nothing else is taken
/// for. Other descriptions are files that runs have beside them: they are read where they are named (jobreader.h).
std::unique_ptr<Importer> makeJobDescriptionImporter();

} // namespace bubblescope
