// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nsysimporter.h"

#include "nsysexport.h"
#include "nsysreader.h"
#include "visibletext.h"

#include <fmt/format.h>

namespace bubblescope {

int NsysImporter::sniff(std::string_view head) const { return head.starts_with(sqliteMagic) ? database.sureness : 0; }

/// Tables that every report has one of.
bool NsysImporter::reads(const SqliteFile::Names& tables) const
{
    return hasTableLike(tables, "CUPTI_ACTIVITY_KIND_") || tables.count("NVTX_EVENTS") > 0
        || tables.count("OSRT_API") > 0;
}

/// Databases that other profilers write beside those that are read.
Message NsysImporter::adviceFor(const SqliteFile& file, const std::string& fileName) const
{
    if (file.hasTableLike("rocpd_"))
        return say("a database of rocprofv3: run {} first, and open the kernel_trace.csv that it writes",
            fmt::format("rocpd convert -i {} --output-format csv", shellWord(fileName)));
    if (file.hasTableLike("CommAnalyzer") || file.hasTable("StepTraceTime"))
        return say("sums of Ascend's profiler: open the ascend_pytorch_profiler_N.db of the same recording, or the "
                   "trace_view.json that export_type Text writes");
    return say("an SQLite database without a table of Nsight Systems: export its tables as text first");
}

std::vector<std::string> NsysImporter::tablesOfSpans(const SqliteFile&) const
{
    return {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMSET",
        "CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_DRIVER", "NVTX_EVENTS", "OSRT_API"};
}

bool NsysImporter::read(const Reading& reading) const
{
    return NsysReader(reading.file, reading.part, reading.report, reading.fileName, reading.slice, reading.choices)
        .read();
}

std::optional<FileStart> NsysImporter::startOf(SqliteFile& file) const
{
    const TimeNs base = NsysTables::baseOf(file);
    const std::optional<TimeNs> earliest = NsysTables::earliestOf(file);
    return earliest ? std::optional(FileStart {*earliest + base, base}) : std::nullopt;
}

Message NsysImporter::nothingIn() const
{
    return say("the report holds no kernel, copy, call or range: record with --trace=cuda,nvtx,osrt");
}

bool NsysReportImporter::importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents,
    ImportReport& report, const ProgressFn& progress) const
{
    const auto mayContinue = [&] { return !progress || progress(0, source.size()); };
    const Result<ExportedReport> exported = exportReport(source.path(), mayContinue);
    if (!exported) {
        report.add(IssueKind::ConvertFirst, std::nullopt, exported.error().message);
        return mayContinue();
    }
    const auto database = openFile(exported->path(), source.name());
    if (!database) {
        report.add(IssueKind::UnreadableFile, std::nullopt, database.error().message);
        return true;
    }
    return NsysImporter().importChosen(choices, **database, contents, report, progress);
}

} // namespace bubblescope
