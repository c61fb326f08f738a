// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What memory of a GPU is for, by the code that took it.
enum class MemoryUse : uint8_t {
    Parameters,     ///< taken where a model is made or moved
    Activations,    ///< by forward passes
    Gradients,      ///< by backward passes, with what they need meanwhile
    OptimizerState, ///< by optimizers, with what they need meanwhile
    Communication,
    Workspace, ///< of libraries such as cuBLAS
    Unknown    ///< taken before the recording, or by other code
};
inline constexpr size_t memoryUseCount = 7;
/// "optimizer_state": as in JSON.
std::string_view memoryUseKey(MemoryUse use);
/// "optimizer state": as people read it.
std::string_view memoryUseName(MemoryUse use);

/// The code that took memory.
struct MemoryStack {
    MemoryUse use = MemoryUse::Unknown;
    std::string operation;           ///< of PyTorch: "empty_like"; may be missing
    std::vector<std::string> frames; ///< of Python, "forward (torch/nn/modules/linear.py:12)", innermost first

    /// The innermost frame outside PyTorch, else the innermost; empty where there is none.
    std::string_view caller() const;
    bool operator==(const MemoryStack&) const = default;
};

/// A block that was given out, once.
struct MemoryAllocation {
    static constexpr uint32_t noStack = UINT32_MAX;
    static constexpr uint32_t noEvent = UINT32_MAX;

    uint64_t address = 0;
    int64_t bytes = 0;
    uint32_t stack = noStack; ///< index into MemorySnapshot::stacks
    uint32_t taken = noEvent; ///< index into MemorySnapshot::events; none: before the first
    uint32_t freed = noEvent; ///< none: not until the last
    bool operator==(const MemoryAllocation&) const = default;
};

/// What PyTorch's caching allocator did on one GPU, in order.
struct MemoryEvent {
    enum class Kind : uint8_t {
        Allocated, ///< given to the program
        Freed,     ///< given back by it
        Reserved,  ///< taken from the GPU
        Released,  ///< given back to the GPU
        OutOfMemory
    };
    static constexpr uint32_t noAllocation = UINT32_MAX;

    TimeNs time = 0; ///< since the epoch; the number of the event where no times were recorded
    int64_t bytes = 0; ///< never negative; for OutOfMemory what was asked for
    uint32_t allocation = noAllocation; ///< index into MemorySnapshot::allocations, of Allocated and Freed
    Kind kind = Kind::Allocated;
    bool operator==(const MemoryEvent&) const = default;
};

/// A recording of torch.cuda.memory._record_memory_history() on one GPU, and what was alive when it was written.
struct MemorySnapshot {
    static constexpr int64_t mostBytes = int64_t(1) << 50; ///< no file states more at once
    /// All its events, and all its allocations: sums of them do not overflow.
    static constexpr int64_t mostBytesTogether = int64_t(1) << 60;

    std::string name;
    std::string file;
    int rank = -1; ///< the number of the GPU where no rank is known
    bool hasTimes = true;
    int64_t allocatedAtEnd = 0; ///< bytes, as its segments state
    int64_t reservedAtEnd = 0;
    std::vector<MemoryStack> stacks;
    std::vector<MemoryAllocation> allocations; ///< also of blocks that were alive before the first event
    std::vector<MemoryEvent> events;
    std::vector<uint32_t> aliveAtEnd; ///< allocations

    bool operator==(const MemorySnapshot&) const = default;
};

} // namespace bubblescope
