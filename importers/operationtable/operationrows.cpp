// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operationrows.h"

#include "jsoncursor.h"
#include "numbertext.h"
#include "tabletext.h"
#include "textencoding.h"

#include <algorithm>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr size_t longestCell = 4096;

/// A JSON record without the brackets and commas of the list that it may stand in.
std::string_view bareRecord(std::string_view line)
{
    line = trimmed(line);
    if (line.starts_with('['))
        line = trimmed(line.substr(1));
    if (line.ends_with(']'))
        line = trimmed(line.substr(0, line.size() - 1));
    if (line.ends_with(','))
        line = trimmed(line.substr(0, line.size() - 1));
    return line;
}

} // namespace

OperationRows::OperationRows(ByteSource& source, ImportReport& report, const ProgressFn& progress)
    : m_report(report), m_lines(source, report, progress)
{
}

bool OperationRows::readHeader()
{
    while (m_lines.nextBelowComments()) {
        const std::string_view line = m_lines.line();
        if (bareRecord(line).empty())
            continue;
        m_isJson = bareRecord(line).starts_with('{');
        if (m_isJson) {
            m_hasPending = readObject(bareRecord(line));
            return m_hasPending;
        }
        m_separator = separatorOf(line);
        m_headerLine = line;
        std::vector<std::string> names;
        if (!splitCsv(line, names, m_separator) || names.size() > mostColumns)
            return false;
        for (const std::string& name : names)
            m_header.push_back(toUtf8(clipped(trimmed(name), longestCell)));
        return true;
    }
    return false;
}

bool OperationRows::next()
{
    if (m_hasPending) {
        m_hasPending = false;
        return true;
    }
    while (m_lines.next()) {
        const std::string_view line = m_isJson ? bareRecord(m_lines.line()) : m_lines.line();
        // Files that were joined repeat their header.
        if (line.empty() || line.front() == '#' || (!m_isJson && line == m_headerLine))
            continue;
        if (m_isJson ? readObject(line) : splitRow(line))
            return true;
        m_report.add(m_lines.isUnterminated() ? IssueKind::TruncatedFile : IssueKind::BadRecord, offset(),
            say("a row that cannot be read: \"{}\"", excerpt(line)));
    }
    return false;
}

bool OperationRows::splitRow(std::string_view line)
{
    m_cells.clear();
    m_unescaped.clear();
    if (line.find('"') == std::string_view::npos && m_separator != ';') {
        for (size_t begin = 0;;) {
            const size_t end = std::min(line.find(m_separator, begin), line.size());
            m_cells.push_back(trimmed(line.substr(begin, end - begin)));
            if (end == line.size())
                break;
            begin = end + 1;
        }
    } else {
        if (!splitCsv(line, m_quoted, m_separator))
            return false;
        for (const std::string& cell : m_quoted)
            m_cells.push_back(trimmed(cell));
    }
    return m_cells.size() <= m_header.size() || m_lines.mayJoinSurplus(m_cells.size(), m_header.size());
}

bool OperationRows::readObject(std::string_view line)
{
    m_cells.assign(m_header.size(), {});
    m_unescaped.clear();
    return line.starts_with('{') && readMembers(line, {});
}

/// One level of nesting is opened; lists and deeper objects are texts.
bool OperationRows::readMembers(std::string_view object, std::string_view prefix)
{
    JsonCursor cursor(object);
    if (!cursor.take('{'))
        return false;
    if (cursor.peek() == '}')
        return true;
    for (;;) {
        std::string_view key;
        JsonSlice value;
        if (!cursor.key(key) || !cursor.value(value))
            return false;
        const std::string nested = prefix.empty() ? std::string() : fmt::format("{}.{}", prefix, key);
        const std::string_view name = prefix.empty() ? key : nested;
        if (value.kind == JsonSlice::Kind::String)
            setCell(name, value.text().find('\\') == std::string_view::npos ? value.text()
                                                                           : kept(jsonText(value.text(), longestCell)));
        else if (value.kind == JsonSlice::Kind::Container && value.text().starts_with('{') && prefix.empty())
            readMembers(value.text(), key);
        else
            setCell(name, value.text() == "null" ? std::string_view() : value.text());
        const char next = cursor.peek();
        if (next == '}')
            return true;
        if (next != ',')
            return false;
        cursor.skip();
    }
}

std::string_view OperationRows::kept(std::string text)
{
    m_unescaped.push_back(std::move(text));
    return m_unescaped.back();
}

void OperationRows::setCell(std::string_view key, std::string_view text)
{
    if (key.size() > longestCell)
        return;
    const std::string name(key);
    auto found = m_columnOfKey.find(name);
    if (found == m_columnOfKey.end()) {
        if (m_header.size() >= mostColumns)
            return;
        found = m_columnOfKey.emplace(name, m_header.size()).first;
        m_header.push_back(jsonText(key, longestCell));
        m_cells.emplace_back();
    }
    m_cells[found->second] = trimmed(text);
}

} // namespace bubblescope
