// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparisonmodel.h"
#include "tableexport.h"
#include "testprogram.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_comparisonmodel {

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
    comparison.ranks = {{"3", 12 * ms, 9 * ms}};
    return comparison;
}

} // namespace

class TstComparisonModel : public QObject {
    Q_OBJECT

    static QString cell(
        const ComparisonModel& model, int row, ComparisonModel::Column column, int role = Qt::DisplayRole)
    {
        QString text = model.index(row, model.placeOf(column)).data(role).toString();
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
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(cell(model, 0, ComparisonModel::NameColumn), QStringLiteral("stage 1"));
        QCOMPARE(cell(model, 0, ComparisonModel::DifferenceColumn), QStringLiteral("+25.00 ms"));
        QCOMPARE(cell(model, 0, ComparisonModel::ShareColumn), QStringLiteral("+125.0 %"));
        QCOMPARE(cell(model, 1, ComparisonModel::NameColumn), QStringLiteral("forward_step"));
        QCOMPARE(cell(model, 1, ComparisonModel::DifferenceColumn), QStringLiteral("-10.00 ms"));
        QCOMPARE(cell(model, 1, ComparisonModel::DifferenceColumn, TableModel::PlainRole), QStringLiteral("-10"));
    }

    void differencesHaveTheDecimalsOfTheirTimes()
    {
        Comparison comparison;
        comparison.names = {{"a", 12.22 * ms, 30 * ms}, {"b", 9.162 * ms, std::nullopt}, {"c", 5 * ms, 5.002 * ms}};
        ComparisonModel model;
        model.setComparison(comparison, std::nullopt);
        QCOMPARE(cell(model, 0, ComparisonModel::DifferenceColumn), QStringLiteral("+17.78 ms"));
        QCOMPARE(cell(model, 1, ComparisonModel::DifferenceColumn), QStringLiteral("-9.16 ms"));
        QCOMPARE(cell(model, 2, ComparisonModel::DifferenceColumn), QStringLiteral("< 0.01 ms"));
    }

    void ranksCanBeSeenAlone()
    {
        ComparisonModel model;
        model.setComparison(twoRuns(), ComparisonModel::Kind::Rank);
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(cell(model, 0, ComparisonModel::NameColumn), QStringLiteral("rank 3"));
        QCOMPARE(cell(model, 0, ComparisonModel::ShareColumn, TableModel::PlainRole), QStringLiteral("-25"));
    }

    void termsOfAPlanHaveTheirNames()
    {
        Comparison comparison = twoRuns();
        comparison.names.clear();
        comparison.terms = {{"compute", 60 * ms, 45 * ms}, {"dp", 4 * ms, 9 * ms}, {"rest", 0.0, 2 * ms}};
        ComparisonModel model;
        QAbstractItemModelTester tester(&model);
        model.setComparison(comparison, ComparisonModel::Kind::Term);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(cell(model, 0, ComparisonModel::NameColumn), QStringLiteral("compute"));
        QCOMPARE(cell(model, 0, ComparisonModel::DifferenceColumn), QStringLiteral("-15.00 ms"));
        QCOMPARE(cell(model, 1, ComparisonModel::NameColumn), QStringLiteral("data-parallel communication"));
        QCOMPARE(cell(model, 2, ComparisonModel::NameColumn), QStringLiteral("not explained"));
        QCOMPARE(cell(model, 0, ComparisonModel::KindColumn), QStringLiteral("term"));
    }

    void spreadsheetsGetKeysWithUnitsAndNoDashes()
    {
        ComparisonModel model;
        model.setComparison(twoRuns(), ComparisonModel::Kind::Name);
        const QStringList lines = tableCsv(model).split(QStringLiteral("\r\n"));
        QCOMPARE(lines[0], QStringLiteral("of,name,a_ms,b_ms,difference_ms,change_percent"));
        QCOMPARE(lines[1], QStringLiteral("name,forward_step,30,20,-10,-33.3333333"));
        QCOMPARE(lines[2], QStringLiteral("name,only_here,,1,1,"));
    }

    void whatDevicesDoHasCallsAndShapes()
    {
        Comparison comparison = twoRuns();
        comparison.operators = {{"aten::mm", 6 * ms, 8 * ms, "", 96, 96}, {"aten::gelu", std::nullopt, 1 * ms, "", 0, 4}};
        comparison.shapes = {{"aten::mm", 6 * ms, 8 * ms, "[8, 4] [4, 2]", 96, 96}};
        ComparisonModel model;
        QAbstractItemModelTester tester(&model);
        model.setComparison(comparison, std::nullopt);
        QCOMPARE(model.rowCount(), 5); // else each would be there several times
        QCOMPARE(model.placeOf(ComparisonModel::ACallsColumn), -1);
        model.setComparison(comparison, ComparisonModel::Kind::Operator);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(cell(model, 0, ComparisonModel::NameColumn), QStringLiteral("aten::mm"));
        QCOMPARE(cell(model, 0, ComparisonModel::ACallsColumn), QStringLiteral("96"));
        QCOMPARE(cell(model, 0, ComparisonModel::ACallColumn), QStringLiteral("62.50 µs"));
        QCOMPARE(cell(model, 0, ComparisonModel::DifferenceColumn), QStringLiteral("+2.000 ms"));
        QCOMPARE(cell(model, 1, ComparisonModel::ACallsColumn), unknownText());
        model.setComparison(comparison, ComparisonModel::Kind::Shapes);
        QCOMPARE(cell(model, 0, ComparisonModel::ShapesColumn), QStringLiteral("[8, 4] [4, 2]"));
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

} // namespace bubblescope::tst_comparisonmodel

#include "tst_comparisonmodel.moc"
