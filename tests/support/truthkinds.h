// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "truthtable.h"

/// Kinds of question whose answers are known; the names of rows in the manual.
namespace bubblescope::truthkind {

inline constexpr auto recordedLarge = "a recorded step through the model, 16 GPUs";
inline constexpr auto recordedSmall = "the same, 4 to 8 GPUs";
inline constexpr auto sameOrder = "GPipe of one microbatch";
inline constexpr auto profileToRun = "GPUs profiled alone, to their run";
inline constexpr auto profileNamed = "the same, their machine named";
inline constexpr auto twoNodes = "all-reduces on 2 x 8 H800, 64 MiB and more";
inline constexpr auto slowRank = "a run with a slow GPU, in other layouts";
inline constexpr auto firstReplicas = "several replicas from one, which recorded no gradients";
inline constexpr auto acrossNodes = "gradients across nodes, which were shared inside them";
inline constexpr auto pipelineDepth = "2 or 4 stages, the pipeline alone";
inline constexpr auto stepDepth = "2 or 4 stages, the whole step";
inline constexpr auto otherPartition = "other partitions";
inline constexpr auto hiddenPipeline = "emulated: 2 or 4 stages, the pipeline alone";
inline constexpr auto hiddenDepth = "emulated: 4 stages from 2, 2 from 4";
inline constexpr auto hiddenFromOne = "emulated: 2 or 4 stages from one";
inline constexpr auto fewerExpertRanks = "experts on fewer GPUs";
inline constexpr auto moreExpertRanks = "experts on more GPUs";
inline constexpr auto singleExpertRank = "experts of a single GPU on more";
inline constexpr auto hiddenFewer = "emulated: experts on fewer GPUs";
inline constexpr auto hiddenSingle = "emulated: experts of a single GPU on two";
inline constexpr auto hiddenMore = "emulated: experts on more GPUs";
inline constexpr auto hiddenSkewed = "emulated: few busy experts on more GPUs";
inline constexpr auto logMeasured = "run logs of one model, one of which measured the answer";
inline constexpr auto logFamily = "run logs of one model, none of which measured it";
inline constexpr auto logAlone = "a run log alone, another tensor-parallel size";
inline constexpr auto anotherGpu = "A100 to H100";
inline constexpr auto zeroBubble = "zero-bubble schedules instead of 1F1B";
inline constexpr auto zeroBubbleTwice = "the same with twice the memory";
inline constexpr auto interleaved = "interleaved 1F1B instead of 1F1B";
inline constexpr auto longerThanPlanned = "zero-bubble schedules, by what they are longer than planned ones";
inline constexpr auto collectives = "collectives of one node, 1 MiB and more";
inline constexpr auto smallCollectives = "collectives of one node, 64 KiB and more";
inline constexpr auto leftOutReduces = "all-reduces inside training, from their run's others";
inline constexpr auto gradients = "gradients inside training, nothing recorded";

} // namespace bubblescope::truthkind

namespace bubblescope {

/// All of them, with what their answers may be off.
const std::vector<TruthTable::Limit>& truthKinds();

} // namespace bubblescope
