// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "firstframe.h"
#include "testprogram.h"
#include "tracetasks.h"

#include <QRegularExpression>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <new>
#include <thread>
#include <vector>

namespace bubblescope::tst_tracetasks {

class TstTraceTasks : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void workRunsElsewhereAndIsFinishedHere()
    {
        TraceTasks tasks;
        TraceWork works;
        const std::thread::id here = std::this_thread::get_id();
        std::thread::id worked;
        std::thread::id finished;
        tasks.function()(works, TraceWork::Task::Search, [&](const TraceWork::Deliver&) {
            worked = std::this_thread::get_id();
            return [&] { finished = std::this_thread::get_id(); };
        });
        QVERIFY(tasks.isBusy());
        QTRY_VERIFY(!tasks.isBusy());
        QVERIFY(worked != here);
        QVERIFY(finished == here);
    }

    void ofWorksThatComeMeanwhileTheNewestIsDone()
    {
        TraceTasks tasks;
        TraceWork works;
        const TraceWork::Background background = tasks.function();
        QSemaphore gate;
        std::vector<int> done;
        const auto workOf = [&](int number) {
            return [&gate, &done, number](const TraceWork::Deliver&) {
                gate.acquire();
                return [&done, number] { done.push_back(number); };
            };
        };
        for (const int number : {1, 2, 3})
            background(works, TraceWork::Task::Search, workOf(number));
        background(works, TraceWork::Task::Part, workOf(4)); // another task does not wait
        gate.release(3);
        QTRY_VERIFY(!tasks.isBusy());
        std::sort(done.begin(), done.end());
        QCOMPARE(done, (std::vector<int> {1, 3, 4}));
    }

    void whatIsHeldBeginsLater()
    {
        TraceTasks tasks;
        TraceWork works;
        std::vector<int> done;
        const auto workOf = [&done](int number) {
            return [&done, number](const TraceWork::Deliver&) { return [&done, number] { done.push_back(number); }; };
        };
        QSemaphore gate;
        tasks.function()(works, TraceWork::Task::Part, [&gate, &done](const TraceWork::Deliver&) {
            gate.acquire();
            return [&done] { done.push_back(0); };
        });
        tasks.setHeld(true);
        for (const int number : {1, 2})
            tasks.function()(works, TraceWork::Task::Search, workOf(number));
        tasks.function()(works, TraceWork::Task::Part, workOf(3));
        gate.release();
        QTRY_COMPARE(done, std::vector<int> {0}); // had begun
        QTest::qWait(20);
        QVERIFY(tasks.isBusy() && done.size() == 1);
        tasks.setHeld(false);
        QTRY_VERIFY(!tasks.isBusy());
        std::sort(done.begin(), done.end());
        QCOMPARE(done, (std::vector<int> {0, 2, 3}));
    }

    void aFrameThatIsNeverPaintedIsNotAwaitedForEver()
    {
        FirstFrame frame;
        QSignalSpy changed(&frame, &FirstFrame::awaitedChanged);
        frame.setPainted(); // another one
        QVERIFY(!frame.isAwaited());
        frame.await();
        frame.setPainted();
        QVERIFY(frame.isAwaited());
        QTRY_VERIFY(!frame.isAwaited());
        frame.await();
        QTRY_VERIFY(!frame.isAwaited());
        QCOMPARE(changed.count(), 4);
        QCOMPARE(changed.last(), QVariantList({false}));
    }

    void partsAreTakenHereBeforeTheRest()
    {
        TraceTasks tasks;
        TraceWork works;
        works.setBackground(tasks.function());
        const std::thread::id here = std::this_thread::get_id();
        std::vector<int> taken;
        const auto take = [&](int number) -> TraceWork::Take {
            return [&, number] {
                taken.push_back(std::this_thread::get_id() == here ? number : -1);
                return number != 2;
            };
        };
        int changes = 0;
        works.performInParts(
            TraceWork::Task::Search,
            [&](const TraceWork::DeliverPart& deliver) {
                for (const int number : {1, 2}) {
                    if (!deliver(take(number)))
                        return take(-2);
                }
                return take(3);
            },
            [&] { ++changes; });
        QTRY_VERIFY(!tasks.isBusy());
        QCOMPARE(taken, (std::vector<int> {1, 2, 3}));
        QCOMPARE(changes, 2); // one was not accepted
    }

    void aWorkThatThrowsIsToldAndTheNextOneRuns()
    {
        TraceTasks tasks;
        TraceWork works;
        QSignalSpy failed(&tasks, &TraceTasks::failed);
        tasks.function()(works, TraceWork::Task::Search,
            [](const TraceWork::Deliver&) -> std::function<void()> { throw std::bad_alloc(); });
        QTRY_VERIFY(!tasks.isBusy());
        QCOMPARE(failed.count(), 1);
        bool isDone = false;
        tasks.function()(works, TraceWork::Task::Search,
            [&isDone](const TraceWork::Deliver&) { return [&isDone] { isDone = true; }; });
        QTRY_VERIFY(isDone);
    }
};

BUBBLESCOPE_TEST(TstTraceTasks, QCoreApplication)

} // namespace bubblescope::tst_tracetasks

#include "tst_tracetasks.moc"
