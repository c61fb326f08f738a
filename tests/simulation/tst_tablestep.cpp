// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importone.h"
#include "tablestep.h"
#include "testprogram.h"
#include "twostagesample.h"
#include "whatif.h"
#include "worksums.h"

#include <QTest>

#include <cmath>

namespace bubblescope::tst_tablestep {

namespace {

constexpr double nsPerMs = 1e6;

LayerRow row(const char* name, double forwardMs, double backwardMs)
{
    LayerRow made;
    made.name = name;
    made.forwardNs = forwardMs * nsPerMs;
    made.backwardNs = backwardMs * nsPerMs;
    made.isGradientRow = made.name.ends_with("_grad");
    if (made.isGradientRow) {
        made.backwardComm.operation = Operation::AllReduce;
        made.backwardComm.group = Category::DataComm;
        made.backwardComm.asynchronous = true;
        made.backwardComm.bytes = 1e6;
    }
    return made;
}

LayerTable tableOf(std::vector<LayerRow> rows)
{
    LayerTable table;
    table.name = "table";
    table.kind = LayerTable::Kind::NeuSight;
    table.rows = std::move(rows);
    return table;
}

LayerTable readTable(const char* folder, const char* name)
{
    const std::string path = std::string("neusight/prediction/") + folder + '/' + name + ".csv";
    FileContents contents = importShared(path.c_str());
    return contents.layerTables.empty() ? LayerTable() : std::move(contents.layerTables.front());
}

double stepMs(const LayerTable& table) { return tableStep(table, tableLayout(table)).stepNs() / nsPerMs; }

/// What compute waits for; what has no price yet counts nothing.
double statedNs(const Work& work)
{
    double sum = 0;
    for (const WorkPiece& piece : work) {
        if (!piece.isAsynchronous && piece.ns > 0)
            sum += piece.ns;
    }
    return sum;
}

/// One microbatch of a profile, stage by stage, with the gradients of each rank on a stream beside its compute.
double profileNs(const JobProfile& profile)
{
    double clock = 0;
    for (const RankWork& stage : profile.ranks)
        clock += statedNs(stage.forward);
    clock += 2 * (profile.stages - 1) * std::max(profile.messageNs, 0.0);
    double end = 0;
    for (auto stage = profile.ranks.rbegin(); stage != profile.ranks.rend(); ++stage) {
        double stream = 0;
        for (const Work* work : {&stage->backward, &stage->weightGradient}) {
            for (const WorkPiece& piece : *work) {
                if (piece.isAsynchronous)
                    stream = std::max(stream, clock) + std::max(piece.ns, 0.0);
                else if (!piece.isCommunication())
                    clock += piece.ns * profile.assumedBackwardRatio.value_or(1);
                else
                    clock += std::max(piece.ns, 0.0);
            }
        }
        end = std::max({end, clock, stream});
    }
    return end;
}

void compareRelative(double actual, double expected, double tolerance)
{
    QVERIFY2(std::abs(actual / expected - 1) <= tolerance,
        qPrintable(QStringLiteral("%1 is not %2").arg(actual, 0, 'g', 12).arg(expected, 0, 'g', 12)));
}

} // namespace

class TstTableStep : public QObject {
    Q_OBJECT
private slots:
    void gradientsQueueBehindEachOtherAndBesideCompute()
    {
        // Backward runs c, b, a: 1 ms each. The 2.5 ms of c's gradients begin at 1, those of a behind them at 3.5.
        const LayerTable table
            = tableOf({row("a_grad", 0, 1), row("a", 1, 1), row("b", 1, 1), row("c_grad", 0, 2.5), row("c", 1, 1)});
        const TableStep step = tableStep(table, {});
        QCOMPARE(step.forwardNs, 3 * nsPerMs);
        QCOMPARE(step.backwardNs, 3 * nsPerMs);
        QCOMPARE(step.exposedGradientNs, 1.5 * nsPerMs);
        QCOMPARE(step.stepNs(), 7.5 * nsPerMs);
        QCOMPARE(profileNs(*profileOfTable(table)), 7.5 * nsPerMs);
    }

    void layersRepeatBetweenPrologueAndEpilogue()
    {
        LayerTable table = tableOf({row("embed", 1, 2), row("layer", 10, 20), row("head", 5, 5)});
        table.block = {1, 2};
        table.layerCount = 3;
        QCOMPARE(stepMs(table), 1 + 2 + 90.0 + 10);
        const Result<JobProfile> profile = profileOfTable(table, {.stages = 2});
        QVERIFY(profile.isOk());
        QCOMPARE(profile->layersOfStage, (std::vector<int> {2, 1}));
        QCOMPARE(computeOf(profile->ranks[0].forward), 21 * nsPerMs);
        QCOMPARE(computeOf(profile->ranks[1].backward), 25 * nsPerMs);
        QVERIFY(profile->replicasAreAlike);
    }

    void publishedStepTimesAreMet_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("ms");
        const QString h100 = QStringLiteral("NVIDIA_H100_80GB_HBM3");
        const QString a100 = QStringLiteral("NVIDIA_A100-SXM4-40GB");
        const auto add = [](const QString& folder, const char* name, double ms) {
            QTest::addRow("%s %s", qPrintable(folder), name) << folder << QString::fromLatin1(name) << ms;
        };
        add(h100, "gpt2_large-train-1024-4", 649.5551926095923);
        add(h100, "gpt2_large-train-1024-4-dp4", 214.11080825222507);
        add(h100, "gpt2_large-train-1024-4-tp4", 228.07760138155896);
        add(a100, "gpt2_large-train-1024-4-dp4", 510.51188014903386);
        add(a100, "gpt2_large-train-1024-4-tp4", 525.5815189845608);
    }
    void publishedStepTimesAreMet()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, folder);
        QFETCH(QString, name);
        QFETCH(double, ms);
        const LayerTable table = readTable(qPrintable(folder), qPrintable(name));
        QCOMPARE(table.layerCount.value_or(0), 36);
        compareRelative(stepMs(table), ms, 1e-9);
        compareRelative(table.stated->totalNs / nsPerMs, ms, 1e-12);
        const Result<JobProfile> profile = profileOfTable(table);
        QVERIFY(profile.isOk());
        compareRelative(profileNs(*profile) / nsPerMs, ms, 1e-9);
    }

    void fourStagesSendBetweenThem_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::newRow("H100") << QStringLiteral("NVIDIA_H100_80GB_HBM3");
        QTest::newRow("A100") << QStringLiteral("NVIDIA_A100-SXM4-40GB");
    }
    void fourStagesSendBetweenThem()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, folder);
        const LayerTable table = readTable(qPrintable(folder), "gpt2_large-train-1024-4-pp4_1");
        const TableLayout layout = tableLayout(table);
        QCOMPARE(layout.stages, 4);
        QCOMPARE(layout.microbatches, 1);
        QCOMPARE(layout.batch, 4);
        const TableStep step = tableStep(table, layout);
        compareRelative(step.stepNs(), table.stated->totalNs, 0.0005);
        const double sendMs = step.sendNs / nsPerMs;
        QVERIFY2(sendMs > 0.3 && sendMs < 0.7, qPrintable(QString::number(sendMs)));
        const Result<JobProfile> profile = profileOfTable(table);
        QVERIFY(profile.isOk());
        QCOMPARE(profile->ranks.size(), size_t(4));
        QCOMPARE(profile->layersOfStage, (std::vector<int> {9, 9, 9, 9}));
        QCOMPARE(profile->messageBytes, 5242880 * 4.0);
        compareRelative(profileNs(*profile), step.stepNs(), 1e-9);
    }

    void namesOfPredictionsTellTheLayout()
    {
        LayerTable table = tableOf({row("a", 1, 1)});
        table.name = "gpt2_large-train-1024-4-dp4";
        QCOMPARE(tableLayout(table).data, 4);
        QCOMPARE(tableLayout(table).batch, 1);
        QCOMPARE(tableLayout(table).sequenceLength.value_or(0), 1024);
        QCOMPARE(tableLayout(table, {.data = 8}).data, 8);
        table.name = "bert_large-inf-512-8-fusion";
        QCOMPARE(tableLayout(table).batch, 8);
        QCOMPARE(tableLayout(table).stages, 1);
        table.name = "layers";
        const auto guesses = tableLayout(table).guesses;
        QVERIFY(std::find(guesses.begin(), guesses.end(), GuessedSize::Of::MicrobatchSize) != guesses.end());
    }

    void seed002FoldsToItsForwardPassAndHasNoBackward()
    {
        REQUIRE_SHARED_DATA();
        const FileContents contents = importShared("seeds/002_891053d3e8445d09.txt");
        QCOMPARE(contents.layerTables.size(), size_t(1));
        const Result<JobProfile> profile = profileOfTable(contents.layerTables[0], {.layers = 36});
        QVERIFY(profile.isOk());
        QCOMPARE(profile->ranks.size(), size_t(1));
        QCOMPARE(qRound64(computeOf(profile->ranks[0].forward) / 1e4), qint64(227932));
        compareRelative(profileNs(*profile) / nsPerMs, 2279.32, 0.5e-5);
        // Nothing until somebody says how long it is; then as many times forward.
        QCOMPARE(profile->assumedBackwardRatio.value_or(-1), 0.0);
        compareRelative(computeOf(profile->ranks[0].backward), computeOf(profile->ranks[0].forward), 1e-9);
        // Gradients are known by size alone.
        int gradients = 0;
        for (const WorkPiece& piece : profile->ranks[0].backward) {
            if (!piece.isAsynchronous)
                continue;
            ++gradients;
            QVERIFY(piece.ns < 0 && piece.bytes > 0);
        }
        QCOMPARE(gradients, 1 + 36 * 6 + 2);
        QCOMPARE(profile->gradientBytesPerLayer, (2560 + 4919040 + 1639680 + 2560 + 6558720 + 6554880) * 4.0);
    }

    void theSamplesTableKnowsItsWeightGradientsApart()
    {
        const Result<SampleRun> sample = twoStageSample();
        QVERIFY(sample.isOk());
        const Result<JobProfile> profile = profileOfTable(sample->layerTable, {.data = 2, .tensor = 2, .stages = 2});
        QVERIFY(profile.isOk());
        const LayerTable::Totals totals = sample->layerTable.folded(*sample->layerTable.layerCount);
        double forward = 0;
        double backward = 0;
        double weight = 0;
        for (const RankWork& stage : profile->ranks) {
            forward += computeOf(stage.forward);
            backward += computeOf(stage.backward);
            weight += computeOf(stage.weightGradient);
        }
        compareRelative(forward, totals.forwardNs, 1e-12);
        compareRelative(backward, totals.backwardNs, 1e-12);
        compareRelative(weight, totals.weightGradientNs, 1e-12);
        QVERIFY(!profile->assumedBackwardRatio);
        // A message is as large as what tensor-parallel ranks add up: half precision, 4096 x 4096.
        QCOMPARE(profile->messageBytes, 4096.0 * 4096 * 2);
        for (const WorkPiece& piece : profile->ranks[0].backward)
            QVERIFY(!piece.isAsynchronous);
    }

    void resultsOfSimulatorsKeepTheirExposedCommunication_data()
    {
        QTest::addColumn<double>("us");
        // Compute and exposed communication of the summary's groups; the bubble is not in the rows.
        QTest::newRow("simai/analytical_22B_256gpus/config1_256gpu_22B_with_compute-EndToEnd.csv")
            << 7790453.0 + 334559;
        QTest::newRow("simai/flow_level_128gpus/simai_ns3_EndToEnd.csv") << 40829.0 + 158050 + 4355 + 13967;
    }
    void resultsOfSimulatorsKeepTheirExposedCommunication()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(double, us);
        const FileContents contents = importShared(QTest::currentDataTag());
        QCOMPARE(contents.layerTables.size(), size_t(1));
        const LayerTable& table = contents.layerTables[0];
        const double step = tableStep(table, tableLayout(table)).stepNs();
        compareRelative(step / 1e3, us, 1e-4);
        const Result<JobProfile> profile = profileOfTable(table);
        QVERIFY(profile.isOk());
        compareRelative(profileNs(*profile), step, 1e-9);
    }

    void whatDoesNotFitIsRefused()
    {
        QVERIFY(!profileOfTable(LayerTable()));
        QVERIFY(!profileOfTable(tableOf({row("a", 0, 0)})));
        const Result<JobProfile> noLayer = profileOfTable(tableOf({row("a", 1, 1)}), {.stages = 2});
        QVERIFY(!noLayer);
        QVERIFY(noLayer.error().message.text().find("no transformer layer") != std::string::npos);
        LayerTable table = tableOf({row("layer", 10, 20)});
        table.block = {0, 1};
        const Result<JobProfile> tooFew = profileOfTable(table, {.layers = 2, .stages = 3});
        QVERIFY(!tooFew);
        QCOMPARE(tooFew.error().message.text(), std::string("2 layers do not fill 3 stages."));
    }

    void tensorParallelismIsRefusedWhereNothingTellsWhatItExchanges()
    {
        const auto answers = [](LayerTable table, const char* name) {
            table.name = name; // tells the sizes
            table.block = {0, 1};
            RunFolder folder;
            folder.layerTables.push_back(std::move(table));
            const Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::LayerTable, 0, 0});
            Knobs knobs;
            knobs.tensor = 4;
            return simulator && simulator->simulate(knobs).isOk();
        };
        LayerTable table = tableOf({row("layer", 10, 20)});
        QVERIFY(!answers(table, "gpt2-train-1024-4"));
        QVERIFY(!answers(table, "gpt2-train-1024-4-tp2"));
        CommRequest& exchange = table.rows.front().forwardComm;
        exchange.operation = Operation::AllReduce;
        exchange.group = Category::TensorComm;
        exchange.bytes = 8e6;
        QVERIFY(answers(table, "gpt2-train-1024-4-tp2"));
    }

    void assumptionsAreSentences()
    {
        LayerTable table = tableOf({row("layer", 10, 20)});
        table.block = {0, 1};
        const Result<JobProfile> profile = profileOfTable(table, {.stages = 1});
        for (const Assumption& assumption : profile->assumptions)
            QVERIFY(assumption.sentence.text().ends_with('.'));
        const GuessedSize oneLayer {GuessedSize::Of::Layers, 1};
        QVERIFY(std::find(profile->guesses.begin(), profile->guesses.end(), oneLayer) != profile->guesses.end());
    }
};

BUBBLESCOPE_TEST(TstTableStep, QCoreApplication)

} // namespace bubblescope::tst_tablestep

#include "tst_tablestep.moc"
