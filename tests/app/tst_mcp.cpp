// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What an assistant gets over the Model Context Protocol; once driven by the official client, where npm can fetch it.
#include "../index/indexing.h"
#include "../index/openings.h"

#include "checkcommand.h"
#include "gatereport.h"
#include "gaterules.h"
#include "gateruns.h"
#include "mcpserver.h"
#include "samplecommand.h"
#include "shareddata.h"
#include "summarymarkdown.h"
#include "testprogram.h"

#include <QDir>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <sstream>
#include <utility>

namespace bubblescope::tst_mcp {

namespace {

/// A written sample with a slow rank, and a server for it.
struct Served {
    explicit Served(McpOptions options = {}) : tools(std::move(options)), server(tools)
    {
        SampleOptions sample;
        sample.stages = 4;
        sample.tensor = 1;
        sample.data = 2;
        sample.layers = 8;
        sample.steps = 4;
        sample.stragglers = {{5, 1.3}};
        if (!writeSample(sample, path()))
            qFatal("the sample was not written");
    }
    std::string path() const { return folder.filePath(QStringLiteral("run")).toStdString(); }

    Json ask(const char* method, const Json& params)
    {
        const Json request {{"jsonrpc", "2.0"}, {"id", ++count}, {"method", method}, {"params", params}};
        return Json::parse(server.answer(request.dump()));
    }
    /// The text of a tool's answer.
    std::string call(const char* tool, const Json& arguments, bool isError = false)
    {
        const Json answer = ask("tools/call", {{"name", tool}, {"arguments", arguments}});
        const Json& result = answer.at("result");
        if (result.contains("isError") != isError)
            qFatal("%s", answer.dump().c_str());
        return result.at("content").at(0).at("text").get<std::string>();
    }
    std::string opened() { return opened(path()); }
    std::string opened(const std::string& path)
    {
        const std::string text = call("open", {{"paths", Json::array({path})}});
        return text.substr(10, text.find('.') - 10); // "Opened as r1."
    }

    QTemporaryDir folder;
    McpTools tools;
    McpServer server;
    int count = 0;
};

} // namespace

class TstMcp : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void itIntroducesItself()
    {
        Served served;
        const Json answer = served.ask("initialize", {{"protocolVersion", "2024-11-05"}, {"capabilities", Json::object()}});
        QCOMPARE(answer["result"]["protocolVersion"].get<std::string>(), std::string("2024-11-05"));
        QCOMPARE(answer["result"]["serverInfo"]["name"].get<std::string>(), std::string("bubblescope"));
        const Json newer = served.ask("initialize", {{"protocolVersion", "2099-01-01"}});
        QCOMPARE(newer["result"]["protocolVersion"].get<std::string>(), std::string("2025-06-18"));
        QVERIFY(served.ask("ping", Json::object())["result"].empty());
        QVERIFY(served.server.answer(R"({"jsonrpc":"2.0","method":"notifications/initialized"})").empty());
    }

    void anIndexAnswersForRanksThatAreNotInMemory()
    {
        Served whole;
        const std::string index = whole.folder.filePath(QStringLiteral("run.bubbleindex")).toStdString();
        QCOMPARE(indexed({whole.path()}, index, 1), ExitCode::Fine);
        McpOptions options;
        options.memory = 60'000;
        Served part(std::move(options));
        for (Served* each : {&whole, &part})
            QVERIFY(each->call("open", {{"paths", Json::array({index})}}).find("Opened as r1.") == 0);
        QVERIFY(part.call("open", {{"paths", Json::array({index})}}).find("ranks are opened") != std::string::npos);
        for (const char* tool : {"summary", "findings", "simulate"})
            QCOMPARE(part.call(tool, {{"run", "r1"}}), whole.call(tool, {{"run", "r1"}}));
        const Json slowRank {{"run", "r1"}, {"finding", "straggling-rank"}};
        QVERIFY(part.call("evidence", slowRank).find("\"ranks\"") != std::string::npos);
        const Json itself {{"run", "r1"}, {"other", "r1"}};
        QCOMPARE(part.call("compare", itself), whole.call("compare", itself));
        const Json againstItself {{"run", "r1"}, {"baselines", Json::array({"r1"})}};
        QCOMPARE(part.call("check", againstItself), whole.call("check", againstItself));
        const Json rows {{"run", "r1"}, {"sql", "SELECT count(*) FROM spans"}};
        QCOMPARE(part.call("query", rows), whole.call("query", rows));
        // What it found, and the step that it read, stay for the next question.
        Openings openings(IndexPlaces(index).run());
        QVERIFY(openings.isWatching());
        for (const char* tool : {"summary", "findings", "simulate"})
            part.call(tool, {{"run", "r1"}});
        part.call("evidence", slowRank);
        part.call("check", againstItself);
        part.call("query", rows);
        QCOMPARE(openings.count(), 0);
    }

    void everyToolHasASchema()
    {
        Served served;
        const Json answer = served.ask("tools/list", Json::object());
        QStringList names;
        for (const Json& tool : answer["result"]["tools"]) {
            names << QString::fromStdString(tool["name"].get<std::string>());
            QCOMPARE(tool["inputSchema"]["type"].get<std::string>(), std::string("object"));
            for (const Json& required : tool["inputSchema"]["required"])
                QVERIFY(tool["inputSchema"]["properties"].contains(required.get<std::string>()));
        }
        for (const char* name : {"open", "summary", "findings", "evidence", "query", "compare", "check", "simulate", "plan", "more"})
            QVERIFY2(names.contains(QLatin1String(name)), name);
        QVERIFY(!names.contains(QStringLiteral("picture"))); // there is no folder for it
    }

    void limitsOfChecksAreThoseOfTheCommand()
    {
        Served served;
        const Json listed = served.ask("tools/list", Json::object()); // lives as long as the loop
        for (const Json& tool : listed["result"]["tools"]) {
            for (int q = 0; tool["name"] == "check" && q < gateQuantityCount; ++q) {
                const std::string key(gateQuantityKey(GateQuantity(q)));
                QVERIFY2(tool["inputSchema"]["properties"].contains("max_" + key), key.c_str());
            }
        }
        const std::string run = served.opened();
        Json asked {{"run", run}, {"baselines", Json::array({run})}, {"max_exposed", "+1%"}, {"max_memory", "+5%"}};
        QVERIFY(served.call("check", asked).find("Fine") == 0);
        asked["min_mfu"] = "40%"; // of a sample nothing tells it
        const std::string answer = served.call("check", asked);
        QVERIFY2(answer.find("Cannot tell") == 0 && answer.find("MFU") != std::string::npos, answer.c_str());
        for (const char* wrong : {"0.4", "+40%", "140%"}) {
            asked["min_mfu"] = wrong;
            QVERIFY(served.call("check", asked, true).find("40%") != std::string::npos);
        }
    }

    /// A log that states its model is judged by what follows from its steps.
    void checkJudgesTheMfuAsTheCommandDoes()
    {
        REQUIRE_SHARED_DATA();
        const std::string log = sharedData("torchtitan/run349_ansi.log"); // MFU 41 % of B200
        Served served;
        const std::string run = served.opened(log);
        for (const char* least : {"20%", "80%"}) {
            const Json asked {{"run", run}, {"baselines", Json::array({run})}, {"min_mfu", least}};
            CheckCommand command;
            command.run = log;
            command.baselines = {log};
            command.useCache = false;
            command.rules.leastMfu = parseLeastMfu(least);
            const JudgedFolders judged(command);
            QVERIFY(judged.report() && judged.report()->mfu);
            QCOMPARE(served.call("check", asked), gateText(*judged.report(), {judged.run(), command}));
        }
    }

    void toolsAnswerShortly()
    {
        Served served;
        const std::string run = served.opened();
        const std::string summary = served.call("summary", {{"run", run}});
        QVERIFY(summary.find("Rank 5") != std::string::npos);
        QVERIFY(served.call("findings", {{"run", run}}).find("straggling-rank") != std::string::npos);
        QVERIFY(served.call("evidence", {{"run", run}, {"finding", "straggling-rank"}}).find("\"ranks\"") != std::string::npos);
        QVERIFY(served.call("check", {{"run", run}, {"baselines", Json::array({run})}}).find("Fine") == 0);
        for (const char* tool : {"summary", "findings"})
            QVERIFY(tokensOf(served.call(tool, {{"run", run}})) <= tokenLimit);
        QVERIFY(tokensOf(served.call("compare", {{"run", run}, {"other", run}})) <= tokenLimit);
        QVERIFY(tokensOf(served.call("simulate", {{"run", run}, {"knobs", Json::array({"microbatches=16"})}})) <= tokenLimit);
    }

    void aJobIsPlanned()
    {
        Served served;
        const Json paths = Json::array({testData("jobdescription/llama31_8b.json")});
        const Json knobs = Json::array({"gpus=64", "tensor=2", "stages=4", "sequence=4096"});
        const std::string planned = served.call("plan", {{"paths", paths}, {"knobs", knobs}, {"hardware", "h100"}});
        QVERIFY2(planned.find("tokens/s per GPU") != std::string::npos, planned.c_str());
        QVERIFY(tokensOf(planned) <= tokenLimit);
        const std::string flags = served.call("plan", {{"paths", paths}, {"knobs", knobs}, {"flags", "megatron"}});
        QVERIFY2(flags.find("--tensor-model-parallel-size 2") != std::string::npos, flags.c_str());
        const std::string best = served.call("plan",
            {{"paths", paths}, {"knobs", Json::array({"sequence=4096"})}, {"search", "yes"}, {"gpus", "8"}, {"batch", "32"},
                {"allow", Json::array({"schedule=1f1b", "context=1"})}});
        QVERIFY2(best.find("searched") != std::string::npos, best.c_str());
        QVERIFY(served.call("plan", {{"paths", paths}}, true).find("not stated") != std::string::npos);
    }

    void partsAreComparedAsOnTheCommandLine()
    {
        REQUIRE_SHARED_DATA();
        Served served;
        const std::string input = sharedData("reports/91-compare-a-fused-kernel/input");
        const std::string a = served.opened(input + "/A");
        const std::string b = served.opened(input + "/B");
        const auto told = [&](const char* key, const char* value, bool isError = false) {
            return served.call("compare", {{"run", a}, {"other", b}, {key, value}}, isError);
        };
        const std::string whole = served.call("compare", {{"run", a}, {"other", b}});
        for (const auto& [key, value] : {std::pair("step", "11"), std::pair("step", "11,12"),
                 std::pair("range", "ProfilerStep#11"), std::pair("marker", "ProfilerStep#11"),
                 std::pair("between", "0:10"), std::pair("between", "0:10,5:12.5")}) {
            const std::string part = told(key, value);
            QVERIFY2(part != whole && part.find("aten::mm") != std::string::npos, part.c_str());
        }
        QVERIFY(told("step", "11") != told("step", "11,12") || told("between", "0:10") != told("between", "0:10,5:12.5"));
        for (const auto& [key, value] : {std::pair("step", "first"), std::pair("between", "10:0"),
                 std::pair("between", "0:10,"), std::pair("step", "11,")})
            QVERIFY(told(key, value, true).find(value) != std::string::npos);
        const Json both {{"run", a}, {"other", b}, {"step", "11"}, {"range", "ProfilerStep#11"}};
        QVERIFY(served.call("compare", both, true).find("Only one of") == 0);
    }

    void questionsInSqlAreAnswered()
    {
        Served served;
        const std::string run = served.opened();
        const std::string counted
            = served.call("query", {{"run", run}, {"sql", "SELECT count(*) > 7 AS many, NULL AS none FROM ranks"}});
        QCOMPARE(counted, std::string("many | none\n1 | \n"));
        QVERIFY(served.call("query", {{"run", run}}).find("CREATE TABLE") != std::string::npos);
        const std::string many = served.call("query", {{"run", run}, {"sql", "SELECT id, name FROM spans"}});
        QVERIFY(tokensOf(many) <= tokenLimit);
        QVERIFY(many.find("call more") != std::string::npos);
        for (const char* wrong : {"SELECT nothing FROM nowhere", "DELETE FROM spans", "ATTACH 'x' AS y"})
            served.call("query", {{"run", run}, {"sql", wrong}}, true);
    }

    void whatIsTooLongIsToldOnRequest()
    {
        Served served;
        const std::string run = served.opened();
        std::string text = served.call("evidence", {{"run", run}, {"finding", "straggling-rank"}});
        std::string whole;
        static const QRegularExpression handle(QStringLiteral("call more with handle (\\w+)\\]$"));
        for (int i = 0; i < 20; ++i) {
            QVERIFY(tokensOf(text) <= tokenLimit);
            const QRegularExpressionMatch match = handle.match(QString::fromStdString(text));
            whole += text.substr(0, text.find("\n[cut here"));
            if (!match.hasMatch())
                break;
            text = served.call("more", {{"handle", match.captured(1).toStdString()}});
        }
        QVERIFY2(Json::accept(whole), whole.c_str());
    }

    void wrongArgumentsAreAnswers()
    {
        Served served;
        const std::string run = served.opened();
        QVERIFY(served.call("open", {{"paths", Json::array({"/no/such/folder"})}}, true).find("There is no") == 0);
        const auto told = [&served](const char* tool, const Json& arguments) {
            return served.call(tool, arguments, true);
        };
        QCOMPARE(told("open", Json::object()), std::string("paths is missing. Files and folders."));
        QCOMPARE(told("open", {{"paths", 7}}), std::string("paths must be a list of texts. Files and folders."));
        QCOMPARE(told("open", {{"paths", Json::array({7})}}), std::string("paths must be a list of texts. Files and folders."));
        QCOMPARE(told("open", {{"paths", Json::array()}}), std::string("paths is empty."));
        QCOMPARE(told("open", {{"paths", nullptr}}), std::string("paths is missing. Files and folders."));
        QVERIFY(told("summary", {{"run", run}, {"step", -1}}).starts_with("step must be a whole number from 0"));
        QVERIFY(told("summary", {{"run", run}, {"step", 1.5}}).starts_with("step must be a whole number"));
        served.call("summary", {{"run", "r999"}}, true);
        QCOMPARE(told("summary", {{"run", 1}}), std::string("run must be a text. Handle that open gave, such as r1."));
        QVERIFY(told("simulate", {{"run", run}, {"set", Json::array({"microbatches=8"})}})
                    .starts_with("There is no argument \"set\". Known are "));
        served.call("summary", {{"run", run}, {"_client", 1}});
        QFile unknown(served.folder.filePath(QStringLiteral("config.json")));
        QVERIFY(unknown.open(QIODevice::WriteOnly)
            && unknown.write("{\"model_type\": \"mamba\", \"hidden_size\": 8}\n") > 0);
        unknown.close();
        const std::string refused = told("plan", {{"paths", Json::array({unknown.fileName().toStdString()})}});
        QVERIFY2(refused.find("is not known here. Known are llama") != std::string::npos, refused.c_str());
        served.call("evidence", {{"run", run}, {"finding", "nothing"}}, true);
        served.call("check", {{"run", run}, {"baselines", Json::array({run})}, {"max_step", "fast"}}, true);
        served.call("more", {{"handle", "m999"}}, true);
        QVERIFY(served.call("simulate", {{"run", run}, {"knobs", Json::array({"microbatch=8"})}}, true).find("microbatches") != std::string::npos);
        QCOMPARE(served.ask("tools/call", {{"name", "format"}})["error"]["code"].get<int>(), -32602);
        QCOMPARE(served.ask("resources/list", Json::object())["error"]["code"].get<int>(), -32601);
    }

    void uselessFilesAreNamed()
    {
        Served served;
        QFile file(served.folder.filePath(QStringLiteral("recipe.txt")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("flour, water, salt\n") > 0);
        file.close();
        const std::string told = served.call("open", {{"paths", Json::array({file.fileName().toStdString()})}}, true);
        for (const char* part : {"Nothing that this program can open", "recipe.txt", "rank trace", "run log"})
            QVERIFY2(told.find(part) != std::string::npos, told.c_str());
    }

    void brokenMessagesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<int>("code");
        QTest::newRow("no JSON") << QByteArray("{\"jsonrpc\"") << -32700;
        QTest::newRow("a number") << QByteArray("7") << -32600;
        QTest::newRow("an older protocol") << QByteArray(R"({"id":1,"method":"ping"})") << -32600;
        QTest::newRow("no method") << QByteArray(R"({"jsonrpc":"2.0","id":1})") << -32600;
        QTest::newRow("an odd id") << QByteArray(R"({"jsonrpc":"2.0","id":[],"method":"ping"})") << -32600;
        QTest::newRow("an empty batch") << QByteArray("[]") << -32600;
        QTest::newRow("deep") << QByteArray(200'000, '[') << -32700;
        QTest::newRow("not UTF-8") << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":\"\xff\"}") << -32700;
        QTest::newRow("no tool") << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]})") << -32602;
    }

    void brokenMessagesAreRefused()
    {
        QFETCH(QByteArray, line);
        QFETCH(int, code);
        McpTools tools;
        const Json answer = Json::parse(McpServer(tools).answer(line.toStdString()));
        QCOMPARE(answer["error"]["code"].get<int>(), code);
    }

    void linesAreAnsweredInOrder()
    {
        McpTools tools;
        std::istringstream in("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n\n" + std::string(5 << 20, ' ')
            + "x\n[{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"},{\"jsonrpc\":\"2.0\",\"method\":\"x\"}]");
        std::ostringstream out;
        McpServer(tools).serve(in, out);
        std::istringstream answers(out.str());
        std::string line;
        QVERIFY(std::getline(answers, line) && Json::parse(line)["id"] == 1);
        QVERIFY(std::getline(answers, line) && Json::parse(line)["error"]["code"] == -32600);
        QVERIFY(std::getline(answers, line) && Json::parse(line).size() == 1 && Json::parse(line)[0]["id"] == 2);
        QVERIFY(!std::getline(answers, line));
    }

    void picturesGoIntoTheirFolderOnly()
    {
        QTemporaryDir pictures;
        std::vector<std::string> drawn;
        McpOptions options;
        options.pictures = pictures.path().toStdString();
        options.drawing.views = {"stages", "timeline"};
        options.drawing.draw = [&drawn](const Source&, const std::string&, const std::string& png) {
            drawn.push_back(png);
            return std::optional<Error>();
        };
        Served served(options);
        const std::string run = served.opened();
        served.call("picture", {{"run", run}});
        served.call("picture", {{"run", run}, {"view", "stages"}});
        served.call("picture", {{"run", run}, {"view", "../../etc/passwd"}}, true);
        QCOMPARE(drawn.size(), size_t(2));
        for (const std::string& path : drawn)
            QVERIFY(path.starts_with(options.pictures + "/") && path.find("..") == std::string::npos);
    }

    /// The program itself: what the first picture leaves in caches must not end the second.
    void severalPicturesAreDrawn()
    {
        Served served;
        QTemporaryDir pictures;
        QProcess program;
        program.start(QStringLiteral(BUBBLESCOPE_PROGRAM), {QStringLiteral("mcp"), QStringLiteral("--pictures"), pictures.path()});
        auto ask = [&program, id = 0](const char* tool, const Json& arguments) mutable {
            const Json request {{"jsonrpc", "2.0"}, {"id", ++id}, {"method", "tools/call"},
                {"params", {{"name", tool}, {"arguments", arguments}}}};
            program.write((request.dump() + '\n').c_str());
        };
        ask("open", {{"paths", Json::array({served.path()})}});
        const QStringList views {QStringLiteral("timeline"), QStringLiteral("timeline"), QStringLiteral("layers"),
            QStringLiteral("stages"), QStringLiteral("loss"), QStringLiteral("steps"), QStringLiteral("window")};
        for (const QString& view : views)
            ask("picture", {{"run", "r1"}, {"view", view.toStdString()}});
        ask("picture", {{"run", "r1"}, {"view", "map"}});
        program.closeWriteChannel();
        QVERIFY(program.waitForFinished());
        QVERIFY2(program.exitStatus() == QProcess::NormalExit && program.exitCode() == 0, program.readAllStandardError().constData());
        const QList<QByteArray> answers = program.readAllStandardOutput().trimmed().split('\n');
        QCOMPARE(answers.size(), views.size() + 2);
        for (qsizetype i = 0; i < views.size(); ++i) {
            const Json content = Json::parse(answers[i + 1].toStdString())["result"]["content"][0];
            const QImage image(QString::fromStdString(content["text"].get<std::string>()));
            QVERIFY2(!image.isNull(), answers[i + 1].constData());
        }
        QVERIFY(answers.back().contains("layers, loss, roofline, stages, steps, timeline, window"));
    }

    void aPictureThatCannotBeWrittenSaysWhy()
    {
        Served served;
        QTemporaryDir pictures;
        const QString folder = pictures.filePath(QStringLiteral("gone"));
        QVERIFY(QDir().mkdir(folder));
        QProcess program;
        program.start(
            QStringLiteral(BUBBLESCOPE_PROGRAM), {QStringLiteral("mcp"), QStringLiteral("--pictures"), folder});
        const auto ask = [&program](const char* tool, const Json& arguments) {
            const Json request {{"jsonrpc", "2.0"}, {"id", 1}, {"method", "tools/call"},
                {"params", {{"name", tool}, {"arguments", arguments}}}};
            program.write((request.dump() + '\n').c_str());
            while (!program.canReadLine() && program.waitForReadyRead(60'000)) { }
            const Json result = Json::parse(program.readLine().toStdString(), nullptr, false)["result"];
            return QString::fromStdString(result["content"][0]["text"].get<std::string>());
        };
        ask("open", {{"paths", Json::array({served.path()})}});
        QVERIFY(QDir().rmdir(folder)); // since the server was started
        const QString said = ask("picture", {{"run", "r1"}});
        QVERIFY2(said.contains(folder) && said.contains(QStringLiteral("cannot be written: there is no such folder"))
                && !said.contains(QStringLiteral("drawn")),
            qPrintable(said));
        program.closeWriteChannel();
        QVERIFY(program.waitForFinished());
    }

    void theOfficialClientUnderstandsIt()
    {
        const QString npm = QStandardPaths::findExecutable(QStringLiteral("npm"));
        const QString node = QStandardPaths::findExecutable(QStringLiteral("node"));
        if (npm.isEmpty() || node.isEmpty())
            QSKIP("npm and node are not installed");
        Served served;
        QTemporaryDir folder;
        QProcess install;
        install.setWorkingDirectory(folder.path());
        install.start(npm, {QStringLiteral("install"), QStringLiteral("--no-audit"), QStringLiteral("--no-fund"),
                               QStringLiteral("--ignore-scripts"), QStringLiteral("@modelcontextprotocol/sdk@1")});
        constexpr int patienceMs = 75'000;
        if (!install.waitForFinished(patienceMs) || install.exitCode() != 0) {
            install.kill();
            install.waitForFinished();
            QSKIP("npm cannot fetch the official client here");
        }
        QVERIFY(QFile::copy(QString::fromStdString(testData("mcp/client.mjs")), folder.filePath(QStringLiteral("client.mjs"))));
        QProcess client;
        client.setWorkingDirectory(folder.path());
        client.start(node, {QStringLiteral("client.mjs"), QStringLiteral(BUBBLESCOPE_PROGRAM), QString::fromStdString(served.path())});
        QVERIFY(client.waitForFinished(patienceMs));
        QVERIFY2(client.exitCode() == 0, client.readAllStandardError().constData());
        const Json got = Json::parse(client.readAllStandardOutput().toStdString());
        QCOMPARE(got["server"]["name"].get<std::string>(), std::string("bubblescope"));
        QVERIFY(got["tools"].size() >= 8);
        for (const auto& [name, answer] : got["answers"].items()) {
            QCOMPARE(answer["isError"].get<bool>(), name == "wrong" || name == "closed");
            QVERIFY(!answer["text"].get<std::string>().empty());
        }
        QVERIFY(got["answers"]["summary"]["text"].get<std::string>().find("Rank 5") != std::string::npos);
    }
};

BUBBLESCOPE_TEST(TstMcp, QCoreApplication)

} // namespace bubblescope::tst_mcp

#include "tst_mcp.moc"
