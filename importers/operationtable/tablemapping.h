// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"
#include "operationcolumns.h"
#include "result.h"

#include <string>
#include <string_view>

namespace bubblescope {

/// `{"columns": {"t0": "start_us", "what": "name", "id": ""}, "units": "us", "operations": {"fw": "forward"}}`; a column
/// that maps to "" is not read. An error states what is wrong.
Result<TableMapping> parseTableMapping(std::string_view json);
/// Nothing for an empty path; a file that cannot be read is reported, and maps nothing.
TableMapping readTableMapping(const std::string& path, ImportReport& report);
/// The text that parseTableMapping() reads back.
std::string tableMappingText(const TableMapping& mapping);

} // namespace bubblescope
