// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings.h"
#include "formatting.h"
#include "tablemodel.h"

namespace bubblescope {

/// What costs most, one row per finding, in the order of the analysis: faults, what is inherent to the configuration,
/// caveats.
class FindingModel : public TableModel {
    Q_OBJECT
public:
    enum Column { KindColumn, CostColumn, ShareColumn, TitleColumn };

    explicit FindingModel(QObject* parent = nullptr);
    /// Null clears the table. `isRecording`: of a run that is one whole recording, see wholerecording.h.
    void setFindings(FindingsPtr findings, bool isRecording = false);
    /// Null if the row does not exist.
    const Finding* finding(int row) const;

protected:
    int rows() const override { return m_findings ? int(m_findings->list.size()) : 0; }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    FindingsPtr m_findings;
    bool m_isRecording = false;
    TimeFormat m_costs;
};

/// "fault", "inherent", "not recorded" or "caveat".
QString findingKindText(const Finding& finding);

} // namespace bubblescope
