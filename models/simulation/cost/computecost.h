// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"

#include <cstdint>
#include <string_view>

namespace bubblescope {

/// What limits a computation, and so what it scales with on another GPU.
enum class ComputeClass : uint8_t {
    Matrix,      ///< multiplications: peak FLOP/s
    MemoryBound, ///< norms, element-wise, embedding, optimizer: memory bandwidth
    Host,        ///< not on the GPU: stays as it is
};
/// "matrix work", "memory-bound" or "host".
std::string_view computeClassName(ComputeClass computeClass);

/// A guess from an operator's name: "addmm_2", "transformer_h_0_ln_1", "lm_head", "optimizer_step". What it does not
/// know counts as matrix work, which is where training steps spend their time.
ComputeClass computeClassOf(std::string_view operatorName);

/// Work of an operation, where it is known.
struct ComputeWork {
    double flops = -1;
    double bytes = -1; ///< read and written
    bool isKnown() const { return flops >= 0 && bytes >= 0; }
};
/// An operation takes so many times as long on `to` as on `from`, by its class; by the roofline (Williams et al. 2009)
/// where its work is known. 1 where one of the two does not state what is needed.
double computeRatio(ComputeClass computeClass, const Hardware& from, const Hardware& to, const ComputeWork& work = {});

} // namespace bubblescope
