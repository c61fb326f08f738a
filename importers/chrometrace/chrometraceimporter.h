// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// Traces of the PyTorch profiler (Kineto) and others in Chrome's JSON format, usually one file per rank.
class ChromeTraceImporter : public SlicedImporter {
public:
    std::string_view id() const override { return "chrome-trace"; }
    std::string_view displayName() const override { return "profiler trace (PyTorch / Chrome JSON)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.json", "*.json.gz"}; }
    FormatFacts facts() const override
    {
        return {"torch.profiler: on_trace_ready=tensorboard_trace_handler(\"traces\")", FormatFacts::Tests::Recordings};
    }
    int sniff(std::string_view head) const override;
    std::optional<FileStart> findStart(ByteSource& source, const ProgressFn& progress) const override;

protected:
    bool importPart(const ImportChoices& choices, ByteSource& source, std::optional<TimeRange> slice,
        FileContents& contents, ImportReport& report, const ProgressFn& progress) const override;
};

} // namespace bubblescope
