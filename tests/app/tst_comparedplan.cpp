// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// In the window's Compare, a run and the plan that is described beside it.
#include "comparecontrol.h"
#include "comparisonview.h"
#include "samplefolder.h"
#include "smallsample.h"
#include "testprogram.h"
#include "workspace.h"

#include <QApplication>
#include <QtTest>

#include <cmath>

namespace bubblescope::tst_comparedplan {

class TstComparedPlan : public QObject {
    Q_OBJECT
private slots:
    void theRunIsAAndItsPlanB()
    {
        auto opened = std::make_shared<OpenedFolder>();
        opened->folder = std::move(makeSampleFolder(smallSample())).value();
        opened->levels.emplace_back(*opened->folder.runs.front().trace, opened->folder.runs.front().trace->timing());
        JobDescription job;
        job.name = job.model.name = "planned";
        job.model.layers = 4;
        job.model.hidden = 4096;
        job.model.heads = job.model.keyValueHeads = 32;
        job.model.headSize = 128;
        job.model.feedForward = 16384;
        job.model.vocabulary = 50304;
        job.layout.gpus = 4;
        job.layout.tensor = 1;
        job.layout.stages = 2;
        job.layout.data = 2;
        job.layout.microbatchSize = 1;
        job.layout.microbatches = 4;
        job.layout.sequence = 4096;
        opened->folder.jobs.push_back(job);
        job.layout.sequence.reset(); // no whole job
        opened->folder.jobs.push_back(job);
        Workspace workspace;
        Workspace lower;
        ComparisonView view(workspace.selection, workspace.search);
        CompareControl compare(workspace, lower, view);
        workspace.document.setFolder(opened);

        view.resize(900, 400);
        view.show(); // what nobody sees is not filled
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QVERIFY(compare.hasPartners());
        compare.choose(0);
        QCOMPARE(workspace.document.otherRunIndex(), -1); // it has no timeline below
        QTRY_VERIFY_WITH_TIMEOUT(view.model().rowCount() > 0, 60'000);
        double a = 0;
        double difference = 0;
        int terms = 0;
        for (int row = 0; row < view.model().rowCount(); ++row) {
            if (view.model().kind(row) != ComparisonModel::Kind::Term)
                continue;
            ++terms;
            a += *view.model().difference(row).a;
            difference += view.model().difference(row).change();
        }
        QVERIFY(terms > 3);
        const double step = double(opened->folder.runs.front().trace->steps()[1].range.duration());
        QVERIFY2(std::abs(a / step - 1) < 0.05, qPrintable(QString::number(a / step))); // steps differ by their noise
        QVERIFY(std::abs(difference) > 0);

        compare.choose(1);
        QTRY_COMPARE_WITH_TIMEOUT(view.model().rowCount(), 0, 60'000);
    }
};

BUBBLESCOPE_TEST(TstComparedPlan, QApplication)

} // namespace bubblescope::tst_comparedplan

#include "tst_comparedplan.moc"
