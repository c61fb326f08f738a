// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "helpmenu.h"

#include "commandset.h"
#include "helpdialog.h"

#include <QMainWindow>
#include <QMenuBar>

namespace bubblescope {

HelpMenu::HelpMenu(CommandSet& commands)
    : QMenu(CommandSet::tr("&Help"), commands.window().menuBar()), m_commands(commands)
{
    m_commands.add(this, QStringLiteral("manual"), CommandSet::tr("&Manual"), {QKeySequence(Qt::Key_F1)},
        [this] { help().showPage({}); });
    m_commands.add(this, QStringLiteral("keys"), CommandSet::tr("&Keys"), {QKeySequence(Qt::Key_Question)},
        [this] { help().showPage(QStringLiteral("keys")); });
    m_commands.add(this, QStringLiteral("formats"), CommandSet::tr("&Formats"), {},
        [this] { help().showPage(QStringLiteral("formats")); });
    m_commands.add(
        this, QStringLiteral("commands"), CommandSet::tr("&Commands …"), {QKeySequence(Qt::CTRL | Qt::Key_P)}, [this] {
            m_commands.showPalette(
                m_commands.all(), CommandSet::tr("A command, rank 5, stage 2, step 12, 3.5 ms or the name of a span"));
        });
    addSeparator();
    m_commands.add(this, QStringLiteral("about"), CommandSet::tr("&About Bubblescope"), {},
        [this] { help().showPage(QStringLiteral("about")); });
    m_commands.window().menuBar()->addMenu(this);
}

HelpDialog& HelpMenu::help()
{
    if (!m_help)
        m_help = new HelpDialog(m_commands.all(), &m_commands.window());
    return *m_help;
}

} // namespace bubblescope
