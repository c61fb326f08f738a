// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gradientbytes.h"

#include <algorithm>
#include <iterator>

namespace bubblescope {

namespace {

template <typename Counts>
double bytesOf(const Work& gradients, const Counts& counts)
{
    double bytes = 0;
    for (const WorkPiece& piece : gradients)
        bytes += counts(piece.category) ? std::max(piece.bytes, 0.0) : 0;
    return bytes;
}

} // namespace

double denseBytes(const Work& gradients)
{
    return bytesOf(gradients, [](Category category) { return category == Category::DataComm; });
}

double embeddingBytes(const Work& gradients)
{
    return bytesOf(gradients, [](Category category) { return category == Category::EmbeddingComm; });
}

double allBytes(const Work& gradients)
{
    return bytesOf(gradients, [](Category category) { return category != Category::EmbeddingComm; });
}

Work gradientsOf(const RankWork& rank)
{
    Work gradients = rank.finalize;
    for (const Work* pass : {&rank.backward, &rank.weightGradient}) {
        std::copy_if(pass->begin(), pass->end(), std::back_inserter(gradients),
            [](const WorkPiece& piece) { return piece.isAsynchronous; });
    }
    return gradients;
}

} // namespace bubblescope
