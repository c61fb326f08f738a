// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspectorimporter.h"

#include "inspectorlines.h"
#include "tablelines.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace bubblescope {

namespace {

constexpr FormatSignature versionOfInspector {98,
    "inspector_output_format_version and n_ranks in JSON lines; before logs of "
    "any trainer, some of which are JSON lines, too"};

/// Gathers the lines of a file by communicator.
class InspectorReader {
public:
    InspectorReader(std::vector<CommunicatorLog>& logs, ImportReport& report) : m_logs(logs), m_report(report) { }

    size_t rows() const { return m_rows; }
    bool isOfInspector() const { return m_isOfInspector; }
    void add(std::string_view text, uint64_t offset, bool isUnterminated)
    {
        InspectorLine line = inspectorLine(text);
        if (line.refusal == InspectorLine::Refusal::Broken) {
            m_report.add(isUnterminated ? IssueKind::TruncatedFile : IssueKind::BadRecord, offset,
                say("the JSON text cannot be read from here on"));
            // It may have stated whose the operations behind it are.
            const bool isOperation = text.find("_perf\"") != std::string_view::npos;
            if (!isOperation || text.find("\"header\"") != std::string_view::npos)
                m_at.reset();
            return;
        }
        m_isOfInspector = m_isOfInspector || line.communicator.has_value();
        if (line.communicator)
            m_at = line.communicator->isWhole() ? std::optional(logOf(*line.communicator)) : std::nullopt;
        if (line.isMarker && line.dropped > 0)
            m_dropped += line.dropped;
        if (!line.isOperation || line.isOther) {
            m_others += line.isOther;
            return;
        }
        if (line.isTimedByHost) {
            ++m_timedByHost;
            return;
        }
        if (line.refusal == InspectorLine::Refusal::NoNumbers) {
            m_report.add(IssueKind::BadNumber, offset, say("an operation without size, time or peer"));
            return;
        }
        if (!m_at) {
            m_report.add(IssueKind::BadRecord, offset, say("no line up to here states communicator, rank and process"));
            return;
        }
        ++m_rows;
        CommunicatorLog& log = m_logs[*m_at];
        // NCCL counts what one rank gives to an all-gather, and gets of a reduce-scatter.
        if (line.measured.operation == Operation::AllGather || line.measured.operation == Operation::ReduceScatter)
            line.measured.bytes *= log.ranks;
        log.measured.push_back(line.measured);
    }
    void finish()
    {
        if (m_dropped > 0)
            m_report.add(IssueKind::IncompleteBlock, std::nullopt,
                say("{} operations were overwritten before they were written: NCCL_INSPECTOR_DUMP_COLL_RING_SIZE keeps "
                    "more",
                    m_dropped));
        if (m_timedByHost > 0)
            m_report.add(IssueKind::NotMeasured, std::nullopt,
                say("{} operations were timed by the host as it launched them, which is not what they took",
                    m_timedByHost));
        if (m_others > 0)
            m_report.add(IssueKind::RecordsLeftOut, std::nullopt,
                say("{} operations are of a kind whose size NCCL counts in its own way", m_others));
    }

private:
    size_t logOf(const InspectorLine::Communicator& one)
    {
        if (m_at && isOf(m_logs[*m_at], one))
            return *m_at; // most lines follow one of their like
        const auto key = std::tuple(one.id, one.rank, one.ranks, one.host, one.process);
        const auto [known, isNew] = m_known.try_emplace(key, m_logs.size());
        if (isNew)
            m_logs.push_back({one.host, one.process, one.id, one.name, one.rank, one.ranks, one.nodes, {}});
        return known->second;
    }
    static bool isOf(const CommunicatorLog& log, const InspectorLine::Communicator& one)
    {
        return log.id == one.id && log.rank == one.rank && log.ranks == one.ranks && log.process == one.process
            && log.host == one.host;
    }

    std::vector<CommunicatorLog>& m_logs;
    ImportReport& m_report;
    std::map<std::tuple<std::string, int32_t, int32_t, std::string, int64_t>, size_t> m_known;
    std::optional<size_t> m_at; ///< whose the next operation is
    size_t m_rows = 0;
    uint64_t m_dropped = 0;
    uint64_t m_timedByHost = 0;
    uint64_t m_others = 0;
    bool m_isOfInspector = false;
};

class InspectorImporter : public Importer {
public:
    std::string_view id() const override { return "nccl-inspector"; }
    std::string_view displayName() const override { return "communicators of a job (NCCL Inspector)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.log", "*.jsonl"}; }
    FormatFacts facts() const override
    {
        return {"NCCL_PROFILER_PLUGIN=inspector NCCL_INSPECTOR_ENABLE=1 "
                "NCCL_INSPECTOR_DUMP_THREAD_INTERVAL_MICROSECONDS=1000000 NCCL_INSPECTOR_DUMP_DIR=run/inspector",
            FormatFacts::Tests::Shapes, ClockPolicy::None, {versionOfInspector}};
    }
    int sniff(std::string_view head) const override
    {
        return isInspector(sniffText(head)) ? versionOfInspector.sureness : 0;
    }

    bool import(
        ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const override
    {
        TableLines lines(source, report, progress);
        InspectorReader reader(contents.communicators, report);
        while (lines.next()) {
            if (lines.mayKeepRow(reader.rows()))
                reader.add(lines.line(), lines.offset(), lines.isUnterminated());
        }
        reader.finish();
        if (!lines.finish())
            return false;
        contents.isForeign = !reader.isOfInspector();
        return true;
    }
};

} // namespace

std::unique_ptr<Importer> makeInspectorImporter() { return std::make_unique<InspectorImporter>(); }

} // namespace bubblescope
