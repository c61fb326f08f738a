// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedfields.h"

namespace bubblescope {

/// The values of the first document of a YAML file, those that aliases (*name) stand for included. Refuses, with the
/// line, what is damaged, keys that are no text, merged fields (<<), and aliases that stand for too much.
Result<DescribedFields> readYamlFields(std::string_view text, std::string_view file);

} // namespace bubblescope
