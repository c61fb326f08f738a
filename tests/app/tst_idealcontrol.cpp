// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// From the Stragglers panel to the timeline without them.
#include "comparecontrol.h"
#include "comparisonview.h"
#include "idealcontrol.h"
#include "runsteps.h"
#include "samplefolder.h"
#include "smallsample.h"
#include "stragglersview.h"
#include "testprogram.h"
#include "workspace.h"

#include <QApplication>
#include <QPushButton>
#include <QtTest>

namespace bubblescope::tst_idealcontrol {

class TstIdealControl : public QObject {
    Q_OBJECT
private slots:
    void theIdealStepsAreComparedWithTheRun()
    {
        auto opened = std::make_shared<OpenedFolder>();
        opened->folder = std::move(makeSampleFolder(smallSample(4))).value();
        opened->levels.emplace_back(*opened->folder.runs.front().trace, opened->folder.runs.front().trace->timing());
        Workspace workspace;
        Workspace lower;
        RunSteps steps(workspace.document, workspace.inputs);
        StragglersView view(workspace.document, workspace.selection, steps);
        ComparisonView comparison(workspace.selection, workspace.search);
        CompareControl compare(workspace, lower, comparison);
        const IdealControl control(workspace, view, compare);
        workspace.document.setFolder(opened);
        const TracePtr measured = workspace.document.trace();

        auto* const button = view.findChild<QPushButton*>(QStringLiteral("ideal"));
        QVERIFY(button && button->isEnabled());
        button->click();
        QVERIFY(!button->isEnabled());
        QTRY_COMPARE(workspace.document.otherRunIndex(), 1);
        QVERIFY(button->isEnabled());
        const std::vector<Run>& runs = workspace.document.folder()->runs;
        QCOMPARE(runs.size(), size_t(2));
        QCOMPARE(int(runs[1].kind), int(Run::Kind::Simulated));
        QVERIFY(runs[1].name.starts_with(runs[0].name) && runs[1].name != runs[0].name);
        QCOMPARE(runs[1].trace->steps().size(), measured->steps().size());
        QVERIFY(runs[1].trace->range().duration() < measured->range().duration());
        QCOMPARE(workspace.document.trace(), measured);

        // It is made once.
        compare.choose(-1);
        button->click();
        QCOMPARE(workspace.document.otherRunIndex(), 1);
        QCOMPARE(workspace.document.folder()->runs.size(), size_t(2));
    }
};

BUBBLESCOPE_TEST(TstIdealControl, QApplication)

} // namespace bubblescope::tst_idealcontrol

#include "tst_idealcontrol.moc"
