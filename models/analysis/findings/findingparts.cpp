// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findingparts.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace bubblescope {

namespace {

constexpr std::pair<TimePart, std::string_view> kindsOfParts[] {
    {TimePart::Compute, "straggling-rank"},
    {TimePart::Compute, "slow-host"},
    {TimePart::Compute, "slow-stage"},
    {TimePart::Compute, "slow-microbatch"},
    {TimePart::Compute, "expert-imbalance"},
    {TimePart::Compute, "dominant-layer"},
    {TimePart::Compute, "compute-beside-communication"},
    {TimePart::Compute, "slow-products"},
    {TimePart::Compute, "whole-precision"},
    {TimePart::Compute, "unaligned-sizes"},
    {TimePart::ExposedComm, "exposed-communication"},
    {TimePart::ExposedComm, "slow-link"},
    {TimePart::ExposedComm, "slow-network-card"},
    {TimePart::ExposedComm, "slow-host-network"},
    {TimePart::ExposedComm, "slow-rail"},
    {TimePart::ExposedComm, "slow-communicator"},
    {TimePart::ExposedComm, "slow-network-path"},
    {TimePart::ExposedComm, "embedding-synchronization"},
    {TimePart::Waiting, "straggling-rank"},
    {TimePart::Waiting, "slow-host"},
    {TimePart::Waiting, "slow-stage"},
    {TimePart::Waiting, "expert-imbalance"},
    {TimePart::Waiting, "late-rank"},
    {TimePart::Waiting, "late-ranks-in-turn"},
    {TimePart::Waiting, "one-rank"},
    {TimePart::Waiting, "missing-ranks"},
    {TimePart::Waiting, "unexplained-receive"},
    {TimePart::Waiting, "unexplained-collective"},
    {TimePart::Waiting, "pipeline-waiting"},
    {TimePart::Bubble, "pipeline-bubble"},
    {TimePart::Bubble, "steady-bubble"},
    {TimePart::Bubble, "straggling-rank"},
    {TimePart::Bubble, "slow-host"},
    {TimePart::Bubble, "slow-stage"},
    {TimePart::Bubble, "slow-microbatch"},
    {TimePart::Bubble, "slow-link"},
    {TimePart::Bubble, "pipeline-waiting"},
    {TimePart::Copies, "memory-copies"},
    {TimePart::Copies, "device-copies"},
    {TimePart::KernelWait, "late-kernels"},
    {TimePart::KernelWait, "launch-latency"},
    {TimePart::KernelWait, "synchronizing-calls"},
    {TimePart::HostWait, "host-bound"},
    {TimePart::HostWait, "input"},
    {TimePart::HostWait, "garbage-collection"},
    {TimePart::HostWait, "memory-allocation"},
    {TimePart::HostWait, "module-loading"},
    {TimePart::HostWait, "synchronizing-calls"},
    {TimePart::HostWait, "host-gaps"},
    {TimePart::Host, "host-work"},
    {TimePart::Host, "input"},
    {TimePart::Idle, "idle"},
    {TimePart::Idle, "host-gaps"},
};

bool isOfKind(std::string_view id, std::string_view kind)
{
    if (kind == "exposed-communication")
        return id.starts_with("exposed-") && id.ends_with("communication");
    if (kind == "unexplained-collective")
        return id.starts_with("unexplained-") && id.ends_with("-collective");
    return id == kind;
}

} // namespace

bool isAbout(const Finding& finding, TimePart part, std::span<const uint32_t> ofPart)
{
    if (finding.kind == Finding::Kind::Caveat)
        return false;
    bool isKnown = false;
    for (const auto& [of, kind] : kindsOfParts) {
        if (!isOfKind(finding.id, kind))
            continue;
        if (of == part)
            return true;
        isKnown = true;
    }
    return !isKnown && std::any_of(finding.evidence.spans.begin(), finding.evidence.spans.end(), [&](SpanId span) {
        return std::binary_search(ofPart.begin(), ofPart.end(), span.value);
    });
}

} // namespace bubblescope
