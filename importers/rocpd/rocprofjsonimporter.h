// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// What rocprofv3 writes with --output-format json: {"rocprofiler-sdk-tool": [{"metadata", "agents", "kernel_symbols",
/// "buffer_records" …}]}, one process each.
class RocprofJsonImporter : public ImporterWithChoices {
public:
    std::string_view id() const override { return "rocprof-json"; }
    std::string_view displayName() const override { return "profiler trace (AMD rocprofv3, JSON)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*_results.json"}; }
    FormatFacts facts() const override
    {
        return {"rocprofv3 --sys-trace --output-format json -- PROGRAM", FormatFacts::Tests::Shapes,
            ClockPolicy::Recording, {outermostKey}};
    }
    int sniff(std::string_view head) const override;
    bool importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents, ImportReport& report,
        const ProgressFn& progress) const override;

private:
    static constexpr FormatSignature outermostKey {97, "the outermost key is that of the tool: before any other JSON"};
};

} // namespace bubblescope
