// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranktraceimporter.h"

#include "characters.h"
#include "ranktracereader.h"
#include "textencoding.h"

namespace bubblescope {

namespace {

constexpr size_t longestRecordLine = size_t(16) << 20; // the longest real one has 13 kB

// "<digits>:<word>("
bool continuesLikeRecord(std::string_view text)
{
    size_t i = 0;
    while (i < text.size() && isDigit(text[i]))
        ++i;
    if (i == 0 || i >= text.size() || text[i] != ':')
        return false;
    const size_t word = ++i;
    while (i < text.size() && (isDigit(text[i]) || isLetter(text[i]) || text[i] == '_'))
        ++i;
    return i > word && i < text.size() && text[i] == '(';
}

} // namespace

bool looksLikeTraceRecords(std::string_view head, std::string_view prefix, bool& firstLine)
{
    head = withoutByteOrderMark(head);
    firstLine = true;
    for (size_t at = 0; at < head.size();) {
        at = head.find_first_not_of(" \t\r\n", at);
        if (at == std::string_view::npos)
            return false;
        const std::string_view line = head.substr(at);
        if (line.substr(0, prefix.size()) == prefix && continuesLikeRecord(line.substr(prefix.size())))
            return true;
        firstLine = false;
        at = head.find_first_of("\r\n", at);
    }
    return false;
}

int RankTraceImporter::sniff(std::string_view head) const
{
    bool firstLine = false;
    const std::string_view prefix = recordPrefix(RecordOwner::Rank);
    if (looksLikeTraceRecords(head, prefix, firstLine))
        return firstLine ? recordFirst.sureness : recordLater.sureness;
    if (looksLikeUtf16(head)) {
        std::string text = asciiOfUtf16(head);
        text.erase(0, text.find_first_not_of('?')); // the byte order mark
        return looksLikeTraceRecords(text, prefix, firstLine) ? recordInWideText.sureness : 0;
    }
    return 0;
}

bool RankTraceImporter::import(
    ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const
{
    TracePart part(contents.pool);
    part.builder.setFile(source.name());
    RankTraceReader reader(part, report);
    LineReader lines(source, longestRecordLine, progress);
    bool atStart = true;
    while (lines.next()) {
        std::string_view line = lines.line();
        uint64_t offset = lines.offset();
        if (atStart) {
            atStart = false;
            if (looksLikeUtf16(line)) {
                report.add(IssueKind::UnsupportedEncoding, 0, say("the file is UTF-16"));
                return true;
            }
            const size_t size = line.size();
            line = withoutByteOrderMark(line);
            offset += size - line.size();
        }
        if (lines.isOversized()) {
            report.add(IssueKind::OversizedLine, offset, say("the line is too long for a record and was skipped"));
            continue;
        }
        reader.readLine(line, offset, lines.isUnterminated());
    }
    if (lines.isCancelled())
        return false;
    reportSourceError(source, report);
    reader.finish();
    if (!part.builder.isEmpty())
        contents.traceParts.push_back(std::move(part));
    return true;
}

} // namespace bubblescope
