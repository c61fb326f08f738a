// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <memory>

namespace bubblescope {

/// JSON lines that NCCL's Inspector, a plugin of its profiler interface, writes for each process: collectives and
/// messages of its communicators with size and time (formats v4.0 to v5.1; from v4.3 on the communicator is stated
/// once, before its operations). Fields as in plugins/profiler/inspector of NCCL, README.md and inspector_json.cc.
std::unique_ptr<Importer> makeInspectorImporter();

} // namespace bubblescope
