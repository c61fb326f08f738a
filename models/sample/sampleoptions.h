// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"
#include "schedule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Parameters of a made-up training run. GPUs = tensor x data x stages; ranks are numbered as in Megatron (tensor
/// fastest, then data including experts, then stages).
struct SampleOptions {
    struct RankFactor {
        int rank;
        double factor;
        bool operator==(const RankFactor&) const = default;
    };
    struct LinkFactor {
        int stage; ///< the link between this stage and the next
        double factor;
        bool operator==(const LinkFactor&) const = default;
    };

    struct HostFactor {
        int host;
        double factor;
        bool operator==(const HostFactor&) const = default;
    };
    struct Blip {
        int step; ///< number of the first, from 1
        int steps = 1;
        double factor = 1;
        bool operator==(const Blip&) const = default;
    };
    /// A GPU whose clock is held down for some steps; what nvidia-smi would say of all GPUs is written, too.
    struct Throttle {
        int host;
        int gpu;   ///< of the host
        int first; ///< numbers of steps, from 1
        int last;
        double factor;
        bool operator==(const Throttle&) const = default;
    };
    static constexpr int stepsPerTurn = 8; ///< how long a rank is slow before the next one is

    std::string name = "sample";
    int stages = 4;
    int tensor = 2;
    int data = 2;
    int expert = 1;       ///< expert parallelism; divides data; more than 1 makes the layers mixtures of experts
    int microbatches = 8; ///< per step and data-parallel replica
    int layers = 32;
    int steps = 3;
    int hosts = 2; ///< divides the number of GPUs
    ScheduleKind schedule = ScheduleKind::OneFOneB;
    uint64_t seed = 1;
    double noise = 0.004;               ///< relative spread of all compute times
    std::vector<RankFactor> stragglers; ///< factor for the compute of a rank
    double lastStageFactor = 1;         ///< factor for forward and backward of the last stage (lm_head)
    std::vector<LinkFactor> slowLinks;  ///< factor for transfers
    /// Factor for what a rank exchanges with other hosts over its network card; each rank has one, of its number. What
    /// NCCL's Inspector would say of all communicators is written, too.
    std::vector<RankFactor> slowNics;
    // Faults over time:
    double drift = 0;                     ///< share by which compute grows from the first to the last step
    std::vector<Blip> blips;              ///< steps in which all compute takes longer
    std::vector<HostFactor> slowHosts;    ///< factor for the compute of all ranks of a host
    std::vector<Throttle> throttles;
    double rotation = 1;                  ///< factor for the compute of one rank after the other, each for some steps
    double expertImbalance = 1;           ///< tokens of the busiest expert rank relative to the mean
    double clockSpreadMs = 604'781'214.5; ///< each further host's clock is this far ahead of the previous one
    int hiddenSize = 4096;
    int sequenceLength = 4096;
    int microbatchSize = 1;
    int vocabulary = 50304;

    /// The rank that is slow in a step (from 0) if they rotate: far from the one before.
    int slowInTurn(uint64_t step) const
    {
        return int(step / stepsPerTurn * 7 % (uint64_t(stages) * uint64_t(tensor) * uint64_t(data)));
    }
    /// Position in each expert group of the rank that gets most tokens.
    int busiestExpert() const { return expert > 1 ? int(seed % uint64_t(expert)) : 0; }
};

/// True if sample runs support the schedule: one chunk per rank, because the formats cannot represent chunks.
bool canSample(ScheduleKind schedule);
/// What fits into memory, and onto disks.
inline constexpr uint64_t mostSampleSpans = 24'000'000;
inline constexpr uint64_t mostWrittenSpans = 1'000'000'000;
/// nullopt, or an error about the options.
std::optional<Error> checkSampleOptions(const SampleOptions& options, uint64_t mostSpans);
/// The run shown by `--demo`: 8 ranks on 2 hosts, a heavy last stage and one straggler.
SampleOptions demoOptions();

} // namespace bubblescope
