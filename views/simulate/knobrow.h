// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knobs.h"
#include "palette.h"
#include "whatifsubject.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QSlider;
class QToolButton;

namespace bubblescope {

/// How a knob is edited.
struct KnobControl {
    enum class Kind { Slider, Choice, Text }; // typed, the lupdate of Qt 6.8 forgets the namespace of what follows
    struct Option {
        QString name;
        QString value; ///< as parsed by setKnob()
    };
    Kind kind = Kind::Text;
    // For a slider:
    double from = 0;
    double to = 1;
    bool isLogarithmic = false;
    bool isWhole = false;
    bool isBandwidth = false; ///< values have a unit
    QString suffix;           ///< shown after the number, such as "×"
    // For a choice:
    std::vector<Option> options;
    QString example; ///< for a text or slider, shown while there is no value
};

/// One knob: its name, a slider, list or text field, its value, and a reset button. Its value is text as parsed by
/// setKnob(); empty means not moved, and the input's own value is shown.
class KnobRow : public QWidget {
    Q_OBJECT
public:
    /// In a narrower one the name and the value matter more than the slider, which hides.
    static constexpr int widthWithSlider = 264;

    KnobRow(const KnobInfo& info, QWidget* parent = nullptr);

    std::string_view key() const { return m_info.key; }
    void setColors(const Palette& colors);
    /// Sets what the input states about the knob; disabled, with the reason as tooltip, if it cannot be moved.
    void setState(const KnobState& state, const KnobControl& control);
    /// Shows a value without emitting signals.
    void setValue(const QString& value);
    QString value() const { return m_value; }
    /// Adds a small button after the knob, for related actions.
    void addButton(const QString& text, const QString& tip);
    /// The value, or the input's own if the knob was not moved.
    QString shownValue() const { return m_value.isEmpty() ? m_own : m_value; }

signals:
    /// The user moved it; `isLive` while the mouse is still dragging.
    void moved(const QString& value, bool isLive);
    void buttonClicked();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build(const KnobControl& control);
    void showValue();
    void take(const QString& value, bool isLive);
    void takeText();
    std::optional<double> number(const QString& text) const;
    QString textOf(double number) const;
    int positionOf(double number) const;
    double numberAt(int position) const;

    KnobInfo m_info;
    KnobControl m_control;
    QString m_own;
    QString m_value;
    Palette m_colors;
    QLabel* m_name;
    QSlider* m_slider = nullptr;
    QComboBox* m_choice = nullptr;
    QLineEdit* m_text = nullptr;
    QToolButton* m_button = nullptr;
    QToolButton* m_reset;
    bool m_isEnabled = true;
};

} // namespace bubblescope
