// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "testprogram.h"
#include "whatifsources.h"
#include "workspace.h"

#include <QApplication>
#include <QTest>

namespace bubblescope::tst_whatifsources {

namespace {

using Kind = SimulationSource::Kind;

OpenedFolderPtr folderOfLogs(const std::vector<const char*>& names)
{
    auto opened = std::make_shared<OpenedFolder>();
    for (const char* name : names)
        opened->folder.runLogs.emplace_back().name = name;
    return opened;
}

} // namespace

class TstWhatIfSources : public QObject {
    Q_OBJECT
private slots:
    /// As where the second file of a folder was read before the first.
    void withoutAChoiceItIsTheLogThatTheViewsShow()
    {
        Workspace workspace;
        workspace.document.setFolder(folderOfLogs({"first", "second"}));
        WhatIfSources sources(workspace);
        sources.update();
        QCOMPARE(sources.current().index, size_t(0));
        workspace.inputs.setRunLogIndex(1);
        sources.choose({Kind::RunLog, 0, 0});
        QCOMPARE(sources.current().index, size_t(0)); // what the user chooses is taken
        sources.chooseNone();
        QCOMPARE(sources.current().index, size_t(1));
    }
};

BUBBLESCOPE_TEST(TstWhatIfSources, QApplication)

} // namespace bubblescope::tst_whatifsources

#include "tst_whatifsources.moc"
