// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knobs.h"
#include "whatifsubject.h"

namespace bubblescope {

class LayerCostView;

/// Shows the distribution of layers to stages where it can be dragged.
class PartitionBars {
public:
    explicit PartitionBars(LayerCostView& layers) : m_layers(layers) { }

    /// The distribution that was opened.
    void setSubject(const WhatIfSubject& subject);
    /// That of the knobs, or else the opened one.
    void show(const Knobs& knobs);
    void clear();

private:
    LayerCostView& m_layers;
    std::vector<int> m_own;
};

} // namespace bubblescope
