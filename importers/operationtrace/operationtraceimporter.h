// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// Traces of ByteDance's tracer as Chrome JSON (Lin et al. 2025, "Understanding Stragglers in Large Model Training
/// Using What-if Analysis"): one process a data-parallel rank, threads by pipeline stage, one event an operation of a
/// sampled step.
class OperationTraceImporter : public Importer {
public:
    std::string_view id() const override { return "operation-trace"; }
    std::string_view displayName() const override { return "operation trace (ByteDance)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.json", "*.json.gz"}; }
    FormatFacts facts() const override
    {
        return {"ByteDance's tracer, as published with its straggler analysis", FormatFacts::Tests::Recordings,
            ClockPolicy::Host, {itsEvents}};
    }
    int sniff(std::string_view head) const override;
    bool import(
        ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const override;

private:
    static constexpr FormatSignature itsEvents {
        96, "Chrome's JSON with the members or the names of threads of that tracer: before Chrome's JSON of others"};
};

} // namespace bubblescope
