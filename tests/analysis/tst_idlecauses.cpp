// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What hosts do while their GPUs have no work.
#include "idlecauses.h"
#include "profilerpicture.h"
#include "testprogram.h"

#include <QTest>

#include <map>

namespace bubblescope::tst_idlecauses {

class TstIdleCauses : public QObject {
    Q_OBJECT
private slots:
    void recordsThatOutlastWhatEnclosesThemCountOnce()
    {
        // Clocks let the inner operator end a moment later: nothing encloses it then.
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 5, 10, picture.launch(0, "thread 1", 1));
        picture.host(0, "thread 1", "aten::linear", 15, 999);
        picture.host(0, "thread 1", "aten::addmm", 520, 1000);
        picture.kernel(0, "stream 7", 1010, 1020, picture.launch(0, "thread 1", 1001));
        const Trace trace = picture.finish();
        const RunContext context {trace, {}};
        const auto pauses = devicePauses(context, trace.timing(), {}, {});
        TimeNs hostWait = 0;
        for (const DevicePause& pause : pauses.at(0))
            hostWait += pause.hostWait().duration();
        QVERIFY(hostWait > 900'000);
        TimeNs told = 0;
        TimeNs ofOuter = 0;
        for (const IdleCause& cause : idleCausesOf(trace, pauses)) {
            told += cause.time;
            ofOuter += cause.name.isValid() && trace.strings().text(cause.name) == "aten::linear" ? cause.time : 0;
        }
        QCOMPARE(told, hostWait);
        QCOMPARE(ofOuter, TimeNs(505'000)); // the rest is the inner one's, which began last
    }

    /// A host that is slower than its GPU would have been earlier by a few µs without the call; the rest is its own.
    void aCallIsChargedNoMoreThanItBlocks()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 5, 10, picture.launch(0, "thread 1", 1));
        picture.host(0, "thread 1", "cudaDeviceSynchronize", 3, 11, Category::Waiting);
        picture.host(0, "thread 1", "aten::linear", 12, 99);
        picture.kernel(0, "stream 7", 104, 110, picture.launch(0, "thread 1", 100));
        const Trace trace = picture.finish();
        const auto causes = causesOf(trace, 5);
        QCOMPARE(causes.at(IdleKind::Synchronization).time, TimeNs(8'000));
        QCOMPARE(causes.at(IdleKind::Synchronization).kernelWait, TimeNs(0));
        QCOMPARE(causes.at(IdleKind::Synchronization).longest.begin, TimeNs(9'000));
        QCOMPARE(causes.at(IdleKind::Synchronization).longest.end, TimeNs(17'000));
        QCOMPARE(causes.at(IdleKind::Launching).time, TimeNs(81'000)); // of the operator behind it
        QCOMPARE(causes.at(IdleKind::Launching).longest.begin, TimeNs(9'000));
        QCOMPARE(causes.at(IdleKind::Launching).longest.end, TimeNs(100'000));
        QCOMPARE(causes.at(IdleKind::Unrecorded).time, TimeNs(2'000));
    }

    void aCallThatBlocksLongIsChargedTheWholePause()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 20, 200, picture.launch(0, "thread 1", 1));
        picture.host(0, "thread 1", "cudaDeviceSynchronize", 3, 201, Category::Waiting);
        picture.host(0, "thread 1", "aten::linear", 202, 290);
        picture.kernel(0, "stream 7", 296, 310, picture.launch(0, "thread 1", 291));
        const Trace trace = picture.finish();
        const auto causes = causesOf(trace, 20);
        QCOMPARE(causes.size(), size_t(1));
        QCOMPARE(causes.at(IdleKind::Synchronization).time, TimeNs(92'000));
        QCOMPARE(causes.at(IdleKind::Synchronization).kernelWait, TimeNs(4'000));
    }

    /// Such as of one stream, while another goes on.
    void pausesInOneCallAreChargedItOnce()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 5, 10, picture.launch(0, "thread 1", 1));
        picture.kernel(0, "stream 7", 15, 20, picture.launch(0, "thread 1", 2));
        picture.host(0, "thread 1", "cudaStreamSynchronize", 9, 21, Category::Waiting);
        picture.kernel(0, "stream 7", 64, 70, picture.launch(0, "thread 1", 60));
        const Trace trace = picture.finish();
        const auto causes = causesOf(trace, 5);
        const IdleCause& call = causes.at(IdleKind::Synchronization);
        QCOMPARE(call.kernelWait, TimeNs(5'000)); // of the pause while it waits
        QCOMPARE(call.time, TimeNs(7'000));       // what is left of its 12 µs
    }

private:
    /// Of rank 0, by kind, from the begin of its first kernel (in µs) on; each has one name.
    static std::map<IdleKind, IdleCause> causesOf(const Trace& trace, TimeNs first)
    {
        const RunContext context {trace, {}};
        const TimeRange whole {1000 * first, trace.range().end};
        std::map<IdleKind, IdleCause> causes;
        for (const IdleCause& cause : idleCausesOf(trace, devicePauses(context, trace.timing(), whole, {})))
            causes[cause.kind] = cause;
        return causes;
    }
};

BUBBLESCOPE_TEST(TstIdleCauses, QCoreApplication)

} // namespace bubblescope::tst_idlecauses

#include "tst_idlecauses.moc"
