// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// Dumps of NCCL's flight recorder (PyTorch's TORCH_NCCL_DUMP_ON_TIMEOUT), pickle or JSON: what they recorded with its
/// times is a timeline. Who hangs is found by HangAnalysis from the FlightDump of each.
class FlightRecorderImporter : public Importer {
public:
    std::string_view id() const override { return "nccl-flight-recorder"; }
    std::string_view displayName() const override { return "NCCL flight recorder (PyTorch)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*_dump_*", "*trace_rank*", "*.json"}; }
    FormatFacts facts() const override
    {
        return {"TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1", FormatFacts::Tests::Recordings,
            ClockPolicy::Recording, {keysOfDump}};
    }
    int sniff(std::string_view head) const override;
    bool import(
        ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const override;

private:
    static constexpr FormatSignature keysOfDump {
        96, "a pickle or JSON with the keys of a dump, and none of a profiler's trace: before other JSON"};
};

/// Dumps of more bytes are refused.
inline constexpr size_t largestFlightDump = size_t(256) << 20;

} // namespace bubblescope
