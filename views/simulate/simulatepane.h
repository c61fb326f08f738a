// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knobrow.h"
#include "palette.h"
#include "shownsimulation.h"
#include "whatifmodel.h"

#include <QWidget>

#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QScrollArea;
class QStackedLayout;
class QToolButton;
class QVBoxLayout;

namespace bubblescope {

class RangeBar;

/// The knobs of a what-if and its answer in a few lines. Tells what the user moved; somebody else computes.
class SimulatePane : public QWidget {
    Q_OBJECT
public:
    explicit SimulatePane(QWidget* parent = nullptr);

    /// Presets to choose from.
    void setHardware(std::vector<KnobControl::Option> presets);
    /// Sets of knobs that the user kept, by name.
    void setPresetNames(const QStringList& names);
    /// Everything that could be simulated, by name; a choice only where there are several.
    void setSources(const QStringList& names);
    void setCurrentSource(int index);
    /// Another input; its knobs stand where it has them.
    void setSubject(const WhatIfSubject& subject);
    /// Nothing can be simulated, and why.
    void setNothing(const QString& sentence);
    /// Nothing is simulated unless the user asks for it.
    void setOffer(const QString& sentence, const QString& button);
    /// Shows where the knobs stand without telling anybody.
    void setKnobs(const Knobs& knobs);
    const Knobs& knobs() const { return m_knobs; }
    void setAnswer(const SimulatedStep& step);
    /// The knobs ask for something that does not exist; the last answer stays.
    void setRefusal(const Error& error);
    QString answerText() const;
    QString refusalText() const;
    KnobRow* row(std::string_view key) const;
    /// Moves a knob to twice where it stands, as if the user had done it; says why where it cannot be moved.
    void twice(std::string_view key);

signals:
    void sourceChosen(int index);
    /// `knob` is the key of the one that moved.
    void knobsMoved(const bubblescope::Knobs& knobs, const QString& knob, bool isLive);
    void resetRequested();
    void balanceRequested();
    void offerTaken();
    /// twice() of a knob that does not yet know where it stands.
    void twiceWanted(const QString& knob);
    void presetChosen(const QString& name);
    void presetKeepRequested();
    void presetDropRequested(const QString& name);
    /// The values behind the hardware knob are to be seen or changed.
    void hardwareRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildKnobs();
    void updateControls();
    KnobControl controlOf(const KnobState& state) const;
    void take(KnobRow& row, const QString& value, bool isLive);
    void showWords();
    void restyle();

    std::optional<WhatIfSubject> m_subject;
    Knobs m_knobs;
    std::optional<StepFigures> m_answer;
    QString m_memoryWarning; ///< of the answer
    std::optional<Error> m_refusal;
    std::vector<KnobControl::Option> m_hardware;
    QStringList m_presets;
    Palette m_colors;
    QStackedLayout* m_pages;
    QComboBox* m_sources;
    QLabel* m_nothing;
    QPushButton* m_offer;
    QLabel* m_step;
    QLabel* m_origin;
    RangeBar* m_range;
    QLabel* m_verdict;
    QLabel* m_details;
    QLabel* m_refused;
    QToolButton* m_twiceMicrobatches;
    QToolButton* m_twiceNetwork;
    QToolButton* m_reset;
    QToolButton* m_balance;
    QToolButton* m_presetButton;
    QVBoxLayout* m_knobLayout;
    std::vector<KnobRow*> m_rows;
    std::vector<QLabel*> m_sections;
    double m_gain = 0; ///< of the answer: its colour
    bool m_isStyling = false;
};

} // namespace bubblescope
