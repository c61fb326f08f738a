// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedfields.h"
#include "jobdescription.h"

namespace bubblescope {

/// The model of a config.json as transformers writes it (a folder of huggingface.co has one): sizes by the names and
/// with the defaults of its configuration classes (src/transformers/models/*/configuration_*.py). An architecture that
/// is not known here is refused by its model_type. Says nothing of a layout.
Result<JobDescription> huggingFaceJob(const DescribedFields& fields, std::string_view file);

} // namespace bubblescope
