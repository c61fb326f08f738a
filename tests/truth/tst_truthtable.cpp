// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The judge of all predictions is told some that are wrong.
#include "testprogram.h"
#include "truthkinds.h"

#include <QTest>

#include <algorithm>
#include <set>

namespace bubblescope::tst_truthtable {

namespace {

using Range = TruthTable::Range;

/// Ten answers of 100 ms, right but for the last.
QStringList judged(
    double lastTruthMs, std::optional<Range> rangeMs, const TruthTable::Limit& limit, double openedMs = 100)
{
    TruthTable table;
    for (int i = 0; i < 10; ++i) {
        const double truth = i < 9 ? 100 : lastTruthMs;
        const std::optional<Range> range
            = rangeMs ? std::optional(Range {rangeMs->first * 1e6, rangeMs->second * 1e6}) : std::nullopt;
        table.ask("kind", QString::number(i), 100e6, truth * 1e6, range, openedMs * 1e6);
    }
    return table.judge({limit});
}

} // namespace

class TstTruthTable : public QObject {
    Q_OBJECT
private slots:
    void whatIsRightIsFound()
    {
        QCOMPARE(judged(100, Range {97, 103}, {.kind = "kind", .mean = 2, .most = 2}), QStringList());
        // One truth of ten may lie outside.
        QCOMPARE(judged(96, Range {97, 103}, {.kind = "kind", .mean = 2, .most = 5}), QStringList());
    }

    void whatIsBeyondALimitIsTold()
    {
        QCOMPARE(judged(90, {}, {.kind = "kind", .mean = 1, .most = 20}).size(), 1); // 1.1 % in the mean
        QCOMPARE(judged(90, {}, {.kind = "kind", .mean = 2, .most = 10}).size(), 1); // 11 % at worst
        QCOMPARE(judged(90, {}, {.kind = "kind", .mean = 2, .most = 20, .bias = 1}).size(), 1);
        QCOMPARE(judged(100, Range {95, 105}, {.kind = "kind", .mean = 2, .most = 2}).size(), 1); // ± 5 %
        QCOMPARE(judged(100, Range {95, 105}, {.kind = "kind", .mean = 2, .most = 2, .isOpen = true}), QStringList());
        QCOMPARE(judged(100, Range {101, 103}, {.kind = "kind", .mean = 2, .most = 2}).size(), 1); // none in range
        QCOMPARE(judged(100, {}, {.kind = "other", .mean = 2, .most = 2}).size(), 10);             // no limit
    }

    void wrongSignsMustNotBeSure()
    {
        const TruthTable::Limit wide {.kind = "kind", .mean = 10, .most = 50};
        // 120 ms before: 100 was a gain, but the truth of the last is 130.
        QCOMPARE(judged(130, Range {90, 110}, wide, 120).size(), 1);
        QCOMPARE(judged(130, Range {90, 125}, wide, 120), QStringList());
        QCOMPARE(judged(121, Range {90, 110}, wide, 120), QStringList()); // less than 2 % may be chance
    }

    void kindsAreTold()
    {
        std::set<std::string> names;
        for (const TruthTable::Limit& limit : truthKinds()) {
            QVERIFY2(names.insert(limit.kind).second, limit.kind);
            QVERIFY2(!limit.isOpen || limit.why[0] != '\0', limit.kind);
        }
        const QStringList inManual = TruthTable::kindsInManual();
        for (const QString& kind : inManual)
            QVERIFY2(names.contains(kind.toStdString()), qPrintable(kind));
        QCOMPARE(
            inManual.size(), std::ranges::count_if(truthKinds(), [](const auto& l) { return l.source[0] != '\0'; }));
    }
};

BUBBLESCOPE_TEST(TstTruthTable, QCoreApplication)

} // namespace bubblescope::tst_truthtable

#include "tst_truthtable.moc"
