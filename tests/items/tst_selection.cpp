// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "smallfolders.h"
#include "testprogram.h"
#include "workspace.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace bubblescope::tst_selection {

class TstSelection : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aSelectedSpanBringsItsRankAndStage()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        const SpanId span = spanNamed(*workspace.document.trace(), 1, Operation::Forward, 1);
        workspace.selection.setSpan(span);
        QCOMPARE(workspace.selection.rank(), 1);
        QCOMPARE(workspace.selection.stage(), 1);
        workspace.selection.setStage(1); // its own: nothing is lost
        QCOMPARE(workspace.selection.span().value, span.value);
        workspace.selection.setRank(0);
        QVERIFY(!workspace.selection.span().isValid());
        QCOMPARE(workspace.selection.stage(), 0);
        workspace.selection.setStage(1);
        QCOMPARE(workspace.selection.rank(), -1);
        workspace.selection.setSpan(SpanId(123456)); // not in the trace
        QVERIFY(!workspace.selection.span().isValid());
    }

    void aBubbleIsChosenInPlaceOfASpan()
    {
        Document document;
        Selection selection(document);
        document.setFolder(folderWith({pipeline}));
        selection.setSpan(SpanId(0));
        Bubble bubble;
        bubble.range = {0, 100 * ms};
        bubble.rank = 1;
        QSignalSpy changed(&selection, &Selection::spanChanged);
        selection.setBubble(bubble);
        QVERIFY(selection.bubble());
        QVERIFY(!selection.span().isValid());
        QCOMPARE(selection.rank(), 1);
        QCOMPARE(selection.stage(), 1);
        QVERIFY(changed.count() >= 1);
        selection.setSpan(SpanId(0));
        QVERIFY(!selection.bubble());
        bubble.rank = 2; // there is none
        selection.setBubble(bubble);
        QVERIFY(!selection.bubble());
    }

    void aLayerStaysUntilAnotherFolderIsOpened()
    {
        Document document;
        Selection selection(document);
        document.setFolder(folderWith({pipeline, pipeline}));
        selection.setLayer(QStringLiteral("lm_head"));
        selection.setRank(1);
        document.setRunIndex(1);
        QCOMPARE(selection.layer(), QStringLiteral("lm_head"));
        QCOMPARE(selection.rank(), -1);
        document.setFolder(folderWith({pipeline}));
        QVERIFY(selection.layer().isEmpty());
    }

    void aRankIsKeptWhereTheFolderHasNoRun()
    {
        Document document;
        Selection selection(document);
        document.setFolder(folderWith({}));
        selection.setRank(3);
        selection.setStage(2);
        document.updateFolder(folderWith({}));
        QCOMPARE(selection.stage(), 2);
        document.setFolder(folderWith({}));
        QCOMPARE(selection.stage(), -1);
    }
};

BUBBLESCOPE_TEST(TstSelection, QCoreApplication)

} // namespace bubblescope::tst_selection

#include "tst_selection.moc"
