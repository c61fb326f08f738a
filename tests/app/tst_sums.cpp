// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Of whatever opens, parts add up to the whole wherever they are told, no time is charged twice, and no share is of
// more than all: in JSON, text, SQL, headline, tables and report.
#include "answers.h"
#include "comparereport.h"
#include "devicelanes.h"
#include "exportsource.h"
#include "exporttables.h"
#include "folderloader.h"
#include "formatting.h"
#include "headline.h"
#include "inspectjson.h"
#include "mutants.h"
#include "openedquery.h"
#include "reportpage.h"
#include "sanitized.h"
#include "shareddata.h"
#include "simulatefolder.h"
#include "smallfolders.h"
#include "stagecosts.h"
#include "summaryinput.h"
#include "summaryjson.h"
#include "summarytext.h"
#include "testprogram.h"

#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope::tst_sums {

namespace {

using Json = nlohmann::json;

const std::vector<std::string> partsOfStep {"compute", "exposed", "waiting", "bubble", "idle", "host"};

double sumOf(const Json& values)
{
    double sum = 0;
    for (const Json& value : values)
        sum += value.get<double>();
    return sum;
}

/// By the names of partsOfStep; keys as in `summary` and `simulate`.
std::map<std::string, double> partsOf(const Json& split)
{
    return {{"compute", split["compute_ms"].get<double>()}, {"exposed", sumOf(split["exposed_comm_ms"])},
        {"waiting", split["waiting_ms"].get<double>()}, {"bubble", sumOf(split["bubble_ms"])},
        {"idle", split["idle_ms"].get<double>()}, {"host", split["host_ms"].get<double>()}};
}

/// The keys of `parts`, but for what is overlapped and, if simulated, unexplained.
const std::vector<std::string> keysOfParts {"compute", "exposed_comm", "waiting", "bubble", "copies", "kernel_wait",
    "host_wait", "host", "idle", "not_recorded"};

double sumOf(const std::map<std::string, double>& parts)
{
    double sum = 0;
    for (const auto& [part, ms] : parts)
        sum += ms;
    return sum;
}

/// Up to what doubles lose.
bool isNear(double a, double b) { return std::abs(a - b) <= 1e-6 + 1e-9 * std::max(std::abs(a), std::abs(b)); }

class Audit {
public:
    QStringList faults;

    void ofFolder(const OpenedFolderPtr& opened)
    {
        const Result<std::vector<SummaryInput>> inputs = summaryInputs(opened->folder, {});
        const Result<std::string> summary = summaryJson(opened->folder, {});
        if (!inputs || !summary || inputs->empty())
            return;
        const Json json = Json::parse(*summary);
        m_answers = {json};
        for (const Json& other : json["others"])
            m_answers.push_back(other);
        for (size_t i = 0; i < m_answers.size(); ++i)
            ofSummary(m_answers[i], (*inputs)[i]);
        ofInspection(Json::parse(inspectJson(opened->folder, {})));
        if (const Result<std::string> text = summaryText(opened->folder, {}))
            ofText(QString::fromStdString(*text));
        ofSimulation(opened->folder);
        ofComparison(opened->folder);
        ofQueries(opened);
    }

    void ofReport(const OpenedFolderPtr& opened)
    {
        const Result<std::vector<SummaryInput>> inputs = summaryInputs(opened->folder, {});
        if (!inputs || inputs->empty())
            return;
        ExportSource source(opened, nullptr);
        QCoreApplication::processEvents();
        const Run* run = source.measured().document.openedRun();
        if (!run)
            return;
        if (const Result<ExportedTable> ranks = exportTable(source, QStringLiteral("ranks")))
            ofTable(ranks->csv);
        const auto main = std::find_if(inputs->begin(), inputs->end(),
            [&](const SummaryInput& input) { return input.run && input.run->name == run->name; });
        if (main == inputs->end() || !main->analysis)
            return;
        const Result<QByteArray> page = reportPage(source, {}, *inputs);
        const QString headline = Headline::summaryText(*main->run, main->analysis->summary);
        if (!page || !page->contains(headline.toUtf8()))
            complain("the report has another headline than " + headline.toStdString());
    }

private:
    template <typename... Parts> void complain(const Parts&... parts)
    {
        QString fault;
        ((fault += QString::fromStdString(Json(parts).is_string() ? std::string(Json(parts)) : Json(parts).dump())
                 + QLatin1Char(' ')),
            ...);
        if (faults.size() < 20)
            faults << fault;
    }
    void equal(const std::string& what, double sum, double whole)
    {
        if (!isNear(sum, whole))
            complain(what, "are", sum, "of", whole);
    }

    // Shares, wherever they stand.
    void shares(const std::string& path, const Json& json)
    {
        if (json.is_number()) {
            const double share = json.get<double>();
            if (!(share >= -1e-12 && share <= 1 + 1e-9))
                complain(path, "is", share);
            return;
        }
        if (!json.is_object() && !json.is_array())
            return;
        for (const auto& [key, value] : json.items()) {
            const bool isShare = key.ends_with("share") || key.ends_with("share_longest_stage");
            if (isShare && value.is_object()) { // by category
                for (const auto& [category, share] : value.items())
                    shares(path + '/' + key + '/' + category, share);
            } else if (isShare || !value.is_number()) {
                shares(path + '/' + key, value);
            }
        }
    }

    /// What is unknown is null, never a number below 0.
    void unknowns(const std::string& path, const Json& json)
    {
        static const std::vector<std::string> numbers {
            "stage", "rank", "step", "microbatch", "stages", "ranks", "steps", "last_rank"};
        if (!json.is_object() && !json.is_array())
            return;
        for (const auto& [key, value] : json.items()) {
            const bool isNumber
                = std::find(numbers.begin(), numbers.end(), json.is_array() ? keyOf(path) : key) != numbers.end();
            if (isNumber && ((value.is_number() && value.get<double>() < 0) || value == "-1"))
                complain(path, key, "is", value);
            unknowns(json.is_array() ? path : path + '/' + key, value);
        }
    }
    static std::string keyOf(const std::string& path) { return path.substr(path.rfind('/') + 1); }

    void ofSplit(const std::string& what, const Json& split)
    {
        equal(what + ": parts", sumOf(partsOf(split)), split["total_ms"].get<double>());
        for (const auto& [part, ms] : partsOf(split)) {
            if (ms < 0)
                complain(what, part, "is", ms);
        }
        if (split.contains("host_wait_ms")) {
            if (split["host_wait_ms"].get<double>() + split["kernel_wait_ms"].get<double>()
                > split["idle_ms"].get<double>() + 1e-6)
                complain(what, "waits longer than it is idle");
            if (split["memory_copy_ms"].get<double>() > split["host_ms"].get<double>() + 1e-6)
                complain(what, "copies longer than its host works");
        }
    }

    /// What all ranks take together, against what the keys beside it tell of the mean rank.
    void ofParts(const std::string& what, const Json& parts, const Json& mean, double ranks, double stepMs,
        bool isSimulated = false)
    {
        if (parts.size() != keysOfParts.size() + (isSimulated ? 2 : 1))
            complain(what, "has other parts", parts);
        double sum = isSimulated ? parts["unexplained"].get<double>() : 0;
        for (const std::string& key : keysOfParts) {
            const double ms = parts[key].get<double>();
            sum += ms;
            if (ms < -1e-6)
                complain(what, key, "is", ms);
        }
        equal(what + ": all parts", sum, ranks * stepMs);
        const auto all = partsOf(mean);
        equal(what + ": compute", parts["compute"].get<double>(), ranks * all.at("compute"));
        equal(what + ": exposed", parts["exposed_comm"].get<double>(), ranks * all.at("exposed"));
        equal(what + ": waiting", parts["waiting"].get<double>(), ranks * all.at("waiting"));
        equal(what + ": bubble", parts["bubble"].get<double>(), ranks * all.at("bubble"));
        equal(what + ": idle",
            parts["idle"].get<double>() + parts["host_wait"].get<double>() + parts["kernel_wait"].get<double>(),
            ranks * all.at("idle"));
        equal(what + ": host", parts["host"].get<double>() + parts["copies"].get<double>(), ranks * all.at("host"));
        equal(what + ": not recorded", parts["not_recorded"].get<double>(),
            ranks * mean["not_recorded_ms"].get<double>());
    }

    /// `inspect` tells the parts of `summary`.
    void ofInspection(const Json& json)
    {
        std::vector<Json> told;
        for (const Json& run : json["runs"]) {
            if (!run["parts"].is_null())
                told.push_back(run["parts"]);
        }
        std::vector<Json> known;
        for (const Json& answer : m_answers) {
            if (answer["kind"] == "run" && !answer["parts"].is_null())
                known.push_back(answer["parts"]);
        }
        if (told != known)
            complain("inspect tells", Json(told), "and summary", Json(known));
    }

    void ofSummary(const Json& answer, const SummaryInput& input)
    {
        const auto name = answer["name"].get<std::string>();
        shares(name, answer);
        unknowns(name, answer);
        for (const Json& finding : answer["findings"]) {
            // What some steps lose is told of the mean step, which may be longer.
            if (answer["step_ms"].is_number() && finding["evidence"].value("steps", Json::array()).empty()
                && finding["cost_ms"].get<double>() > answer["step_ms"].get<double>() * (1 + 1e-9))
                complain(name, finding["id"], "costs more than the step");
        }
        if (answer["mean_rank"].is_null())
            return;
        const Json& mean = answer["mean_rank"];
        ofSplit(name + ", mean rank", mean);
        std::map<std::string, double> sums;
        for (const Json& rank : answer["ranks"]) {
            ofSplit(name + ", rank " + rank["rank"].dump(), rank);
            for (const auto& [part, ms] : partsOf(rank))
                sums[part] += ms;
        }
        const auto ranks = double(std::max<size_t>(answer["ranks"].size(), 1));
        for (const auto& [part, ms] : partsOf(mean))
            equal(name + ": ranks, " + part, sums[part] / ranks, ms);
        const double total = mean["total_ms"].get<double>() + mean["not_recorded_ms"].get<double>();
        equal(
            name + ": bubbles", total > 0 ? sumOf(mean["bubble_ms"]) / total : 0, answer["bubble_share"].get<double>());
        if (answer["step_ms"].is_number())
            ofParts(name, answer["parts"], mean, double(answer["ranks"].size()), answer["step_ms"].get<double>());
        if (const Json& path = answer["critical_path"]; !path.is_null()) {
            const double length = path["length_ms"].get<double>();
            double levers = path["gaps_ms"].get<double>();
            for (const Json& lever : path["levers"])
                levers += lever["time_ms"].get<double>();
            equal(name + ": levers and gaps", levers, length);
            equal(name + ": shares of the path", sumOf(path["share"]), length > 0 ? 1 : 0);
        }
        ofPauses(name, answer);
        ofHeadline(name, answer, input);
        const StageCosts costs = stageCosts(*input.run, input.analysis->summary, std::nullopt);
        if (std::any_of(costs.stages.begin(), costs.stages.end(), [](const StageCost& cost) { return cost.stage < 0; }))
            complain(name, "shows the costs of a stage that is unknown");
    }

    /// A pause is part of what its finding sums up on that rank.
    void ofPauses(const std::string& name, const Json& answer)
    {
        for (const Json& finding : answer["findings"]) {
            const bool isOfHost = finding["id"] == "host-bound";
            const bool isOfKernel = finding["id"] == "late-kernels";
            const Json& evidence = finding["evidence"];
            if ((!isOfHost && !isOfKernel) || !evidence.contains("spans") || !evidence.contains("ranks"))
                continue;
            static const QRegularExpression told(
                QStringLiteral("(?:longest such pause,|part of it lies in a pause of) ([0-9.]+)\\s(s|ms|µs|ns)\\b"));
            const auto match = told.match(QString::fromStdString(finding["sentence"].get<std::string>()));
            if (!match.hasMatch()) {
                complain(name, "tells no pause:", finding["sentence"]);
                continue;
            }
            const double pause = match.captured(1).toDouble() * unitMs(match.captured(2));
            const double digit = std::pow(10.0, -double(match.captured(1).section(QLatin1Char('.'), 1).size()));
            for (const Json& rank : answer["ranks"]) {
                const double sum = rank[isOfHost ? "host_wait_ms" : "kernel_wait_ms"].get<double>();
                if (rank["rank"] == evidence["ranks"][0] && pause > sum + digit * unitMs(match.captured(2)))
                    complain(name, finding["id"], "pauses", pause, "of", sum);
            }
        }
    }

    static double unitMs(const QString& unit)
    {
        return unit == QStringLiteral("s") ? 1e3
            : unit == QStringLiteral("ms") ? 1
            : unit == QStringLiteral("ns") ? 1e-6
                                           : 1e-3;
    }

    void ofHeadline(const std::string& name, const Json& answer, const SummaryInput& input)
    {
        if (!input.run || !input.analysis || input.run->kind == Run::Kind::Scaling)
            return;
        const QString headline = Headline::summaryText(*input.run, input.analysis->summary);
        const Json& mean = answer["mean_rank"];
        const double total = std::max(mean["total_ms"].get<double>() + mean["not_recorded_ms"].get<double>(), 1e-9);
        const auto parts = partsOf(mean);
        double all = 0;
        QStringList told;
        for (const char* part : {"compute", "bubble", "waiting", "exposed"}) {
            all += parts.at(part) / total;
            if (std::string_view(part) != "bubble" || input.analysis->summary.hasPipeline())
                told << formatShare(parts.at(part) / total).toHtmlEscaped();
        }
        static const QRegularExpression bold(QStringLiteral("<b>([^<]*)</b>"));
        QStringList shown;
        for (auto it = bold.globalMatch(headline); it.hasNext();)
            shown << it.next().captured(1);
        if (shown.mid(1) != told || all > 1 + 1e-9)
            complain(name, headline.toStdString(), "is not", told.join(QLatin1Char(' ')).toStdString());
    }

    /// The table of ranks: its cells have one unit, so they add up but for their last digits.
    void ofText(const QString& text)
    {
        QStringList titles;
        bool isTable = false;
        for (QString line : text.split(QLatin1Char('\n'))) {
            if (line.startsWith(QStringLiteral("Where the time of each rank goes"))) {
                isTable = true;
                titles.clear();
                continue;
            }
            static const QRegularExpression columns(QStringLiteral(" {2,}"));
            line.remove(QChar(0x202f)); // between thousands
            const QStringList cells = line.replace(QChar(0xa0), QLatin1Char(' ')).split(columns, Qt::SkipEmptyParts);
            if (isTable && titles.isEmpty()) {
                titles = cells;
                continue;
            }
            isTable = isTable && cells.size() == titles.size();
            if (isTable)
                ofRow(titles, cells);
        }
    }

    void ofRow(const QStringList& titles, const QStringList& cells)
    {
        double sum = 0;
        double whole = 0;
        qsizetype digits = 0;
        QString unit;
        for (qsizetype i = 2; i < cells.size(); ++i) {
            const bool isLess = cells[i].startsWith(QLatin1Char('<')); // than the last digit
            const QString number = cells[i].section(QLatin1Char(' '), isLess ? 1 : 0, isLess ? 1 : 0);
            bool isNumber = false;
            const double value = number.toDouble(&isNumber) * (isLess ? 0 : 1);
            const QString itsUnit = cells[i].section(QLatin1Char(' '), -1);
            if (!isNumber || (!unit.isEmpty() && unit != itsUnit))
                return complain("no row of one unit:", cells.join(QStringLiteral(" | ")).toStdString());
            unit = itsUnit;
            digits = std::max(digits, number.section(QLatin1Char('.'), 1).size());
            if (titles[i] == QStringLiteral("total"))
                whole = value;
            else if (titles[i] != QStringLiteral("overlapped") && titles[i] != QStringLiteral("not recorded"))
                sum += value;
        }
        if (std::abs(sum - whole) > 0.5 * double(cells.size()) * std::pow(10.0, -double(digits)) + 1e-9 * whole)
            complain("row", cells.join(QStringLiteral(" | ")).toStdString(), "adds up to", sum);
    }

    void ofTable(const QString& csv)
    {
        const QStringList lines = csv.split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
        const QStringList titles = lines.value(0).split(QLatin1Char(','));
        static const QStringList beside {
            QStringLiteral("total_ms"), QStringLiteral("overlapped_ms"), QStringLiteral("not_recorded_ms")};
        for (const QString& line : lines.mid(1)) {
            const QStringList cells = line.split(QLatin1Char(','));
            double sum = 0;
            for (qsizetype i = 0; i < titles.size(); ++i) {
                if (titles[i].endsWith(QStringLiteral("_ms")) && !beside.contains(titles[i]))
                    sum += cells.value(i).toDouble();
            }
            equal("table of ranks: " + titles.join(QLatin1Char(',')).toStdString(), sum,
                cells.value(titles.indexOf(beside.front())).toDouble());
        }
    }

    void ofSimulation(const RunFolder& folder)
    {
        const Result<SimulatedInput> simulated = simulateFolder(folder, {});
        if (!simulated)
            return;
        const Json json = Json::parse(simulationJson(simulated->report));
        shares("simulate", json);
        unknowns("simulate", json);
        for (const char* key : {"baseline", "simulated"}) {
            const Json& step = json[key];
            if (!step.contains("compute_ms") || step["step_ms"].is_null())
                continue;
            const double sum
                = sumOf(partsOf(step)) + step["not_recorded_ms"].get<double>() + step["unexplained_ms"].get<double>();
            const double whole = step["step_ms"].get<double>();
            equal(std::string(key) + ": parts", sum, whole);
            ofParts(key, step["parts"], step, step["ranks"].get<double>(), whole, true);
        }
    }

    /// With itself.
    void ofComparison(const RunFolder& folder)
    {
        const Result<ComparedFolders> compared = compareFolders({folder}, {folder});
        if (!compared)
            return;
        const Json json = Json::parse(comparisonJson(*compared));
        unknowns("compare", json);
        for (const char* key : {"ranks", "names", "stages", "layers"}) {
            for (const Json& row : json[key]) {
                if (row["difference_ms"] != 0)
                    complain("compare", key, row);
            }
        }
    }

    void ofQueries(const OpenedFolderPtr& opened)
    {
        const auto database = QueryDatabase::open(queryDataOf(opened));
        if (!database)
            return complain("no database");
        m_database = database->get();
        // Each answers with what is wrong.
        static const std::vector<std::pair<const char*, const char*>> rules {
            {"a part below 0",
                "SELECT run, step, rank, part, \"of\", duration_ns FROM attribution WHERE duration_ns < 0"},
            {"hidden more than overlapped",
                "SELECT run, step, rank, sum(duration_ns) FILTER (WHERE part = 'hidden') AS hidden,\n"
                "  sum(duration_ns) FILTER (WHERE part = 'overlapped') AS overlapped FROM attribution\n"
                "GROUP BY run, step, rank HAVING hidden > overlapped"},
            {"neither the step nor that of the rank",
                "SELECT a.run, a.step, a.rank, a.ns, s.duration_ns, r.duration_ns FROM\n"
                "  (SELECT run, step, rank, sum(duration_ns) AS ns FROM attribution WHERE counts GROUP BY 1, 2, 3) a\n"
                "LEFT JOIN steps s ON s.run = a.run AND s.step = a.step\n"
                "LEFT JOIN rank_steps r ON r.run = a.run AND r.step = a.step AND r.rank = a.rank\n"
                "WHERE a.ns > max(coalesce(s.duration_ns, 0), coalesce(r.duration_ns, 0))"},
            {"parts that are not the step of all ranks",
                "SELECT p.run, p.step, p.ns, s.duration_ns, a.n, a.ns FROM\n"
                "  (SELECT run, step, sum(duration_ns) AS ns, sum(share) AS share, min(duration_ns) AS least\n"
                "    FROM parts WHERE counts GROUP BY 1, 2) p JOIN steps s ON s.run = p.run AND s.step = p.step\n"
                "JOIN (SELECT run, step, count(DISTINCT rank) AS n, sum(duration_ns) AS ns FROM attribution\n"
                "  WHERE counts GROUP BY 1, 2) a ON a.run = p.run AND a.step = p.step\n"
                "JOIN (SELECT run, step, duration_ns AS ns FROM parts WHERE part = 'not_recorded') u\n"
                "  ON u.run = p.run AND u.step = p.step\n"
                "WHERE p.least < 0 OR abs(p.share - 1) > 1e-9 AND p.ns > 0 OR abs(p.ns - a.ns - u.ns) > p.ns * 1e-15\n"
                "  OR p.ns < a.n * s.duration_ns * (1 - 1e-15)"}, // beyond 2^53 a double cannot hold each ns
            {"bubbles that overlap",
                "SELECT * FROM (SELECT run, step, rank, begin_ns, end_ns,\n"
                "  lag(end_ns) OVER (PARTITION BY run, step, rank ORDER BY begin_ns, end_ns) AS before FROM bubbles)\n"
                "WHERE begin_ns < before"},
            {"bubbles that are no part of the rank's time",
                "SELECT a.run, a.step, a.rank, a.kind, a.ns, coalesce(b.ns, 0) FROM\n"
                "  (SELECT run, step, rank, CASE part WHEN 'bubble' THEN 'pipeline' ELSE part END AS kind,\n"
                "    sum(duration_ns) AS ns FROM attribution\n"
                "  WHERE part IN ('bubble', 'waiting') OR \"of\" = 'long gaps' GROUP BY 1, 2, 3, 4) a\n"
                "LEFT JOIN (SELECT run, step, rank, kind, sum(duration_ns) AS ns FROM bubbles GROUP BY 1, 2, 3, 4) b\n"
                "  ON a.run = b.run AND a.step = b.step AND a.rank = b.rank AND a.kind = b.kind\n"
                "WHERE a.ns <> coalesce(b.ns, 0)"},
            {"pieces of a path that overlap",
                "SELECT * FROM (SELECT run, step, begin_ns, end_ns,\n"
                "  lag(end_ns) OVER (PARTITION BY run, step ORDER BY begin_ns, end_ns) AS before FROM critical_path\n"
                "  WHERE span IS NOT NULL) WHERE begin_ns < before"},
            {"spans that wait or work longer than they last",
                "SELECT run, id, name, begin_ns, end_ns, duration_ns, self_ns, wait_ns FROM spans\n"
                "WHERE duration_ns <> end_ns - begin_ns OR self_ns NOT BETWEEN 0 AND duration_ns\n"
                "  OR wait_ns NOT BETWEEN 0 AND duration_ns"},
            {"members that wait longer than they are there",
                "SELECT run, collective, span, arrival_ns, end_ns, wait_ns FROM collective_members\n"
                "WHERE wait_ns NOT BETWEEN 0 AND end_ns - arrival_ns"},
            {"collectives that are not their members",
                "SELECT c.run, c.id, c.wait_ns, m.ns, c.members, m.n FROM collectives c JOIN\n"
                "  (SELECT run, collective, sum(wait_ns) AS ns, count(*) AS n FROM collective_members GROUP BY 1, 2) "
                "m\n"
                "  ON m.run = c.run AND m.collective = c.id WHERE c.wait_ns <> m.ns OR c.members <> m.n"},
            {"unknown numbers that are not NULL",
                "SELECT 'spans', run, id FROM spans WHERE stage < 0 OR microbatch < 0\n"
                "UNION ALL SELECT 'bubbles', run, rank FROM bubbles WHERE stage < 0 OR culprit_rank < 0 OR "
                "culprit_stage < 0\n"
                "UNION ALL SELECT 'attribution', run, rank FROM attribution WHERE stage < 0\n"
                "UNION ALL SELECT 'critical_path', run, rank FROM critical_path WHERE stage < 0\n"
                "UNION ALL SELECT 'stragglers', run, rank FROM stragglers WHERE stage < 0\n"
                "UNION ALL SELECT 'ranks', run, rank FROM ranks WHERE stage < 0\n"
                "UNION ALL SELECT 'stages', run, stage FROM stages WHERE stage < 0"},
            {"shares outside 0 to 1",
                "SELECT run, step, stage, busy_share FROM stages WHERE busy_share NOT BETWEEN 0 AND 1\n"
                "UNION ALL SELECT run, NULL, id, share FROM findings WHERE share NOT BETWEEN 0 AND 1"},
        };
        for (const auto& [what, sql] : rules) {
            const KeptAnswer answer = answerTo(sql);
            if (!answer.rows.empty())
                complain(what, answer.rows.size(), answer.lines().front().toStdString());
        }
        comparedToSummary();
    }

    KeptAnswer answerTo(const char* sql)
    {
        KeptAnswer answer;
        if (const std::optional<Error> error = m_database->run(sql, answer))
            complain(sql, error->message.text());
        return answer;
    }

    static double number(const QueryValue& value)
    {
        return std::holds_alternative<double>(value) ? std::get<double>(value)
            : std::holds_alternative<int64_t>(value) ? double(std::get<int64_t>(value))
                                                     : std::nan("");
    }

    /// Runs have the order of `summary`, which tells hangs first.
    void comparedToSummary()
    {
        std::vector<const Json*> answers;
        for (const Json& answer : m_answers) {
            if (answer["kind"] != "hang")
                answers.push_back(&answer);
        }
        std::map<int64_t, const Json*> answerOf;
        for (const auto& row : answerTo("SELECT run, name, step_ns FROM runs WHERE kind <> 'hang' ORDER BY run").rows) {
            if (answerOf.size() == answers.size())
                return complain("more runs than inputs");
            const Json& answer = *answers[answerOf.size()];
            answerOf[std::get<int64_t>(row[0])] = &answer;
            const bool isKnown = !std::holds_alternative<std::monostate>(row[2]);
            if (std::get<std::string>(row[1]) != answer["name"].get<std::string>()
                || isKnown != answer["step_ms"].is_number()
                || (isKnown && !isNear(number(row[2]) / 1e6, answer["step_ms"].get<double>())))
                complain("SQL tells another step of", answer["name"], "than", answer["step_ms"]);
        }
        std::map<const Json*, std::map<int64_t, std::map<std::string, double>>> parts;
        for (const auto& row : answerTo("SELECT a.run, a.rank, a.part, sum(a.duration_ns) FROM attribution a\n"
                                        "JOIN runs r ON r.run = a.run AND r.step = a.step\n"
                                        "WHERE counts AND r.kind <> 'hang' GROUP BY 1, 2, 3")
                                   .rows)
            parts[answerOf.at(std::get<int64_t>(row[0]))][std::get<int64_t>(row[1])][std::get<std::string>(row[2])]
                = number(row[3]) / 1e6;
        std::map<const Json*, std::map<std::string, double>> told;
        for (const auto& row : answerTo("SELECT p.run, p.part, p.duration_ns FROM parts p\n"
                                        "JOIN runs r ON r.run = p.run AND r.step = p.step WHERE r.kind <> 'hang'")
                                   .rows)
            told[answerOf.at(std::get<int64_t>(row[0]))][std::get<std::string>(row[1])] = number(row[2]) / 1e6;
        std::map<const Json*, double> paths;
        for (const auto& row : answerTo("SELECT c.run, sum(c.duration_ns) FROM critical_path c\n"
                                        "JOIN runs r ON r.run = c.run AND r.step = c.step\n"
                                        "WHERE r.kind <> 'hang' GROUP BY 1")
                                   .rows)
            paths[answerOf.at(std::get<int64_t>(row[0]))] = number(row[1]) / 1e6;
        for (const Json* answer : answers) {
            const auto name = (*answer)["name"].get<std::string>();
            if (parts[answer].size() != (*answer)["ranks"].size())
                complain(name, "has", parts[answer].size(), "ranks in SQL");
            for (const Json& rank : (*answer)["ranks"]) {
                for (const auto& [part, ms] : partsOf(rank))
                    equal(name + ", rank " + rank["rank"].dump() + ": SQL's " + part,
                        parts[answer][rank["rank"].get<int64_t>()][part], ms);
            }
            if ((*answer)["parts"].is_null() != told[answer].empty())
                complain(name, "has parts in JSON or SQL alone");
            for (const auto& [part, ms] : (*answer)["parts"].is_null() ? std::map<std::string, double>() : told[answer])
                equal(name + ": SQL's part " + part, ms, (*answer)["parts"][part].get<double>());
            if (const Json& path = (*answer)["critical_path"]; !path.is_null())
                equal(name + ": SQL's pieces", paths[answer], path["length_ms"].get<double>());
        }
    }

    std::vector<Json> m_answers;
    QueryDatabase* m_database = nullptr;
};

OpenedFolderPtr opened(const QString& path)
{
    FolderLoad load;
    load.paths = {path.toStdString()};
    load.levels = false;
    load.threads = 1;
    return FolderLoader(std::move(load)).load();
}

/// Of equal files beside each other, two: they are of one kind.
QStringList everyKind(QStringList paths)
{
    paths.sort();
    std::map<QString, int> seen;
    QStringList kinds;
    for (const QString& path : paths) {
        const QFileInfo info(path);
        constexpr int most = isSanitized ? 1 : 2;
        if (!info.isDir() && seen[info.path() + QLatin1Char('/') + info.suffix()]++ >= most)
            continue;
        if (isSanitized && info.fileName() == QStringLiteral("rank0.json") && seen[info.fileName()]++ > 0)
            continue; // many reports are of such files
        kinds << path;
    }
    return kinds;
}

qint64 sizeOf(const QString& path)
{
    const QFileInfo info(path);
    if (!info.isDir())
        return info.size();
    qint64 sum = 0;
    QDirIterator it(path, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext())
        sum += QFileInfo(it.next()).size();
    return sum;
}

} // namespace

class TstSums : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void partsOfRealInputsAddUp_data()
    {
        QTest::addColumn<QString>("path");
        if (!hasSharedData()) {
            QTest::newRow("none") << QString();
            return;
        }
        const QDir root(sharedDataFolder());
        QDirIterator it(root.path(), QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
        QStringList inputs;
        while (it.hasNext())
            inputs << it.next();
        int place = 0;
        for (const QString& path : everyKind(inputs)) {
            if (place++ % sparsely != 0)
                continue;
            const QString name = root.relativeFilePath(path);
            // Folders around several runs or inside of one hold what is opened anyway.
            const qsizetype depth = name.count(QLatin1Char('/'));
            const bool isRun = depth == 1 || (depth == 0 && QDir(path).isEmpty(QDir::Dirs | QDir::NoDotAndDotDot));
            if (!isSanitized || isRun || !QFileInfo(path).isDir())
                QTest::newRow(qPrintable(name)) << path;
        }
    }
    void partsOfRealInputsAddUp()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, path);
        Audit audit;
        const OpenedFolderPtr folder = opened(path);
        audit.ofFolder(folder);
        if (sizeOf(path) < 2'000'000)
            audit.ofReport(folder);
        QVERIFY2(audit.faults.isEmpty(), qPrintable(audit.faults.join(QLatin1Char('\n'))));
    }

    void anUnknownStageIsNone()
    {
        Audit audit;
        audit.ofFolder(folderWith({R"(
            rank0: [F0 0-100] [B0 100-300]
            rank1: [F0 0-120] [B0 120-300])"}));
        QVERIFY2(audit.faults.isEmpty(), qPrintable(audit.faults.join(QLatin1Char('\n'))));
    }

    void partsOfDamagedFilesAddUp_data()
    {
        QTest::addColumn<QString>("path");
        constexpr qint64 largest = 100'000;
        QStringList files = testFiles();
        if (hasSharedData()) {
            QDirIterator real(sharedDataFolder(), QDir::Files, QDirIterator::Subdirectories);
            while (real.hasNext())
                files << real.next();
        }
        int place = 0;
        for (const QString& file : everyKind(files)) {
            if (place++ % sparsely == 0 && QFileInfo(file).size() <= largest)
                QTest::newRow(qPrintable(file.section(QLatin1Char('/'), -3))) << file;
        }
    }
    void partsOfDamagedFilesAddUp()
    {
        QFETCH(QString, path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        QTemporaryDir folder;
        const QString place = folder.filePath(QFileInfo(path).fileName());
        Dice dice(seedOf(QFileInfo(path).fileName().toUtf8()));
        const int mutants = qEnvironmentVariableIntValue("BUBBLESCOPE_MUTANTS") > 0
            ? qEnvironmentVariableIntValue("BUBBLESCOPE_MUTANTS")
            : isSanitized ? 1 : 3;
        for (int i = 1; i <= mutants; ++i) {
            QByteArray bytes = whole;
            for (size_t times = 1 + dice.below(4); times > 0; --times)
                bytes = dice.below(5) == 0 ? withOtherBytes(std::move(bytes), dice) : mutated(std::move(bytes), dice);
            QFile written(place);
            QVERIFY(written.open(QIODevice::WriteOnly) && written.write(bytes) == bytes.size());
            written.close();
            Audit audit;
            audit.ofFolder(opened(place));
            if (!audit.faults.isEmpty() && qEnvironmentVariableIsSet("BUBBLESCOPE_PICTURES"))
                QFile::copy(place,
                    qEnvironmentVariable("BUBBLESCOPE_PICTURES") + QStringLiteral("/%1-").arg(i)
                        + QFileInfo(path).fileName());
            QVERIFY2(audit.faults.isEmpty(),
                qPrintable(QStringLiteral("mutant %1: ").arg(i) + audit.faults.join(QLatin1Char('\n'))));
        }
    }
};

BUBBLESCOPE_TEST(TstSums, QApplication)

} // namespace bubblescope::tst_sums

#include "tst_sums.moc"
