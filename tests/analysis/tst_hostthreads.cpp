// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hostthreads.h"
#include "profilerpicture.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_hostthreads {

namespace {

constexpr TimeNs us = 1000;

/// What a call started first, by span.
std::vector<SpanId> startedBy(const Trace& trace)
{
    std::vector<SpanId> started(trace.spanCount());
    for (const Link& launch : trace.launches()) {
        if (!started[launch.from.value].isValid())
            started[launch.from.value] = launch.to;
    }
    return started;
}

/// "main 0-90: launch 10-11, wait 20-60" in µs; a thread per line, in their order.
QByteArray picture(const Trace& trace, int rank, TimeRange range)
{
    static constexpr const char* kinds[] {"launch", "wait", "streamwait", "comm", "compute", "handover", "resume"};
    const std::vector<HostThread> threads = hostThreads(trace, rank, range, startedBy(trace));
    const auto text = [](TimeRange time) {
        return QByteArray::number(qint64(time.begin / us)) + '-' + QByteArray::number(qint64(time.end / us));
    };
    const auto nameOf = [&trace](const HostThread& thread) {
        return QByteArray::fromStdString(std::string(trace.trackName(thread.track)));
    };
    QByteArray lines;
    for (const HostThread& thread : threads) {
        lines += nameOf(thread) + ' ' + text(thread.range) + ':';
        for (const HostEvent& event : thread.events) {
            lines += QByteArray(" ") + kinds[int(event.kind)] + ' ' + text(event.range);
            if (event.kind == HostEvent::Kind::Resume)
                lines += " by " + nameOf(threads[event.thread]) + '@' + QByteArray::number(qint64(event.reached / us));
        }
        lines += '\n';
    }
    return lines;
}
QByteArray picture(const Trace& trace, int rank = 0) { return picture(trace, rank, {0, 1'000'000 * us}); }

} // namespace

class TstHostThreads : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void callsAreWhatTheyStartOrAwait()
    {
        ProfilerPicture p;
        p.kernel(0, "stream 7", 20, 70, p.launch(0, "main", 0));
        p.host(0, "main", "aten::add", 4, 6);
        p.host(0, "main", "cudaStreamWaitEvent", 7, 8, Category::Waiting);
        p.host(0, "main", "cudaDeviceSynchronize", 10, 71, Category::Waiting);
        p.host(0, "main", "gloo:all_reduce", 75, 80, Category::OtherComm, Operation::AllReduce);
        p.host(0, "main", "forward", 81, 85, Category::Forward);
        const Trace trace = p.finish();
        QCOMPARE(
            picture(trace), QByteArray("main 0-85: launch 0-1 streamwait 7-8 wait 10-71 comm 75-80 compute 81-85\n"));
    }

    void whatAThreadCallsOfCannIsItsOwn()
    {
        ProfilerPicture p;
        p.host(0, "Thread 5", "aten::item", 0, 90);
        p.kernel(0, "stream 7", 20, 70, p.launch(0, "Thread 5 (CANN)", 5));
        p.host(0, "Thread 5 (CANN)", "AscendCL@aclrtSynchronizeStream", 10, 71, Category::Waiting);
        p.host(0, "Thread 6 (CANN)", "AscendCL@aclrtSynchronizeStream", 1000, 1005, Category::Waiting);
        QCOMPARE(picture(p.finish()),
            QByteArray("Thread 5 0-90: launch 5-6 wait 10-71\nThread 6 (CANN) 1000-1005: wait 1000-1005\n"));
    }

    void onlySynchronizingCallsOfThreadsAwaitTheDevice()
    {
        ProfilerPicture p;
        p.host(0, "main", "cudaStreamSynchronize", 0, 5, Category::Waiting);
        p.host(0, "main", "cudaStreamWaitEvent", 5, 6, Category::Waiting);
        p.host(0, "main", "cudaStreamSynchronize", 6, 9, Category::Host);
        p.kernel(0, "stream 8", 1, 4, Id<SpanTag>::noValue, Category::Waiting, "Event Synchronize");
        const Trace trace = p.finish();
        std::string seen;
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            if (awaitsDevice(trace, SpanId(i)))
                seen += std::string(trace.name(SpanId(i))) + '@' + std::to_string(trace.begin(SpanId(i)) / us) + ' ';
        }
        QCOMPARE(QByteArray::fromStdString(seen), QByteArray("cudaStreamSynchronize@0 "));
    }

    void threadsOfOtherRanksAndOutsideTheRangeAreLeftOut()
    {
        ProfilerPicture p;
        p.kernel(0, "stream 7", 30, 80, p.launch(0, "main", 0));
        p.kernel(0, "stream 7", 130, 180, p.launch(0, "main", 100));
        p.kernel(1, "stream 7", 30, 80, p.launch(1, "other", 0));
        const Trace trace = p.finish();
        QCOMPARE(picture(trace, 0, {0, 50 * us}), QByteArray("main 0-1: launch 0-1\n"));
        QCOMPARE(picture(trace, 0, {50 * us, 200 * us}), QByteArray("main 100-101: launch 100-101\n"));
        QCOMPARE(picture(trace, 0, {2 * us, 50 * us}), QByteArray());
        QCOMPARE(picture(trace, 1), QByteArray("other 0-1: launch 0-1\n"));
        QCOMPARE(picture(trace, 7), QByteArray());
    }

    void whatTheRangeCutsEndsThere()
    {
        ProfilerPicture p;
        p.host(0, "main", "cudaDeviceSynchronize", 0, 90, Category::Waiting);
        const Trace trace = p.finish();
        QCOMPARE(picture(trace, 0, {0, 50 * us}), QByteArray("main 0-50: wait 0-50\n"));
    }

    void threadsThatNobodyWaitsForComeLast()
    {
        ProfilerPicture p;
        p.host(0, "logger", "write", 0, 400);
        p.kernel(0, "stream 7", 30, 80, p.launch(0, "main", 10));
        const Trace trace = p.finish();
        QCOMPARE(picture(trace), QByteArray("main 10-11: launch 10-11\nlogger 0-400:\n"));
    }

    /// The autograd thread runs the backward pass while the main thread sleeps, and then wakes it.
    void aThreadIsWokenByTheOneThatDidSomethingLast()
    {
        ProfilerPicture p;
        p.host(0, "main", "forward op", 0, 100);
        p.kernel(0, "stream 7", 20, 90, p.launch(0, "main", 90));
        p.host(0, "autograd", "backward op", 120, 300);
        p.kernel(0, "stream 7", 150, 290, p.launch(0, "autograd", 140));
        p.host(0, "main", "optimizer op", 320, 400);
        p.kernel(0, "stream 7", 330, 380, p.launch(0, "main", 325));
        const Trace trace = p.finish();
        const QByteArray seen = picture(trace);
        QVERIFY2(seen.contains("resume 120-120 by main@100"), seen.constData());
        QVERIFY2(seen.contains("handover 100-100"), seen.constData());
        QVERIFY2(seen.contains("resume 100-320 by autograd@300") || seen.contains("resume 100-300 by autograd@300"),
            seen.constData());
        QVERIFY2(seen.contains("handover 300-300"), seen.constData());
    }

    void aThreadThatWasIdleForLongWasWokenByNobodyKnown()
    {
        ProfilerPicture p;
        p.kernel(0, "stream 7", 20, 90, p.launch(0, "main", 0));
        p.kernel(0, "stream 7", 5020, 5090, p.launch(0, "late", 5000));
        const Trace trace = p.finish();
        QCOMPARE(picture(trace), QByteArray("main 0-1: launch 0-1\nlate 5000-5001: launch 5000-5001\n"));
    }

    void shortPausesAreTheThreadsOwnAffair()
    {
        ProfilerPicture p;
        p.kernel(0, "stream 7", 20, 90, p.launch(0, "main", 10));
        p.host(0, "main", "op", 0, 40);
        p.host(0, "main", "op", 45, 80);
        p.kernel(0, "stream 7", 120, 190, p.launch(0, "helper", 42));
        const Trace trace = p.finish();
        QVERIFY2(!picture(trace).contains("resume 40-45"), picture(trace).constData());
    }
};

BUBBLESCOPE_TEST(TstHostThreads, QCoreApplication)

} // namespace bubblescope::tst_hostthreads

#include "tst_hostthreads.moc"
