// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope {

struct JobProfile;

/// Adds ranks of stages that are slow as a whole, or mostly: those alone in their stage have no other peers. A slow GPU
/// takes so many times as long for everything. So a stage is slow where
/// - its layers, told apart by their communication, take longer than those of other stages, forward and backward alike;
/// - else, between the ends of the pipeline, all it computes for each of its layers does, and for each of its gradients
///   where these are recorded and layers guessed;
/// - of the first and the last stage, which do more than layers, the optimizer does as well, for as many parameters: as
///   many as gradients have, or layers and an embedding or head. Those of both ends are alike, and no larger than a
///   usual vocabulary, or than their own gradients: so ends that are slow alike are told, too.
/// An end that takes longer than layers and a head of its parameters explain, but with a usual optimizer, may be either:
/// a GPU that is only slow at matrix work, or more work. Its ranks go to JobFacts::doubtedRanks, as do those of a stage
/// that may just hold a layer or two more, where their spread is a guess and no gradients tell it. Of several ranks with
/// gradients the second is taken for granted.
void findSlowStages(JobProfile& job);

} // namespace bubblescope
