// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Of several merges of one index, the fullest stays.
#include "indexing.h"

#include "mergeturn.h"
#include "outputfile.h"
#include "indexfile.h"
#include "samplecommand.h"
#include "smallsample.h"
#include "testprogram.h"

#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::tst_mergeturn {

class TstMergeTurn : public QObject {
    Q_OBJECT
private slots:
    void anIndexOfMoreFilesThatCameMeanwhileStays()
    {
        QTemporaryDir folder;
        const std::string run = folder.filePath(QStringLiteral("run")).toStdString();
        const std::string index = folder.filePath(QStringLiteral("run.bubbleindex")).toStdString();
        const std::string merged = IndexPlaces(index).run();
        QVERIFY(writeSample(smallSample(), run).isOk());
        const MergeTurn first(merged);
        QVERIFY(!first.isOvertaken(1)); // nobody has merged
        QCOMPARE(indexed({run}, index, 1), ExitCode::Fine);
        const uint64_t files = openedQuietly(index)->folder.statistics.files;
        QVERIFY(files > 1);
        QVERIFY(first.isOvertaken(files - 1));
        QVERIFY(!first.isOvertaken(files)); // its own may be of newer files
        const MergeTurn second(merged);
        QVERIFY(!second.isOvertaken(1)); // what was there before may be replaced by anything
        QVERIFY(QFile::remove(QString::fromStdString(merged)));
        QVERIFY(!second.isOvertaken(1));
    }

    void aRefusalLeavesTheFileThatIsThere()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("run.index")).toStdString();
        QVERIFY(!writeWholeFile(path, "another's"));
        int asked = 0;
        QVERIFY(!writeRunIndex(path, RunFolder(), {}, 1, {}, [&asked] { return ++asked == 0; }));
        QCOMPARE(asked, 1);
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("another's"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1); // and nothing beside it
    }
};

BUBBLESCOPE_TEST(TstMergeTurn, QCoreApplication)

} // namespace bubblescope::tst_mergeturn

#include "tst_mergeturn.moc"
