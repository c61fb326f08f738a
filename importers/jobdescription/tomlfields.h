// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedfields.h"

namespace bubblescope {

/// The values of a TOML file. Refuses, with the line, what is damaged.
Result<DescribedFields> readTomlFields(std::string_view text, std::string_view file);

} // namespace bubblescope
