// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "windowtitle.h"

#include "formatting.h"
#include "notices.h"
#include "sessioncontrol.h"
#include "tabletexts.h"
#include "workspace.h"

#include <QFileInfo>

namespace bubblescope {

WindowTitle::WindowTitle(const Workspace& workspace, const SessionControl& session, QWidget& window)
    : QObject(&window), m_workspace(workspace), m_session(session), m_window(window)
{
    const Document& document = workspace.document;
    connect(&document, &Document::folderChanged, this, &WindowTitle::update);
    connect(&document, &Document::runChanged, this, &WindowTitle::update);
    connect(&document, &Document::otherRunChanged, this, &WindowTitle::update);
    connect(&session, &SessionControl::workChanged, this, &WindowTitle::update);
    connect(&session, &SessionControl::saved, this, &WindowTitle::update);
    connect(&session, &SessionControl::applied, this, &WindowTitle::update);
    update();
}

void WindowTitle::update()
{
    const RunFolder* folder = m_workspace.document.folder();
    QString title = QStringLiteral("Bubblescope");
    const QString mark = QStringLiteral("[*]"); // Qt's placeholder for "modified"
    if (folder) {
        const Run* run = m_workspace.document.run();
        const QString name = folderName(*folder);
        QString runName = run ? toText(run->name) : QString();
        if (const int other = m_workspace.document.otherRunIndex(); other >= 0)
            runName = tr("A: %1, B: %2").arg(runName, toText(folder->runs[size_t(other)].name));
        QString what = runName.isEmpty() || runName == name ? name : tr("%1 in %2").arg(runName, name);
        if (!m_session.path().isEmpty())
            what += QStringLiteral(" · ") + toText(QFileInfo(m_session.path()).fileName());
        title.prepend(what.replace(mark, mark + mark) + mark + QStringLiteral(" – "));
    }
    m_window.setWindowTitle(title);
    m_window.setWindowModified(folder && m_session.hasUnsavedWork());
}

} // namespace bubblescope
