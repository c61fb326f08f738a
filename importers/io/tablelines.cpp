// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tablelines.h"

#include "costcell.h"
#include "tabletext.h"
#include "textencoding.h"

#include <fmt/format.h>

#include <algorithm>

namespace bubblescope {

namespace {

// Real rows have a few kB at most. A row of the model takes about 400 bytes, so a million rows is the limit of what one
// table may occupy.
constexpr size_t longestTableLine = size_t(1) << 20;
constexpr size_t mostRows = 1'000'000;

} // namespace

TableLines::TableLines(ByteSource& source, ImportReport& report, const ProgressFn& progress)
    : m_source(source), m_report(report), m_reader(source, longestTableLine, progress)
{
}

bool TableLines::next()
{
    while (!m_isUtf16 && m_reader.next()) {
        m_line = m_reader.line();
        if (m_lineCount++ == 0) {
            m_isUtf16 = looksLikeUtf16(m_line);
            m_line = withoutByteOrderMark(m_line);
        }
        if (m_isUtf16)
            break;
        if (m_reader.isOversized()) {
            m_hasText = true;
            m_report.add(IssueKind::OversizedLine, m_reader.offset(), say("a line longer than 1 MB was skipped"));
            continue;
        }
        if (trimmed(m_line).empty())
            continue;
        m_hasText = true;
        return true;
    }
    return false;
}

bool TableLines::nextBelowComments()
{
    while (next()) {
        if (!trimmed(m_line).starts_with('#'))
            return true;
    }
    return false;
}

void TableLines::reportShortRow(size_t cells, size_t needed)
{
    m_report.add(isUnterminated() ? IssueKind::TruncatedFile : IssueKind::BadRecord, offset(),
        say(cells == 1 ? say("a row of {} cell, {} are needed: \"{}\"")
                       : say("a row of {} cells, {} are needed: \"{}\""),
            cells, needed, excerpt(m_line)));
}

bool TableLines::mayJoinSurplus(size_t cells, size_t columns)
{
    constexpr size_t mostSeparatorsInAName = 16;
    if (cells <= columns + mostSeparatorsInAName)
        return true;
    m_report.add(IssueKind::BadRecord, offset(),
        say("a row of {} cells, the header names {}: \"{}\"", cells, columns, excerpt(m_line)));
    return false;
}

bool TableLines::mayKeepRow(size_t rows)
{
    if (rows < mostRows)
        return true;
    m_report.add(IssueKind::OversizedFile, offset(), say("only the first {} rows are kept", mostRows));
    return false;
}

bool TableLines::finish()
{
    reportSourceError(m_source, m_report);
    if (m_isUtf16)
        m_report.add(IssueKind::UnsupportedEncoding, 0, say("the table is UTF-16 text: save it as UTF-8"));
    else if (!m_hasText && !m_reader.isCancelled())
        m_report.add(IssueKind::EmptyFile, 0, say("the table is empty"));
    return !m_reader.isCancelled();
}

std::string sniffText(std::string_view head)
{
    // 4 kB hold the header of any table; every file is sniffed, so keep it cheap.
    head = head.substr(0, 4096);
    return looksLikeUtf16(head)
        ? asciiOfUtf16(head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff") ? head.substr(2) : head)
        : std::string(withoutByteOrderMark(head));
}

std::string_view firstLine(std::string_view text)
{
    for (size_t begin = text.find_first_not_of(" \t\r\n"); begin != std::string_view::npos;) {
        const size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
        if (text[begin] != '#')
            return text.substr(begin, end - begin);
        begin = text.find_first_not_of(" \t\r\n", end);
    }
    return {};
}

} // namespace bubblescope
