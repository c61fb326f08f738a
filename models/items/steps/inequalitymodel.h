// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stragglerwhatif.h"
#include "tablemodel.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// What the steps of a run lose to inequality, part by part: stages, data-parallel ranks, hosts, operations, ranks, steps.
class InequalityModel : public TableModel {
    Q_OBJECT
public:
    enum Column { PartColumn, NameColumn, SlowdownColumn, LossColumn, PeersColumn };
    explicit InequalityModel(QObject* parent = nullptr);
    void setWhatIf(const StragglerWhatIf* whatIf, std::span<const std::string> hosts); ///< null: no rows
    /// The rank that a row is about; -1 for other parts.
    int rank(int row) const { return m_rows[size_t(row)].rank; }
    int stage(int row) const { return m_rows[size_t(row)].stage; }
    /// The result in one sentence.
    static QString sentence(const StragglerWhatIf& whatIf);

protected:
    int rows() const override { return int(m_rows.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;

private:
    struct Row {
        QString part;
        QString name;
        double slowdown = 1;
        int rank = -1;
        int stage = -1;
        double idealNs = 0; ///< of the step; 0: the mean of all
        std::optional<double> lostNs {}; ///< of a rank, against its peers
    };
    double longerBy(const Row& row) const;
    std::vector<Row> m_rows;
    double m_idealNs = 0; ///< mean of the ideal steps
};

} // namespace bubblescope
