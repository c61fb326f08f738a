// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <string>
#include <string_view>

namespace bubblescope {

/// The lines of a table that are worth reading: skips blank ones, reports oversized ones and calls `progress`. UTF-16
/// text gives no lines, only an issue.
class TableLines {
public:
    TableLines(ByteSource& source, ImportReport& report, const ProgressFn& progress);

    /// False at the end or if cancelled.
    bool next();
    /// The first line that is not a comment (starting with '#').
    bool nextBelowComments();
    std::string_view line() const { return m_line; }
    uint64_t offset() const { return m_reader.offset(); }
    bool isUnterminated() const { return m_reader.isUnterminated(); }

    void reportShortRow(size_t cells, size_t needed);
    /// Reports a row with more cells than separators inside a name can explain, and returns false.
    bool mayJoinSurplus(size_t cells, size_t columns);
    /// Reports a table that exceeds the maximum number of rows, and returns false.
    bool mayKeepRow(size_t rows);
    /// Reports a file without any line; returns what import() must return: false if cancelled.
    bool finish();

private:
    ByteSource& m_source;
    ImportReport& m_report;
    LineReader m_reader;
    std::string_view m_line;
    uint64_t m_lineCount = 0;
    bool m_hasText = false;
    bool m_isUtf16 = false;
};

/// The start of a file as ASCII text for recognising it, whatever its encoding.
std::string sniffText(std::string_view head);
/// The first line that is neither blank nor a comment.
std::string_view firstLine(std::string_view text);

} // namespace bubblescope
