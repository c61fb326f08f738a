// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderscan.h"
#include "foldertables.h"
#include "importerregistry.h"
#include "logpattern.h"
#include "mappingfiles.h"
#include "readlog.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

namespace bubblescope::tst_logpatterns {

namespace {

LogPatternPtr taught(const std::string& lines)
{
    const Result<LogPatternPtr> pattern = LogPattern::parse("{\"name\": \"mine\", \"lines\": [" + lines + "]}");
    if (!pattern)
        qWarning("%s", pattern.error().message.text().c_str());
    return pattern ? *pattern : nullptr;
}

ReadLog readTaught(std::string_view text, LogPatternPtr pattern)
{
    ReadLog read;
    read.report.setFile("train.log");
    ImportChoices choices;
    choices.logPattern = std::move(pattern);
    read.finished
        = makeRunLogImporter()->importChosen(choices, *openMemory(text, "train.log"), read.contents, read.report, {});
    return read;
}

std::string said(const ImportReport& report, IssueKind kind)
{
    for (const Issue& issue : report.issues()) {
        if (issue.kind == kind && !issue.first.empty())
            return issue.first.front().message.text();
    }
    return {};
}

/// What a folder holds besides traces.
RunFolder tablesOf(const std::string& path, const ImportChoices& choices = {})
{
    RunFolder folder;
    const FolderScan scan = scanPaths({path}, ImporterRegistry::builtin(), folder.report, {}, choices);
    folder.unrecognised = scan.unrecognised;
    for (const ScannedFile& file : scan.files) {
        auto source = openFile(file.path, file.name);
        FileContents contents;
        ImportChoices own = choices;
        own.mappingFile = file.mapping;
        folder.report.setFile(file.name);
        if (source)
            file.importer->importChosen(own, **source, contents, folder.report, {});
        addTables(folder, file.name, contents);
    }
    finishTables(folder);
    return folder;
}

constexpr const char* simple = "\"\\\\bstep (?<step>\\\\d+) took (?<time_s>[\\\\d.,]+) s(?:, loss (?<loss>\\\\S+))?\"";

} // namespace

class TstLogPatterns : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void linesThatMatchAreSteps()
    {
        const ReadLog read
            = readTaught("hello\nrank 0: step 1 took 2.5 s, loss 9.5\nstep 2 took 3 s, loss nan\nstep 3 took 1,000 s\n",
                taught(simple));
        QVERIFY(read.isLog());
        QCOMPARE(read.log().kind, RunLog::Kind::Trainer);
        QCOMPARE(read.log().steps.size(), size_t(3));
        QCOMPARE(read.log().steps[0].stepMs, std::optional(2500.0));
        QCOMPARE(read.log().steps[0].loss, std::optional(9.5));
        QVERIFY(!read.log().steps[1].loss);
        QCOMPARE(read.issues(), QByteArray("bad-number"));
    }

    void figuresOfSeveralLinesAreOneStep()
    {
        const ReadLog read = readTaught("== update 10\n gen 2.0s train 4000ms\n loss=1.5 lr=1e-5 (12,345 tok/s)\n"
                                        "== update 20\n gen 1.0s train 2000ms\n loss=1.25 lr=1e-5 (23,456 tok/s)\n",
            taught("\"update (?<step>\\\\d+)\", \"gen (?<part_s_generate>[\\\\d.]+)s train (?<time_ms>\\\\d+)ms\","
                   "\"loss=(?P<loss>\\\\S+) lr=(?<lr>\\\\S+) \\\\((?<tokens>[\\\\d,]+) tok/s\""));
        QCOMPARE(read.log().steps.size(), size_t(2));
        const LogStep& last = read.log().steps[1];
        QCOMPARE(last.step, int64_t(20));
        QCOMPARE(last.stepMs, std::optional(2000.0));
        QCOMPARE(last.loss, std::optional(1.25));
        QCOMPARE(last.learningRate, std::optional(1e-5));
        QCOMPARE(last.tokensPerSecond, std::optional(23456.0));
        QCOMPARE(read.log().timers.size(), size_t(2));
        QCOMPARE(read.log().timers[1].name, std::string("generate"));
        QCOMPARE(read.log().timers[1].ms, 1000.0);
    }

    void linesWithoutNumbersAreCounted()
    {
        const ReadLog read = readTaught("took 1.5s\nloss 3\ntook 2.5s\nloss 2\n",
            taught("\"took (?<time_s>[\\\\d.]+)s\", \"loss (?<loss>\\\\S+)\""));
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[1].step, int64_t(2));
        QCOMPARE(read.log().steps[1].stepMs, std::optional(2500.0));
        QCOMPARE(read.log().steps[1].loss, std::optional(2.0));
    }

    void theUsersPatternComesBeforeWhatIsKnown()
    {
        // detectron2's lines (detectron2/utils/events.py); the user prefers the time of the last iteration.
        const std::string lines = "[03/01 10:00:01 d2.utils.events]: eta: 1:00  iter: 19  total_loss: 2.5  time: 0.5  "
                                  "last_time: 0.75  data_time: 0.01  lr: 0.001  max_mem: 2000M\n";
        QCOMPARE(readLog(lines + lines).log().steps.at(0).stepMs, std::optional(500.0));
        const ReadLog read = readTaught(lines, taught("\"iter: (?<step>\\\\d+) .*last_time: (?<time_s>[\\\\d.]+)\""));
        QCOMPARE(read.log().steps.at(0).stepMs, std::optional(750.0));
        QVERIFY(!read.log().steps.at(0).loss);
    }

    void linesWithoutAStepDoNotCountForACrash_data()
    {
        QTest::addColumn<QByteArray>("lines");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("before the first") << QByteArray("warm-up 3 ms\n")
                                          << QByteArray("before the first step: RuntimeError: boom");
        QTest::newRow("no number") << QByteArray("step 7 took 2 s\nstep 1.5 took 2 s\n")
                                   << QByteArray("after step 7: RuntimeError: boom");
    }
    void linesWithoutAStepDoNotCountForACrash()
    {
        QFETCH(QByteArray, lines);
        QFETCH(QByteArray, says);
        const ReadLog read = readTaught(lines.toStdString() + "RuntimeError: boom\n",
            taught("\"step (?<step>[\\\\d.]+) took (?<time_s>[\\\\d.]+) s\", \"warm-up (?<time_ms>\\\\d+) ms\""));
        QVERIFY(read.isLog());
        QCOMPARE(QByteArray::fromStdString(said(read.report, IssueKind::RunCrashed)), says);
    }

    void noMatchSaysHowManyLinesAndTheFirst()
    {
        const ReadLog read = readTaught("alpha beta\n\ngamma\n", taught(simple));
        QVERIFY(!read.isLog());
        QVERIFY(read.contents.isForeign);
        QCOMPARE(said(read.report, IssueKind::UnmatchedPattern),
            std::string("none of 2 lines matches the pattern; the first is \"alpha beta\""));
    }

    void aBadPatternSaysWhere_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<qlonglong>("offset");
        QTest::addColumn<QByteArray>("why");
        const auto add = [](const char* pattern, qlonglong offset, const char* why) {
            QTest::newRow(pattern) << QByteArray(pattern) << offset << QByteArray(why);
        };
        add("(?<step>a", 0, "\"(\" has no \")\"");
        add("x(a(b)", 1, "\"(\" has no \")\"");
        add("(?<loss>.)(b))", 13, "\")\" has no \"(\"");
        add("a*(?<loss>*b)", 10, "there is nothing for \"*\" to repeat");
        add("[a]x[bc", 4, "\"[\" has no \"]\"");
        add("[(]x)", 4, "\")\" has no \"(\"");
        add("(?<loss>a)\\q", 10, "\"\\q\" means nothing");
        add("loss(?=x)", 4, "\"(?=\" is not known here: patterns look neither ahead nor back");
        add("(?<loss>a){2000}", 10, "\"{2000}\" repeats too often");
        add("ab(?<los>a)", 2, "no step has a figure called \"los\"");
        add("(?<loss>a)(?<loss>b)", 10, "two groups are called \"loss\"");
        add("(?<loss>a)[z-a]", 11, "\"z-a\" is no range of characters");
        add("\\x{41}(?<loss>a)\\q", 16, "\"\\q\" means nothing"); // a part of \x{41} is no escape either
    }
    void aBadPatternSaysWhere()
    {
        QFETCH(QByteArray, pattern);
        QFETCH(qlonglong, offset);
        QFETCH(QByteArray, why);
        QByteArray escaped = pattern;
        escaped.replace("\\", "\\\\");
        const auto made = LogPattern::parse("{\"lines\": [\"" + escaped.toStdString() + "\"]}");
        QVERIFY(!made);
        QCOMPARE(QByteArray::fromStdString(made.error().message.text()),
            "pattern 1, character " + QByteArray::number(offset + 1) + ": " + why);
        QCOMPARE(qlonglong(made.error().offset.value_or(999)), offset);
    }

    /// Compiling every beginning of such a pattern takes minutes.
    void whatPrecedesAnErrorIsNotCompiledAgainAndAgain()
    {
        std::string pattern;
        for (int i = 0; i < 180; ++i)
            pattern += "[a-z]{999}";
        QElapsedTimer clock;
        clock.start();
        const auto made = LogPattern::parse("{\"lines\": [\"(?<loss>a)" + pattern + "\\\\q\"]}");
        QVERIFY(!made);
        QCOMPARE(made.error().offset, std::optional<uint64_t>(10 + pattern.size()));
        QVERIFY(clock.elapsed() < 30'000);
    }

    void aPatternOfTooManyInstructionsIsRefused()
    {
        // All letters of the world, 200 times: each byte of a line would be looked at with tens of thousands of them.
        const auto made = LogPattern::parse("{\"lines\": [\"(?<loss>\\\\d) \\\\pL{200}\"]}");
        QVERIFY(!made);
        QVERIFY2(made.error().message.text().ends_with("it is too large"), made.error().message.text().c_str());
        QVERIFY(LogPattern::parse("{\"lines\": [\"(?<loss>\\\\d) \\\\w{200}\"]}"));
    }

    void whatIsNoPatternIsRefused()
    {
        QCOMPARE(LogPattern::parse("{\"lines\": [}").error().offset, std::optional<uint64_t>(11));
        QVERIFY(!LogPattern::parse("[]"));
        QVERIFY(!LogPattern::parse("{\"lines\": [1E400]}")); // which JSON allows and a double does not
        QVERIFY(!LogPattern::parse("{\"name\": \"x\"}"));
        QVERIFY(!LogPattern::parse("{\"lines\": []}"));
        QVERIFY(!LogPattern::parse("{\"lines\": [1]}"));
        QVERIFY(!LogPattern::parse("{\"lines\": [\"step (?<step>\\\\d+)\"]}")); // says nothing of it
        QVERIFY(!LogPattern::parse("{\"lines\": [\"(?<loss>" + std::string(3000, 'a') + ")\"]}"));
    }

    void aFileThatIsTooLargeSaysSo()
    {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString() + "/a.bubblelog.json";
        std::ofstream(path) << std::string(2'000'000, ' ') << "{\"lines\": [" << simple << "]}";
        const auto made = LogPattern::read(path);
        QVERIFY(!made);
        QCOMPARE(made.error().message.text(), std::string("the file of patterns is larger than 1 MB"));
    }

    void aPatternIsReadAsItWasWritten()
    {
        const LogPatternPtr pattern = taught(simple);
        const auto again = LogPattern::parse(pattern->text());
        QVERIFY(again.isOk());
        QCOMPARE((*again)->text(), pattern->text());
        QCOMPARE((*again)->lines(), pattern->lines());
    }

    void builtInPatternsAreSound()
    {
        // fairseq/logging/progress_bar.py, SimpleProgressBar, as of train_inner in fairseq_cli/train.py
        const std::string lines
            = "2024-01-01 10:00:00 | INFO | train_inner | epoch 001:    100 / 1102 loss=13.5, nll_loss=13.4, "
              "ppl=10854, "
              "wps=25000.5, ups=2.5, wpb=10000, bsz=400, num_updates=100, lr=1.25e-05, gnorm=3.5, loss_scale=8, "
              "train_wall=40, gb_free=10.1, wall=50\n"
              "2024-01-01 10:00:40 | INFO | train_inner | epoch 001:    200 / 1102 loss=11.5, nll_loss=11.4, ppl=2854, "
              "wps=25000.5, ups=4, wpb=10000, bsz=400, num_updates=200, lr=2.5e-05, gnorm=2.5, loss_scale=8, "
              "train_wall=25, gb_free=10.1, wall=75\n";
        QVERIFY(!builtinLogPatterns().empty());
        QCOMPARE(sniffLog(lines), 65);
        const ReadLog read = readLog(lines);
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[1].step, int64_t(200));
        QCOMPARE(read.log().steps[1].stepMs, std::optional(250.0));
        QCOMPARE(read.log().steps[1].loss, std::optional(11.5));
        QCOMPARE(read.log().steps[1].learningRate, std::optional(2.5e-5));
        QCOMPARE(read.log().steps[1].gradientNorm, std::optional(2.5));
        QVERIFY(read.report.isEmpty());
    }

    /// open_instruct/finetune.py: no time is printed, the stamps of its logger tell it.
    void linesWithoutATimeHaveThatOfTheirStamps()
    {
        const ReadLog read
            = readLog("11/30/2023 23:59:50 - INFO - __main__ -   Step: 10, LR: 2e-05, Loss: 1.25\n"
                      "12/01/2023 00:00:10 - INFO - __main__ -   Step: 20, LR: 1e-05, Loss: 1.125, TPS: 7250.5\n");
        QCOMPARE(read.log().steps.size(), size_t(2));
        QVERIFY(!read.log().steps[0].stepMs);
        QVERIFY(isNear(read.log().steps[1].stepMs, 2000));
        QVERIFY(read.log().steps[1].stepMsFromTimestamps);
        QCOMPARE(read.log().steps[1].loss, std::optional(1.125));
        QCOMPARE(read.log().steps[1].learningRate, std::optional(1e-5));
        QCOMPARE(read.log().steps[1].tokensPerSecond, std::optional(7250.5));
        QVERIFY(read.report.isEmpty());
    }

    void aPatternBesideALogReadsIt()
    {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        std::ofstream(path + "/a.log") << "step 1 took 2 s\nstep 2 took 2 s\n";
        std::ofstream(path + "/notes.md") << "nothing of it\n";
        QVERIFY(tablesOf(path).runLogs.empty());
        std::ofstream(path + "/mine.bubblelog.json") << "{\"name\": \"m\", \"lines\": [" << simple << "]}";
        const RunFolder read = tablesOf(path);
        QCOMPARE(read.runLogs.size(), size_t(1));
        QCOMPARE(read.runLogs[0].steps.size(), size_t(2));
        QCOMPARE(read.unrecognised, std::vector<std::string> {"notes.md"});
        // One that is named after another file is not for this one.
        std::ofstream(path + "/b.log") << "step 7 took 2 s\n";
        std::filesystem::rename(path + "/mine.bubblelog.json", path + "/b.log.bubblelog.json");
        const RunFolder other = tablesOf(path);
        QCOMPARE(other.runLogs.size(), size_t(1));
        QCOMPARE(other.runLogs[0].steps.at(0).step, int64_t(7));
        // What cannot be used is told, with its place.
        std::ofstream(path + "/b.log.bubblelog.json") << "{\"lines\": [\"step (?<step\"]}";
        QCOMPARE(said(tablesOf(path).report, IssueKind::BadHeader),
            std::string(
                "b.log.bubblelog.json is not used: pattern 1, character 6: \"(?P<step\" is no name of a group"));
    }

    void aNamedPatternReadsWhatNobodyKnows()
    {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString() + "/a.log";
        std::ofstream(path) << "step 1 took 2 s\n";
        ImportChoices choices;
        choices.logPattern = taught(simple);
        QCOMPARE(tablesOf(path, choices).runLogs.size(), size_t(1));
        choices.logPattern = taught("\"(?<loss>never)\"");
        const RunFolder none = tablesOf(path, choices);
        QVERIFY(none.runLogs.empty());
        QCOMPARE(said(none.report, IssueKind::UnmatchedPattern),
            std::string("none of 1 lines matches the pattern; the first is \"step 1 took 2 s\""));
        choices.logPattern.reset();
        choices.keptLogPatterns = {taught("\"(?<loss>never)\""), taught(simple)};
        QCOMPARE(tablesOf(path, choices).runLogs.size(), size_t(1));
    }

    void aLogOfNoKnownTrainerIsAdvised()
    {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        std::ofstream(path + "/a.log") << "at 1 loss 3\nat 2 loss 2\nat 3 loss 1\n";
        std::ofstream(path + "/b.log") << "hello\nlosses are possible\n";
        const RunFolder read = tablesOf(path);
        QCOMPARE(read.unrecognised.size(), size_t(2));
        QCOMPARE(said(read.report, IssueKind::UnknownLog), std::string("3 of its first lines tell a loss"));
        QCOMPARE(read.report.count(IssueKind::UnknownLog), uint64_t(1));
    }

    void patternsOfAFolderAreRead()
    {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        std::ofstream(path + "/b.bubblelog.json") << "{\"name\": \"b\", \"lines\": [" << simple << "]}";
        std::ofstream(path + "/a.bubblelog.json") << "{\"lines\": [\"(\"]}";
        std::vector<std::string> refused;
        const std::vector<LogPatternPtr> patterns = logPatternsOf(path, &refused);
        QCOMPARE(patterns.size(), size_t(1));
        QCOMPARE(patterns[0]->name(), std::string("b"));
        QCOMPARE(refused, std::vector<std::string> {path + "/a.bubblelog.json"});
    }

    /// A matcher that goes back would not come to an end: 2^60 ways to divide the line.
    void hostileLinesTakeLinearTime()
    {
        const LogPatternPtr pattern = taught("\"(a+)+(a*)*b(?<loss>\\\\d+)\"");
        std::string text;
        for (int i = 0; i < 100; ++i)
            text += std::string(10'000, 'a') + "\n";
        QElapsedTimer timer;
        timer.start();
        const ReadLog read = readTaught(text, pattern);
        QVERIFY(!read.isLog());
        QVERIFY(timer.elapsed() < 60'000);
    }

    /// Docker's json-file driver (daemon/logger/jsonfilelog/jsonlog); long lines are divided, the parts lack the break.
    void recordsOfDockerAreLines()
    {
        const auto record = [](const std::string& text) {
            return "{\"log\":\"" + text + "\",\"stream\":\"stdout\",\"time\":\"2026-03-01T10:00:01.123456789Z\"}"
                + "\n";
        };
        const std::string text = record("step 1: loss=3.5, 0.5 s/step\\n") + record("step 2: loss=")
            + record("2.5, 0.25 s/step\\n") + record("step 3: loss=1.5, 0.25 s/step\\r\\n");
        QVERIFY(sniffLog(text) > 5);
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().steps.size(), size_t(3));
        QCOMPARE(read.log().steps[1].loss, std::optional(2.5));
        QCOMPARE(read.log().steps[1].stepMs, std::optional(250.0));
    }

    /// Kubernetes' CRI (pkg/kubelet/kuberuntime/logs): time, stream, P or F for partial and full, text.
    void recordsOfKubernetesAreLines()
    {
        const std::string stamp = "2026-03-01T10:00:01.123456789Z ";
        const std::string text = stamp + "stdout F step 1: loss=3.5, 0.5 s/step\n" + stamp + "stdout P step 2: loss=\n"
            + stamp + "stderr F warning: something\n" + stamp + "stdout F 2.5, 0.25 s/step\n";
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[1].loss, std::optional(2.5));
    }

    void barsInRecordsOfDockerAreLines()
    {
        std::string text;
        for (const char* line : {"Epoch 0:  1%|#| 1/9 [00:05<00:40,  5.00s/it, loss=2.5]\\rEpoch 0:  2%|#| 2/9 "
                                 "[00:10<00:35,  4.00s/it, loss=2.25]\\r",
                 "Epoch 0:  3%|#| 3/9 [00:15<00:30,  5.00s/it, loss=2.0]\\n"})
            text += std::string("{\"log\":\"") + line
                + "\",\"stream\":\"stderr\",\"time\":\"2026-03-01T10:00:01.1Z\"}\n";
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().steps.size(), size_t(3));
        QCOMPARE(read.log().steps[1].stepMs, std::optional(4000.0));
        QCOMPARE(read.log().steps[2].loss, std::optional(2.0));
    }

    /// Of a job that was stopped within a bar, no break follows.
    void barsInARecordThatDoesNotEndAreLines()
    {
        std::string text;
        for (int step = 1; step <= 5; ++step)
            text += "{\"log\":\"\\rEpoch 0:  1%|#| " + std::to_string(step)
                + "/9 [00:05<00:40,  5.00s/it, "
                  "loss=2.5]\",\"stream\":\"stderr\",\"time\":\"2026-03-01T10:00:01.1Z\"}\n";
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().steps.size(), size_t(5));
        QCOMPARE(read.log().steps[4].loss, std::optional(2.5));
    }

    void linesBrokenAtAWidthAreJoined()
    {
        REQUIRE_SHARED_DATA();
        const ReadLog read = readLogFile(sharedData("reports/16-hard-wrapped-megatron/input/train.log"));
        QCOMPARE(read.log().steps.size(), size_t(30));
        QVERIFY(isNear(read.log().medianStepMs(), 13212.7, 1));
        QVERIFY(isNear(read.log().steps[14].stepMs, 30000, 500));
    }

    /// Also where a reader knows the pieces: the widths of terminals cut such lines behind their number, or their time.
    void linesBrokenAtAnyWidthAreJoined()
    {
        const auto lineOf = [](int step) {
            return fmt::format(" [2026-01-01 10:00:{0:02}] iteration {0:8}/     100 | consumed samples: {1:12} | "
                               "elapsed time per iteration (ms): {2:.1f} | throughput per GPU (TFLOP/s/GPU): 400.1 | "
                               "learning rate: 1.0E-04 | global batch size:    64 | lm loss: {3:.6E} | loss scale: 1.0 "
                               "| grad norm: 1.0 | number of skipped iterations:   0 | number of nan iterations:   0 |",
                step, 64 * step, step == 15 ? 30000.0 : 13210.0, 9 - 0.05 * step);
        };
        for (const size_t width : {60, 80, 100, 120, 132, 1000}) {
            std::string text;
            for (int step = 1; step <= 30; ++step) {
                const std::string line = lineOf(step);
                for (size_t at = 0; at < line.size(); at += width)
                    text += line.substr(at, width) + '\n';
            }
            const ReadLog read = readLog(text);
            QVERIFY2(read.isLog(), qPrintable(QString::number(width)));
            QCOMPARE(read.log().steps.size(), size_t(30));
            for (const LogStep& step : read.log().steps) {
                QVERIFY2(step.stepMs && step.loss, qPrintable(QString::number(width)));
                QCOMPARE(*step.stepMs, step.step == 15 ? 30000.0 : 13210.0);
            }
        }
    }

    void aResumedRunTakesItsLaterSteps()
    {
        REQUIRE_SHARED_DATA();
        const ReadLog read = readLogFile(sharedData("reports/18-resumed-after-crash/input/train.log"));
        QCOMPARE(read.log().steps.size(), size_t(90));
        QCOMPARE(read.log().steps[40].stepMs, std::optional(9000.0));
        QCOMPARE(read.log().steps[41].stepMs, std::optional(9000.0));
        QCOMPARE(read.log().steps[42].stepMs, std::optional(2500.0));
        QCOMPARE(read.log().repeatedSteps, uint64_t(0));
        QCOMPARE(said(read.report, IssueKind::RepeatedRecords),
            std::string(
                "the run was resumed at step 41: steps 41 to 50 were trained again, and the later lines count"));
        QCOMPARE(said(read.report, IssueKind::RunCrashed), std::string("after step 50: RuntimeError: NCCL error"));
    }

    void ranksOneAfterAnotherAreNoResumedRun()
    {
        std::string text;
        for (int rank = 0; rank < 2; ++rank) {
            for (int step = 1; step <= 20; ++step)
                text += " iteration " + std::to_string(step)
                    + "/ 20 | elapsed time per iteration (ms): 9.5 | lm loss: 3.0 |\n";
        }
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().steps.size(), size_t(20));
        QCOMPARE(read.log().repeatedSteps, uint64_t(20));
        QVERIFY(!said(read.report, IssueKind::RepeatedRecords).starts_with("the run"));
    }

    void foldersOfRanksAreOneLog()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = tablesOf(sharedData("reports/45-torchrun-log-folders/input"));
        QCOMPARE(folder.runLogs.size(), size_t(1));
        const RunLog& log = folder.runLogs[0];
        QCOMPARE(log.name, std::string("job"));
        QCOMPARE(log.steps.size(), size_t(20));
        QVERIFY(isNear(log.steps.front().loss, 7.9));
        QVERIFY(isNear(log.steps.back().loss, 6.0));
        QVERIFY(isNear(log.steps.front().memoryGiB, 44));
    }

    /// Lines of torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp and of c10's allocator.
    void aLogThatEndsInACrashSaysSo_data()
    {
        QTest::addColumn<QByteArray>("end");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("time-out") << QByteArray(
            "[rank3]:[E801 12:00:00.1 ProcessGroupNCCL.cpp:616] [Rank 3] Watchdog caught collective operation timeout: "
            "WorkNCCL(SeqNum=1234, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600037 "
            "milliseconds before timing out.\n"
            "[rank1]:[E801 12:00:00.2 ProcessGroupNCCL.cpp:616] [Rank 1] Watchdog caught collective operation timeout: "
            "WorkNCCL(SeqNum=1234, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600037 "
            "milliseconds before timing out.\n"
            "[rank1]: RuntimeError: NCCL communicator was aborted\n")
                                  << QByteArray(
                                         "after step 2: ALLREDUCE, number 1234 of its group, timed out on ranks 1, 3");
        QTest::newRow("time-out with dumps") << QByteArray(
            "[rank3]:[I801 11:59:59.9 FlightRecorder.cpp:55] Finished writing NCCLPG debug info to "
            "/tmp/nccl_trace_rank_3\n"
            "[rank3]:[E801 12:00:00.1 ProcessGroupNCCL.cpp:616] [Rank 3] Watchdog caught collective operation timeout: "
            "WorkNCCL(SeqNum=7, OpType=BROADCAST, Timeout(ms)=600000) ran for 600037 milliseconds before timing out.\n")
                                             << QByteArray(
                                                    "after step 2: BROADCAST, number 7 of its group, timed out on rank "
                                                    "3; of dumps such as /tmp/nccl_trace_rank_3, bubblescope hang "
                                                    "tells "
                                                    "who hangs");
        QTest::newRow("memory") << QByteArray(
            "[rank5]: Traceback (most recent call last):\n[rank5]:   File \"train.py\", line 1, in <module>\n"
            "[rank5]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.50 GiB. GPU 5 has a total "
            "capacity of 79.10 GiB\n")
                                << QByteArray(
                                       "after step 2: rank 5: out of memory: torch.OutOfMemoryError: CUDA out of "
                                       "memory. Tried to allocate 2.50 GiB.");
        QTest::newRow("signal") << QByteArray("srun: error: node7: task 3: Killed\n")
                                << QByteArray("after step 2: srun: error: node7: task 3: Killed");
        QTest::newRow("dealt with") << QByteArray("ValueError: never mind\nstep 3: loss=1.5, 0.25 s/step\n")
                                    << QByteArray();
    }
    void dumpsBesideALogAreNamed()
    {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        std::ofstream(path + "/train.log")
            << "step 1: loss=3.5, 0.5 s/step\nstep 2: loss=2.5, 0.25 s/step\n"
               "[rank3]:[I801 11:59:59.9 FlightRecorder.cpp:55] Finished writing NCCLPG debug info to "
               "/tmp/elsewhere/nccl_trace_rank_3\n"
               "[rank3]:[E801 12:00:00.1 ProcessGroupNCCL.cpp:616] [Rank 3] Watchdog caught collective operation "
               "timeout: WorkNCCL(SeqNum=7, OpType=BROADCAST, Timeout(ms)=600000) ran for 600037 milliseconds before "
               "timing out.\n";
        const std::unique_ptr<Importer> importer = makeRunLogImporter();
        const Imported without = importFile(*importer, path + "/train.log");
        QVERIFY(said(without.report, IssueKind::RunCrashed).find("of dumps such as /tmp/elsewhere") != std::string::npos);
        std::ofstream(path + "/nccl_trace_rank_3") << "dump";
        const Imported with = importFile(*importer, path + "/train.log");
        const std::string text = said(with.report, IssueKind::RunCrashed);
        QVERIFY2(text.find("its dumps lie beside the log: bubblescope hang " + path) != std::string::npos, text.c_str());
    }
    void aLogThatEndsInACrashSaysSo()
    {
        QFETCH(QByteArray, end);
        QFETCH(QByteArray, says);
        const ReadLog read
            = readLog("step 1: loss=3.5, 0.5 s/step\nstep 2: loss=2.5, 0.25 s/step\n" + end.toStdString());
        QVERIFY(read.isLog());
        QVERIFY2(QByteArray::fromStdString(said(read.report, IssueKind::RunCrashed)).startsWith(says),
            said(read.report, IssueKind::RunCrashed).c_str());
        QCOMPARE(read.report.count(IssueKind::RunCrashed), uint64_t(says.isEmpty() ? 0 : 1));
        QCOMPARE(read.log().crash.text(), said(read.report, IssueKind::RunCrashed));
    }
};

BUBBLESCOPE_TEST(TstLogPatterns, QCoreApplication)

} // namespace bubblescope::tst_logpatterns

#include "tst_logpatterns.moc"
