// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "truthkinds.h"

namespace bubblescope {

namespace {

constexpr const char* rankTraces = "rank traces of Echo's authors (H800)";
constexpr const char* planted = "made-up jobs and those traces, there and back";
constexpr const char* emulated = "18 made-up machines, played event by event";
constexpr const char* sixMachines = "6 made-up machines, played event by event";
constexpr const char* paper = "Qi et al. 2024, table 4 (A100)";
constexpr const char* nccl = "nccl-tests (A100, H100, B200, GB200)";
// As wide as for hiddenSkewed, of which the input tells no difference.
constexpr const char* noExperts = "what each expert of a GPU is sent is recorded nowhere, nor whether a few are busy";
constexpr const char* sweep = "4 logs of Llama 3.2 1B on 8 A40";
constexpr const char* sweepFolder = "opt_prime";
constexpr qint64 sweepBytes = 294382;
constexpr const char* paperFile = "plan/zero_bubble_measured.csv";
constexpr qint64 paperBytes = 1936;
constexpr const char* ncclFile = "plan/nccl_measured.csv";
constexpr qint64 ncclBytes = 167748;

} // namespace

const std::vector<TruthTable::Limit>& truthKinds()
{
    using namespace truthkind;
    static const std::vector<TruthTable::Limit> kinds {
        {.kind = recordedLarge, .mean = 0.4, .most = 1.2, .source = rankTraces, .bias = 0.2},
        {.kind = recordedSmall, .mean = 1, .most = 3, .source = rankTraces},
        {.kind = sameOrder, .mean = 0.1, .most = 0.1},
        {.kind = profileToRun, .mean = 3, .most = 6, .source = rankTraces},
        {.kind = profileNamed, .mean = 3, .most = 6, .source = rankTraces},
        // Samples are more regular than the runs that ranges are made for: those of other depths may be as wide.
        {.kind = slowRank, .mean = 0.5, .most = 0.5, .halfWidth = 4, .source = "samples of both layouts"},
        {.kind = firstReplicas, .mean = 2, .most = 4, .source = "samples of both layouts"},
        {.kind = acrossNodes, .mean = 2, .most = 4, .source = "samples of both layouts"},
        {.kind = pipelineDepth, .mean = 1.5, .most = 3, .source = planted},
        {.kind = stepDepth, .mean = 2, .most = 4, .source = planted},
        {.kind = otherPartition, .mean = 1, .most = 2, .source = planted},
        {.kind = hiddenPipeline, .mean = 1.5, .most = 5, .source = sixMachines},
        {.kind = hiddenDepth, .mean = 2, .most = 4, .source = sixMachines},
        {.kind = hiddenFromOne, .mean = 4, .most = 9, .source = sixMachines},
        {.kind = fewerExpertRanks, .mean = 4, .most = 10, .source = planted},
        {.kind = moreExpertRanks, .mean = 4, .most = 10, .isOpen = true, .why = noExperts, .source = planted},
        {.kind = singleExpertRank, .mean = 4, .most = 10, .isOpen = true, .why = noExperts, .source = planted},
        {.kind = hiddenFewer, .mean = 4, .most = 10, .source = emulated},
        {.kind = hiddenSingle, .mean = 6, .most = 16, .isOpen = true, .why = noExperts, .source = emulated},
        {.kind = hiddenMore, .mean = 6, .most = 16, .isOpen = true, .why = noExperts, .source = emulated},
        {.kind = hiddenSkewed, .mean = 12, .most = 30, .source = sixMachines},
        {.kind = logMeasured, .mean = 2, .most = 4, .source = sweep, .file = sweepFolder, .fileBytes = sweepBytes},
        {.kind = logFamily, .mean = 15, .most = 35, .source = sweep, .file = sweepFolder, .fileBytes = sweepBytes},
        {.kind = logAlone, .mean = 15, .most = 35, .source = sweep, .file = sweepFolder, .fileBytes = sweepBytes},
        {.kind = anotherGpu,
            .mean = 8,
            .most = 25,
            .source = "mosaicml/llm-foundry, MPT 1B, 7B, 13B on 8 GPUs",
            .file = "plan/llm_foundry_a100_h100.csv",
            .fileBytes = 1774},
        {.kind = zeroBubble, .mean = 4, .most = 4, .source = paper, .file = paperFile, .fileBytes = paperBytes},
        {.kind = zeroBubbleTwice, .mean = 5, .most = 5, .source = paper, .file = paperFile, .fileBytes = paperBytes},
        {.kind = interleaved, .mean = 4, .most = 4, .source = paper, .file = paperFile, .fileBytes = paperBytes},
        {.kind = longerThanPlanned, .mean = 0, .most = 0, .source = "the planner of Qi et al. 2024"},
        {.kind = collectives, .mean = 10, .most = 10, .source = nccl, .file = ncclFile, .fileBytes = ncclBytes},
        {.kind = smallCollectives, .mean = 20, .most = 20, .source = nccl, .file = ncclFile, .fileBytes = ncclBytes},
        {.kind = twoNodes, .mean = 12, .most = 12, .source = "a measured bus bandwidth of 147 GB/s"},
        {.kind = leftOutReduces, .mean = 3, .most = 6, .source = rankTraces},
        {.kind = gradients, .mean = 3, .most = 6, .source = rankTraces, .bias = 3},
    };
    return kinds;
}

} // namespace bubblescope
