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
        return {"torch.profiler: on_trace_ready=tensorboard_trace_handler(\"traces\")", FormatFacts::Tests::Recordings,
            ClockPolicy::Recording, {traceEvents, arrayOfEvents, headOfKineto, brokenOff}};
    }
    int sniff(std::string_view head) const override;
    std::optional<FileStart> findStart(ByteSource& source, const ProgressFn& progress) const override;

protected:
    bool importPart(const ImportChoices& choices, ByteSource& source, std::optional<TimeRange> slice,
        FileContents& contents, ImportReport& report, const ProgressFn& progress) const override;

private:
    static constexpr FormatSignature traceEvents {95, "the key traceEvents"};
    static constexpr FormatSignature arrayOfEvents {90, "an array of objects with the key ph"};
    static constexpr FormatSignature headOfKineto {80,
        "what PyTorch writes ahead of the events: the process groups of a large job may fill all that is looked at"};
    static constexpr FormatSignature brokenOff {1,
        "an object that is cut inside a member by the end of what is looked at: events may follow, and no other reader "
        "would take it"};
};

} // namespace bubblescope
