// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "failingcalls.h"
#include "outputfile.h"
#include "smalldisk.h"
#include "testprogram.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <future>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace bubblescope::tst_outputfile {

namespace {

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
}

std::optional<Error> put(const QString& path, const QByteArray& bytes)
{
    return writeWholeFile(path.toStdString(), bytes.toStdString());
}

/// What is said about it; empty where all is well.
QByteArray said(const std::optional<Error>& error)
{
    return error ? QByteArray::fromStdString(error->message.text() + '|' + error->advice.text()) : QByteArray();
}

QStringList filesIn(const QString& folder) { return QDir(folder).entryList(QDir::Files | QDir::Hidden, QDir::Name); }

} // namespace

class TstOutputFile : public QObject {
    Q_OBJECT
private slots:
    void whatIsWrittenIsThere()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("stages.csv"));
        const QByteArray table = QStringLiteral("Stage,\u00b5s\r\n0,1\r\n").toUtf8();
        QVERIFY(!put(path, table));
        QCOMPARE(contentsOf(path), table);
        QVERIFY(!put(path, "shorter"));
        QCOMPARE(contentsOf(path), QByteArray("shorter"));
        QVERIFY(!put(path, {}));
        QCOMPARE(contentsOf(path), QByteArray());
        QCOMPARE(filesIn(folder.path()), QStringList {QStringLiteral("stages.csv")});
    }

    void aFullDiskLeavesWhatWasThereAndSaysSo_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {1, 100, 4096, 16383, 16385, 100'000}) // libraries buffer 4 or 16 KiB
            QTest::addRow("%d bytes", size) << size;
    }
    void aFullDiskLeavesWhatWasThereAndSaysSo()
    {
        QFETCH(int, size);
        SmallDisk disk;
        if (disk.whyNot())
            QSKIP(disk.whyNot());
        const QString path = disk.file("stages.csv");
        QVERIFY(!put(path, "before"));
        disk.fill();
        const std::optional<Error> error = put(path, QByteArray(size, 'x'));
        QVERIFY2(said(error).contains("cannot be written: there is no space left on the disk.|Make room"), said(error));
        QVERIFY(put(disk.file("new.csv"), QByteArray(size, 'x')));
        QCOMPARE(contentsOf(path), QByteArray("before"));
        QCOMPARE(disk.files(), QStringList {QStringLiteral("stages.csv")});
        disk.makeRoom();
        QVERIFY(!put(path, QByteArray(size, 'x')));
        QCOMPARE(contentsOf(path).size(), size);
    }

    void theReasonIsNamed()
    {
        SmallDisk disk;
        const QTemporaryDir folder;
        QVERIFY(said(put(folder.filePath(QStringLiteral("absent/a.csv")), "x")).contains("there is no such folder"));
        QVERIFY(said(put(folder.path(), "x")).contains("it is a folder"));
        QVERIFY(said(put(folder.path() + QLatin1Char('/'), "x")).contains("it is a folder"));
        QVERIFY(said(put(folder.filePath(QString(300, QLatin1Char('x'))), "x")).contains("its name is too long"));
        for (const auto& [code, words] : {std::pair(EDQUOT, "your share of the disk is used up"),
                 std::pair(EIO, "the disk reports a fault"), std::pair(EACCES, "you may not write there")})
            QVERIFY2(writeError("a.csv", code).message.text().find(words) != std::string::npos, words);
        if (disk.whyNot())
            QSKIP(disk.whyNot());
        QVERIFY(!put(disk.file("a.csv"), "before"));
        QCOMPARE(mount(nullptr, disk.path().toLocal8Bit().constData(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr), 0);
        QVERIFY(said(put(disk.file("a.csv"), "x")).contains("the disk is read-only"));
        QCOMPARE(contentsOf(disk.file("a.csv")), QByteArray("before"));
    }

    void aFileThatMayNotBeWrittenToStays()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.csv"));
        QVERIFY(!put(path, "before"));
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner));
        if (geteuid() == 0) { // who may write to any file
            constexpr uid_t nobody = 65534;
            QCOMPARE(chown(folder.path().toLocal8Bit().constData(), nobody, nobody), 0);
            QCOMPARE(chown(path.toLocal8Bit().constData(), nobody, nobody), 0);
            QCOMPARE(seteuid(nobody), 0);
        }
        const auto restore = qScopeGuard([] { [[maybe_unused]] const int isRoot = seteuid(getuid()); });
        QVERIFY(said(put(path, "x")).contains("you may not write there"));
        QCOMPARE(contentsOf(path), QByteArray("before"));
        QVERIFY(QFile::setPermissions(folder.path(), QFile::ReadOwner | QFile::ExeOwner));
        QVERIFY(said(put(folder.filePath(QStringLiteral("new.csv")), "x")).contains("you may not write there"));
        QVERIFY(QFile::setPermissions(folder.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }

    void permissionsStay()
    {
        const QTemporaryDir folder;
        const QByteArray path = folder.filePath(QStringLiteral("a.csv")).toLocal8Bit();
        const auto permissionsOf = [](const QByteArray& file) {
            struct stat is { };
            return stat(file.constData(), &is) == 0 ? is.st_mode & 0777 : 0;
        };
        const mode_t before = umask(022);
        const auto restore = qScopeGuard([before] { umask(before); });
        QVERIFY(!writeWholeFile(path.toStdString(), "x"));
        QCOMPARE(permissionsOf(path), mode_t(0644));
        QCOMPARE(chmod(path.constData(), 0640), 0);
        QVERIFY(!writeWholeFile(path.toStdString(), "y"));
        QCOMPARE(permissionsOf(path), mode_t(0640));
        const QByteArray own = folder.filePath(QStringLiteral("b.csv")).toLocal8Bit();
        OutputFile file(own.toStdString(), OutputFile::Readers::OwnerOnly);
        QVERIFY(file.write("x") && file.commit());
        QCOMPARE(permissionsOf(own), mode_t(0600));
    }

    void aLinkStaysALink()
    {
        const QTemporaryDir folder;
        const QString target = folder.filePath(QStringLiteral("target.csv"));
        const QString link = folder.filePath(QStringLiteral("link.csv"));
        QVERIFY(QFile::link(QStringLiteral("target.csv"), link)); // dangles at first
        for (const char* text : {"first", "second"}) {
            QVERIFY(!put(link, text));
            QVERIFY(QFileInfo(link).isSymLink());
            QCOMPARE(contentsOf(target), QByteArray(text));
        }
    }

    void withoutCommitNothingHappened()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.csv"));
        QVERIFY(!put(path, "before"));
        {
            OutputFile file(path.toStdString());
            QVERIFY(file.write("half of"));
        }
        QCOMPARE(contentsOf(path), QByteArray("before"));
        QCOMPARE(filesIn(folder.path()), QStringList {QStringLiteral("a.csv")});
    }

    /// Whatever call fails, and how: no such file is half written, and none is left over.
    void everyCallMayFail_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<bool>("writesHalf");
        QTest::addColumn<bool>("replaces");
        for (const bool replaces : {false, true}) {
            const char* which = replaces ? "replaced" : "new";
            QTest::addRow("no space, %s", which) << ENOSPC << false << replaces;
            QTest::addRow("no space after a half, %s", which) << ENOSPC << true << replaces;
            QTest::addRow("quota, %s", which) << EDQUOT << false << replaces;
            QTest::addRow("fault, %s", which) << EIO << false << replaces;
        }
    }
    void everyCallMayFail()
    {
        QFETCH(int, code);
        QFETCH(bool, writesHalf);
        QFETCH(bool, replaces);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.csv"));
        failingcalls::code = code;
        failingcalls::writesHalf = writesHalf;
        int failed = 0;
        for (int call = 1;; ++call) {
            QFile::remove(path);
            if (replaces)
                QVERIFY(!put(path, "before"));
            failingcalls::arm(folder.path().toStdString(), call);
            OutputFile file(path.toStdString());
            for (int block = 0; block < 5; ++block)
                file.write(std::string(10'000, char('0' + block)));
            const bool isWritten = file.commit();
            if (!failingcalls::disarm()) {
                QVERIFY(isWritten);
                break;
            }
            ++failed;
            QVERIFY2(!isWritten && file.error(), qPrintable(QString::number(call)));
            QCOMPARE(file.error()->message.text(), writeError(path.toStdString(), code).message.text());
            QCOMPARE(filesIn(folder.path()), replaces ? QStringList {QStringLiteral("a.csv")} : QStringList());
            if (replaces)
                QCOMPARE(contentsOf(path), QByteArray("before"));
        }
        QCOMPARE(failed, 9); // open, five times write, fsync, close, rename
        QCOMPARE(contentsOf(path).size(), 50'000);
    }

    void aDeviceIsWrittenToAsItIs()
    {
        QVERIFY(isStream("/dev/full") && isStream("/dev/null") && isStream("/dev/stdout") && !isStream("/tmp"));
        QVERIFY(!put(QStringLiteral("/dev/null"), "x"));
        for (const int size : {1, 100'000}) {
            const QByteArray words = said(put(QStringLiteral("/dev/full"), QByteArray(size, 'x')));
            QVERIFY2(words.startsWith("/dev/full cannot be written: there is no space left"), words);
        }
        QVERIFY(isStream("/dev/full"));
    }

    void aPipeGetsEverything()
    {
        const QTemporaryDir folder;
        const QByteArray path = folder.filePath(QStringLiteral("pipe.csv")).toLocal8Bit();
        QCOMPARE(mkfifo(path.constData(), 0600), 0);
        auto reader = std::async(std::launch::async, [&path] { return contentsOf(QString::fromLocal8Bit(path)); });
        const QByteArray text(300'000, 'y');
        QVERIFY(!put(QString::fromLocal8Bit(path), text));
        QCOMPARE(reader.get(), text);
        QVERIFY(isStream(path.toStdString()));
    }

    void aReaderThatGoesAwayIsSaid()
    {
        int ends[2];
        QCOMPARE(pipe(ends), 0);
        ::close(ends[0]);
        const QString path = QStringLiteral("/dev/fd/%1").arg(ends[1]);
        QVERIFY2(said(put(path, "x")).contains("nobody reads it any more"), said(put(path, "x")));
        ::close(ends[1]);
    }

    void aDescriptorGoesOnWhereItIs()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("log")));
        QVERIFY(file.open(QIODevice::ReadWrite | QIODevice::Unbuffered));
        QCOMPARE(file.write("head\n"), 5);
        QVERIFY(!put(QStringLiteral("/dev/fd/%1").arg(file.handle()), "table\n"));
        QCOMPARE(contentsOf(file.fileName()), QByteArray("head\ntable\n"));
    }

    void aLimitOfTheSizeIsSaid()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.csv"));
        QVERIFY(!put(path, "before"));
        rlimit old {};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &old), 0);
        rlimit tight = old;
        tight.rlim_cur = 4096;
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &tight), 0);
        const auto restore = qScopeGuard([&] { setrlimit(RLIMIT_FSIZE, &old); });
        QVERIFY(said(put(path, QByteArray(100'000, 'x'))).contains("files may not become that large there"));
        QCOMPARE(contentsOf(path), QByteArray("before"));
        QCOMPARE(filesIn(folder.path()).size(), 1);
    }

    void whatAKilledWriterLeftGoesWithTheNextOne()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("run.sqlite"));
        QVERIFY(!put(path, "before"));
        for (int kill = 0; kill < 3; ++kill) {
            const pid_t writer = fork();
            if (writer == 0) {
                OutputFile file(path.toStdString());
                _exit(file.write("half of it") ? 0 : 1);
            }
            int status = -1;
            QCOMPARE(waitpid(writer, &status, 0), writer);
            QCOMPARE(status, 0);
            QCOMPARE(filesIn(folder.path()).size(), 2); // not one more each time
            QCOMPARE(contentsOf(path), QByteArray("before"));
        }
        QVERIFY(!put(path, "after"));
        QCOMPARE(filesIn(folder.path()), QStringList {QStringLiteral("run.sqlite")});
        QCOMPARE(contentsOf(path), QByteArray("after"));
    }

    void whatAnotherWritesIsNotTouched()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("run.sqlite"));
        const QString notes = folder.filePath(QStringLiteral("run.sqlite.backup"));
        QVERIFY(!put(notes, "mine"));
        OutputFile slow(path.toStdString());
        QVERIFY(slow.write("slow"));
        for (int i = 0; i < 3; ++i)
            QVERIFY(!put(path, "quick"));
        QVERIFY(!removeUnfinished(unfinishedName(path.toStdString(), 0)));
        QCOMPARE(contentsOf(path), QByteArray("quick"));
        QVERIFY(slow.commit());
        QCOMPARE(contentsOf(path), QByteArray("slow"));
        QCOMPARE(contentsOf(notes), QByteArray("mine"));
        QCOMPARE(filesIn(folder.path()).size(), 2);
    }

    void onlyNamesOfItsOwnAreUnfinished()
    {
        QVERIFY(isUnfinished(unfinishedName("/data/run.json", 0)) && isUnfinished(unfinishedName("run.json", 99)));
        QCOMPARE(std::string(finishedName("run.json.unfinished-7")), std::string("run.json"));
        for (const char* name : {"run.json", "run.json.unfinished-", "run.json.unfinished-new", "run.index.backup",
                 "run.json.unfinished-1.bak", "memory.md"}) {
            QVERIFY2(!isUnfinished(name), name);
            QCOMPARE(std::string(finishedName(name)), std::string(name));
        }
    }

    void foldersAreMade()
    {
        const QTemporaryDir folder;
        const QString deep = folder.filePath(QStringLiteral("a/b/c"));
        QVERIFY(!makeFolder(deep.toStdString()) && !makeFolder(deep.toStdString()) && QFileInfo(deep).isDir());
        QVERIFY(!put(folder.filePath(QStringLiteral("file")), "x"));
        QVERIFY(makeFolder(folder.filePath(QStringLiteral("file/d")).toStdString()));
    }
};

BUBBLESCOPE_TEST(TstOutputFile, QCoreApplication)

} // namespace bubblescope::tst_outputfile

#include "tst_outputfile.moc"
