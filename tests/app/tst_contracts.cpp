// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The manual's page of contracts against the code: exit codes, keys, words.
#include "checkcommand.h"
#include "commandline.h"
#include "samplecommand.h"
#include "comparereport.h"
#include "formatsreport.h"
#include "gatereport.h"
#include "gateruns.h"
#include "hangtext.h"
#include "historycommand.h"
#include "inspectjson.h"
#include "querydatabase.h"
#include "queryschema.h"
#include "realfolder.h"
#include "samplefolder.h"
#include "sanitized.h"
#include "shareddata.h"
#include "simulatefolder.h"
#include "simulationreport.h"
#include "smallsample.h"
#include "stragglercommand.h"
#include "summaryjson.h"
#include "testprogram.h"

#include <fmt/format.h>

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <array>
#include <set>

namespace bubblescope::tst_contracts {
using Parsed = nlohmann::ordered_json;

namespace {
QString manualPage(const char* name)
{
    QFile file(projectFolder() + QStringLiteral("/resources/manual/") + QLatin1String(name));
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Words in code of the row that begins with `head`.
std::set<QString> documentedIn(const QString& page, const QString& head)
{
    std::set<QString> words;
    for (const QString& line : page.split(QLatin1Char('\n'))) {
        if (!line.startsWith(QStringLiteral("| %1 |").arg(head)))
            continue;
        static const QRegularExpression code(QStringLiteral("`([^`]+)`"));
        for (const QRegularExpressionMatch& match : code.globalMatch(line.mid(head.size() + 4)))
            words.insert(match.captured(1));
    }
    return words;
}

/// Empty where the data is not here.
RunFolder realOrEmpty(const char* name) { return hasSharedData() ? realFolder(name) : RunFolder(); }

struct OneNumber final : QueryRows {
    int64_t number = -1;
    void begin(std::span<const std::string> /*columns*/) override { }
    bool row(std::span<const QueryValue> cells) override
    {
        number = std::get<int64_t>(cells.front());
        return true;
    }
};

std::set<QString> keysOf(const std::string& json)
{
    std::set<QString> keys;
    const Parsed parsed = Parsed::parse(json);
    for (const auto& [key, value] : parsed.items())
        keys.insert(QString::fromStdString(key));
    return keys;
}

} // namespace

class TstContracts : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        m_page = manualPage("contracts.md");
        QVERIFY(!m_page.isEmpty());
        Result<RunFolder> sample = makeSampleFolder(smallSample(6));
        QVERIFY(bool(sample));
        m_folder = std::move(sample).value();
    }

    void exitCodesAreAsTold()
    {
        struct Told {
            ExitCode code;
            const char* name;
        };
        for (const Told& told : {Told {ExitCode::Fine, "Fine"}, Told {ExitCode::Usage, "Usage"},
                 Told {ExitCode::NothingUsable, "NothingUsable"}, Told {ExitCode::OpenedWithErrors, "OpenedWithErrors"},
                 Told {ExitCode::Failed, "Failed, Suspect"}, Told {ExitCode::Worse, "Worse"},
                 Told {ExitCode::NotComparable, "NotComparable"}, Told {ExitCode::CannotTell, "CannotTell"}})
            QVERIFY2(m_page.contains(QStringLiteral("| %1 | %2 |").arg(int(told.code)).arg(QLatin1String(told.name))), told.name);
        QCOMPARE(int(ExitCode::Suspect), int(ExitCode::Failed));
        // Also where people look first.
        const QString usage = manualPage("command-line.md");
        const QString help = QString::fromStdString(std::get<CommandLineAnswer>(parseCommandLine({"--help"})).text);
        for (int code = 0; code <= int(ExitCode::CannotTell); ++code) {
            QVERIFY(usage.contains(QStringLiteral("| %1 |").arg(code)));
            QVERIFY(help.contains(QString::number(code)));
        }
    }

    void keysAreAsTold()
    {
        const auto compareKeys = [this](const char* command, const std::string& json) {
            const std::set<QString> told = documentedIn(m_page, QStringLiteral("`%1`").arg(QLatin1String(command)));
            const std::set<QString> is = keysOf(json);
            for (const QString& key : is)
                QVERIFY2(told.count(key), qPrintable(QLatin1String(command) + QLatin1Char(' ') + key));
            for (const QString& key : told)
                QVERIFY2(is.count(key), qPrintable(QLatin1String(command) + QLatin1Char(' ') + key));
        };
        compareKeys("inspect", inspectJson(m_folder, {}));
        compareKeys("formats", formatsJson());
        compareKeys("summary", *summaryJson(m_folder, {}));
        compareKeys("compare", comparisonJson(*compareFolders({m_folder}, {m_folder})));
        compareKeys("hang", hangJson(std::vector<NamedHang>(1), {}));
        const Result<StragglerWhatIf> whatIf = findStragglerWhatIf(*contextOf(m_folder.runs.front()));
        QVERIFY(bool(whatIf));
        compareKeys("stragglers", stragglersJson(m_folder.runs.front(), *whatIf));
        CheckCommand command;
        const std::vector<GateRun> runs {gateRunOf(m_folder.runs.front())};
        compareKeys("check", gateJson(judgeRun(runs.front(), runs, command.rules), {&m_folder.runs.front(), command}));
        compareKeys("history", historyJson(historyOf(runs)));
    }

    void keysOfSimulateAreAsTold()
    {
        const std::set<QString> told = documentedIn(m_page, QStringLiteral("`simulate`"));
        SimulateOptions options;
        options.ranksGains = true;
        options.knobs = {"microbatches=4"};
        std::set<QString> seen;
        const RunFolder tables = realOrEmpty("neusight");
        for (const RunFolder* folder : std::array<const RunFolder*, 2> {&m_folder, &tables}) {
            const Result<SimulatedInput> simulated = simulateFolder(*folder, options);
            if (folder == &m_folder)
                QVERIFY2(simulated.isOk(), simulated.isOk() ? "" : simulated.error().message.text().c_str());
            if (!simulated.isOk())
                continue;
            for (const QString& key : keysOf(simulationJson(simulated->report))) {
                QVERIFY2(told.count(key), qPrintable(key));
                seen.insert(key);
            }
        }
        for (const char* always : {"baseline", "simulated", "knobs", "assumptions"})
            QVERIFY2(seen.count(QLatin1String(always)), always);
        if (!hasSharedData())
            return;
        options.knobs = {"tensor=2", "stages=4"};
        options.input = "20251224_105911_TP1_DP1_PP8_MBS1_GBS32_log";
        const Result<SimulatedInput> logs = simulateFolder(realOrEmpty("opt_prime"), options);
        QVERIFY2(logs.isOk(), logs.isOk() ? "" : logs.error().message.text().c_str());
        for (const QString& key : keysOf(simulationJson(logs->report)))
            seen.insert(key);
        QVERIFY(seen.count(QStringLiteral("measured")));
        options.knobs.clear();
        options.input = "meg_gpt2_perf_n16";
        options.ranksGains = false;
        const Result<SimulatedInput> calibrated = simulateFolder(realOrEmpty("megatron_logs"), options);
        QVERIFY2(calibrated.isOk(), calibrated.isOk() ? "" : calibrated.error().message.text().c_str());
        for (const QString& key : keysOf(simulationJson(calibrated->report)))
            seen.insert(key);
        QVERIFY(seen.count(QStringLiteral("calibration")));
        for (const QString& key : seen)
            QVERIFY2(told.count(key), qPrintable(key));
        QVERIFY(told.size() - seen.size() <= 1);
    }

    void keysOfIndexAreAsTold()
    {
        const QTemporaryDir folder;
        const auto path = [&folder](const char* name) { return folder.filePath(QLatin1String(name)); };
        QVERIFY(writeSample(smallSample(2), path("run").toStdString()));
        QProcess program;
        const auto printed = [&program](const QStringList& arguments) {
            program.start(QStringLiteral(BUBBLESCOPE_PROGRAM), arguments);
            return program.waitForFinished(60'000) && program.exitCode() == 0 ? program.readAllStandardOutput() : QByteArray();
        };
        QVERIFY(!printed({QStringLiteral("index"), path("run"), QStringLiteral("-o"), path("a.bubbleindex")}).isEmpty());
        const QByteArray json
            = printed({QStringLiteral("index"), QStringLiteral("--status"), path("a.bubbleindex"), QStringLiteral("--json")});
        QVERIFY(!json.isEmpty());
        QCOMPARE(keysOf(json.toStdString()), documentedIn(m_page, QStringLiteral("`index --status`")));
    }

    void hangSaysTheSameOfAnIndex()
    {
        REQUIRE_SHARED_DATA();
        const QTemporaryDir folder;
        const QString dumps = QString::fromStdString(sharedData("flight_recorder"));
        const QString index = folder.filePath(QStringLiteral("hang.bubbleindex"));
        QProcess program;
        const auto told = [&program](const QStringList& arguments, ExitCode wanted) {
            program.start(QStringLiteral(BUBBLESCOPE_PROGRAM), arguments);
            return program.waitForFinished(60'000) && program.exitCode() == int(wanted)
                ? program.readAllStandardOutput()
                : QByteArray("failed");
        };
        QVERIFY(told({QStringLiteral("index"), dumps, QStringLiteral("-o"), index}, ExitCode::Fine) != "failed");
        const auto hang = [&](const QString& path) {
            return told({QStringLiteral("hang"), QStringLiteral("--json"), path}, ExitCode::Suspect);
        };
        const QByteArray ofFolder = hang(dumps);
        QVERIFY(ofFolder.contains("mixed-runs"));
        QCOMPARE(hang(index), ofFolder);
    }

    void hangSaysWhyADumpIsRefused()
    {
        const QTemporaryDir folder;
        QProcess program;
        const auto said = [&] {
            program.start(QStringLiteral(BUBBLESCOPE_PROGRAM), {QStringLiteral("hang"), folder.path()});
            return program.waitForFinished(60'000) && program.exitCode() == int(ExitCode::NothingUsable)
                ? program.readAllStandardError()
                : QByteArray("failed");
        };
        QVERIFY(said().contains("There is no dump of NCCL's flight recorder."));
        QFile dump(folder.filePath(QStringLiteral("nccl_trace_rank_0")));
        QVERIFY(dump.open(QFile::WriteOnly));
        dump.write(QByteArray("\x80\x02" "c__main__\nDump\n)\x81.")); // a class of its own
        dump.close();
        const QByteArray refused = said();
        QVERIFY2(refused.contains("nccl_trace_rank_0") && refused.contains("a Python pickle"), refused.constData());
        QVERIFY(!refused.contains("Run the job"));
    }

    void answersFromSomeRanksOfAnIndexSaySo()
    {
        const QTemporaryDir folder;
        const auto path = [&folder](const char* name) { return folder.filePath(QLatin1String(name)); };
        SampleOptions options = smallSample(2);
        options.data = 16;
        QVERIFY(writeSample(options, path("run").toStdString()));
        QProcess program;
        const auto printed = [&program](const QStringList& arguments) {
            program.start(QStringLiteral(BUBBLESCOPE_PROGRAM), arguments);
            const bool isFine = program.waitForFinished(60'000) && program.exitCode() == 0;
            return isFine ? program.readAllStandardError() : QByteArray("failed");
        };
        const QString index = path("a.bubbleindex");
        printed({QStringLiteral("index"), path("run"), QStringLiteral("-o"), index});
        const QStringList little {QStringLiteral("--memory"), QStringLiteral("20k")};
        const QStringList draw {QStringLiteral("export"), index, QStringLiteral("-o"), path("trace.json")};
        QCOMPARE(printed(draw), QByteArray());
        QVERIFY(printed(draw + little).contains("ranks are opened"));
        // A query asks all of them.
        const QStringList ask {QStringLiteral("query"), index, QStringLiteral("SELECT count(*) FROM spans")};
        QCOMPARE(printed(ask), QByteArray());
        const QByteArray all = program.readAllStandardOutput();
        QCOMPARE(printed(ask + little), QByteArray());
        QCOMPARE(program.readAllStandardOutput(), all);
        // What needs a step of all ranks, or everything, does not answer from some.
        const QStringList ideal {QStringLiteral("stragglers"), index, QStringLiteral("--ideal"), path("ideal.json")};
        for (const QStringList& command : {QStringList {QStringLiteral("simulate"), index}, ideal}) {
            QCOMPARE(printed(command + little), QByteArray("failed"));
            QCOMPARE(program.exitCode(), 2);
            QVERIFY(program.readAllStandardError().contains("MB of memory, more than the 0 MB that may be used"));
        }
        // What the merge has found, is of all.
        QCOMPARE(printed(ideal), QByteArray());
        const QByteArray found = program.readAllStandardOutput();
        QCOMPARE(printed(ideal.mid(0, 2) + little), QByteArray());
        QCOMPARE(program.readAllStandardOutput(), found);
    }

    void answersArePrintedAsProgramsReadThem()
    {
        const auto printed = [](const char* format) {
            QProcess program;
            program.start(QStringLiteral(BUBBLESCOPE_PROGRAM),
                {QStringLiteral("query"), QStringLiteral("--demo"), QLatin1String(format),
                    QStringLiteral("SELECT 'a,b' AS x, 2.5 AS y UNION ALL SELECT NULL, 1")});
            return program.waitForFinished(60'000) ? program.readAllStandardOutput() : QByteArray("failed");
        };
        QCOMPARE(printed("--csv"), QByteArray("x,y\n\"a,b\",2.5\n,1\n"));
        QCOMPARE(printed("--json"), QByteArray("[\n{\"x\": \"a,b\", \"y\": 2.5},\n{\"x\": null, \"y\": 1}\n]\n"));
    }

    void severalStatementsPrintOneDocument()
    {
        QProcess program;
        const auto printed = [&program](const char* sql) {
            program.start(QStringLiteral(BUBBLESCOPE_PROGRAM),
                {QStringLiteral("query"), QStringLiteral("--demo"), QStringLiteral("--json"), QLatin1String(sql)});
            return program.waitForFinished(60'000)
                ? Parsed::parse(program.readAllStandardOutput().toStdString(), nullptr, false)
                : Parsed("failed");
        };
        QVERIFY(printed("SELECT 1 AS a; SELECT 2 AS b UNION ALL SELECT 3; SELECT 4 AS c WHERE 0; -- end")
            == Parsed::parse(R"([[{"a": 1}], [{"b": 2}, {"b": 3}], []])"));
        QVERIFY(printed("-- begin\nSELECT 1 AS a;;") == Parsed::parse(R"([{"a": 1}])"));
        QVERIFY(printed("SELECT 1 AS a WHERE 0") == Parsed::parse("[]"));
        QVERIFY(printed("SELECT 1 AS a; SELECT nothing") == Parsed::parse(R"([[{"a": 1}]])"));
        QCOMPARE(program.exitCode(), int(ExitCode::Usage));
    }

    void aMissingPathIsNamedAndTheOtherAnswered()
    {
        const QTemporaryDir folder;
        const auto path = [&folder](const char* name) { return folder.filePath(QLatin1String(name)); };
        QVERIFY(writeSample(smallSample(2), path("run").toStdString()));
        const auto words = [&](const char* line) {
            QStringList all;
            for (const QString& word : QString::fromLatin1(line).split(QLatin1Char(' ')))
                all << (word == QStringLiteral("RUN")     ? path("run")
                        : word == QStringLiteral("NO")    ? path("nosuch")
                        : word.contains(QLatin1Char('.')) ? path(word.toLatin1().constData())
                                                          : QString(word).replace(QLatin1Char('_'), QLatin1Char(' ')));
            return all;
        };
        QProcess program;
        for (const char* line : {"inspect RUN NO", "summary NO RUN", "summary --json RUN NO", "stragglers RUN NO",
                 "simulate RUN NO", "history RUN NO", "query RUN NO SELECT_1", "check RUN --baseline RUN NO",
                 "index RUN NO -o a.bubbleindex", "export RUN NO -o a.json", "render RUN NO -o a.png"}) {
            program.start(QStringLiteral(BUBBLESCOPE_PROGRAM), words(line));
            QVERIFY2(program.waitForFinished(120'000), line);
            const QByteArray said = program.readAllStandardError();
            QVERIFY2(program.exitCode() == int(ExitCode::Usage) && said.contains("nosuch"), line + said);
            QVERIFY2(!program.readAllStandardOutput().isEmpty() || QByteArrayView(line).contains("-o"), line);
        }
        for (const char* written : {"a.bubbleindex/run.index", "a.json", "a.png"})
            QVERIFY2(QFile::exists(path(written)), written);
        // Tasks that all fail are not submitted.
        program.start(QStringLiteral(BUBBLESCOPE_PROGRAM), words("index RUN NO -o b.bubbleindex --slurm 2 --print"));
        QVERIFY(program.waitForFinished(60'000) && program.exitCode() == int(ExitCode::Usage));
        QCOMPARE(program.readAllStandardOutput(), QByteArray());
    }

    void aQueryThatIsNotThereIsNoAnswer()
    {
        for (const QStringList& words :
            {QStringList {QStringLiteral("/"), QStringLiteral("TYPO")}, {QStringLiteral("--demo")},
                {QStringLiteral("--demo"), QStringLiteral("--file"), QStringLiteral("/dev/null")}}) {
            QProcess program;
            program.setStandardInputFile(QProcess::nullDevice());
            program.start(QStringLiteral(BUBBLESCOPE_PROGRAM), QStringList {QStringLiteral("query")} + words);
            QVERIFY(program.waitForFinished(60'000));
            QCOMPARE(program.exitCode(), int(ExitCode::Usage));
            const QByteArray said = program.readAllStandardError();
            QVERIFY2(
                said.contains("There is no query") && said.contains("TYPO") == words.contains(QStringLiteral("TYPO")),
                said.constData());
        }
    }

    void anIndexIsNoFile()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("a.bubbleindex"));
        QVERIFY(writeSample(smallSample(2), folder.filePath(QStringLiteral("run")).toStdString()));
        QFile there(file);
        QVERIFY(there.open(QFile::WriteOnly));
        there.write("mine");
        there.close();
        QProcess program;
        for (const QStringList& words :
            {QStringList {folder.filePath(QStringLiteral("run")), QStringLiteral("-o"), file},
                {QStringLiteral("--merge"), QStringLiteral("-o"), file}, {QStringLiteral("--status"), file}}) {
            program.start(QStringLiteral(BUBBLESCOPE_PROGRAM), QStringList {QStringLiteral("index")} + words);
            QVERIFY(program.waitForFinished(60'000));
            QCOMPARE(program.exitCode(), int(ExitCode::Usage));
            const QByteArray said = program.readAllStandardError();
            const bool isNamed = said.contains(file.toLocal8Bit() + " is a file, and an index is a folder.");
            QVERIFY2(isNamed && !said.contains("no such folder"), said.constData());
        }
        QVERIFY(there.open(QFile::ReadOnly));
        QCOMPARE(there.readAll(), QByteArray("mine"));
    }

    void theSchemaIsAsTold()
    {
        QVERIFY(m_page.contains(QStringLiteral("`PRAGMA user_version` is %1").arg(querySchemaVersion)));
        // Where a value may be missing, the meaning says so: in all rows of what there is.
        std::vector<RunFolder> folders;
        folders.push_back(std::move(makeSampleFolder(smallSample(6))).value());
        for (const char* name : {"megatron_logs", "neusight", "kineto/hta", "simai"}) {
            if (!isSanitized || name == std::string_view("neusight"))
                folders.push_back(realOrEmpty(name));
        }
        for (RunFolder& folder : folders) {
            const auto data = std::make_shared<QueryData>(std::make_shared<const RunFolder>(std::move(folder)));
            const auto database = std::move(QueryDatabase::open(data)).value();
            for (const auto& table : queryTables()) {
                if (table->isFunction())
                    continue;
                for (const QueryColumn& column : table->columns()) {
                    if (column.help.find("NULL") != std::string_view::npos)
                        continue;
                    const std::string sql = fmt::format("SELECT count(*) FROM {} WHERE \"{}\" IS NULL", table->name(), column.name);
                    OneNumber answer;
                    QVERIFY2(!database->run(sql, answer), sql.c_str());
                    QVERIFY2(answer.number == 0, sql.c_str());
                }
            }
        }
    }

    void deeperKeysAreInTheManual()
    {
        SampleOptions slow = smallSample(8);
        slow.stragglers = {{1, 1.3}};
        const Result<RunFolder> after = makeSampleFolder(slow);
        const Result<RunFolder> before = makeSampleFolder(smallSample(8));
        QVERIFY(after && before);
        CheckCommand command;
        std::vector<GateRun> runs {gateRunOf(before->runs.front())};
        runs.push_back(runs.front());
        runs.push_back(gateRunOf(after->runs.front()));
        const GateReport report = judgeRun(runs.back(), {runs.front()}, command.rules);
        QVERIFY(report.culprit.has_value());
        const QString text = manualPage("json.md");
        for (const std::string& json : {gateJson(report, {&after->runs.front(), command}), historyJson(historyOf(runs))}) {
            const Parsed parsed = Parsed::parse(json);
            for (const char* list : {"quantities", "findings", "builds", "changes"}) {
                if (!parsed.contains(list))
                    continue;
                for (const Parsed& entry : parsed[list]) {
                    for (const auto& [key, value] : entry.items())
                        QVERIFY2(text.contains(QStringLiteral("`%1`").arg(QString::fromStdString(key))), key.c_str());
                }
            }
            if (parsed.contains("culprit")) {
                for (const auto& [key, value] : parsed["culprit"].items())
                    QVERIFY2(text.contains(QStringLiteral("`%1`").arg(QString::fromStdString(key))), key.c_str());
            }
        }
    }

    void wordsAreAsTold()
    {
        std::set<QString> origins;
        for (const Origin origin : {Origin::Measured, Origin::Modelled, Origin::Assumed})
            origins.insert(QString::fromStdString(std::string(originName(origin))));
        QCOMPARE(documentedIn(m_page, QStringLiteral("origin")), origins);
        std::set<QString> verdicts;
        for (const Verdict verdict : {Verdict::Fine, Verdict::Worse, Verdict::Better, Verdict::NotComparable,
                 Verdict::CannotTell})
            verdicts.insert(QString::fromStdString(std::string(verdictKey(verdict))));
        QCOMPARE(documentedIn(m_page, QStringLiteral("verdict of `check`")), verdicts);
        std::set<QString> quantities;
        for (int q = 0; q < gateQuantityCount; ++q)
            quantities.insert(QString::fromStdString(std::string(gateQuantityKey(GateQuantity(q)))));
        QCOMPARE(documentedIn(m_page, QStringLiteral("quantity of `check`")), quantities);
    }

private:
    QString m_page;
    RunFolder m_folder;
};

BUBBLESCOPE_TEST(TstContracts, QCoreApplication)

} // namespace bubblescope::tst_contracts

#include "tst_contracts.moc"
