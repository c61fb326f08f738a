// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which kernels communicate: what is known of libraries, and what the user says, wherever a run is opened.
#include "commandline.h"
#include "consolecommands.h"
#include "folderloader.h"
#include "kernelsdialog.h"
#include "mainwindow.h"
#include "runcache.h"
#include "sessioncontrol.h"
#include "sessionjson.h"
#include "settings.h"
#include "shareddata.h"
#include "summaryjson.h"
#include "testprogram.h"
#include "theme.h"
#include "workspace.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include <cmath>
#include <tuple>

namespace bubblescope::tst_kernels {

namespace {

const QByteArray exchangeTable = R"([{"match": "my_exchange*", "operation": "all-to-all", "group": "ep"}])";

OpenedFolderPtr opened(
    const std::string& path, const KernelNamesPtr& kernels = KernelNames::builtin(), const RunCache* cache = nullptr)
{
    FolderLoad load;
    load.paths = {path};
    load.choices.kernels = kernels;
    load.cache = cache;
    load.levels = false;
    load.threads = 1;
    FolderLoader loader(std::move(load));
    OpenedFolderPtr folder = loader.load();
    loader.store();
    return folder;
}

nlohmann::json summaryOf(const OpenedFolderPtr& folder)
{
    const Result<std::string> text = summaryJson(folder->folder, {});
    return text ? nlohmann::json::parse(*text) : nlohmann::json();
}

/// Where the time of the exchanges is counted.
Category categoryOf(const RunFolder& folder)
{
    const Trace& trace = *folder.runs.at(0).trace;
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        if (trace.name(SpanId(i)).find("my_exchange") != std::string_view::npos)
            return trace.category(SpanId(i));
    }
    return Category::Other;
}

const nlohmann::json* findingOf(const nlohmann::json& summary, const char* id)
{
    for (const nlohmann::json& finding : summary["findings"]) {
        if (finding["id"] == id)
            return &finding;
    }
    return nullptr;
}

double exposedOf(const nlohmann::json& rank)
{
    double sum = 0;
    for (const auto& [group, ms] : rank["exposed_comm_ms"].items())
        sum += ms.get<double>();
    return sum;
}

} // namespace

class TstKernels : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("run")));
        for (int rank = 0; rank < 2; ++rank) {
            std::string events;
            for (int k = 0; k < 4; ++k) {
                for (const auto& [name, begin, duration] :
                    {std::tuple("ampere_gemm", 0, 100), std::tuple("void my_exchange<8>(int*)", 100, 50)})
                    events += fmt::format(
                        R"(,{{"ph":"X","cat":"kernel","name":"{}","pid":{},"tid":7,"ts":{},"dur":{},"args":{{"stream":7,"device":{}}}}})",
                        name, rank, 1000 + 150 * k + begin, duration, rank);
            }
            const std::string text = fmt::format(
                R"({{"distributedInfo":{{"rank":{},"world_size":2}},"traceEvents":[{{"ph":"M","name":"process_labels","pid":{},"args":{{"labels":"GPU {}"}}}}{}]}})",
                rank, rank, rank, events);
            write(QStringLiteral("run/rank%1.json").arg(rank), QByteArray::fromStdString(text));
        }
        write(QStringLiteral("kernels.json"), exchangeTable);
        write(QStringLiteral("wrong.json"),
            "[\n    {\"match\": \"a\"},\n    {\"match\": \"b\", \"operation\": \"gossip\"}\n]\n");
    }
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everyCommandThatOpensARunTakesThem_data()
    {
        QTest::addColumn<QStringList>("command");
        for (const QStringList& command : {QStringList {}, QStringList {QStringLiteral("inspect")},
                 QStringList {QStringLiteral("summary")}, QStringList {QStringLiteral("stragglers")},
                 QStringList {QStringLiteral("query")}, QStringList {QStringLiteral("simulate")},
                 QStringList {QStringLiteral("render"), QStringLiteral("-o"), QStringLiteral("x.png")},
                 QStringList {QStringLiteral("export"), QStringLiteral("-o"), QStringLiteral("x.json")},
                 QStringList {QStringLiteral("compare"), QStringLiteral("RUN")},
                 QStringList {QStringLiteral("check"), QStringLiteral("--baseline=RUN")},
                 QStringList {QStringLiteral("history")},
                 QStringList {QStringLiteral("index"), QStringLiteral("-o"), QStringLiteral("x.bubbleindex")}}) {
            QStringList words = command;
            words.insert(std::min<qsizetype>(1, words.size()), QStringLiteral("RUN"));
            QTest::newRow(command.isEmpty() ? "window" : qPrintable(command.front())) << words;
        }
        QTest::newRow("mcp") << QStringList {QStringLiteral("mcp")};
    }

    void everyCommandThatOpensARunTakesThem()
    {
        QFETCH(QStringList, command);
        std::vector<std::string> arguments;
        for (const QString& word : command)
            arguments.push_back(word.toStdString());
        arguments.push_back("--kernels=" + path("kernels.json"));
        const Command fine = parseCommandLine(arguments);
        const auto* said = std::get_if<CommandLineAnswer>(&fine);
        QVERIFY2(!said, said ? said->text.c_str() : "");
        for (const auto& [file, told] :
            {std::pair("wrong.json", "line 3"), std::pair("missing.json", "missing.json")}) {
            arguments.back() = "--kernels=" + path(file);
            const Command refused = parseCommandLine(arguments);
            said = std::get_if<CommandLineAnswer>(&refused);
            QVERIFY(said);
            QCOMPARE(said->exitCode, ExitCode::Usage);
            QVERIFY2(said->text.find(told) != std::string::npos, said->text.c_str());
        }
    }

    void theUsersKernelsCommunicate()
    {
        QCOMPARE(categoryOf(opened(path("run"))->folder), Category::OtherCompute);
        const OpenedFolderPtr told = opened(path("run"), table());
        QCOMPARE(categoryOf(told->folder), Category::ExpertComm);
        const nlohmann::json summary = summaryOf(told);
        QCOMPARE(exposedOf(summary["ranks"][0]), 0.2);
        QCOMPARE(summary["ranks"][0]["compute_ms"].get<double>(), 0.4);
    }

    void theCacheTellsTablesApart()
    {
        QTemporaryDir folder;
        const RunCache cache(folder.path().toStdString(), BUBBLESCOPE_VERSION);
        for (const bool isAgain : {false, true}) {
            const OpenedFolderPtr plain = opened(path("run"), KernelNames::builtin(), &cache);
            QCOMPARE(plain->folder.statistics.fromCache, isAgain);
            QCOMPARE(categoryOf(plain->folder), Category::OtherCompute);
            const OpenedFolderPtr told = opened(path("run"), table(), &cache);
            QCOMPARE(told->folder.statistics.fromCache, isAgain);
            QCOMPARE(categoryOf(told->folder), Category::ExpertComm);
        }
    }

    void anIndexIsMadeByThem()
    {
        IndexCommand command;
        command.paths = {path("run")};
        command.index = path("run.bubbleindex");
        command.kernels = table();
        command.threads = 1;
        QCOMPARE(runIndex(command), ExitCode::Fine);
        QCOMPARE(categoryOf(opened(command.index)->folder), Category::ExpertComm);
        command.kernels = nullptr; // the index knows them
        QCOMPARE(runIndex(command), ExitCode::Fine);
        QCOMPARE(categoryOf(opened(command.index)->folder), Category::ExpertComm);
        command.kernels = KernelNames::builtin();
        QCOMPARE(runIndex(command), ExitCode::Usage);
    }

    void aSessionKeepsThem()
    {
        Session session;
        session.isDemo = true;
        QVERIFY(!toJson(session, {}).contains("kernels"));
        session.kernels = table();
        const QByteArray json = toJson(session, {});
        const Result<SessionReading> reading = readSession(json, {});
        QVERIFY(reading && reading->problems.isEmpty());
        QCOMPARE(reading->session.kernels->text(), table()->text());
        const Result<SessionReading> damaged = readSession(QByteArray(json).replace("all-to-all", "gossip"), {});
        QVERIFY(damaged && damaged->problems.size() == 1);
        QCOMPARE(damaged->session.kernels, KernelNames::builtin());
    }

    void theWindowReadsByThemAndSoDoesItsSession()
    {
        const QString session = QString::fromStdString(path("saved.bubblescope"));
        {
            Settings settings;
            settings.setHintWasShown();
            MainWindow window(settings, nullptr);
            ImportChoices choices;
            choices.kernels = table();
            window.setChoices(choices);
            open(window, QString::fromStdString(path("run")));
            QCOMPARE(categoryOf(*window.workspace().document.folder()), Category::ExpertComm);
            window.session().askPath = [&](const QString&) { return session; };
            QVERIFY(window.session().saveAs());
        }
        Settings settings;
        settings.setHintWasShown();
        MainWindow window(settings, nullptr);
        open(window, session);
        QCOMPARE(categoryOf(*window.workspace().document.folder()), Category::ExpertComm);
        QSignalSpy complete(&window, &MainWindow::folderComplete);
        window.reload();
        QVERIFY(complete.wait(20'000));
        QCOMPARE(categoryOf(*window.workspace().document.folder()), Category::ExpertComm);
    }

    void theDialogShowsAndTakesThem()
    {
        KernelsDialog dialog(KernelNames::builtin());
        auto* const rows = dialog.findChild<QTableWidget*>();
        const int builtin = rows->rowCount();
        QVERIFY(builtin > 50);
        QVERIFY(dialog.take(QString::fromStdString(path("kernels.json"))));
        QCOMPARE(rows->rowCount(), builtin + 1);
        QCOMPARE(rows->item(0, 0)->text(), QStringLiteral("my_exchange*"));
        // Pictures for who wants to look.
        if (const QString pictures = qEnvironmentVariable("BUBBLESCOPE_PICTURES"); !pictures.isEmpty()) {
            for (const ThemeChoice theme : {ThemeChoice::Dark, ThemeChoice::Light}) {
                applyTheme(*qApp, theme);
                dialog.grab().save(pictures + QStringLiteral("/kernels-%1.png").arg(int(theme)));
            }
        }
        QCOMPARE(rows->item(0, 3)->text(), QStringLiteral("yours"));
        QCOMPARE(dialog.kernels()->text(), table()->text());
        QVERIFY(!dialog.take(QString::fromStdString(path("wrong.json"))));
        QVERIFY(dialog.notice().contains(QStringLiteral("wrong.json, line 3")));
        QCOMPARE(dialog.kernels()->text(), table()->text());
        dialog.drop();
        QCOMPARE(rows->rowCount(), builtin);
        QCOMPARE(dialog.kernels(), KernelNames::builtin());
    }

    // What the README of each report says.
    void userbuffersAreCommunication()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json summary = summaryOf(opened(sharedData("reports/29-userbuffers-pushsend/input")));
        const nlohmann::json& rank = summary["ranks"][0];
        QVERIFY(std::abs(exposedOf(rank) - 4.2) < 0.001);
        QVERIFY(std::abs(rank["overlapped_comm_ms"].get<double>() - 4.2) < 0.001);
        QVERIFY(std::abs(exposedOf(rank) / summary["step_ms"].get<double>() - 0.409) < 0.001);
        QVERIFY(findingOf(summary, "exposed-tp-communication"));
        // Each of six begins 300 µs into a matrix product: the GPU is not idle then, and no host is late.
        const nlohmann::json& path = summary["critical_path"];
        const double beside = path["gaps_beside_compute_ms"].get<double>();
        QVERIFY2(std::abs(beside - 6 * 0.3) < 0.02, qPrintable(QString::number(beside)));
        QVERIFY(path["gaps_ms"].get<double>() - beside < 0.05);
        QVERIFY(path["share"]["host"].get<double>() < 0.01);
    }

    void ranksWaitForTheLateOneInDispatchAndCombine_data()
    {
        QTest::addColumn<QString>("report");
        for (const char* report : {"31-mori-dispatch-combine", "33-pplx-a2a", "34-deepep-hot-expert"})
            QTest::newRow(report) << QString::fromLatin1(report);
    }

    void ranksWaitForTheLateOneInDispatchAndCombine()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, report);
        const nlohmann::json summary
            = summaryOf(opened(sharedData(qPrintable(QStringLiteral("reports/%1/input").arg(report)))));
        const nlohmann::json* const late = findingOf(summary, "late-rank");
        QVERIFY(late);
        QVERIFY(std::abs((*late)["cost_ms"].get<double>() - 2.7) < 0.02);
        QVERIFY(std::abs((*late)["share"].get<double>() - 0.194) < 0.002);
        QVERIFY((*late)["title"].get<std::string>().find("rank 2") != std::string::npos);
        QVERIFY((*late)["sentence"].get<std::string>().find("last to 6 of 6") != std::string::npos
            || report != QLatin1String("34-deepep-hot-expert"));
        QVERIFY(std::abs(summary["mean_rank"]["waiting_ms"].get<double>() - 2.7) < 0.02);
    }

private:
    std::string path(const char* name) const { return m_folder.filePath(QLatin1String(name)).toStdString(); }
    void write(const QString& name, const QByteArray& text) const
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    static KernelNamesPtr table()
    {
        const Result<KernelNamesPtr> names = kernelNamesOf(exchangeTable.toStdString());
        return names ? *names : nullptr;
    }
    static void open(MainWindow& window, const QString& path)
    {
        QSignalSpy complete(&window, &MainWindow::folderComplete);
        window.open({path});
        QVERIFY(complete.wait(20'000));
    }

    QTemporaryDir m_folder;
};

BUBBLESCOPE_TEST(TstKernels, QApplication)

} // namespace bubblescope::tst_kernels

#include "tst_kernels.moc"
