// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knobs.h"
#include "whatifsubject.h"

#include <QObject>

#include <optional>
#include <vector>

namespace bubblescope {

class LayerCostView;
class WhatIfControl;

/// The distribution of layers to stages that is simulated, shown where it can be dragged. GUI thread only.
class PartitionBars : public QObject {
public:
    /// Both must outlive it.
    PartitionBars(WhatIfControl& control, LayerCostView& layers, QObject* parent = nullptr);

private:
    void setSubject(const std::optional<WhatIfSubject>& subject);
    void show(const Knobs& knobs);

    LayerCostView& m_layers;
    std::vector<int> m_own; ///< as opened, for knobs that say nothing of it
};

} // namespace bubblescope
