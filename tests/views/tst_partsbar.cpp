// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findingsview.h"
#include "headline.h"
#include "operatorsview.h"
#include "partsbar.h"
#include "profilerpicture.h"
#include "sentence.h"
#include "settled.h"
#include "tablepanel.h"
#include "testprogram.h"
#include "tracetext.h"
#include "workspace.h"

#include <QApplication>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTextDocument>
#include <QTextDocumentFragment>

namespace bubblescope::tst_partsbar {

namespace {

/// `jobs`: descriptions beside it.
OpenedFolderPtr folderOf(Trace trace, std::vector<JobDescription> jobs = {})
{
    auto opened = std::make_shared<OpenedFolder>();
    Run run;
    run.machine.addDevice("NVIDIA H100 80GB HBM3");
    opened->folder.jobs = std::move(jobs);
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

void show(QWidget& view)
{
    view.resize(900, 400);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    deliverEvents();
}

QString firstCell(const OperatorsView& view) { return view.table()->table()->model()->index(0, 0).data().toString(); }
QString count(const OperatorsView& view, int row)
{
    return view.table()->table()->model()->index(row, int(OperatorModel::Column::Count)).data().toString();
}

/// Of the chosen finding.
QString words(const FindingsView& view)
{
    return view.findChild<QScrollArea*>()->widget()->property("text").toString();
}

} // namespace

class TstPartsBar : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
    }

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

    void aClickFiltersOperators()
    {
        Shown shown(twoRanks());
        Workspace& workspace = shown.workspace;
        OperatorsView view(workspace.document, workspace.selection, workspace.window, workspace.search);
        show(view);
        const auto text = [&view] { return view.findChild<QLabel*>(QStringLiteral("counted"))->text(); };
        QTRY_COMPARE(view.table()->visibleRowCount(), 2);
        QCOMPARE(text(), QStringLiteral("2 names in the run"));
        shown.click(TimePart::ExposedComm);
        QTRY_COMPARE(view.table()->visibleRowCount(), 1);
        QCOMPARE(firstCell(view), QStringLiteral("ncclDevKernel_AllReduce"));
        QCOMPARE(text(), QStringLiteral("1 name in the run, only exposed communication"));
        shown.click(TimePart::ExposedComm);
        QTRY_COMPARE(view.table()->visibleRowCount(), 2);
        QCOMPARE(text(), QStringLiteral("2 names in the run"));
        // Of the host, what launched the part.
        auto* box = view.findChild<QComboBox*>();
        box->setFocus();
        QTest::keyClick(box, Qt::Key_End);
        QTRY_COMPARE(count(view, 0), QStringLiteral("2"));
        shown.click(TimePart::Compute);
        QTRY_COMPARE(count(view, 0), QStringLiteral("1"));
        shown.bar.show();
        QTest::keyClick(&shown.bar, Qt::Key_Escape);
        QTRY_COMPARE(count(view, 0), QStringLiteral("2"));
    }

    void aClickFiltersFindings()
    {
        Shown shown(twoRanks());
        Workspace& workspace = shown.workspace;
        shown.click(TimePart::ExposedComm);
        QTRY_COMPARE(workspace.search.count(), uint64_t(1));
        const SpanId collective = workspace.search.matches().front();
        shown.click(TimePart::ExposedComm);
        Findings findings;
        for (const char* id : {"straggling-rank", "exposed-dp-communication", "of-a-new-rule", "warm-up"}) {
            Finding& finding = findings.list.emplace_back();
            finding.id = id;
            finding.title = id;
            finding.costNs = 1000;
        }
        findings.list[2].evidence.spans = {collective};
        findings.list[3].kind = Finding::Kind::Caveat;
        findings.verdict = "What stands out.";
        workspace.diagnosis.setFindings(std::make_shared<const Findings>(findings));
        FindingsView view(workspace.document, workspace.search, workspace.diagnosis);
        show(view);
        const auto* table = view.findChild<TablePanel*>();
        const auto verdict = [table] { return table->findChild<Sentence*>()->sentence(); };
        QCOMPARE(table->visibleRowCount(), 4);
        QCOMPARE(verdict(), QStringLiteral("What stands out."));
        shown.click(TimePart::ExposedComm);
        QTRY_COMPARE(table->visibleRowCount(), 2);
        QCOMPARE(verdict(),
            QStringLiteral("Only what is about exposed communication: 2 of 4. Esc, or a click on it in the bar, shows "
                           "all."));
        QVERIFY(words(view).contains(QStringLiteral("exposed-dp-communication"))); // of what is listed
        // What is not listed is not walked to.
        workspace.diagnosis.goToNextFinding(1);
        QCOMPARE(workspace.diagnosis.findingIndex(), 1);
        workspace.diagnosis.goToNextFinding(1);
        QCOMPARE(workspace.diagnosis.findingIndex(), 2);
        workspace.diagnosis.goToNextFinding(1);
        QCOMPARE(workspace.diagnosis.findingIndex(), 1);
        QTest::mouseClick(table->table()->viewport(), Qt::LeftButton, Qt::NoModifier,
            table->table()->visualRect(table->table()->model()->index(1, 0)).center());
        QCOMPARE(workspace.diagnosis.findingIndex(), 2); // the row on screen
        shown.click(TimePart::Compute);
        QTRY_COMPARE(table->visibleRowCount(), 1);
        QVERIFY(words(view).contains(QStringLiteral("straggling-rank"))); // though another one is chosen
        workspace.search.setPart(TimePart::Copies);
        QTRY_COMPARE(table->visibleRowCount(), 0);
        QVERIFY(verdict().startsWith(QStringLiteral("No finding is about copies.")));
        QVERIFY(words(view).isEmpty());
        workspace.search.setPart({});
        QTRY_COMPARE(table->visibleRowCount(), 4);
        QCOMPARE(verdict(), QStringLiteral("What stands out."));
    }

    void theLegendKeepsEachPartOnALine()
    {
        Shown shown(twoRanks());
        QLabel tip(shown.bar.legend(0));
        tip.setTextFormat(Qt::RichText);
        tip.setWordWrap(true); // as a tool tip has it
        const QStringList lines = QTextDocumentFragment::fromHtml(tip.text()).toPlainText().split(QLatin1Char('\n'));
        QTextDocument document;
        document.setDefaultFont(tip.font());
        document.setHtml(tip.text());
        document.setTextWidth(200);
        const double narrow = document.size().height();
        document.setTextWidth(2000);
        QCOMPARE(narrow, document.size().height());
        QVERIFY(document.idealWidth() < 1000);
        QVERIFY(lines.size() > 4);
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

    /// Simulated is one of the two: its time is another one.
    void theMedianOfStepsIsNamedAsThat()
    {
        Shown shown(folderOf(traceFromText("rank0: [F0 0-10] [optimizer 10-12] [F0 12-26] [optimizer 26-28]\n")));
        const Run& run = *shown.workspace.document.run();
        QCOMPARE(run.trace->steps().size(), size_t(2));
        const QString text = Headline::summaryText(run, *shown.workspace.figures.ofPart());
        QVERIFY2(text.contains(QStringLiteral("median of 2 steps")), qPrintable(text));
    }

    /// Of a log: the model explains a quarter of the step.
    void aStatedStepIsMeasuredAndItsPartsAreSharesOfAllOfIt()
    {
        Shown shown(twoRanks());
        const Run& run = *shown.workspace.document.run();
        const RunSummary& figures = *shown.workspace.figures.ofPart();
        const QString text = Headline::summaryText(run, figures, Figures::Extent::Run, 0, {160, 0.25, true});
        QVERIFY2(text.startsWith(QStringLiteral("measured step <b>160")), qPrintable(text));
        const auto says = [&text](const QString& words, double share) {
            return text.contains(words.arg(formatShare(share).toHtmlEscaped()));
        };
        QVERIFY2(says(QStringLiteral("modelled: busy <b>%1</b>"), figures.busyShare() / 4), qPrintable(text));
        QVERIFY2(says(QStringLiteral("exposed comm <b>%1</b>"), figures.exposedCommunicationShare() / 4), qPrintable(text));
        QVERIFY2(says(QStringLiteral("not explained <b>%1</b>"), 0.75), qPrintable(text));
        // All of it explained, and not stated: as before.
        const QString whole = Headline::summaryText(run, figures, Figures::Extent::Run, 0, {160, 1, false});
        QVERIFY2(!whole.contains(QStringLiteral("modelled:")) && !whole.contains(QStringLiteral("not explained")),
            qPrintable(whole));
    }

    /// Nothing waits here; a quarter of the time is communication that no compute hides.
    void aNarrowHeadlineDropsWhatTakesLeast()
    {
        Shown shown(twoRanks());
        Headline headline;
        headline.resize(2000, 20);
        headline.showFigures(shown.workspace);
        const QString whole = headline.text();
        QVERIFY(whole.contains(QStringLiteral("waiting")) && whole.contains(QStringLiteral("exposed")));
        int withoutWaiting = 0;
        for (int width = 1000; width > 0; width -= 5) {
            headline.resize(width, 20);
            headline.showFigures(shown.workspace); // hidden, it is not told of its new size
            const QString text = headline.text();
            QVERIFY2(text.contains(QStringLiteral("exposed")) || !text.contains(QStringLiteral("waiting")),
                qPrintable(text));
            withoutWaiting += text.contains(QStringLiteral("exposed")) && !text.contains(QStringLiteral("waiting"));
        }
        QVERIFY(withoutWaiting > 0);
    }

    /// What the folder says of the model stands behind the shares, and goes first.
    void aKnownModelHasTokensAndAnMfu()
    {
        JobDescription job;
        job.model.layers = 2;
        job.model.hidden = 64;
        job.model.heads = job.model.keyValueHeads = 4;
        job.model.headSize = 16;
        job.model.feedForward = 256;
        job.model.vocabulary = 1000;
        job.layout.gpus = 2;
        job.layout.microbatches = 1;
        job.layout.microbatchSize = 1;
        job.layout.sequence = 4;
        const auto folder = [](const JobDescription& beside) {
            return folderOf(traceFromText("rank0: [F0 0-10] [B0 30-40]\nrank1: [F0 10-20] [B0 20-30]\n"), {beside});
        };
        Shown shown(folder(job));
        Headline headline;
        headline.resize(2000, 20);
        headline.showFigures(shown.workspace);
        const auto plain = [&headline] { return QTextDocumentFragment::fromHtml(headline.text()).toPlainText(); };
        // Two samples of 4 tokens in 40 ms.
        QVERIFY2(plain().contains(QStringLiteral("200 tokens/s")), qPrintable(plain()));
        QVERIFY(plain().contains(QStringLiteral("MFU")));
        QVERIFY(headline.toolTip().contains(QStringLiteral("GFLOP a token")));
        job.layout.microbatches.reset();
        Shown unknown(folder(job));
        headline.showFigures(unknown.workspace);
        QVERIFY(!plain().contains(QStringLiteral("MFU")) && !plain().contains(QStringLiteral("tokens")));
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
