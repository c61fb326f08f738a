// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "assumption.h"

namespace bubblescope {

std::string_view knobOf(Assumption::Id id)
{
    switch (id) {
    case Assumption::Id::Other:
        break;
    case Assumption::Id::Backward:
        return "backward-ratio";
    case Assumption::Id::Schedule:
        return "schedule";
    case Assumption::Id::LayersOfStages:
        return "partition";
    }
    return {};
}

std::string_view guessedSizeKey(GuessedSize::Of of)
{
    switch (of) {
    case GuessedSize::Of::Tensor:
        return "tensor";
    case GuessedSize::Of::Stages:
        return "stages";
    case GuessedSize::Of::Data:
        return "data";
    case GuessedSize::Of::Expert:
        return "expert";
    case GuessedSize::Of::Microbatches:
        return "microbatches";
    case GuessedSize::Of::MicrobatchSize:
        return "microbatch-size";
    case GuessedSize::Of::RanksPerNode:
        return "gpus-per-node";
    case GuessedSize::Of::Layers:
        return "layers";
    }
    return {};
}

Message guessedSizesText(std::span<const GuessedSize> guesses)
{
    const auto text = [](const GuessedSize& guess) {
        switch (guess.of) {
        case GuessedSize::Of::Tensor:
            return say("TP {}", guess.value);
        case GuessedSize::Of::Stages:
            return say("PP {}", guess.value);
        case GuessedSize::Of::Data:
            return say("DP {}", guess.value);
        case GuessedSize::Of::Expert:
            return say("EP {}", guess.value);
        case GuessedSize::Of::Microbatches:
            return say("microbatches {}", guess.value);
        case GuessedSize::Of::MicrobatchSize:
            return say("samples per microbatch {}", guess.value);
        case GuessedSize::Of::RanksPerNode:
            return say("GPUs per node {}", guess.value);
        case GuessedSize::Of::Layers:
            return say("layers {}", guess.value);
        }
        return Message();
    };
    std::vector<Message> texts;
    for (const GuessedSize& guess : guesses)
        texts.push_back(text(guess));
    return texts.empty() ? Message() : say("The input does not tell all sizes of the job; assumed: {}.", listed(texts));
}

} // namespace bubblescope
