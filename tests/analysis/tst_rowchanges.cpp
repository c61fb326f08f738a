// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowchanges.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <random>
#include <set>

namespace bubblescope::tst_rowchanges {

class TstRowChanges : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void onlyTheRowsThatAreDueChange_data();
    void onlyTheRowsThatAreDueChange();
    void theLeastOfASetIsFoundWhateverItsSize();
    void aHundredThousandRowsChangeInTurnInNoTime();
};

void TstRowChanges::onlyTheRowsThatAreDueChange_data()
{
    QTest::addColumn<int>("rows");
    for (const int rows : {0, 1, 15, 16, 17, 255, 256, 257, 5000})
        QTest::addRow("%d rows", rows) << rows;
}

void TstRowChanges::onlyTheRowsThatAreDueChange()
{
    QFETCH(int, rows);
    std::mt19937 random(3);
    std::vector<TimeNs> next(size_t(rows), 10);
    RowChanges changes(size_t(rows), 10);
    TimeNs now = 10;
    for (int i = 0; i < 300 && now != RowChanges::never; ++i) {
        std::set<size_t> due;
        for (size_t row = 0; row < next.size(); ++row) {
            if (next[row] <= now)
                due.insert(row);
        }
        std::set<size_t> told;
        changes.forEachDue(now, [&told](size_t row) { told.insert(row); });
        QVERIFY(told == due);
        std::set<size_t> changed;
        const TimeNs then = changes.advance(now, [&](size_t row) {
            changed.insert(row);
            next[row] = random() % 50 == 0 ? RowChanges::never : now + 1 + TimeNs(random() % 40);
            return next[row];
        });
        QVERIFY(changed == due);
        QCOMPARE(then, next.empty() ? RowChanges::never : *std::min_element(next.begin(), next.end()));
        now = then;
    }
}

void TstRowChanges::theLeastOfASetIsFoundWhateverItsSize()
{
    std::mt19937 random(5);
    for (const size_t rows : {1u, 63u, 64u, 65u, 4096u, 4097u, 300'000u}) {
        RowSet set(rows);
        std::set<size_t> naive;
        QVERIFY(set.isEmpty());
        for (int i = 0; i < 2000; ++i) {
            const size_t row = random() % rows;
            if (random() % 2 == 0 || naive.empty()) {
                set.insert(row);
                naive.insert(row);
            } else {
                const size_t least = random() % 3 == 0 ? row : *naive.begin();
                set.erase(least);
                naive.erase(least);
            }
            QCOMPARE(set.isEmpty(), naive.empty());
            if (!naive.empty())
                QCOMPARE(set.first(), *naive.begin());
        }
    }
}

void TstRowChanges::aHundredThousandRowsChangeInTurnInNoTime()
{
    constexpr size_t rows = 100'000; // each change walked all of them, or the groups they are in: 10 s
    RowChanges changes(rows, 0);
    RowSet set(rows);
    TimeNs now = changes.advance(0, [](size_t row) { return TimeNs(row + 1); });
    size_t inTurn = 0;
    while (now != RowChanges::never) {
        now = changes.advance(now, [&](size_t row) {
            inTurn += row == inTurn ? 1 : 0;
            set.insert(rows - 1 - row);
            return RowChanges::never;
        });
        if (inTurn > 0)
            QCOMPARE(set.first(), rows - inTurn);
    }
    QCOMPARE(inTurn, rows);
}

BUBBLESCOPE_TEST(TstRowChanges, QCoreApplication)

} // namespace bubblescope::tst_rowchanges

#include "tst_rowchanges.moc"
