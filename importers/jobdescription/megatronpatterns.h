// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What --moe-layer-freq says of each layer, true for experts: a number (every N-th layer, the first one has them) or
/// an expression of lists, "([0]*3+[1]*58)". Nothing if it says it for another number of layers, or is neither.
std::optional<std::vector<bool>> expertPattern(std::string_view text, int layers);

/// Layers of each model piece, in the order of a pass, as --pipeline-model-parallel-layout states it:
/// "Et*2|(tt|)*5t|tmL", where t is a layer, E the embedding, m a module that predicts a further token, L the loss, and
/// | ends a piece.
std::optional<std::vector<int>> piecesOfLayout(std::string_view text);

} // namespace bubblescope
