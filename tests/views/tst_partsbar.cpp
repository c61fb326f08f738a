// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "headline.h"
#include "partsbar.h"
#include "profilerpicture.h"
#include "testprogram.h"
#include "tracetext.h"
#include "workspace.h"

#include <QApplication>
#include <QImage>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace bubblescope::tst_partsbar {

namespace {

OpenedFolderPtr folderOf(Trace trace)
{
    auto opened = std::make_shared<OpenedFolder>();
    Run run;
    run.trace = std::make_shared<const Trace>(std::move(trace));
    opened->levels.emplace_back(*run.trace, run.trace->timing());
    opened->folder.runs.push_back(std::move(run));
    return opened;
}

/// 50 % compute, 25 % exposed, the second rank begins halfway.
OpenedFolderPtr twoRanks()
{
    ProfilerPicture picture;
    picture.kernel(0, "stream 7", 0, 100, picture.launch(0, "thread 1", 0));
    picture.collective(1, "pg", 50, 100, picture.launch(1, "thread 1", 50));
    return folderOf(picture.finish());
}

OpenedFolderPtr pipeline()
{
    return folderOf(traceFromText(R"(
rank0 stage0: [F0 0-10] [B0 30-40]
rank1 stage1: [F0 10-20] [B0 20-30]
)"));
}

struct Shown {
    explicit Shown(const OpenedFolderPtr& folder)
    {
        bar.resize(800, bar.sizeHint().height());
        workspace.document.setFolder(folder);
        QCoreApplication::processEvents();
        bar.resize(800, bar.sizeHint().height());
    }
    void click(TimePart part)
    {
        QTest::mouseClick(&bar, Qt::LeftButton, Qt::NoModifier, bar.rectOf(0, part).center().toPoint());
    }
    Workspace workspace;
    PartsBar bar {workspace};
};

} // namespace

class TstPartsBar : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void widthsAreSharesOfAllRanks()
    {
        Shown shown(twoRanks());
        QCOMPARE(shown.bar.bars().size(), size_t(1));
        const double compute = shown.bar.rectOf(0, TimePart::Compute).width();
        const double exposed = shown.bar.rectOf(0, TimePart::ExposedComm).width();
        const double notRecorded = shown.bar.rectOf(0, TimePart::NotRecorded).width();
        QVERIFY(qAbs(compute / exposed - 2) < 0.01);
        QVERIFY(qAbs(notRecorded - exposed) < 0.5);
        QVERIFY(qAbs(compute + exposed + notRecorded - 784) < 2);
        QVERIFY(shown.bar.rectOf(0, TimePart::Bubble).isEmpty());
        QVERIFY(!shown.bar.legend(0).contains(QStringLiteral("bubble")));
        QVERIFY(shown.bar.legend(0).contains(QStringLiteral("not recorded")));
    }

    void aClickFiltersAndAnotherOneEndsThat()
    {
        Shown shown(twoRanks());
        shown.click(TimePart::ExposedComm);
        QCOMPARE(shown.workspace.search.text(), QStringLiteral("part:exposed_comm"));
        QTRY_COMPARE(shown.workspace.search.count(), uint64_t(1));
        const Trace& trace = *shown.workspace.document.trace();
        QVERIFY(isCommunication(trace.category(shown.workspace.search.matches().front())));
        shown.click(TimePart::Compute); // another part instead
        QCOMPARE(shown.workspace.search.text(), QStringLiteral("part:compute"));
        QTRY_COMPARE(shown.workspace.search.count(), uint64_t(1));
        shown.click(TimePart::Compute);
        QVERIFY(shown.workspace.search.text().isEmpty());
        shown.click(TimePart::NotRecorded); // there is nothing to show
        QVERIFY(shown.workspace.search.text().isEmpty());
    }

    void aPartIsChosenBesideWhatIsSearchedFor()
    {
        Shown shown(twoRanks());
        shown.workspace.search.setText(QStringLiteral("rank:0"));
        shown.click(TimePart::ExposedComm);
        QTRY_VERIFY(!shown.workspace.search.isPending());
        QCOMPARE(shown.workspace.search.count(), uint64_t(0)); // that is rank 1's
        shown.click(TimePart::ExposedComm);
        QCOMPARE(shown.workspace.search.text(), QStringLiteral("rank:0"));
    }

    void keysReachEveryPart()
    {
        Shown shown(twoRanks());
        shown.bar.show();
        QTest::keyClick(&shown.bar, Qt::Key_Right);
        QTest::keyClick(&shown.bar, Qt::Key_Right);
        QTest::keyClick(&shown.bar, Qt::Key_Space);
        QCOMPARE(shown.workspace.search.part(), std::optional(TimePart::ExposedComm));
        QTest::keyClick(&shown.bar, Qt::Key_Escape);
        QVERIFY(!shown.workspace.search.part());
    }

    void whatIsNotChosenIsPaler()
    {
        Shown shown(twoRanks());
        const auto colorOf = [&](TimePart part) {
            const QImage image = shown.bar.grab().toImage();
            const QRectF rect = shown.bar.rectOf(0, part);
            return image.pixelColor((QPointF(rect.left() + 6, rect.top() + 3) * image.devicePixelRatio()).toPoint());
        };
        const QColor compute = colorOf(TimePart::Compute);
        const QColor exposed = colorOf(TimePart::ExposedComm);
        shown.click(TimePart::ExposedComm);
        QCOMPARE(colorOf(TimePart::ExposedComm), exposed);
        QVERIFY(colorOf(TimePart::Compute) != compute);
    }

    void onlyAPipelineHasABubble()
    {
        Shown with(pipeline());
        QVERIFY(!with.bar.rectOf(0, TimePart::Bubble).isEmpty());
        const Run& run = *with.workspace.document.run();
        QVERIFY(Headline::summaryText(run, *with.workspace.figures.ofPart()).contains(QStringLiteral("bubble")));
        Shown without(twoRanks());
        const Run& other = *without.workspace.document.run();
        QVERIFY(!Headline::summaryText(other, *without.workspace.figures.ofPart()).contains(QStringLiteral("bubble")));
    }

    void thereIsNoBarWithoutAStep()
    {
        Workspace workspace;
        PartsBar bar(workspace);
        QVERIFY(bar.isHidden());
    }
};

BUBBLESCOPE_TEST(TstPartsBar, QApplication)

} // namespace bubblescope::tst_partsbar

#include "tst_partsbar.moc"
