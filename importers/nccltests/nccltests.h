// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bandwidthcurve.h"
#include "importer.h"
#include "result.h"

#include <memory>
#include <string_view>

namespace bubblescope {

/// True for the first lines of an nccl-tests log, with or without mpirun's prefixes.
bool isNcclTests(std::string_view head);

/// Reads the out-of-place times of an nccl-tests log. Which collective was tested is taken from its name where the log
/// or the file's name states it, else from the ratio of busbw to algbw. Lines that are none of its rows are passed
/// over; a log without any row or without its list of devices is refused with a sentence.
Result<BandwidthCurve> readNcclTests(std::string_view text, std::string_view fileName = {});

/// Lists such logs in a folder.
std::unique_ptr<Importer> makeNcclTestsImporter();

} // namespace bubblescope
