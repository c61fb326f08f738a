// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"
#include "sqlitefile.h"
#include "tracetime.h"

namespace bubblescope {

/// What the importers of all databases do alike: open the file, report what is cut or damaged, and refuse what does not
/// fit into memory. What a format is like stands in the functions at the end.
class DatabaseImporter : public SlicedImporter {
public:
    /// A database is recognised by its tables, which its first bytes may not show: see reads().
    int sniff(std::string_view) const override { return 0; }
    std::optional<FileStart> findStart(ByteSource& source, const ProgressFn& progress) const final;

protected:
    /// What is to be read, and where to. All of it outlives the reading.
    struct Reading {
        SqliteFile& file;
        TracePart& part;
        ImportReport& report;
        std::string fileName;
        std::optional<TimeRange> slice; ///< in times of the file
        const ImportChoices& choices;
    };
    /// Of a database without a table of this format.
    virtual Message adviceFor(const SqliteFile& file, const std::string& fileName) const = 0;
    /// Whose rows become spans.
    virtual std::vector<std::string> tablesOfSpans(const SqliteFile& file) const = 0;
    /// False where it was cancelled.
    virtual bool read(const Reading& reading) const = 0;
    virtual std::optional<FileStart> startOf(SqliteFile& file) const = 0;
    /// Of a database of this format that holds nothing to be shown.
    virtual Message nothingIn() const = 0;

private:
    bool importPart(const ImportChoices& choices, ByteSource& source, std::optional<TimeRange> slice,
        FileContents& contents, ImportReport& report, const ProgressFn& progress) const final;
};

/// The tables of the database at `path`; none where it cannot be opened as one.
SqliteFile::Names tablesOfDatabase(const std::string& path);

/// The earliest of the times in a column, as far as they can be placed.
std::optional<TimeNs> earliestIn(
    SqliteFile& file, std::string_view table, std::string_view column, TimeNs furthest = latestTraceTime);

/// The time of one row, in ns. False, and counted as damage, where it has none or one that cannot be placed; what ends
/// before it begins lasts nothing. Without an end it is open if that may be, and lasts nothing for now.
bool takeRowTime(std::optional<int64_t> begin, std::optional<int64_t> end, bool mayBeOpen, TimeNs furthest,
    ImportReport& report, TimeRange& range);

} // namespace bubblescope
