// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backgroundjob.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>
#include <future>
#include <new>
#include <stdexcept>
#include <thread>

namespace bubblescope::tst_backgroundjob {

namespace {

/// Work that lasts until it is let go, whatever its job wants.
class Gate {
public:
    void open() { m_open.set_value(); }
    void wait() const { m_opened.wait(); }

private:
    std::promise<void> m_open;
    std::shared_future<void> m_opened = m_open.get_future().share();
};

void waitUntilCancelled(const JobThread& thread)
{
    while (thread.mayContinue())
        std::this_thread::yield();
}

struct Failed {
    explicit Failed(BackgroundJob& job)
    {
        QObject::connect(&job, &BackgroundJob::failed, &job, [this](const Error& error) { errors.push_back(error); });
    }
    std::vector<Error> errors;
};

} // namespace

class TstBackgroundJob : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void theResultComesInTheThreadThatMadeTheJob()
    {
        BackgroundJob job;
        QThread* const here = QThread::currentThread();
        std::atomic<bool> workedElsewhere {false};
        std::vector<int> results;
        job.start(
            [&](const JobThread&) {
                workedElsewhere = QThread::currentThread() != here;
                return 42;
            },
            [&](int result) {
                QCOMPARE(QThread::currentThread(), here);
                results.push_back(result);
            });
        QTRY_VERIFY(job.isOver() && !results.empty());
        QVERIFY(workedElsewhere);
        QCOMPARE(results, std::vector<int>({42}));
    }

    void whatIsThrownIsToldOnceAsAMessage_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no memory") << 0 << QStringLiteral("There is not enough memory for this.");
        QTest::newRow("a vector longer than there can be")
            << 1 << QStringLiteral("There is not enough memory for this.");
        QTest::newRow("an exception") << 2 << QStringLiteral("Something unexpected went wrong: no such stage.");
        QTest::newRow("anything") << 3 << QStringLiteral("Something unexpected went wrong.");
    }
    void whatIsThrownIsToldOnceAsAMessage()
    {
        QFETCH(int, which);
        QFETCH(QString, sentence);
        BackgroundJob job;
        const Failed failed(job);
        QSignalSpy over(&job, &BackgroundJob::over);
        bool hasResult = false;
        job.start(
            [which](const JobThread&) -> int {
                switch (which) {
                case 0:
                    throw std::bad_alloc();
                case 1:
                    throw std::length_error("vector");
                case 2:
                    throw std::runtime_error("no such stage");
                default:
                    throw 17;
                }
            },
            [&hasResult](int) { hasResult = true; });
        QVERIFY(over.wait());
        QCOMPARE(failed.errors.size(), size_t(1));
        QCOMPARE(QString::fromStdString(failed.errors.front().message.text()), sentence);
        QVERIFY(!failed.errors.front().advice.empty());
        QVERIFY(!hasResult);
        QTRY_VERIFY(job.isOver());
    }

    void whatWasToldBeforeAnExceptionStillComes()
    {
        BackgroundJob job;
        const Failed failed(job);
        QSignalSpy over(&job, &BackgroundJob::over);
        QStringList told;
        connect(&job, &BackgroundJob::failed, &job, [&told] { told << QStringLiteral("failed"); });
        job.start([&told](const JobThread& thread) {
            thread.deliver([&told] { told << QStringLiteral("one"); });
            thread.deliver([&told] { told << QStringLiteral("two"); });
            throw std::runtime_error("then");
        });
        QVERIFY(over.wait());
        QCOMPARE(told, QStringList({QStringLiteral("one"), QStringLiteral("two"), QStringLiteral("failed")}));
    }

    void progressIsToldOncePerPercent()
    {
        BackgroundJob job;
        std::vector<double> shares;
        connect(&job, &BackgroundJob::progressed, &job, [&shares](double share) { shares.push_back(share); });
        QSignalSpy over(&job, &BackgroundJob::over);
        job.start([](const JobThread& thread) {
            const ProgressFn progress = thread.progressFunction();
            for (uint64_t done = 0; done <= 100'000; ++done)
                progress(done, 100'000);
            progress(5, 0); // of an unknown number
        });
        QVERIFY(over.wait());
        QCOMPARE(shares.size(), size_t(102));
        QVERIFY(std::is_sorted(shares.begin(), shares.end() - 1));
        QCOMPARE(shares[100], 1.0);
        QCOMPARE(shares.back(), 0.0);
    }

    void aCancelledJobTellsNothingButThatItIsOver()
    {
        BackgroundJob job;
        const Failed failed(job);
        QSignalSpy over(&job, &BackgroundJob::over);
        bool hasResult = false;
        job.start(
            [](const JobThread& thread) {
                waitUntilCancelled(thread);
                return thread.progress(1, 2);
            },
            [&hasResult](bool) { hasResult = true; });
        job.cancel();
        QVERIFY(over.wait());
        QVERIFY(!hasResult);
        QVERIFY(job.isCancelled());
        QVERIFY(failed.errors.empty());
    }

    void aResultThatIsOnItsWayIsDroppedByCancelling()
    {
        BackgroundJob job;
        bool hasResult = false;
        job.start([](const JobThread&) { return 1; }, [&hasResult](int) { hasResult = true; });
        while (!job.isOver()) // without the events that bring the result
            std::this_thread::yield();
        job.cancel();
        QCoreApplication::processEvents();
        QVERIFY(!hasResult);
    }

    void aCancelledJobThatThrowsIsNotAFailure()
    {
        BackgroundJob job;
        const Failed failed(job);
        QSignalSpy over(&job, &BackgroundJob::over);
        job.start([](const JobThread& thread) {
            waitUntilCancelled(thread);
            throw std::runtime_error("half way");
        });
        job.cancel();
        QVERIFY(over.wait());
        QVERIFY(failed.errors.empty());
    }

    void destroyingAJobCancelsAndWaits()
    {
        std::atomic<bool> hasEnded {false};
        {
            BackgroundJob job;
            job.start([&hasEnded](const JobThread& thread) {
                waitUntilCancelled(thread);
                hasEnded = true;
            });
        }
        QVERIFY(hasEnded);
        QVERIFY(!BackgroundJob::anyIsLeftBehind());
    }

    void aThreadThatWillNotEndIsLeftBehind()
    {
        auto gate = std::make_shared<Gate>();
        auto held = std::make_shared<int>(7);
        const std::weak_ptr<int> isHeld = held;
        {
            BackgroundJob job;
            job.setPatience(std::chrono::milliseconds(20));
            job.start(
                [gate, held = std::move(held)](const JobThread& thread) {
                    gate->wait();
                    thread.progress(1, 1); // to nobody
                    return *held;
                },
                [](int) { qFatal("a result of a job that is gone"); });
        }
        QVERIFY(BackgroundJob::anyIsLeftBehind());
        QVERIFY(!isHeld.expired()); // what it works on stays with it
        gate->open();
        QTRY_VERIFY(!BackgroundJob::anyIsLeftBehind());
        QVERIFY(isHeld.expired());
    }

    void noTwoJobsHaveTheSameNumber()
    {
        const BackgroundJob one;
        const BackgroundJob two;
        QVERIFY(one.number() != two.number());
        QVERIFY(one.isOver()); // none was started
    }

    void aRetiredJobIsCancelledAndOneThatMayEndIsNot()
    {
        RetiredJobs retired;
        std::atomic<bool> wasCancelled {false};
        std::atomic<bool> ended {false};
        auto gate = std::make_shared<Gate>();
        auto first = std::make_unique<BackgroundJob>();
        first->start([&wasCancelled](const JobThread& thread) {
            waitUntilCancelled(thread);
            wasCancelled = true;
        });
        auto second = std::make_unique<BackgroundJob>();
        second->start([&ended, gate](const JobThread& thread) {
            gate->wait();
            ended = thread.mayContinue();
        });
        retired.take(std::move(first));
        retired.letEnd(std::move(second));
        retired.take(nullptr);
        QTRY_VERIFY(wasCancelled);
        QVERIFY(!retired.areOver());
        gate->open();
        QTRY_VERIFY(retired.areOver());
        QVERIFY(ended);
    }
};

BUBBLESCOPE_TEST(TstBackgroundJob, QCoreApplication)

} // namespace bubblescope::tst_backgroundjob

#include "tst_backgroundjob.moc"
