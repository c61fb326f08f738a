// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "decimalcomma.h"
#include "stagefiguresmodel.h"
#include "stepanswer.h"
#include "stepformulas.h"
#include "steppartsmodel.h"
#include "testprogram.h"
#include "waterfall.h"
#include "whatifsubject.h"

#include <QAbstractItemModelTester>
#include <QSet>
#include <QTest>
#include <QTranslator>

namespace bubblescope::tst_whatiffigures {

namespace {

constexpr double ms = 1e6;

/// 100 ms: 60 compute, 10 exposed dp, 5 waiting, 20 bubble, 5 host.
StepFigures opened()
{
    StepFigures f;
    f.stepNs = 100 * ms;
    f.makespanNs = 90 * ms;
    f.computeNs = 60 * ms;
    f.exposedNs[size_t(Category::DataComm)] = 10 * ms;
    f.waitingNs = 5 * ms;
    f.warmupBubbleNs = 20 * ms;
    f.hostNs = 5 * ms;
    f.bubbleShare = 0.2;
    f.samplesPerStep = 8;
    f.stages.push_back({});
    return f;
}

/// 80 ms: half the bubble, no waiting, half the gradients; a little more compute.
StepFigures better()
{
    StepFigures f = opened();
    f.stepNs = 80.05 * ms;
    f.computeNs = 60.05 * ms;
    f.exposedNs[size_t(Category::DataComm)] = 5 * ms;
    f.waitingNs = 0;
    f.warmupBubbleNs = 10 * ms;
    f.bubbleShare = 10 / 80.05;
    return f;
}

/// Spaces that do not break as spaces.
QString plain(QString text)
{
    return text.replace(QChar(0xa0), QLatin1Char(' ')).replace(QChar(0x202f), QLatin1Char(' '));
}

} // namespace

class TestWhatIfFigures : public QObject {
    Q_OBJECT
private slots:
    void aToldSizeOfMicrobatchesIsNoGain()
    {
        WhatIfSubject subject;
        subject.baseline = opened();
        StepFigures told = opened();
        told.samplesPerStep = told.openedSamplesPerStep = 6 * told.samplesPerStep;
        const StepFigures beside = subject.openedBeside(told);
        QCOMPARE(beside.samplesPerStep, told.samplesPerStep);
        QVERIFY(!comparesSamples(beside, told));
        QCOMPARE(stepAnswer(beside, told).gain, 0.0);
        // An answer that tells none is compared as it was.
        QCOMPARE(subject.openedBeside(opened()).samplesPerStep, opened().samplesPerStep);
    }

    void aWaterfallStandsOnBothStepsAndItsPartsAddUp();
    void aWaterfallLeavesOutWhatHardlyChanges();
    void partsStandBesideEachOtherWithTheirDifference();
    void throughputIsComparedAsAShare();
    void theFormulaOfARingShowsItsNumbers();
    void aGroupOfOneSaysWhyItCostsNothing();
    void smallMessagesAreTaggedWithTheirError();
    void whatTheModelDoesNotExplainIsALineOfItsOwn();
    void whatIsNotExplainedStaysInTheComparison();
    void aStageThatDoesNotFitSaysSo();
    void anAnswerNamesBothStepsAndTheGain();
    void withoutAPipelineThereIsNoBubbleOfOne();
    void aLongerStepWithMoreSamplesIsABetterOne();
    void aKnobThatChangesNothingSaysSo();
    void aGainSmallerThanItsRangeIsCalledSo();
    void anAnswerThatDoesNotFitTheMemoryNamesTheWorstStage();
    void everyHardwareValueNamesItsSource();
    void hardwareValuesAreWrittenAsAllOthers();
    void translatorsAreShownPartsAsAWhole();
};

void TestWhatIfFigures::aWaterfallStandsOnBothStepsAndItsPartsAddUp()
{
    const auto bars = waterfall(opened(), Origin::Measured, better());
    QVERIFY(bars.size() > 2);
    QVERIFY(bars.front().isTotal && bars.back().isTotal);
    QCOMPARE(bars.front().toNs, 100 * ms);
    QCOMPARE(bars.back().toNs, 80.05 * ms);
    double at = bars.front().toNs;
    for (size_t i = 1; i + 1 < bars.size(); ++i) {
        QCOMPARE(bars[i].fromNs, at);
        at = bars[i].toNs;
    }
    QVERIFY(std::abs(at - bars.back().toNs) < 0.1 * ms);
}

void TestWhatIfFigures::aWaterfallLeavesOutWhatHardlyChanges()
{
    QStringList labels;
    for (const WaterfallBar& bar : waterfall(opened(), Origin::Measured, better()))
        labels << bar.label;
    QCOMPARE(labels, QStringList({"measured", "exposed data-parallel", "waiting", "bubble, warmup", "modelled"}));
}

void TestWhatIfFigures::partsStandBesideEachOtherWithTheirDifference()
{
    StepPartsModel model;
    QAbstractItemModelTester tester(&model);
    model.setFigures(opened(), Origin::Measured, better());
    const auto cell = [&model](int row, int column) { return plain(model.index(row, column).data().toString()); };
    QCOMPARE(cell(0, StepPartsModel::NameColumn), QString("step"));
    QCOMPARE(cell(0, StepPartsModel::BaselineColumn), QString("100.00 ms"));
    QCOMPARE(cell(0, StepPartsModel::SimulatedColumn), QString("80.05 ms"));
    QCOMPARE(cell(0, StepPartsModel::DifferenceColumn), QString::fromUtf8("−19.95 ms"));
    QCOMPARE(model.headerData(1, Qt::Horizontal).toString(), QString("measured"));
    double sum = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QString name = cell(row, StepPartsModel::NameColumn);
        if (name != "step" && name != "per sample" && name != "samples/s" && name != "pipeline bubble")
            sum += model.index(row, StepPartsModel::SimulatedColumn).data(TableModel::SortRole).toDouble();
    }
    QCOMPARE(sum, better().stepNs);
}

void TestWhatIfFigures::translatorsAreShownPartsAsAWhole()
{
    struct Marked : QTranslator {
        bool isEmpty() const override { return false; }
        QString translate(const char*, const char* text, const char*, int) const override
        {
            return QStringLiteral("<%1>").arg(QString::fromUtf8(text));
        }
    } marked;
    QCoreApplication::installTranslator(&marked);
    QSet<QString> names;
    for (int c = int(Category::TensorComm); c <= int(Category::OtherComm); ++c) {
        const QString name = partText({StepPartId::Kind::Exposed, Category(c)});
        QVERIFY2(name.startsWith(QLatin1Char('<')) && name.endsWith(QLatin1Char('>')), qPrintable(name));
        QVERIFY2(name.count(QLatin1Char('<')) == 1 && !names.contains(name), qPrintable(name));
        names.insert(name);
    }
    SimulatedStep step;
    step.hardware = defaultHardware();
    QVERIFY(formulas(step).back().figure.startsWith(QLatin1Char('<'))); // a value of the hardware
    QCoreApplication::removeTranslator(&marked);
}

void TestWhatIfFigures::throughputIsComparedAsAShare()
{
    StepPartsModel model;
    StepFigures longer = opened();
    longer.stepNs = 150 * ms;
    longer.samplesPerStep = 16; // twice the work in one and a half times the time
    model.setFigures(opened(), Origin::Measured, longer);
    const QModelIndex rate = model.index(2, StepPartsModel::DifferenceColumn);
    QCOMPARE(model.index(2, 0).data().toString(), QString("samples/s"));
    QCOMPARE(rate.data().toString(), formatShareDifference(1.0 / 3));
}

void TestWhatIfFigures::theFormulaOfARingShowsItsNumbers()
{
    SimulatedStep step;
    PricedTransfer t;
    t.operation = Operation::AllReduce;
    t.bytes = 1e9;
    t.placement = {8, 8, 1};
    t.algorithm = CollectiveAlgorithm::Ring;
    t.link = {370.8e9, 1000, Bottleneck::NvLink};
    t.ns = 4.73e6;
    t.count = 4;
    step.transfers.push_back(t);
    const FormulaLine line = formulas(step).back();
    QVERIFY2(plain(line.formula).endsWith(QString::fromUtf8("= 14 × 1.000 µs + 1.75 × 1.00 GB / 371 GB/s = 4.730 ms")),
        qPrintable(line.formula));
    QVERIFY(line.note.contains("NVLink"));
    QVERIFY(line.figure.startsWith("4"));
}

void TestWhatIfFigures::aGroupOfOneSaysWhyItCostsNothing()
{
    SimulatedStep step;
    PricedTransfer t;
    t.operation = Operation::AllReduce;
    t.bytes = 1e9;
    step.transfers.push_back(t);
    QVERIFY(formulas(step).back().formula.contains("one rank"));
}

void TestWhatIfFigures::smallMessagesAreTaggedWithTheirError()
{
    SimulatedStep step;
    PricedTransfer t;
    t.operation = Operation::AllGather;
    t.bytes = 1000;
    t.placement = {4, 4, 1};
    t.isSmall = true;
    step.transfers.push_back(t);
    QVERIFY(formulas(step).back().note.contains(QString::fromUtf8("±50")));
}

void TestWhatIfFigures::whatTheModelDoesNotExplainIsALineOfItsOwn()
{
    SimulatedStep step;
    step.figures = better();
    step.figures.unexplainedNs = 40 * ms;
    const double whole = step.figures.stepNs + 40 * ms;
    using Kind = StepPartId::Kind;
    const auto figure = [&](Kind part) {
        for (const FormulaLine& line : formulas(step)) {
            if (line.part == StepPartId {part})
                return line.figure;
        }
        return QString();
    };
    QCOMPARE(plain(figure(Kind::Unexplained)), QString("not explained 40.00 ms"));
    // As the table beside it has them.
    QCOMPARE(figure(Kind::Step), "step " + formatDuration(whole));
    QCOMPARE(figure(Kind::PerSample), "per sample " + formatDuration(whole / 8));
    QCOMPARE(figure(Kind::Throughput), formatNumber(8e9 / whole) + " samples/s");
    QVERIFY2(plain(figure(Kind::PipelineBubble)).endsWith(" 8.3 %"), qPrintable(figure(Kind::PipelineBubble)));
}

void TestWhatIfFigures::whatIsNotExplainedStaysInTheComparison()
{
    StepFigures stated = opened();
    stated.unexplainedNs = 40 * ms; // a log prints 140; the model explains 100 of it
    StepFigures simulated = opened();
    simulated.unexplainedNs = 40 * ms;
    QCOMPARE(plain(stepAnswer(stated, simulated).step), QString::fromUtf8("140.00 ms → 140.00 ms"));
    QCOMPARE(waterfall(stated, Origin::Measured, simulated).size(), size_t(2)); // nothing moved
    // 20 and 10 ms of the 140: the parts of the bar add up to that.
    QCOMPARE(plain(stepAnswer(stated, simulated).details.join(QStringLiteral(", "))),
        QString::fromUtf8("bubble 14.3 %, exposed comm. 7.1 %"));
    // A model that takes longer than was measured: shares of what it takes.
    stated.unexplainedNs = simulated.unexplainedNs = -40 * ms;
    QCOMPARE(plain(stepAnswer(stated, simulated).details.first()), QString::fromUtf8("bubble 20.0 %"));
}

void TestWhatIfFigures::aStageThatDoesNotFitSaysSo()
{
    StageFiguresModel model;
    QAbstractItemModelTester tester(&model);
    StepFigures f = opened();
    f.stages = {{0, 40 * ms, 90 * ms, 4, 60e9, 30e9}, {1, 40 * ms, 90 * ms, 1, 60e9, 7e9}, {2, 1, 1, 1, -1, -1}};
    model.setFigures(f, 80e9);
    const auto memory
        = [&model](int row) { return model.index(row, StageFiguresModel::MemoryColumn).data().toString(); };
    QVERIFY(memory(0).contains("too much"));
    QVERIFY(!memory(1).contains("too much"));
    QCOMPARE(memory(2), unknownText());
    // What is reserved beside the modelled bytes leaves less, here as in the answer.
    QVERIFY(f.fits(f.stages[1], 80e9));
    f.usableMemory = 0.8;
    model.setFigures(f, 80e9);
    QVERIFY(!f.fits(f.stages[1], 80e9));
    QVERIFY(memory(1).contains("too much"));
    QVERIFY(model.index(1, StageFiguresModel::MemoryColumn).data(Qt::ToolTipRole).toString().contains(formatBytes(64e9)));
    // Of a job that its framework refuses, no stage holds too much.
    f.usableMemory = 0;
    model.setFigures(f, 80e9);
    QVERIFY(!f.fits(80e9));
    QVERIFY(!memory(1).contains("too much"));
}

void TestWhatIfFigures::anAnswerNamesBothStepsAndTheGain()
{
    const StepAnswer answer = stepAnswer(opened(), better());
    QCOMPARE(plain(answer.step), QString::fromUtf8("100.00 ms → 80.05 ms"));
    QCOMPARE(answer.verdict, QString("%1 more samples per second").arg(formatShare(100 / 80.05 - 1)));
    QCOMPARE(answer.details.first(), "step " + formatShareDifference(-0.1995));
    QCOMPARE(plain(answer.details.at(1)), QString::fromUtf8("bubble 20.0 % → 12.5 %"));
    QCOMPARE(answer.gain, 100 / 80.05 - 1);
}

void TestWhatIfFigures::withoutAPipelineThereIsNoBubbleOfOne()
{
    StepFigures devices = opened();
    devices.stages.clear();
    devices.bubbleShare = 0;
    QCOMPARE(plain(stepAnswer(devices, devices).details.first()), QString::fromUtf8("waiting 5.0 %"));
    StepPartsModel model;
    model.setFigures(devices, Origin::Measured, devices);
    for (int row = 0; row < model.rowCount(); ++row)
        QVERIFY(!model.index(row, 0).data().toString().contains("pipeline"));
}

void TestWhatIfFigures::aLongerStepWithMoreSamplesIsABetterOne()
{
    StepFigures longer = opened();
    longer.stepNs = 150 * ms;
    longer.samplesPerStep = 16;
    QVERIFY(stepAnswer(opened(), longer).gain > 0);
    QVERIFY(stepAnswer(opened(), longer).verdict.contains("more samples"));
    longer.samplesPerStep = 0; // not known: the step alone tells
    QVERIFY(stepAnswer(opened(), longer).gain < 0);
    QCOMPARE(stepAnswer(opened(), longer).verdict, QString("%1 longer step").arg(formatShare(0.5)));
}

void TestWhatIfFigures::aKnobThatChangesNothingSaysSo()
{
    QVERIFY(stepAnswer(opened(), opened()).verdict.startsWith("No difference"));
    QCOMPARE(stepAnswer(opened(), opened()).gain, 0.0);
}

void TestWhatIfFigures::aGainSmallerThanItsRangeIsCalledSo()
{
    StepFigures little = opened();
    little.stepNs = 99 * ms;
    QVERIFY(stepAnswer(opened(), little).isSure);
    QVERIFY(stepAnswer(opened(), little).range.isEmpty());
    little.errorNs = 2 * ms;
    const StepAnswer answer = stepAnswer(opened(), little);
    QVERIFY(!answer.isSure);
    QVERIFY2(plain(answer.verdict).endsWith(QString::fromUtf8("more samples per second, less than its range of ± 2.0 %")),
        qPrintable(answer.verdict));
    QCOMPARE(plain(answer.range), QString("expected between 97.00 ms and 101.00 ms"));
    little.belowNs = 1 * ms; // experts may make it longer, not shorter
    const QString lopsided = plain(stepAnswer(opened(), little).verdict);
    QVERIFY2(lopsided.endsWith(QString::fromUtf8("less than its range of −1.0 % to +2.0 %")), qPrintable(lopsided));
    little.errorNs = 20 * ms;
    little.belowNs = 90 * ms;
    QCOMPARE(stepAnswer(opened(), little).verdict, QString("Nobody can tell what it does"));
    KnobGain gain;
    gain.throughputGain = 0.01;
    gain.gainError = 0.02;
    QVERIFY(gainText(gain).contains("smaller than its range"));
    gain.throughputGain = 0.03;
    QVERIFY(!gainText(gain).contains("smaller than its range"));
    QCOMPARE(plain(gainFigure(gain)), QString::fromUtf8("+3.0 % ± 2.0 %"));
    QVERIFY(gainFigure(gain).contains(QString::fromUtf8("±\u00a0"))); // no line breaks there
    gain.gainMore = 0.005; // the step may get longer rather than shorter
    QVERIFY(gain.isSure());
    QCOMPARE(plain(gainFigure(gain)), QString::fromUtf8("+3.0 %, between +1.0 % and +3.5 %"));
    QCOMPARE(plain(gainFigure(gain, GainWords::BesideBar)), QString::fromUtf8("+3.0 % (+1.0 % to +3.5 %)"));
    QCOMPARE(plain(gainFigure(gain, GainWords::Narrow)), QString::fromUtf8("+1.0 % to +3.5 %"));
    gain.throughputGain = -0.01; // a loss is sure where it cannot be a gain
    QVERIFY(gain.isSure());
    gain.gainMore = 0.015;
    QVERIFY(!gain.isSure());
    // Of a range whose longest step is twice the shortest only an end tells, if it holds no change.
    gain.throughputGain = 4;
    gain.gainError = 4.3;
    gain.gainMore = 11;
    gain.change = Message("no host gaps");
    gain.whyWide = Message("Nobody knows.");
    QVERIFY(!gain.isStated());
    QCOMPARE(gainText(gain), QString("no host gaps: cannot tell. Nobody knows."));
    gain.gainError = 3.5;
    QVERIFY(gain.isStated() && gain.isWide());
    QCOMPARE(plain(gainFigure(gain)), QString("at least +50.0 %"));
    QCOMPARE(plain(gainText(gain)), QString("no host gaps: samples per second at least +50.0 %. Nobody knows."));
    gain.gainMore = 0.2; // +50 to +420 %
    QVERIFY(gain.isWide());
    gain.gainError = 1; // +300 to +420 %
    QVERIFY(!gain.isWide());
    gain.gainError = 3.5;
    QVERIFY(gain.isStated() && gain.isSure());
    // What lies above no change by the order of a sum alone is no gain.
    gain.gainMore = 11;
    gain.gainError = 4 - 1e-12;
    QVERIFY(!gain.isSure());
    QCOMPARE(plain(gainFigure(gain)), QString("cannot tell"));
}

void TestWhatIfFigures::anAnswerThatDoesNotFitTheMemoryNamesTheWorstStage()
{
    SimulatedStep step;
    step.hardware.name = "H100";
    step.hardware.memoryBytes = 80e9;
    step.figures.stages = {{0, 1, 1, 4, 60e9, 30e9}, {1, 1, 1, 1, 60e9, 50e9}, {2, 1, 1, 1, 60e9, 7e9}};
    const QString warning = plain(memoryWarning(step));
    QVERIFY2(warning.contains("stage 1") && warning.contains("110") && warning.contains("80"), qPrintable(warning));
    step.hardware.memoryBytes = 0; // not known: nothing is said
    QCOMPARE(memoryWarning(step), QString());
}

void TestWhatIfFigures::everyHardwareValueNamesItsSource()
{
    SimulatedStep step;
    step.hardware = defaultHardware();
    int found = 0;
    for (const FormulaLine& line : formulas(step)) {
        for (const HardwareField& field : hardwareFields())
            found += line.figure == toText(field.name) && !line.note.contains("no source") ? 1 : 0;
    }
    QCOMPARE(found, int(hardwareFields().size()));
}

void TestWhatIfFigures::hardwareValuesAreWrittenAsAllOthers()
{
    const DecimalComma german;
    SimulatedStep step;
    step.hardware = defaultHardware();
    step.hardware.nicBandwidth = 48.5e9;
    QStringList values;
    for (const FormulaLine& line : formulas(step))
        values << line.formula;
    QVERIFY2(values.contains(QString("48,5 GB/s")), qPrintable(values.join(", ")));
}

BUBBLESCOPE_TEST(TestWhatIfFigures, QCoreApplication)

} // namespace bubblescope::tst_whatiffigures

#include "tst_whatiffigures.moc"
