// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tracebuilder.h"

#include <memory>
#include <random>

namespace bubblescope {

/// Forward and backward passes with sub-operations of five groups; the ranks are slightly out of step.
inline constexpr int syntheticRanks = 1024;

inline std::shared_ptr<const Trace> syntheticTrace(int spans)
{
    constexpr int ranks = syntheticRanks;
    constexpr int lanes = 6;
    struct LaneKind {
        const char* name;
        Lane lane;
        Category group;
        Operation operation;
    };
    static constexpr LaneKind kinds[lanes] = {
        {"compute", Lane::Compute, Category::Forward, Operation::Forward},
        {"comm tp", Lane::Communication, Category::TensorComm, Operation::AllReduce},
        {"comm pp", Lane::Communication, Category::PipelineComm, Operation::SendForward},
        {"comm dp", Lane::Communication, Category::DataComm, Operation::ReduceScatter},
        {"comm expert", Lane::Communication, Category::ExpertComm, Operation::AllToAll},
        {"host", Lane::Host, Category::Host, Operation::Other},
    };
    TraceBuilder builder;
    builder.reserve(size_t(spans));
    std::mt19937_64 random(1);
    const int perLane = spans / (ranks * lanes);
    for (int rank = 0; rank < ranks; ++rank) {
        for (const LaneKind& kind : kinds) {
            const TrackId track = builder.track({rank, int16_t(rank / 64), kind.lane, kind.group, kind.name});
            TimeNs now = TimeNs(random() % 1'000'000);
            for (int i = 0; i < perLane; ++i) {
                SpanRecord span;
                span.track = track;
                span.begin = now + TimeNs(random() % 40'000);
                span.end = span.begin + 20'000 + TimeNs(random() % 400'000);
                span.name = builder.intern(kind.name);
                const bool isBackward = kind.lane == Lane::Compute && i % 2 == 1;
                span.category = isBackward ? Category::Backward : kind.group;
                span.operation = isBackward ? Operation::Backward : kind.operation;
                span.microbatch = i % 64;
                span.stage = int16_t(rank / 64);
                builder.addSpan(span);
                now = span.end;
            }
        }
    }
    ImportReport report;
    return std::make_shared<const Trace>(builder.finish({}, report));
}

} // namespace bubblescope
