// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Plan panel in the window: a described job is searched in the background, a combination becomes a what-if, flags
// and files are written, and a run is described in a dialog.
#include "describedialog.h"
#include "frameworkflags.h"
#include "jobreader.h"
#include "jobtext.h"
#include "mainwindow.h"
#include "plancommand.h"
#include "plancontrol.h"
#include "planplot.h"
#include "planstate.h"
#include "plantext.h"
#include "planview.h"
#include "planwishbar.h"
#include "samplefolder.h"
#include "settings.h"
#include "shareddata.h"
#include "simulatepane.h"
#include "smallsample.h"
#include "tablepanel.h"
#include "testprogram.h"
#include "whatifcontrol.h"

#include <nlohmann/json.hpp>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

namespace bubblescope::tst_planwindow {

namespace {

/// Small enough that all combinations are timed at once.
constexpr const char* smallJob = "name = small\nlayers = 8\nhidden = 1024\nheads = 16\nffn = 4096\nvocabulary = 32000\n"
                                 "gpus = 8\ntensor = 2\nstages = 2\nmicrobatch-size = 1\nbatch = 32\nsequence = 1024\n"
                                 "shard = optimizer\n";

constexpr const char* modelAlone
    = "name = model\nlayers = 48\nhidden = 2048\nheads = 16\nffn = 8192\nvocabulary = 50304\n";

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

struct Fixture {
    Fixture() : window(settings, nullptr)
    {
        settings.setHintWasShown();
        window.resize(1280, 900);
        window.show();
        if (!QTest::qWaitForWindowExposed(&window))
            qCritical("the window is not shown");
    }
    void open(const QString& name, const QByteArray& text)
    {
        const QString path = folder.filePath(name);
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(text);
        file.close();
        open(path);
    }
    void open(const QString& path)
    {
        QSignalSpy complete(&window, &MainWindow::folderComplete);
        window.open({path});
        QVERIFY(complete.wait(20'000));
        QTRY_VERIFY_WITH_TIMEOUT(!window.isBusy(), 60'000);
    }
    void search()
    {
        QTest::mouseClick(window.planView().wishes().searchButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!window.isBusy(), 120'000);
    }
    PlanView& view() { return window.planView(); }
    void type(const char* field, const char* text)
    {
        QLineEdit* edit = view().wishes().field(QLatin1String(field));
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, QLatin1String(text));
        QTest::keyClick(edit, Qt::Key_Tab);
    }

    QTemporaryDir folder;
    Settings settings {Settings::Storage::None};
    MainWindow window;
};

} // namespace

class TstPlanWindow : public QObject {
    Q_OBJECT
private slots:
    void aDescribedJobOpensOnItsPlan()
    {
        Fixture fixture;
        fixture.open(QStringLiteral("small.bubblejob"), smallJob);
        QVERIFY(fixture.window.workspace().document.simulation()); // its timeline is modelled at once
        QTRY_VERIFY(!fixture.window.dock(QStringLiteral("plan"))->visibleRegion().isEmpty());
        QVERIFY2(fixture.view().status().contains(QStringLiteral("small")), qPrintable(fixture.view().status()));
        QVERIFY(fixture.view().plot().pixelOf(-1));
    }

    /// Without a drag of anything.
    void aLowWindowShowsSeveralCombinations()
    {
        Fixture fixture;
        fixture.window.resize(1280, 720);
        fixture.open(QStringLiteral("small.bubblejob"), smallJob);
        fixture.search();
        const QTableView* rows = fixture.view().table().table();
        QVERIFY(rows->model()->rowCount() > 3);
        QTRY_VERIFY2(rows->viewport()->height() >= 3 * rows->rowHeight(0),
            qPrintable(QStringLiteral("%1 of %2").arg(rows->viewport()->height()).arg(rows->rowHeight(0))));
    }

    /// The panel, the timeline and the command line tell one step, not the closed form's and the simulator's.
    void theJobAsItIsTakesWhatPlanPrints_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::newRow("1F1B") << QByteArray();
        QTest::newRow("nodes of four") << QByteArray("gpus-per-node = 4\n");
        QTest::newRow("recomputed") << QByteArray("recompute = full\n");
    }
    void theJobAsItIsTakesWhatPlanPrints()
    {
        QFETCH(QByteArray, more);
        Fixture fixture;
        fixture.open(QStringLiteral("small.bubblejob"), smallJob + more);
        const auto* state = fixture.window.findChild<PlanState*>();
        QVERIFY(state && state->now());
        const double shown = state->now()->step.stepNs();
        const ShownSimulationPtr timeline = fixture.window.workspace().document.simulation();
        QVERIFY(timeline);
        QVERIFY2(std::abs(shown - timeline->step.figures.wholeStepNs()) < 1e-6 * shown, qPrintable(QString::number(shown)));
        const Result<OpenedFolderPtr> job
            = openJob({{fixture.folder.filePath(QStringLiteral("small.bubblejob")).toStdString()}, false, false, {}});
        QVERIFY(job.isOk());
        const Result<SimulatedInput> printed = planOne((*job)->folder, {});
        QVERIFY(printed.isOk());
        QVERIFY2(std::abs(shown - printed->report.stepNs) < 1e-6 * shown, qPrintable(QString::number(printed->report.stepNs)));
    }

    void aCombinationIsAWhatIf()
    {
        Fixture fixture;
        fixture.open(QStringLiteral("small.bubblejob"), smallJob);
        fixture.search();
        TablePanel& table = fixture.view().table();
        QVERIFY2(table.visibleRowCount() > 3, qPrintable(fixture.view().status()));
        const ShownSimulationPtr before = fixture.window.workspace().document.simulation();
        QVERIFY(before && before->knobs == Knobs());
        QTableView* rows = table.table();
        QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, rows->visualRect(rows->model()->index(0, 0)).center());
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.window.isBusy(), 60'000);
        const ShownSimulationPtr after = fixture.window.workspace().document.simulation();
        QVERIFY(after && !(after->knobs == Knobs()));
        QVERIFY(fixture.window.simulatePane().refusalText().isEmpty());
        QVERIFY(after->knobs == fixture.window.whatIf().knobs());
        // What the table promises is what the timeline has.
        const double promised
            = rows->model()->index(0, PlanCandidateModel::StepColumn).data(TableModel::SortRole).toDouble();
        const double played = after->step.figures.wholeStepNs();
        QVERIFY2(std::abs(played / promised - 1) < 0.02, qPrintable(QStringLiteral("%1 %2").arg(promised).arg(played)));
        fixture.window.whatIf().undoStack().undo();
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.window.isBusy(), 60'000);
        QVERIFY(fixture.window.workspace().document.simulation()->knobs == Knobs());
    }

    /// A log that states its job and its steps is planned as that job, with what its steps took as calibration.
    void aMeasuredLogMovesTheSizesOfItsJob()
    {
        Fixture fixture;
        const std::string log = testData("jobdescription/arguments.log");
        fixture.open(QString::fromStdString(log));
        const auto* state = fixture.window.findChild<PlanState*>();
        QVERIFY(state);
        QTRY_VERIFY_WITH_TIMEOUT(state->subject() && state->subject()->isMeasured && state->now(), 60'000);
        QVERIFY(!state->subject()->isRun);
        QTRY_VERIFY_WITH_TIMEOUT(
            std::abs(state->now()->step.stepNs() - 1e9) < 1e-4 * 1e9, 60'000); // it prints one second
        fixture.window.dock(QStringLiteral("plan"))->raise();
        fixture.search();
        TablePanel& table = fixture.view().table();
        QVERIFY2(table.visibleRowCount() > 3, qPrintable(fixture.view().status()));
        QVERIFY2(fixture.view().status().contains(QStringLiteral("calibrated by its measured step")),
            qPrintable(fixture.view().status()));

        // As the command line has it.
        const Result<OpenedFolderPtr> job = openJob({{log}, false, false, {}});
        QVERIFY(job.isOk());
        PlanQuestion question;
        question.search.top = "1";
        const Result<PlanReport> printed = planSearch((*job)->folder, question);
        QVERIFY2(
            printed.isOk() && !printed->rows.empty(), printed.isOk() ? "" : printed.error().message.text().c_str());
        const PlanCandidate* best = state->candidates().candidate(0);
        QVERIFY(
            best && best->set.find("shard=") != std::string::npos && best->set.find("recompute=") != std::string::npos);
        QVERIFY2(std::abs(best->step.stepNs() / printed->rows.front().stepNs - 1) < 1e-3, best->set.c_str());

        // And as its timeline has it.
        const double promised = best->step.stepNs();
        QTableView* rows = table.table();
        QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, rows->visualRect(rows->model()->index(0, 0)).center());
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.window.isBusy(), 60'000);
        const ShownSimulationPtr after = fixture.window.workspace().document.simulation();
        QVERIFY(after && !(after->knobs == Knobs()));
        // The log does not name its GPUs: more memory than its run needed may not be there.
        const QString said = fixture.window.simulatePane().refusalText();
        QVERIFY2(said.isEmpty() || said.startsWith(QLatin1String("May not fit: ")), qPrintable(said));
        const double played = after->step.figures.wholeStepNs();
        QVERIFY2(std::abs(played / promised - 1) < 0.02, qPrintable(QStringLiteral("%1 %2").arg(promised).arg(played)));
    }

    /// A model says nothing of GPUs: the user says that, and the best that is found gets a timeline.
    void aModelAloneIsPlanned()
    {
        Fixture fixture;
        fixture.open(QStringLiteral("model.bubblejob"), modelAlone);
        QVERIFY(!fixture.view().wishes().searchButton()->isEnabled());
        fixture.type("gpus", "8");
        QCOMPARE(fixture.view().status(), QStringLiteral("Say how many samples a step takes: 256"));
        fixture.type("batch", "32");
        QCOMPARE(fixture.view().status(), QStringLiteral("Say how many tokens a sample has: 4096"));
        QTest::keyClicks(fixture.view().wishes().field(QStringLiteral("sequence")), QStringLiteral("1024"));
        // A click on a button that cannot be pressed would leave the field as it is.
        QVERIFY2(fixture.view().wishes().searchButton()->isEnabled(), qPrintable(fixture.view().status()));
        fixture.search();
        QVERIFY2(fixture.view().table().visibleRowCount() > 0, qPrintable(fixture.view().status()));
        QVERIFY(fixture.window.workspace().document.simulation());
        QVERIFY(fixture.view().plot().pixelOf(-1));
        QCOMPARE(fixture.window.workspace().document.folder()->jobs[0].layout.gpus, std::optional(8));
    }

    void aSearchIsCancelledAndLeavesNothing()
    {
        Fixture fixture;
        fixture.open(QStringLiteral("model.bubblejob"), modelAlone);
        fixture.type("gpus", "256, 512, 1024, 2048");
        fixture.type("batch", "2048");
        fixture.type("sequence", "8192");
        QTest::mouseClick(fixture.view().wishes().searchButton(), Qt::LeftButton);
        QVERIFY(fixture.window.plan().isBusy());
        QTest::mouseClick(fixture.view().wishes().searchButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.window.plan().isBusy(), 30'000);
        QVERIFY(fixture.view().table().visibleRowCount() == 0 || !fixture.view().status().contains(QStringLiteral("searching")));
        // Closing the run in the middle of a search is no trouble either.
        QTest::mouseClick(fixture.view().wishes().searchButton(), Qt::LeftButton);
        fixture.window.command(QStringLiteral("closeRun"))->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.window.isBusy(), 30'000);
        QCOMPARE(fixture.view().table().visibleRowCount(), 0);
    }

    void flagsAndFilesSayTheSame()
    {
        Fixture fixture;
        fixture.open(QStringLiteral("small.bubblejob"), smallJob);
        fixture.search();
        emit fixture.view().flagsRequested(0);
        QVERIFY2(QApplication::clipboard()->text().contains(QStringLiteral("--tensor-model-parallel-size")),
            qPrintable(QApplication::clipboard()->text()));
        PlanControl& plan = fixture.window.plan();
        plan.askPath = [&fixture](const QString& suggestion, const QString&) { return fixture.folder.filePath(suggestion); };
        for (const auto kind : {PlanView::FileKind::Svg, PlanView::FileKind::Csv, PlanView::FileKind::Json})
            emit fixture.view().exportRequested(kind);
        const QByteArray svg = contentsOf(fixture.folder.filePath(QStringLiteral("plan.svg")));
        QVERIFY(svg.contains("<svg") && svg.contains("tokens/s"));
        const QByteArray csv = contentsOf(fixture.folder.filePath(QStringLiteral("plan.csv")));
        const nlohmann::json json
            = nlohmann::json::parse(contentsOf(fixture.folder.filePath(QStringLiteral("plan.json"))).toStdString());
        const auto rows = size_t(fixture.view().table().visibleRowCount());
        QCOMPARE(json.at("candidates").size(), rows);
        QCOMPARE(size_t(csv.trimmed().count('\n')), rows);
    }

    void otherHardwareIsAnotherJob()
    {
        Fixture fixture;
        fixture.open(QStringLiteral("small.bubblejob"), smallJob);
        fixture.search();
        QVERIFY(fixture.view().table().visibleRowCount() > 0);
        QComboBox* box = fixture.view().wishes().hardwareBox();
        QVERIFY(box->count() > 3);
        const QString usual = fixture.view().reason();
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(fixture.view().table().visibleRowCount(), 0); // what was found does not hold
        QVERIFY(fixture.view().reason() != usual);
        fixture.search();
        QTableView* rows = fixture.view().table().table();
        QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, rows->visualRect(rows->model()->index(0, 0)).center());
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.window.isBusy(), 60'000);
        QCOMPARE(fixture.window.whatIf().knobs().hardware, std::optional(box->currentData().toString().toStdString()));
    }

    void aRunIsDescribedWhileItIsChecked()
    {
        Fixture fixture;
        fixture.window.command(QStringLiteral("describe"))->trigger();
        DescribeDialog* dialog = fixture.window.plan().dialog();
        QVERIFY(dialog && dialog->isUsable());
        QVERIFY2(dialog->verdict().contains(QStringLiteral("parameters")), qPrintable(dialog->verdict()));
        // The form writes the text, and the text the form.
        QLineEdit* layers = dialog->field(QStringLiteral("layers"));
        layers->setFocus();
        layers->selectAll();
        QTest::keyClicks(layers, QStringLiteral("16"));
        QCOMPARE(jobField(dialog->text(), "layers"), QStringLiteral("16"));
        QTRY_VERIFY(dialog->isUsable());
        dialog->setText(withJobField(dialog->text(), "gpus", QStringLiteral("16")));
        QCOMPARE(dialog->field(QStringLiteral("gpus"))->text(), QStringLiteral("16"));
        layers->selectAll();
        QTest::keyClicks(layers, QStringLiteral("many"));
        QTRY_VERIFY(!dialog->isUsable());
        QVERIFY2(dialog->verdict().contains(QStringLiteral("layers")), qPrintable(dialog->verdict()));
        layers->selectAll();
        QTest::keyClicks(layers, QStringLiteral("4"));
        QTRY_VERIFY(dialog->isUsable());
        const QString path = fixture.folder.filePath(QStringLiteral("mine.bubblejob"));
        dialog->askPath = [&path](const QString&) { return path; };
        QSignalSpy complete(&fixture.window, &MainWindow::folderComplete);
        dialog->accept();
        QVERIFY(complete.wait(20'000));
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.window.isBusy(), 60'000);
        const RunFolder* folder = fixture.window.workspace().document.folder();
        QVERIFY(folder && folder->jobs.size() == 1);
        QCOMPARE(folder->jobs[0].model.layers, 4);
        QCOMPARE(folder->jobs[0].layout.gpus, std::optional(16));
    }

    void besideATraceAnExampleIsABeginning()
    {
        Fixture fixture;
        QSignalSpy complete(&fixture.window, &MainWindow::folderComplete);
        fixture.window.openMade([] { return makeSampleFolder(smallSample(3)); });
        QVERIFY(complete.wait(20'000));
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.window.isBusy(), 60'000);
        fixture.window.command(QStringLiteral("describe"))->trigger();
        DescribeDialog* dialog = fixture.window.plan().dialog();
        QVERIFY2(dialog && dialog->isUsable(), dialog ? qPrintable(dialog->verdict()) : "no dialog");
        QVERIFY(jobField(dialog->text(), "layers").toInt() > 0);
    }

    void aFileIsABeginning()
    {
        DescribeDialog dialog({});
        for (const char* name : {"jobdescription/llama31_8b.json", "jobdescription/mixtral_8x7b.json",
                 "jobdescription/torchtitan_pipeline.toml", "jobdescription/deepseek_v3.json"}) {
            const Result<JobDescription> whole = openJobDescription(testData(name));
            QVERIFY(whole);
            QVERIFY2(dialog.take(QString::fromStdString(testData(name))), name);
            QVERIFY2(dialog.isUsable(), qPrintable(dialog.verdict()));
            const Result<JobDescription> read = readJobDescription(dialog.text().toStdString(), "bubblejob");
            QVERIFY(read);
            QCOMPARE(read->model.parameters(), whole->model.parameters());
        }
        const QString before = dialog.text();
        QVERIFY(!dialog.take(QStringLiteral("/no/such/file.json")));
        QCOMPARE(dialog.text(), before);
        QVERIFY(!dialog.verdict().isEmpty());
    }

    void onlyTheLineOfAKeyChanges()
    {
        const QString text = QStringLiteral("# mine\nlayers = 8 # few\n\ngpus=4\n");
        QCOMPARE(jobField(text, "layers"), QStringLiteral("8"));
        QCOMPARE(jobField(text, "mine"), QString());
        QCOMPARE(withJobField(text, "layers", QStringLiteral("8")), text);
        QCOMPARE(withJobField(text, "gpus", QStringLiteral(" 8 ")), QStringLiteral("# mine\nlayers = 8 # few\n\ngpus = 8\n"));
        QCOMPARE(withJobField(text, "gpus", QString()), QStringLiteral("# mine\nlayers = 8 # few\n\n"));
        QCOMPARE(withJobField(text, "tensor", QStringLiteral("2\nstages = 4")),
            QStringLiteral("# mine\nlayers = 8 # few\n\ngpus=4\ntensor = 2 stages = 4\n"));
        QCOMPARE(withJobField(QString(), "gpus", QStringLiteral("1")), QStringLiteral("gpus = 1\n"));
        QCOMPARE(withJobField(QStringLiteral("a = 1"), "gpus", QStringLiteral("1")), QStringLiteral("a = 1\ngpus = 1\n"));
    }
};

BUBBLESCOPE_TEST(TstPlanWindow, QApplication)

} // namespace bubblescope::tst_planwindow

#include "tst_planwindow.moc"
