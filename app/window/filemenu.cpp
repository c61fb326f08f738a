// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filemenu.h"

#include "columnsdialog.h"
#include "commandset.h"
#include "exportcontrol.h"
#include "formatting.h"
#include "kernelsdialog.h"
#include "loadcontrol.h"
#include "plancontrol.h"
#include "recentmenu.h"
#include "sessioncontrol.h"
#include "viewlink.h"
#include "teachlogdialog.h"
#include "workspace.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenuBar>
#include <QStatusBar>

namespace bubblescope {

FileMenu::FileMenu(Workspace& workspace, const Controls& controls, Settings& settings, CommandSet& commands)
    : QMenu(CommandSet::tr("&File"), commands.window().menuBar())
    , m_workspace(workspace)
    , m_load(controls.load)
    , m_session(controls.session)
    , m_exports(controls.exports)
    , m_plan(controls.plan)
    , m_settings(settings)
    , m_commands(commands)
{
    build();
    connect(&m_load, &LoadControl::stateChanged, &m_commands, &CommandSet::changed);
    connect(&m_commands, &CommandSet::changed, this, &FileMenu::updateCommands);
    m_commands.window().menuBar()->addMenu(this);
}

void FileMenu::build()
{
    m_commands.add(this, QStringLiteral("openFolder"), CommandSet::tr("&Open folder …"),
        {QKeySequence(Qt::CTRL | Qt::Key_O)}, [this] {
            const QString folder = QFileDialog::getExistingDirectory(
                &m_commands.window(), CommandSet::tr("Open the folder of a run"), folderToStartIn());
            if (!folder.isEmpty())
                m_load.open({folder});
        });
    m_commands.add(this, QStringLiteral("openFiles"), CommandSet::tr("Open &files …"),
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)}, [this] {
            const QStringList files = QFileDialog::getOpenFileNames(
                &m_commands.window(), CommandSet::tr("Open files of a run"), folderToStartIn());
            if (!files.isEmpty())
                m_load.open(files);
        });
    m_commands.add(
        this, QStringLiteral("describe"), CommandSet::tr("Describe a ru&n …"), {}, [this] { m_plan.describe(); });
    m_commands.add(this, QStringLiteral("openTable"), CommandSet::tr("Columns of a &table …"), {}, [this] {
        const QString table = QFileDialog::getOpenFileName(
            &m_commands.window(), CommandSet::tr("Choose a table of operations"), folderToStartIn());
        nameColumns(table, {table});
    });
    m_commands.add(this, QStringLiteral("teachLog"), CommandSet::tr("Teac&h a log …"), {}, [this] {
        const QString log = QFileDialog::getOpenFileName(
            &m_commands.window(), CommandSet::tr("Choose a log"), folderToStartIn());
        if (!log.isEmpty() && TeachLogDialog(log, &m_commands.window()).exec() == QDialog::Accepted)
            m_load.open({log});
    });
    m_commands.add(this, QStringLiteral("kernels"), CommandSet::tr("&Kernels …"), {}, [this] {
        KernelsDialog dialog(m_load.kernels(), &m_commands.window());
        if (dialog.exec() == QDialog::Accepted)
            m_load.setKernels(dialog.kernels());
    });
    m_recent = new RecentMenu(m_settings, m_load, &m_commands.window());
    addMenu(m_recent);
    connect(m_recent, &RecentMenu::changed, this, &FileMenu::recentChanged);
    m_commands.add(
        this, QStringLiteral("demo"), CommandSet::tr("Show the &demo run"), {}, [this] { m_load.openDemo(); });
    m_commands.add(this, QStringLiteral("reload"), CommandSet::tr("Re&load"),
        {QKeySequence(Qt::Key_F5), QKeySequence(Qt::CTRL | Qt::Key_R)}, [this] { m_load.reload(); });
    addSeparator();
    m_commands.add(
        this, QStringLiteral("openSession"), CommandSet::tr("Open s&ession …"), {}, [this] { m_session.openDialog(); });
    m_commands.add(this, QStringLiteral("saveSession"), CommandSet::tr("&Save session"),
        {QKeySequence(Qt::CTRL | Qt::Key_S)}, [this] { m_session.save(); });
    m_commands.add(this, QStringLiteral("saveSessionAs"), CommandSet::tr("Save session &as …"),
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)}, [this] { m_session.saveAs(); });
    addSeparator();
    m_commands.add(this, QStringLiteral("export"), CommandSet::tr("&Export …"), {QKeySequence(Qt::CTRL | Qt::Key_E)},
        [this] { m_exports.showDialog(); });
    m_commands.add(
        this, QStringLiteral("copyLink"), CommandSet::tr("Copy l&ink to this view"), {}, [this] { copyLink(); });
    m_commands.add(this, QStringLiteral("exportWindow"), CommandSet::tr("Export &window as PNG …"), {},
        [this] { m_exports.exportWindow(); });
    addSeparator();
    m_commands.add(this, QStringLiteral("closeRun"), CommandSet::tr("&Close run"), {QKeySequence(Qt::CTRL | Qt::Key_W)},
        [this] { m_load.close(); });
    m_commands.add(this, QStringLiteral("quit"), CommandSet::tr("&Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)},
        [this] { m_commands.window().close(); });
}

void FileMenu::nameColumns(const QString& table, const QStringList& opened)
{
    if (!table.isEmpty() && ColumnsDialog(table, &m_commands.window()).exec() == QDialog::Accepted)
        m_load.open(opened);
}

void FileMenu::copyLink()
{
    const QString command = commandFor(m_load.paths(), viewLinkOf(m_workspace));
    QApplication::clipboard()->setText(command);
    m_commands.window().statusBar()->showMessage(CommandSet::tr("Copied: %1").arg(toText(command)), 10'000);
}

void FileMenu::updateRecent() { m_recent->fill(); }

void FileMenu::updateCommands()
{
    const bool hasFolder = m_workspace.document.folder() != nullptr;
    m_commands.setEnabled("reload", !m_load.paths().isEmpty());
    m_commands.setEnabled("closeRun", hasFolder || m_load.isLoading());
    for (const char* name : {"saveSession", "saveSessionAs", "export", "copyLink"})
        m_commands.setEnabled(name, hasFolder);
}

QString FileMenu::folderToStartIn() const
{
    const QStringList& paths = m_load.paths();
    return paths.isEmpty() ? QString() : QFileInfo(paths.front()).absolutePath();
}

} // namespace bubblescope
