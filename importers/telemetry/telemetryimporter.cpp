// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "telemetryimporter.h"

#include "gpustatlines.h"
#include "metricspage.h"
#include "samplertable.h"
#include "tablelines.h"

namespace bubblescope {

namespace {

constexpr FormatSignature columnsOfSamplers {97,
    "columns, metrics or listings of GPUs that these programs write; before "
    "tables of any tracer and logs of any trainer, which might take its lines for theirs"};

class TelemetryImporter : public Importer {
public:
    std::string_view id() const override { return "gpu-telemetry"; }
    std::string_view displayName() const override
    {
        return "samples of GPUs (nvidia-smi, dcgmi, amd-smi, gpustat, Prometheus)";
    }
    std::vector<std::string_view> filePatterns() const override { return {"*.csv", "*.log", "*.txt", "*.prom"}; }
    FormatFacts facts() const override
    {
        return {
            "nvidia-smi --query-gpu=timestamp,index,clocks.sm,power.draw,temperature.gpu,clocks_event_reasons.active "
            "--format=csv -lms 200 -f $(hostname).csv",
            FormatFacts::Tests::Shapes, ClockPolicy::Host, {columnsOfSamplers}};
    }
    int sniff(std::string_view head) const override
    {
        const std::string text = sniffText(head);
        return isSamplerTable(text) || isGpustat(text) || isMetricsOfGpus(text) ? columnsOfSamplers.sureness : 0;
    }

    bool import(
        ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const override
    {
        TableLines lines(source, report, progress);
        if (lines.next()) {
            // Which of them it is shows in the first lines; a listing of gpustat begins with a mark or its host.
            if (lines.line().starts_with('#') && isMetricsComment(lines.line()))
                readMetricsPage(lines, source.name(), contents.telemetry, report);
            else if (isTableHeader(lines.line()))
                readSamplerTable(lines, source.name(), contents.telemetry, report);
            else if (isMetric(lines.line()))
                readMetricsPage(lines, source.name(), contents.telemetry, report);
            else
                readGpustat(lines, source.name(), contents.telemetry, report);
        }
        if (!lines.finish())
            return false;
        contents.isForeign = contents.telemetry.empty() && report.count(IssueKind::MissingTime) == 0
            && report.count(IssueKind::SamplesNotPlaced) == 0;
        return true;
    }
};

} // namespace

std::unique_ptr<Importer> makeTelemetryImporter() { return std::make_unique<TelemetryImporter>(); }

} // namespace bubblescope
