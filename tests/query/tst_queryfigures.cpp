// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every figure of `summary --json`, by the queries that the manual has for it.
#include "answers.h"
#include "folderloader.h"
#include "sanitized.h"
#include "shareddata.h"
#include "summaryjson.h"
#include "testprogram.h"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QMap>
#include <QTest>

#include <cmath>

namespace bubblescope::tst_queryfigures {
using FigureJson = nlohmann::ordered_json;

namespace {

/// By name: "-- name" and the lines up to a semicolon.
QMap<QString, QString> documentedQueries()
{
    QFile file(projectFolder() + QStringLiteral("/resources/manual/query.md"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QMap<QString, QString> queries;
    QString name;
    bool isInside = false;
    for (const QString& line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))) {
        if (line.startsWith(QStringLiteral("## ")))
            isInside = line.contains(QStringLiteral("figures of summary"));
        else if (isInside && line.startsWith(QStringLiteral("-- ")))
            name = line.mid(3);
        else if (isInside && line.startsWith(QStringLiteral("```")))
            name.clear();
        else if (isInside && !name.isEmpty())
            queries[name] += line + QLatin1Char('\n');
    }
    return queries;
}

bool isClose(double a, double b, double within) { return std::abs(a - b) <= within; }

double numberOf(const QueryValue& value)
{
    if (const auto* integer = std::get_if<int64_t>(&value))
        return double(*integer);
    const auto* real = std::get_if<double>(&value);
    return real ? *real : 0;
}

/// Of ms: to the ns. Of anything else: to the last digits.
bool isSame(const FigureJson& figure, const QueryValue& value, const std::string& key)
{
    const bool isTime = key.ends_with("_ms") || key == "ms";
    if (figure.is_null())
        return std::holds_alternative<std::monostate>(value);
    if (figure.is_string())
        return figure.get<std::string>() == queryValueText(value);
    return isClose(figure.get<double>(), numberOf(value), isTime ? 0.5e-6 : 1e-9);
}

} // namespace

class TstQueryFigures : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        m_queries = documentedQueries();
        QVERIFY(m_queries.size() >= 15);
    }

    void allAreReproduced_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addRow("the sample") << QString();
        if (!hasSharedData())
            return;
        const auto add = [](const QString& below) {
            const QDir folder(sharedDataFolder() + below);
            for (const QString& name : folder.entryList(QDir::Dirs | QDir::Files | QDir::NoDotAndDotDot)) {
                const QString path = below + QLatin1Char('/') + name;
                if (isSanitized && path == QStringLiteral("/bytedance_ar"))
                    continue; // bytedance_st is of its kind, and much shorter
                if (path != QStringLiteral("/INDEX.md") && path != QStringLiteral("/echo")
                    && path != QStringLiteral("/kineto") && path != QStringLiteral("/simai"))
                    QTest::addRow("%s", qPrintable(path)) << path;
            }
        };
        for (const char* below : {"", "/echo", "/kineto", "/simai"})
            add(QString::fromLatin1(below));
    }
    void allAreReproduced()
    {
        QFETCH(QString, path);
        RunFolder folder;
        OpenedFolderPtr opened;
        if (path.isEmpty()) {
            folder = std::move(makeSampleFolder(smallSample())).value();
        } else {
            FolderLoad load;
            load.paths = {(sharedDataFolder() + path).toStdString()};
            load.levels = false;
            opened = FolderLoader(std::move(load)).load();
        }
        const RunFolder& asked = opened ? opened->folder : folder;
        if (!asked.flightDumps.empty())
            return; // what was recorded before a hang can be asked for, but is no step to summarize
        if (asked.runs.empty() && asked.runLogs.empty() && asked.workloads.empty() && asked.layerTables.empty())
            return;
        const FigureJson all = FigureJson::parse(summaryJson(asked, {}).value());
        const auto data = std::make_shared<QueryData>(std::shared_ptr<const RunFolder>(opened, &asked));
        const auto database = std::move(QueryDatabase::open(data)).value();
        m_run = 0;
        compareInput(*database, all);
        for (const FigureJson& other : all["others"]) {
            ++m_run;
            if (!isSanitized || m_run % 3 == 1)
                compareInput(*database, other);
        }
        QCOMPARE(answerTo(*database, "SELECT count(*) FROM runs"), QStringList(QString::number(m_run + 1)));
        QVERIFY(m_compared > 10);
    }

private:
    KeptAnswer ask(QueryDatabase& database, const char* name)
    {
        const QString sql = m_queries.value(QString::fromLatin1(name))
                                .replace(QStringLiteral("run = 0"), QStringLiteral("run = %1").arg(m_run));
        KeptAnswer answer;
        const std::optional<Error> error = sql.isEmpty() ? Error {"no such query", {}, {}} : database.run(sql.toStdString(), answer);
        if (error)
            qWarning("%s: %s", name, error->message.text().c_str());
        return answer;
    }

    void check(bool isFine, const std::string& what)
    {
        ++m_compared;
        if (!isFine)
            QFAIL(fmt::format("run {}: {}", m_run, what).c_str());
    }

    /// The keys of an object against the columns of a row.
    void checkRow(const FigureJson& object, const KeptAnswer& answer, size_t row, const std::string& of)
    {
        check(row < answer.rows.size(), fmt::format("{}: {} rows", of, answer.rows.size()));
        if (row >= answer.rows.size())
            return;
        for (size_t i = 0; i < answer.columns.size(); ++i) {
            const std::string& key = answer.columns[i];
            if (object.contains(key))
                check(isSame(object[key], answer.rows[row][i], key),
                    fmt::format("{}: {} is {} here, {} there", of, key, queryValueText(answer.rows[row][i]), object[key].dump()));
        }
    }

    /// An object of numbers against rows of name and number.
    void checkNamed(const FigureJson& object, const KeptAnswer& answer, double within, const std::string& of)
    {
        for (const auto& [key, figure] : object.items()) {
            bool isThere = false;
            for (const auto& row : answer.rows) {
                if (queryValueText(row[row.size() - 2]) != key)
                    continue;
                isThere = figure.is_null() ? std::holds_alternative<std::monostate>(row.back())
                                           : isClose(figure.get<double>(), numberOf(row.back()), within);
            }
            check(isThere, fmt::format("{}: {}", of, key));
        }
    }

    void compareInput(QueryDatabase& database, const FigureJson& input)
    {
        checkRow(input, ask(database, "run"), 0, "run");
        const KeptAnswer ranks = ask(database, "ranks");
        check(ranks.rows.size() == input["ranks"].size(), "ranks");
        for (size_t i = 0; i < std::min(ranks.rows.size(), input["ranks"].size()); i += isSanitized ? 3 : 1) {
            const FigureJson& rank = input["ranks"][i];
            checkRow(rank, ranks, i, "ranks");
            for (const char* part : {"exposed_comm_ms", "bubble_ms"}) {
                KeptAnswer ofRank = ask(database, part);
                std::erase_if(ofRank.rows, [&](const auto& row) { return numberOf(row.front()) != rank["rank"].get<double>(); });
                checkNamed(rank[part], ofRank, 0.5e-6, part);
                if (i > 8)
                    break; // of the others, the mean
            }
        }
        if (!input["mean_rank"].is_null() && !input["ranks"].empty()) {
            checkRow(input["mean_rank"], ask(database, "mean_rank"), 0, "mean_rank");
            checkNamed(input["mean_rank"]["exposed_comm_ms"], ask(database, "mean_rank exposed_comm_ms"), 0.5e-6, "exposed");
            checkNamed(input["mean_rank"]["bubble_ms"], ask(database, "mean_rank bubble_ms"), 0.5e-6, "bubble");
            checkRow(input, ask(database, "bubble_share"), 0, "bubble_share");
        }
        compareList(input["stages"], ask(database, "stages"), "stages");
        compareList(input["timers"], ask(database, "timers"), "timers");
        compareList(input["stragglers"], ask(database, "stragglers"), "stragglers");
        compareList(input["findings"], ask(database, "findings"), "findings");
        checkNamed(input["clock_offsets_ms"], ask(database, "clock_offsets_ms"), 0.5e-6, "clocks");
        if (!input["critical_path"].is_null()) {
            checkRow(input["critical_path"], ask(database, "critical_path"), 0, "critical_path");
            checkNamed(input["critical_path"]["share"], ask(database, "critical_path share"), 1e-9, "share");
            FigureJson levers = input["critical_path"]["levers"];
            KeptAnswer found = ask(database, "critical_path levers");
            check(levers.size() == found.rows.size(), "levers");
            double sum = 0;
            for (const FigureJson& lever : levers)
                sum += lever["time_ms"].get<double>() * lever["count"].get<double>();
            for (const auto& row : found.rows)
                sum -= numberOf(row[4]) * numberOf(row[3]);
            check(std::abs(sum) < 1e-3, "levers");
        }
        compareEvidence(database, input["findings"]);
    }

    void compareList(const FigureJson& list, const KeptAnswer& answer, const std::string& of)
    {
        check(list.size() == answer.rows.size(), fmt::format("{}: {} and {}", of, list.size(), answer.rows.size()));
        for (size_t i = 0; i < std::min(list.size(), answer.rows.size()); ++i)
            checkRow(list[i], answer, i, of);
    }

    void compareEvidence(QueryDatabase& database, const FigureJson& findings)
    {
        const KeptAnswer spans = ask(database, "evidence spans");
        for (size_t f = 0; f < findings.size(); ++f) {
            if (!findings[f]["evidence"].contains("spans"))
                continue;
            size_t row = 0;
            while (row < spans.rows.size() && size_t(numberOf(spans.rows[row][0])) != f)
                ++row;
            for (const FigureJson& span : findings[f]["evidence"]["spans"])
                checkRow(span, spans, row++, "evidence");
        }
    }

    QMap<QString, QString> m_queries;
    int m_run = 0;
    int m_compared = 0;
};

BUBBLESCOPE_TEST(TstQueryFigures, QCoreApplication)

} // namespace bubblescope::tst_queryfigures

#include "tst_queryfigures.moc"
