// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"
#include "knobs.h"

#include <QMap>
#include <QObject>
#include <QString>

namespace bubblescope {

class Settings;
class SimulatePane;

/// What the pane offers beside the knobs of the input: hardware with its values, and sets of knobs that the user kept.
/// GUI thread only.
class KnobPresets : public QObject {
    Q_OBJECT
public:
    /// Both must outlive it.
    KnobPresets(SimulatePane& pane, Settings& settings);

    const HardwareCatalog& catalog() const { return m_catalog; }
    /// Lines of knobs, by the name of the set.
    QMap<QString, QString> sets() const;
    /// Keeps those whose names are not taken yet.
    void addSets(const QMap<QString, QString>& sets);

signals:
    /// The user wants these knobs; `what` names them.
    void chosen(const bubblescope::Knobs& knobs, const QString& what);
    /// Knobs may still have the old key; `to` is empty if the preset was removed.
    void hardwareRenamed(const QString& from, const QString& to);
    void catalogChanged();
    /// A message for the user.
    void noticed(const QString& sentence);

private:
    void showHardware();
    void editHardware();
    void showSets();
    void keepSet();

    SimulatePane& m_pane;
    Settings& m_settings;
    HardwareCatalog m_catalog;
};

} // namespace bubblescope
