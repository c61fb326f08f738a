// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "passtimes.h"
#include "pipelinegraph.h"
#include "sanitized.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

namespace bubblescope::tst_pipelineschedules {

namespace {

using Kind = ScheduleKind;
constexpr TimeNs us = 1000;

/// A rank's passes: "F0 F1 B0 W0 …", lower case on the second chunk, "D" for a backward that is not split, "F3&D1" for
/// two that overlap.
QString programText(const Schedule& schedule, int rank)
{
    QString text;
    for (const ScheduledPass& pass : schedule.programs[size_t(rank)]) {
        const QChar upper = QLatin1Char("FBWD"[int(pass.pass)]);
        text += pass.chunk == 0 ? upper : upper.toLower();
        text += QString::number(pass.microbatch);
        text += pass.overlapsNext ? QLatin1Char('&') : QLatin1Char(' ');
    }
    return text.trimmed();
}

Schedule made(const ScheduleRequest& request)
{
    const Result<Schedule> schedule = makeSchedule(request);
    if (!schedule)
        qFatal("%s", schedule.error().message.text().c_str());
    return *schedule;
}

ScheduleRequest uniform(Kind kind, int p, int m, int v, std::array<TimeNs, 4> fbwSend, int limit = 0)
{
    ScheduleRequest request {kind, p, m, v, limit};
    request.costs = PassCosts::uniform(request.modelStages(), fbwSend[0], fbwSend[1], fbwSend[2], fbwSend[3]);
    return request;
}

PassTimes timesOf(const ScheduleRequest& request)
{
    const std::optional<PassTimes> times = timePasses(made(request), request.costs);
    if (!times)
        qFatal("%s cannot be run", scheduleInfo(request.kind).name.data());
    return *times;
}

PipelineTiming timed(const ScheduleRequest& request, bool blocking = false)
{
    const Result<PipelineGraph> pipeline = makePipelineGraph(made(request), request.costs, {blocking});
    if (!pipeline)
        qFatal("%s: %s", scheduleInfo(request.kind).name.data(), pipeline.error().message.text().c_str());
    Retiming retiming;
    return timePipeline(*pipeline, retiming);
}

bool isInDomain(Kind kind, int p, int m)
{
    if (kind == Kind::Interleaved)
        return m % p == 0;
    if (kind == Kind::DualPipeV)
        return m >= 2 * p;
    return kind != Kind::DualPipe || (p % 2 == 0 && m % 2 == 0 && m >= 2 * p);
}

/// Every request with p ranks up to 16 and some m up to 64, where the schedule has them.
void forEachRequest(const std::function<void(const ScheduleRequest&)>& check, int step = sparsely)
{
    for (const ScheduleInfo& info : schedules()) {
        for (int p = 1; p <= 16; p += step) {
            for (int m = 1; m <= 64; m += step) {
                if (!isInDomain(info.kind, p, m))
                    continue;
                const bool isInterleaved = info.kind == Kind::Interleaved;
                for (int v = isInterleaved ? 2 : 1; v <= (isInterleaved ? 4 : 1); ++v)
                    check({info.kind, p, m, v});
            }
        }
    }
}

/// Costs that differ by stage; some may be nothing.
PassCosts randomCosts(int stages, std::mt19937& random)
{
    PassCosts costs = PassCosts::uniform(stages, 0, 0, 0, 0);
    for (std::vector<TimeNs>* all : {&costs.forward, &costs.inputGradient, &costs.weightGradient, &costs.send}) {
        const TimeNs most = all == &costs.send ? 200 : 2000;
        for (TimeNs& cost : *all)
            cost = random() % 8 == 0 ? 0 : TimeNs(random() % uint32_t(most));
    }
    return costs;
}

/// What is wrong with the order, or nothing.
QString fault(const Schedule& schedule)
{
    const auto stages = size_t(schedule.modelStages());
    const auto microbatches = size_t(schedule.microbatches);
    enum { F, B, W };
    // Position in the rank's program, by kind, stage and microbatch.
    std::array<std::vector<int>, 3> position;
    position.fill(std::vector<int>(stages * microbatches, -1));
    for (int rank = 0; rank < schedule.ranks; ++rank) {
        const RankProgram& program = schedule.programs[size_t(rank)];
        std::array<std::vector<int>, 3> last;
        last.fill(std::vector<int>(size_t(schedule.chunks), -1));
        for (size_t i = 0; i < program.size(); ++i) {
            const ScheduledPass& pass = program[i];
            const auto place = size_t(schedule.stageOf(rank, pass.chunk)) * microbatches + size_t(pass.microbatch);
            const auto take = [&](int kind) {
                const bool isNew = position[size_t(kind)][place] < 0;
                const bool ascends = last[size_t(kind)][pass.chunk] < pass.microbatch;
                position[size_t(kind)][place] = int(i);
                last[size_t(kind)][pass.chunk] = pass.microbatch;
                return isNew && ascends;
            };
            const bool isFine = pass.pass == Pass::Forward ? take(F)
                : pass.pass == Pass::InputGradient         ? take(B)
                : pass.pass == Pass::WeightGradient        ? take(W)
                                                           : take(B) && take(W);
            if (!isFine)
                return QStringLiteral("rank %1, pass %2 comes twice or too early").arg(rank).arg(i);
        }
    }
    for (size_t place = 0; place < stages * microbatches; ++place) {
        if (position[F][place] < 0 || position[B][place] < position[F][place]
            || position[W][place] < position[B][place])
            return QStringLiteral("stage and microbatch %1 lack a pass, or run it before its input").arg(place);
    }
    return {};
}

} // namespace

class TstPipelineSchedules : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everyPassRunsOnceOnEveryStageAfterItsInputs()
    {
        forEachRequest([](const ScheduleRequest& request) {
            const Schedule schedule = made(request);
            const QString what = fault(schedule);
            QVERIFY2(what.isEmpty(),
                qPrintable(QStringLiteral("%1 p %2 m %3: %4")
                               .arg(int(request.kind))
                               .arg(request.ranks)
                               .arg(request.microbatches)
                               .arg(what)));
            // Whoever waited for ever would leave no times.
            QVERIFY(timePasses(schedule, PassCosts::uniform(request.modelStages(), 1, 1, 1, 1)));
        });
    }

    void theTableOfPublishedValues_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("p");
        QTest::addColumn<int>("m");
        QTest::addColumn<int>("limit");
        QTest::addColumn<QList<int>>("costs"); // F, B, W, send in µs
        QTest::addColumn<bool>("blocking");
        QTest::addColumn<qint64>("makespan"); // µs
        QTest::addColumn<qint64>("longest");  // µs, 0: not told
        const QList equal {1000, 1000, 1000, 0};
        const QList wide {18522, 18086, 9337, 601};
        const QList whole {1000, 2000, 0, 313};
        const auto row = [](const char* name, Kind kind, int p, int m, const QList<int>& costs, qint64 makespan,
                             qint64 longest = 0, int limit = 0, bool blocking = false) {
            QTest::newRow(name) << int(kind) << p << m << limit << costs << blocking << makespan << longest;
        };
        row("1F1B", Kind::OneFOneB, 4, 8, equal, 33000);
        row("1F1B 2 4", Kind::OneFOneB, 2, 4, equal, 15000);
        row("ZB-H1", Kind::ZbH1, 4, 8, equal, 27000);
        row("ZB-H2", Kind::ZbH2, 4, 8, equal, 27000, 24000);
        row("zb-auto p", Kind::ZbAuto, 4, 8, equal, 27000, 27000, 4);
        row("zb-auto 2p", Kind::ZbAuto, 4, 8, equal, 27000, 24000, 8);
        row("ZB-V", Kind::ZbV, 4, 8, equal, 51000);
        row("ZB-V, few microbatches", Kind::ZbV, 4, 4, equal, 27000);
        row("V-Half", Kind::VHalf, 4, 8, equal, 53000);
        row("V-Min", Kind::VMin, 4, 8, equal, 59000);
        row("1.5B 1F1B", Kind::OneFOneB, 8, 24, wide, 1456749);
        row("1.5B ZB-H1", Kind::ZbH1, 8, 24, wide, 1310405);
        row("1.5B zb-auto p", Kind::ZbAuto, 8, 24, wide, 1310405, 0, 8);
        // Better than the published 1236567, and as good as it gets: the last rank never waits.
        row("1.5B zb-auto 2p", Kind::ZbAuto, 8, 24, wide, 7 * (18522 + 601) + 24 * 45945, 1152599, 16);
        row("1.5B ZB-H2", Kind::ZbH2, 8, 24, wide, 1236632, 1236632);
        row("sends 4 8", Kind::OneFOneB, 4, 8, whole, 38008);
        row("sends 2 4", Kind::OneFOneB, 2, 4, whole, 16252);
        row("sends GPipe", Kind::GPipe, 4, 8, whole, 34878);
        row("blocking 4 8", Kind::OneFOneB, 4, 8, whole, 38947, 0, 0, true);
        row("blocking 2 4", Kind::OneFOneB, 2, 4, whole, 16565, 0, 0, true);
        row("blocking 1.5B", Kind::OneFOneB, 8, 24, wide, 1459754, 0, 0, true);
    }
    void theTableOfPublishedValues()
    {
        QFETCH(int, kind);
        QFETCH(int, p);
        QFETCH(int, m);
        QFETCH(int, limit);
        QFETCH(QList<int>, costs);
        QFETCH(bool, blocking);
        QFETCH(qint64, makespan);
        QFETCH(qint64, longest);
        const ScheduleRequest request
            = uniform(Kind(kind), p, m, 1, {costs[0] * us, costs[1] * us, costs[2] * us, costs[3] * us}, limit);
        const PipelineTiming timing = timed(request, blocking);
        QCOMPARE(timing.makespan, makespan * us);
        if (longest > 0)
            QCOMPARE(timing.longestStage, longest * us);
    }

    // Qi et al., Zero Bubble (Almost) Pipeline Parallelism, ICLR 2024, Table 5: 1.5B on 8 stages.
    void thePublishedSharesOfThreeRows_data()
    {
        QTest::addColumn<int>("m");
        QTest::addColumn<QList<int>>("costs");  // µs
        QTest::addColumn<QList<int>>("shares"); // 1/10000 of the longest stage: 1F1B, ZB-H1, ZB-H2, limit p, limit 2p
        QTest::newRow("24") << 24 << QList {18522, 18086, 9337, 601} << QList {2431, 1585, 1083, 1585, 433};
        QTest::newRow("32") << 32 << QList {18513, 18086, 9331, 626} << QList {1985, 1242, 837, 1242, 39};
        QTest::newRow("64") << 64 << QList {18546, 18097, 9321, 762} << QList {1240, 674, 444, 674, 26};
    }
    void thePublishedSharesOfThreeRows()
    {
        QFETCH(int, m);
        QFETCH(QList<int>, costs);
        QFETCH(QList<int>, shares);
        const auto timing = [&, m = m, costs = costs](Kind kind, int limit = 0) {
            return timed(uniform(kind, 8, m, 1, {costs[0] * us, costs[1] * us, costs[2] * us, costs[3] * us}, limit));
        };
        const auto share = [](const PipelineTiming& t) { return qRound(t.bubbleShareOfLongestStage() * 10000); };
        QCOMPARE(QList<int>({share(timing(Kind::OneFOneB)), share(timing(Kind::ZbH1)), share(timing(Kind::ZbH2)),
                     share(timing(Kind::ZbAuto, 8)), share(timing(Kind::ZbAuto, 16))}),
            shares);
        QCOMPARE(qRound(timing(Kind::OneFOneB).bubbleShare() * 10000), shares[0]);
    }

    void idleTimeHasItsClosedForm()
    {
        for (const auto& [f, b, w] : {std::array<TimeNs, 3> {1000, 1000, 1000}, {700, 1300, 900}, {1500, 1000, 400}}) {
            const TimeNs all = f + b + w;
            for (int p = 1; p <= 16; ++p) {
                for (int m = p; m <= 64; m += sparsely) {
                    const auto makespan = [&, f = f, b = b, w = w](Kind kind, int v = 1) {
                        return timesOf(uniform(kind, p, m, v, {f, b, w, 0})).makespan;
                    };
                    QCOMPARE(makespan(Kind::GPipe), (m + p - 1) * all);
                    QCOMPARE(makespan(Kind::OneFOneB), (m + p - 1) * all);
                    // (p - 1) (F + B - W) where W <= F, see handcraftedZeroBubbleProgram().
                    QCOMPARE(makespan(Kind::ZbH1), m * all + (p - 1) * std::max(f + b - w, b));
                    for (int v = 2; v <= 4 && m % p == 0; ++v)
                        QCOMPARE(makespan(Kind::Interleaved, v), (v * m + p - 1) * all);
                }
            }
        }
    }

    void idleTimeOfEqualPassesHasItsClosedForm()
    {
        constexpr TimeNs t = 1000;
        for (int p = 1; p <= 16; ++p) {
            for (int m = p; m <= 64; m += sparsely) {
                const auto times = [&](Kind kind) { return timesOf(uniform(kind, p, m, 1, {t, t, t, 0})); };
                if (m >= 2 * p - 1) {
                    // No rank waits between its first and last pass.
                    QCOMPARE(times(Kind::ZbH2).longestRank, 3 * m * t);
                    QCOMPARE(times(Kind::ZbV).makespan, 6 * m * t + (p - 1) * t);
                }
                if (isInDomain(Kind::DualPipe, p, m))
                    QCOMPARE(times(Kind::DualPipe).makespan, 3 * m * t + (p / 2 - 1) * (3 * t + 2 * t - 3 * t));
                if (isInDomain(Kind::DualPipeV, p, m))
                    QCOMPARE(times(Kind::DualPipeV).makespan, 6 * m * t + (p - 1) * (3 * t + 2 * t - 3 * t));
            }
        }
    }

    void activationsInFlight()
    {
        for (int p = 1; p <= 16; ++p) {
            for (int m = p; m <= 64; m += 9) {
                const auto peaks = [&](Kind kind) { return timed(uniform(kind, p, m, 1, {9, 9, 9, 0})); };
                const PipelineTiming h1 = peaks(Kind::ZbH1);
                QCOMPARE(h1.peakMicrobatches, peaks(Kind::OneFOneB).peakMicrobatches);
                QCOMPARE(h1.peakHeldMicrobatches, std::vector<double>(size_t(p), p));
                QCOMPARE(peaks(Kind::ZbH2).peakMicrobatches.front(), double(std::min(m, 2 * p - 1)));
                // Two chunks, each half of a rank.
                for (const double peak : peaks(Kind::ZbV).peakMicrobatches)
                    QVERIFY(peak <= p);
            }
        }
        const PipelineTiming dual = timed(uniform(Kind::DualPipe, 8, 20, 1, {9, 9, 9, 0}));
        QCOMPARE(*std::max_element(dual.peakMicrobatches.begin(), dual.peakMicrobatches.end()), 9.0);
        QCOMPARE(timed(uniform(Kind::Interleaved, 4, 8, 2, {9, 9, 9, 0})).peakMicrobatches.front(), 5.5);
    }

    void theGraphTellsTheSameTimesAsTheOrderAlone()
    {
        std::mt19937 random(7);
        forEachRequest(
            [&](ScheduleRequest request) {
                request.costs = randomCosts(request.modelStages(), random);
                const PipelineTiming timing = timed(request);
                const PassTimes times = timesOf(request);
                QCOMPARE(timing.makespan, times.makespan);
            },
            isSanitized ? 5 : 3);
    }

    void sendsThatBlockNeverWaitInACircle()
    {
        std::mt19937 random(11);
        forEachRequest(
            [&](ScheduleRequest request) {
                PassCosts& costs = request.costs;
                costs = randomCosts(request.modelStages(), random);
                // Messages that are longer than passes queue where sends do not block.
                for (std::vector<TimeNs>* all : {&costs.forward, &costs.inputGradient, &costs.weightGradient}) {
                    for (TimeNs& cost : *all)
                        cost += 200;
                }
                const PipelineTiming blocking = timed(request, true);
                const PipelineTiming free = timed(request, false);
                QVERIFY(blocking.makespan >= free.makespan);
                QCOMPARE(blocking.busy, free.busy);
                QCOMPARE(blocking.peakMicrobatches, free.peakMicrobatches);
            },
            isSanitized ? 5 : 3);
    }

    void sendsThatBlockCostLittleWhereTheyNeedNotWait()
    {
        // Messages stand where both ends are free; in any order whatever these would take up to twice as long.
        for (const Kind kind : {Kind::Interleaved, Kind::ZbH1, Kind::ZbH2, Kind::ZbAuto, Kind::ZbV, Kind::DualPipe}) {
            const ScheduleRequest request = uniform(kind, 8, 24, kind == Kind::Interleaved ? 2 : 1,
                {18522 * us, 18086 * us, 9337 * us, 601 * us}, kind == Kind::ZbAuto ? 16 : 0);
            const double ratio = double(timed(request, true).makespan) / double(timed(request, false).makespan);
            QVERIFY2(ratio >= 1 && ratio < 1.12, qPrintable(QStringLiteral("%1: %2").arg(int(kind)).arg(ratio)));
        }
    }

    void timePartsAddUp()
    {
        std::mt19937 random(5);
        for (const ScheduleInfo& info : schedules()) {
            for (const bool blocking : {false, true}) {
                ScheduleRequest request {info.kind, 4, 8, info.kind == Kind::Interleaved ? 2 : 1};
                request.costs = randomCosts(request.modelStages(), random);
                const PipelineTiming timing = timed(request, blocking);
                for (size_t rank = 0; rank < 4; ++rank) {
                    QVERIFY(timing.busy[rank] + timing.transfer[rank] <= timing.makespan);
                    QVERIFY(timing.busy[rank] <= timing.span[rank]);
                }
                // A rank without work waits for the message, however far that has come, unless it is held inside it.
                QCOMPARE(std::accumulate(timing.transfer.begin(), timing.transfer.end(), TimeNs(0)) > 0, blocking);
            }
        }
    }

    void theAutomaticScheduleKeepsItsLimit()
    {
        std::mt19937 random(3);
        for (int p = 1; p <= (isSanitized ? 6 : 9); ++p) {
            for (const int limit : {1, 2, p, p + p / 2, 2 * p, 1000}) {
                for (const int m : {1, p, 3 * p}) {
                    ScheduleRequest request {Kind::ZbAuto, p, m, 1, limit};
                    request.costs = randomCosts(p, random);
                    const Schedule schedule = made(request);
                    QCOMPARE(fault(schedule), QString());
                    for (const RankProgram& program : schedule.programs) {
                        int halves = 0;
                        for (const ScheduledPass& pass : program) {
                            halves += pass.pass == Pass::Forward ? 2 : -1;
                            QVERIFY(halves <= 2 * limit);
                        }
                    }
                }
            }
        }
    }

    void theAutomaticScheduleIsNoWorseThanTheHandcrafted()
    {
        std::mt19937 random(13);
        for (int p = 2; p <= 8; ++p) {
            ScheduleRequest request {Kind::ZbAuto, p, 3 * p, 1, p};
            request.costs = randomCosts(p, random);
            ScheduleRequest handcrafted = request;
            handcrafted.memoryLimit = 0;
            handcrafted.kind = Kind::ZbH1;
            QVERIFY(timesOf(request).makespan <= timesOf(handcrafted).makespan);
            handcrafted.kind = Kind::ZbH2;
            request.memoryLimit = 2 * p;
            QVERIFY(timesOf(request).makespan <= timesOf(handcrafted).makespan);
        }
    }

    void moreMemoryNeverMakesAStepLonger()
    {
        std::mt19937 random(17);
        for (int p = 1; p <= (isSanitized ? 6 : 8); ++p) {
            for (const int m : {p, 2 * p + 1, 4 * p}) {
                ScheduleRequest request {Kind::ZbAuto, p, m, 1, 0, randomCosts(p, random)};
                TimeNs before = std::numeric_limits<TimeNs>::max();
                for (request.memoryLimit = 1; request.memoryLimit <= 3 * p; ++request.memoryLimit) {
                    const TimeNs now = timesOf(request).makespan;
                    QVERIFY(now <= before);
                    before = now;
                    const auto never = [&](Kind other, int itsLimit) {
                        ScheduleRequest same = request;
                        same.kind = other;
                        same.memoryLimit = 0;
                        return request.memoryLimit < itsLimit || now <= timesOf(same).makespan;
                    };
                    QVERIFY(never(Kind::OneFOneB, p));
                    QVERIFY(never(Kind::ZbH1, p));
                    QVERIFY(never(Kind::ZbH2, 2 * p - 1));
                }
            }
        }
    }

    void vShapedSchedulesKeepToTheirMemory()
    {
        // Halves of what 1F1B's first rank holds, until the weight gradient.
        const auto peak = [](Kind kind, int p, int m) {
            const std::vector<double> peaks = timed(uniform(kind, p, m, 1, {700, 1300, 900, 50})).peakHeldMicrobatches;
            return *std::max_element(peaks.begin(), peaks.end());
        };
        for (int p = 2; p <= 12; p += sparsely) {
            for (const int m : {p, 2 * p, 5 * p}) {
                QVERIFY(peak(Kind::VHalf, p, m) <= p / 2 + 1);
                QVERIFY(peak(Kind::VMin, p, m) <= (p + 2) / 3 + 1);
            }
        }
    }

    // DeepSeek-AI 2024, Table 2, counts what the middle ranks wait.
    void passesThatRunTogetherMayTakeLessThanTheirSum()
    {
        for (const TimeNs together : {3000, 2500, 2000}) {
            for (int p = 4; p <= 16; p += 4) {
                for (int m = 2 * p; m <= 4 * p; m += 4) {
                    ScheduleRequest request = uniform(Kind::DualPipe, p, m, 1, {1000, 1000, 1000, 0});
                    request.costs.together.assign(size_t(p), together);
                    const PipelineTiming timing = timed(request);
                    QCOMPARE(timing.makespan - timing.busy[size_t(p / 2)], (p / 2 - 1) * (together + 2000 - 3000));
                    QCOMPARE(timesOf(request).makespan, timing.makespan);
                    QCOMPARE(timed(request, true).makespan, timing.makespan);
                }
            }
        }
        ScheduleRequest other = uniform(Kind::ZbV, 4, 8, 1, {1000, 1000, 1000, 0});
        other.costs.together.assign(8, 1500);
        QVERIFY(!makeSchedule(other));
    }

    void ordersWorkedOutByHand()
    {
        const Schedule h1 = made({Kind::ZbH1, 3, 4});
        QCOMPARE(programText(h1, 0), QStringLiteral("F0 F1 F2 B0 W0 F3 B1 W1 B2 W2 B3 W3"));
        QCOMPARE(programText(h1, 2), QStringLiteral("F0 B0 F1 B1 F2 B2 W0 F3 B3 W1 W2 W3"));
        const Schedule h2 = made({Kind::ZbH2, 2, 4});
        QCOMPARE(programText(h2, 0), QStringLiteral("F0 F1 F2 B0 W0 F3 B1 W1 B2 W2 B3 W3"));
        QCOMPARE(programText(h2, 1), QStringLiteral("F0 B0 F1 B1 F2 B2 W0 F3 B3 W1 W2 W3"));
        const Schedule interleaved = made({Kind::Interleaved, 2, 4, 2});
        QCOMPARE(programText(interleaved, 0), QStringLiteral("F0 F1 f0 f1 F2 d0 F3 d1 f2 D0 f3 D1 d2 d3 D2 D3"));
        QCOMPARE(programText(interleaved, 1), QStringLiteral("F0 F1 f0 d0 f1 d1 F2 D0 F3 D1 f2 d2 f3 d3 D2 D3"));
        const Schedule v = made({Kind::ZbV, 2, 3});
        QCOMPARE(v.modelStage, std::vector<int>({0, 3, 1, 2}));
        QCOMPARE(programText(v, 0), QStringLiteral("F0 F1 F2 f0 b0 w0 f1 b1 w1 B0 W0 f2 b2 w2 B1 W1 B2 W2"));
        QCOMPARE(programText(v, 1), QStringLiteral("F0 f0 F1 f1 b0 w0 F2 B0 W0 f2 b1 w1 B1 b2 B2 W1 w2 W2"));
    }

    void dualPipeFeedsTheModelFromBothEnds()
    {
        const Schedule dual = made({Kind::DualPipe, 4, 8});
        QCOMPARE(dual.modelStages(), 4);
        QCOMPARE(dual.modelStage, std::vector<int>({0, 3, 1, 2, 2, 1, 3, 0}));
        QCOMPARE(programText(dual, 0), QStringLiteral("F0 F1 F2 f4 b4 w4 f5 F3&d5 f6&D0 d6 f7&D1 d7 B2 W2 B3 W3"));
        QCOMPARE(programText(dual, 1), QStringLiteral("F0 f4 F1 f5 F2 d4 f6&D0 F3&d5 f7&D1 d6 D2 b7 B3 w7 W3"));
        // The last rank is the first one's mirror image.
        QString mirrored = programText(dual, 3);
        QCOMPARE(mirrored.toLower(), QStringLiteral("f4 f5 f6 f0 b0 w0 f1 f7&d1 f2&d4 d2 f3&d5 d3 b6 w6 b7 w7"));
    }

    /// Each half of DualPipe is one on half as many ranks; its order is that of dualpipev.py, step by step.
    void dualPipeVIsAHalfOfDualPipe()
    {
        const Schedule half = made({Kind::DualPipeV, 2, 4});
        QCOMPARE(half.modelStages(), 4);
        QCOMPARE(half.modelStage, std::vector<int>({0, 3, 1, 2}));
        QCOMPARE(programText(half, 0), QStringLiteral("F0 F1 F2 f0 b0 w0 f1 F3&d1 f2&D0 d2 f3&D1 d3 B2 W2 B3 W3"));
        QCOMPARE(programText(half, 1), QStringLiteral("F0 f0 F1 f1 F2 d0 f2&D0 F3&d1 f3&D1 d2 D2 b3 B3 w3 W3"));
        for (const auto& [p, m] : {std::pair(1, 2), std::pair(2, 5), std::pair(4, 8), std::pair(5, 17)}) {
            const Schedule whole = made({Kind::DualPipe, 2 * p, 2 * m});
            const Schedule part = made({Kind::DualPipeV, p, m});
            for (int rank = 0; rank < p; ++rank) {
                const RankProgram& one = part.programs[size_t(rank)];
                const RankProgram& other = whole.programs[size_t(rank)];
                QCOMPARE(one.size(), other.size());
                for (size_t i = 0; i < one.size(); ++i) {
                    QVERIFY(one[i].pass == other[i].pass && one[i].chunk == other[i].chunk);
                    QCOMPARE(one[i].microbatch, other[i].microbatch - (other[i].chunk == 1 ? m : 0));
                    QCOMPARE(one[i].overlapsNext, other[i].overlapsNext);
                }
            }
        }
        // The model is held once, and as many passes of its halves as ranks and a half.
        const PipelineTiming timing = timed(uniform(Kind::DualPipeV, 4, 16, 1, {9, 9, 9, 0}));
        QCOMPARE(*std::max_element(timing.peakMicrobatches.begin(), timing.peakMicrobatches.end()), 4.5);
    }

    void sendsThatBlockAreCalledAsBy_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<int>("rank");
        QTest::addColumn<QString>("calls");
        const auto row = [](const char* name, Kind kind, int chunks, int rank, const char* calls) {
            QTest::newRow(name) << int(kind) << chunks << rank << QString::fromLatin1(calls);
        };
        row("Megatron, 1F1B", Kind::OneFOneB, 1, 0, "F0 >0 F1 >1+<b0 D0 <b1 D1");
        row("Megatron, interleaved", Kind::Interleaved, 2, 1,
            "<0 F0 >0+<1 F1 >1+<0' F0' <1' D0' >b0' F1' D1' >b1'+<b0 D0 >b0+<b1 D1 >b1");
        row("the zero-bubble runtime", Kind::ZbH1, 1, 0, "F0 >0 F1 >1 <b0 B0 W0 <b1 B1 W1");
        row("DualPipe", Kind::DualPipe, 1, 0, "F0 >0 <2' F2' F1 >1 D2' >b2' <3' <b0 F3' D0 D3' >b3' <b1 B1 W1");
    }
    void sendsThatBlockAreCalledAsBy()
    {
        QFETCH(int, kind);
        QFETCH(int, chunks);
        QFETCH(int, rank);
        QFETCH(QString, calls);
        const Schedule schedule = made({Kind(kind), 2, kind == int(Kind::DualPipe) ? 4 : 2, chunks});
        QStringList words;
        const std::vector<OperationList> programs = withBlockingMessages(schedule);
        for (const ScheduledOperation& operation : programs[size_t(rank)]) {
            const auto word = [&](Operation what, int microbatch) {
                const char* letters = operation.isWork() ? std::array {"F", "B", "W", "D"}[size_t(operation.pass)]
                    : what == Operation::SendForward     ? ">"
                    : what == Operation::RecvForward     ? "<"
                    : what == Operation::SendBackward    ? ">b"
                                                         : "<b";
                return QLatin1String(letters) + QString::number(microbatch)
                    + QLatin1String(operation.chunk > 0 ? "'" : "");
            };
            const QString first = word(operation.operation, operation.microbatch);
            if (operation.joinsPrevious)
                words.back() += QLatin1Char('+') + first;
            else
                words << first;
            if (operation.isFused())
                words.back() += QLatin1Char('+') + word(operation.second, operation.secondMicrobatch);
        }
        QCOMPARE(words.join(QLatin1Char(' ')), calls);
    }

    void whatIsOutsideTheDomainIsRefusedWithASentence_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("p");
        QTest::addColumn<int>("m");
        QTest::addColumn<int>("v");
        QTest::addColumn<int>("limit");
        const auto row = [](const char* name, Kind kind, int p, int m, int v = 1, int limit = 0) {
            QTest::newRow(name) << int(kind) << p << m << v << limit;
        };
        row("interleaved, p does not divide m", Kind::Interleaved, 4, 10, 2);
        row("interleaved, no chunk", Kind::Interleaved, 4, 8, 0);
        row("interleaved, one chunk", Kind::Interleaved, 4, 8, 1);
        row("interleaved, chunks without end", Kind::Interleaved, 4, 8, 1000);
        row("1F1B with chunks", Kind::OneFOneB, 4, 8, 2);
        row("GPipe with chunks", Kind::GPipe, 4, 8, 2);
        row("ZB-H1 with chunks", Kind::ZbH1, 4, 8, 2);
        row("ZB-V with three chunks", Kind::ZbV, 4, 8, 3);
        row("V-Min with three chunks", Kind::VMin, 4, 8, 3);
        row("DualPipe, odd stages", Kind::DualPipe, 3, 12);
        row("DualPipe, odd microbatches", Kind::DualPipe, 4, 9);
        row("DualPipe, too few", Kind::DualPipe, 4, 6);
        row("DualPipeV, too few", Kind::DualPipeV, 4, 7);
        row("DualPipeV with three chunks", Kind::DualPipeV, 4, 8, 3);
        row("limit of another schedule", Kind::ZbH2, 4, 8, 1, 4);
        row("negative limit", Kind::ZbAuto, 4, 8, 1, -1);
        row("no stage", Kind::ZbV, 0, 8);
        row("no microbatch", Kind::ZbAuto, 4, 0);
        row("more than any machine has", Kind::ZbV, 4096, 65536);
    }
    void whatIsOutsideTheDomainIsRefusedWithASentence()
    {
        QFETCH(int, kind);
        QFETCH(int, p);
        QFETCH(int, m);
        QFETCH(int, v);
        QFETCH(int, limit);
        const Result<Schedule> schedule = makeSchedule({Kind(kind), p, m, v, limit});
        QVERIFY(!schedule);
        QVERIFY(schedule.error().message.text().ends_with('.'));
        QVERIFY(schedule.error().advice.text().ends_with('.'));
        QVERIFY(schedule.error().message.text().find(" 1 chunks") == std::string::npos);
    }

    void costsOfAnotherPipelineAreRefused()
    {
        ScheduleRequest request {Kind::ZbV, 4, 8};
        request.costs = PassCosts::uniform(4, 1, 1, 1, 1);
        QVERIFY(!makeSchedule(request));
        request.costs = PassCosts::uniform(8, 1, 1, 1, 1);
        QVERIFY(makeSchedule(request));
    }

    void graphsBeyondMemoryAreRefused()
    {
        const Schedule schedule = made({Kind::GPipe, 4096, 1024});
        const Result<PipelineGraph> pipeline
            = makePipelineGraph(schedule, PassCosts::uniform(4096, 1, 1, 1, 1), {false});
        QVERIFY(!pipeline);
        QVERIFY(pipeline.error().advice.text().ends_with('.'));
    }

    void anOrderThatCanNotBeRunHasNoTimes()
    {
        Schedule schedule = made({Kind::OneFOneB, 2, 2});
        std::swap(schedule.programs[1][0], schedule.programs[1][1]); // backward before forward
        QVERIFY(!timePasses(schedule, PassCosts::uniform(2, 1, 1, 1, 0)));
        schedule.kind = Kind::ZbH1;
        const Result<PipelineGraph> pipeline = makePipelineGraph(schedule, PassCosts::uniform(2, 1, 1, 1, 0), {true});
        QVERIFY(!pipeline);
        const QString message = QString::fromStdString(pipeline.error().message.text());
        QVERIFY2(message.contains(QStringLiteral("in a cycle: rank")), qPrintable(message));
    }
};

BUBBLESCOPE_TEST(TstPipelineSchedules, QCoreApplication)

} // namespace bubblescope::tst_pipelineschedules

#include "tst_pipelineschedules.moc"
