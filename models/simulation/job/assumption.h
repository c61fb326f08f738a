// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What an input does not tell and a model of its step takes for granted. Answers replace and drop assumptions by their
/// id, never by their words.
struct Assumption {
    enum class Id : uint8_t {
        Other,
        Backward,      ///< what a backward pass takes
        Schedule,      ///< the order of the passes
        LayersOfStages ///< how many layers each stage holds
    };
    Message sentence;
    Id id = Id::Other;

    Assumption(Message text, Id of = Id::Other) : sentence(std::move(text)), id(of) { }
};

/// The knob that tells what was assumed: once it is set, the assumption is gone. Empty for none.
std::string_view knobOf(Assumption::Id id);

/// A size of the job that its input does not tell.
struct GuessedSize {
    enum class Of : uint8_t { Tensor, Stages, Data, Expert, Microbatches, MicrobatchSize, RanksPerNode, Layers };
    Of of = Of::Tensor;
    int value = 1;
    bool operator==(const GuessedSize&) const = default;
};

/// Stable, kebab-case; that of the knob where there is one: "tensor", "microbatch-size", "gpus-per-node".
std::string_view guessedSizeKey(GuessedSize::Of of);
/// All of them in one sentence; empty for none.
Message guessedSizesText(std::span<const GuessedSize> guesses);

} // namespace bubblescope
