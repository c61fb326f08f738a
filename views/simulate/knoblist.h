// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knobrow.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace bubblescope {

/// All knobs by topic. Those that cannot be moved of an input are folded away.
class KnobList : public QWidget {
    Q_OBJECT
public:
    explicit KnobList(QWidget* parent = nullptr);

    /// Hardware presets to choose from.
    void setHardware(std::vector<KnobControl::Option> presets);
    /// What the input states about its knobs.
    void setSubject(const WhatIfSubject& subject);
    /// Shows values without emitting signals.
    void setKnobs(const Knobs& knobs);
    void setColors(const Palette& colors);
    KnobRow* row(std::string_view key) const; ///< null if there is none

signals:
    /// The user moved it; `isLive` while the mouse is still dragging.
    void moved(const QString& knob, const QString& value, bool isLive);
    void hardwareRequested();

private:
    void addRow(std::string_view key);
    void updateRows();
    void fold();
    KnobControl controlOf(const KnobState& state) const;

    std::optional<WhatIfSubject> m_subject;
    Palette m_colors;
    std::vector<KnobControl::Option> m_hardware;
    QVBoxLayout* m_layout;
    std::vector<KnobRow*> m_rows;
    std::vector<QLabel*> m_sections;
    QToolButton* m_folded; ///< shows and hides the knobs that do not apply to the input
};

} // namespace bubblescope
