// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rocpdimporter.h"

#include "rocpdreader.h"
#include "visibletext.h"

#include <algorithm>

#include <fmt/format.h>

namespace bubblescope {

bool RocpdImporter::reads(const SqliteFile::Names& tables) const
{
    return std::any_of(RocpdReader::tablesOfSpans.begin(), RocpdReader::tablesOfSpans.end(),
        [&](std::string_view table) {
            return hasTableLike(tables, table) || tables.count(RocpdReader::olderTable(table)) > 0;
        });
}

Message RocpdImporter::adviceFor(const SqliteFile&, const std::string& fileName) const
{
    return say("a database of rocprofv3: run {} first, and open the kernel_trace.csv that it writes",
        fmt::format("rocpd convert -i {} --output-format csv", shellWord(fileName)));
}

std::vector<std::string> RocpdImporter::tablesOfSpans(const SqliteFile& file) const
{
    std::vector<std::string> tables;
    for (const std::string_view table : RocpdReader::tablesOfSpans) {
        for (const std::string& suffix : file.suffixesOf(table))
            tables.push_back(std::string(table) + suffix);
        if (const std::string older = RocpdReader::olderTable(table); file.hasTable(older))
            tables.push_back(older);
    }
    return tables;
}

bool RocpdImporter::read(const Reading& reading) const
{
    return RocpdReader(reading.file, reading.part, reading.report, reading.slice, reading.choices, m_mostSamples)
        .read();
}

std::optional<FileStart> RocpdImporter::startOf(SqliteFile& file) const
{
    std::optional<TimeNs> earliest;
    for (const std::string& table : tablesOfSpans(file)) {
        if (const std::optional<TimeNs> begin = earliestIn(file, table, "start"))
            earliest = std::min(earliest.value_or(*begin), *begin);
    }
    return earliest ? std::optional(FileStart {*earliest, 0}) : std::nullopt;
}

Message RocpdImporter::nothingIn() const
{
    return say("the database holds no kernel, copy or call with a time: record with rocprofv3 --sys-trace, of ROCm 7.0 "
               "or later");
}

} // namespace bubblescope
