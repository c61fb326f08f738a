// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "queryanswermodel.h"

#include <QObject>
#include <QString>

namespace bubblescope {

/// The question that the window asks about what is open: its text and its answer. What answers it listens to
/// runRequested(). GUI thread only.
class QueryState : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const QString& text() const { return m_text; }
    void setText(const QString& text);
    bool isRunning() const { return m_isRunning; }
    QueryAnswerModel& model() { return m_model; }
    const QueryAnswer& answer() const { return m_model.answer(); }
    bool hasAnswer() const { return m_hasAnswer; }

    /// Asks for an answer; one that is on its way is given up.
    void run() { emit runRequested(m_text); }
    void cancel() { emit cancelRequested(); }

    // For what answers it.
    void setRunning(bool isRunning);
    void setAnswer(QueryAnswer answer);
    /// Of another folder: there is no answer any more.
    void clear();

signals:
    void textChanged();
    void runRequested(const QString& text);
    void cancelRequested();
    void runningChanged();
    void answerChanged();

private:
    QString m_text;
    QueryAnswerModel m_model;
    bool m_isRunning = false;
    bool m_hasAnswer = false;
};

} // namespace bubblescope
