// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findingmodel.h"
#include "smallfolders.h"
#include "testprogram.h"
#include "workspace.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace bubblescope::tst_diagnosis {

class TstDiagnosis : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aFindingShowsAndSelectsItsEvidence()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        auto findings = std::make_shared<Findings>();
        findings->list.resize(3);
        findings->list[0].evidence.spans = {SpanId(1)};
        findings->list[0].evidence.range = {100 * ms, 200 * ms};
        findings->list[1].evidence.ranks = {1};
        findings->list[1].evidence.range = {300 * ms, 500 * ms};
        findings->list[2].evidence.stages = {0};
        findings->list[2].evidence.layer = "lm_head";
        findings->list[2].evidence.steps = {4};
        workspace.diagnosis.setFindings(findings);
        QSignalSpy reveal(&workspace.window, &TimeWindow::revealRequested);

        workspace.diagnosis.goToFinding(0);
        QCOMPARE(workspace.selection.span().value, uint32_t(1));
        QCOMPARE(workspace.window.visibleRange(), (TimeRange {0, 300 * ms})); // among its neighbours
        QVERIFY(!workspace.selection.range());
        QCOMPARE(reveal.count(), 1);
        QVERIFY(workspace.window.canGoBack());

        workspace.diagnosis.goToFinding(1);
        QCOMPARE(workspace.selection.rank(), 1);
        QCOMPARE(workspace.selection.range(), (std::optional<TimeRange>({300 * ms, 500 * ms})));
        QCOMPARE(workspace.window.visibleRange(), (TimeRange {290 * ms, 510 * ms}));

        workspace.diagnosis.goToFinding(-1); // the last one
        QCOMPARE(workspace.diagnosis.findingIndex(), 2);
        QCOMPARE(workspace.selection.stage(), 0);
        QCOMPARE(workspace.selection.layer(), QStringLiteral("lm_head"));
        QCOMPARE(workspace.window.step(), std::optional<int64_t>(4));
    }

    void markingAFindingMovesNothing()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        auto findings = std::make_shared<Findings>();
        findings->list.resize(1);
        findings->list[0].evidence.ranks = {1};
        workspace.diagnosis.setFindings(findings);
        workspace.diagnosis.markFinding(0);
        QCOMPARE(workspace.diagnosis.findingIndex(), 0);
        QCOMPARE(workspace.selection.rank(), -1);
        workspace.diagnosis.markFinding(1); // there is none
        QCOMPARE(workspace.diagnosis.findingIndex(), -1);
    }

    void theChosenFindingStaysChosenWhenTheListIsRenewed()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        auto before = std::make_shared<Findings>();
        before->list.resize(3);
        before->list[0].id = "slow-host";
        before->list[1].id = before->list[2].id = "transient-blips";
        before->list[1].evidence.steps = {3};
        before->list[2].evidence.steps = {200, 201};
        workspace.diagnosis.setFindings(before);
        workspace.diagnosis.markFinding(2);
        auto after = std::make_shared<Findings>(*before);
        std::swap(after->list[0], after->list[2]);
        workspace.diagnosis.setFindings(after);
        QCOMPARE(workspace.diagnosis.findingIndex(), 0);
        after = std::make_shared<Findings>(*after);
        after->list.erase(after->list.begin());
        workspace.diagnosis.setFindings(after);
        QCOMPARE(workspace.diagnosis.findingIndex(), -1);
    }

    void whatWasNotRecordedIsNotInherent()
    {
        Finding finding;
        finding.kind = Finding::Kind::Shape;
        finding.id = "pipeline-bubble";
        QCOMPARE(findingKindText(finding), QStringLiteral("inherent"));
        finding.id = "unexplained-embedding-collective"; // ranks without a trace
        QCOMPARE(findingKindText(finding), QStringLiteral("not recorded"));
        finding.kind = Finding::Kind::Fault;
        QCOMPARE(findingKindText(finding), QStringLiteral("fault"));
    }

    void findingsAreOfOneRun()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline, pipeline}));
        workspace.diagnosis.setFindings(std::make_shared<Findings>());
        QSignalSpy changed(&workspace.diagnosis, &Diagnosis::findingsChanged);
        workspace.document.setRunIndex(1);
        QVERIFY(!workspace.diagnosis.findings());
        QCOMPARE(changed.count(), 1);
        workspace.diagnosis.goToFinding(0); // nowhere
        QCOMPARE(workspace.diagnosis.findingIndex(), -1);
    }
};

BUBBLESCOPE_TEST(TstDiagnosis, QCoreApplication)

} // namespace bubblescope::tst_diagnosis

#include "tst_diagnosis.moc"
