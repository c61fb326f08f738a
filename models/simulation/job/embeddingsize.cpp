// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "embeddingsize.h"

#include <cmath>
#include <cstdint>
#include <span>

namespace bubblescope {

namespace {

/// Tokens: GPT-2, Llama and Mixtral, Llama 3, Qwen 2, Qwen 2.5, DeepSeek, GPT-4's.
constexpr int64_t vocabularies[] = {50257, 32000, 128256, 151936, 152064, 102400, 129280, 100277};
constexpr int64_t paddedTo = 128; ///< Megatron's default, for each tensor-parallel rank

/// Whether one layer can have so many parameters for each number of its width.
bool isLayer(double rows, const DenseWeights& held)
{
    const double mostVectors = held.hasExperts ? 160 : 20; // norms, biases, and a router's row for each expert
    constexpr double usual[] = {8, 8.0625, 8.1, 10.5}; // GPT and many gated ones, Llama 7B, 13B, Llama 3 and Mistral
    constexpr double elsewhere[] = {0};
    for (int shared = 1; shared <= 16; shared *= 2) { // queries to one key
        const double attention = held.hiddenSize * (2 + 2.0 / shared);
        for (const double perWidth : held.hasExperts ? std::span<const double>(elsewhere) : usual) {
            const double vectors = rows - (attention + perWidth * held.hiddenSize) / held.tensor;
            if (vectors >= 2 && vectors <= mostVectors)
                return true;
        }
    }
    return false;
}

} // namespace

std::optional<double> embeddingParameters(const DenseWeights& held)
{
    if (held.layers < 1 || held.hiddenSize < 1 || held.tensor < 1 || held.ends < 1)
        return std::nullopt;
    const double rows = held.parameters / held.hiddenSize;
    std::optional<double> found;
    for (const int64_t tokens : vocabularies) {
        const int64_t unit = paddedTo * held.tensor;
        const double own = double((tokens + unit - 1) / unit * unit) / held.tensor;
        // The last norm belongs to the head.
        const double inLayers = rows - held.ends * own;
        const double ofLayers = std::floor(inLayers / held.layers);
        if (inLayers - ofLayers * held.layers > 1 || !isLayer(ofLayers, held))
            continue;
        if (found)
            return std::nullopt;
        found = own * held.hiddenSize;
    }
    return found;
}

} // namespace bubblescope
