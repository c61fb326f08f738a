// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tablelines.h"

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// The rows of a CSV, TSV or JSON lines file as cells below a header. A JSON list with one object a line is read as
/// well; members of a nested object get the name of both, "args.mb_id". New keys of later objects extend the header.
class OperationRows {
public:
    OperationRows(ByteSource& source, ImportReport& report, const ProgressFn& progress);

    /// False if there is none.
    bool readHeader();
    const std::vector<std::string>& header() const { return m_header; }
    /// False at the end or if cancelled.
    bool next();
    /// Of the current row; empty if it has no such cell.
    std::string_view cell(int index) const
    {
        return index >= 0 && static_cast<size_t>(index) < m_cells.size() ? m_cells[static_cast<size_t>(index)]
                                                                         : std::string_view();
    }
    uint64_t offset() const { return m_lines.offset(); }
    std::string_view line() const { return m_lines.line(); }
    /// Reports what ended the file early; what import() must return: false if cancelled.
    bool finish() { return m_lines.finish(); }

private:
    static constexpr size_t mostColumns = 1000;

    bool splitRow(std::string_view line);
    bool readObject(std::string_view line);
    bool readMembers(std::string_view object, std::string_view prefix);
    void setCell(std::string_view key, std::string_view text);
    std::string_view kept(std::string text);

    ImportReport& m_report;
    TableLines m_lines;
    std::vector<std::string> m_header;
    std::vector<std::string_view> m_cells;
    std::deque<std::string> m_unescaped; ///< texts of cells that do not stand in the line as they are
    std::unordered_map<std::string, size_t> m_columnOfKey;
    std::vector<std::string> m_quoted;
    std::string m_headerLine;
    char m_separator = ',';
    bool m_isJson = false;
    bool m_hasPending = false; ///< the first object, which also is the header
};

} // namespace bubblescope
