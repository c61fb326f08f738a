// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "../index/indexing.h"

#include "detailspanel.h"
#include "folderloader.h"
#include "recordcontrol.h"
#include "testprogram.h"
#include "workspace.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::tst_recordcontrol {

namespace {

const QByteArray twoRecords
    = "rank:0:get_batch(stage_id=0,batch_id=0,mg_state=None,duration=1.0,description=None,group_kind=None,"
      "input__shape=None,input__dtype=None,timestamp=1001.0,sub_operations=[])\n"
      "rank:0:forward_step(stage_id=0,batch_id=0,mg_state=steady,duration=9.0,description=None,group_kind=None,"
      "input__shape=None,input__dtype=None,timestamp=1010.0,sub_operations=[])\n";

QString written(const QString& path, const QByteArray& text)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write a temporary file");
    return path;
}

QString value(const DetailsPanel& panel, const QString& label)
{
    for (const DetailField& field : panel.model().fields()) {
        if (field.label == label)
            return field.value;
    }
    return {};
}

} // namespace

class TstRecordControl : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
    }

    void aFileIsFoundByItsNameInTheRun()
    {
        QTemporaryDir dir;
        const QString a = written(dir.filePath(QStringLiteral("a/node0/rank0.txt")), "x");
        const QString b = written(dir.filePath(QStringLiteral("b/node0/rank0.txt")), "x");
        const QString folder = dir.filePath(QStringLiteral("a"));
        const QString other = dir.filePath(QStringLiteral("b"));
        QCOMPARE(filePathOf({folder}, QStringLiteral("node0/rank0.txt")), a);
        QCOMPARE(filePathOf({folder + QLatin1Char('/')}, QStringLiteral("node0/rank0.txt")), a);
        QCOMPARE(filePathOf({folder, other}, QStringLiteral("b/node0/rank0.txt")), b);
        QCOMPARE(filePathOf({a}, QStringLiteral("rank0.txt")), a);
        QCOMPARE(filePathOf({folder}, QStringLiteral("node1/rank0.txt")), QString());
        // Two that cannot be told apart are none.
        const QString twin = written(dir.filePath(QStringLiteral("c/a/node0/rank0.txt")), "x");
        QCOMPARE(
            filePathOf({folder, dir.filePath(QStringLiteral("c/a"))}, QStringLiteral("a/node0/rank0.txt")), QString());
        QVERIFY(QFile::exists(twin));
    }

    void detailsShowTheRecordAndItsLine()
    {
        QTemporaryDir dir;
        const QString name = QStringLiteral("wd1_tp1_pp1_rank0_20260101000000.txt");
        const QString path = written(dir.filePath(name), twoRecords);
        FolderLoad load;
        load.paths = {dir.path().toStdString()};
        const OpenedFolderPtr opened = FolderLoader(load).load();
        QVERIFY(opened && opened->folder.runs.size() == 1);
        Workspace workspace;
        DetailsPanel panel(workspace);
        RecordControl control(workspace, panel);
        control.setPaths({dir.path()});
        panel.show();
        workspace.document.setFolder(opened);
        const Trace& trace = *workspace.document.trace();
        SpanId forward;
        for (uint32_t s = 0; s < trace.spanCount(); ++s) {
            if (trace.operation(SpanId(s)) == Operation::Forward)
                forward = SpanId(s);
        }
        workspace.selection.setSpan(forward);
        QTRY_COMPARE(value(panel, QStringLiteral("line")), QStringLiteral("2"));
        QVERIFY(value(panel, QStringLiteral("record")).contains(QStringLiteral("mg_state=steady")));
        QVERIFY(value(panel, QStringLiteral("note")).isEmpty());

        // What has no record has none of another's with the same number.
        control.setPaths({});
        workspace.document.setFolder(nullptr);
        workspace.document.setFolder(opened);
        workspace.selection.setSpan(forward);
        QTRY_VERIFY(value(panel, QStringLiteral("record")).isEmpty());
        control.setPaths({dir.path()});

        // An index is of files that lie elsewhere.
        const QString index = dir.filePath(QStringLiteral("run.bubbleindex"));
        QCOMPARE(indexed({dir.path().toStdString()}, index.toStdString(), 1), ExitCode::Fine);
        control.setPaths({index});
        workspace.selection.setSpan(SpanId());
        workspace.selection.setSpan(forward);
        QTRY_COMPARE(value(panel, QStringLiteral("line")), QStringLiteral("2"));
        control.setPaths({dir.path()});

        // A file that changed says so; one that is gone, too.
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(60), QFileDevice::FileModificationTime));
        file.close();
        workspace.selection.setSpan(SpanId());
        workspace.selection.setSpan(forward);
        QTRY_VERIFY(value(panel, QStringLiteral("note")).contains(QStringLiteral("changed")));
        QVERIFY(QFile::remove(path));
        workspace.selection.setSpan(SpanId());
        workspace.selection.setSpan(forward);
        QTRY_VERIFY(value(panel, QStringLiteral("record")).contains(QStringLiteral("no longer where it was read")));
    }
};

BUBBLESCOPE_TEST(TstRecordControl, QApplication)

} // namespace bubblescope::tst_recordcontrol

#include "tst_recordcontrol.moc"
