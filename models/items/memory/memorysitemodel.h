// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memoryusage.h"
#include "tablemodel.h"

#include <vector>

namespace bubblescope {

/// What is alive on a GPU at one instant, by the code that took it, most bytes first.
class MemorySiteModel : public TableModel {
    Q_OBJECT
public:
    enum class Column { Use, Bytes, Share, Blocks, Operation, Code };

    explicit MemorySiteModel(QObject* parent = nullptr);
    /// `allocated`: bytes of all of them; the snapshot must outlive the sites. Null for none.
    void setSites(const MemorySnapshot* snapshot, std::vector<MemorySite> sites, int64_t allocated);

protected:
    int rows() const override { return static_cast<int>(m_sites.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    /// Null for what no code is known of.
    const MemoryStack* stackOf(int row) const;

    const MemorySnapshot* m_snapshot = nullptr;
    std::vector<MemorySite> m_sites;
    int64_t m_allocated = 0;
};

} // namespace bubblescope
