// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipelinegraph.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_schedule {

namespace {

/// "F0 F1 B0 F2 …", with messages if asked: ">0" and "<0" forward, ">b0" and "<b0" backward; "+" joins a fused pair.
QString text(const ScheduledOperation& operation)
{
    const auto word = [](Operation what, int microbatch) {
        const char* letters = what == Operation::Forward ? "F"
            : what == Operation::Backward                ? "B"
            : what == Operation::SendForward             ? ">"
            : what == Operation::RecvForward             ? "<"
            : what == Operation::SendBackward            ? ">b"
            : what == Operation::RecvBackward            ? "<b"
                                                         : "?";
        return QLatin1String(letters) + QString::number(microbatch);
    };
    QString result = word(operation.operation, operation.microbatch);
    if (operation.isFused())
        result += QLatin1Char('+') + word(operation.second, operation.secondMicrobatch);
    return result;
}

QString programText(const Schedule& schedule, int rank)
{
    QStringList words;
    for (const ScheduledOperation& operation : withMessages(schedule, rank))
        words << text(operation);
    return words.join(QLatin1Char(' '));
}

/// "F0 0-10, >0 10-11, …"
QString timedPicture(const Schedule& schedule, const PassCosts& costs, bool blocking, int rank)
{
    const Result<PipelineGraph> pipeline = makePipelineGraph(schedule, costs, {blocking});
    if (!pipeline)
        qFatal("%s", pipeline.error().message.text().c_str());
    Retiming retiming;
    timePipeline(*pipeline, retiming);
    QStringList words;
    for (size_t i = 0; i < pipeline->nodes[size_t(rank)].size(); ++i) {
        const uint32_t node = pipeline->nodes[size_t(rank)][i];
        words << QStringLiteral("%1 %2-%3")
                     .arg(text(pipeline->operations[size_t(rank)][i]))
                     .arg(retiming.begin(pipeline->graph, node))
                     .arg(retiming.end(pipeline->graph, node));
    }
    return words.join(QLatin1String(", "));
}

PipelineTiming timed(ScheduleKind kind, int p, int m, const PassCosts& costs, bool blocking, Retiming& retiming)
{
    const Result<Schedule> schedule = makeSchedule({kind, p, m});
    if (!schedule)
        qFatal("%s", schedule.error().message.text().c_str());
    const Result<PipelineGraph> pipeline = makePipelineGraph(*schedule, costs, {blocking});
    if (!pipeline)
        qFatal("%s", pipeline.error().message.text().c_str());
    return timePipeline(*pipeline, retiming);
}

} // namespace

class TstSchedule : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void oneFOneBAlternatesBetweenWarmupAndCooldown()
    {
        const Result<Schedule> schedule = makeSchedule({ScheduleKind::OneFOneB, 3, 4});
        QVERIFY(schedule);
        QCOMPARE(programText(*schedule, 0), QStringLiteral("F0 >0 F1 >1 F2 >2+<b0 B0 F3 >3+<b1 B1 <b2 B2 <b3 B3"));
        QCOMPARE(programText(*schedule, 1),
            QStringLiteral("<0 F0 >0 <1 F1 >1+<b0 B0 >b0+<2 F2 >2+<b1 B1 >b1+<3 F3 >3+<b2 B2 >b2 <b3 B3 >b3"));
        QCOMPARE(programText(*schedule, 2), QStringLiteral("<0 F0 B0 >b0+<1 F1 B1 >b1+<2 F2 B2 >b2+<3 F3 B3 >b3"));
    }

    void fewMicrobatchesLeaveNoSteadyState()
    {
        // As the tracer writes it for two stages and one microbatch: the first stage's calls stay apart.
        const Result<Schedule> schedule = makeSchedule({ScheduleKind::OneFOneB, 2, 1});
        QVERIFY(schedule);
        QCOMPARE(programText(*schedule, 0), QStringLiteral("F0 >0 <b0 B0"));
        QCOMPARE(programText(*schedule, 1), QStringLiteral("<0 F0 B0 >b0"));
    }

    void gpipeRunsAllForwardsFirst()
    {
        const Result<Schedule> schedule = makeSchedule({ScheduleKind::GPipe, 2, 2});
        QVERIFY(schedule);
        QCOMPARE(programText(*schedule, 0), QStringLiteral("F0 >0 F1 >1 <b0 B0 <b1 B1"));
        QCOMPARE(programText(*schedule, 1), QStringLiteral("<0 F0 <1 F1 B0 >b0 B1 >b1"));
    }

    void theReceiveBeforeSteadyStateIsMarked()
    {
        const Result<Schedule> schedule = makeSchedule({ScheduleKind::OneFOneB, 3, 4});
        QVERIFY(schedule);
        QStringList marked;
        for (const ScheduledOperation& operation : withMessages(*schedule, 1)) {
            if (operation.startsSteady)
                marked << QString::number(operation.microbatch);
        }
        QCOMPARE(marked, QStringList({QStringLiteral("1")}));
    }

    void oddSizesAreRefusedWithASentence()
    {
        for (const auto& [p, m] : {std::pair(0, 4), std::pair(-1, 4), std::pair(4, 0), std::pair(5000, 1),
                 std::pair(4, 100000), std::pair(4096, 65536)}) {
            const Result<Schedule> schedule = makeSchedule({ScheduleKind::OneFOneB, p, m});
            QVERIFY(!schedule);
            QVERIFY(schedule.error().message.text().ends_with('.'));
            QVERIFY(!schedule.error().advice.empty());
        }
    }

    void schedulesAreFoundByKey()
    {
        QCOMPARE(int(*scheduleFromKey("1f1b")), int(ScheduleKind::OneFOneB));
        QCOMPARE(int(*scheduleFromKey("gpipe")), int(ScheduleKind::GPipe));
        QVERIFY(!scheduleFromKey("zb-h3"));
        for (const ScheduleInfo& info : schedules())
            QCOMPARE(int(scheduleInfo(info.kind).kind), int(info.kind));
    }

    // Two stages, three microbatches, F 10, B 20, a message takes 1; worked out on paper.
    void aStepWorkedOutByHand()
    {
        const Result<Schedule> schedule = makeSchedule({ScheduleKind::OneFOneB, 2, 3});
        QVERIFY(schedule);
        const PassCosts costs = PassCosts::uniform(2, 10, 20, 0, 1);
        QCOMPARE(timedPicture(*schedule, costs, true, 0),
            QStringLiteral("F0 0-10, >0 10-11, F1 11-21, >1+<b0 21-42, B0 42-62, F2 62-72, >2+<b1 72-73, B1 73-93, "
                           "<b2 93-104, B2 104-124"));
        QCOMPARE(timedPicture(*schedule, costs, true, 1),
            QStringLiteral("<0 0-11, F0 11-21, B0 21-41, >b0+<1 41-42, F1 42-52, B1 52-72, >b1+<2 72-73, F2 73-83, "
                           "B2 83-103, >b2 103-104"));
        QCOMPARE(timedPicture(*schedule, costs, false, 0),
            QStringLiteral("F0 0-10, >0 10-10, F1 10-20, >1+<b0 20-42, B0 42-62, F2 62-72, >2+<b1 72-72, B1 72-92, "
                           "<b2 92-104, B2 104-124"));
        QCOMPARE(timedPicture(*schedule, costs, false, 1),
            QStringLiteral("<0 0-11, F0 11-21, B0 21-41, >b0+<1 41-41, F1 41-51, B1 51-71, >b1+<2 71-73, F2 73-83, "
                           "B2 83-103, >b2 103-103"));
    }

    void bubbleShareHasItsClosedForm()
    {
        Retiming retiming;
        for (const ScheduleKind kind : {ScheduleKind::GPipe, ScheduleKind::OneFOneB}) {
            for (int p = 1; p <= 16; ++p) {
                for (int m = p; m <= 64; m += (m < 20 ? 1 : 11)) {
                    for (const bool blocking : {false, true}) {
                        const PipelineTiming timing
                            = timed(kind, p, m, PassCosts::uniform(p, 1000, 1300, 700, 0), blocking, retiming);
                        QCOMPARE(timing.makespan, TimeNs(m + p - 1) * 3000);
                        QVERIFY(qAbs(timing.bubbleShare() - double(p - 1) / (m + p - 1)) < 1e-12);
                    }
                }
            }
        }
    }

    void oneFOneBHoldsAsManyMicrobatchesAsStagesAhead()
    {
        Retiming retiming;
        const PassCosts passes = PassCosts::uniform(4, 1000, 1000, 1000, 0);
        QCOMPARE(timed(ScheduleKind::OneFOneB, 4, 8, passes, false, retiming).peakMicrobatches,
            std::vector<double>({4, 3, 2, 1}));
        QCOMPARE(timed(ScheduleKind::GPipe, 4, 8, passes, false, retiming).peakMicrobatches,
            std::vector<double>({8, 8, 8, 8}));
    }

    void costsOfAnotherPipelineAreRefused()
    {
        const Result<Schedule> schedule = makeSchedule({ScheduleKind::OneFOneB, 4, 4});
        QVERIFY(schedule);
        QVERIFY(!makePipelineGraph(*schedule, PassCosts::uniform(3, 1, 1, 1, 1), {}));
    }
};

BUBBLESCOPE_TEST(TstSchedule, QCoreApplication)

} // namespace bubblescope::tst_schedule

#include "tst_schedule.moc"
