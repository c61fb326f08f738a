// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The manual's page of contracts against the code: exit codes, keys, words.
#include "checkcommand.h"
#include "commandline.h"
#include "comparereport.h"
#include "gatereport.h"
#include "gateruns.h"
#include "hangtext.h"
#include "historycommand.h"
#include "inspectjson.h"
#include "samplefolder.h"
#include "shareddata.h"
#include "smallsample.h"
#include "summaryjson.h"
#include "testprogram.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <nlohmann/json.hpp>

#include <set>

using namespace bubblescope;
using Parsed = nlohmann::ordered_json;

namespace {

QString manualPage(const char* name)
{
    QFile file(projectFolder() + QStringLiteral("/resources/manual/") + QLatin1String(name));
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Words in code of the row that begins with `head`.
std::set<QString> toldIn(const QString& page, const QString& head)
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
                 Told {ExitCode::NotComparable, "NotComparable"}})
            QVERIFY2(m_page.contains(QStringLiteral("| %1 | %2 |").arg(int(told.code)).arg(QLatin1String(told.name))), told.name);
        QCOMPARE(int(ExitCode::Suspect), int(ExitCode::Failed));
        // Also where people look first.
        const QString usage = manualPage("command-line.md");
        const QString help = QString::fromStdString(std::get<CommandLineAnswer>(parseCommandLine({"--help"})).text);
        for (int code = 0; code <= int(ExitCode::NotComparable); ++code) {
            QVERIFY(usage.contains(QStringLiteral("| %1 |").arg(code)));
            QVERIFY(help.contains(QString::number(code)));
        }
    }

    void keysAreAsTold()
    {
        const auto compareKeys = [this](const char* command, const std::string& json) {
            const std::set<QString> told = toldIn(m_page, QStringLiteral("`%1`").arg(QLatin1String(command)));
            const std::set<QString> is = keysOf(json);
            for (const QString& key : is)
                QVERIFY2(told.count(key), qPrintable(QLatin1String(command) + QLatin1Char(' ') + key));
            for (const QString& key : told)
                QVERIFY2(is.count(key), qPrintable(QLatin1String(command) + QLatin1Char(' ') + key));
        };
        compareKeys("inspect", inspectJson(m_folder, {}));
        compareKeys("summary", *summaryJson(m_folder, {}));
        compareKeys("compare", comparisonJson(*compareFolders(m_folder, m_folder)));
        compareKeys("hang", hangJson({}, {}));
        CheckCommand command;
        const std::vector<GateRun> runs = gateRunsOf(m_folder);
        compareKeys("check", gateJson(judgeRun(runs.front(), runs, command.rules), {&m_folder.runs.front(), command}));
        compareKeys("history", historyJson(historyOf(runs)));
    }

    void deeperKeysAreInTheManual()
    {
        SampleOptions slow = smallSample(8);
        slow.stragglers = {{1, 1.3}};
        const Result<RunFolder> after = makeSampleFolder(slow);
        const Result<RunFolder> before = makeSampleFolder(smallSample(8));
        QVERIFY(after && before);
        CheckCommand command;
        std::vector<GateRun> runs = gateRunsOf(*before);
        runs.push_back(runs.front());
        runs.push_back(gateRunsOf(*after).front());
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
        QCOMPARE(toldIn(m_page, QStringLiteral("origin")), origins);
        std::set<QString> verdicts;
        for (const Verdict verdict : {Verdict::Fine, Verdict::Worse, Verdict::Better, Verdict::NotComparable})
            verdicts.insert(QString::fromStdString(std::string(verdictKey(verdict))));
        QCOMPARE(toldIn(m_page, QStringLiteral("verdict of `check`")), verdicts);
        std::set<QString> quantities;
        for (int q = 0; q < gateQuantityCount; ++q)
            quantities.insert(QString::fromStdString(std::string(gateQuantityKey(GateQuantity(q)))));
        QCOMPARE(toldIn(m_page, QStringLiteral("quantity of `check`")), quantities);
    }

private:
    QString m_page;
    RunFolder m_folder;
};

BUBBLESCOPE_TEST(TstContracts, QCoreApplication)
#include "tst_contracts.moc"
