// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "chromeevent.h"
#include "kernelnames.h"
#include "launchscope.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Names of events, threads and groups are cut to this many bytes.
inline constexpr size_t longestEventText = 2048;

/// Where an event of a Chrome trace is drawn.
enum class EventPlace : uint8_t {
    Thread,          ///< host thread
    Stream,          ///< kernels and copies of a GPU stream
    Communication,   ///< kernels of one process group
    GpuAnnotation,   ///< the program's own ranges as seen by the GPU; they enclose kernels
    Synchronization, ///< the host waits for a stream, or a stream for another
    Profiler,        ///< the profiler's own recording
};
constexpr bool isOnDevice(EventPlace place)
{
    return place == EventPlace::Stream || place == EventPlace::Communication;
}

/// What the name and category of an event mean; its arguments may refine it.
struct EventMeaning {
    EventPlace place = EventPlace::Thread;
    Category category = Category::Other;
    Operation operation = Operation::Other;
    int16_t stage = -1;
    int32_t microbatch = -1;
    std::optional<int> step;      ///< such as 7 of "ProfilerStep#7"
    bool isStepRange = false;     ///< a range that the program puts around a training step, see StepRanges
    bool isPass = false;          ///< a range that the program puts around a forward, backward or optimizer pass
    bool isMessageKernel = false; ///< NCCL's SendRecv: point-to-point or all-to-all
    bool readsArguments = false;
    bool isOperator = false;   ///< a PyTorch operator: counts as compute if the rank shows no device
    bool isLaunch = false;     ///< a driver or runtime call that may launch something on a device
    bool isCommRecord = false; ///< the host's record of a communication it starts (record_param_comms)
    /// The host call between which and its counterpart the profiler records: the step is inside.
    enum class ProfilerCall : uint8_t { None, Start, Stop } profilerCall = ProfilerCall::None;
    bool isCommRange = false;  ///< launches inside it belong to a communication (nccl:all_reduce)
    /// What a range of a pipeline schedule launches for its stage and microbatch ("PP:1RECV_F0").
    Operation message = Operation::Other;
    LaunchScope scope = LaunchScope::None;
    Category scopeCategory = Category::OtherCompute; ///< of kernels launched inside it
};
EventMeaning meaningOfEvent(
    std::string_view name, std::string_view category, const KernelNames& kernels = *KernelNames::builtin());
/// What a task of an Ascend device is, by the type that its profiler states ("AI_CORE", "EVENT_WAIT_SQE", "SDMA"). Only
/// the units that compute count as compute; waits and records of events stand beside the stream.
EventMeaning meaningOfTask(std::string_view name, std::string_view type, const KernelNames& kernels);

/// The pipeline pass that a range is named after, such as "F3", "0F2", "forward_step", "## backward ##",
/// "Optimizer.step#AdamW.step" or "fwd mb 3"; nullopt for other names.
struct PassName {
    Operation operation = Operation::Other;
    int16_t stage = -1;
    int32_t microbatch = -1;
};
std::optional<PassName> passOfName(std::string_view name);

/// True if the name of a kernel shows that it computes ("fc", "ampere_sgemm_128x64", "at::native::…"), whatever range
/// launched it.
bool isComputeKernel(std::string_view name);
/// True if the name of a device event is that of a copy ("dma_request", "zeCommandListAppendMemoryCopy(M2D)").
bool isCopyKernel(std::string_view name);
/// Bytes that enter and leave a communication; -1 if unknown.
struct CommunicationBytes {
    int64_t in = -1;
    int64_t out = -1;
    int64_t larger() const { return std::max(in, out); }
};
CommunicationBytes bytesOfCommunication(const ChromeArguments& arguments);
/// Bytes of the first input tensor of an operation ("Input Dims", "Input type"); -1 if unknown.
int64_t bytesOfInput(std::string_view dimensions, std::string_view types);
/// The shapes of an operator's inputs ("Input Dims") without those of numbers, lists of tensors spread out: of
/// [[8,4],[],[[2],[3]]] "[8, 4] [2] [3]".
std::string shapesOfInputs(std::string_view dimensions);
/// Parses "[0, 1, 2]"; empty if the list is abbreviated ("[0, 1, ..., 31]") or holds anything but numbers.
std::vector<int32_t> ranksOfText(std::string_view text);

/// "nccl:send 1->2", "nccl:recv 1<-0": the places of both ends in their process group.
struct MessageEnds {
    bool isSend = false;
    int32_t own = -1;
    int32_t peer = -1;
};
std::optional<MessageEnds> endsOfMessage(std::string_view name);

/// The place that MegaScan's process names state: "DP0-PP1-TP3".
struct ProcessPlace {
    int data = 0;
    int16_t pipeline = 0;
    int tensor = 0;
};
std::optional<ProcessPlace> placeOfProcessName(std::string_view name);
/// Pipeline messages by their usual names ("recv_forward", "send-backward"); Other for all other names.
Operation messageOfName(std::string_view name);
/// The rank in a process name such as "rank 3", "rank-3" or "[rank3]".
std::optional<int> rankOfProcessName(std::string_view name);

} // namespace bubblescope
