// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sourcerecord.h"

#include "bytesource.h"

#include <algorithm>
#include <vector>

namespace bubblescope {

namespace {

/// Length of the record at the start of `text`; npos if it does not end there. A JSON object may span lines; a record
/// that follows a quote ends at the next quote. `before` is the preceding byte.
size_t lengthOf(std::string_view text, char before)
{
    if (text.empty() || text.front() != '{')
        return text.find_first_of(before == '\'' ? "'\r\n" : before == '"' ? "\"\r\n" : "\r\n");
    int depth = 0;
    bool isString = false;
    for (size_t i = 0; i < text.size(); ++i) {
        if (isString) {
            if (text[i] == '\\')
                ++i;
            else
                isString = text[i] != '"';
            continue;
        }
        isString = text[i] == '"';
        depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
        if (depth == 0)
            return i + 1;
    }
    return std::string_view::npos;
}

} // namespace

Result<SourceRecord> readSourceRecord(const std::string& path, uint64_t offset, const ProgressFn& progress)
{
    Result<std::unique_ptr<ByteSource>> opened = openFile(path, path);
    if (!opened)
        return opened.error();
    ByteSource& source = **opened;
    SourceRecord record;
    record.line = 1;
    std::vector<char> block(size_t(1) << 18);
    std::string text;
    uint64_t done = 0;
    char last = '\n';
    while (text.size() < mostRecordText) {
        if (progress && !progress(source.consumed(), source.size()))
            return Error {say("Reading was cancelled."), {}, {}};
        const size_t size = source.read(block.data(), block.size());
        if (size == 0)
            break;
        const size_t before = size_t(std::min<uint64_t>(size, offset > done ? offset - done : 0));
        for (size_t i = 0; i < before; ++i) {
            // "\r\n" is a single line break.
            record.line += block[i] == '\r' || (block[i] == '\n' && last != '\r') ? 1 : 0;
            last = block[i];
        }
        text.append(block.data() + before, std::min(size - before, mostRecordText - text.size()));
        done += size;
        if (done > offset && lengthOf(text, last) != std::string::npos)
            break;
    }
    if (text.empty())
        return Error {say("The file is shorter than it was."), say("Reload the run."), {}};
    const size_t length = lengthOf(text, last);
    record.isCut = length == std::string::npos && text.size() == mostRecordText;
    record.text = text.substr(0, length);
    return record;
}

} // namespace bubblescope
