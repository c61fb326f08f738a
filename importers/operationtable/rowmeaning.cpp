// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowmeaning.h"

#include "communicationnames.h"
#include "eventmeaning.h"
#include "namewords.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t longestRead = 200;

/// The words of a name, to be asked for.
class RowWords {
public:
    explicit RowWords(std::string_view text) : m_words(wordsOfName(text.substr(0, longestRead))) { }
    bool has(std::initializer_list<std::string_view> any) const
    {
        return std::any_of(m_words.begin(), m_words.end(), [any](const std::string& word) {
            return std::find(any.begin(), any.end(), std::string_view(word)) != any.end();
        });
    }
    bool isForward() const { return has({"forward", "fwd", "fw", "fp"}); }
    bool isBackward() const { return has({"backward", "bwd", "bw", "bp"}); }
    /// True if no word but these and numbers occurs: a pass, and not one of the many things inside it.
    bool areOnly(std::initializer_list<std::string_view> known) const
    {
        return std::all_of(m_words.begin(), m_words.end(), [known](const std::string& word) {
            return (word.front() >= '0' && word.front() <= '9')
                || std::find(known.begin(), known.end(), std::string_view(word)) != known.end();
        });
    }

private:
    std::vector<std::string> m_words;
};

/// Pipeline messages: "forward-send", "recv_backward", "send_next", "recv activations".
std::optional<Operation> messageOfWords(const RowWords& words)
{
    const bool isSent = words.has({"send", "isend", "snd"});
    if (!isSent && !words.has({"recv", "receive", "irecv", "rcv"}))
        return std::nullopt;
    const bool isForward = words.isForward() || words.has({"activation", "activations", "act"})
        || (isSent ? words.has({"next"}) : words.has({"prev", "previous"}));
    const bool isBackward = words.isBackward() || words.has({"grad", "grads", "gradient", "gradients"})
        || (isSent ? words.has({"prev", "previous"}) : words.has({"next"}));
    if (isForward == isBackward)
        return Operation::Other;
    return isForward ? (isSent ? Operation::SendForward : Operation::RecvForward)
                     : (isSent ? Operation::SendBackward : Operation::RecvBackward);
}

bool namesNobody(std::string_view group)
{
    return group.empty() || group == "None"sv || group == "none"sv || group == "-"sv || group == "nan"sv;
}

Category communicationOf(
    const RowWords& name, std::string_view nameText, std::string_view category, std::string_view group)
{
    for (const std::string_view text : {group, category, nameText}) {
        const Category found = namesNobody(text) ? Category::OtherComm : categoryOfProcessGroup(text);
        if (found != Category::OtherComm)
            return found;
    }
    if (name.has({"layernorm", "sequence"}))
        return Category::TensorComm;
    return name.has({"grads", "grad", "gradient", "gradients", "params", "param", "zero", "bucket"})
        ? Category::DataComm
        : Category::OtherComm;
}

/// True if a collective is what the operation is, not merely a word of its name: "all_reduce_bucket", "dp broadcast";
/// not "BroadcastTo", "ReduceSum" or "l2_reduce", which compute.
bool isCollectiveName(Operation operation, const RowWords& name)
{
    if (operation != Operation::Broadcast && operation != Operation::Reduce)
        return operation != Operation::Other;
    return name.areOnly({"broadcast", "bcast", "reduce", "comm", "communication", "collective", "dist", "distributed",
        "c10d", "mpi", "op", "async", "start", "done", "wait", "sum", "dp", "tp", "pp", "ep", "cp", "sp", "data",
        "tensor", "pipeline", "expert", "context", "sequence", "embedding", "model", "zero", "fsdp", "group",
        "parallel", "bucket", "grad", "grads", "gradient", "gradients", "param", "params", "parameter", "parameters",
        "weight", "weights", "loss", "buffer", "buffers", "object", "objects", "tensors", "list", "coalesced"});
}

/// What the category column says by itself, where the name says nothing.
std::optional<Category> categoryOfWords(std::string_view text, const RowWords& words)
{
    if (const std::optional<Category> key = categoryFromKey(lowered(text.substr(0, longestRead))))
        return key;
    if (words.has({"memcpy", "memset", "copy", "h2d", "d2h"}))
        return Category::MemoryCopy;
    if (words.has({"cpu", "host", "python", "runtime", "driver", "api", "data", "io"}))
        return Category::Host;
    if (words.has({"wait", "waiting", "sync", "synchronization"}))
        return Category::Waiting;
    if (words.has({"optimizer", "optim"}))
        return Category::Optimizer;
    if (words.has({"kernel", "compute", "gpu", "cuda"}))
        return Category::OtherCompute;
    return std::nullopt;
}

} // namespace

RowMeaning meaningOfRow(
    std::string_view nameText, std::string_view categoryText, std::string_view groupText, const KernelNames& kernels)
{
    const RowWords name(nameText);
    const RowWords kind(categoryText);
    RowMeaning meaning;
    if (const std::optional<Operation> message = messageOfWords(name)) {
        meaning.operation = *message;
        const Category stated = communicationOf(name, nameText, categoryText, groupText);
        meaning.category
            = stated == Category::OtherComm || *message != Operation::Other ? Category::PipelineComm : stated;
        return meaning;
    }
    const std::optional<KernelNames::Meaning> known = kernels.meaningOf(nameText);
    // The units of an Ascend device that compute: "AI_CORE", "AI_VECTOR_CORE", "MIX_AIV", "AI_CPU", "DSA_SQE".
    const bool computes = (kind.has({"ai"}) && kind.has({"core", "cpu"})) || kind.has({"aiv", "aic", "dsa"});
    if (computes && !(known && isCommunication(known->category)))
        return meaning;
    const Operation collective = known ? known->operation : collectiveOfName(nameText);
    const bool communicates = known ? isCommunication(known->category)
                                    : isCollectiveName(collective, name)
            || kind.has({"comm", "communication", "nccl", "hccl", "collective"}) || !namesNobody(groupText);
    if (communicates && !isPass(passOfName(nameText).value_or(PassName {}).operation)) {
        meaning.operation = collective;
        meaning.category = communicationOf(name, nameText, categoryText, groupText);
        if (known && meaning.category == Category::OtherComm)
            meaning.category = known->category;
        return meaning;
    }
    if (const std::optional<PassName> pass = passOfName(nameText)) {
        meaning.operation = pass->operation;
        meaning.stage = pass->stage;
        meaning.microbatch = pass->microbatch;
    } else if (name.has({"wgrad", "dw"}) || (name.has({"weight", "w"}) && name.has({"grad", "gradient", "backward"}))) {
        meaning.operation = Operation::WeightGradient;
    } else if (name.has({"optimizer", "optim", "adam", "adamw", "sgd"})) {
        meaning.category = Category::Optimizer;
        meaning.operation = name.areOnly({"optimizer", "optim", "adam", "adamw", "sgd", "step", "update"})
            ? Operation::OptimizerStep
            : Operation::Other;
        return meaning;
    } else if (name.isForward() != name.isBackward()) {
        const bool isWhole = name.areOnly({"forward", "fwd", "fw", "fp", "backward", "bwd", "bw", "bp", "step", "pass",
            "compute", "comp", "chunk", "stage", "mb", "microbatch", "micro", "batch", "model", "warmup", "steady",
            "cooldown", "only", "input", "pp", "f", "b"});
        meaning.category = name.isForward() ? Category::Forward : Category::Backward;
        if (isWhole)
            meaning.operation = name.isForward() ? Operation::Forward : Operation::Backward;
        return meaning;
    }
    switch (meaning.operation) {
    case Operation::Forward:
        meaning.category = Category::Forward;
        return meaning;
    case Operation::Backward:
        meaning.category = Category::Backward;
        return meaning;
    case Operation::WeightGradient:
        meaning.category = Category::WeightGradient;
        return meaning;
    case Operation::OptimizerStep:
        meaning.category = Category::Optimizer;
        return meaning;
    default:
        break;
    }
    if (name.has({"loss"}) && name.areOnly({"loss", "func", "fn", "compute", "calc", "step"})) {
        meaning.operation = Operation::Loss;
    } else if (name.has({"dataloader", "loader", "batch", "data"})
        && name.areOnly(
            {"get", "next", "load", "loading", "fetch", "batch", "data", "dataloader", "loader", "input"})) {
        meaning.operation = Operation::GetBatch;
        meaning.category = Category::Host;
    } else if (name.has({"gc", "garbage"})) {
        meaning.category = Category::Host;
    } else if (name.has({"memcpy", "memset", "h2d", "d2h", "htod", "dtoh", "offload", "prefetch"})) {
        meaning.category = Category::MemoryCopy;
    } else if (const std::optional<Category> stated = categoryOfWords(categoryText, kind)) {
        meaning.category = *stated;
    } else if (name.has({"wait", "idle", "bubble", "stall"})) {
        meaning.category = Category::Waiting;
    }
    return meaning;
}

} // namespace bubblescope
