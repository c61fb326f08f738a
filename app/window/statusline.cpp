// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "statusline.h"

#include "countedtext.h"
#include "formatting.h"
#include "workspace.h"

#include <QLabel>

namespace bubblescope {

StatusLine::StatusLine(const Workspace& workspace, QWidget* parent)
    : QStatusBar(parent), m_workspace(workspace), m_size(new QLabel(this)), m_time(new QLabel(this))
{
    addWidget(m_size, 1);
    addWidget(m_time);
    addPermanentWidget(new QLabel(tr("? keys · Ctrl+P commands"), this));
    for (QLabel* label : findChildren<QLabel*>())
        label->setContentsMargins(9, 1, 10, 1);
    setSizeGripEnabled(false);
    connect(&workspace.document, &Document::folderChanged, this, &StatusLine::updateSize);
    connect(&workspace.document, &Document::runChanged, this, &StatusLine::updateSize);
    connect(&workspace.document, &Document::runChanged, this, &StatusLine::updateTime);
    connect(&workspace.window, &TimeWindow::crosshairChanged, this, &StatusLine::updateTime);
}

void StatusLine::updateSize()
{
    QStringList parts;
    const auto count = [&parts](qint64 number, const QString& one, const QString& many) {
        if (number > 0)
            parts += countedText(number, one, many);
    };
    if (const Run* run = m_workspace.document.run()) {
        count(run->rankCount(), tr("1 rank"), tr("%1 ranks"));
        count(run->stageCount(), tr("1 stage"), tr("%1 stages"));
        count(run->layout.microbatches.value_or(0), tr("1 microbatch"), tr("%1 microbatches"));
        const qint64 spans = run->trace->spanCount();
        const RunFolder& folder = *m_workspace.document.folder();
        if (!m_workspace.document.blocks())
            count(spans, tr("1 span"), tr("%1 spans"));
        else if (folder.runs.size() == 1)
            parts += tr("%1 of %2 spans in memory").arg(formatCount(spans), formatCount(qint64(folder.statistics.spans)));
        else
            parts += tr("%1 spans in memory").arg(formatCount(spans));
    } else if (const RunFolder* folder = m_workspace.document.folder()) {
        const auto unknown = qint64(folder->unrecognised.size());
        const auto files = qint64(folder->statistics.files) + unknown;
        parts += countedText(files, tr("1 file"), tr("%1 files"));
        count(unknown, tr("1 not recognised"), tr("%1 not recognised"));
    }
    m_size->setText(parts.join(QStringLiteral(" · ")));
}

void StatusLine::updateTime()
{
    const std::optional<TimeNs> time = m_workspace.window.crosshair();
    m_time->setText(m_workspace.document.run() && time
            ? tr("t = %1").arg(formatDuration(double(*time - m_workspace.window.origin())))
            : QString());
}

} // namespace bubblescope
