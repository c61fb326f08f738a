// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranktraceimporter.h"

#include "ranktracereader.h"

namespace bubblescope {

namespace {

constexpr uint64_t progressEvery = uint64_t(1) << 20;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// "<digits>:<word>("
bool continuesLikeRecord(std::string_view text)
{
    size_t i = 0;
    while (i < text.size() && isDigit(text[i]))
        ++i;
    if (i == 0 || i >= text.size() || text[i] != ':')
        return false;
    const size_t word = ++i;
    while (i < text.size() && (isDigit(text[i]) || isLetter(text[i])))
        ++i;
    return i > word && i < text.size() && text[i] == '(';
}

bool hasUtf16Mark(std::string_view head)
{
    return head.size() >= 2 && ((head[0] == '\xff' && head[1] == '\xfe') || (head[0] == '\xfe' && head[1] == '\xff'));
}

} // namespace

bool looksLikeTraceRecords(std::string_view head, std::string_view prefix, bool& firstLine)
{
    if (head.substr(0, 3) == "\xef\xbb\xbf")
        head.remove_prefix(3);
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

std::string narrowedUtf16(std::string_view head)
{
    std::string narrow;
    if (!hasUtf16Mark(head))
        return narrow;
    for (size_t i = head[0] == '\xff' ? 2 : 3; i < head.size(); i += 2)
        narrow += head[i];
    return narrow;
}

int RankTraceImporter::sniff(std::string_view head) const
{
    bool firstLine = false;
    const std::string_view prefix = recordPrefix(RecordOwner::Rank);
    if (looksLikeTraceRecords(head, prefix, firstLine))
        return firstLine ? 98 : 85;
    if (const std::string narrow = narrowedUtf16(head); !narrow.empty())
        return looksLikeTraceRecords(narrow, prefix, firstLine) ? 90 : 0;
    return 0;
}

bool RankTraceImporter::import(
    ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const
{
    TracePart part;
    part.builder.setFile(source.name());
    RankTraceReader reader(part, report);
    LineReader lines(source);
    uint64_t nextProgress = progressEvery;
    bool atStart = true;
    while (lines.next()) {
        std::string_view line = lines.line();
        uint64_t offset = lines.offset();
        if (atStart) {
            atStart = false;
            if (hasUtf16Mark(line)) {
                report.add(IssueKind::UnsupportedEncoding, 0, "the file is UTF-16; save it as UTF-8");
                return true;
            }
            if (line.substr(0, 3) == "\xef\xbb\xbf") {
                line.remove_prefix(3);
                offset += 3;
            }
        }
        if (lines.isOversized()) {
            report.add(IssueKind::OversizedLine, offset, "the line is too long for a record and was skipped");
            continue;
        }
        reader.readLine(line, offset, lines.isUnterminated());
        if (offset >= nextProgress) {
            nextProgress = offset + progressEvery;
            if (progress && !progress(source.consumed(), source.size()))
                return false;
        }
    }
    reader.finish();
    if (!part.builder.isEmpty())
        contents.traceParts.push_back(std::move(part));
    return true;
}

} // namespace bubblescope
