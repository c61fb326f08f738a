// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "openedfolder.h"
#include "testprogram.h"
#include "tracetext.h"
#include "viewlink.h"
#include "workspace.h"

#include <QProcess>
#include <QtTest>

namespace bubblescope::tst_viewlink {

namespace {

constexpr TimeNs ms = 1'000'000;

void show(Workspace& workspace)
{
    auto opened = std::make_shared<OpenedFolder>();
    for (const char* name : {"first", "a run; of \u00e4ll=things"}) {
        Run run;
        run.name = name;
        run.trace = std::make_shared<const Trace>(traceFromText("rank0 stage0: [F0 0-10] [B0 12-30]\n"
                                                                "rank6 stage1: [F0 10-20] [B0 20-30]"));
        opened->levels.emplace_back(*run.trace, run.trace->timing());
        opened->folder.runs.push_back(std::move(run));
    }
    workspace.document.updateFolder(opened);
}

} // namespace

class TstViewLink : public QObject {
    Q_OBJECT
private slots:
    void everyPartIsRead()
    {
        const ViewLink link = viewLinkFrom(
            QStringLiteral("run=a%3Bb;step=3;range=600:900.5;rank=6;span=comm%20tp:all%3Areduce:12000000:5000:2"));
        QVERIFY(link.unread.isEmpty());
        QCOMPARE(link.run.value_or(QString()), QStringLiteral("a;b"));
        QCOMPARE(link.step.value_or(0), qint64(3));
        QVERIFY(link.range == (TimeRange {600 * ms, 900 * ms + ms / 2}));
        QCOMPARE(link.rank.value_or(-1), 6);
        QCOMPARE(link.span->lane, std::string("comm tp"));
        QCOMPARE(link.span->name, std::string("all:reduce"));
        QCOMPARE(link.span->ordinal, 2u);
    }

    void whatMeansNothingIsToldAsWritten_data()
    {
        QTest::addColumn<QString>("part");
        for (const char* part : {"moon=3", "step=soon", "range=9:3", "range=1e99:2e99", "range=nan:2", "rank=-1",
                 "span=a:b", "span=a:b:1:2:x", "run=", "=5", "rank"})
            QTest::newRow(part) << QString::fromLatin1(part);
    }
    void whatMeansNothingIsToldAsWritten()
    {
        QFETCH(QString, part);
        QCOMPARE(viewLinkFrom(QStringLiteral("step=3;") + part).unread, QStringList {part});
        QCOMPARE(viewLinkFrom(part + QStringLiteral(";step=3")).step.value_or(0), qint64(3));
    }

    void aLinkLeadsBackToWhatWasShown()
    {
        Workspace there;
        show(there);
        there.document.setRunIndex(1);
        const TracePtr trace = there.document.trace();
        SpanId backward;
        for (uint32_t s = 0; s < trace->spanCount(); ++s) {
            if (trace->operation(SpanId(s)) == Operation::Backward && trace->track(trace->track(SpanId(s))).rank == 6)
                backward = SpanId(s);
        }
        there.selection.setSpan(backward);
        there.window.setVisibleRange({4 * ms, 9 * ms + 7});
        Workspace here;
        show(here);
        QVERIFY(showLink(viewLinkFrom(viewLinkOf(there).text()), here).isEmpty());
        QCOMPARE(here.document.runIndex(), 1);
        QVERIFY(here.window.visibleRange() == (TimeRange {4 * ms, 9 * ms + 7}));
        QCOMPARE(here.selection.span(), backward);
        QCOMPARE(here.selection.rank(), 6);
    }

    void theRestIsShownWhereAPartIsMissing()
    {
        Workspace workspace;
        show(workspace);
        const QStringList missing = showLink(
            viewLinkFrom(QStringLiteral("run=gone;rank=6;range=2:8;moon=3;span=compute:none:0:1:0")), workspace);
        QCOMPARE(missing.size(), 3);
        QVERIFY(missing.at(0).contains(QStringLiteral("moon=3")));
        QVERIFY(missing.at(1).contains(QStringLiteral("gone")));
        QVERIFY(missing.at(2).contains(QStringLiteral("none")));
        QCOMPARE(workspace.selection.rank(), 6);
        QVERIFY(workspace.window.visibleRange() == (TimeRange {2 * ms, 8 * ms}));
        QCOMPARE(showLink(viewLinkFrom(QStringLiteral("step=77;range=3:4")), workspace).size(), 1);
        QVERIFY(workspace.window.visibleRange() == (TimeRange {2 * ms, 8 * ms})); // 3 to 4 ms of another step
    }

    void aShellReadsThePathAsItIs()
    {
        const QString command
            = commandFor({QStringLiteral("/tmp/it's $HOME")}, viewLinkFrom(QStringLiteral("step=3;rank=1")));
        QProcess shell;
        shell.start(QStringLiteral("sh"),
            {QStringLiteral("-c"), QStringLiteral("set -- %1; printf '%s|' \"$@\"").arg(command)});
        QVERIFY(shell.waitForFinished());
        QCOMPARE(shell.readAllStandardOutput(), QByteArray("bubblescope|/tmp/it's $HOME|--show|step=3;rank=1|"));
        QCOMPARE(commandFor({}, {}), QStringLiteral("bubblescope --demo --show ''"));
    }
};

BUBBLESCOPE_TEST(TstViewLink, QCoreApplication)

} // namespace bubblescope::tst_viewlink

#include "tst_viewlink.moc"
