// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel.h"
#include "testprogram.h"

#include <QTest>

#include <algorithm>
#include <future>
#include <stdexcept>

#ifdef __GLIBC__
#include <pthread.h>
#include <sched.h>
#endif

namespace bubblescope::tst_parallel {

class TstParallel : public QObject {
    Q_OBJECT
private slots:
    void eachPartIsDoneOnceByAnyNumberOfThreads()
    {
        for (const unsigned threads : {0u, 1u, 2u, 7u}) {
            std::vector<int> done(1000, 0);
            forEachParallel(done.size(), threads, [&](size_t i) { ++done[i]; });
            QCOMPARE(std::count(done.begin(), done.end(), 1), 1000);
        }
        forEachParallel(0, 4, [](size_t) { QFAIL("there is nothing to do"); });
    }

    void aFailureEndsItAndIsToldToTheCaller()
    {
        for (const unsigned threads : {1u, 3u}) {
            std::atomic<int> done {0};
            const auto work = [&](size_t i) {
                if (i == 10)
                    throw std::runtime_error("no");
                ++done;
            };
            QVERIFY_EXCEPTION_THROWN(forEachParallel(1000, threads, work), std::runtime_error);
            QVERIFY(threads > 1 || done == 10);
        }
    }

    void aMovedThreadMayRunEverywhere()
    {
#ifdef __GLIBC__
        std::promise<void> looked;
        std::thread thread([&looked] { looked.get_future().wait(); });
        moveToOtherProcessor(thread);
        cpu_set_t own;
        cpu_set_t allowed;
        const int errors = pthread_getaffinity_np(pthread_self(), sizeof own, &own)
            + pthread_getaffinity_np(thread.native_handle(), sizeof allowed, &allowed);
        looked.set_value();
        thread.join();
        QCOMPARE(errors, 0);
        QVERIFY(CPU_EQUAL(&own, &allowed));
#else
        QSKIP("threads are moved on Linux only");
#endif
    }
};

BUBBLESCOPE_TEST(TstParallel, QCoreApplication)

} // namespace bubblescope::tst_parallel

#include "tst_parallel.moc"
