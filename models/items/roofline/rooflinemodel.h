// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formatting.h"
#include "operatorwork.h"
#include "rooflinestate.h"
#include "tablemodel.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// "matrix products", "attention" …
QString operatorKindText(OperatorKind kind);

/// The operators of a roofline with their work, also those that have no point in it because their work is not known.
class RooflineModel : public TableModel {
    Q_OBJECT
public:
    enum class Column { Name, Shapes, Types, Kind, Calls, Time, Share, Flops, Bytes, Intensity, OfBest, OfPeak };

    explicit RooflineModel(QObject* parent = nullptr);
    /// Null clears the table.
    void setOperators(RooflineOperatorsPtr found);
    /// Rows of the table are its operators.
    const RooflineOperators* found() const { return m_found.get(); }
    /// A line for each figure of one of these operators, for a pointer at its point.
    static QString tip(const OperatorUse& use);
    /// A query for its calls; empty if its launch was not recorded.
    static QString query(const OperatorUse& use);

protected:
    int rows() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    const OperatorUse& use(int row) const { return m_found->operators[size_t(row)]; }
    std::optional<double> figure(int row, Column column) const;

    RooflineOperatorsPtr m_found;
    std::vector<std::optional<double>> m_ofBest;
    std::vector<std::optional<double>> m_ofPeak; ///< empty where the GPU is not known
    double m_allNs = 0;
    TimeFormat m_times;
};

} // namespace bubblescope
