// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace bubblescope {

/// Parameters of one layer of a transformer. Doubles: models have more than 2^31, costs are doubles.
struct LayerParameters {
    double attention = 0; ///< matrices of queries, keys, values and output
    double feedForward
        = 0; ///< matrices of the MLP that every token passes: a dense one, or shared experts with their gate
    double router = 0;
    double experts = 0;       ///< matrices of all experts that the router chooses from
    double vectors = 0;       ///< norms, biases, attention sinks
    double expertVectors = 0; ///< biases of those experts

    double matrices() const { return attention + feedForward + router + experts; }
    double all() const { return matrices() + vectors + expertVectors; }
};

/// The sizes of a transformer, as its makers publish them; data that its readers check (whatIsWrong()). A decoder
/// of equal layers, of which the first may be without experts; matrices as in Vaswani et al. 2017 (arXiv:1706.03762),
/// with grouped queries (Ainslie et al. 2023, arXiv:2305.13245), gated MLPs (Shazeer 2020, arXiv:2002.05202), experts
/// (Fedus et al. 2021, arXiv:2101.03961; shared ones: Dai et al. 2024, arXiv:2401.06066), latent attention (DeepSeek-AI
/// 2024, arXiv:2405.04434, section 2.1) and modules that predict further tokens (DeepSeek-V3, arXiv:2412.19437,
/// section 2.2).
struct ModelDescription {
    std::string name;
    std::string family; ///< as its input calls the architecture: "llama", "deepseek_v3"; empty if it does not

    int layers = 0; ///< with the dense ones, without modules that predict further tokens
    int hidden = 0;
    int heads = 0;
    int keyValueHeads = 0; ///< as many as heads without grouped queries
    int headSize = 0;      ///< of queries, keys and values; with latent attention the sizes below hold
    int feedForward = 0;   ///< width of a dense MLP; 0 where all layers have experts
    bool isGated = true;   ///< MLPs (and experts) have three matrices instead of two
    int vocabulary = 0;    ///< without padding
    bool isTied = false;   ///< embedding and head are one matrix
    int positions = 0;     ///< that are learned
    int slidingWindow = 0; ///< tokens that windowed layers see; 0: all layers see all tokens
    int windowPeriod = 1;  ///< of so many layers all but one are windowed; 1: all are

    int experts = 0; ///< that the router chooses from; 0: a dense model
    int activeExperts = 0;
    int expertFeedForward = 0; ///< of one expert
    int sharedExperts = 0;
    int sharedFeedForward = 0;  ///< of all shared experts together
    bool sharedIsGated = false; ///< their sum is weighed by a gate of its own (Qwen2-MoE)
    int denseLayers = 0;        ///< of a model with experts: the first, which have none

    bool isLatent = false; ///< multi-head latent attention
    int queryRank = 0;     ///< 0: queries are not compressed
    int keyValueRank = 0;
    int ropeHeadSize = 0;
    int plainHeadSize = 0; ///< of queries and keys, without positions ("nope")
    int valueHeadSize = 0;

    int nextTokenLayers = 0; ///< modules that predict further tokens

    int normsPerLayer = 2;       ///< that have parameters; 0: no norm of the model has
    bool normsHaveShift = false; ///< LayerNorm; RMSNorm has only a scale
    /// Sizes of the norms of queries and of keys; 0: none. One per head size (Qwen 3), or over all heads (OLMo 2).
    int queryNorm = 0;
    int keyNorm = 0;
    bool hasQueryBias = false; ///< and of keys and values
    bool hasOutputBias = false;
    bool hasFeedForwardBias = false; ///< experts as well
    bool hasRouterBias = false;
    bool hasHeadBias = false;
    bool hasSinks = false; ///< a learned logit per head that takes attention away (gpt-oss)

    bool isExpertLayer(int layer) const { return experts > 0 && layer >= denseLayers; }
    int expertLayers() const { return experts > 0 ? layers - denseLayers : 0; }
    /// Numbers of all heads: of queries and keys (positions included), and of values.
    double queryWidth() const;
    double valueWidth() const;
    bool isWindowed(int layer) const;

    LayerParameters layerParameters(bool withExperts) const;
    /// Of the matrices that a token passes in a layer: of experts, those that are active.
    double passedMatrices(bool withExperts) const;
    double embeddingParameters() const { return double(hidden) * vocabulary; }
    double positionParameters() const { return double(positions) * hidden; }
    /// A matrix of its own only where it is not tied; its product is computed all the same.
    double headParameters() const { return double(hidden) * vocabulary; }
    double finalVectors() const; ///< norm before the head, and the head's bias
    /// One module: a layer, the projection of hidden state and embedding, norms; embedding and head are shared.
    double nextTokenParameters() const;

    /// Of the model as published: without modules that predict further tokens.
    double parameters() const;
    /// That serve a token, embedding included, as published beside "A3B".
    double activeParameters() const;
    /// parameters() without norms and biases.
    double matrixParameters() const;
};

} // namespace bubblescope
