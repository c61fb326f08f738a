// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "decimalcomma.h"
#include "stepmodel.h"
#include "testprogram.h"

#include <QAbstractItemModelTester>
#include <QCoreApplication>
#include <QtTest>

namespace bubblescope::tst_stepmodel {

class TstStepModel : public QObject {
    Q_OBJECT

    static RunLog log()
    {
        RunLog log;
        for (int i = 1; i <= 3; ++i) {
            LogStep step;
            step.step = i;
            step.stepMs = i == 1 ? 7289.55 : 1613.34;
            if (i != 2)
                step.loss = 22.0 - i;
            log.steps.push_back(step);
        }
        return log;
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void learningRatesAreWrittenAlike()
    {
        const auto text = [](double rate) { return stepFigureText(StepFigure::LearningRate, rate); };
        QCOMPARE(text(0.0001312), QString::fromUtf8("1.312e−04"));
        QCOMPARE(text(3.75e-5), QString::fromUtf8("3.75e−05"));
        QCOMPARE(text(0.001), QString::fromUtf8("1e−03"));
        QCOMPARE(text(9.99999e-5), QString::fromUtf8("1e−04"));
        QCOMPARE(text(2), QString::fromUtf8("2e00"));
        QCOMPARE(text(0), QString::fromUtf8("0"));
        const DecimalComma comma;
        QCOMPARE(text(3.75e-5), QString::fromUtf8("3,75e−05"));
    }

    void onlyPrintedFiguresHaveColumns()
    {
        StepModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const RunLog source = log();
        model.setLog(&source);
        QCOMPARE(model.columnCount(), 3);
        QCOMPARE(model.headerData(1, Qt::Horizontal).toString(), QStringLiteral("loss"));
        QCOMPARE(
            model.headerData(2, Qt::Horizontal, TableModel::PlainRole).toString(), QStringLiteral("step time (ms)"));
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.stepAt(2), int64_t(3));
        QCOMPARE(model.rowOf(2), 1);
        QCOMPARE(model.rowOf(9), -1);
        model.setLog(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void missingFiguresAreADashForPeopleAndNothingForMachines()
    {
        StepModel model;
        const RunLog source = log();
        model.setLog(&source);
        QCOMPARE(model.index(1, 1).data().toString(), QString(QChar(0x2013)));
        QCOMPARE(model.index(1, 1).data(TableModel::PlainRole).toString(), QString());
        QCOMPARE(model.index(0, 2).data(TableModel::PlainRole).toString(), QStringLiteral("7289.55"));
    }

    void everyLanguageShowsTheFractionOfALoss()
    {
        RunLog source = log();
        source.steps[0].loss = 2.7134;
        source.steps[2].loss = 2.69;
        const DecimalComma german;
        StepModel model;
        model.setLog(&source);
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("2,7134"));
        QCOMPARE(model.index(2, 1).data().toString(), QStringLiteral("2,6900"));
    }

    void digitsOfAColumnStandBelowEachOther()
    {
        RunLog source = log();
        source.steps.resize(3);
        const double samples[] = {211.45, 211.4, 2113.0};
        for (size_t i = 0; i < source.steps.size(); ++i)
            source.steps[i].samplesPerSecond = samples[i];
        StepModel model;
        model.setLog(&source);
        int column = -1;
        for (int i = 0; i < model.columnCount(); ++i) {
            if (model.headerData(i, Qt::Horizontal).toString() == QLatin1String("samples/s"))
                column = i;
        }
        QVERIFY(column > 0);
        QCOMPARE(model.index(0, column).data().toString(), QStringLiteral("211.45 /s"));
        QCOMPARE(model.index(1, column).data().toString(), QStringLiteral("211.40 /s"));
        QVERIFY(model.index(2, column).data().toString().endsWith(QStringLiteral("113.00 /s")));
    }

    void aSlowFirstStepDoesNotStretchTheAxis()
    {
        std::vector<double> times(20, 1613.0);
        times.front() = 7289.55;
        times.back() = 1650;
        const auto range = robustRange(times);
        QVERIFY(range && range->cutsAbove && !range->cutsBelow);
        QCOMPARE(range->upper, 1650.0);
        QCOMPARE(range->lower, 1613.0);
    }

    void aFallingCurveStaysWhole()
    {
        std::vector<double> losses;
        for (int i = 0; i < 20; ++i)
            losses.push_back(1.6 + 20.0 * std::exp(-i / 4.0));
        const auto range = robustRange(losses);
        QVERIFY(range && !range->cutsAbove && !range->cutsBelow);
        QCOMPARE(range->upper, 21.6);
    }

    void fewOrOddValuesAreShownAsTheyAre()
    {
        QVERIFY(!robustRange({}));
        QVERIFY(!robustRange({std::numeric_limits<double>::quiet_NaN()}));
        const auto range = robustRange({1, 100});
        QVERIFY(range && !range->cutsAbove);
        QCOMPARE(range->upper, 100.0);
    }
};

BUBBLESCOPE_TEST(TstStepModel, QCoreApplication)

} // namespace bubblescope::tst_stepmodel

#include "tst_stepmodel.moc"
