// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "knobpresets.h"

#include "formatting.h"
#include "hardwaredialog.h"
#include "hardwarepresets.h"
#include "settings.h"
#include "simulatepane.h"
#include "tabletexts.h"

#include <QInputDialog>
#include <QTimer>

#include <utility>

namespace bubblescope {

KnobPresets::KnobPresets(SimulatePane& pane, Settings& settings)
    : m_pane(pane), m_settings(settings), m_catalog(hardwareCatalog())
{
    connect(&pane, &SimulatePane::presetKeepRequested, this, &KnobPresets::keepSet);
    connect(&pane, &SimulatePane::presetChosen, this, [this](const QString& name) {
        const Result<Knobs> knobs = knobsFromLine(m_settings.knobSet(name).toStdString());
        if (knobs)
            emit chosen(*knobs, name);
        else
            emit noticed(messageText(knobs.error().message));
    });
    connect(&pane, &SimulatePane::presetDropRequested, this, [this](const QString& name) {
        m_settings.dropKnobSet(name);
        showSets();
    });
    connect(&pane, &SimulatePane::hardwareRequested, this, &KnobPresets::editHardware);
    showHardware();
    for (const HardwareCatalog::Refusal& refusal : m_catalog.refusals()) {
        QTimer::singleShot(0, this, [this, refusal] {
            emit noticed(tr("%1: %2").arg(toText(refusal.file), messageText(refusal.error.message)));
        });
    }
    showSets();
}

void KnobPresets::showHardware()
{
    std::vector<KnobControl::Option> hardware;
    for (const HardwareCatalog::Preset& preset : m_catalog.presets()) {
        // Include the network, in the way inputs name their hardware.
        if (const Result<Hardware> whole = m_catalog.find(preset.key); whole && !preset.isNetwork())
            hardware.push_back({toText(whole->name), exactText(preset.key)});
    }
    m_pane.setHardware(std::move(hardware));
}

void KnobPresets::editHardware()
{
    HardwareDialog dialog(m_pane.row("hardware")->shownValue().toStdString(), m_pane.window());
    connect(&dialog, &HardwareDialog::presetRenamed, this, &KnobPresets::hardwareRenamed);
    connect(&dialog, &HardwareDialog::presetsChanged, this, [this] {
        m_catalog = hardwareCatalog();
        showHardware();
        emit catalogChanged();
    });
    connect(&dialog, &HardwareDialog::presetChosen, this, [this](const QString& key) {
        Knobs knobs = m_pane.knobs();
        knobs.hardware = key.toStdString();
        emit chosen(knobs, tr("hardware"));
    });
    dialog.exec();
}

void KnobPresets::showSets() { m_pane.setPresetNames(m_settings.knobSetNames()); }

QMap<QString, QString> KnobPresets::sets() const
{
    QMap<QString, QString> sets;
    for (const QString& name : m_settings.knobSetNames())
        sets.insert(name, m_settings.knobSet(name));
    return sets;
}

void KnobPresets::addSets(const QMap<QString, QString>& sets)
{
    const QStringList known = m_settings.knobSetNames();
    for (auto set = sets.begin(); set != sets.end(); ++set) {
        if (!known.contains(set.key()))
            m_settings.setKnobSet(set.key(), set.value());
    }
    showSets();
}

void KnobPresets::keepSet()
{
    bool isAccepted = false;
    const QString line = toText(knobsLine(m_pane.knobs()));
    const QString name = QInputDialog::getText(
        &m_pane, tr("Keep these knobs"), tr("Name of the set:"), QLineEdit::Normal, line, &isAccepted)
                             .trimmed();
    if (!isAccepted || name.isEmpty())
        return;
    m_settings.setKnobSet(name, exactText(knobsLine(m_pane.knobs())));
    showSets();
}

} // namespace bubblescope
