// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "startpage.h"

#include "formatting.h"
#include "palette.h"
#include "theme.h"

#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace bubblescope {

namespace {
constexpr int columnWidth = 560;

/// Two lines per run: its name and, muted, its folder.
QString recentTitle(const QStringList& paths)
{
    const QFileInfo first(paths.front());
    const QString name = first.fileName().isEmpty() ? paths.front() : first.fileName();
    return paths.size() == 1 ? name : StartPage::tr("%1 and %2 more").arg(name).arg(paths.size() - 1);
}
} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent)
    , m_recent(new QListWidget(this))
    , m_recentTitle(new QLabel(tr("Opened before"), this))
    , m_drop(new QWidget(this))
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);

    auto* icon = new QLabel(this);
    icon->setPixmap(programIcon().pixmap(56, 56));
    auto* title = new QLabel(QStringLiteral("Bubblescope"), this);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.9);
    large.setWeight(QFont::DemiBold);
    title->setFont(large);
    auto* subtitle = new QLabel(
        tr("See where the step time of a distributed training run goes, rank by rank and stage by stage."), this);
    subtitle->setForegroundRole(QPalette::PlaceholderText);
    subtitle->setWordWrap(true);

    auto* openFolder = new QPushButton(tr("Open folder …"), this);
    openFolder->setProperty("primary", true);
    openFolder->setDefault(true);
    auto* openFiles = new QPushButton(tr("Open files …"), this);
    auto* demo = new QPushButton(tr("Show the demo run"), this);
    demo->setToolTip(tr("A made-up step of eight ranks on two hosts, with a few faults planted"));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    for (QPushButton* button : {openFolder, openFiles, demo}) {
        button->setMinimumHeight(30);
        buttons->addWidget(button);
    }
    buttons->addStretch();

    m_drop->setMinimumHeight(72);
    auto* dropLayout = new QVBoxLayout(m_drop);
    auto* dropText = new QLabel(
        tr("Drop a folder or files here: rank traces, layer tables,\nworkloads, run logs, plain or .gz"), m_drop);
    dropText->setAlignment(Qt::AlignCenter);
    dropText->setForegroundRole(QPalette::PlaceholderText);
    dropLayout->addWidget(dropText);

    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    m_recentTitle->setFont(bold);
    m_recent->setFrameShape(QFrame::NoFrame);
    m_recent->setAccessibleName(tr("Runs opened before"));
    m_recent->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_recent->setTextElideMode(Qt::ElideMiddle);

    auto* head = new QHBoxLayout;
    head->setSpacing(14);
    head->addWidget(icon);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(title);
    words->addWidget(subtitle);
    head->addLayout(words, 1);

    auto* column = new QWidget(this);
    column->setFixedWidth(columnWidth);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 24, 0, 24);
    layout->setSpacing(18);
    layout->addStretch(2);
    layout->addLayout(head);
    layout->addLayout(buttons);
    layout->addWidget(m_drop);
    layout->addWidget(m_recentTitle);
    layout->addWidget(m_recent, 50); // before the air around
    layout->addStretch(3);
    auto* outer = new QHBoxLayout(this);
    outer->addWidget(column, 0, Qt::AlignHCenter);

    connect(openFolder, &QPushButton::clicked, this, &StartPage::openFolderRequested);
    connect(openFiles, &QPushButton::clicked, this, &StartPage::openFilesRequested);
    connect(demo, &QPushButton::clicked, this, &StartPage::demoRequested);
    const auto open = [this](QListWidgetItem* item) { emit recentRequested(item->data(Qt::UserRole).toStringList()); };
    connect(m_recent, &QListWidget::itemClicked, this, open);
    connect(m_recent, &QListWidget::itemActivated, this, open);
    setRecent({});
}

void StartPage::setRecent(const QStringList& entries)
{
    m_recent->clear();
    for (const QString& entry : entries) {
        const QStringList paths = entry.split(QChar(u'\0'));
        auto* item = new QListWidgetItem(
            QStringLiteral("%1    %2").arg(toText(recentTitle(paths)), toText(QFileInfo(paths.front()).absolutePath())),
            m_recent);
        item->setData(Qt::UserRole, paths);
        QStringList names;
        for (const QString& path : paths)
            names << toText(path);
        item->setToolTip(names.join(QLatin1Char('\n')));
        item->setSizeHint(QSize(0, fontMetrics().height() + 10));
    }
    // A low window scrolls them, also one that shows a run: its height is that of all its pages.
    constexpr int fewest = 2;
    const int line = fontMetrics().height() + 10;
    m_recent->setMinimumHeight(std::min(static_cast<int>(entries.size()), fewest) * line + 4);
    m_recent->setMaximumHeight(static_cast<int>(entries.size()) * line + 4);
    m_recent->setVisible(!entries.isEmpty());
    m_recentTitle->setVisible(!entries.isEmpty());
}

void StartPage::setDropActive(bool active)
{
    m_dropActive = active;
    update();
}

void StartPage::paintEvent(QPaintEvent* event)
{
    QWidget::paintEvent(event);
    const Palette colours = Palette::of(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = QRectF(QRect(m_drop->mapTo(this, QPoint()), m_drop->size())).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(QPen(m_dropActive ? colours.accent : colours.border, m_dropActive ? 2 : 1, Qt::DashLine));
    painter.setBrush(m_dropActive ? colours.selection : colours.panel);
    painter.drawRoundedRect(area, 8, 8);
}

} // namespace bubblescope
