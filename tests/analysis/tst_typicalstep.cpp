// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which step stands for all: one that is there as a whole and has work.
#include "profilerpicture.h"
#include "testprogram.h"
#include "typicalstep.h"

#include <QRegularExpression>
#include <QTest>

#include <vector>

namespace bubblescope::tst_typicalstep {

namespace {

/// Steps of one or more ranks, one behind the other.
class Steps {
public:
    Steps& add(int number, TimeNs length, int kernels, bool isCut = false, const std::vector<int32_t>& ranks = {0})
    {
        constexpr TimeNs us = 1000;
        for (const int32_t rank : ranks) {
            // The range around a step that a part of the run cuts is there as a whole.
            const std::string name = "ProfilerStep#" + std::to_string(number);
            m_picture.host(rank, "thread 1", name, m_time, m_time + length);
            if (isCut)
                m_picture.host(rank, "thread 2", name, m_time - 10, m_time + length + 10);
            for (int i = 0; i < kernels; ++i)
                m_picture.kernel(rank, "stream 7", m_time + i, m_time + i + 1);
            m_picture.builder().addStep(rank, {number, {m_time * us, (m_time + length) * us}});
        }
        m_time += length;
        return *this;
    }
    /// Its number.
    int typical()
    {
        const Trace trace = m_picture.finish();
        return trace.steps()[size_t(typicalStep(trace))].number;
    }

private:
    ProfilerPicture m_picture;
    TimeNs m_time = 1000;
};

} // namespace

class TstTypicalStep : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void theMedianStepStandsForAll()
    {
        QCOMPARE(Steps().add(1, 100, 10).add(2, 300, 10).add(3, 200, 10).typical(), 3);
        QCOMPARE(Steps().add(1, 300, 10).add(2, 200, 10).typical(), 2); // the lower of two
    }

    void aStepWithoutWorkStandsForNone()
    {
        // What stop() leaves of the step that has just begun.
        QCOMPARE(Steps().add(1, 200'000, 50).add(2, 49, 0).typical(), 1);
        QCOMPARE(Steps().add(1, 90, 0).add(2, 95, 0).add(3, 200, 50).add(4, 100, 0).typical(), 3);
    }

    void whereNoStepShowsADeviceAllMayStand()
    {
        QCOMPARE(Steps().add(1, 100, 0).add(2, 300, 0).add(3, 200, 0).typical(), 3);
    }

    void aStepThatThePartCutsStandsForNone()
    {
        QCOMPARE(Steps().add(1, 40, 20, true).add(2, 200, 100).typical(), 2);
        QCOMPARE(Steps().add(1, 190, 99, true).add(2, 200, 100).add(3, 90, 70, true).typical(), 2);
    }

    void whereAllAreCutTheOneOfWhichMostIsThereStands()
    {
        QCOMPARE(Steps().add(1, 40, 20, true).add(2, 60, 20, true).typical(), 2);
        QCOMPARE(Steps().add(1, 60, 20, true).add(2, 40, 20, true).typical(), 1);
        QCOMPARE(Steps().add(1, 600, 0, true).add(2, 40, 20, true).typical(), 2);
    }

    void aStepThatTheProfileCutsStandsForNone()
    {
        QCOMPARE(Steps().add(1, 200, 100).add(2, 80, 40).typical(), 1);
        QCOMPARE(Steps().add(1, 80, 40).add(2, 200, 100).typical(), 2);
        QCOMPARE(Steps().add(1, 80, 40).add(2, 210, 100).add(3, 200, 100).add(4, 90, 45).typical(), 3);
        // Between whole steps a short one is one of them.
        QCOMPARE(Steps().add(1, 200, 100).add(2, 80, 40).add(3, 210, 100).typical(), 1);
        QCOMPARE(Steps().add(1, 200, 100).add(2, 150, 60).typical(), 2);
    }

    void aStepThatRanksLackStandsForNone()
    {
        QCOMPARE(
            Steps().add(1, 100, 10, false, {0}).add(2, 200, 10, false, {0, 1}).add(3, 150, 10, false, {1}).typical(),
            2);
    }

    /// Before the first operation of a recording a device may have been idle: that part of the step is missing.
    void theFirstStepOfDevicesDoesNotStandForOthers()
    {
        const auto typical = [](const std::vector<std::vector<TimeRange>>& ranks, bool hasBefore = false) {
            ProfilerPicture picture;
            for (int32_t rank = 0; rank < int32_t(ranks.size()); ++rank) {
                if (hasBefore)
                    picture.kernel(rank, "stream 7", 90, 95);
                int number = 0;
                for (const TimeRange& us : ranks[size_t(rank)]) {
                    picture.kernel(rank, "stream 7", us.begin, us.end);
                    const TimeRange range {us.begin * 1000, us.end * 1000};
                    picture.builder().addStep(RankStep {rank, {++number, range}, range, 0});
                }
            }
            const Trace trace = picture.finish();
            return trace.steps()[size_t(typicalStep(trace))].number;
        };
        QCOMPARE(typical({{{100, 190}, {190, 290}}}), 2);
        QCOMPARE(typical({{{100, 190}, {190, 290}}}, true), 1); // what ran before tells when it began
        QCOMPARE(typical({{{100, 190}, {190, 290}, {290, 370}}}), 2);
        // One rank breaks off.
        QCOMPARE(typical({{{100, 190}, {190, 290}}, {{100, 190}}, {{100, 190}, {190, 290}}}), 2);
        QCOMPARE(typical({{{100, 190}, {190, 290}}, {{100, 190}}, {{100, 190}}}), 1);
        QCOMPARE(typical({{{100, 190}}}), 1);
    }

    void aTraceWithoutStepsHasAnIndexAllTheSame()
    {
        QCOMPARE(typicalStep(Trace()), 0);
        QVERIFY(wholeSteps(Trace()).empty());
    }
};

BUBBLESCOPE_TEST(TstTypicalStep, QCoreApplication)

} // namespace bubblescope::tst_typicalstep

#include "tst_typicalstep.moc"
