// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "querystate.h"

namespace bubblescope {

void QueryState::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    emit textChanged();
}

void QueryState::setRunning(bool isRunning)
{
    if (isRunning == m_isRunning)
        return;
    m_isRunning = isRunning;
    emit runningChanged();
}

void QueryState::setAnswer(QueryAnswer answer)
{
    m_model.setAnswer(std::move(answer));
    m_hasAnswer = true;
    emit answerChanged();
}

void QueryState::clear()
{
    m_model.setAnswer({});
    m_hasAnswer = false;
    emit answerChanged();
}

} // namespace bubblescope
