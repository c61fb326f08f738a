// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What limits a computation, and thus what it scales with on another GPU.
enum class ComputeClass : uint8_t {
    Matrix,      ///< matrix multiplications: FLOP/s
    MemoryBound, ///< norms, element-wise, embedding, optimizer: memory bandwidth
    Host,        ///< not on the GPU: unchanged
    Layers,      ///< a transformer layer or a pass through several: matrix products with the memory-bound work between
    Attention,   ///< kernels of fused attention
    EightBit,    ///< matrix multiplications of 8-bit floating point
};
inline constexpr size_t computeClassCount = 6;
inline constexpr std::array<double, computeClassCount> unchangedCompute {1, 1, 1, 1, 1, 1}; ///< factors of time
/// Those that run on the GPU.
inline constexpr std::array gpuClasses {ComputeClass::Matrix, ComputeClass::MemoryBound, ComputeClass::Layers,
    ComputeClass::Attention, ComputeClass::EightBit};
/// "matrix work", "memory-bound", "host", "layers", "attention" or "8-bit matrix work".
std::string_view computeClassName(ComputeClass computeClass);

/// Guesses from an operator's name: "addmm_2", "transformer_h_0_ln_1", "lm_head", "optimizer_step". Modules of several
/// kernels ("mlp") and unknown names count as layers, which dominate training steps.
ComputeClass computeClassOf(std::string_view operatorName);

/// The same from the name of a kernel: "ampere_bf16_s16816gemm_…", "flash_fwd_kernel<…>", "vectorized_elementwise_…".
/// Unknown names count as layers: what kernels are in the mean.
ComputeClass computeClassOfKernel(std::string_view kernel);

/// The work of an operation, if known.
struct ComputeWork {
    double flops = -1;
    double bytes = -1; ///< read and written
    bool isKnown() const { return flops >= 0 && bytes >= 0; }
};

/// What is known of the model that a step trains; 0 where unknown.
struct ModelShape {
    int hidden = 0;      ///< width
    double sequence = 0; ///< tokens of a sample
    bool hasExperts = false;
    double tokens = 0; ///< of a microbatch

    /// FLOPs of a product of its dense layers, 0 where not known: 6, 2, 8 and 8 t h^2 of t tokens, in the mean over the
    /// FLOPs themselves.
    double productFlops() const { return 7 * tokens * hidden * hidden; }
};

/// Bytes that the norms, activations and sums of transformer layers move for each FLOP of their matrix products. Each
/// of the 34 bytes of activations that a layer keeps for a token and unit of its width (Korthikanti et al. 2022,
/// arXiv:2205.05198, equation 1; what belongs to attention is a class of its own) is written, read by the next kernel
/// and by the backward pass, and its gradient is written and read: 170 bytes, for 72 h FLOPs (Narayanan et al. 2021,
/// arXiv:2104.04473, equation 3, without attention). To them comes what layers take beside, about which is only known
/// that on an A100 products at 271 TFLOP/s are 0.65 of the time of layers with short sequences: published trainings of
/// 1 to 13 billion parameters reach 56 to 62 % of its 312 TFLOP/s at 512 to 2,048 tokens (mosaicml/llm-foundry,
/// scripts/train/benchmarking), 0.35 / 0.65 x 1,733 GB/s / 271.2 TFLOP/s in all where layers are 4,096 wide, as they
/// are where no width is known.
double bytesPerFlopOfLayers(const ModelShape& model);

/// Time on `to` relative to the time on `from`, by class or, if the work is known, by the roofline model (Williams et
/// al. 2009). Like is compared with like: by what kernels reach (AchievedRates) where both GPUs know it, else by the
/// same share of both data sheets. 1 if the two compute alike or one lacks the required value.
double computeRatio(ComputeClass computeClass, const Hardware& from, const Hardware& to, const ComputeWork& work = {},
    const ModelShape& model = {});

/// How much shorter and longer work may take on another GPU than computeRatio() says, as shares of its time there; 0
/// where the two compute alike. What a GPU gains is overstated more easily than understated.
struct RatioRange {
    double shorter = 0;
    double longer = 0;
};
RatioRange computeRatioRange(
    ComputeClass computeClass, const Hardware& from, const Hardware& to, const ModelShape& model = {});

/// What the ratios between two GPUs rest on, for people; empty if they compute alike.
std::vector<Message> computeRatesTexts(const Hardware& from, const Hardware& to, const ModelShape& model = {});

/// What attention kernels take of the time of layers, in percent, where unknown.
inline constexpr uint8_t usualAttentionPercent = 10;
/// Marks layers of which that is unknown.
inline constexpr uint8_t unknownPercent = 255;
/// The same by the width of a model and its sequences, with causal attention: 7 s h FLOPs a token forward and backward,
/// as authors of attention kernels count them (the backward pass repeats a product). The usual one where these are not
/// known.
uint8_t attentionPercentOf(const ModelShape& model, const Hardware& gpu);

} // namespace bubblescope
