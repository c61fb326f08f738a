// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// Perfetto's protobuf traces (.pftrace, .perfetto-trace), as rocprofv3, rocprofiler-systems, omnitrace and others
/// write them: track events, with names of tracks, threads and processes, counters and flows. Packets of other kinds
/// are skipped and counted. Schema: perfetto, protos/perfetto/trace.
class PerfettoImporter : public ImporterWithChoices {
public:
    std::string_view id() const override { return "perfetto"; }
    std::string_view displayName() const override { return "profiler trace (Perfetto protobuf)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.pftrace", "*.perfetto-trace", "*.proto"}; }
    FormatFacts facts() const override
    {
        return {"rocprofv3 --sys-trace --output-format pftrace -- PROGRAM; rocprof-sys-run", FormatFacts::Tests::Shapes,
            ClockPolicy::Recording, {packets}};
    }
    int sniff(std::string_view head) const override;
    bool importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents, ImportReport& report,
        const ProgressFn& progress) const override;

private:
    static constexpr FormatSignature packets {
        94, "packets with a time or a sequence, among them events, tracks or clocks: after XProf, which begins alike"};
};

} // namespace bubblescope
