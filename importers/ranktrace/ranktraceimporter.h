// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// Rank traces of the Echo / Megatron tracer, one line per operation: "rank:2:forward_step(stage_id=1,…)". Reads
/// measured traces, scaling mode and the grammar of 2026 with gradient buckets. A file may hold several ranks.
class RankTraceImporter : public Importer {
public:
    std::string_view id() const override { return "rank-trace"; }
    std::string_view displayName() const override { return "rank trace (Echo / Megatron tracer)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.txt"}; }
    FormatFacts facts() const override
    {
        return {"the tracer of Echo in Megatron-LM, one file a rank", FormatFacts::Tests::Recordings, ClockPolicy::Host,
            {recordFirst, recordInWideText, recordLater}};
    }
    int sniff(std::string_view head) const override;
    bool import(
        ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const override;

private:
    static constexpr FormatSignature recordFirst {
        certain, "the first line is an operation of a rank, as in nearly all files of a large run: no other is asked"};
    static constexpr FormatSignature recordInWideText {90, "such a line, in UTF-16"};
    static constexpr FormatSignature recordLater {85, "such a line after others"};
};

/// True if a line of `head` starts with "<prefix><digits>:<word>("; `firstLine` is set if that is the first line.
bool looksLikeTraceRecords(std::string_view head, std::string_view prefix, bool& firstLine);

} // namespace bubblescope
