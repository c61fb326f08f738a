// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "computecost.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

namespace bubblescope {

namespace {

constexpr std::array<std::string_view, 32> memoryBoundWords {"ln", "norm", "layernorm", "rmsnorm", "softmax", "dropout",
    "gelu", "relu", "silu", "tanh", "sigmoid", "pow", "mul", "add", "sub", "div", "truediv", "where", "contiguous",
    "transpose", "permute", "getitem", "view", "cat", "wte", "wpe", "embed", "embedding", "embeddings", "optimizer",
    "adam", "entropy"};
constexpr std::array<std::string_view, 12> matrixWords {
    "addmm", "matmul", "bmm", "mm", "linear", "dense", "attention", "attn", "mlp", "conv", "conv1d", "head"};
constexpr std::array<std::string_view, 3> hostWords {"batch", "dataloader", "host"};

bool has(const std::vector<std::string>& words, std::string_view wanted)
{
    return std::find(words.begin(), words.end(), wanted) != words.end();
}

template <size_t n> bool hasAny(const std::vector<std::string>& words, const std::array<std::string_view, n>& wanted)
{
    return std::any_of(wanted.begin(), wanted.end(), [&](std::string_view word) { return has(words, word); });
}

/// The words of a module path or function name, without the numbers of calls and layers.
std::vector<std::string> wordsOf(std::string_view name)
{
    std::vector<std::string> words;
    std::string word;
    const auto close = [&] {
        word.resize(word.find_last_not_of("0123456789") + 1);
        if (!word.empty())
            words.push_back(word);
        word.clear();
    };
    for (const char c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)))
            word.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
        else
            close();
    }
    close();
    return words;
}

} // namespace

std::string_view computeClassName(ComputeClass computeClass)
{
    switch (computeClass) {
    case ComputeClass::Matrix:
        return "matrix work";
    case ComputeClass::MemoryBound:
        return "memory-bound";
    case ComputeClass::Host:
        return "host";
    }
    return "";
}

ComputeClass computeClassOf(std::string_view operatorName)
{
    const std::vector<std::string> words = wordsOf(operatorName);
    if (words.empty())
        return ComputeClass::Matrix;
    // The last word tells what a module is: "attention_output_dense" multiplies, "attention_output_layer_norm" does
    // not. The other words count only if it tells nothing.
    const std::vector<std::string> last {words.back()};
    for (const std::vector<std::string>& said : {last, words}) {
        if (hasAny(said, hostWords))
            return ComputeClass::Host;
        if (hasAny(said, matrixWords))
            return ComputeClass::Matrix;
        if (hasAny(said, memoryBoundWords))
            return ComputeClass::MemoryBound;
    }
    return ComputeClass::Matrix;
}

double computeRatio(ComputeClass computeClass, const Hardware& from, const Hardware& to, const ComputeWork& work)
{
    if (computeClass == ComputeClass::Host)
        return 1;
    const bool flopsAreKnown = from.peakFlops > 0 && to.peakFlops > 0;
    const bool memoryIsKnown = from.memoryBandwidth > 0 && to.memoryBandwidth > 0;
    if (work.isKnown() && flopsAreKnown && memoryIsKnown) {
        const auto roofline = [&work](const Hardware& hardware) {
            return std::max(work.flops / hardware.peakFlops, work.bytes / hardware.memoryBandwidth);
        };
        return roofline(from) > 0 ? roofline(to) / roofline(from) : 1;
    }
    if (computeClass == ComputeClass::Matrix)
        return flopsAreKnown ? from.peakFlops / to.peakFlops : 1;
    return memoryIsKnown ? from.memoryBandwidth / to.memoryBandwidth : 1;
}

} // namespace bubblescope
