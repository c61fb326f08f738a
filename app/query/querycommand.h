// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exitcode.h"
#include "source.h"

#include <string>

namespace bubblescope {

/// `query`: questions in SQL about what is opened.
struct QueryCommand {
    enum class Format : uint8_t { Table, Json, Csv };
    Source source;
    std::string sql;  ///< empty: from the file, or asked for at a prompt
    std::string file; ///< "-" for standard input
    Format format = Format::Table;
    bool schema = false; ///< print it, and open nothing
};

ExitCode runQuery(const QueryCommand& command);

} // namespace bubblescope
