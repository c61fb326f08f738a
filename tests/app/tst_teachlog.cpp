// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Patterns of logs that the user teaches, wherever a log is opened.
#include "commandline.h"
#include "folderloader.h"
#include "logpattern.h"
#include "runcache.h"
#include "teachlogdialog.h"
#include "testprogram.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace bubblescope::tst_teachlog {

namespace {

OpenedFolderPtr openedLog(const QString& path, const RunCache* cache = nullptr)
{
    FolderLoad load;
    load.paths = {path.toStdString()};
    load.cache = cache;
    load.levels = false;
    load.threads = 1;
    FolderLoader loader(std::move(load));
    OpenedFolderPtr folder = loader.load();
    loader.store();
    return folder;
}

} // namespace

class TstTeachLog : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        qputenv("XDG_CONFIG_HOME", m_config.path().toUtf8());
        write(QStringLiteral("train.log"),
            "epoch one\n[  1] took 2.50s loss 9.5\n[  2] took 3.50s loss 8.5\n[ 10] took 2.50s loss 7.5\n");
        write(QStringLiteral("mine.bubblelog"),
            "{\"lines\": [\"\\\\[ *(?<step>\\\\d+)\\\\] took (?<time_s>[\\\\d.]+)s\"]}");
        write(QStringLiteral("wrong.bubblelog"), "{\"lines\": [\"ab(?<step>\\\\d+\"]}");
    }
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void numbersAreMarkedByMouse()
    {
        TeachLogDialog dialog(path(QStringLiteral("train.log")));
        QSignalSpy tried(&dialog, &TeachLogDialog::tried);
        dialog.select(1, 3, 1);
        dialog.mark(QStringLiteral("step"));
        dialog.select(1, 13, 0); // the cursor alone, within 2.50
        dialog.mark(QStringLiteral("time_s"));
        dialog.select(1, 22, 3);
        dialog.mark(QStringLiteral("loss"));
        QVERIFY(tried.wait());
        QCOMPARE(dialog.notice(), QStringLiteral("3 steps, the usual one takes 3.000 s, loss 9.5 to 7.5"));
        QCOMPARE(dialog.patternFile(), path(QStringLiteral("train.log.bubblelog.json")));
        dialog.accept();
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
        const OpenedFolderPtr opened = openedLog(path(QStringLiteral("train.log")));
        QCOMPARE(opened->folder.runLogs.size(), size_t(1));
        QCOMPARE(opened->folder.runLogs[0].steps.back().step, int64_t(10));
        QVERIFY(QFile::remove(path(QStringLiteral("train.log.bubblelog.json"))));
    }

    void aWrittenPatternIsTriedOnTheWholeFile()
    {
        TeachLogDialog dialog(path(QStringLiteral("train.log")));
        QSignalSpy tried(&dialog, &TeachLogDialog::tried);
        dialog.setPatterns(QStringLiteral("took (?<time_s>"));
        QVERIFY(tried.wait());
        QCOMPARE(dialog.notice(), QStringLiteral("pattern 1, character 6: \"(\" has no \")\""));
        dialog.accept(); // refused: nothing is written
        QVERIFY(!QFile::exists(dialog.patternFile()));
        dialog.setPatterns(QStringLiteral("never (?<loss>.)"));
        QTRY_COMPARE(
            dialog.notice(), QStringLiteral("none of 4 lines matches the pattern; the first is \"epoch one\""));
        dialog.setPatterns(QStringLiteral("took (?<time_s>[\\d.]+)"));
        QTRY_COMPARE(dialog.notice(), QStringLiteral("3 steps, the usual one takes 3.000 s"));
        dialog.setPatterns(QStringLiteral("loss (?<loss>8.5)"));
        QTRY_COMPARE(dialog.notice(), QStringLiteral("1 step, loss 8.5 to 8.5"));
    }

    void keptPatternsAreNotReplacedSilently()
    {
        const QString log = path(QStringLiteral("train.log"));
        TeachLogDialog dialog(log);
        QFile kept(dialog.patternFile());
        QVERIFY(kept.open(QIODevice::WriteOnly));
        kept.write("{\"lines\": [\"loss (?<loss>8.5)\"]}");
        kept.close();
        const auto text = [&kept] { return kept.open(QIODevice::ReadOnly) ? kept.readAll() : QByteArray(); };
        int asked = 0;
        bool mayReplace = false;
        dialog.askReplace = [&](const QString& file) {
            ++asked;
            return file == dialog.patternFile() && mayReplace;
        };
        QSignalSpy tried(&dialog, &TeachLogDialog::tried);
        dialog.setPatterns(QStringLiteral("took (?<time_s>[\\d.]+)"));
        QVERIFY(tried.wait());
        dialog.accept();
        QCOMPARE(asked, 1);
        QVERIFY(dialog.result() != int(QDialog::Accepted));
        QVERIFY(text().contains("8.5"));
        kept.close();
        mayReplace = true;
        dialog.accept();
        QCOMPARE(asked, 2);
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
        QVERIFY(text().contains("took"));
        kept.close();
        dialog.accept(); // the same again
        QCOMPARE(asked, 2);
        QVERIFY(kept.remove());
    }

    void whatWasWrittenByHandComesBackByUndo()
    {
        TeachLogDialog dialog(path(QStringLiteral("train.log")));
        const QString written = QStringLiteral("took (?<time_s>[\\d.]+)");
        dialog.setPatterns(written);
        dialog.select(1, 22, 3);
        dialog.mark(QStringLiteral("loss"));
        QVERIFY(dialog.patterns() != written);
        for (QPlainTextEdit* edit : dialog.findChildren<QPlainTextEdit*>()) {
            if (!edit->isReadOnly())
                edit->undo();
        }
        QCOMPARE(dialog.patterns(), written);
    }

    void aDialogThatIsClosedEarlyWaitsForNobody()
    {
        auto dialog = std::make_unique<TeachLogDialog>(path(QStringLiteral("train.log")));
        dialog->setPatterns(QStringLiteral("took (?<time_s>[\\d.]+)"));
        QTRY_VERIFY(!dialog->notice().isEmpty());
        dialog.reset();
        QCoreApplication::processEvents();
    }

    void whatIsKeptForAllLogsIsPartOfTheCache()
    {
        QTemporaryDir caches;
        const RunCache cache(caches.path().toStdString(), BUBBLESCOPE_VERSION);
        const QString log = path(QStringLiteral("train.log"));
        QVERIFY(openedLog(log, &cache)->folder.runLogs.empty());
        QVERIFY(QDir().mkpath(QString::fromStdString(userLogPatternFolder())));
        const QString kept = QString::fromStdString(userLogPatternFolder()) + QStringLiteral("/mine.bubblelog.json");
        QVERIFY(QFile::copy(path(QStringLiteral("mine.bubblelog")), kept));
        QCOMPARE(openedLog(log, &cache)->folder.runLogs.size(), size_t(1));
        QCOMPARE(openedLog(log, &cache)->folder.runLogs.size(), size_t(1));
        QVERIFY(QFile::remove(kept));
        QVERIFY(openedLog(log, &cache)->folder.runLogs.empty());
    }

    void commandsThatOpenLogsTakeAPattern_data()
    {
        QTest::addColumn<QStringList>("command");
        for (const char* words : {"", "inspect a", "summary a", "simulate a", "compare a b", "check a --baseline b",
                 "history a b", "stragglers a", "mcp"}) {
            const QStringList command = QString::fromLatin1(words).split(QLatin1Char(' '), Qt::SkipEmptyParts);
            QTest::newRow(command.isEmpty() ? "window" : qPrintable(command.front())) << command;
        }
    }
    void commandsThatOpenLogsTakeAPattern()
    {
        QFETCH(QStringList, command);
        std::vector<std::string> arguments;
        for (const QString& word : command)
            arguments.push_back(word.toStdString());
        arguments.push_back("--log-pattern=" + path(QStringLiteral("mine.bubblelog")).toStdString());
        const Command fine = parseCommandLine(arguments);
        const auto* said = std::get_if<CommandLineAnswer>(&fine);
        QVERIFY2(!said, said ? said->text.c_str() : "");
        arguments.back() = "--log-pattern=" + path(QStringLiteral("wrong.bubblelog")).toStdString();
        const Command refused = parseCommandLine(arguments);
        said = std::get_if<CommandLineAnswer>(&refused);
        QVERIFY(said);
        QCOMPARE(said->exitCode, ExitCode::Usage);
        QVERIFY2(said->text.find("character 3") != std::string::npos, said->text.c_str());
    }

private:
    QString path(const QString& name) const { return m_folder.path() + QLatin1Char('/') + name; }
    void write(const QString& name, const char* text) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    QTemporaryDir m_folder;
    QTemporaryDir m_config;
};

BUBBLESCOPE_TEST(TstTeachLog, QApplication)

} // namespace bubblescope::tst_teachlog

#include "tst_teachlog.moc"
