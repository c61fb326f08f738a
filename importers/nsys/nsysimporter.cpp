// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nsysimporter.h"

#include "machinememory.h"
#include "memorybudget.h"
#include "nsysexport.h"
#include "nsysreader.h"
#include "textencoding.h"
#include "visibletext.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

/// Tables that every report has one of.
bool isReport(const SqliteFile& file)
{
    return file.hasTableLike("CUPTI_ACTIVITY_KIND_") || file.hasTable("NVTX_EVENTS") || file.hasTable("OSRT_API");
}

/// Databases that other profilers write have a text beside them, or are converted to one.
Message databaseAdvice(const SqliteFile& file, const std::string& name)
{
    if (file.hasTableLike("rocpd_"))
        return say("a database of rocprofv3: run {} first, and open the kernel_trace.csv that it writes",
            fmt::format("rocpd convert -i {} --output-format csv", shellWord(name)));
    if (file.hasTable("COMPUTE_TASK_INFO") || file.hasTableLike("CommAnalyzer"))
        return say("a database of Ascend's profiler: let it export text first (export_type Text), and open the folder "
                   "with the trace_view.json that it writes");
    return say("an SQLite database without a table of Nsight Systems: export its tables as text first");
}

/// The tables whose rows become spans.
std::optional<Message> refusalForRows(SqliteFile& file)
{
    uint64_t rows = 0;
    for (const std::string_view table : {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY",
             "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_DRIVER", "NVTX_EVENTS",
             "OSRT_API"})
        rows += file.lastRow(table);
    const auto available = availableMemory();
    return available && rows > 0 ? refusalFor({1, rows, 1, 0}, *available) : std::nullopt;
}

bool readReport(const ImportChoices& choices, ByteSource& source, std::optional<TimeRange> slice,
    FileContents& contents, ImportReport& report, const ProgressFn& progress)
{
    Result<std::unique_ptr<SqliteFile>> opened = SqliteFile::open(source, report, progress);
    if (!opened) {
        report.add(IssueKind::UnreadableFile, opened.error().offset, opened.error().message);
        return true;
    }
    SqliteFile& file = **opened;
    if (file.cut())
        report.add(IssueKind::TruncatedFile, file.cut()->from,
            say("the file was {} bytes long: data is missing from here on; export the report again", file.cut()->size));
    if (!isReport(file)) {
        if (!file.damage().empty())
            report.add(IssueKind::BadRecord, std::nullopt, say("SQLite finds it damaged: {}", excerpt(file.damage())));
        else
            report.add(IssueKind::ConvertFirst, std::nullopt, databaseAdvice(file, source.name()));
        contents.isForeign = true;
        return !file.isCancelled();
    }
    if (const auto refusal = slice ? std::nullopt : refusalForRows(file)) {
        report.add(IssueKind::OutOfMemory, std::nullopt, *refusal);
        return !file.isCancelled();
    }
    TracePart part(contents.pool);
    part.builder.setFile(source.name());
    NsysReader reader(file, part, report, source.name(), slice, choices);
    if (!reader.read())
        return false;
    if (!file.damage().empty())
        report.add(IssueKind::BadRecord, std::nullopt,
            say("SQLite finds it damaged: {}; what could be read is shown", excerpt(file.damage())));
    if (!part.builder.isEmpty() || (slice && !part.ranks.empty()))
        contents.traceParts.push_back(std::move(part));
    else
        report.add(IssueKind::IncompleteBlock, std::nullopt,
            say("the report holds no kernel, copy, call or range: record with --trace=cuda,nvtx,osrt"));
    return true;
}

} // namespace

int NsysImporter::sniff(std::string_view head) const { return head.starts_with(sqliteMagic) ? 90 : 0; }

bool NsysImporter::import(
    ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const
{
    return importChosen({}, source, contents, report, progress);
}

bool NsysImporter::importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents,
    ImportReport& report, const ProgressFn& progress) const
{
    return readReport(choices, source, std::nullopt, contents, report, progress);
}

std::optional<FileStart> NsysImporter::findStart(ByteSource& source, const ProgressFn& progress) const
{
    ImportReport ignored;
    const Result<std::unique_ptr<SqliteFile>> opened = SqliteFile::open(source, ignored, progress);
    if (!opened)
        return {};
    const TimeNs base = NsysTables::baseOf(**opened);
    const std::optional<TimeNs> earliest = NsysTables::earliestOf(**opened);
    return earliest ? std::optional(FileStart {*earliest + base, base}) : std::nullopt;
}

bool NsysImporter::importSlice(const ImportChoices& choices, ByteSource& source, TimeRange slice,
    FileContents& contents, ImportReport& report, const ProgressFn& progress) const
{
    return readReport(choices, source, slice, contents, report, progress);
}

bool NsysReportImporter::import(
    ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const
{
    return importChosen({}, source, contents, report, progress);
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
    return readReport(choices, **database, std::nullopt, contents, report, progress);
}

} // namespace bubblescope
