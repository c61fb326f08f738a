// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "historyview.h"
#include "testprogram.h"

#include <QApplication>
#include <QLabel>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>
#include <QTest>

namespace bubblescope::tst_historyview {

namespace {

/// Builds of these step times, and runs of other jobs.
RunHistory historyWith(const std::vector<double>& stepMs, size_t apart)
{
    RunHistory history;
    for (size_t i = 0; i < stepMs.size(); ++i) {
        RunHistory::Build build;
        build.run = i;
        build.name = "build " + std::to_string(i);
        build.typical[size_t(GateQuantity::Step)] = stepMs[i] * 1e6;
        build.low = stepMs[i] * 0.99e6;
        build.high = stepMs[i] * 1.01e6;
        build.steps = 5;
        history.builds.push_back(build);
    }
    history.noiseIsKnown = history.isLevel = true;
    for (size_t i = 0; i < apart; ++i)
        history.apart.push_back({stepMs.size() + i, "other", {say("other has 8 ranks, not 16")}});
    return history;
}

bool says(const HistoryView& view, const char* words)
{
    for (const QLabel* label : view.findChildren<QLabel*>()) {
        if (label->isVisibleTo(&view) && label->text().contains(QLatin1String(words)))
            return true;
    }
    return false;
}

} // namespace

class TstHistoryView : public QObject {
    Q_OBJECT
private slots:
    void buildsOfAJobAreComparedAndOthersCounted()
    {
        HistoryView view;
        view.setHistory(historyWith({100, 101, 100}, 2));
        view.refreshNow();
        QVERIFY(says(view, "3 builds: the step did not change"));
        QVERIFY(says(view, "2 runs of other jobs are left out."));
        QCOMPARE(view.model().rowCount(), 3);
    }

    void noColumnIsCutWhereTheCurveHasRoom()
    {
        RunHistory history = historyWith({100, 101, 100}, 0);
        for (RunHistory::Build& build : history.builds) {
            for (const GateQuantity part : {GateQuantity::Compute, GateQuantity::Exposed, GateQuantity::Waiting,
                     GateQuantity::Bubble, GateQuantity::Idle})
                build.typical[size_t(part)] = 10e6;
            build.finding = say("Stage 3 has more work than the others");
        }
        HistoryView view;
        view.resize(1100, 240);
        view.setHistory(history);
        view.show();
        view.refreshNow();
        QCoreApplication::processEvents();
        const auto* table = view.findChild<QTableView*>();
        QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
        QVERIFY(view.findChild<QSplitter*>()->sizes().first() >= 300);
    }

    void aSingleBuildHasNoHistory()
    {
        HistoryView view;
        view.setHistory(historyWith({100}, 1));
        view.refreshNow();
        QVERIFY(says(view, "No other run of this folder is of the same job."));
        QVERIFY(says(view, "other has 8 ranks, not 16"));
        QVERIFY(!says(view, "builds"));
    }
};

BUBBLESCOPE_TEST(TstHistoryView, QApplication)

} // namespace bubblescope::tst_historyview

#include "tst_historyview.moc"
