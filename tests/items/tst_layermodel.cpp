// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layermodel.h"
#include "testprogram.h"

#include <QAbstractItemModelTester>
#include <QtTest>

namespace bubblescope::tst_layermodel {

namespace {

constexpr double ms = 1e6;

LayerRow row(const char* name, double forwardMs, double backwardMs, double weightMs)
{
    LayerRow r;
    r.name = name;
    r.forwardNs = forwardMs * ms;
    r.backwardNs = backwardMs * ms;
    r.weightGradientNs = weightMs * ms;
    return r;
}

/// embed 1 | norm 2, attention 3+4+5 | head 10
LayerTable oneLayerTable()
{
    LayerTable table;
    table.name = "gpt";
    table.rows = {row("embed", 1, 0, 0), row("norm", 2, 0, 0), row("attention", 3, 4, 5), row("head", 10, 0, 0)};
    table.rows[2].forwardComm.operation = Operation::AllReduce;
    table.rows[2].forwardComm.bytes = 4e6;
    table.block = {1, 3};
    return table;
}

/// Two stages; layer 1 lies on both. Step 1 is slow.
RunLog stageLog()
{
    RunLog log;
    log.microbatches = 4;
    for (const int step : {1, 2, 3}) {
        const double slow = step == 1 ? 10 : 1;
        log.blocks.push_back(
            {step, 0, 0, {{StageBlock::embedding, 1 * slow, 4, 0.25}, {0, 4 * slow, 4, 1}, {1, 2 * slow, 4, 0.5}}, 0});
        log.blocks.push_back({step, 1, 1, {{1, 3 * slow, 4, 0.75}, {StageBlock::head, 8 * slow + step, 4, 2}}, 0});
    }
    return log;
}

} // namespace

class TstLayerModel : public QObject {
    Q_OBJECT

    static QStringList names(const std::vector<LayerCost>& costs)
    {
        QStringList list;
        for (const LayerCost& cost : costs)
            list.append(cost.name);
        return list;
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void oneLayerTablesFoldOut()
    {
        const LayerCosts costs = layerCosts(oneLayerTable(), 3);
        QVERIFY(costs.folds);
        QCOMPARE(names(costs.bars), QStringList({"prologue", "0", "1", "2", "epilogue"}));
        QCOMPARE(costs.bars[0].forwardNs, 1 * ms);
        QCOMPARE(costs.bars[2].forwardNs, 5 * ms);
        QCOMPARE(costs.bars[2].backwardNs, 4 * ms);
        QCOMPARE(costs.bars[2].weightGradientNs, 5 * ms);
        QCOMPARE(costs.totalNs, (1 + 3 * 14 + 10) * ms);
        QCOMPARE(costs.writtenNs, (1 + 14 + 10) * ms);
        QCOMPARE(costs.lines.size(), size_t(4));
        QCOMPARE(costs.lines[1].repeats, 3);
        QCOMPARE(costs.lines[0].repeats, 1);
    }

    void timesOfMessagesAreUnknownUnlessTheTableStatesThem()
    {
        LayerTable table = oneLayerTable();
        QVERIFY(!layerCosts(table, 2).knows(&LayerCost::communicationNs));
        table.kind = LayerTable::Kind::SimAIResult;
        table.rows[2].forwardCommNs = 7 * ms;
        const LayerCosts costs = layerCosts(table, 1);
        QCOMPARE(costs.bars[1].communicationNs, 7 * ms);
        QCOMPARE(costs.lines[2].totalNs, (3 + 4 + 5 + 7) * ms);
    }

    void aRowSelectsTheBarsOfItsPart()
    {
        const LayerCosts costs = layerCosts(oneLayerTable(), 3);
        QCOMPARE(costs.barOf(QStringLiteral("attention")), 1);
        QCOMPARE(costs.barOf(QStringLiteral("head")), 4);
        QCOMPARE(costs.barOf(QStringLiteral("2")), 3);
        QCOMPARE(costs.barOf(QStringLiteral("nothing")), -1);
        QCOMPARE(costs.barOf(QString()), -1);
    }

    void tablesWithoutALayerBlockShowTheirRows()
    {
        LayerTable table = oneLayerTable();
        table.block = {0, 0};
        const LayerCosts costs = layerCosts(table, 3);
        QVERIFY(!costs.folds);
        QCOMPARE(names(costs.bars), QStringList({"embed", "norm", "attention", "head"}));
        QCOMPARE(costs.totalNs, 25 * ms);
    }

    void emptyTablesSayWhy()
    {
        const LayerCosts costs = layerCosts(LayerTable(), 5);
        QVERIFY(costs.isEmpty());
        QVERIFY(costs.missing.contains(QStringLiteral("no rows")));
    }

    void unknownComputeOfAWorkloadIsLeftOut()
    {
        Workload workload;
        WorkloadRow first;
        first.name = "attention";
        first.forward.computeNs = 2 * ms;
        first.inputGradient.computeNs = 1;
        first.inputGradient.computeIsUnknown = true;
        first.weightGradient.comm = {Operation::AllReduce, Category::DataComm, 5e6, 0, false};
        workload.rows = {first, first};
        const LayerCosts costs = layerCosts(workload);
        QCOMPARE(costs.bars.size(), size_t(2));
        QCOMPARE(costs.bars[0].totalNs, 2 * ms);
        QVERIFY(!std::isfinite(costs.bars[0].backwardNs));
        QCOMPARE(costs.bars[0].messageBytes, 5e6);
        QVERIFY(costs.summary.contains(QStringLiteral("2 compute times are unknown")));
    }

    void layersOnTwoStagesAreAddedUp()
    {
        const LayerCosts one = layerCosts(stageLog(), 2);
        QCOMPARE(names(one.bars), QStringList({"embed", "0", "1", "lm_head"}));
        QCOMPARE(one.bars[2].forwardNs, 5 * ms);
        QCOMPARE(one.bars[2].firstStage, 0);
        QCOMPARE(one.bars[2].lastStage, 1);
        QCOMPARE(one.bars[3].forwardNs, 10 * ms);
        const LayerCosts median = layerCosts(stageLog(), std::nullopt);
        QCOMPARE(median.bars[1].forwardNs, 4 * ms); // the first step, ten times slower, is left out
        QCOMPARE(median.bars[3].forwardNs, 10.5 * ms);
    }

    void aStepThatTheLogLacksIsNamed()
    {
        const LayerCosts costs = layerCosts(stageLog(), 17);
        QVERIFY(costs.isEmpty());
        QVERIFY(costs.missing.contains(QStringLiteral("17")));
        QVERIFY(!layerCosts(RunLog(), std::nullopt).missing.isEmpty());
    }

    void tableLeavesOutWhatIsNotKnown()
    {
        LayerModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setCosts(layerCosts(stageLog(), std::nullopt));
        QCOMPARE(model.rowCount(), 4);
        QVERIFY(model.place(LayerModel::Column::Forward) > 0);
        QCOMPARE(model.place(LayerModel::Column::Backward), -1);
        QCOMPARE(model.place(LayerModel::Column::Part), -1);
        const int stage = model.place(LayerModel::Column::Stage);
        QCOMPARE(model.index(2, stage).data().toString(), QStringLiteral("0 and 1"));
        model.setCosts(layerCosts(oneLayerTable(), 36));
        QVERIFY(model.place(LayerModel::Column::Backward) > 0);
        QVERIFY(model.place(LayerModel::Column::Messages) > 0);
        const int part = model.place(LayerModel::Column::Part);
        QCOMPARE(model.index(1, part).data().toString(), QStringLiteral("layer × 36"));
        model.setCosts({});
        QCOMPARE(model.rowCount(), 0);
    }

    void sharesCountRepeats()
    {
        LayerModel model;
        model.setCosts(layerCosts(oneLayerTable(), 2)); // 1 + 2 x 14 + 10 = 39
        const int share = model.place(LayerModel::Column::Share);
        QCOMPARE(model.index(2, share).data(TableModel::SortRole).toDouble(), 24.0 / 39);
        QCOMPARE(model.index(2, share).data(TableModel::PlainRole).toString().left(5), QStringLiteral("61.53"));
    }

    void numbersAlignRightAndCopyPlain()
    {
        LayerModel model;
        model.setCosts(layerCosts(oneLayerTable(), 2));
        const int forward = model.place(LayerModel::Column::Forward);
        const QModelIndex index = model.index(2, forward);
        QVERIFY(index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
        QCOMPARE(index.data(TableModel::PlainRole).toString(), QStringLiteral("3"));
        QCOMPARE(model.headerData(forward, Qt::Horizontal, TableModel::PlainRole).toString(),
            QStringLiteral("forward (ms)"));
        QVERIFY(index.data().toString().endsWith(QStringLiteral("ms")));
    }

    void layersOfALogSortByNumber()
    {
        RunLog log;
        log.microbatches = 1;
        log.blocks.push_back(
            {1, 0, 0, {{StageBlock::embedding, 1, 1, 1}, {2, 1, 1, 1}, {10, 1, 1, 1}, {StageBlock::head, 1, 1, 1}}, 0});
        LayerModel model;
        model.setCosts(layerCosts(log, std::nullopt));
        double before = -1e9;
        for (int r = 0; r < model.rowCount(); ++r) {
            const double key = model.index(r, 0).data(TableModel::SortRole).toDouble();
            QVERIFY(key > before);
            before = key;
        }
    }

    void namesSelectRows()
    {
        LayerModel model;
        model.setCosts(layerCosts(oneLayerTable(), 4));
        QCOMPARE(model.rowsOf(QStringLiteral("attention")), std::vector<int>({2}));
        QCOMPARE(model.rowsOf(QStringLiteral("3")), std::vector<int>({1, 2})); // layer 3 is the whole block
        QCOMPARE(model.rowsOf(QStringLiteral("epilogue")), std::vector<int>({3}));
        QVERIFY(model.rowsOf(QString()).empty());
    }
};

BUBBLESCOPE_TEST(TstLayerModel, QCoreApplication)

} // namespace bubblescope::tst_layermodel

#include "tst_layermodel.moc"
