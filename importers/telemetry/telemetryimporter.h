// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <memory>

namespace bubblescope {

/// What samplers of GPUs write beside a run: tables of nvidia-smi (--query-gpu --format=csv, dmon), of amd-smi (--csv)
/// and of dcgmi dmon below time stamps, gpustat's listings, and pages of metrics for Prometheus that state times.
std::unique_ptr<Importer> makeTelemetryImporter();

} // namespace bubblescope
