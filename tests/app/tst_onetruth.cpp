// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the time of a step goes is worked out once: whoever prints it prints the same digits.
#include "criticalpath.h"
#include "exportsource.h"
#include "exporttables.h"
#include "folderloader.h"
#include "formatting.h"
#include "hangs.h"
#include "headline.h"
#include "reportpage.h"
#include "sanitized.h"
#include "shareddata.h"
#include "simulatefolder.h"
#include "simulationinputs.h"
#include "simulationreport.h"
#include "stepparts.h"
#include "steppartsmodel.h"
#include "summaryinput.h"
#include "summaryjson.h"
#include "summarytext.h"
#include "testprogram.h"

#include <QApplication>
#include <QDirIterator>
#include <QMap>
#include <QRegularExpression>
#include <QTest>

#include <nlohmann/json.hpp>

#include <map>
#include <optional>

namespace bubblescope::tst_onetruth {

namespace {

const QStringList figures {QStringLiteral("bubble_share"), QStringLiteral("compute_ms"),
    QStringLiteral("exposed_comm_ms"), QStringLiteral("waiting_ms"), QStringLiteral("bubble_ms"),
    QStringLiteral("idle_ms"), QStringLiteral("host_ms"), QStringLiteral("not_recorded_ms")};

OpenedFolderPtr opened(const QString& path)
{
    FolderLoad load;
    load.paths = {path.toStdString()};
    load.levels = false;
    return FolderLoader(std::move(load)).load();
}

/// The same figures, digit by digit.
QString differenceOf(const nlohmann::json& a, const nlohmann::json& b)
{
    for (const QString& key : figures) {
        const std::string name = key.toStdString();
        if (a.at(name).dump() != b.at(name).dump())
            return QStringLiteral("%1: %2 and %3")
                .arg(key, QString::fromStdString(a.at(name).dump()), QString::fromStdString(b.at(name).dump()));
    }
    return {};
}

/// Answers of `summary --json` about one folder, by the step that is asked for.
using Summaries = std::map<std::optional<int>, nlohmann::json>;

/// What `summary --json` says of an input.
nlohmann::json summaryOf(
    const RunFolder& folder, const std::string& name, const SummaryOptions& options, Summaries& answers)
{
    const auto [at, isNew] = answers.try_emplace(options.step);
    if (isNew) {
        if (const Result<std::string> text = summaryJson(folder, options))
            at->second = nlohmann::json::parse(*text);
    }
    if (at->second.is_null())
        return {}; // the first of several runs has no such step; alone, this one is asked for it
    nlohmann::json all = at->second;
    nlohmann::json found;
    const auto take = [&](nlohmann::json& input) {
        const bool isAsked = !options.step || input["step"] == *options.step; // others show their median step
        if (found.is_null() && isAsked && input["name"] == name && !input["mean_rank"].is_null()) {
            found = input["mean_rank"];
            found["bubble_share"] = input["bubble_share"];
            found["step_ms"] = input["step_ms"];
            found["ranks"] = input["ranks"];
            found["findings"] = input["findings"];
        }
    };
    take(all);
    for (nlohmann::json& other : all["others"])
        take(other);
    return found;
}

/// A row of the pane's table, ns; one that is zero in both steps is not shown.
double pane(const StepPartsModel& model, const QString& row, StepPartsModel::Column column)
{
    for (int r = 0; r < model.rowCount(); ++r) {
        if (model.index(r, StepPartsModel::NameColumn).data().toString() == row)
            return model.index(r, column).data(TableModel::SortRole).toDouble();
    }
    return 0;
}

/// The table of parts in the Simulate pane, digit by digit; empty if all agree.
QString differenceOf(const StepPartsModel& model, StepPartsModel::Column column, const nlohmann::json& summary)
{
    QMap<QString, nlohmann::json> wanted {{QStringLiteral("compute"), summary["compute_ms"]},
        {QStringLiteral("waiting"), summary["waiting_ms"]}, {QStringLiteral("idle"), summary["idle_ms"]},
        {QStringLiteral("host"), summary["host_ms"]}};
    for (const auto& [phase, ms] : summary["bubble_ms"].items())
        wanted[QStringLiteral("bubble, %1").arg(QString::fromStdString(phase))] = ms;
    for (int c = 0; c < categoryCount; ++c) {
        const auto found = summary["exposed_comm_ms"].find(std::string(categoryKey(Category(c))));
        if (found != summary["exposed_comm_ms"].end())
            wanted[partText({StepPartId::Kind::Exposed, Category(c)})] = *found;
    }
    for (auto it = wanted.cbegin(); it != wanted.cend(); ++it) {
        const nlohmann::json shown = pane(model, it.key(), column) / 1e6;
        if (shown.dump() != nlohmann::json(it->get<double>()).dump())
            return QStringLiteral("pane, %1: %2 and %3")
                .arg(it.key(), QString::fromStdString(shown.dump()), QString::fromStdString(it->dump()));
    }
    return {};
}

/// The exported table of ranks against those of `summary --json`; empty if all agree.
QString differenceOf(const QString& csv, const nlohmann::json& ranks)
{
    const QStringList lines = csv.split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
    const QStringList titles = lines.value(0).split(QLatin1Char(','));
    const QMap<QString, std::vector<std::string>> columns {{QStringLiteral("waiting_ms"), {"waiting_ms"}},
        {QStringLiteral("warmup_bubble_ms"), {"bubble_ms", "warmup"}},
        {QStringLiteral("steady_bubble_ms"), {"bubble_ms", "steady"}},
        {QStringLiteral("cooldown_bubble_ms"), {"bubble_ms", "cooldown"}}, {QStringLiteral("idle_ms"), {"idle_ms"}},
        {QStringLiteral("compute_ms"), {"compute_ms"}}, {QStringLiteral("total_ms"), {"total_ms"}}};
    if (lines.size() != int(ranks.size()) + 1)
        return QStringLiteral("%1 rows for %2 ranks").arg(lines.size() - 1).arg(ranks.size());
    for (auto it = columns.cbegin(); it != columns.cend(); ++it) {
        const qsizetype column = titles.indexOf(it.key());
        if (column < 0)
            return QStringLiteral("no column ") + it.key();
        for (qsizetype row = 1; row < lines.size(); ++row) {
            nlohmann::json wanted = ranks[size_t(row - 1)];
            for (const std::string& key : *it)
                wanted = nlohmann::json(wanted.at(key));
            const QString cell = lines[row].split(QLatin1Char(',')).value(column);
            if (cell != plainMilliseconds(wanted.get<double>() * 1e6))
                return QStringLiteral("%1, row %2: %3 and %4")
                    .arg(it.key())
                    .arg(row)
                    .arg(cell, QString::fromStdString(wanted.dump()));
        }
    }
    return {};
}

/// Every file and folder of the real data.
QStringList allInputs()
{
    QStringList inputs;
    QDirIterator it(sharedDataFolder(), QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (it.hasNext())
        inputs << it.next();
    inputs.sort();
    for (qsizetype i = 1; isSanitized && i < inputs.size(); ++i)
        inputs.remove(i, std::min<qsizetype>(2, inputs.size() - i));
    return inputs;
}

} // namespace

class TstOneTruth : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everybodyPrintsTheSameFigures()
    {
        REQUIRE_SHARED_DATA();
        int compared = 0;
        for (const QString& path : allInputs()) {
            const OpenedFolderPtr folder = opened(path);
            const std::vector<SimulationSource> sources = simulationSources(folder->folder);
            Summaries answers;
            const size_t step = isSanitized ? 1 + sources.size() / 3 : 1; // each is looked up in a summary of all
            for (size_t i = 0; i < sources.size(); i += step) {
                const SimulationSource& source = sources[i];
                const Run* run
                    = source.kind == SimulationSource::Kind::Run ? &folder->folder.runs[source.index] : nullptr;
                // Profiles and plans are no step: what is modelled from them is something else.
                if (run && (run->kind != Run::Kind::Measured || !run->trace->ranksAreComparable()))
                    continue;
                SimulateOptions options;
                options.input = inputName(folder->folder, source);
                SummaryOptions summaryOptions;
                if (run && source.step < int(run->trace->steps().size())) {
                    options.step = run->trace->steps()[size_t(source.step)].number;
                    summaryOptions.step = options.step;
                }
                const Result<SimulatedInput> simulated = simulateFolder(folder->folder, options);
                const nlohmann::json summary = summaryOf(folder->folder, options.input, summaryOptions, answers);
                if (!simulated || summary.is_null() || simulated->source != source)
                    continue;
                const nlohmann::json simulation = nlohmann::json::parse(simulationJson(simulated->report));
                const QString where = QStringLiteral("%1, %2: ").arg(path, QString::fromStdString(options.input));
                QString difference = differenceOf(summary, simulation["simulated"]);
                QVERIFY2(difference.isEmpty(), qPrintable(where + difference));
                if (run) {
                    difference = differenceOf(summary, simulation["baseline"]);
                    QVERIFY2(difference.isEmpty(), qPrintable(where + difference));
                    QCOMPARE(simulation["baseline"]["step_ms"].dump(), summary["step_ms"].dump());
                    theWindowSaysSo(*folder, *run, source, summaryOptions, summary, *simulated);
                    QVERIFY2(!QTest::currentTestFailed(), qPrintable(where));
                }
                ++compared;
            }
        }
        QVERIFY2(compared > (isSanitized ? 15 : 60), qPrintable(QString::number(compared)));
    }

    void openingARunMatchesItOnce()
    {
        REQUIRE_SHARED_DATA();
        for (const char* name : {"echo/measured_pp4_16ranks_2hosts", "kineto/dlrm_8ranks"}) {
            MatchingCounts::messages = MatchingCounts::collectives = 0;
            const OpenedFolderPtr folder = opened(QString::fromStdString(sharedData(name)));
            const Run& run = folder->folder.runs.front();
            const std::optional<RunAnalysis> analysis = analyzeRun(run);
            const Result<Simulator> simulator = Simulator::make(folder->folder, {});
            Knobs knobs;
            knobs.computeScale = 2;
            QVERIFY(analysis && simulator && simulator->simulate({}) && simulator->simulate(knobs));
            const Collectives& collectives = contextOf(run)->collectives();
            QVERIFY(!collectives.instances.empty());
            QVERIFY(!collectiveByArrival(*contextOf(run), run.trace->timing(), collectives.members.front()).empty());
            QCOMPARE(MatchingCounts::messages.load(), 1u);
            QCOMPARE(MatchingCounts::collectives.load(), 1u);
        }
    }

private:
    /// Headline, Simulate pane, findings, table of ranks, texts and report of a step.
    static void theWindowSaysSo(const OpenedFolder& folder, const Run& run, const SimulationSource& source,
        const SummaryOptions& asked, const nlohmann::json& summary, const SimulatedInput& simulated)
    {
        const auto ofTotal = [&](const char* key) {
            const double whole = summary["total_ms"].get<double>() + summary["not_recorded_ms"].get<double>();
            return formatShare(summary[key].get<double>() / std::max(whole, 1e-9));
        };
        const QString bubble = formatShare(summary["bubble_share"].get<double>());
        const QString waiting = ofTotal("waiting_ms");
        FindingOptions options;
        options.step = source.step;
        const std::optional<RunAnalysis> analysis = analyzeRun(run, options);
        const QString headline = Headline::summaryText(run, analysis->summary);
        const bool hasPipeline = analysis->summary.hasPipeline();
        QString shares = QStringLiteral("waiting <b>%1</b>").arg(QString(waiting).toHtmlEscaped());
        if (hasPipeline)
            shares.prepend(QStringLiteral("bubble <b>%1</b> · ").arg(QString(bubble).toHtmlEscaped()));
        QCOMPARE(headline.contains(QStringLiteral("bubble")), hasPipeline);
        QVERIFY2(headline.contains(shares), qPrintable(headline + shares));

        StepPartsModel parts;
        parts.setFigures(simulated.step.figures, Origin::Measured, simulated.step.figures);
        for (const auto column : {StepPartsModel::BaselineColumn, StepPartsModel::SimulatedColumn}) {
            const QString difference = differenceOf(parts, column, summary);
            QVERIFY2(difference.isEmpty(), qPrintable(difference));
            if (simulated.step.figures.hasPipeline()) {
                QCOMPARE(nlohmann::json(pane(parts, partText({StepPartId::Kind::PipelineBubble}), column)).dump(),
                    summary["bubble_share"].dump());
            }
        }

        for (const nlohmann::json& finding : summary["findings"]) {
            const auto plain = [](QString text) { return text.replace(QChar(0xa0), QLatin1Char(' ')); };
            const QString how = plain(QString::fromStdString(finding["how_computed"].get<std::string>()));
            if (finding["id"] == "pipeline-bubble") {
                QVERIFY2(how.contains(plain(bubble).section(QLatin1Char(' '), 0, 0)), qPrintable(how + bubble));
                QVERIFY(finding["share"].get<double>() <= summary["bubble_share"].get<double>() + 1e-9);
            }
        }
        const Result<std::string> text = summaryText(folder.folder, asked);
        QVERIFY(text);
        QString said = QStringLiteral("waiting %1").arg(waiting);
        if (hasPipeline)
            said += QStringLiteral(", pipeline bubble %1").arg(bubble);
        const bool hangs = isMadeOfDumps(run, folder.folder.flightDumps); // no step of it ended: none is explained
        QVERIFY2(QString::fromStdString(*text).contains(said) != hangs, qPrintable(said));
        if (hangs)
            return;
        ExportSource exported(std::make_shared<OpenedFolder>(folder), nullptr);
        const Run* opened = exported.measured().document.openedRun();
        if (run.trace->steps().size() > 1 || !opened || opened->trace != run.trace)
            return; // report and exported table are of a whole run, the one that opens
        QCoreApplication::processEvents();
        const std::shared_ptr<const RunSummary> shown = exported.measured().figures.ofPart();
        QVERIFY(shown);
        QCOMPARE(Headline::summaryText(run, *shown), headline);
        SummaryOptions whole;
        const Result<std::vector<SummaryInput>> inputs = summaryInputs(folder.folder, whole);
        const Result<QByteArray> page = reportPage(exported, {}, *inputs);
        QVERIFY(page);
        QVERIFY2(page->contains(shares.toUtf8()), qPrintable(shares));
        const Result<ExportedTable> table = exportTable(exported, QStringLiteral("ranks"));
        QVERIFY(table);
        const QString difference = differenceOf(table->csv, summary["ranks"]);
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
    }
};

BUBBLESCOPE_TEST(TstOneTruth, QApplication)

} // namespace bubblescope::tst_onetruth

#include "tst_onetruth.moc"
