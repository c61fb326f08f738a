// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobdescription.h"
#include "result.h"

#include <string>
#include <string_view>

namespace bubblescope {

/// The description of a run that does not exist yet, in any of the formats: config.json of Hugging Face, models of
/// SimuMax, YAML, flags or the printed arguments of Megatron, YAML of Megatron-Bridge and NeMo, TOML of torchtitan,
/// YAML of nanotron, *.bubblejob. What it is written in is found by what it holds. A pure function; the name is for
/// messages. Refuses, with a line, what is damaged or describes no transformer, and names the formats where it is none
/// of them.
Result<JobDescription> readJobDescription(std::string_view text, std::string_view file);

/// The same of a file, packed or not; of a log, of its beginning.
Result<JobDescription> openJobDescription(const std::string& path);

} // namespace bubblescope
