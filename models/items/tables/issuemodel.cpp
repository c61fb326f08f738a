// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "issuemodel.h"

#include "countedtext.h"
#include "formatting.h"
#include "tabletexts.h"

#include <algorithm>
#include <numeric>

namespace bubblescope {

IssueModel::IssueModel(QObject* parent) : TableModel(parent)
{
    setColumns({{tr("Severity"), {}, {}, false}, {tr("What"), {}, {}, false},
        {tr("Count"), {}, tr("How often in this file"), true}, {tr("File"), {}, {}, false},
        {tr("First at"), tr("first offset (bytes)"), tr("Bytes from the start of the uncompressed file"), true},
        {tr("First instance"), {}, {}, false}, {tr("Advice"), {}, {}, false}});
}

void IssueModel::setFolder(OpenedFolderPtr opened)
{
    beginResetModel();
    m_opened = std::move(opened);
    m_order.clear();
    if (m_opened) {
        const auto issues = m_opened->folder.report.issues();
        m_order.resize(issues.size());
        std::iota(m_order.begin(), m_order.end(), size_t(0));
        std::stable_sort(m_order.begin(), m_order.end(), [issues](size_t a, size_t b) {
            const Severity severityA = issueInfo(issues[a].kind).severity;
            const Severity severityB = issueInfo(issues[b].kind).severity;
            return severityA != severityB ? severityA > severityB : issues[a].count > issues[b].count;
        });
    }
    endResetModel();
}

int IssueModel::count(Severity severity) const
{
    return static_cast<int>(std::count_if(m_order.begin(), m_order.end(), [this, severity](size_t place) {
        return issueInfo(m_opened->folder.report.issues()[place].kind).severity == severity;
    }));
}

QString IssueModel::summary() const
{
    if (m_order.empty())
        return tr("No issues");
    QStringList parts;
    const int errors = count(Severity::Error);
    const int warnings = count(Severity::Warning);
    const int notes = count(Severity::Note);
    if (errors > 0)
        parts.append(countedText(errors, tr("1 error"), tr("%1 errors")));
    if (warnings > 0)
        parts.append(countedText(warnings, tr("1 warning"), tr("%1 warnings")));
    if (notes > 0)
        parts.append(countedText(notes, tr("1 note"), tr("%1 notes")));
    return parts.join(QStringLiteral(", "));
}

const Issue& IssueModel::issue(int row) const
{
    return m_opened->folder.report.issues()[m_order[static_cast<size_t>(row)]];
}

QString IssueModel::text(int row, int column) const
{
    const Issue& issue = this->issue(row);
    const IssueInfo& info = issueInfo(issue.kind);
    switch (column) {
    case SeverityColumn:
        return severityText(info.severity);
    case TitleColumn:
        return tableText(info.title);
    case CountColumn:
        return formatCount(static_cast<qint64>(issue.count));
    case FileColumn:
        return toText(issue.file).simplified();
    case OffsetColumn:
        return issue.first.empty() || !issue.first.front().offset ? QString() : offsetText(*issue.first.front().offset);
    case MessageColumn:
        return issue.first.empty() ? QString() : messageText(issue.first.front().message).simplified();
    case AdviceColumn:
        return adviceText(issue);
    default:
        return {};
    }
}

QVariant IssueModel::sortValue(int row, int column) const
{
    const Issue& issue = this->issue(row);
    switch (column) {
    case SeverityColumn:
        return static_cast<int>(issueInfo(issue.kind).severity);
    case CountColumn:
        return static_cast<qulonglong>(issue.count);
    case OffsetColumn:
        if (issue.first.empty() || !issue.first.front().offset)
            return -1.0;
        return static_cast<double>(*issue.first.front().offset);
    default:
        return {};
    }
}

QString IssueModel::plainText(int row, int column) const
{
    const Issue& issue = this->issue(row);
    switch (column) {
    case CountColumn:
        return QString::number(issue.count);
    case OffsetColumn:
        if (issue.first.empty() || !issue.first.front().offset)
            return QLatin1String("");
        return QString::number(*issue.first.front().offset);
    default:
        return {};
    }
}

QString IssueModel::toolTip(int row, int column) const
{
    const Issue& issue = this->issue(row);
    if (column == FileColumn)
        return toText(issue.file);
    if (column == TitleColumn)
        return toText(issueInfo(issue.kind).id);
    if (column == AdviceColumn)
        return adviceText(issue);
    if (column != MessageColumn && column != OffsetColumn && column != CountColumn)
        return {};
    constexpr int longest = 160; // characters; who wants more reads it beside the table
    QStringList lines;
    for (const QString& line : instances(row))
        lines.append(elideMiddle(line, longest));
    return lines.join(QLatin1Char('\n'));
}

QStringList IssueModel::instances(int row) const
{
    const Issue& issue = this->issue(row);
    QStringList lines;
    for (const IssueInstance& instance : issue.first) {
        QString line = messageText(instance.message).simplified();
        if (instance.offset)
            line.prepend(offsetText(*instance.offset) + QStringLiteral(": "));
        lines.append(line);
    }
    if (issue.count > issue.first.size()) {
        const auto others = static_cast<qint64>(issue.count - issue.first.size());
        lines.append(others == 1 ? tr("and 1 more") : tr("and %1 more").arg(formatCount(others)));
    }
    return lines;
}

QVariant IssueModel::extra(int row, int, int role) const
{
    if (role == severityRole)
        return static_cast<int>(issueInfo(issue(row).kind).severity);
    if (role == commandRole && !issue(row).first.empty())
        return commandIn(issue(row).first.front().message);
    return {};
}

} // namespace bubblescope
