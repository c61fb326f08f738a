// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloadimporter.h"

#include "costcell.h"
#include "tablelines.h"
#include "tabletext.h"
#include "textencoding.h"
#include "workloadrecord.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

IssueKind issueKind(WorkloadFault::Kind kind)
{
    switch (kind) {
    case WorkloadFault::Kind::BadNumber:
        return IssueKind::BadNumber;
    case WorkloadFault::Kind::NegativeTime:
        return IssueKind::NegativeDuration;
    case WorkloadFault::Kind::TimeOutOfRange:
        return IssueKind::TimeOutOfRange;
    case WorkloadFault::Kind::UnknownCommunication:
        return IssueKind::UnknownCommunication;
    }
    return IssueKind::BadRecord;
}

void reportFaults(std::vector<WorkloadFault>& faults, uint64_t offset, ImportReport& report)
{
    for (const WorkloadFault& fault : faults)
        report.add(issueKind(fault.kind), offset, fault.message);
    faults.clear();
}

class WorkloadImporter : public Importer {
    static constexpr FormatSignature headerAndCount {
        95, "a header of a workload, and on the next line the number of its rows"};
    static constexpr FormatSignature headerAndRow {80, "a header of a workload, and a row on the next line"};
    static constexpr FormatSignature headerAlone {
        60, "a header that states tensor-parallel ranks, and nothing more: any text may start with one of its words"};

public:
    std::string_view id() const override { return "simai-workload"; }
    std::string_view displayName() const override { return "workload (SimAI, AICB, ASTRA-sim v1)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.txt"}; }
    FormatFacts facts() const override
    {
        return {"aicb; ASTRA-sim 1's inputs", FormatFacts::Tests::Recordings, ClockPolicy::None,
            {headerAndCount, headerAndRow, headerAlone}};
    }

    int sniff(std::string_view head) const override
    {
        const std::string text = sniffText(head);
        std::string_view rest = text;
        const std::string_view header = firstLine(rest);
        Workload workload;
        std::vector<WorkloadFault> faults;
        if (!parseWorkloadHeader(header, workload, faults))
            return 0;
        rest.remove_prefix(static_cast<size_t>(header.data() - rest.data()) + header.size());
        const std::string_view count = firstLine(rest);
        if (count.empty())
            return workload.tensorParallel ? headerAlone.sureness : 0;
        if (parseInteger(count))
            return headerAndCount.sureness;
        const bool isRow
            = splitWords(count).size() >= workloadRowWords && parseWorkloadRow(count, faults) && faults.empty();
        return isRow ? headerAndRow.sureness : 0;
    }

    bool import(
        ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const override
    {
        TableLines lines(source, report, progress);
        if (!lines.nextBelowComments())
            return lines.finish();
        Workload workload;
        workload.name = tableName(source.name());
        workload.file = source.name();
        std::vector<WorkloadFault> faults;
        if (!parseWorkloadHeader(lines.line(), workload, faults)) {
            report.add(IssueKind::BadHeader, lines.offset(),
                say("\"{}\" is not a workload policy", excerpt(lines.line())));
            return true;
        }
        reportFaults(faults, lines.offset(), report);

        uint64_t countOffset = lines.offset();
        uint64_t presentRows = 0;
        for (bool isSecond = true; lines.next(); isSecond = false) {
            if (isSecond) {
                const std::optional<int64_t> declared = parseInteger(lines.line());
                countOffset = lines.offset();
                if (declared && *declared >= 0) {
                    workload.declaredRows = declared;
                    continue;
                }
                report.add(IssueKind::BadHeader, lines.offset(),
                    say("the second line is not a number of rows: \"{}\"", excerpt(lines.line())));
                if (declared)
                    continue;
            }
            std::optional<WorkloadRow> row = parseWorkloadRow(lines.line(), faults);
            if (!row) {
                lines.reportShortRow(splitWords(lines.line()).size(), workloadRowWords);
                continue;
            }
            ++presentRows;
            reportFaults(faults, lines.offset(), report);
            if (lines.mayKeepRow(workload.rows.size())) {
                row->offset = lines.offset();
                workload.rows.push_back(std::move(*row));
            }
        }
        if (!lines.finish())
            return false;
        if (!workload.declaredRows && presentRows == 0)
            report.add(IssueKind::IncompleteBlock, countOffset, say("the workload ends after its header"));
        if (workload.declaredRows && *workload.declaredRows != static_cast<int64_t>(presentRows))
            report.add(IssueKind::RowCountDiffers, countOffset,
                say(*workload.declaredRows == 1 ? say("{} row is declared, {} are present")
                        : presentRows == 1      ? say("{} rows are declared, {} is present")
                                                : say("{} rows are declared, {} are present"),
                    *workload.declaredRows, presentRows));
        contents.workloads.push_back(std::move(workload));
        return true;
    }
};

} // namespace

std::unique_ptr<Importer> makeWorkloadImporter() { return std::make_unique<WorkloadImporter>(); }

} // namespace bubblescope
