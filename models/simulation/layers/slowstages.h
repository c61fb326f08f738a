// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope {

struct JobProfile;

/// Adds ranks of stages that are slow as a whole, or mostly: those alone in their stage have no other peers. A slow GPU
/// takes so many times as long for everything. So a stage is slow where
/// - its layers, told apart by their communication, take longer than those of other stages, forward and backward alike;
/// - else, between the ends of the pipeline, all it computes for each of its layers does;
/// - of the first and the last stage, which do more than layers, the optimizer does as well: both hold as many parameters
///   beside layers, so it is compared with that of the other end. Where it alone tells how slow, SlowRank::error is
///   set.
/// Both ends that are slow alike are told by their optimizers as well, where gradients tell how many parameters they
/// hold beside layers: only on slow GPUs do so many take so long. A rank alone in such an end that takes longer than
/// layers and a head of its parameters explain, but with a usual optimizer, may be either: a GPU that is only slow at
/// matrix work, or more work. It goes to JobFacts::doubtedRanks, as do those of one of two stages, several or not,
/// whose optimizer alone takes longer than the other's, which may do more, and one between the ends whose stage may
/// just hold a layer or two more, where their spread is a guess.
/// Slow is who is slower than the fastest, though those be most of all: the work of each follows its GPU, whichever of
/// them is the usual one. Where the layers of stages are a guess, the fastest may just hold fewer, and where only ends
/// tell of a faster GPU than the rest, the last one may have a head: of ranks alone in their stages all slower ones are
/// doubted. Of few passes a stage that many would tell to be slow is doubted as well, of many a rank alone between the
/// ends that is slow by a little less than tells it.
void findSlowStages(JobProfile& job);

} // namespace bubblescope
