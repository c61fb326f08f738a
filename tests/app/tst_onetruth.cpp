// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the time of a step goes is worked out once: whoever prints it prints the same digits.
#include "criticalpath.h"
#include "exportsource.h"
#include "folderloader.h"
#include "formatting.h"
#include "headline.h"
#include "ranktablemodel.h"
#include "reportpage.h"
#include "shareddata.h"
#include "simulatefolder.h"
#include "simulationinputs.h"
#include "simulationreport.h"
#include "summaryinput.h"
#include "summaryjson.h"
#include "testprogram.h"
#include "whatifmodel.h"

#include <QApplication>
#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

#include <nlohmann/json.hpp>

namespace bubblescope::tst_onetruth {

namespace {

const QStringList figures {QStringLiteral("bubble_share"), QStringLiteral("compute_ms"),
    QStringLiteral("exposed_comm_ms"), QStringLiteral("waiting_ms"), QStringLiteral("bubble_ms"),
    QStringLiteral("idle_ms"), QStringLiteral("host_ms")};

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

/// What `summary --json` says of an input.
nlohmann::json summaryOf(const RunFolder& folder, const std::string& name, const SummaryOptions& options)
{
    const Result<std::string> text = summaryJson(folder, options);
    if (!text)
        return {}; // the first of several runs has no such step; alone, this one is asked for it
    nlohmann::json all = nlohmann::json::parse(*text);
    nlohmann::json found;
    const auto take = [&](nlohmann::json& input) {
        if (found.is_null() && input["name"] == name && !input["mean_rank"].is_null()) {
            found = input["mean_rank"];
            found["bubble_share"] = input["bubble_share"];
            found["step_ms"] = input["step_ms"];
            found["findings"] = input["findings"];
        }
    };
    take(all);
    for (nlohmann::json& other : all["others"])
        take(other);
    return found;
}

QString cell(const StepPartsModel& model, const QString& row)
{
    for (int r = 0; r < model.rowCount(); ++r) {
        if (model.index(r, StepPartsModel::NameColumn).data().toString() == row)
            return model.index(r, StepPartsModel::BaselineColumn).data().toString();
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
            for (const SimulationSource& source : simulationSources(folder->folder)) {
                const Run* run = source.kind == SimulationSource::Kind::Run ? &folder->folder.runs[source.index] : nullptr;
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
                const nlohmann::json summary = summaryOf(folder->folder, options.input, summaryOptions);
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
                    theWindowSaysSo(*folder, *run, source, summary, *simulated);
                }
                ++compared;
            }
        }
        QVERIFY2(compared > 60, qPrintable(QString::number(compared)));
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
    /// Headline, Simulate pane, findings, table of ranks and report of a step.
    static void theWindowSaysSo(const OpenedFolder& folder, const Run& run, const SimulationSource& source,
        const nlohmann::json& summary, const SimulatedInput& simulated)
    {
        const QString bubble = formatShare(summary["bubble_share"].get<double>());
        const QString waiting = formatDuration(summary["waiting_ms"].get<double>() * 1e6);
        FindingOptions options;
        options.step = source.step;
        const std::optional<RunAnalysis> analysis = analyzeRun(run, options);
        const QString headline = Headline::summaryText(run, analysis->summary);
        QVERIFY2(headline.contains(QStringLiteral("bubble <b>%1</b>").arg(bubble)), qPrintable(headline + bubble));

        StepPartsModel parts;
        parts.setFigures(simulated.step.figures, Origin::Measured, simulated.step.figures);
        if (simulated.step.figures.hasPipeline())
            QCOMPARE(cell(parts, QStringLiteral("pipeline bubble")), bubble);
        QCOMPARE(formatDuration(simulated.step.figures.waitingNs), waiting);
        QCOMPARE(nlohmann::json(simulated.step.figures.idleNs / 1e6).dump(), summary["idle_ms"].dump());

        for (const nlohmann::json& finding : summary["findings"]) {
            const QString how = QString::fromStdString(finding["how_computed"].get<std::string>());
            if (finding["id"] == "pipeline-bubble") {
                QVERIFY2(QString(how).replace(QChar(0xa0), QLatin1Char(' ')).contains(QString(bubble).replace(QChar(0xa0), QLatin1Char(' ')).section(QLatin1Char(' '), 0, 0)), qPrintable(how + bubble));
                QVERIFY(finding["share"].get<double>() <= summary["bubble_share"].get<double>() + 1e-9);
            }
        }
        if (run.trace->steps().size() > 1 || &run != &folder.folder.runs.front())
            return; // the report is of a whole run
        SummaryOptions whole;
        const Result<std::vector<SummaryInput>> inputs = summaryInputs(folder.folder, whole);
        ExportSource exported(std::make_shared<OpenedFolder>(folder), nullptr);
        const Result<QByteArray> page = reportPage(exported, {}, *inputs);
        QVERIFY(page);
        QVERIFY2(page->contains(bubble.toUtf8()), qPrintable(bubble));
    }
};

BUBBLESCOPE_TEST(TstOneTruth, QApplication)

} // namespace bubblescope::tst_onetruth

#include "tst_onetruth.moc"
