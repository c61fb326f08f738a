// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bubblescope {

/// What limits a computation, and thus what it scales with on another GPU.
enum class ComputeClass : uint8_t {
    Matrix,      ///< matrix multiplications: FLOP/s
    MemoryBound, ///< norms, element-wise, embedding, optimizer: memory bandwidth
    Host,        ///< not on the GPU: unchanged
    Layers,      ///< a transformer layer or a pass through several: matrix products with the memory-bound work between
    Attention,   ///< kernels of fused attention
};
inline constexpr size_t computeClassCount = 5;
/// Those that run on the GPU.
inline constexpr std::array gpuClasses {
    ComputeClass::Matrix, ComputeClass::MemoryBound, ComputeClass::Layers, ComputeClass::Attention};
/// "matrix work", "memory-bound", "host", "layers" or "attention".
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
/// Time on `to` relative to the time on `from`, by what kernels reach there (AchievedRates; else the usual share of the
/// data sheet), by class or, if the work is known, by the roofline model (Williams et al. 2009). 1 if one of the two
/// lacks the required value.
double computeRatio(ComputeClass computeClass, const Hardware& from, const Hardware& to, const ComputeWork& work = {});

/// How far a computeRatio() may be off: half of the range, as a share of the time on the other GPU. 0 where the two
/// compute alike.
double computeRatioError(const Hardware& from, const Hardware& to);

/// What the ratios between two GPUs rest on, for people; empty if they compute alike.
Message computeRatesText(const Hardware& from, const Hardware& to);

/// What attention kernels take of the time of layers, in percent, where nothing tells.
inline constexpr uint8_t usualAttentionPercent = 10;
/// Marks layers of which nothing tells that.
inline constexpr uint8_t unknownPercent = 255;

} // namespace bubblescope
