// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"
#include "simulationsource.h"

#include <QObject>

#include <optional>

namespace bubblescope {

class Document;
struct RunChange;

/// Which layer table, workload and log of the opened folder the views show: the first of each until others are chosen.
/// GUI thread only.
class InputChoice : public QObject {
    Q_OBJECT
public:
    explicit InputChoice(const Document& document, QObject* parent = nullptr);

    int layerTableIndex() const { return m_layerTableIndex; } ///< -1 if none, here and below
    void setLayerTableIndex(int index);
    const LayerTable* layerTable() const;
    int workloadIndex() const { return m_workloadIndex; }
    void setWorkloadIndex(int index);
    const Workload* workload() const;
    int runLogIndex() const { return m_runLogIndex; }
    void setRunLogIndex(int index);
    const RunLog* runLog() const;
    /// Nothing for a run, which is no choice here.
    void choose(const SimulationSource& input);
    /// What the timeline is modelled of, where no run is opened; nothing until it is known.
    const std::optional<SimulationSource>& modelled() const { return m_modelled; }
    void setModelled(const SimulationSource& input);
    /// Number of layers for one-layer tables; initially from the table or its companion, else 1.
    int foldedLayers() const { return m_foldedLayers; }
    void setFoldedLayers(int layers);

signals:
    void layerTableChanged();
    void workloadChanged();
    void runLogChanged();
    void modelledChanged();
    void foldedLayersChanged();

private:
    void follow(const RunChange& change);
    void notify(const RunChange& change);
    int layersOfTable() const;

    const Document& m_document;
    int m_layerTableIndex = -1;
    int m_workloadIndex = -1;
    int m_runLogIndex = -1;
    int m_foldedLayers = 1;
    std::optional<SimulationSource> m_modelled;
};

} // namespace bubblescope
