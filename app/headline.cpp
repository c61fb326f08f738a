// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "headline.h"

#include "formatting.h"

namespace bubblescope {

Headline::Headline(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::RichText);
    setAccessibleName(tr("Headline"));
    setToolTip(tr("Shares of the time of all ranks in the whole run. Busy: computing, without the communication "
                  "inside of it. Bubble: idle or waiting. Exposed: communication that no compute hides."));
}

void Headline::setSummary(const Run* run, const RunSummary* summary)
{
    const bool isKnown = run && summary && run->kind != Run::Kind::Plan;
    setText(isKnown ? summaryText(*run, *summary) : QString());
}

QString Headline::summaryText(const Run& run, const RunSummary& summary)
{
    const QString bold = QStringLiteral("<b>%1</b>");
    const QString busy = bold.arg(formatShare(summary.busyShare()));
    const QString exposed = bold.arg(formatShare(summary.exposedCommunicationShare()));
    if (run.kind == Run::Kind::Scaling) // one rank after another: there is no step, and no bubble between ranks
        return tr("busy %1 · communication %2").arg(busy, exposed);
    return tr("step %1 · busy %2 · bubble %3 · exposed comm %4")
        .arg(bold.arg(formatDuration(double(summary.stepTime))), busy, bold.arg(formatShare(summary.bubbleShare())),
            exposed);
}

QSize Headline::minimumSizeHint() const { return {40, QLabel::minimumSizeHint().height()}; }

} // namespace bubblescope
