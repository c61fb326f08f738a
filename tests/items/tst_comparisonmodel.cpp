// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparisonmodel.h"
#include "testprogram.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QTest>

using namespace bubblescope;

namespace {

constexpr double ms = 1e6;

Comparison twoRuns()
{
    Comparison comparison;
    comparison.stepA = 100 * ms;
    comparison.stepB = 80 * ms;
    comparison.names = {{"forward_step", 30 * ms, 20 * ms}, {"only_here", std::nullopt, 1 * ms}};
    comparison.stages = {{"1", 20 * ms, 45 * ms}};
    comparison.layers = {{"lm_head", 8 * ms, 8 * ms}};
    return comparison;
}

} // namespace

class TstComparisonModel : public QObject {
    Q_OBJECT

    static QString cell(const ComparisonModel& model, int row, int column, int role = Qt::DisplayRole)
    {
        QString text = model.index(row, column).data(role).toString();
        return text.replace(QChar(0x202f), QLatin1Char(' '))
            .replace(QChar(0x00a0), QLatin1Char(' '))
            .replace(QChar(0x2212), QLatin1Char('-'));
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void whatDiffersMostComesFirst()
    {
        ComparisonModel model;
        QAbstractItemModelTester tester(&model);
        model.setComparison(twoRuns(), std::nullopt);
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(cell(model, 0, ComparisonModel::NameColumn), QStringLiteral("stage 1"));
        QCOMPARE(cell(model, 0, ComparisonModel::DifferenceColumn), QStringLiteral("+25.00 ms"));
        QCOMPARE(cell(model, 0, ComparisonModel::ShareColumn), QStringLiteral("+125.0 %"));
        QCOMPARE(cell(model, 1, ComparisonModel::NameColumn), QStringLiteral("forward_step"));
        QCOMPARE(cell(model, 1, ComparisonModel::DifferenceColumn), QStringLiteral("-10.00 ms"));
        QCOMPARE(cell(model, 1, ComparisonModel::DifferenceColumn, TableModel::PlainRole), QStringLiteral("-10"));
    }

    void whatOneOfThemLacksIsNotKnown()
    {
        ComparisonModel model;
        model.setComparison(twoRuns(), ComparisonModel::Kind::Name);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(cell(model, 1, ComparisonModel::NameColumn), QStringLiteral("only_here"));
        QCOMPARE(cell(model, 1, ComparisonModel::AColumn), unknownText());
        QCOMPARE(cell(model, 1, ComparisonModel::ShareColumn), unknownText());
        QCOMPARE(cell(model, 1, ComparisonModel::AColumn, TableModel::PlainRole), QString());
    }
};

BUBBLESCOPE_TEST(TstComparisonModel, QCoreApplication)
#include "tst_comparisonmodel.moc"
