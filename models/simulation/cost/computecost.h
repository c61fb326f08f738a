// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"

#include <cstdint>
#include <string_view>

namespace bubblescope {

/// What limits a computation, and thus what it scales with on another GPU.
enum class ComputeClass : uint8_t {
    Matrix,      ///< matrix multiplications: peak FLOP/s
    MemoryBound, ///< norms, element-wise, embedding, optimizer: memory bandwidth
    Host,        ///< not on the GPU: unchanged
};
/// "matrix work", "memory-bound" or "host".
std::string_view computeClassName(ComputeClass computeClass);

/// Guesses from an operator's name: "addmm_2", "transformer_h_0_ln_1", "lm_head", "optimizer_step". Unknown names count
/// as matrix work, which dominates training steps.
ComputeClass computeClassOf(std::string_view operatorName);

/// The work of an operation, if known.
struct ComputeWork {
    double flops = -1;
    double bytes = -1; ///< read and written
    bool isKnown() const { return flops >= 0 && bytes >= 0; }
};
/// Time on `to` relative to the time on `from`, by class or, if the work is known, by the roofline model (Williams et
/// al. 2009). 1 if one of the two lacks the required value.
double computeRatio(ComputeClass computeClass, const Hardware& from, const Hardware& to, const ComputeWork& work = {});

} // namespace bubblescope
