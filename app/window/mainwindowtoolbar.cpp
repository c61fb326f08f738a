// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow.h"

#include "ganttview.h"
#include "headline.h"
#include "workspace.h"

#include <QAction>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolBar>
#include <QToolButton>

namespace bubblescope {

void MainWindow::buildToolBar()
{
    m_toolBar = addToolBar(tr("Tools"));
    m_toolBar->setObjectName(QStringLiteral("toolBar"));
    m_toolBar->setMovable(false);
    m_toolBar->setContextMenuPolicy(Qt::PreventContextMenu);
    m_toolBar->setIconSize(QSize(16, 16));
    const auto addButton = [this](const QString& name, const QString& text) {
        auto* button = new QToolButton(m_toolBar);
        QAction* action = command(name);
        button->setDefaultAction(action);
        button->setToolButtonStyle(text.isEmpty() ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
        if (!text.isEmpty())
            action->setIconText(QChar(0x2009) + text); // Fusion leaves no gap behind the icon
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        const QString title = QString(action->text()).remove(QLatin1Char('&'));
        action->setToolTip(keys.isEmpty() ? title : tr("%1 (%2)").arg(title, keys));
        button->setAccessibleName(title);
        m_toolBar->addWidget(button);
        return button;
    };
    addButton(QStringLiteral("openFolder"), tr("Open folder"));
    addButton(QStringLiteral("reload"), {});
    m_runs = new QComboBox(m_toolBar);
    m_runs->setAccessibleName(tr("Run"));
    m_runs->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_runs->setMinimumContentsLength(12);
    m_toolBar->addWidget(m_runs);
    addButton(QStringLiteral("previousStep"), {});
    m_steps = new QComboBox(m_toolBar);
    m_steps->setAccessibleName(tr("Training step"));
    m_steps->setToolTip(tr("Training step that all views show"));
    m_steps->setMaxVisibleItems(20);
    m_steps->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_steps->setMinimumContentsLength(7);
    m_toolBar->addWidget(m_steps);
    addButton(QStringLiteral("nextStep"), {});

    m_timelineChoice = new QComboBox(m_toolBar);
    m_timelineChoice->setAccessibleName(tr("Timeline"));
    m_timelineChoice->setToolTip(
        tr("Show the opened run, the simulated one, or both at the same scale, one above the other or "
           "lane by lane"));
    m_timelineChoice->addItems({tr("Measured"), tr("Simulated"), tr("Both"), tr("Interleaved")});
    m_toolBar->addWidget(m_timelineChoice);
    connect(m_timelineChoice, &QComboBox::activated, this,
        [this](int index) { m_workspace->document.setTimeline(Document::Timeline(index)); });

    m_search = new QLineEdit(m_toolBar);
    m_search->setObjectName(QStringLiteral("searchBox"));
    m_search->setPlaceholderText(tr("Search spans  /"));
    m_search->setAccessibleName(tr("Search spans"));
    m_search->setToolTip(tr("Words in names and details, or terms such as rank:2 stage:0-3 cat:comm group:dp dur>5ms "
                            "name~allreduce;\nEnter and Shift+Enter walk through the matches. ? lists all terms."));
    m_search->setClearButtonEnabled(true);
    m_search->setFixedWidth(170);
    m_search->installEventFilter(this);
    m_toolBar->addWidget(m_search);
    m_matches = new QLabel(m_toolBar);
    m_matches->setForegroundRole(QPalette::PlaceholderText);
    auto* space = new QWidget(m_toolBar);
    space->setFixedWidth(4);
    m_toolBar->addWidget(m_matches);
    m_toolBar->addWidget(space);
    m_headline = new Headline(m_toolBar);
    m_headline->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_toolBar->addWidget(m_headline);
    m_range = new QLabel(m_toolBar);
    m_range->setForegroundRole(QPalette::PlaceholderText);
    m_toolBar->addWidget(m_range);

    m_searchDelay.setSingleShot(true);
    m_searchDelay.setInterval(120);
    connect(&m_searchDelay, &QTimer::timeout, this, [this] { m_workspace->search.setText(m_search->text()); });
    connect(m_search, &QLineEdit::textEdited, &m_searchDelay, qOverload<>(&QTimer::start));
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty())
            m_searchDelay.start(); // the clear button is no edit
    });
    connect(m_runs, &QComboBox::activated, &m_workspace->document, &Document::setRunIndex);
    connect(m_steps, &QComboBox::activated, this, [this](int index) {
        m_workspace->window.setStep(
            index > 0 ? std::optional<int64_t>(m_steps->itemData(index).toLongLong()) : std::nullopt);
    });
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_search || event->type() != QEvent::KeyPress)
        return QMainWindow::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        if (m_searchDelay.isActive()) {
            m_searchDelay.stop();
            m_workspace->search.setText(m_search->text());
        }
        if (m_workspace->search.matches().empty() && !m_workspace->search.isPending())
            return true;
        const bool backwards = (key->modifiers() & Qt::ShiftModifier) != 0;
        m_workspace->search.goToMatch(m_workspace->search.index() + (backwards ? -1 : 1));
        return true;
    }
    if (key->key() == Qt::Key_Escape) {
        m_search->clear();
        m_searchDelay.stop();
        m_workspace->search.setText({});
        m_gantt->setFocus();
        return true;
    }
    return QMainWindow::eventFilter(watched, event);
}

} // namespace bubblescope
