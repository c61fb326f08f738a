// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "whatifsubject.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace bubblescope {

/// The buttons between answer and knobs: two questions that are asked often, and what concerns all knobs.
class KnobTools : public QWidget {
    Q_OBJECT
public:
    explicit KnobTools(QWidget* parent = nullptr);

    /// Which of them apply, and why others do not.
    void setSubject(const WhatIfSubject& subject);
    /// Names of the knob sets that the user saved.
    void setPresetNames(const QStringList& names);
    void setCanReset(bool can);
    /// Where there is little room the questions make way for the knobs.
    void setQuestionsVisible(bool areVisible);

signals:
    void twiceRequested(const QString& knob);
    void resetRequested();
    void balanceRequested();
    void presetChosen(const QString& name);
    void presetKeepRequested();
    void presetDropRequested(const QString& name);

private:
    QLabel* m_question;
    QToolButton* m_twiceMicrobatches;
    QToolButton* m_twiceNetwork;
    QToolButton* m_reset;
    QToolButton* m_balance;
    QToolButton* m_presets;
};

} // namespace bubblescope
