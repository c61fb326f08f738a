// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bandwidthcurve.h"
#include "importer.h"
#include "result.h"

#include <memory>
#include <string_view>

namespace bubblescope {

/// True for the first lines of an nccl-tests log, with or without the prefixes of mpirun.
bool isNcclTests(std::string_view head);

/// Reads the out-of-place times of an nccl-tests log. The collective is taken from the log or the file's name if either
/// states it, else from the ratio of busbw to algbw. Lines that are not rows are skipped; a log without rows or without
/// a list of devices is an error.
Result<BandwidthCurve> readNcclTests(std::string_view text, std::string_view fileName = {});

/// Lists such logs of a folder.
std::unique_ptr<Importer> makeNcclTestsImporter();

} // namespace bubblescope
