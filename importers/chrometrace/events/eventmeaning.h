// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "chromeevent.h"
#include "launchscope.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Names of events, threads and groups are cut there, in bytes.
inline constexpr size_t longestEventText = 2048;

/// Where an event of a Chrome trace is drawn.
enum class EventPlace : uint8_t {
    Thread,          ///< a thread of the host
    Stream,          ///< kernels and copies of a GPU stream
    Communication,   ///< kernels of one process group
    GpuAnnotation,   ///< the program's own ranges, as the GPU saw them: they cover kernels
    Synchronization, ///< the host waits for a stream
    Profiler,        ///< the recording itself
};
constexpr bool isOnDevice(EventPlace place)
{
    return place == EventPlace::Stream || place == EventPlace::Communication;
}

/// What name and category of an event say; its arguments may say more.
struct EventMeaning {
    EventPlace place = EventPlace::Thread;
    Category category = Category::Other;
    Operation operation = Operation::Other;
    int16_t stage = -1;
    int32_t microbatch = -1;
    std::optional<int> step;      ///< ProfilerStep#7
    bool isPass = false;          ///< a range that a program puts around a forward, backward or optimizer step
    bool isMessageKernel = false; ///< NCCL's SendRecv: point-to-point or an all-to-all
    bool readsArguments = false;
    bool isOperator = false;   ///< of PyTorch: compute, where no device does it
    bool isLaunch = false;     ///< a call of the driver or runtime, which may start something on a device
    bool isCommRecord = false; ///< what the host says of a communication that it starts (record_param_comms)
    bool isCommRange = false;  ///< what is launched within it belongs to a communication (nccl:all_reduce)
    LaunchScope scope = LaunchScope::None;
    Category scopeCategory = Category::OtherCompute; ///< of kernels that are launched within
};
EventMeaning meaningOfEvent(std::string_view name, std::string_view category);

/// "F3", "0F2", "forward_step", "## backward ##", "Optimizer.step#AdamW.step", "fwd mb 3": the pass of a pipeline that
/// a range of a program is named after; nothing for other names.
struct PassName {
    Operation operation = Operation::Other;
    int16_t stage = -1;
    int32_t microbatch = -1;
};
std::optional<PassName> passOfName(std::string_view name);

/// True where the name of a kernel says that it computes ("fc", "ampere_sgemm_128x64", "at::native::…"), whatever it
/// was launched within.
bool isComputeKernel(std::string_view name);
/// True where the name of what ran on a device is that of a copy ("dma_request").
bool isCopyKernel(std::string_view name);
/// Bytes that go into a communication, or come out of it; -1 where unknown.
struct CommunicationBytes {
    int64_t in = -1;
    int64_t out = -1;
    int64_t larger() const { return std::max(in, out); }
};
CommunicationBytes bytesOfCommunication(const ChromeArguments& arguments);
/// Of the inputs of an operation ("Input Dims", "Input type"): the first tensor's; -1 where unknown.
int64_t bytesOfInput(std::string_view dimensions, std::string_view types);
/// "[0, 1, 2]" as numbers; empty where it is cut short ("[0, 1, ..., 31]") or holds anything else.
std::vector<int32_t> ranksOfText(std::string_view text);

/// "DP0-PP1-TP3": the place that MegaScan names a process after.
struct ProcessPlace {
    int data = 0;
    int16_t pipeline = 0;
    int tensor = 0;
};
std::optional<ProcessPlace> placeOfProcessName(std::string_view name);
/// Messages of a pipeline by their usual names ("recv_forward", "send-backward"); Other for other names.
Operation messageOfName(std::string_view name);
/// "rank 3", "rank-3", "[rank3]" inside the name of a process.
std::optional<int> rankOfProcessName(std::string_view name);

} // namespace bubblescope
