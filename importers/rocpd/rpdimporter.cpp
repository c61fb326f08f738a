// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rpdimporter.h"

#include "rpdreader.h"
#include "visibletext.h"

#include <algorithm>

#include <fmt/format.h>

namespace bubblescope {

bool RpdImporter::reads(const SqliteFile::Names& tables) const
{
    return tables.count("rocpd_op") > 0 && tables.count("rocpd_string") > 0;
}

Message RpdImporter::adviceFor(const SqliteFile&, const std::string& fileName) const
{
    return say("a database of rocmProfileData: run {} first, and open what it writes",
        fmt::format("rpd2tracing.py {} {}", shellWord(fileName), shellWord(fmt::format("{}.json", fileName))));
}

std::vector<std::string> RpdImporter::tablesOfSpans(const SqliteFile&) const { return {"rocpd_op", "rocpd_api"}; }

bool RpdImporter::read(const Reading& reading) const
{
    return RpdReader(reading.file, reading.part, reading.report, reading.slice, reading.choices).read();
}

std::optional<FileStart> RpdImporter::startOf(SqliteFile& file) const
{
    std::optional<TimeNs> earliest;
    for (const std::string& table : tablesOfSpans(file)) {
        if (const std::optional<TimeNs> begin = earliestIn(file, table, "start"))
            earliest = std::min(earliest.value_or(*begin), *begin);
    }
    return earliest ? std::optional(FileStart {*earliest, 0}) : std::nullopt;
}

Message RpdImporter::nothingIn() const
{
    return say("the database holds no operation and no call with a time: record again with runTracer.sh");
}

} // namespace bubblescope
