// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "passtimes.h"
#include "testprogram.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

namespace bubblescope::tst_zerobubble {

namespace {

/// How schedules of one kind stand to those of the reference.
struct Tally {
    QString name;
    int equal = 0;
    int better = 0;
    int worse = 0;
    double worst = 0; // share by which a makespan is longer

    void add(TimeNs makespan, TimeNs reference)
    {
        ++(makespan == reference ? equal : makespan < reference ? better : worse);
        worst = std::max(worst, double(makespan) / double(reference) - 1);
    }
};

/// Passes of one chunk until their weight gradient, at most.
int peakHeld(const Schedule& schedule)
{
    int peak = 0;
    for (const RankProgram& program : schedule.programs) {
        int held = 0;
        for (const ScheduledPass& pass : program) {
            held += pass.pass == Pass::Forward ? 1 : pass.pass == Pass::InputGradient ? 0 : -1;
            peak = std::max(peak, held);
        }
    }
    return peak;
}

} // namespace

class TstZeroBubble : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void noScheduleIsWorseThanTheReference()
    {
        QFile file(QStringLiteral(BUBBLESCOPE_TRUTH "/zerobubble.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly | QIODevice::Text));
        Tally tallies[] = {{QStringLiteral("zb-auto p")}, {QStringLiteral("zb-auto 2p")}, {QStringLiteral("zb-v")},
            {QStringLiteral("v-half")}, {QStringLiteral("v-min")}};
        while (!file.atEnd()) {
            const QList<QByteArray> cells = file.readLine().trimmed().split(',');
            bool isRow = false;
            const int p = cells[0].toInt(&isRow);
            if (!isRow)
                continue;
            const auto at = [&cells](int i) { return cells[i].toLongLong(); };
            const auto compare = [&](Tally& tally, ScheduleKind kind, int limit, int column) {
                ScheduleRequest request {kind, p, int(at(1)), 1, limit};
                request.costs = PassCosts::uniform(request.modelStages(), at(2), at(3), at(4), at(5));
                const Result<Schedule> schedule = makeSchedule(request);
                QVERIFY(schedule);
                const std::optional<PassTimes> times = timePasses(*schedule, request.costs);
                QVERIFY(times);
                tally.add(times->makespan, at(column));
                if (kind == ScheduleKind::VHalf || kind == ScheduleKind::VMin)
                    QVERIFY(peakHeld(*schedule) <= at(column + 1));
            };
            compare(tallies[0], ScheduleKind::ZbAuto, p, 6);
            compare(tallies[1], ScheduleKind::ZbAuto, 2 * p, 7);
            compare(tallies[2], ScheduleKind::ZbV, 0, 8);
            compare(tallies[3], ScheduleKind::VHalf, 0, 9);
            compare(tallies[4], ScheduleKind::VMin, 0, 11);
        }
        qInfo("%-10s %8s %8s %8s %8s", "schedule", "equal", "better", "worse", "worst");
        for (const Tally& tally : tallies) {
            qInfo("%-10s %8d %8d %8d %+7.2f%%", qPrintable(tally.name), tally.equal, tally.better, tally.worse,
                tally.worst * 100);
        }
        for (const Tally& tally : tallies) {
            QCOMPARE(tally.equal + tally.better + tally.worse, 420);
            QCOMPARE(tally.worse, 0);
        }
    }
};

BUBBLESCOPE_TEST(TstZeroBubble, QCoreApplication)

} // namespace bubblescope::tst_zerobubble

#include "tst_zerobubble.moc"
