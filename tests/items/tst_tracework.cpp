// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "smallfolders.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace bubblescope::tst_tracework {

namespace {

constexpr size_t many = 1'000'000; // spans

std::function<TraceWork::Take()> taking(bool& isTaken, bool isWanted)
{
    return [&isTaken, isWanted] {
        return [&isTaken, isWanted] {
            isTaken = isWanted;
            return isWanted;
        };
    };
}

} // namespace

class TstTraceWork : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void littleWorkIsDoneAtOnce()
    {
        Elsewhere elsewhere;
        TraceWork work;
        work.setBackground(elsewhere.function());
        bool isTaken = false;
        QVERIFY(
            work.perform(TraceWork::Task::Search, 1000, taking(isTaken, true), [] { QFAIL("it was done at once"); }));
        QVERIFY(isTaken);
    }

    void muchWorkIsToldOnceItIsTakenOver()
    {
        Elsewhere elsewhere;
        TraceWork work;
        work.setBackground(elsewhere.function());
        int told = 0;
        const auto tell = [&told] { ++told; };
        bool isTaken = false;
        QVERIFY(!work.perform(TraceWork::Task::Search, many, taking(isTaken, true), tell));
        QVERIFY(!isTaken);
        elsewhere.finish(TraceWork::Task::Search);
        QVERIFY(isTaken);
        QCOMPARE(told, 1);
        work.perform(TraceWork::Task::Search, many, taking(isTaken, false), tell);
        elsewhere.finish(TraceWork::Task::Search);
        QCOMPARE(told, 1); // nobody wanted it
    }

    void workThatOutlivesItsOwnerIsDropped()
    {
        Elsewhere elsewhere;
        bool isTaken = false;
        {
            TraceWork work;
            work.setBackground(elsewhere.function());
            work.perform(TraceWork::Task::Part, many, taking(isTaken, true), [] { QFAIL("nobody is there"); });
        }
        elsewhere.finish(TraceWork::Task::Part);
        QVERIFY(!isTaken);
    }
};

BUBBLESCOPE_TEST(TstTraceWork, QCoreApplication)

} // namespace bubblescope::tst_tracework

#include "tst_tracework.moc"
