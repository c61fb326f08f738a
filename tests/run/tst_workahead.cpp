// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "testprogram.h"
#include "workahead.h"

#include <QDeadlineTimer>
#include <QTest>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

namespace bubblescope::tst_workahead {

class TstWorkAhead : public QObject {
    Q_OBJECT
private slots:
    void batchesComeInOrderAndAreUsedAgain()
    {
        for (const bool onThread : {true, false}) {
            int made = 0;
            WorkAhead<std::vector<int>> ahead(
                [&made](std::vector<int>& batch) {
                    batch.push_back(made); // behind what it held before
                    return made++ < 1000;
                },
                onThread);
            int expected = 0;
            size_t longest = 0;
            for (const std::vector<int>* batch = ahead.next(); batch; batch = ahead.next()) {
                QCOMPARE(batch->back(), expected++);
                longest = std::max(longest, batch->size());
            }
            QCOMPARE(expected, 1000);
            QVERIFY(longest >= 250);
            QVERIFY(!ahead.next());
        }
    }

    void noMoreThanAFewAreMadeAheadAndTheRestIsLeftUndone()
    {
        std::atomic<int> made = 0;
        {
            WorkAhead<int> ahead([&made](int& batch) {
                batch = made++;
                return true;
            });
            QCOMPARE(*ahead.next(), 0);
            // Four are made, and then it waits.
            for (const QDeadlineTimer deadline(20'000); made < 4 && !deadline.hasExpired();)
                std::this_thread::yield();
        }
        QCOMPARE(made.load(), 4);
    }

    void itTellsWhenABatchIsThere()
    {
        std::atomic<bool> mayMake = false;
        int made = 0;
        WorkAhead<int> ahead([&](int&) {
            while (!mayMake)
                std::this_thread::yield();
            return ++made == 1;
        });
        QVERIFY(!ahead.isReady());
        mayMake = true;
        for (int left : {1, 0}) { // one, and the end
            for (const QDeadlineTimer deadline(20'000); !ahead.isReady() && !deadline.hasExpired();)
                std::this_thread::yield();
            QVERIFY(ahead.isReady());
            QCOMPARE(ahead.next() != nullptr, left == 1);
        }
        QVERIFY(!WorkAhead<int>([](int&) { return true; }, false).isReady());
    }

    void aFailureComesBehindWhatWasMade()
    {
        for (const bool onThread : {true, false}) {
            int made = 0;
            WorkAhead<int> ahead(
                [&made](int& batch) {
                    if (made == 3)
                        throw std::runtime_error("no");
                    batch = made++;
                    return true;
                },
                onThread);
            for (int i = 0; i < 3; ++i)
                QCOMPARE(*ahead.next(), i);
            QVERIFY_EXCEPTION_THROWN(ahead.next(), std::runtime_error);
        }
    }
};

BUBBLESCOPE_TEST(TstWorkAhead, QCoreApplication)

} // namespace bubblescope::tst_workahead

#include "tst_workahead.moc"
