// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
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

using namespace bubblescope;

class TstTraceTasks : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void workRunsElsewhereAndIsFinishedHere()
    {
        TraceTasks tasks;
        Workspace workspace;
        const std::thread::id here = std::this_thread::get_id();
        std::thread::id worked;
        std::thread::id finished;
        tasks.function()(workspace, Workspace::Task::Search, [&] {
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
        Workspace workspace;
        const Workspace::Background background = tasks.function();
        QSemaphore gate;
        std::vector<int> done;
        const auto workOf = [&](int number) {
            return [&gate, &done, number] {
                gate.acquire();
                return [&done, number] { done.push_back(number); };
            };
        };
        for (const int number : {1, 2, 3})
            background(workspace, Workspace::Task::Search, workOf(number));
        background(workspace, Workspace::Task::Part, workOf(4)); // another task does not wait
        gate.release(3);
        QTRY_VERIFY(!tasks.isBusy());
        std::sort(done.begin(), done.end());
        QCOMPARE(done, (std::vector<int> {1, 3, 4}));
    }

    void aWorkThatThrowsIsToldAndTheNextOneRuns()
    {
        TraceTasks tasks;
        Workspace workspace;
        QSignalSpy failed(&tasks, &TraceTasks::failed);
        tasks.function()(
            workspace, Workspace::Task::Search, []() -> std::function<void()> { throw std::bad_alloc(); });
        QTRY_VERIFY(!tasks.isBusy());
        QCOMPARE(failed.count(), 1);
        bool isDone = false;
        tasks.function()(workspace, Workspace::Task::Search, [&isDone] { return [&isDone] { isDone = true; }; });
        QTRY_VERIFY(isDone);
    }
};

BUBBLESCOPE_TEST(TstTraceTasks, QCoreApplication)
#include "tst_tracetasks.moc"
