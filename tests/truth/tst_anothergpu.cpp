// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Trainings that were measured on eight A100 and on eight H100: from the former, the latter is asked.
#include "importtext.h"
#include "shareddata.h"
#include "testprogram.h"
#include "truthkinds.h"
#include "whatif.h"
#include "workloadimporter.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>

namespace bubblescope::tst_anothergpu {

namespace {

/// A model of mosaicml/llm-foundry: MPT, with an MLP four times as wide as its hidden size.
struct Mpt {
    double layers = 0;
    double hidden = 0;
    static constexpr double vocabulary = 50368;

    double parameters() const { return 12 * layers * hidden * hidden + vocabulary * hidden; }
};
std::optional<Mpt> mptOf(const QByteArray& name)
{
    static const std::map<QByteArray, Mpt> models {{"1b", {24, 2048}}, {"7b", {32, 4096}}, {"13b", {40, 5120}}};
    const auto at = models.find(name);
    return at == models.end() ? std::nullopt : std::optional(at->second);
}

/// A step of one microbatch as AICB writes it, of a measured duration: memory-bound rows take what moving their bytes
/// takes, the others share the rest by their FLOPs (causal attention: half of the products).
std::string workloadOf(const Mpt& model, double sequence, double samples, double stepNs)
{
    constexpr double bytesPerNs = 1700;
    const double tokens = sequence * samples;
    const double embedding = 3 * 2 * 2 * tokens * model.hidden / bytesPerNs;
    const double optimizer = 16 * model.parameters() / 8 / bytesPerNs; // sharded over eight
    const double projections = 6 * 4 * model.hidden * model.hidden;
    const double attention = projections + 6 * sequence * model.hidden;
    const double mlp = 6 * 8 * model.hidden * model.hidden;
    const double head = 6 * Mpt::vocabulary * model.hidden;
    const double perFlop = (stepNs - embedding - optimizer) / (model.layers * (attention + mlp) + head);
    std::string rows;
    int count = 0;
    const auto add = [&](std::string_view name, double ns) {
        const auto third = int64_t(ns / 3);
        rows += fmt::format("{0}\t-1\t{1}\tNONE\t0\t{1}\tNONE\t0\t{1}\tNONE\t0\t100\n", name, third);
        ++count;
    };
    add("embedding_layer", embedding);
    for (int layer = 0; layer < int(model.layers); ++layer) {
        add("attention_layer", perFlop * attention);
        add("mlp_layer", perFlop * mlp);
    }
    add("final_head", perFlop * head);
    add("optimizer1", optimizer);
    return fmt::format("HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 1 ep: 1 pp: 1 vpp: {} ga: 1 "
                       "all_gpus: 8 checkpoints: 0 checkpoint_initiates: 0\n{}\n{}",
        int(model.layers), count, rows);
}

} // namespace

class TstAnotherGpu : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void trainingsOnH100FollowFromA100()
    {
        REQUIRE_SHARED_DATA();
        QFile file(QString::fromStdString(sharedData("plan/llm_foundry_a100_h100.csv")));
        QVERIFY(file.open(QIODevice::ReadOnly | QIODevice::Text));
        file.readLine();
        TruthTable table;
        while (!file.atEnd()) {
            const QList<QByteArray> cells = file.readLine().trimmed().split(',');
            QVERIFY(cells.size() > 6);
            const std::optional<Mpt> model = mptOf(cells[0]);
            QVERIFY2(model, cells[0].constData());
            const double tokens = cells[1].toDouble() * cells[2].toDouble();
            const double onA100 = tokens / cells[4].toDouble() * 1e9;
            const double measured = tokens / cells[5].toDouble() * 1e9;

            RunFolder folder;
            folder.workloads = importText(*makeWorkloadImporter(),
                workloadOf(*model, cells[1].toDouble(), cells[2].toDouble(), onA100), "mpt.txt")
                                   .contents.workloads;
            QCOMPARE(folder.workloads.size(), size_t(1));
            const Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::Workload, 0, 0});
            QVERIFY(simulator.isOk());
            QVERIFY(std::abs(simulator->baseline().stepNs / onA100 - 1) < 1e-3);
            Knobs knobs = *knobsFromLine("measured-on=a100-80gb; hardware=h100");
            knobs.microbatchSize = cells[2].toInt();
            const Result<SimulatedStep> step = simulator->simulate(knobs);
            QVERIFY(step.isOk());
            const StepFigures& answer = step->figures;
            table.ask(truthkind::anotherGpu,
                QStringLiteral("MPT %1, %2 tokens, %3 samples")
                    .arg(QLatin1String(cells[0]), QLatin1String(cells[1]), QLatin1String(cells[2])),
                answer.wholeStepNs(), measured, TruthTable::Range {answer.lowNs(), answer.highNs()}, onA100);
            QCOMPARE(answer.samplesPerSecond(), 8 * cells[2].toDouble() / answer.wholeStepNs() * 1e9);

            // Where both are one, nothing moves.
            const Result<StepFigures> same = simulator->outcome(*knobsFromLine("measured-on=h100; hardware=h100"));
            QCOMPARE(same->wholeStepNs(), simulator->baseline().wholeStepNs());
        }
        QVERIFY(table.count(truthkind::anotherGpu) > 0);
        const QStringList beyond = table.judge(truthKinds());
        QVERIFY2(beyond.isEmpty(), qPrintable(beyond.join(QLatin1Char('\n'))));
    }

    void aPairThatNobodyMeasuredSaysSo()
    {
        Workload workload;
        WorkloadRow row;
        row.name = "mlp_layer";
        row.forward.computeNs = row.inputGradient.computeNs = row.weightGradient.computeNs = 1e8;
        workload.rows = {row};
        RunFolder folder;
        folder.workloads.push_back(workload);
        Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::Workload, 0, 0});
        QVERIFY(simulator.isOk());
        const auto share = [&](const char* line) {
            const Result<StepFigures> figures = simulator->outcome(*knobsFromLine(line));
            return figures->errorNs / figures->wholeStepNs();
        };
        const double measured = share("measured-on=a100-80gb; hardware=h100");
        QVERIFY(measured < 0.15);
        QVERIFY(share("measured-on=a100-80gb; hardware=b200") > 0.3);
        QVERIFY(share("measured-on=h100; hardware=h800") <= share("measured-on=h100; hardware=h100") + 1e-9);
    }
};

BUBBLESCOPE_TEST(TstAnotherGpu, QCoreApplication)

} // namespace bubblescope::tst_anothergpu

#include "tst_anothergpu.moc"
