// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "computecost.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>
#include <vector>

namespace bubblescope {

namespace {

constexpr std::array<std::string_view, 32> memoryBoundWords {"ln", "norm", "layernorm", "rmsnorm", "softmax", "dropout",
    "gelu", "relu", "silu", "tanh", "sigmoid", "pow", "mul", "add", "sub", "div", "truediv", "where", "contiguous",
    "transpose", "permute", "getitem", "view", "cat", "wte", "wpe", "embed", "embedding", "embeddings", "optimizer",
    "adam", "entropy"};
constexpr std::array<std::string_view, 9> matrixWords {
    "addmm", "matmul", "bmm", "mm", "linear", "dense", "conv", "conv1d", "head"};
constexpr std::array<std::string_view, 3> layerWords {"attention", "attn", "mlp"};
// Parts of names of kernels, in lower case. An attention kernel is made of products, and says so.
constexpr std::array<std::string_view, 5> attentionKernels {"flash", "fmha", "attention", "attn", "sdpa"};
constexpr std::array<std::string_view, 6> matrixKernels {"gemm", "nvjet", "cutlass", "xmma", "cublas", "matmul"};
constexpr std::array<std::string_view, 22> memoryKernels {"elementwise", "norm", "softmax", "dropout", "reduce", "adam",
    "multi_tensor", "copy", "memcpy", "memset", "catarray", "embedding", "index", "gelu", "silu", "swiglu", "rotary",
    "cross_entropy", "nll_loss", "transpose", "triton_poi", "triton_red"};
constexpr std::array<std::string_view, 3> hostWords {"batch", "dataloader", "host"};

/// Bytes that the norms, activations and sums of transformer layers move for each FLOP of their matrix products. On an
/// A100, products at 271 TFLOP/s are 0.65 of the time of layers whose attention is short: published trainings of 1 to
/// 13 billion parameters reach 56 to 62 % of its 312 TFLOP/s at 512 to 2,048 tokens (mosaicml/llm-foundry,
/// scripts/train/benchmarking). What else they take is memory-bound: 0.35 / 0.65 x 1,733 GB/s / 271.2 TFLOP/s.
constexpr double bytesPerFlopOfLayers = 0.00344;

// Shares of the data sheet that GPUs reach where nobody measured them.
constexpr double usualMatrixShare = 0.8;
constexpr double usualMemoryShare = 0.85;
constexpr double usualAttentionShare = 0.5; // of what matrix products reach
constexpr double percent = 100;

// Half of the range, as a share of compute on the other GPU.
constexpr double ofComparedTrainings = 0.035;
constexpr double ofOtherGpus = 0.35;

double matrixRate(const Hardware& gpu, double flops = 0)
{
    const double measured = gpu.rates.matrix(MatrixType::Half, flops);
    return measured > 0 ? measured : usualMatrixShare * gpu.peakFlops;
}

double memoryRate(const Hardware& gpu)
{
    return gpu.rates.memory > 0 ? gpu.rates.memory : usualMemoryShare * gpu.memoryBandwidth;
}

double attentionRate(const Hardware& gpu)
{
    return gpu.rates.attention > 0 ? gpu.rates.attention : usualAttentionShare * matrixRate(gpu);
}

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
    case ComputeClass::Layers:
        return "layers";
    case ComputeClass::Attention:
        return "attention";
    }
    return "";
}

ComputeClass computeClassOf(std::string_view operatorName)
{
    const std::vector<std::string> words = wordsOf(operatorName);
    if (words.empty())
        return ComputeClass::Layers;
    // The last word tells what a module is: "attention_output_dense" multiplies, "attention_output_layer_norm" does
    // not. The other words count only if it tells nothing.
    const std::vector<std::string> last {words.back()};
    for (const std::vector<std::string>& said : {last, words}) {
        if (hasAny(said, hostWords))
            return ComputeClass::Host;
        if (hasAny(said, matrixWords))
            return ComputeClass::Matrix;
        if (hasAny(said, layerWords))
            return ComputeClass::Layers;
        if (hasAny(said, memoryBoundWords))
            return ComputeClass::MemoryBound;
    }
    return ComputeClass::Layers;
}

ComputeClass computeClassOfKernel(std::string_view kernel)
{
    std::string name(kernel);
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    const auto isOneOf = [&name](const auto& parts) {
        return std::any_of(parts.begin(), parts.end(), [&](auto part) { return name.find(part) != std::string::npos; });
    };
    if (isOneOf(attentionKernels))
        return ComputeClass::Attention;
    if (isOneOf(matrixKernels))
        return ComputeClass::Matrix;
    return isOneOf(memoryKernels) ? ComputeClass::MemoryBound : ComputeClass::Layers;
}

double computeRatio(ComputeClass computeClass, const Hardware& from, const Hardware& to, const ComputeWork& work)
{
    if (computeClass == ComputeClass::Host)
        return 1;
    const bool flopsAreKnown = from.peakFlops > 0 && to.peakFlops > 0;
    const bool memoryIsKnown = from.memoryBandwidth > 0 && to.memoryBandwidth > 0;
    if (work.isKnown() && flopsAreKnown && memoryIsKnown) {
        const auto roofline = [&work](const Hardware& gpu) {
            return std::max(work.flops / matrixRate(gpu, work.flops), work.bytes / memoryRate(gpu));
        };
        return roofline(from) > 0 ? roofline(to) / roofline(from) : 1;
    }
    switch (computeClass) {
    case ComputeClass::MemoryBound:
        return memoryIsKnown ? memoryRate(from) / memoryRate(to) : 1;
    case ComputeClass::Attention:
        return flopsAreKnown ? attentionRate(from) / attentionRate(to) : 1;
    case ComputeClass::Layers:
        if (flopsAreKnown && memoryIsKnown) {
            const auto perFlop
                = [](const Hardware& gpu) { return 1 / matrixRate(gpu) + bytesPerFlopOfLayers / memoryRate(gpu); };
            return perFlop(to) / perFlop(from);
        }
        break;
    case ComputeClass::Matrix:
    case ComputeClass::Host:
        break;
    }
    return flopsAreKnown ? matrixRate(from) / matrixRate(to) : 1;
}

double computeRatioError(const Hardware& from, const Hardware& to)
{
    if (from.peakFlops == to.peakFlops && from.memoryBandwidth == to.memoryBandwidth && from.rates == to.rates)
        return 0;
    return from.rates.areCompared && to.rates.areCompared ? ofComparedTrainings : ofOtherGpus;
}

Message computeRatesText(const Hardware& from, const Hardware& to)
{
    const double error = computeRatioError(from, to);
    if (error <= 0)
        return {};
    if (error >= ofOtherGpus) {
        return say("No training is known that ran on {} and on {}: what compute takes there is ± {} %.", to.name,
            from.name, int(std::lround(error * percent)));
    }
    const auto inUnits = [](double rate, double unit) { return fmt::format("{:.0f}", rate / unit); };
    constexpr double tera = 1e12;
    constexpr double giga = 1e9;
    return say(
        "Compute goes by what kernels reach: matrix products {} instead of {} TFLOP/s, attention {} instead of {} "
        "TFLOP/s, memory {} instead of {} GB/s.",
        inUnits(matrixRate(to), tera), inUnits(matrixRate(from), tera), inUnits(attentionRate(to), tera),
        inUnits(attentionRate(from), tera), inUnits(memoryRate(to), giga), inUnits(memoryRate(from), giga));
}

} // namespace bubblescope
