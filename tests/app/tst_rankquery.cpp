// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A query in the window, and an exported database, of an index that does not fit into memory.
#include "../index/indexing.h"

#include "desktopcolours.h"
#include "exportcontrol.h"
#include "exportsource.h"
#include "mainwindow.h"
#include "messagestack.h"
#include "querystate.h"
#include "queryview.h"
#include "rankblocks.h"
#include "samplecommand.h"
#include "settings.h"
#include "tablepanel.h"
#include "testprogram.h"
#include "theme.h"
#include "workspace.h"

#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::tst_rankquery {

class TstRankQuery : public QObject {
    Q_OBJECT

private slots:
    void aRowLeadsToASpanThatWasNotInMemory()
    {
        rememberDesktopColours();
        applyTheme(*qApp, ThemeChoice::Light);
        SampleOptions options;
        options.data = 16;
        options.steps = 4;
        const QTemporaryDir folder;
        const std::string run = folder.filePath(QStringLiteral("run")).toStdString();
        const std::string index = folder.filePath(QStringLiteral("run.bubbleindex")).toStdString();
        QVERIFY(writeSample(options, run).isOk());
        QCOMPARE(indexed({run}, index, 1), ExitCode::Fine);
        const OpenedFolderPtr opened = openedQuietly(run);
        const Trace& whole = *opened->folder.runs.front().trace;

        Settings settings {Settings::Storage::None};
        settings.setHintWasShown();
        MainWindow window(settings, nullptr);
        window.resize(1280, 720);
        window.show();
        window.setMemory(uint64_t(whole.spanCount()) * 30);
        QSignalSpy complete(&window, &MainWindow::folderComplete);
        window.open({QString::fromStdString(index)});
        QVERIFY(complete.wait(20'000));
        const Document& document = window.workspace().document;
        const auto isRead = [&](int32_t rank) { return spansOfRank(*document.trace(), rank).count > 0; };
        int32_t unread = -1;
        for (const RankInfo& rank : whole.ranks())
            unread = isRead(rank.rank) ? unread : rank.rank;
        QVERIFY(unread >= 0);

        auto* const state = window.findChild<QueryState*>();
        emit state->runRequested(
            QStringLiteral("SELECT * FROM spans WHERE rank = %1 AND name = 'optimizer_step' ORDER BY id").arg(unread));
        QTRY_VERIFY_WITH_TIMEOUT(state->hasAnswer() && !state->isRunning(), 60'000);
        QVERIFY(!isRead(unread));
        QVERIFY2(!state->answer().error, state->answer().error ? state->answer().error->message.text().c_str() : "");
        const auto rows = state->answer().rows;
        QCOMPARE(rows.size(), size_t(4)); // one a step
        emit window.findChild<QueryView*>()->findChild<TablePanel*>()->rowChosen(1);
        QTRY_VERIFY(isRead(unread));
        const Selection& selection = window.workspace().selection;
        QTRY_VERIFY(selection.span().isValid());
        const Trace& now = *document.trace();
        QCOMPARE(now.name(selection.span()), std::string_view("optimizer_step"));
        QCOMPARE(now.track(now.track(selection.span())).rank, unread);
        QCOMPARE(now.begin(selection.span()), whole.begin(SpanId(uint32_t(std::get<int64_t>(rows[1][1])))));
        QCOMPARE(state->answer().rows.size(), size_t(4)); // it stays
    }

    void exportsTellWhatTheyLack()
    {
        SampleOptions options;
        options.data = 4;
        options.steps = 8;
        const QTemporaryDir folder;
        const std::string run = folder.filePath(QStringLiteral("run")).toStdString();
        const std::string index = folder.filePath(QStringLiteral("run.bubbleindex")).toStdString();
        QVERIFY(writeSample(options, run).isOk());
        QCOMPARE(indexed({run}, index, 1), ExitCode::Fine);
        const uint64_t spans = openedQuietly(run)->folder.runs.front().trace->spanCount();
        QVERIFY(isDamaged(index, 5));

        Settings settings {Settings::Storage::None};
        settings.setHintWasShown();
        MainWindow window(settings, nullptr);
        window.setMemory(spans * 50);
        QSignalSpy complete(&window, &MainWindow::folderComplete);
        window.open({QString::fromStdString(index)});
        QVERIFY(complete.wait(20'000));
        QSignalSpy written(&window.exports(), &ExportControl::written);
        QSignalSpy noticed(&window.exports(), &ExportControl::noticed);
        ExportSource source(window.workspace());
        window.exports().save(source, {}, ExportFormat::Database, folder.filePath(QStringLiteral("run.sqlite")));
        QTRY_COMPARE_WITH_TIMEOUT(written.size(), 1, 60'000);
        QVERIFY(!noticed.isEmpty());
        QVERIFY(window.findChild<MessageStack*>()->texts().contains(
            QStringLiteral("run.sqlite: what the index holds of rank 5 is damaged; its operations are left out")));

        const Trace& trace = window.workspace().document.blocks()->tables();
        ExportRequest request;
        request.table = QStringLiteral("spans");
        request.range = trace.range();
        const QString csv = folder.filePath(QStringLiteral("spans.csv"));
        window.exports().save(source, request, ExportFormat::Csv, csv);
        QTRY_COMPARE_WITH_TIMEOUT(written.size(), 2, 60'000);
        QVERIFY(window.findChild<MessageStack*>()->texts().contains(QStringLiteral(
            "spans.csv: what the index holds of 1 of its ranks is damaged; their spans are not counted")));
        QFile table(csv);
        QVERIFY(table.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(table.readAll());
        const auto optimizer = QRegularExpression(QStringLiteral("optimizer_step,[^,]*,(\\d+)")).match(text);
        QVERIFY2(optimizer.hasMatch(), qPrintable(text));
        QCOMPARE(optimizer.captured(1).toULongLong(), (trace.ranks().size() - 1) * 8);

        // Calls need all spans; those of a simulated step are in memory.
        QSignalSpy refused(&window.exports(), &ExportControl::refused);
        const QString calls = folder.filePath(QStringLiteral("calls.folded"));
        window.exports().save(source, {}, ExportFormat::Folded, calls);
        QCOMPARE(refused.size(), 1);
        auto simulation = std::make_shared<ShownSimulation>();
        simulation->step.run = openedQuietly(run)->folder.runs.front();
        simulation->step.run.origin = Origin::Modelled;
        window.workspace().document.setSimulation(simulation);
        ExportSource withSimulation(window.workspace());
        ExportRequest ofSimulation;
        ofSimulation.subject = ExportSubject::Simulated;
        window.exports().save(withSimulation, ofSimulation, ExportFormat::Folded, calls);
        QTRY_COMPARE_WITH_TIMEOUT(written.size(), 3, 60'000);
        QCOMPARE(refused.size(), 1);
    }
};

BUBBLESCOPE_TEST(TstRankQuery, QApplication)

} // namespace bubblescope::tst_rankquery

#include "tst_rankquery.moc"
