// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "eventmeaning.h"

#include "characters.h"
#include "communicationnames.h"
#include "datatype.h"
#include "namewords.h"
#include "plainnumber.h"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t longestPassName = 64;

/// "F3", "PP:0F2", "1B0", "2W0": the actions of torch.distributed.pipelining.
std::optional<PassName> actionOfName(std::string_view name)
{
    if (name.starts_with("PP:"sv))
        name.remove_prefix(3);
    size_t at = 0;
    while (at < name.size() && isDigit(name[at]))
        ++at;
    const std::string_view stage = name.substr(0, at);
    size_t end = at;
    while (end < name.size() && isLetter(name[end]))
        ++end;
    const std::string_view letter = name.substr(at, end - at);
    const std::optional<int> microbatch = toCount(name.substr(end));
    if (!microbatch)
        return {};
    PassName pass;
    pass.microbatch = *microbatch;
    pass.stage = static_cast<int16_t>(toCount(stage, std::numeric_limits<int16_t>::max()).value_or(-1));
    if (letter == "F"sv)
        pass.operation = Operation::Forward;
    else if (letter == "B"sv || letter == "I"sv)
        pass.operation = Operation::Backward;
    else if (letter == "W"sv)
        pass.operation = Operation::WeightGradient;
    else
        return {};
    return pass;
}

/// "PP:1RECV_F0", "2SEND_B3": the messages of torch.distributed.pipelining, with the stage that sends or receives.
std::optional<PassName> messageActionOfName(std::string_view name)
{
    if (name.starts_with("PP:"sv))
        name.remove_prefix(3);
    const size_t at = std::min(name.find_first_not_of("0123456789"), name.size());
    const std::optional<int> stage = toCount(name.substr(0, at), std::numeric_limits<int16_t>::max());
    name.remove_prefix(at);
    const bool isSend = name.starts_with("SEND_"sv);
    if (!stage || (!isSend && !name.starts_with("RECV_"sv)) || name.size() < 7 || (name[5] != 'F' && name[5] != 'B'))
        return {};
    const std::optional<int> microbatch = toCount(name.substr(6));
    if (!microbatch)
        return {};
    PassName action;
    action.stage = static_cast<int16_t>(*stage);
    action.microbatch = *microbatch;
    action.operation = name[5] == 'F' ? (isSend ? Operation::SendForward : Operation::RecvForward)
                                      : (isSend ? Operation::SendBackward : Operation::RecvBackward);
    return action;
}

/// "0, 4, 8"; empty if anything is not an integer.
std::vector<int64_t> numbersOfList(std::string_view text)
{
    constexpr std::string_view space = " \n\r\t";
    std::vector<int64_t> numbers;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find(',', at), text.size());
        std::string_view number = text.substr(at, end - at);
        number.remove_prefix(std::min(number.find_first_not_of(space), number.size()));
        number = number.substr(0, number.find_last_not_of(space) + 1);
        const auto value = bubblescope::toNumber<int64_t>(number);
        if (!value || *value < 0)
            return {};
        numbers.push_back(*value);
        at = end + 1;
    }
    return numbers;
}

/// "autograd::engine::evaluate_function: MmBackward0", "MmBackward0", "_AllToAllBackward"; not "aten::mm_backward".
bool isEvaluatedBackward(std::string_view name)
{
    if (name.starts_with("autograd::engine::evaluate_function"sv))
        return true;
    while (!name.empty() && isDigit(name.back()))
        name.remove_suffix(1);
    return name.ends_with("Backward"sv) || name.ends_with("Backwards"sv);
}

/// "mlp(B)", "attn (W)", "dispatch(F1)": ranges of schedules that split chunks into their parts. OtherCompute for all
/// other names.
Category passInBrackets(std::string_view name)
{
    if (!name.ends_with(')'))
        return Category::OtherCompute;
    name.remove_suffix(1);
    while (!name.empty() && isDigit(name.back())) // of the chunk
        name.remove_suffix(1);
    if (name.size() < 3 || name[name.size() - 2] != '(')
        return Category::OtherCompute;
    switch (name.back()) {
    case 'F':
        return Category::Forward;
    case 'B':
        return Category::Backward;
    case 'W':
        return Category::WeightGradient;
    default:
        return Category::OtherCompute;
    }
}

/// For ranges that are not pipeline passes: "DistributedDataParallel.forward", "model.py(12): forward",
/// "Optimizer.zero_grad#AdamW.zero_grad", "attn wgrad". OtherCompute for all other names.
Category scopeCategoryOf(std::string_view name)
{
    name = name.substr(name.size() - std::min(name.size(), longestPassName));
    if (holds(name, "zero_grad"sv) || holds(name, "clip_grad"sv))
        return Category::Optimizer;
    while (!name.empty() && !isLetter(name.back()))
        name.remove_suffix(1);
    for (const auto& [word, category] :
        {std::pair("forward"sv, Category::Forward), std::pair("training_step"sv, Category::Forward),
            std::pair("backward"sv, Category::Backward), std::pair("dgrad"sv, Category::Backward),
            std::pair("wgrad"sv, Category::WeightGradient), std::pair("backward_dw"sv, Category::WeightGradient)}) {
        if (!name.ends_with(word))
            continue;
        const char before = name.size() > word.size() ? name[name.size() - word.size() - 1] : ' ';
        return isLetter(before) || isDigit(before) || before == '_' ? Category::OtherCompute : category;
    }
    return Category::OtherCompute;
}

/// Commands of Level Zero and OpenCL that order others.
bool isBarrierOfQueue(std::string_view name)
{
    static constexpr std::string_view commands[] = {"zeCommandListAppendBarrier"sv, "zeCommandListAppendWaitOn"sv,
        "zeCommandListAppendSignal"sv, "zeCommandListAppendEventReset"sv, "clEnqueueBarrier"sv, "clEnqueueMarker"sv};
    return std::any_of(std::begin(commands), std::end(commands),
        [name](std::string_view command) { return holds(name.substr(0, 160), command); });
}

Category categoryOfPass(Operation operation)
{
    switch (operation) {
    case Operation::Forward:
        return Category::Forward;
    case Operation::Backward:
        return Category::Backward;
    case Operation::WeightGradient:
        return Category::WeightGradient;
    case Operation::OptimizerStep:
        return Category::Optimizer;
    default:
        return Category::OtherCompute;
    }
}

} // namespace

std::optional<PassName> passOfName(std::string_view name)
{
    if (const auto action = actionOfName(name))
        return action;
    // Framed names ("## forward ##") and the usual short ones; longer texts that merely mention a pass do not count.
    const std::vector<std::string> words = wordsOfName(name);
    if (words.empty() || words.size() > 8)
        return {};
    PassName pass;
    bool onlyKnown = true;
    for (size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const int number = i + 1 < words.size() ? toCount(words[i + 1]).value_or(-1) : -1;
        if ((word == "mb" || word == "microbatch" || word == "batch" || word == "chunk") && number >= 0) {
            pass.microbatch = number;
            ++i;
        } else if (word == "stage" && number >= 0 && number <= std::numeric_limits<int16_t>::max()) {
            pass.stage = static_cast<int16_t>(number);
            ++i;
        } else if (i == 0 && (word == "forward" || word == "fwd")) {
            pass.operation = Operation::Forward;
        } else if (i == 0 && (word == "backward" || word == "bwd")) {
            pass.operation = Operation::Backward;
        } else if (i == 0 && word == "optimizer") {
            pass.operation = Operation::OptimizerStep;
        } else if (word != "step" && word != "pass" && word != "warmup" && word != "steady" && word != "cooldown") {
            // Accept Optimizer.step#AdamW.step but not Optimizer.zero_grad#…
            const bool isKindOfOptimizer = pass.operation == Operation::OptimizerStep && i > 1 && words[1] == "step";
            onlyKnown = onlyKnown && (toCount(word) || isKindOfOptimizer);
        }
    }
    // "Forward 3": the schedules of torch.distributed.pipelining with one stage per rank.
    if (words.size() == 2 && pass.microbatch < 0 && pass.operation != Operation::OptimizerStep)
        pass.microbatch = toCount(words[1]).value_or(-1);
    // Any other word makes it the name of a module or kernel, such as a CamelCase name that contains "Forward".
    if (pass.operation == Operation::Other || !onlyKnown)
        return {};
    return pass;
}

bool isComputeKernel(std::string_view name)
{
    const std::string text = lowered(name.substr(0, 160));
    for (const std::string_view part : {"at::native"sv, "gemm"sv, "matmul"sv, "conv"sv, "softmax"sv, "norm"sv,
             "elementwise"sv, "embedding"sv, "attention"sv}) {
        if (holds(text, part))
            return true;
    }
    static constexpr std::string_view operators[]
        = {"fc"sv, "linear"sv, "mm"sv, "bmm"sv, "addmm"sv, "relu"sv, "gelu"sv};
    const std::vector<std::string> words = wordsOfName(text);
    return std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return std::find(std::begin(operators), std::end(operators), word) != std::end(operators);
    });
}

bool isCopyKernel(std::string_view name)
{
    if (name.starts_with("dma_"sv))
        return true;
    // Commands that Level Zero and OpenCL run on a device are called like their calls.
    static constexpr std::string_view commands[] = {"zeCommandListAppendMemory"sv, "zeCommandListAppendImageCopy"sv,
        "clEnqueueRead"sv, "clEnqueueWrite"sv, "clEnqueueCopy"sv, "clEnqueueFill"sv, "clEnqueueSVMMem"sv,
        "clEnqueueMemcpy"sv, "clEnqueueMemFill"sv, "clEnqueueMap"sv, "clEnqueueUnmap"sv};
    return std::any_of(std::begin(commands), std::end(commands),
        [name](std::string_view command) { return holds(name.substr(0, 160), command); });
}

EventMeaning meaningOfEvent(std::string_view name, std::string_view category, const KernelNames& kernels)
{
    EventMeaning meaning;
    const std::string kind = lowered(category.substr(0, 40));
    const bool isCopy = kind == "gpu_memcpy" || kind == "gpu_memset" || kind == "memcpy" || kind == "memset";
    // "mtia_ccp_events" and "hpu_op" are the kernels of Meta's and Habana's accelerators, "gpu_op" all that Intel's
    // unitrace sees on a device.
    if (kind == "kernel" || kind == "mtia_ccp_events" || kind == "hpu_op" || kind == "gpu_op"
        || kind == "collective_comm") {
        meaning.place = EventPlace::Stream;
        meaning.readsArguments = true;
        const KernelNames::Meaning known = kernels.meaningOf(name).value_or(KernelNames::Meaning());
        meaning.category = known.category;
        meaning.operation = known.operation;
        if (kind == "collective_comm" && !isCommunication(known.category)) {
            meaning.category = Category::OtherComm;
            meaning.operation = collectiveOfName(name);
        }
        if (isCommunication(meaning.category)) {
            meaning.place = EventPlace::Communication;
            const bool isUnknown = meaning.category == Category::OtherComm && meaning.operation == Operation::Other;
            meaning.isMessageKernel = isUnknown && holds(lowered(name.substr(0, 160)), "sendrecv");
        } else if (isCopyKernel(name)) {
            meaning.category = Category::MemoryCopy;
        } else if (kind == "gpu_op" && isBarrierOfQueue(name)) {
            meaning.place = EventPlace::Synchronization;
            meaning.category = Category::Waiting;
        }
        return meaning;
    }
    if (isCopy) {
        meaning.place = EventPlace::Stream;
        meaning.category = Category::MemoryCopy;
        meaning.readsArguments = true;
        return meaning;
    }
    if (kind == "cuda_sync") {
        meaning.place = EventPlace::Synchronization;
        meaning.category = Category::Waiting;
        return meaning;
    }
    if (kind == "trace" || kind == "overhead") {
        meaning.place = EventPlace::Profiler;
        return meaning;
    }
    meaning.place = kind == "gpu_user_annotation" ? EventPlace::GpuAnnotation : EventPlace::Thread;
    meaning.category = meaning.place == EventPlace::Thread ? Category::Host : Category::Other;
    if (holds(kind, "runtime") || holds(kind, "driver")) {
        meaning.isLaunch = true;
        if (holds(name, "Synchronize"sv) || holds(name, "StreamWait"sv))
            meaning.category = Category::Waiting;
        return meaning;
    }
    constexpr std::string_view profilerStep = "ProfilerStep#";
    if (name.starts_with(profilerStep)) {
        meaning.step = toCount(name.substr(profilerStep.size()));
        meaning.scope = LaunchScope::Step;
        return meaning;
    }
    // "$profiler.py:91 start_trace", of JAX, as Python's calls are recorded.
    if (name.starts_with("$profiler.py:"sv)) {
        if (name.ends_with(" start_trace"sv))
            meaning.profilerCall = EventMeaning::ProfilerCall::Start;
        else if (name.ends_with(" stop_trace"sv))
            meaning.profilerCall = EventMeaning::ProfilerCall::Stop;
        return meaning;
    }
    if (name.starts_with("enumerate(DataLoader)"sv)) {
        meaning.operation = Operation::GetBatch;
        return meaning;
    }
    if (kind == "cpu_op" || kind == "operator") {
        meaning.isCommRecord = name == "record_param_comms"sv;
        meaning.readsArguments = meaning.isCommRecord;
        meaning.isOperator = !meaning.isCommRecord && !name.starts_with("c10d::"sv);
        if (isEvaluatedBackward(name)) {
            meaning.scope = LaunchScope::Autograd;
            meaning.scopeCategory = Category::Backward;
        }
        return meaning;
    }
    if (name.starts_with("gloo:"sv) || name.starts_with("mpi:"sv)) {
        meaning.category = Category::OtherComm; // communication of the host itself
        meaning.operation = collectiveOfName(name);
        meaning.readsArguments = true;
        return meaning;
    }
    // "nccl:all_reduce", "rccl:…", "hccl:…", "xccl:…": launched by a torch.distributed backend.
    if (const size_t colon = name.substr(0, 8).find("ccl:"sv); colon != std::string_view::npos) {
        meaning.isCommRange = true;
        meaning.operation = Operation::Other;
        return meaning;
    }
    if (name.size() <= longestPassName) {
        // Ranges without a category are the program's own: one named like a message or collective is one.
        if (kind.empty() && messageOfName(name) != Operation::Other) {
            meaning.category = Category::PipelineComm;
            meaning.operation = messageOfName(name);
        } else if (kind.empty() && collectiveOfName(name) != Operation::Other) {
            meaning.category = Category::OtherComm;
            meaning.operation = collectiveOfName(name);
        }
        if (const auto action = messageActionOfName(name)) {
            meaning.message = action->operation;
            meaning.stage = action->stage;
            meaning.microbatch = action->microbatch;
            return meaning;
        }
        if (const auto pass = passOfName(name)) {
            meaning.isPass = true;
            meaning.operation = pass->operation;
            meaning.category = categoryOfPass(pass->operation);
            meaning.stage = pass->stage;
            meaning.microbatch = pass->microbatch;
            meaning.scope = LaunchScope::Pass;
            meaning.scopeCategory = meaning.category;
            return meaning;
        }
    }
    if (const Category part = passInBrackets(name); part != Category::OtherCompute) {
        meaning.scopeCategory = part;
        meaning.scope = LaunchScope::Part;
        return meaning;
    }
    meaning.scopeCategory = scopeCategoryOf(name);
    meaning.scope = meaning.scopeCategory == Category::OtherCompute ? LaunchScope::None : LaunchScope::Hint;
    return meaning;
}

EventMeaning meaningOfTask(std::string_view name, std::string_view type, const KernelNames& kernels)
{
    const std::string kind = lowered(type.substr(0, 40));
    const auto isA = [&kind](std::initializer_list<std::string_view> words) {
        return std::any_of(words.begin(), words.end(), [&kind](std::string_view word) { return holds(kind, word); });
    };
    static constexpr std::string_view units[]
        = {"ai_"sv, "aic"sv, "aiv"sv, "mix_"sv, "dsa"sv, "dvpp"sv, "kernel"sv, "ffts"sv, "fusion"sv};
    EventMeaning meaning;
    if (std::any_of(
            std::begin(units), std::end(units), [&kind](std::string_view unit) { return kind.starts_with(unit); })) {
        const KernelNames::Meaning known = kernels.meaningOf(name).value_or(KernelNames::Meaning {});
        meaning.place = isCommunication(known.category) ? EventPlace::Communication : EventPlace::Stream;
        meaning.category = known.category;
        meaning.operation = known.operation;
    } else if (isA({"memcpy"sv, "pcie_dma"sv}) || (isA({"dma"sv}) && holds(lowered(name), "memcpy"sv))) {
        meaning.place = EventPlace::Stream;
        meaning.category = Category::MemoryCopy;
    } else if (isA({"dma"sv})) {
        meaning.place = EventPlace::GpuAnnotation; // parts of a collective, which its group shows
    } else {
        meaning.place = EventPlace::Synchronization;
        meaning.category = isA({"wait"sv}) ? Category::Waiting : Category::Other;
    }
    return meaning;
}

CommunicationBytes bytesOfCommunication(const ChromeArguments& arguments)
{
    std::string type = lowered(arguments[ChromeArgument::DataType].substr(0, 24));
    if (type == "byte" || type == "char")
        type = "int8";
    const int64_t size = elementSize(type);
    const auto bytesOf = [&](ChromeArgument argument) -> int64_t {
        const int64_t elements = bubblescope::toNumber<int64_t>(arguments[argument]).value_or(-1);
        int64_t bytes = -1;
        return size == 0 || elements < 0 || __builtin_mul_overflow(elements, size, &bytes) ? -1 : bytes;
    };
    return {bytesOf(ChromeArgument::InElements), bytesOf(ChromeArgument::OutElements)};
}

int64_t bytesOfInput(std::string_view dimensions, std::string_view types)
{
    // Takes the first of each: [[394241], []] and ["float", ""].
    const size_t from = types.find('"');
    const size_t to = from == std::string_view::npos ? from : types.find('"', from + 1);
    const size_t begin = dimensions.find_first_not_of("[ \n"sv);
    if (to == std::string_view::npos || begin == std::string_view::npos || begin < 2)
        return -1;
    std::string type = lowered(types.substr(from + 1, std::min<size_t>(to - from - 1, 24)));
    static constexpr std::pair<std::string_view, std::string_view> spelledAsInC[]
        = {{"unsigned char"sv, "uint8"sv}, {"signed char"sv, "int8"sv}, {"long int"sv, "long"sv},
            {"c10::bfloat16"sv, "bfloat16"sv}, {"c10::half"sv, "half"sv}};
    for (const auto& [word, plain] : spelledAsInC)
        type = type == word ? std::string(plain) : type;
    int64_t bytes = elementSize(type);
    const std::vector<int64_t> sizes = numbersOfList(dimensions.substr(begin, dimensions.find(']', begin) - begin));
    for (const int64_t size : sizes) {
        if (__builtin_mul_overflow(bytes, size, &bytes))
            return -1;
    }
    return sizes.empty() || bytes == 0 ? -1 : bytes;
}

std::string shapesOfInputs(std::string_view dimensions)
{
    std::string shapes;
    for (size_t begin = dimensions.find('['); begin != std::string_view::npos;) {
        const size_t end = dimensions.find_first_of("[]"sv, begin + 1);
        const bool isList = end != std::string_view::npos && dimensions[end] == ']' && dimensions[begin] == '[';
        if (const auto sizes
            = isList ? numbersOfList(dimensions.substr(begin + 1, end - begin - 1)) : std::vector<int64_t>();
            !sizes.empty()) {
            const std::string shape = fmt::format("{}[{}]", shapes.empty() ? "" : " ", fmt::join(sizes, ", "));
            if (shapes.size() + shape.size() > longestEventText)
                break;
            shapes += shape;
        }
        begin = end;
    }
    return shapes;
}

std::vector<int32_t> ranksOfText(std::string_view text)
{
    std::vector<int32_t> ranks;
    if (text.size() < 2 || text.front() != '[' || text.back() != ']')
        return ranks;
    for (const int64_t number : numbersOfList(text.substr(1, text.size() - 2))) {
        if (number > largestRank)
            return {};
        ranks.push_back(static_cast<int32_t>(number));
    }
    return ranks;
}

std::optional<ProcessPlace> placeOfProcessName(std::string_view name)
{
    const std::vector<std::string> words = wordsOfName(name.substr(0, 60));
    if (words.size() != 6 || words[0] != "dp" || words[2] != "pp" || words[4] != "tp")
        return {};
    const int data = toCount(words[1], largestRank).value_or(-1);
    const int pipeline = toCount(words[3], std::numeric_limits<int16_t>::max()).value_or(-1);
    const int tensor = toCount(words[5], largestRank).value_or(-1);
    if (data < 0 || pipeline < 0 || tensor < 0)
        return {};
    return ProcessPlace {data, static_cast<int16_t>(pipeline), tensor};
}

Operation messageOfName(std::string_view name)
{
    const std::vector<std::string> words = wordsOfName(name.substr(0, longestPassName));
    if (words.size() != 2)
        return Operation::Other;
    const bool isSend = words[0] == "send";
    if (!isSend && words[0] != "recv" && words[0] != "receive")
        return Operation::Other;
    if (words[1] == "forward")
        return isSend ? Operation::SendForward : Operation::RecvForward;
    if (words[1] == "backward")
        return isSend ? Operation::SendBackward : Operation::RecvBackward;
    return Operation::Other;
}

std::optional<MessageEnds> endsOfMessage(std::string_view name)
{
    const size_t colon = name.find("ccl:"sv);
    if (colon == std::string_view::npos)
        return {};
    name.remove_prefix(colon + 4);
    MessageEnds ends;
    ends.isSend = name.starts_with("send "sv);
    const std::string_view arrow = ends.isSend ? "->"sv : "<-"sv;
    const size_t at = name.find(arrow);
    if ((!ends.isSend && !name.starts_with("recv "sv)) || at == std::string_view::npos)
        return {};
    ends.own = toCount(name.substr(5, at - 5), largestRank).value_or(-1);
    ends.peer = toCount(name.substr(at + 2), largestRank).value_or(-1);
    return ends.own >= 0 && ends.peer >= 0 && ends.own != ends.peer ? std::optional(ends) : std::nullopt;
}

std::optional<int> rankOfProcessName(std::string_view name)
{
    const std::vector<std::string> words = wordsOfName(name.substr(0, 200));
    for (size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] == "rank") {
            if (const auto rank = toCount(words[i + 1], largestRank))
                return rank;
        }
    }
    return {};
}

} // namespace bubblescope
