// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panelview.h"

#include <QEvent>
#include <QLabel>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>

namespace bubblescope {

PanelView::PanelView(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_stack(new QStackedLayout(this))
    , m_emptyPage(new QWidget(this))
    , m_emptyTitle(new QLabel(m_emptyPage))
    , m_emptySentence(new QLabel(m_emptyPage))
{
    QFont bold = m_emptyTitle->font();
    bold.setWeight(QFont::DemiBold);
    m_emptyTitle->setFont(bold);
    for (QLabel* label : {m_emptyTitle, m_emptySentence}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* layout = new QVBoxLayout(m_emptyPage);
    layout->setContentsMargins(24, 12, 24, 12);
    layout->addStretch(2);
    layout->addWidget(m_emptyTitle);
    layout->addWidget(m_emptySentence);
    layout->addStretch(3);
    m_stack->addWidget(m_emptyPage);
}

void PanelView::setContent(QWidget* content) { m_stack->addWidget(content); }
void PanelView::showContent() { m_stack->setCurrentIndex(1); }
bool PanelView::isEmptyShown() const { return m_stack->currentWidget() == m_emptyPage; }

void PanelView::showEmpty(const QString& title, const QString& sentence)
{
    m_emptyTitle->setText(title);
    m_emptySentence->setText(sentence);
    m_emptySentence->setVisible(!sentence.isEmpty());
    m_stack->setCurrentWidget(m_emptyPage);
}

void PanelView::invalidate()
{
    m_isStale = true;
    if (!isVisible() || m_isScheduled)
        return;
    // Several changes at once (a new folder) are one refresh.
    m_isScheduled = true;
    QTimer::singleShot(0, this, [this] {
        m_isScheduled = false;
        if (isVisible())
            refreshNow();
    });
}

void PanelView::refreshNow()
{
    if (m_needsStyle)
        takeColors();
    if (!m_isStale)
        return;
    m_isStale = false;
    refresh();
}

void PanelView::takeColors()
{
    m_needsStyle = false;
    m_colors = Palette::of(*this);
    QPalette muted = m_emptySentence->palette();
    muted.setColor(QPalette::WindowText, m_colors.mutedText);
    m_emptySentence->setPalette(muted);
    restyle();
    m_isStale = true;
}

void PanelView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refreshNow();
}

void PanelView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::StyleChange)
        return;
    m_needsStyle = true;
    invalidate();
}

} // namespace bubblescope
