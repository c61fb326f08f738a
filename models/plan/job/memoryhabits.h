// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// All constants of the memory model that do not follow from the size of a number, with their sources.
namespace bubblescope::memoryhabit {

/// Weights in the compute type, Adam's states in fp32 (Rajbhandari et al. 2020).
inline constexpr double halfBytes = 2;
inline constexpr double masterBytes = 4;
inline constexpr double momentBytes = 8;

/// Share of what is allocated that the allocator cannot use: SimuMax plans with 0.94 of a GPU (configs/strategy,
/// `mem_factor`).
inline constexpr double slackShare = 0.06;

/// Bytes of a logit at the loss. Megatron and nanotron: the half-precision logit and the fp32 copy in which the softmax
/// is made (tensor_parallel/cross_entropy.py; nanotron's parallel/tensor_parallel/functional.py); fused (Transformer
/// Engine's), in place. PyTorch's cross_entropy(), in the backward pass: the log-softmax, the gradient in it and that
/// in the logit, all fp32; torchtitan has given the logits back before (train.py). Where tensor-parallel ranks divide
/// them (torch/distributed/tensor/parallel/loss.py): log-softmax, zeros for its gradient, exponentials, and a result.
inline constexpr double fusedLogitBytes = 2;
inline constexpr double shardedLogitBytes = 6;
inline constexpr double genericLogitBytes = 12;
inline constexpr double genericDividedLogitBytes = 16;

/// Nanotron's modelled bytes are all that its allocator reserves; beside them CUDA's context and the buffers of its
/// communicators take so much of a GPU. Of the 806 runs of the playbook's benchmark six reserved more, of the crashed
/// ones some 20 asked for less than a GPU.
inline constexpr double nanotronReservedShare = 0.08;

/// Nanotron's published memory is what its allocator has reserved, so two habits of that allocator are fitted to all
/// rows of the playbook's benchmark at once (least absolute errors, 643 rows): 20 bytes per hidden number of each
/// microbatch in flight on the first stage, and 6 more bytes a logit than at the loss once a second microbatch finds
/// the first one's blocks divided.
inline constexpr double nanotronInFlightSlackBytes = 20;
inline constexpr double nanotronLogitSlackBytes = 6;
/// Undivided copies of a microbatch's hidden state that nanotron keeps with tensor parallelism: two buffers of
/// all-gathers (MemoryBuffer), output and input gradient before their reduce-scatter.
inline constexpr double nanotronGatheredCopies = 4;

} // namespace bubblescope::memoryhabit
