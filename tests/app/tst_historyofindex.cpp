// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// History of builds in an index that does not fit into memory.
#include "../index/indexing.h"

#include "desktopcolours.h"
#include "gaterun.h"
#include "historycontrol.h"
#include "historyview.h"
#include "opensource.h"
#include "samplecommand.h"
#include "testprogram.h"
#include "theme.h"
#include "workspace.h"

#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

#include <algorithm>

namespace bubblescope::tst_historyofindex {

namespace {
/// The panel of an index with room for a part of each of its runs, before it is shown.
struct Fixture {
    Fixture(const std::string& index, uint64_t memory) : control(workspace, view)
    {
        Source source;
        source.paths = {index};
        source.memory = memory;
        workspace.document.setFolder(openSource(source, false));
    }
    const OpenedFolder& opened() { return *workspace.document.opened(); }
    void show()
    {
        view.resize(600, 400);
        view.show();
    }

    Workspace workspace;
    HistoryView view;
    HistoryControl control;
};

QStringList cellsOf(const QAbstractItemModel& model)
{
    QStringList cells;
    for (int row = 0; row < model.rowCount(); ++row) {
        for (int column = 0; column < model.columnCount(); ++column)
            cells << model.index(row, column).data().toString();
    }
    return cells;
}
} // namespace

class TstHistoryOfIndex : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void itIsThatOfAllRanks();
    void itIsNotGuessedWhereTheIndexHasGone();

private:
    QTemporaryDir m_folder;
    std::string m_index;
    uint64_t m_memory = 0;
};

void TstHistoryOfIndex::initTestCase()
{
    rememberDesktopColours();
    applyTheme(*qApp, ThemeChoice::Light);
    const std::string builds = m_folder.filePath(QStringLiteral("builds")).toStdString();
    for (const int build : {1, 2, 3}) {
        SampleOptions options;
        options.data = 8;
        options.steps = 6;
        options.seed = uint64_t(build);
        options.stragglers = {{9, build == 3 ? 1.5 : 1.0}}; // a rank that is not opened first
        QVERIFY(writeSample(options, fmt::format("{}/{}", builds, build)).isOk());
    }
    m_index = m_folder.filePath(QStringLiteral("builds.bubbleindex")).toStdString();
    QCOMPARE(indexed({builds}, m_index, 1), ExitCode::Fine);
    m_memory = openedQuietly(m_index)->folder.statistics.spans * 10;
}

void TstHistoryOfIndex::itIsThatOfAllRanks()
{
    std::vector<GateRun> runs;
    const OpenedFolderPtr whole = openedQuietly(m_index);
    QCOMPARE(whole->folder.runs.size(), size_t(3));
    for (const Run& run : whole->folder.runs)
        runs.push_back(gateRunOf(run));
    HistoryModel expected;
    expected.setHistory(historyOf(runs));
    QCOMPARE(expected.rowCount(), 3);
    QCOMPARE(expected.history().changes.size(), size_t(1)); // the straggler's

    Fixture f(m_index, m_memory);
    QCOMPARE(f.opened().blocks.size(), size_t(3));
    QVERIFY(f.opened().folder.runs.front().trace->spanCount() < whole->folder.runs.front().trace->spanCount());
    f.show();
    QTRY_COMPARE_WITH_TIMEOUT(f.view.model().rowCount(), 3, 20'000);
    QCOMPARE(cellsOf(f.view.model()), cellsOf(expected));
}

void TstHistoryOfIndex::itIsNotGuessedWhereTheIndexHasGone()
{
    Fixture f(m_index, m_memory);
    QVERIFY(QFile::resize(QString::fromStdString(IndexPlaces(m_index).run()), 5000));
    f.show();
    const auto saysSo = [&] {
        const auto labels = f.view.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
            [](const QLabel* label) { return label->text().contains(QStringLiteral("cannot be read any more")); });
    };
    QTRY_VERIFY_WITH_TIMEOUT(saysSo(), 20'000);
    QCOMPARE(f.view.model().rowCount(), 0);
}

BUBBLESCOPE_TEST(TstHistoryOfIndex, QApplication)

} // namespace bubblescope::tst_historyofindex

#include "tst_historyofindex.moc"
