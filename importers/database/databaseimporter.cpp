// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "databaseimporter.h"

#include "machinememory.h"
#include "memorybudget.h"
#include "textencoding.h"
#include "visibletext.h"

#include <algorithm>

namespace bubblescope {

bool DatabaseImporter::importPart(const ImportChoices& choices, ByteSource& source, std::optional<TimeRange> slice,
    FileContents& contents, ImportReport& report, const ProgressFn& progress) const
{
    Result<std::unique_ptr<SqliteFile>> opened = SqliteFile::open(source, report, progress);
    if (!opened) {
        report.add(IssueKind::UnreadableFile, opened.error().offset, opened.error().message);
        return true;
    }
    SqliteFile& file = **opened;
    if (file.cut())
        report.add(IssueKind::TruncatedFile, file.cut()->from,
            say("the file was {} bytes long: data is missing from here on; copy it again, or have it written again",
                file.cut()->size));
    if (!reads(file.tables())) {
        if (!file.damage().empty())
            report.add(IssueKind::BadRecord, std::nullopt, say("SQLite finds it damaged: {}", excerpt(file.damage())));
        else
            report.add(IssueKind::ConvertFirst, std::nullopt, adviceFor(file, source.name()));
        contents.isForeign = true;
        return !file.isCancelled();
    }
    uint64_t rows = 0;
    for (const std::string& table : slice ? std::vector<std::string>() : tablesOfSpans(file))
        rows += file.lastRow(table);
    const std::optional<uint64_t> available = availableMemory();
    if (const auto refusal = available && rows > 0 ? refusalFor({1, rows, 1, 0}, *available) : std::nullopt) {
        report.add(IssueKind::OutOfMemory, std::nullopt, *refusal);
        return !file.isCancelled();
    }
    TracePart part(contents.pool);
    part.builder.setFile(source.name());
    if (!read({file, part, report, source.name(), slice, choices}))
        return false;
    if (!file.damage().empty())
        report.add(IssueKind::BadRecord, std::nullopt,
            say("SQLite finds it damaged: {}; what could be read is shown", excerpt(file.damage())));
    if (!part.builder.isEmpty() || (slice && !part.ranks.empty()))
        contents.traceParts.push_back(std::move(part));
    else
        report.add(IssueKind::IncompleteBlock, std::nullopt, nothingIn());
    return true;
}

std::optional<FileStart> DatabaseImporter::findStart(ByteSource& source, const ProgressFn& progress) const
{
    ImportReport ignored;
    const Result<std::unique_ptr<SqliteFile>> opened = SqliteFile::open(source, ignored, progress);
    return opened && reads((*opened)->tables()) ? startOf(**opened) : std::nullopt;
}

SqliteFile::Names tablesOfDatabase(const std::string& path)
{
    const Result<std::unique_ptr<ByteSource>> source = openFile(path, path);
    if (!source)
        return {};
    ImportReport ignored;
    const Result<std::unique_ptr<SqliteFile>> opened = SqliteFile::open(**source, ignored, {});
    return opened ? (*opened)->tables() : SqliteFile::Names();
}

std::optional<TimeNs> earliestIn(SqliteFile& file, std::string_view table, std::string_view column, TimeNs furthest)
{
    std::optional<TimeNs> earliest;
    SqliteRows rows = file.rows(table, {column});
    while (rows.next()) {
        const std::optional<int64_t> begin = rows.integer(0);
        if (begin && *begin <= furthest && *begin >= -furthest)
            earliest = std::min(earliest.value_or(*begin), *begin);
    }
    return earliest;
}

bool takeRowTime(std::optional<int64_t> begin, std::optional<int64_t> end, bool mayBeOpen, TimeNs furthest,
    ImportReport& report, TimeRange& range)
{
    if (!begin || (!end && !mayBeOpen)) {
        report.add(IssueKind::MissingTime, std::nullopt, say("a row without a time"));
        return false;
    }
    const auto isFar = [furthest](int64_t time) { return time > furthest || time < -furthest; };
    if (isFar(*begin) || (end && isFar(*end))) {
        report.add(IssueKind::TimeOutOfRange, std::nullopt, say("a row whose time is beyond 64-bit nanoseconds"));
        return false;
    }
    range = {*begin, end.value_or(*begin)};
    if (range.end < range.begin) {
        report.add(IssueKind::NegativeDuration, std::nullopt, say("a row that ends before it begins"));
        range.end = range.begin;
    }
    return true;
}

} // namespace bubblescope
