// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// Drawn length of every operation of a plan: plans state an order, not times.
inline constexpr TimeNs planSlot = 1'000'000;

/// Scheduling plans such as "stage:0:forward_step(batch_id=0, …)": the order in the file is the order of execution.
class StagePlanImporter : public Importer {
public:
    std::string_view id() const override { return "stage-plan"; }
    std::string_view displayName() const override { return "scheduling plan (stage:N:operation)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.txt"}; }
    FormatFacts facts() const override
    {
        return {"the scheduling plans of Echo", FormatFacts::Tests::Recordings, ClockPolicy::None,
            {operationFirst, operationLater}};
    }
    int sniff(std::string_view head) const override;
    bool import(
        ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const override;

private:
    static constexpr FormatSignature operationFirst {97, "the first line is an operation of a stage"};
    static constexpr FormatSignature operationLater {
        80, "such a line after others: after rank traces, which may quote one"};
};

/// Pipeline plans of torchtitan: one row per rank with cells such as "0F3" (stage, action, microbatch).
class PipelinePlanImporter : public Importer {
public:
    std::string_view id() const override { return "pipeline-plan"; }
    std::string_view displayName() const override { return "pipeline plan (torchtitan csv)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.csv"}; }
    FormatFacts facts() const override
    {
        return {"torchtitan: --parallelism.pipeline_parallel_schedule_csv", FormatFacts::Tests::Recordings,
            ClockPolicy::None, {cells}};
    }
    int sniff(std::string_view head) const override;
    bool import(
        ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const override;

private:
    static constexpr FormatSignature cells {
        90, "the first cells of the first line are passes, two or more: any table has cells"};
};

} // namespace bubblescope
