// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Everything that the program writes, where it cannot.
#include "databaseexport.h"
#include "exportsource.h"
#include "failingcalls.h"
#include "hardwarepresets.h"
#include "picturefile.h"
#include "runcache.h"
#include "samplecommand.h"
#include "samplefolder.h"
#include "sanitized.h"
#include "smalldisk.h"
#include "smallsample.h"
#include "testprogram.h"
#include "tracefile.h"

#include <QApplication>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

namespace bubblescope::tst_fulldisk {

namespace {

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
}

struct Answer {
    int code = -1;
    QByteArray out;
    QByteArray said;
};

Answer run(const QStringList& arguments, const QString& standardOutput = {})
{
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QTemporaryDir cache;
    environment.insert(QStringLiteral("XDG_CACHE_HOME"), cache.path());
    program.setProcessEnvironment(environment);
    if (!standardOutput.isEmpty())
        program.setStandardOutputFile(standardOutput);
    program.start(QStringLiteral(BUBBLESCOPE_PROGRAM), arguments);
    if (!program.waitForFinished(60'000) || program.exitStatus() != QProcess::NormalExit)
        return {};
    return {program.exitCode(), program.readAllStandardOutput(), program.readAllStandardError()};
}

QStringList filesBelow(const QString& folder)
{
    QStringList files;
    for (QDirIterator it(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); it.hasNext();)
        files << it.next();
    files.sort();
    return files;
}

OpenedFolderPtr openedSample()
{
    auto opened = std::make_shared<OpenedFolder>();
    opened->folder = makeSampleFolder(smallSample(1)).value();
    return opened;
}

} // namespace

class TstFullDisk : public QObject {
    Q_OBJECT
private slots:
    void noCommandLosesWhatWasThere_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("file");
        int turn = 0;
        const auto add = [&turn](const char* file, const QStringList& arguments) {
            if (turn++ % sparsely != 0)
                return; // everyCallMayFail() has each writer
            QTest::newRow(qPrintable(arguments.join(QLatin1Char(' ')) + QLatin1Char(' ') + QLatin1String(file)))
                << arguments << QString::fromLatin1(file);
        };
        const QString demo = QStringLiteral("--demo");
        add("findings.csv",
            {QStringLiteral("export"), demo, QStringLiteral("--table"), QStringLiteral("findings"),
                QStringLiteral("-o")});
        for (const char* file : {"a.json", "a.json.gz", "a.png", "a.svg", "a.pdf", "a.html", "a.sqlite"})
            add(file, {QStringLiteral("export"), demo, QStringLiteral("-o")});
        add("b.png", {QStringLiteral("render"), demo, QStringLiteral("-o")});
        add("c.png", {QStringLiteral("simulate"), demo, QStringLiteral("--export")});
        add("c.json", {QStringLiteral("simulate"), demo, QStringLiteral("--export")});
    }
    void noCommandLosesWhatWasThere()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, file);
        SmallDisk disk("16m");
        if (disk.whyNot())
            QSKIP(disk.whyNot());
        const QString path = disk.path() + QLatin1Char('/') + file;
        const Answer fine = run(arguments + QStringList {path});
        QCOMPARE(fine.code, 0);
        const QByteArray before = contentsOf(path);
        QVERIFY(before.size() > 20);
        disk.fill();
        const Answer answer = run(arguments + QStringList {path});
        QCOMPARE(answer.code, 1);
        QVERIFY2(answer.said.startsWith("bubblescope: " + path.toUtf8() + " cannot be written: there is no space left"),
            answer.said);
        QCOMPARE(answer.said.count('\n'), 1);
        QCOMPARE(contentsOf(path), before);
        QCOMPARE(disk.files(), QStringList {file});
    }

    void aSampleIsOfWholeFiles()
    {
        SmallDisk disk("120k");
        if (disk.whyNot())
            QSKIP(disk.whyNot());
        const QTemporaryDir elsewhere;
        const QStringList options {QStringLiteral("--steps"), QStringLiteral("2")};
        const Answer fine = run(QStringList {QStringLiteral("sample"), elsewhere.path()} + options);
        QVERIFY2(fine.code == 0, fine.said);
        const QString folder = disk.file("sample");
        const Answer answer = run(QStringList {QStringLiteral("sample"), folder} + options);
        QCOMPARE(answer.code, 1);
        QVERIFY2(answer.said.contains("cannot be written: there is no space left on the disk"), answer.said);
        const QStringList written = filesBelow(folder);
        QVERIFY(!written.isEmpty() && written.size() < filesBelow(elsewhere.path()).size());
        QVERIFY(written.contains(folder + QStringLiteral("/unfinished")));
        for (const QString& file : written) {
            if (!file.endsWith(QStringLiteral("/unfinished")))
                QVERIFY2(contentsOf(file) == contentsOf(elsewhere.path() + file.mid(folder.size())), qPrintable(file));
        }
    }

    void answersThatCannotBePrintedAreSaid_data()
    {
        QTest::addColumn<QStringList>("arguments");
        for (const char* command :
            {"inspect --demo", "inspect --demo --json", "summary --demo", "summary --demo --json", "simulate --demo",
                "simulate --demo --json", "export --demo --table list -o a.csv", "cache", "--help"})
            QTest::newRow(command) << QString::fromLatin1(command).split(QLatin1Char(' '));
    }
    void answersThatCannotBePrintedAreSaid()
    {
        QFETCH(QStringList, arguments);
        const Answer answer = run(arguments, QStringLiteral("/dev/full"));
        QCOMPARE(answer.code, 1);
        QVERIFY2(answer.said.contains("the answer cannot be written in full: "), answer.said);
        QCOMPARE(answer.said.count('\n'), 1);
    }

    void devicesAndPipesAreWrittenTo()
    {
        const QStringList table {QStringLiteral("export"), QStringLiteral("--demo"), QStringLiteral("--table"),
            QStringLiteral("stages"), QStringLiteral("-o")};
        const Answer full = run(table + QStringList {QStringLiteral("/dev/full")});
        QCOMPARE(full.code, 1);
        QVERIFY2(full.said.contains("/dev/full cannot be written: there is no space left"), full.said);
        const Answer standard = run(table + QStringList {QStringLiteral("/dev/stdout")});
        QCOMPARE(standard.code, 0);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("stages.csv"));
        QCOMPARE(run(table + QStringList {path}).code, 0);
        QCOMPARE(standard.out, contentsOf(path));
        const Answer picture = run(
            {QStringLiteral("render"), QStringLiteral("--demo"), QStringLiteral("-o"), QStringLiteral("/dev/stdout")});
        QCOMPARE(picture.code, 0);
        QVERIFY(picture.out.startsWith("\x89PNG") && picture.out.contains("IEND"));
    }

    void otherPicturesThanPngAreRefused()
    {
        for (const char* name : {"x.bmp", "x.jpg", "x"}) {
            const Answer answer = run(
                {QStringLiteral("render"), QStringLiteral("--demo"), QStringLiteral("-o"), QString::fromLatin1(name)});
            QCOMPARE(answer.code, 1);
            QVERIFY2(answer.said.contains("the name has to end in .png"), answer.said);
            QVERIFY(!QFile::exists(QString::fromLatin1(name)));
        }
    }

    /// Whatever call fails: the writer says so, what was there is still there, and nothing else is.
    void everyCallMayFail_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"a.json", "a.json.gz", "a.png", "a.svg", "a.pdf", "a.sqlite", "preset", "cache"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void everyCallMayFail()
    {
        QFETCH(QString, name);
        const QTemporaryDir folder;
        const OpenedFolderPtr opened = openedSample();
        const Run& measured = opened->folder.runs.front();
        ExportSource source(opened, nullptr);
        ExportRequest request;
        const auto picture = source.picture(request);
        QVERIFY(picture);
        qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
        const RunCache cache(folder.path().toStdString(), "1");
        const FolderFingerprint fingerprint {"key", 1, 1, 1, {}};
        const std::string path = folder.filePath(name).toStdString();
        HardwareCatalog::Preset preset;
        if (name == QLatin1String("preset")) // its folder is there
            preset = keepHardwarePreset(*hardwareCatalog().copyOf("h100", "Ours")).value();

        const std::function<bool()> isWritten = [&] {
            if (name == QLatin1String("cache"))
                return cache.store(fingerprint, opened->folder);
            if (name == QLatin1String("preset"))
                return keepHardwarePreset(preset).isOk();
            if (name == QLatin1String("a.sqlite")) {
                QueryData data(std::shared_ptr<const RunFolder>(opened, &opened->folder));
                return !writeDatabase(data, path);
            }
            const ExportFormat format = *exportFormatOf(name);
            return isTrace(format) ? !writeTraceFile({{&measured, {}}}, path)
                                   : !writePicture(**picture, request, format, QString::fromStdString(path));
        };
        QVERIFY(isWritten());
        const QStringList files = filesBelow(folder.path());
        QCOMPARE(files.size(), 1);
        const QByteArray before = contentsOf(files.front());
        int failed = 0;
        for (int call = 1;; ++call) {
            failingcalls::arm(folder.path().toStdString(), call);
            const bool isFine = isWritten();
            if (!failingcalls::disarm()) {
                QVERIFY(isFine);
                break;
            }
            ++failed;
            QVERIFY2(!isFine, qPrintable(QString::number(call)));
            QCOMPARE(filesBelow(folder.path()), files);
            QCOMPARE(contentsOf(files.front()), before);
        }
        QVERIFY(failed >= 5); // open, write, fsync, close, rename
    }

    void everyCallOfASampleMayFail()
    {
        const QTemporaryDir whole;
        QVERIFY(writeSample(smallSample(1), whole.path().toStdString()));
        int failed = 0;
        for (int call = 1;; ++call) {
            const QTemporaryDir folder;
            failingcalls::arm(folder.path().toStdString(), call);
            const Result<WrittenSample> written = writeSample(smallSample(1), folder.path().toStdString());
            const bool isReached = failingcalls::disarm();
            for (const QString& file : filesBelow(folder.path())) {
                const QString original = whole.path() + file.mid(folder.path().size());
                QVERIFY2(file.endsWith(QStringLiteral("/unfinished")) || contentsOf(file) == contentsOf(original),
                    qPrintable(file));
            }
            if (!isReached) {
                QVERIFY(written);
                break;
            }
            ++failed;
            QVERIFY2(!written && written.error().message.text().find("cannot be written: ") != std::string::npos,
                qPrintable(QString::number(call)));
        }
        QCOMPARE(failed, 10 * 4 + 1); // open, write, close and rename of ten files, and their way to the disk
    }
};

BUBBLESCOPE_TEST(TstFullDisk, QApplication)

} // namespace bubblescope::tst_fulldisk

#include "tst_fulldisk.moc"
