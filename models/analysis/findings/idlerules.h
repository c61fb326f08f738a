// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findingrules.h"

#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// What hosts do while their GPUs have no work, and what that costs. After the rules that know more of it.
void addIdleGpus(FindingContext& context);

/// Causes of one kind, of one rank or all.
struct IdleSum {
    IdleKind kind = IdleKind::Unrecorded;
    TimeNs time = 0;
    TimeNs kernelWait = 0;
    TimeNs recorded = 0;
    std::vector<std::pair<TimeNs, StringId>> names; ///< most time first
    const IdleCause* longest = nullptr;             ///< with the longest pause
};
/// Most time first.
std::vector<IdleSum> idleByKind(std::span<const IdleCause> causes, std::optional<uint32_t> rank = std::nullopt);
/// "cudaMalloc and cudaFree".
Message namesOf(const Trace& trace, const IdleSum& sum);
/// A whole sentence.
Message adviceAgainst(IdleKind kind);
/// The same, by what the calls of its longest pause show.
Message adviceAgainst(const Trace& trace, const IdleCause& cause);
/// True for what can be named as the one reason of a pause: not for what hosts do all the time.
constexpr bool isNamedCause(IdleKind kind) { return kind < IdleKind::Synchronization || kind == IdleKind::HostWork; }

/// One rank that others wait for while its host does something, or all ranks that do it at once.
struct HoldUp {
    std::optional<uint32_t> rank; ///< index; nullopt: all alike
    IdleKind kind = IdleKind::Input;
    Message names;
    TimeNs idle = 0;     ///< of the GPU of that rank, or of the one that is idle longest, by it
    TimeNs recorded = 0; ///< how long the host was at it
    TimeNs awaited = 0;  ///< by each of the others, in the mean; no longer than that explains
    IdleCause longest;
};
/// What holds up ranks in a step beyond `usually`, the causes of another step. `waitedFor`: by rank index, how long
/// others waited for it in collectives, together. nullopt if that is less than `least` of a rank.
std::optional<HoldUp> holdUpOf(const FindingContext& c, std::span<const IdleCause> causes,
    std::span<const IdleCause> usually, std::span<const TimeNs> waitedFor, TimeNs least);
/// The same of the step with that index in Trace::steps(), against the one analysed.
std::optional<HoldUp> holdUpOfStep(const FindingContext& c, int step);

} // namespace bubblescope
