// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <memory>
#include <string_view>

namespace bubblescope {

/// Descriptions of jobs that lie in a folder: config.json of Hugging Face and *.bubblejob, which nothing else is taken
/// for. Other descriptions are files that runs have beside them: they are read where they are opened by themselves.
std::unique_ptr<Importer> makeJobDescriptionImporter();
/// For one file that is opened by itself, of any kind that readJobDescription() knows; recognises nothing.
std::unique_ptr<Importer> makeSingleJobImporter();
/// A model's configuration of any name, settings of a training program, or a script with its arguments.
bool mayDescribeJob(std::string_view head);

} // namespace bubblescope
