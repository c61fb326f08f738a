// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layertable.h"
#include "testprogram.h"
#include "workload.h"

#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_layertable {

namespace {

LayerRow row(double forward, double backward = 0, double weightGradient = 0, double elements = 0)
{
    LayerRow row;
    row.forwardNs = forward;
    row.backwardNs = backward;
    row.weightGradientNs = weightGradient;
    row.backwardComm.elements = elements;
    return row;
}

LayerTable oneLayerTable()
{
    LayerTable table;
    table.rows = {row(1), row(10, 20, 5, 7), row(30, 40, 0, 1), row(100, 200)};
    table.block = {1, 3};
    return table;
}

} // namespace

class TstLayerTable : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void prologueLayerAndEpilogueSplitTheTable();
    void foldingRepeatsOnlyTheLayer();
    void foldingToNoLayersLeavesPrologueAndEpilogue();
    void tableWithoutBlockStaysAsWritten();
    void statedTotalReplacesTheSumOfThePasses();
    void tinyRowsAreNotLostBesideLargeOnes();
    void blockBeyondTheRowsIsHarmless();
    void kindsHaveStableNames();
    void dataParallelIsWhatTensorAndPipelineLeave_data();
    void dataParallelIsWhatTensorAndPipelineLeave();
    void unknownComputeIsNotSummed();
};

void TstLayerTable::prologueLayerAndEpilogueSplitTheTable()
{
    const LayerTable table = oneLayerTable();
    QCOMPARE(table.prologue().forwardNs, 1.0);
    QCOMPARE(table.layer().forwardNs, 40.0);
    QCOMPARE(table.layer().backwardNs, 60.0);
    QCOMPARE(table.layer().weightGradientNs, 5.0);
    QCOMPARE(table.layer().commElements, 8.0);
    QCOMPARE(table.epilogue().totalNs, 300.0);
    QCOMPARE(table.asWritten().totalNs, 406.0);
}

void TstLayerTable::foldingRepeatsOnlyTheLayer()
{
    const LayerTable::Totals totals = oneLayerTable().folded(3);
    QCOMPARE(totals.forwardNs, 1.0 + 3 * 40 + 100);
    QCOMPARE(totals.backwardNs, 3 * 60.0 + 200);
    QCOMPARE(totals.weightGradientNs, 15.0);
    QCOMPARE(totals.totalNs, 1 + 3 * 105.0 + 300);
    QCOMPARE(totals.commElements, 24.0);
}

void TstLayerTable::foldingToNoLayersLeavesPrologueAndEpilogue()
{
    QCOMPARE(oneLayerTable().folded(0).forwardNs, 101.0);
    QCOMPARE(oneLayerTable().folded(-4).forwardNs, 101.0);
}

void TstLayerTable::tableWithoutBlockStaysAsWritten()
{
    LayerTable table = oneLayerTable();
    table.block = {0, 0};
    QVERIFY(!table.hasBlock());
    QCOMPARE(table.prologue().forwardNs, 141.0);
    QCOMPARE(table.layer().forwardNs, 0.0);
    QCOMPARE(table.epilogue().forwardNs, 0.0);
    QCOMPARE(table.folded(36).forwardNs, 141.0);
}

void TstLayerTable::statedTotalReplacesTheSumOfThePasses()
{
    LayerTable table = oneLayerTable();
    table.rows[1].statedTotalNs = 36;
    QCOMPARE(table.layer().totalNs, 36.0 + 70);
    QCOMPARE(table.layer().forwardNs, 40.0);
}

void TstLayerTable::tinyRowsAreNotLostBesideLargeOnes()
{
    // Added one by one to 1e16, each 1 would be rounded away.
    LayerTable table;
    table.rows.assign(1001, row(1));
    table.rows.front() = row(1e16);
    QCOMPARE(table.asWritten().forwardNs, 1e16 + 1000);
}

void TstLayerTable::blockBeyondTheRowsIsHarmless()
{
    LayerTable table = oneLayerTable();
    table.block = {2, 900};
    QCOMPARE(table.layer().forwardNs, 130.0);
    QCOMPARE(table.epilogue().forwardNs, 0.0);
}

void TstLayerTable::kindsHaveStableNames()
{
    QCOMPARE(layerTableKindName(LayerTable::Kind::WorkItems), "work-items");
    QCOMPARE(layerTableKindName(LayerTable::Kind::NeuSight), "neusight");
    QCOMPARE(layerTableKindName(LayerTable::Kind::SimAIResult), "simai-result");
}

void TstLayerTable::dataParallelIsWhatTensorAndPipelineLeave_data()
{
    QTest::addColumn<int>("gpus");
    QTest::addColumn<int>("tensor");
    QTest::addColumn<int>("pipeline");
    QTest::addColumn<int>("expected"); // -1: not known
    QTest::newRow("512 = 8 x 4 x 16") << 512 << 8 << 4 << 16;
    QTest::newRow("does not divide") << 10 << 4 << 1 << -1;
    QTest::newRow("fewer GPUs than a model takes") << 8 << 8 << 2 << -1;
    QTest::newRow("nothing declared") << 0 << 8 << 2 << -1;
    QTest::newRow("division by nothing") << 8 << 0 << 2 << -1;
    QTest::newRow("product beyond 32 bits") << 65536 << 65536 << 65536 << -1;
}

void TstLayerTable::dataParallelIsWhatTensorAndPipelineLeave()
{
    QFETCH(int, gpus);
    QFETCH(int, tensor);
    QFETCH(int, pipeline);
    QFETCH(int, expected);
    Workload workload;
    QVERIFY(!workload.dataParallel());
    workload.gpus = gpus;
    workload.tensorParallel = tensor;
    workload.pipelineParallel = pipeline;
    QCOMPARE(workload.dataParallel().value_or(-1), expected);
}

void TstLayerTable::unknownComputeIsNotSummed()
{
    Workload workload;
    WorkloadRow row;
    row.forward.computeNs = 100;
    row.inputGradient = {1, true, {}};
    row.weightGradient.computeNs = 30;
    row.updateTimeNs = 1000;
    workload.rows = {row, row};
    QCOMPARE(workload.computeNs(), 260.0);
}

BUBBLESCOPE_TEST(TstLayerTable, QCoreApplication)

} // namespace bubblescope::tst_layertable

#include "tst_layertable.moc"
