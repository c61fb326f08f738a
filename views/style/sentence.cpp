// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sentence.h"

namespace bubblescope {

Sentence::Sentence(QWidget* parent) : QLabel(parent)
{
    setWordWrap(true);
    setTextFormat(Qt::PlainText);
    setForegroundRole(QPalette::PlaceholderText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setContentsMargins(2, 0, 2, 0);
}

void Sentence::setSentence(const QString& sentence)
{
    m_sentence = sentence;
    setToolTip(sentence);
    fit();
}

void Sentence::setOneLine(bool isOneLine)
{
    if (wordWrap() != isOneLine)
        return;
    setWordWrap(!isOneLine);
    fit();
}

/// One line must not widen the panel.
QSize Sentence::minimumSizeHint() const
{
    const QSize hint = QLabel::minimumSizeHint();
    return wordWrap() ? hint : QSize(1, hint.height());
}

void Sentence::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    if (!wordWrap())
        fit();
}

void Sentence::fit()
{
    const QString fitting
        = wordWrap() ? m_sentence : fontMetrics().elidedText(m_sentence.simplified(), Qt::ElideRight, contentsRect().width());
    if (fitting != text())
        setText(fitting);
}

} // namespace bubblescope
