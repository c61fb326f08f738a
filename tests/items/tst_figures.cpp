// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "smallfolders.h"
#include "testprogram.h"
#include "workspace.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace bubblescope::tst_figures {

class TstFigures : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void sumsOfLongTracesAreMadeElsewhere()
    {
        Elsewhere elsewhere;
        Workspace workspace;
        workspace.work.setBackground(elsewhere.function());
        workspace.document.setFolder(folderOfPasses(300'000));
        QVERIFY(!workspace.figures.ofRun());
        QSignalSpy figures(&workspace.figures, &Figures::changed);
        elsewhere.finish(TraceWork::Task::Summary);
        QCOMPARE(figures.count(), 1);
        QVERIFY(workspace.figures.ofRun());

        workspace.selection.setRange(TimeRange {0, 1000});
        QTRY_VERIFY(elsewhere.works.count(TraceWork::Task::Part) > 0);
        QVERIFY(workspace.figures.extent() == Figures::Extent::Run); // the figures that are shown are still those
        elsewhere.finish(TraceWork::Task::Part);
        QVERIFY(workspace.figures.extent() == Figures::Extent::Range);
        QCOMPARE(workspace.figures.ofPart()->ranks[0].window.duration(), TimeNs(1000));
    }

    void figuresAreOfTheRangeElseTheStepElseTheRun()
    {
        const OpenedFolderPtr opened = threeSteps();
        Workspace workspace;
        workspace.document.setFolder(opened);
        QSignalSpy changes(&workspace.figures, &Figures::changed);
        QCOMPARE(workspace.figures.extent(), Figures::Extent::Run);
        QCOMPARE(workspace.figures.ofPart(), workspace.figures.ofRun());
        workspace.selection.setRange(TimeRange {0, 50 * ms});
        workspace.selection.setRange(TimeRange {0, 180 * ms});
        QVERIFY(changes.isEmpty()); // while a range is dragged nothing is summed up
        QTRY_COMPARE(workspace.figures.extent(), Figures::Extent::Range);
        QCOMPARE(changes.size(), 1);
        QCOMPARE(workspace.figures.ofPart()->split.compute(), 170 * ms);
        QCOMPARE(workspace.figures.ofPart()->part, std::optional(TimeRange {0, 180 * ms}));
        workspace.selection.setRange(std::nullopt);
        QTRY_COMPARE(workspace.figures.extent(), Figures::Extent::Run);
        const Step& second = workspace.document.trace()->steps()[1];
        workspace.window.setStep(second.number);
        QCOMPARE(workspace.figures.extent(), Figures::Extent::Step); // at once: it is one choice
        QCOMPARE(workspace.figures.ofPart()->part, std::optional(second.range));
        workspace.window.setStep(std::nullopt);
        QCOMPARE(workspace.figures.extent(), Figures::Extent::Run);
        workspace.selection.setRange(TimeRange {0, 100 * ms});
        QTRY_COMPARE(workspace.figures.extent(), Figures::Extent::Range);
        workspace.document.setFolder(opened); // nothing of the old selection is left
        QCOMPARE(workspace.figures.extent(), Figures::Extent::Run);
        QVERIFY(!workspace.figures.ofPart()->part);
    }
};

BUBBLESCOPE_TEST(TstFigures, QCoreApplication)

} // namespace bubblescope::tst_figures

#include "tst_figures.moc"
