// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "exportfile.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

using namespace bubblescope;

namespace {

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
}

} // namespace

class TstExportFile : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void whatIsWrittenIsThere()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("stages.csv"));
        const QByteArray table = QStringLiteral("Stage,\u00b5s\r\n0,1\r\n").toUtf8();
        QVERIFY(writeWholeFile(path, table));
        QCOMPARE(contentsOf(path), table);
        QVERIFY(writeWholeFile(path, "shorter"));
        QCOMPARE(contentsOf(path), QByteArray("shorter"));
    }

    void aFullDiskLeavesWhatWasThereAndNoHalfFile()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("stages.csv"));
        QVERIFY(writeWholeFile(path, "before"));
        {
            // No file of this process may grow beyond 4 kB: to it, the disk is full then.
            const auto handler = std::signal(SIGXFSZ, SIG_IGN);
            rlimit old {};
            QCOMPARE(getrlimit(RLIMIT_FSIZE, &old), 0);
            rlimit tight = old;
            tight.rlim_cur = 4096;
            QCOMPARE(setrlimit(RLIMIT_FSIZE, &tight), 0);
            const auto restore = qScopeGuard([&] {
                setrlimit(RLIMIT_FSIZE, &old);
                std::signal(SIGXFSZ, handler);
            });
            QVERIFY(!writeWholeFile(path, QByteArray(100'000, 'x')));
            QVERIFY(!writeWholeFile(folder.filePath(QStringLiteral("new.csv")), QByteArray(100'000, 'x')));
        }
        QCOMPARE(contentsOf(path), QByteArray("before"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList {QStringLiteral("stages.csv")});
    }

    void aFolderThatIsNotThereIsSaid()
    {
        QTemporaryDir folder;
        QVERIFY(!writeWholeFile(folder.filePath(QStringLiteral("absent/stages.csv")), "x"));
        QVERIFY(QDir(folder.path()).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TstExportFile)
#include "tst_exportfile.moc"
