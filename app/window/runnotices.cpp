// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runnotices.h"

#include "document.h"
#include "messagestack.h"
#include "notices.h"
#include "panelhost.h"

namespace bubblescope {

RunNotices::RunNotices(const Document& document, MessageStack& messages, PanelHost& panels, QObject* parent)
    : QObject(parent), m_document(document), m_messages(messages), m_panels(panels)
{
    connect(&document, &Document::folderChanged, this, &RunNotices::showIssues);
    connect(&document, &Document::folderChanged, this, &RunNotices::showClocks);
    connect(&document, &Document::runChanged, this, &RunNotices::showClocks);
    connect(&document, &Document::otherRunChanged, this, &RunNotices::showClocks);
}

void RunNotices::showIssues()
{
    const RunFolder* folder = m_document.folder();
    const Notice issues = folder ? issueNotice(folder->report) : Notice {};
    m_messages.set(MessageStack::About::Issues,
        {issues.tone, issues.text, issues.details, tr("Show issues"),
            [this] { m_panels.bringUp(QStringLiteral("issues")); }});
}

void RunNotices::showClocks()
{
    const Run* run = m_document.run();
    Notice clocks;
    if (const int other = m_document.otherRunIndex(); run && other >= 0)
        clocks = alignmentNotice(*run, m_document.folder()->runs[size_t(other)]);
    else if (run && run->origin != Origin::Modelled)
        clocks = alignmentNotice(*run);
    m_messages.set(MessageStack::About::Alignment, {clocks.tone, clocks.text, clocks.details});
}

} // namespace bubblescope
