// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plannedmemory.h"
#include "tablemodel.h"

#include <array>
#include <optional>

namespace bubblescope {

/// What the memory of a GPU is used for, from the bottom of a stacked bar to its top.
struct MemoryPart {
    QString name;
    double PlannedStageMemory::*bytes;
};
std::array<MemoryPart, 7> memoryParts();

/// Memory of one GPU of each stage, part by part, beside another plan.
class PlanMemoryModel : public TableModel {
    Q_OBJECT
public:
    enum Column { StageColumn, FirstPartColumn };
    explicit PlanMemoryModel(QObject* parent = nullptr);

    /// `gpuBytes` 0: not known. `fullBytes`: modelled ones that fill a GPU; absent: as many.
    void setMemory(std::optional<PlannedMemory> before, PlannedMemory after, double gpuBytes,
        std::optional<double> fullBytes = {});
    const std::optional<PlannedMemory>& before() const { return m_before; }
    const PlannedMemory& after() const { return m_after; }
    double gpuBytes() const { return m_gpuBytes; }
    /// Those that the bars are compared with.
    double fullBytes() const { return m_fullBytes; }
    bool isFullOtherwise() const { return m_fullBytes != m_gpuBytes; }
    bool isTooMuch(double bytes) const { return m_fullBytes > 0 && bytes > m_fullBytes; }
    int totalColumn() const { return FirstPartColumn + int(memoryParts().size()); }
    int beforeColumn() const { return totalColumn() + 1; }

protected:
    int rows() const override { return int(m_after.stages.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    /// nullopt where the other plan has no such stage.
    std::optional<double> bytes(int row, int column) const;

    std::optional<PlannedMemory> m_before;
    PlannedMemory m_after;
    double m_gpuBytes = 0;
    double m_fullBytes = 0;
};

} // namespace bubblescope
