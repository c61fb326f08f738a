// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "naivematching.h"

#include <algorithm>
#include <map>

namespace bubblescope {

namespace {

int rankOf(const Trace& trace, SpanId span) { return trace.track(trace.track(span)).rank; }

template <typename Visit> void forEachSpan(const Trace& trace, const Visit& visit)
{
    for (uint32_t i = 0; i < trace.spanCount(); ++i)
        visit(SpanId(i));
}

bool isSendOf(Operation operation)
{
    return operation == Operation::SendForward || operation == Operation::SendBackward;
}

/// True if a receive on one rank may get its data from a send on the other.
bool couldMeet(const Trace& trace, const ParallelLayout& layout, SpanId send, SpanId receive)
{
    const bool forward = trace.operation(send) == Operation::SendForward;
    if (trace.operation(receive) != (forward ? Operation::RecvForward : Operation::RecvBackward))
        return false;
    const int stages = *layout.pipeline;
    const int perStage = *layout.world / stages;
    const int from = rankOf(trace, send);
    const int to = rankOf(trace, receive);
    const int wanted = (from / perStage + (forward ? 1 : stages - 1)) % stages;
    return stages > 1 && from % perStage == to % perStage && to / perStage == wanted;
}

/// Number of similar spans of its rank that precede it.
template <typename IsAlike> size_t ordinal(const Trace& trace, SpanId span, const IsAlike& isAlike)
{
    size_t before = 0;
    forEachSpan(trace, [&](SpanId other) {
        before += rankOf(trace, other) == rankOf(trace, span) && isAlike(other)
            && std::tuple(trace.begin(other), trace.end(other), other)
                < std::tuple(trace.begin(span), trace.end(span), span);
    });
    return before;
}

template <typename AreOne>
std::set<std::pair<SpanId, SpanId>> messages(const Trace& trace, const ParallelLayout& layout, const AreOne& areOne)
{
    std::set<std::pair<SpanId, SpanId>> matched;
    forEachSpan(trace, [&](SpanId send) {
        if (!isSendOf(trace.operation(send)))
            return;
        forEachSpan(trace, [&](SpanId receive) {
            if (couldMeet(trace, layout, send, receive) && areOne(send, receive))
                matched.insert({send, receive});
        });
    });
    return matched;
}

bool isCollectiveOf(const Trace& trace, SpanId span)
{
    switch (trace.operation(span)) {
    case Operation::AllReduce:
    case Operation::AllGather:
    case Operation::ReduceScatter:
    case Operation::AllToAll:
    case Operation::Broadcast:
    case Operation::Reduce:
        return true;
    default:
        return false;
    }
}

} // namespace

std::vector<std::vector<int>> groupsOf(const ParallelLayout& layout, Category kind)
{
    const int stages = *layout.pipeline;
    const int perStage = *layout.world / stages;
    const int tensor = *layout.tensor;
    const int context = layout.context.value_or(1);
    const int expert = layout.expert.value_or(1);
    std::map<std::vector<int>, std::vector<int>> groups; // by the coordinates that all members share
    int rank = 0;
    for (int stage = 0; stage < stages; ++stage) {
        for (int data = 0; data < perStage / tensor / context; ++data) {
            for (int c = 0; c < context; ++c) {
                for (int t = 0; t < tensor; ++t, ++rank) {
                    if (kind == Category::TensorComm)
                        groups[{stage, data, c}].push_back(rank);
                    else if (kind == Category::ContextComm)
                        groups[{stage, data, t}].push_back(rank);
                    else if (kind == Category::DataComm)
                        groups[{stage, t}].push_back(rank);
                    else if (kind == Category::EmbeddingComm && (stage == 0 || stage == stages - 1))
                        groups[{data, c, t}].push_back(rank);
                }
            }
        }
    }
    rank = 0;
    for (int stage = 0; stage < stages; ++stage) {
        for (int data = 0; data < perStage / tensor / expert; ++data) {
            for (int e = 0; e < expert; ++e) {
                for (int t = 0; t < tensor; ++t, ++rank) {
                    if (kind == Category::ExpertComm)
                        groups[{stage, data, t}].push_back(rank);
                    else if (kind == Category::ExpertDataComm)
                        groups[{stage, e, t}].push_back(rank);
                }
            }
        }
    }
    std::vector<std::vector<int>> all;
    for (const auto& [place, ranks] : groups)
        all.push_back(ranks);
    return all;
}

std::set<std::pair<SpanId, SpanId>> messagesInOrder(const Trace& trace, const ParallelLayout& layout)
{
    std::vector<size_t> ordinals;
    forEachSpan(trace, [&](SpanId span) {
        ordinals.push_back(
            ordinal(trace, span, [&](SpanId other) { return trace.operation(other) == trace.operation(span); }));
    });
    return messages(
        trace, layout, [&](SpanId send, SpanId receive) { return ordinals[send.value] == ordinals[receive.value]; });
}

std::set<std::pair<SpanId, SpanId>> messagesByMicrobatch(const Trace& trace, const ParallelLayout& layout)
{
    return messages(trace, layout,
        [&](SpanId send, SpanId receive) { return trace.microbatch(send) == trace.microbatch(receive); });
}

std::set<std::set<SpanId>> collectivesInOrder(const Trace& trace, const ParallelLayout& layout)
{
    std::set<std::set<SpanId>> matched;
    for (const Category kind : {Category::TensorComm, Category::ContextComm, Category::DataComm, Category::ExpertComm,
             Category::ExpertDataComm, Category::EmbeddingComm}) {
        for (const std::vector<int>& group : groupsOf(layout, kind)) {
            std::map<int, std::map<size_t, SpanId>> ofRank; // by position in the rank's order
            for (const int rank : group) {
                const auto isOne = [&](SpanId span) {
                    return rankOf(trace, span) == rank && trace.category(span) == kind && isCollectiveOf(trace, span);
                };
                forEachSpan(trace, [&](SpanId span) {
                    if (isOne(span))
                        ofRank[rank][ordinal(trace, span, isOne)] = span;
                });
            }
            if (ofRank.size() < 2)
                continue;
            bool agree = true;
            for (const auto& [rank, spans] : ofRank) {
                const std::map<size_t, SpanId>& first = ofRank.begin()->second;
                agree = agree && spans.size() == first.size();
                for (size_t k = 0; agree && k < first.size(); ++k)
                    agree = trace.operation(spans.at(k)) == trace.operation(first.at(k));
            }
            for (size_t k = 0; agree && k < ofRank.begin()->second.size(); ++k) {
                std::set<SpanId> members;
                for (const auto& [rank, spans] : ofRank)
                    members.insert(spans.at(k));
                matched.insert(members);
            }
        }
    }
    return matched;
}

} // namespace bubblescope
