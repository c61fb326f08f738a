// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "answerrange.h"
#include "passtimes.h"
#include "pipelinegraph.h"
#include "shareddata.h"
#include "testprogram.h"
#include "truthkinds.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

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

/// A step of a run with many of them where sends block.
PipelineTiming timed(const ScheduleRequest& request)
{
    const Result<Schedule> schedule = makeSchedule(request);
    const Result<PipelineGraph> pipeline
        = schedule ? makePipelineGraph(*schedule, request.costs, {true}) : Result<PipelineGraph>(schedule.error());
    if (!pipeline)
        qFatal("%s", pipeline.error().message.text().c_str());
    Retiming retiming;
    return timePipeline(*pipeline, retiming);
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
        TruthTable table;
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
                const auto planned = double(at(column));
                table.ask(truthkind::longerThanPlanned,
                    tally.name + QStringLiteral(": ") + QString::fromUtf8(cells.mid(0, 6).join(',')),
                    std::max(planned, double(times->makespan)), planned);
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
        holds(table);
    }

    // Points of throughput gained over 1F1B.
    void measuredGainsArePredicted()
    {
        REQUIRE_SHARED_DATA();
        QFile file(QString::fromStdString(sharedData("plan/zero_bubble_measured.csv")));
        QVERIFY(file.open(QIODevice::ReadOnly | QIODevice::Text));
        const QMap<QString, std::pair<double, const char*>> kinds {
            {QStringLiteral("ZB-1p"), {4, truthkind::zeroBubble}},
            {QStringLiteral("1F1B-I"), {4, truthkind::interleaved}},
            {QStringLiteral("ZB-2p"), {5, truthkind::zeroBubbleTwice}}};
        TruthTable table;
        std::map<std::pair<int, int>, double> plain; // by p and m: of 1F1B
        qInfo("%-6s %3s %4s %-8s %10s %10s %8s", "model", "p", "m", "schedule", "predicted", "measured", "points");
        while (!file.atEnd()) {
            const QList<QByteArray> cells = file.readLine().trimmed().split(',');
            const int p = cells[1].toInt();
            if (p == 0)
                continue;
            const int m = cells[2].toInt();
            const QString name = QString::fromUtf8(cells[3]);
            ScheduleRequest request {ScheduleKind::ZbAuto, p, m};
            if (name == QLatin1String("1F1B"))
                request.kind = ScheduleKind::OneFOneB;
            else if (name == QLatin1String("1F1B-I"))
                request.kind = ScheduleKind::Interleaved;
            else if (name == QLatin1String("ZB-2p"))
                request.memoryLimit = 2 * p;
            request.chunks = cells[4].toInt();
            request.blockingSends = true;
            request.isOneOfMany = true;
            const auto us = [&](int i) { return std::llround(cells[i].toDouble() * 1000); };
            const int v = request.chunks;
            request.costs = PassCosts::uniform(request.modelStages(), us(5) / v, us(6) / v, us(7) / v, us(8));
            const PipelineTiming timing = timed(request);
            const auto step = double(timing.longestStage);
            if (request.kind == ScheduleKind::OneFOneB) {
                plain[{p, m}] = step;
                continue;
            }
            const auto& [limit, kind] = kinds[name];
            const double before = plain.at({p, m});
            const double predicted = (before / step - 1) * 100;
            const double measured = cells[10].toDouble();
            qInfo("%-6s %3d %4d %-8s %+9.1f%% %+9.1f%% %+8.1f", cells[0].constData(), p, m, qPrintable(name), predicted,
                measured, predicted - measured);
            QVERIFY2(std::abs(predicted - measured) <= limit, qPrintable(name));
            QVERIFY2(predicted * measured > 0, qPrintable(name));
            // As the step that 1F1B would have taken, had it been predicted as it was.
            table.ask(kind,
                QStringLiteral("%1, %2 stages, %3 microbatches").arg(QString::fromUtf8(cells[0])).arg(p).arg(m), step,
                before / (1 + measured / 100), scheduleRange(request.kind, step, double(timing.makespan)), before);
        }
        holds(table);
        for (const auto& [limit, kind] : kinds)
            QVERIFY2(table.count(kind) > 0, kind);
    }

private:
    static void holds(const TruthTable& table)
    {
        const QStringList beyond = table.judge(truthKinds());
        QVERIFY2(beyond.isEmpty(), qPrintable(beyond.join(QLatin1Char('\n'))));
    }
};

BUBBLESCOPE_TEST(TstZeroBubble, QCoreApplication)

} // namespace bubblescope::tst_zerobubble

#include "tst_zerobubble.moc"
