// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "loadbar.h"

#include "countedtext.h"
#include "formatting.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace bubblescope {

LoadBar::LoadBar(QWidget* parent)
    : QWidget(parent), m_summary(new QLabel(this)), m_files(new QLabel(this)), m_bar(new QProgressBar(this))
{
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(180);
    m_bar->setFixedHeight(10);
    m_bar->setAccessibleName(tr("Loading"));
    m_files->setTextFormat(Qt::PlainText);
    m_files->setForegroundRole(QPalette::PlaceholderText);
    m_files->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 4, 8, 4);
    layout->setSpacing(10);
    layout->addWidget(m_bar);
    layout->addWidget(m_summary);
    layout->addWidget(m_files, 1);
    layout->addWidget(cancel);
    connect(cancel, &QPushButton::clicked, this, &LoadBar::cancelRequested);
}

void LoadBar::setProgress(const LoadProgress& progress)
{
    constexpr int steps = 1000;
    const bool isKnown = progress.phase == LoadProgress::Phase::Reading && progress.bytesTotal > 0;
    // In Qt, a range from 0 to 0 means "busy".
    m_bar->setRange(0, isKnown ? steps : 0);
    if (isKnown)
        m_bar->setValue(int(double(progress.bytesDone) / double(progress.bytesTotal) * steps));
    m_summary->setText(summary(progress));
    m_files->setText(files(progress));
    m_files->setToolTip(m_files->text());
}

QString LoadBar::summary(const LoadProgress& progress)
{
    switch (progress.phase) {
    case LoadProgress::Phase::Scanning:
        return progress.fileCount == 0 ? tr("Looking at the files …")
                                       : tr("Looking at the files: %1 so far …").arg(formatCount(progress.fileCount));
    case LoadProgress::Phase::Reading:
        return tr("Reading: %1 of %2, %3 of %4")
            .arg(formatCount(progress.filesDone), countedText(progress.fileCount, tr("1 file"), tr("%1 files")),
                formatBytes(double(progress.bytesDone)), formatBytes(double(progress.bytesTotal)));
    case LoadProgress::Phase::Arranging:
        return tr("Putting the runs together …");
    }
    return {};
}

QString LoadBar::files(const LoadProgress& progress)
{
    QStringList parts;
    for (const LoadProgress::File& file : progress.active) {
        parts += tr("%1 (%2 of %3)")
                     .arg(elideMiddle(toText(file.name), 40), formatBytes(double(file.done)),
                         formatBytes(double(file.total)));
    }
    return parts.join(QStringLiteral("  ·  "));
}

} // namespace bubblescope
