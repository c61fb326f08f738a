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
constexpr std::array<std::string_view, 4> eightBitNames {"e4m3", "e5m2", "fp8", "float8"}; // also of operators
constexpr std::array<std::string_view, 22> memoryKernels {"elementwise", "norm", "softmax", "dropout", "reduce", "adam",
    "multi_tensor", "copy", "memcpy", "memset", "catarray", "embedding", "index", "gelu", "silu", "swiglu", "rotary",
    "cross_entropy", "nll_loss", "transpose", "triton_poi", "triton_red"};
constexpr std::array<std::string_view, 3> hostWords {"batch", "dataloader", "host"};

// Of layers, see bytesPerFlopOfLayers().
constexpr double keptBytes = 34;    // of activations, for each token and unit of the width
constexpr double movesOfKept = 5;   // of each of them
constexpr double flopsOfWidth = 72; // of products, for each token and unit of the width squared
constexpr double bytesPerFlopOnA100 = 0.00344;
constexpr double usualWidth = 4096;
constexpr double attentionFlops = 7; // for each token, unit of the width and token of the sequence

// Shares of the data sheet that GPUs reach where nobody measured them. All but the last serve two GPUs at once and
// matter only for what is made of products and memory together.
constexpr double usualMatrixShare = 0.8;
constexpr double usualMemoryShare = 0.85;
constexpr double usualAttentionShare = 0.5; // of what matrix products reach
constexpr double percent = 100;

// How far ratios may be off, as shares. Between A100 and H100 they are 2 % off in the mean for the 17 trainings of
// dense models 2,048 to 5,120 wide that were compared (tests/truth/tst_anothergpu.cpp); another training known of the
// pair, 6,144 wide with eight tensor ranks (Megatron-LM's functional test of 15B), gained 2.36 times where 2.26 are
// told.
constexpr double ofComparedTrainings = 0.035;
constexpr double ofUnknownModels = 0.07;
constexpr double ofUnlikeModels = 0.15;
constexpr double ofMeasuredKernels = 0.15; // kernels of both were measured, whole steps were not
// Of other pairs, as factors. What a new GPU gains was overstated 1.1 to 1.75 times from A100 to H100 by data sheets,
// 1.1 times from H100 to B200 by the share of peak that large steps reach (MooreThreads/SimuMax), and 1.6 and 1.8 times
// from H100 to GB200 by small steps of Megatron-LM, of so few pairs hardly the worst; it was understated by a quarter
// at most.
constexpr double overstatedOfOthers = 2;
constexpr double understatedOfOthers = 1.25;
// Widths that were compared, and those that are unlike them.
constexpr int leastWidth = 2048;
constexpr int largestWidth = 5120;
constexpr double longestSequence = 65536;

/// What kernels reach, or a share of the data sheet: FLOP/s and bytes/s.
struct KernelRates {
    double matrix = 0;
    double attention = 0;
    double memory = 0;
};

/// Rates of two GPUs that may be compared: of each kind both were measured, or neither counts.
struct RatePair {
    KernelRates from;
    KernelRates to;
    bool isByDataSheets = false; ///< products or memory

    RatePair(const Hardware& a, const Hardware& b, MatrixType type = MatrixType::Half, double flops = 0)
    {
        const AchievedRates of = a.achieved();
        const AchievedRates there = b.achieved();
        const auto take = [&](double KernelRates::*kind, double ofOne, double ofOther) {
            from.*kind = ofOne;
            to.*kind = ofOther;
            return ofOne > 0 && ofOther > 0;
        };
        const bool hasType = take(&KernelRates::matrix, of.matrix(type, flops), there.matrix(type, flops))
            || take(&KernelRates::matrix, of.matrix(MatrixType::Half, flops), there.matrix(MatrixType::Half, flops));
        if (!hasType) {
            take(&KernelRates::matrix, usualMatrixShare * a.peakFlops, usualMatrixShare * b.peakFlops);
            isByDataSheets = true;
        }
        if (!take(&KernelRates::memory, of.memory, there.memory)) {
            take(&KernelRates::memory, usualMemoryShare * a.memoryBandwidth, usualMemoryShare * b.memoryBandwidth);
            isByDataSheets = true;
        }
        if (!take(&KernelRates::attention, of.attention, there.attention))
            take(&KernelRates::attention, usualAttentionShare * from.matrix, usualAttentionShare * to.matrix);
    }
};

/// The same GPU, though perhaps one of them knows more of it than the other.
bool computeAlike(const Hardware& a, const Hardware& b)
{
    constexpr double rounding = 1e-5; // of presets that were edited and edited back
    const auto isSame = [](double one, double other) { return std::abs(one - other) <= rounding * std::abs(one); };
    if (!isSame(a.peakFlops, b.peakFlops) || !isSame(a.memoryBandwidth, b.memoryBandwidth))
        return false;
    const AchievedRates of = a.achieved();
    const AchievedRates there = b.achieved();
    if (of == there)
        return true;
    const auto agree = [&isSame](double one, double other) { return one <= 0 || other <= 0 || isSame(one, other); };
    // Between their points curves are straight: they agree where they do at the points of both.
    const auto curvesAgree = [&](MatrixType type, std::vector<AchievedRates::Point> AchievedRates::*points) {
        const auto agreeAt = [&](const AchievedRates::Point& point) {
            return agree(of.matrix(type, point.flops), there.matrix(type, point.flops));
        };
        return std::all_of((of.*points).begin(), (of.*points).end(), agreeAt)
            && std::all_of((there.*points).begin(), (there.*points).end(), agreeAt);
    };
    return agree(of.memory, there.memory) && agree(of.attention, there.attention)
        && curvesAgree(MatrixType::Half, &AchievedRates::half)
        && curvesAgree(MatrixType::EightBit, &AchievedRates::eightBit);
}

bool hasMeasuredKernels(const Hardware& gpu)
{
    return !gpu.isEdited() && gpu.rates.matrix() > 0 && gpu.rates.memory > 0 && gpu.rates.attention > 0;
}

/// How far models like this one are from those that were compared between GPUs.
double modelError(const ModelShape& model)
{
    const auto width = double(model.hidden);
    const bool isKnown = model.hidden > 0;
    if (model.hasExperts || model.sequence > longestSequence
        || (isKnown && (width < leastWidth / 2.0 || width > largestWidth * 2.0)))
        return ofUnlikeModels;
    const bool mayBeLong = model.sequence <= 0 && model.tokens > longestSequence; // all of a microbatch in one sequence
    return isKnown && !mayBeLong && width >= leastWidth && width <= largestWidth ? 0 : ofUnknownModels;
}

bool has(const std::vector<std::string>& words, std::string_view wanted)
{
    return std::find(words.begin(), words.end(), wanted) != words.end();
}

template <size_t n> bool hasAny(const std::vector<std::string>& words, const std::array<std::string_view, n>& wanted)
{
    return std::any_of(wanted.begin(), wanted.end(), [&](std::string_view word) { return has(words, word); });
}

std::string lowerCase(std::string_view name)
{
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return lower;
}

template <size_t n> bool namesOneOf(const std::string& name, const std::array<std::string_view, n>& parts)
{
    return std::any_of(
        parts.begin(), parts.end(), [&name](std::string_view part) { return name.find(part) != std::string::npos; });
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
    case ComputeClass::EightBit:
        return "8-bit matrix work";
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
    const ComputeClass products
        = namesOneOf(lowerCase(operatorName), eightBitNames) ? ComputeClass::EightBit : ComputeClass::Matrix;
    const std::vector<std::string> last {words.back()};
    for (const std::vector<std::string>& said : {last, words}) {
        if (hasAny(said, hostWords))
            return ComputeClass::Host;
        if (hasAny(said, matrixWords))
            return products;
        if (hasAny(said, layerWords))
            return ComputeClass::Layers;
        if (hasAny(said, memoryBoundWords))
            return ComputeClass::MemoryBound;
    }
    return ComputeClass::Layers;
}

ComputeClass computeClassOfKernel(std::string_view kernel)
{
    const std::string name = lowerCase(kernel);
    if (namesOneOf(name, attentionKernels))
        return ComputeClass::Attention;
    if (namesOneOf(name, matrixKernels))
        return namesOneOf(name, eightBitNames) ? ComputeClass::EightBit : ComputeClass::Matrix;
    return namesOneOf(name, memoryKernels) ? ComputeClass::MemoryBound : ComputeClass::Layers;
}

double bytesPerFlopOfLayers(const ModelShape& model)
{
    const auto activations = [](double width) { return movesOfKept * keptBytes / (flopsOfWidth * width); };
    return bytesPerFlopOnA100 + (model.hidden > 0 ? activations(model.hidden) - activations(usualWidth) : 0);
}

uint8_t attentionPercentOf(const ModelShape& model, const Hardware& gpu)
{
    const KernelRates rates = RatePair(gpu, gpu).from;
    if (model.hidden <= 0 || model.sequence <= 0 || rates.matrix <= 0 || rates.memory <= 0)
        return usualAttentionPercent;
    const double attention = attentionFlops * model.sequence / rates.attention;
    const double rest = flopsOfWidth * model.hidden * (1 / rates.matrix + bytesPerFlopOfLayers(model) / rates.memory);
    return uint8_t(std::lround(percent * attention / (attention + rest)));
}

double computeRatio(ComputeClass computeClass, const Hardware& from, const Hardware& to, const ComputeWork& work,
    const ModelShape& model)
{
    if (computeClass == ComputeClass::Host || computeAlike(from, to))
        return 1;
    const bool flopsAreKnown = from.peakFlops > 0 && to.peakFlops > 0;
    const bool memoryIsKnown = from.memoryBandwidth > 0 && to.memoryBandwidth > 0;
    const MatrixType type = computeClass == ComputeClass::EightBit ? MatrixType::EightBit : MatrixType::Half;
    const bool isRoofline = work.isKnown() && flopsAreKnown && memoryIsKnown;
    const double products = computeClass == ComputeClass::Layers ? model.productFlops() : 0;
    const RatePair rates(from, to, type, isRoofline ? work.flops : products);
    if (isRoofline) {
        const auto roofline
            = [&work](const KernelRates& gpu) { return std::max(work.flops / gpu.matrix, work.bytes / gpu.memory); };
        return roofline(rates.from) > 0 ? roofline(rates.to) / roofline(rates.from) : 1;
    }
    switch (computeClass) {
    case ComputeClass::MemoryBound:
        return memoryIsKnown ? rates.from.memory / rates.to.memory : 1;
    case ComputeClass::Attention:
        return flopsAreKnown ? rates.from.attention / rates.to.attention : 1;
    case ComputeClass::Layers:
        if (flopsAreKnown && memoryIsKnown) {
            const double bytes = bytesPerFlopOfLayers(model);
            const auto perFlop = [bytes](const KernelRates& gpu) { return 1 / gpu.matrix + bytes / gpu.memory; };
            return perFlop(rates.to) / perFlop(rates.from);
        }
        break;
    case ComputeClass::Matrix:
    case ComputeClass::EightBit:
    case ComputeClass::Host:
        break;
    }
    return flopsAreKnown ? rates.from.matrix / rates.to.matrix : 1;
}

RatioRange computeRatioRange(
    ComputeClass computeClass, const Hardware& from, const Hardware& to, const ModelShape& model)
{
    if (computeAlike(from, to))
        return {};
    const bool isEightBit = computeClass == ComputeClass::EightBit;
    const auto hasEightBit = [](const Hardware& gpu) { return !gpu.rates.eightBit.empty(); };
    if (!hasMeasuredKernels(from) || !hasMeasuredKernels(to)
        || (isEightBit && (!hasEightBit(from) || !hasEightBit(to))))
        return computeRatio(computeClass, from, to, {}, model) < 1
            ? RatioRange {1 - 1 / understatedOfOthers, overstatedOfOthers - 1}
            : RatioRange {1 - 1 / overstatedOfOthers, understatedOfOthers - 1};
    const bool areCompared = from.rates.areCompared && to.rates.areCompared;
    const double error = std::hypot(
        areCompared ? ofComparedTrainings : ofMeasuredKernels, isEightBit ? ofUnlikeModels : modelError(model));
    return {error, error};
}

std::vector<Message> computeRatesTexts(const Hardware& from, const Hardware& to, const ModelShape& model)
{
    if (computeAlike(from, to))
        return {};
    std::vector<Message> texts;
    const RatePair rates(from, to);
    const auto inUnits = [](double rate, double unit) { return fmt::format("{:.0f}", rate / unit); };
    constexpr double tera = 1e12;
    constexpr double giga = 1e9;
    texts.push_back(
        say("Compute goes by what kernels reach: matrix products {} instead of {} TFLOP/s, attention {} instead of {} "
            "TFLOP/s, memory {} instead of {} GB/s.",
            inUnits(rates.to.matrix, tera), inUnits(rates.from.matrix, tera), inUnits(rates.to.attention, tera),
            inUnits(rates.from.attention, tera), inUnits(rates.to.memory, giga), inUnits(rates.from.memory, giga)));
    if (rates.isByDataSheets) {
        texts.push_back(say("Where not both GPUs were measured, the same share of both data sheets is taken: new GPUs "
                            "seldom reach as much of theirs."));
    }
    if (!hasMeasuredKernels(from) || !hasMeasuredKernels(to)) {
        texts.push_back(say("No training is known that ran on {} and on {}: what changes there may be overstated up to "
                            "{} times, as it was between other GPUs.",
            to.name, from.name, overstatedOfOthers));
        return texts;
    }
    const int error = int(std::lround(computeRatioRange(ComputeClass::Layers, from, to, model).longer * percent));
    if (!from.rates.areCompared || !to.rates.areCompared) {
        texts.push_back(say("Kernels of {} and {} are known, but no training that ran on both: what compute takes is "
                            "± {} %.",
            to.name, from.name, error));
    } else if (modelError(model) >= ofUnlikeModels) {
        texts.push_back(
            say("Trainings of dense models {} to {} wide in half precision were compared between such GPUs. "
                "This one is unlike them: what compute takes is ± {} %.",
                leastWidth, largestWidth, error));
    } else if (modelError(model) > 0) {
        texts.push_back(
            say("Trainings of dense models {} to {} wide in half precision were compared between such GPUs. "
                "Nothing tells whether this is one of them: what compute takes is ± {} %.",
                leastWidth, largestWidth, error));
    }
    return texts;
}

} // namespace bubblescope
