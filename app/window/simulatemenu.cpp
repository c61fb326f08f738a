// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulatemenu.h"

#include "commandset.h"
#include "panelhost.h"
#include "simulatepane.h"
#include "whatifview.h"
#include "workspace.h"

#include <QMainWindow>
#include <QMenuBar>

#include <tuple>

namespace bubblescope {

SimulateMenu::SimulateMenu(
    Workspace& workspace, SimulatePane& pane, WhatIfView& whatIf, PanelHost& panels, CommandSet& commands)
    : QMenu(CommandSet::tr("&Simulate"), commands.window().menuBar())
    , m_workspace(workspace)
    , m_pane(pane)
    , m_whatIf(whatIf)
    , m_panels(panels)
    , m_commands(commands)
{
    build();
    connect(&m_commands, &CommandSet::changed, this, &SimulateMenu::updateCommands);
    m_commands.window().menuBar()->addMenu(this);
}

void SimulateMenu::build()
{
    const std::tuple<const char*, QString, Document::Timeline, QKeySequence> timelines[]
        = {{"showOpened", CommandSet::tr("Show the &opened run"), Document::Timeline::Opened,
               QKeySequence(Qt::CTRL | Qt::Key_1)},
            {"showSimulated", CommandSet::tr("Show the &simulated run"), Document::Timeline::Simulated,
                QKeySequence(Qt::CTRL | Qt::Key_2)},
            {"showBoth", CommandSet::tr("Show &both, one above the other"), Document::Timeline::Both,
                QKeySequence(Qt::CTRL | Qt::Key_3)},
            {"showInterleaved", CommandSet::tr("Show both, &interleaved lane by lane"), Document::Timeline::Interleaved,
                QKeySequence(Qt::CTRL | Qt::Key_4)}};
    for (const auto& [name, text, timeline, key] : timelines) {
        m_commands.add(this, QString::fromLatin1(name), text, {key},
            [this, timeline = timeline] { m_workspace.document.setTimeline(timeline); });
    }
    addSeparator();
    const auto twice = [this](const char* knob) {
        m_pane.twice(knob);
        m_panels.bringUp(QStringLiteral("simulate"));
    };
    m_commands.add(this, QStringLiteral("twiceMicrobatches"), CommandSet::tr("Twice the &microbatches"), {},
        [twice] { twice("microbatches"); });
    m_commands.add(this, QStringLiteral("twiceNic"), CommandSet::tr("Twice the &network bandwidth"), {},
        [twice] { twice("nic"); });
    m_commands.add(this, QStringLiteral("balance"), CommandSet::tr("&Balance layers over stages"), {},
        [this] { emit m_pane.balanceRequested(); });
    m_commands.add(this, QStringLiteral("resetKnobs"), CommandSet::tr("&Reset all knobs"), {},
        [this] { emit m_pane.resetRequested(); });
    m_commands.add(this, QStringLiteral("keepWhatIf"), CommandSet::tr("&Keep this what-if"), {},
        [this] { emit m_pane.keepRequested(); });
    m_commands.add(this, QStringLiteral("whatHelps"), CommandSet::tr("What &helps most"), {}, [this] {
        m_panels.bringUp(QStringLiteral("whatif"));
        m_whatIf.raiseGains();
        emit m_whatIf.gainsRequested();
    });
    m_commands.add(this, QStringLiteral("stragglers"), CommandSet::tr("What s&tragglers cost"), {}, [this] {
        m_panels.bringUp(QStringLiteral("whatif"));
        m_whatIf.raisePage(QStringLiteral("stragglersPage"));
    });
    addSeparator();
    m_commands.add(this, QStringLiteral("hardwarePresets"), CommandSet::tr("Hardware &presets …"), {},
        [this] { emit m_pane.hardwareRequested(); });
}

void SimulateMenu::updateCommands()
{
    for (const char* name : {"showOpened", "showSimulated", "showBoth", "showInterleaved"})
        m_commands.setEnabled(name, m_workspace.document.openedRun() != nullptr);
    const bool hasFolder = m_workspace.document.folder() != nullptr;
    for (const char* name : {"twiceMicrobatches", "twiceNic", "balance", "resetKnobs", "keepWhatIf", "whatHelps",
             "stragglers", "hardwarePresets"})
        m_commands.setEnabled(name, hasFolder);
}

} // namespace bubblescope
