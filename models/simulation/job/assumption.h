// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Something an input does not state and the model of its step assumes. Answers replace and drop assumptions by id,
/// never by their text.
struct Assumption {
    enum class Id : uint8_t {
        Other,
        Backward,      ///< duration of a backward pass
        Schedule,      ///< order of the passes
        LayersOfStages ///< number of layers per stage
    };
    Message sentence;
    Id id = Id::Other;

    Assumption(Message text, Id of = Id::Other) : sentence(std::move(text)), id(of) { }
};

/// The knob that states the assumed value: once it is set, the assumption is dropped. Empty if there is none.
std::string_view knobOf(Assumption::Id id);

/// A size of the job that its input does not state.
struct GuessedSize {
    enum class Of : uint8_t { Tensor, Stages, Data, Expert, Microbatches, MicrobatchSize, RanksPerNode, Layers };
    Of of = Of::Tensor;
    int value = 1;
    bool operator==(const GuessedSize&) const = default;
};

/// Stable, in kebab-case; the key of the knob if there is one: "tensor", "microbatch-size", "gpus-per-node".
std::string_view guessedSizeKey(GuessedSize::Of of);
/// All guesses in one sentence; empty if there are none.
Message guessedSizesText(std::span<const GuessedSize> guesses);

} // namespace bubblescope
