// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What was over last on a lane: against a search through all rows.
#include <QTest>

#include "lanehistory.h" // behind Qt: moc 6.4 stumbles over <compare>
#include "testprogram.h"

#include <map>
#include <random>

namespace bubblescope::tst_lanehistory {

namespace {

struct Kernel {
    RowId row;
    TimeNs begin;
    TimeNs end;
};

/// The definition, row by row.
SpanId searched(const std::vector<Kernel>& kernels, const std::map<RowId, SpanId>& lastOfRow, TimeNs time)
{
    SpanId before;
    for (const auto& [row, last] : lastOfRow) {
        const TimeNs end = kernels[last.value].end;
        if (end <= time && (!before.isValid() || end > kernels[before.value].end))
            before = last;
    }
    return before;
}

} // namespace

class TstLaneHistory : public QObject {
    Q_OBJECT
private slots:
    void whatWasOverLastIsWhatASearchFinds()
    {
        std::mt19937 dice(7);
        const auto below = [&dice](uint32_t end) { return uint32_t(dice() % end); };
        for (int round = 0; round < 300; ++round) {
            // Rows may overlap themselves, end together and have instants.
            const uint32_t rows = 1 + below(12);
            const uint32_t longest = 1 + below(40);
            LaneHistory history;
            std::vector<Kernel> kernels;
            std::map<RowId, SpanId> lastOfRow;
            TimeNs time = 0;
            for (uint32_t i = 0; i < 120; ++i) {
                time += below(4);
                kernels.push_back({RowId(below(rows)), time, time + TimeNs(below(longest))});
                QCOMPARE(history.overBy(time), searched(kernels, lastOfRow, time));
                const RowId row = kernels.back().row;
                const auto own = lastOfRow.find(row);
                QCOMPARE(history.lastOf(row), own == lastOfRow.end() ? SpanId() : own->second);
                history.add(row, SpanId(i), kernels.back().end);
                lastOfRow[row] = SpanId(i);
            }
        }
    }

    void aLaneOfAsManyRowsAsSpansTakesNoSearch()
    {
        LaneHistory history;
        constexpr uint32_t count = 200'000;
        for (uint32_t i = 0; i < count; ++i) {
            QVERIFY(!history.overBy(i).isValid());
            history.add(RowId(i), SpanId(i), TimeNs(2) * count - i);
        }
        QCOMPARE(history.overBy(2 * count), SpanId(0));
    }
};

BUBBLESCOPE_TEST(TstLaneHistory, QCoreApplication)

} // namespace bubblescope::tst_lanehistory

#include "tst_lanehistory.moc"
