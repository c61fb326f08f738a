// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputchoice.h"

#include "document.h"
#include "folderitems.h"
#include "simulationsource.h"

#include <algorithm>

namespace bubblescope {

InputChoice::InputChoice(const Document& document, QObject* parent) : QObject(parent), m_document(document)
{
    connect(&document, &Document::replaced, this, &InputChoice::follow);
    connect(&document, &Document::followed, this, &InputChoice::notify);
}

void InputChoice::follow(const RunChange& change)
{
    if (change.kind != RunChange::Kind::Folder && change.kind != RunChange::Kind::ReadAgain)
        return;
    const bool isReadAgain = change.kind == RunChange::Kind::ReadAgain;
    m_modelled.reset();
    const RunFolder* now = m_document.folder();
    const auto choose = [&](auto items, int& index) {
        const auto* old = isReadAgain ? itemOf(change.opened, items, index) : nullptr;
        index = now ? indexLike(old, now->*items) : -1;
        return old;
    };
    const LayerTable* oldTable = choose(&RunFolder::layerTables, m_layerTableIndex);
    choose(&RunFolder::workloads, m_workloadIndex);
    choose(&RunFolder::runLogs, m_runLogIndex);
    const LayerTable* table = layerTable();
    const bool isSameTable
        = oldTable && table && table->name == oldTable->name && table->layerCount == oldTable->layerCount;
    if (!isSameTable)
        m_foldedLayers = layersOfTable();
}

void InputChoice::notify(const RunChange& change)
{
    if (change.kind != RunChange::Kind::Folder && change.kind != RunChange::Kind::ReadAgain)
        return;
    emit layerTableChanged();
    emit workloadChanged();
    emit runLogChanged();
    emit foldedLayersChanged();
}

void InputChoice::setLayerTableIndex(int index)
{
    if (!m_document.opened() || !changeIndex(m_layerTableIndex, index, m_document.folder()->layerTables))
        return;
    emit layerTableChanged();
    setFoldedLayers(layersOfTable());
}

const LayerTable* InputChoice::layerTable() const
{
    return itemOf(m_document.opened(), &RunFolder::layerTables, m_layerTableIndex);
}

int InputChoice::layersOfTable() const { return layerTable() ? layerTable()->layerCount.value_or(1) : 1; }

void InputChoice::setWorkloadIndex(int index)
{
    if (m_document.opened() && changeIndex(m_workloadIndex, index, m_document.folder()->workloads))
        emit workloadChanged();
}

const Workload* InputChoice::workload() const
{
    return itemOf(m_document.opened(), &RunFolder::workloads, m_workloadIndex);
}

void InputChoice::setRunLogIndex(int index)
{
    if (m_document.opened() && changeIndex(m_runLogIndex, index, m_document.folder()->runLogs))
        emit runLogChanged();
}

const RunLog* InputChoice::runLog() const { return itemOf(m_document.opened(), &RunFolder::runLogs, m_runLogIndex); }

void InputChoice::setModelled(const SimulationSource& input)
{
    if (m_modelled == input)
        return;
    m_modelled = input;
    emit modelledChanged();
}

void InputChoice::setFoldedLayers(int layers)
{
    layers = std::max(1, layers);
    if (layers == m_foldedLayers)
        return;
    m_foldedLayers = layers;
    emit foldedLayersChanged();
}

void InputChoice::choose(const SimulationSource& input)
{
    const int index = int(input.index);
    switch (input.kind) {
    case SimulationSource::Kind::LayerTable:
        setLayerTableIndex(index);
        break;
    case SimulationSource::Kind::Workload:
        setWorkloadIndex(index);
        break;
    case SimulationSource::Kind::RunLog:
        setRunLogIndex(index);
        break;
    case SimulationSource::Kind::Run:
    case SimulationSource::Kind::Description:
        break;
    }
}

} // namespace bubblescope
