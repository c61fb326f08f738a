// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findingmodel.h"

#include "findingtext.h"
#include "tabletexts.h"

#include <algorithm>

namespace bubblescope {

FindingModel::FindingModel(QObject* parent) : TableModel(parent)
{
    setColumns({{tr("Kind"), {},
                    tr("A fault differs from its peers and can be fixed; what is inherent to the configuration costs "
                       "as much on a healthy machine; of what was not recorded nobody can tell; a caveat says what not "
                       "to rely on"),
                    false},
        {tr("Cost"), tr("cost (ms)"),
            tr("Of one step; of the mean step where only some lose it; the greatest first within each kind"), true},
        {tr("Share"), tr("share (%)"), tr("Of the step; of the mean step where only some lose it"), true},
        {tr("Finding"), {}, {}, false}});
}

void FindingModel::setFindings(FindingsPtr findings, bool isRecording)
{
    beginResetModel();
    m_isRecording = isRecording;
    m_findings = std::move(findings);
    double most = 0;
    for (int row = 0; row < rows(); ++row)
        most = std::max(most, m_findings->list[size_t(row)].costNs);
    m_costs = TimeFormat::forColumn(most);
    endResetModel();
}

const Finding* FindingModel::finding(int row) const
{
    return row >= 0 && row < rows() ? &m_findings->list[size_t(row)] : nullptr;
}

QString FindingModel::text(int row, int column) const
{
    const Finding& f = *finding(row);
    switch (column) {
    case CostColumn:
        return f.costNs > 0 ? m_costs.cell(f.costNs) : unknownText();
    case ShareColumn:
        return f.share > 0 ? formatShare(f.share) : unknownText();
    case TitleColumn:
        return messageText(f.title);
    default:
        return findingKindText(f);
    }
}

QVariant FindingModel::sortValue(int row, int column) const
{
    const Finding& f = *finding(row);
    if (column == CostColumn)
        return f.costNs;
    return column == ShareColumn ? QVariant(f.share) : QVariant(text(row, column));
}

QString FindingModel::plainText(int row, int column) const
{
    const Finding& f = *finding(row);
    if (column == CostColumn)
        return plainMilliseconds(f.costNs);
    return column == ShareColumn ? plainNumber(f.share * 100) : text(row, column);
}

QString FindingModel::toolTip(int row, int column) const
{
    const Finding& f = *finding(row);
    if (column != CostColumn && column != ShareColumn)
        return messageText(f.sentence);
    if (f.costNs <= 0)
        return {};
    const QString cost = tr("%1 ms").arg(plainMilliseconds(f.costNs));
    return (m_isRecording          ? tr("%1, %2 of the recording")
               : f.isOfMeanStep() ? tr("%1, %2 of the mean step")
                                  : tr("%1, %2 of the step"))
        .arg(cost, formatShare(f.share));
}

QString findingKindText(const Finding& finding)
{
    if (isOfMissingRanks(finding))
        return QObject::tr("not recorded");
    switch (finding.kind) {
    case Finding::Kind::Fault:
        return QObject::tr("fault");
    case Finding::Kind::Shape:
        return QObject::tr("inherent");
    case Finding::Kind::Caveat:
        break;
    }
    return QObject::tr("caveat");
}

} // namespace bubblescope
