// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ascenddatabaseimporter.h"

#include "ascendreader.h"

#include <algorithm>

namespace bubblescope {

bool AscendDatabaseImporter::reads(const SqliteFile::Names& tables) const
{
    const bool hasRows = tables.count("TASK") > 0 || tables.count("CANN_API") > 0 || tables.count("PYTORCH_API") > 0;
    return hasRows && tables.count("STRING_IDS") > 0;
}

Message AscendDatabaseImporter::adviceFor(const SqliteFile&, const std::string&) const
{
    return say(
        "a database of Ascend's profiler without its tables: let it export text (export_type Text), and open the "
        "folder with the trace_view.json that it writes");
}

std::vector<std::string> AscendDatabaseImporter::tablesOfSpans(const SqliteFile&) const
{
    return {"TASK", "COMMUNICATION_OP", "CANN_API", "PYTORCH_API"};
}

bool AscendDatabaseImporter::read(const Reading& reading) const
{
    return AscendReader(reading.file, reading.part, reading.report, reading.fileName, reading.slice, reading.choices)
        .read();
}

/// The host's times may be written as text, so that a device's count alone.
std::optional<FileStart> AscendDatabaseImporter::startOf(SqliteFile& file) const
{
    std::optional<TimeNs> earliest;
    for (const std::string& table : tablesOfSpans(file)) {
        if (const std::optional<TimeNs> begin = earliestIn(file, table, "startNs"))
            earliest = std::min(earliest.value_or(*begin), *begin);
    }
    return earliest ? std::optional(FileStart {*earliest, 0}) : std::nullopt;
}

Message AscendDatabaseImporter::nothingIn() const
{
    return say("the database holds no task and no call with a time: record with profiler level 1");
}

} // namespace bubblescope
