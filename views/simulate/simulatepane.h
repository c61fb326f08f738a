// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knobrow.h"
#include "palette.h"
#include "sensitivity.h"
#include "shownsimulation.h"
#include "triedfinding.h"
#include "whatif.h"
#include "whatifsubject.h"

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

class KeptWhatIfs;
class KnobList;
class KnobTools;
class RangeBar;

/// The knobs of a what-if and its result in a few lines. Emits what the user moved; others compute.
class SimulatePane : public QWidget {
    Q_OBJECT
public:
    explicit SimulatePane(QWidget* parent = nullptr);

    /// Hardware presets to choose from.
    void setHardware(std::vector<KnobControl::Option> presets);
    /// Names of the knob sets that the user saved.
    void setPresetNames(const QStringList& names);
    /// Names of everything that could be simulated; shown as a choice only if there are several.
    void setSources(const QStringList& names);
    void setCurrentSource(int index);
    /// Switches to another input; knobs show its values.
    void setSubject(const WhatIfSubject& subject);
    /// Shows that nothing can be simulated, and why.
    void setNothing(const QString& sentence);
    /// Shows that nothing is simulated unless the user requests it.
    void setOffer(const QString& sentence, const QString& button);
    /// Shows knob values without emitting signals.
    void setKnobs(const Knobs& knobs);
    const Knobs& knobs() const { return m_knobs; }
    void setAnswer(const SimulatedStep& step);
    /// What helps most from these knobs on, best first: the first few are offered while no knob is moved, then the
    /// first one beside the answer.
    void setGains(const std::vector<KnobGain>& gains);
    /// The knobs request an impossible configuration; the last result remains.
    void setRefusal(const Error& error);
    using Tried = TriedFinding;
    void setTried(const Tried& tried);
    /// Shows what is kept, between the answer and the knobs; once.
    void setKept(KeptWhatIfs& kept);
    /// Why the gain may differ from what the finding costs; empty if nothing is tried.
    QString triedText() const;
    QString answerText() const;
    QString refusalText() const;
    KnobRow* row(std::string_view key) const;
    /// Doubles a knob's current value as if the user had done it; says why if it cannot be moved.
    void twice(std::string_view key);

signals:
    void sourceChosen(int index);
    /// `knob` is the key of the knob that moved.
    void knobsMoved(const bubblescope::Knobs& knobs, const QString& knob, bool isLive);
    void resetRequested();
    void balanceRequested();
    void gainChosen(int index); ///< into the gains that were set
    void offerTaken();
    void keepRequested(); ///< of the answer that is shown
    void keptChosen(int row);
    /// twice() of a knob whose value is not known yet.
    void doublingWanted(const QString& knob);
    void presetChosen(const QString& name);
    void presetKeepRequested();
    void presetDropRequested(const QString& name);
    /// The user wants to see or edit the values behind the hardware knob.
    void hardwareRequested();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void take(const QString& knob, const QString& value, bool isLive);
    void showWords();
    void fitAnswer();
    /// Of `gain`, a link and its figure, on one line.
    struct GainLine {
        int gain = 0;
        QString change;
        QString figure;
    };
    QString lineText(const GainLine& line, int room) const;
    void restyle();

    std::optional<WhatIfSubject> m_subject;
    Knobs m_knobs;
    std::optional<StepFigures> m_answer;
    QString m_memoryWarning; ///< for the current result
    bool m_showsGains = false;
    bool m_showsNext = false;          ///< what helps most from the moved knobs on
    std::vector<GainLine> m_gainLines; ///< of the gains worth most
    QString m_gainTip;                 ///< the same in full
    std::optional<Error> m_refusal;
    std::optional<Tried> m_tried;
    Palette m_colors;
    QStackedLayout* m_pages;
    QWidget* m_sourceRow;
    QComboBox* m_sources;
    QLabel* m_nothing;
    QPushButton* m_offer;
    QLabel* m_step;
    QToolButton* m_keep;
    QLabel* m_origin;
    QWidget* m_answerArea = nullptr;
    RangeBar* m_range;
    QLabel* m_verdict;
    QLabel* m_reason;
    QLabel* m_details;
    QLabel* m_refused;
    QLabel* m_next;
    KnobTools* m_tools;
    KnobList* m_knobList;
    QVBoxLayout* m_knobLayout = nullptr;
    double m_gain = 0; ///< of the current result; decides its colour
    bool m_isStyling = false;
};

} // namespace bubblescope
