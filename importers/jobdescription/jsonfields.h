// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedfields.h"

namespace bubblescope {

/// The values of a JSON object. Refuses, with line and byte, what is no whole object.
Result<DescribedFields> readJsonFields(std::string_view text, std::string_view file);

} // namespace bubblescope
