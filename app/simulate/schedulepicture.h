// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipelinegraph.h"

#include <string>

namespace bubblescope {

/// A timed schedule drawn in UTF-8 characters, one line per rank and a legend: F, B and W are passes, in lower case on
/// the second chunk. Long steps are sampled.
std::string schedulePicture(const PipelineGraph& pipeline, const Retiming& retiming);

} // namespace bubblescope
