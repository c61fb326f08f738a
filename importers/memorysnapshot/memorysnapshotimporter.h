// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <memory>

namespace bubblescope {

/// Snapshots of PyTorch's memory, torch.cuda.memory._dump_snapshot(): a pickle of plain data with "segments" and
/// "device_traces". One file may hold several GPUs. Files of more than 1 GiB are refused.
std::unique_ptr<Importer> makeMemorySnapshotImporter();

} // namespace bubblescope
