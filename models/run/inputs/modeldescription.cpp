// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "modeldescription.h"

namespace bubblescope {

double ModelDescription::queryWidth() const
{
    return isLatent ? double(heads) * (plainHeadSize + ropeHeadSize) : double(heads) * headSize;
}

double ModelDescription::valueWidth() const { return double(heads) * (isLatent ? valueHeadSize : headSize); }

bool ModelDescription::isWindowed(int layer) const
{
    return slidingWindow > 0 && (windowPeriod < 2 || (layer + 1) % windowPeriod != 0);
}

LayerParameters ModelDescription::layerParameters(bool withExperts) const
{
    LayerParameters of;
    const double width = hidden;
    const double norm = normsHaveShift ? 2 : 1;
    of.vectors = normsPerLayer * norm * width + norm * (double(queryNorm) + keyNorm);
    if (isLatent) {
        of.attention = queryRank > 0 ? width * queryRank + queryRank * queryWidth() : width * queryWidth();
        of.attention += width * (double(keyValueRank) + ropeHeadSize)
            + double(keyValueRank) * heads * (double(plainHeadSize) + valueHeadSize) + valueWidth() * width;
        of.vectors += norm * (double(queryRank) + keyValueRank);
    } else {
        const double keys = double(keyValueHeads) * headSize;
        of.attention = width * (2 * queryWidth() + 2 * keys);
        if (hasQueryBias)
            of.vectors += queryWidth() + 2 * keys;
    }
    if (hasOutputBias)
        of.vectors += width;
    if (hasSinks)
        of.vectors += heads;

    const double matrices = isGated ? 3 : 2;
    const double biases = hasFeedForwardBias ? 1 : 0;
    if (!withExperts) {
        of.feedForward = matrices * width * feedForward;
        of.vectors += biases * ((matrices - 1) * feedForward + width);
        return of;
    }
    of.feedForward = matrices * width * sharedFeedForward + (sharedIsGated ? width : 0);
    of.router = width * experts;
    of.experts = experts * matrices * width * expertFeedForward;
    of.vectors += hasRouterBias ? experts : 0;
    of.expertVectors = experts * biases * ((matrices - 1) * expertFeedForward + width);
    return of;
}

double ModelDescription::passedMatrices(bool withExperts) const
{
    const LayerParameters of = layerParameters(withExperts);
    return of.attention + of.feedForward + of.router + (experts > 0 ? of.experts * activeExperts / experts : 0);
}

double ModelDescription::finalVectors() const
{
    const double norm = normsPerLayer > 0 ? (normsHaveShift ? 2.0 : 1.0) * hidden : 0;
    return norm + (hasHeadBias ? vocabulary : 0);
}

double ModelDescription::nextTokenParameters() const
{
    const double norms = (normsHaveShift ? 2.0 : 1.0) * hidden * 3; // of both inputs, and before the head
    return layerParameters(experts > 0).all() + 2.0 * hidden * hidden + norms;
}

double ModelDescription::parameters() const
{
    return expertLayers() * layerParameters(true).all() + (layers - expertLayers()) * layerParameters(false).all()
        + embeddingParameters() + (isTied ? 0 : headParameters()) + positionParameters() + finalVectors();
}

double ModelDescription::activeParameters() const
{
    if (experts == 0)
        return parameters();
    const LayerParameters of = layerParameters(true);
    const double idle = (of.experts + of.expertVectors) * (1 - double(activeExperts) / experts);
    return parameters() - expertLayers() * idle;
}

double ModelDescription::matrixParameters() const
{
    return expertLayers() * layerParameters(true).matrices()
        + (layers - expertLayers()) * layerParameters(false).matrices() + embeddingParameters()
        + (isTied ? 0 : headParameters()) + positionParameters();
}

} // namespace bubblescope
