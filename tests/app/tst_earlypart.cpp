// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A large index is shown before all of its ranks are in memory.
#include "../index/indexing.h"

#include "desktopcolours.h"
#include "folderloader.h"
#include "ganttview.h"
#include "loadcontrol.h"
#include "mainwindow.h"
#include "samplecommand.h"
#include "settings.h"
#include "testprogram.h"
#include "theme.h"
#include "timelineplot.h"
#include "workspace.h"

#include <QDockWidget>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::tst_earlypart {

class TstEarlyPart : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void theTimelineStaysAsItIsWhenTheRestIsThere();
    void everythingIsInMemoryInTheEnd();

private:
    QTemporaryDir m_folder;
    std::string m_index;
};

void TstEarlyPart::initTestCase()
{
    rememberDesktopColours();
    applyTheme(*qApp, ThemeChoice::Light);
    SampleOptions options;
    options.data = 16;
    options.steps = 2;
    options.stragglers = {{9, 1.5}};
    const std::string run = m_folder.filePath(QStringLiteral("run")).toStdString();
    m_index = m_folder.filePath(QStringLiteral("run.bubbleindex")).toStdString();
    QVERIFY(writeSample(options, run).isOk());
    QCOMPARE(indexed({run}, m_index, 1), ExitCode::Fine);
}

void TstEarlyPart::theTimelineStaysAsItIsWhenTheRestIsThere()
{
    FolderLoad load;
    load.paths = {m_index};
    load.manySpans = 0;
    OpenedFolderPtr early;
    load.partial = [&early](OpenedFolderPtr part) { early = early ? early : part; };
    const OpenedFolderPtr whole = FolderLoader(std::move(load)).load();
    QVERIFY(early && whole);
    const auto spansIn = [](const OpenedFolderPtr& opened) { return opened->folder.runs.front().trace->spanCount(); };
    QVERIFY(spansIn(early) < spansIn(whole) / 2);

    QImage pictures[2];
    for (const auto& opened : {early, whole}) {
        Workspace workspace;
        GanttView view(&workspace);
        view.resize(1000, 600);
        workspace.document.setFolder(opened);
        view.show();
        QCoreApplication::processEvents();
        QVERIFY(!view.plot().waits().isEmpty()); // although partners are not there
        QVERIFY(view.plot().waits().hasBubbles(workspace.document.trace()->range()));
        pictures[opened == whole ? 1 : 0] = view.grab().toImage();
    }
    QVERIFY(!pictures[0].isNull());
    QVERIFY(pictures[0] == pictures[1]);
}

void TstEarlyPart::everythingIsInMemoryInTheEnd()
{
    Settings settings {Settings::Storage::None};
    settings.setHintWasShown();
    MainWindow window(settings, nullptr);
    window.resize(1280, 720);
    window.show();
    window.setManySpans(0);
    QSignalSpy complete(&window, &MainWindow::folderComplete);
    QSignalSpy painted(&window, &MainWindow::completeFramePainted);
    window.open({QString::fromStdString(m_index)});
    QTRY_VERIFY_WITH_TIMEOUT(complete.size() == 1 && !painted.isEmpty() && !window.isBusy(), 20'000);
    QVERIFY(!window.findChild<LoadControl*>()->showsEarlyPart());
    QCOMPARE(uint64_t(window.workspace().document.trace()->spanCount()), window.workspace().document.folder()->statistics.spans);
    QVERIFY(!window.dock(QStringLiteral("findings"))->visibleRegion().isEmpty());
}

BUBBLESCOPE_TEST(TstEarlyPart, QApplication)

} // namespace bubblescope::tst_earlypart

#include "tst_earlypart.moc"
