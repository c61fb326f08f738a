// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querycommand.h"
#include "querydatabase.h"

#include <memory>

namespace bubblescope {

/// Prints answers to standard output as they come: tables in parts, since their columns must be measured.
class QueryOutput : public QueryRows {
public:
    /// JSON is one document: where there are `several` answers, a list of their lists.
    static std::unique_ptr<QueryOutput> make(QueryCommand::Format format, bool several);
    /// After the last row, also after an error.
    virtual void end() = 0;
};

/// A cell for a spreadsheet (RFC 4180): a text that one would take for a formula follows a space.
std::string csvCellOf(const QueryValue& value);
/// The same at the end of a line.
void appendCsvCell(std::string& line, const QueryValue& value);
/// A cell as JSON.
std::string jsonCellOf(const QueryValue& value);

/// Says what the answers leave out, on the standard error.
void printNotices(const QueryData& data);

} // namespace bubblescope
