// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "collectives.h"
#include "rankgroups.h"
#include "testprogram.h"
#include "tracebuilder.h"

#include <QTest>

#include <map>

namespace bubblescope::tst_unstatedcollectives {

namespace {

/// Kernels of profiled ranks that do not say which collective they are. Times in µs.
class Kernels {
public:
    void add(int rank, const char* lane, const char* name, TimeNs begin, TimeNs end, const char* communicator = nullptr,
        int groupSize = 0)
    {
        SpanRecord span;
        span.track = m_builder.track({rank, -1, Lane::Communication, Category::OtherComm, lane});
        span.name = m_builder.intern(name);
        span.begin = begin * 1000;
        span.end = end * 1000;
        span.category = Category::OtherComm;
        span.operation = std::string_view(name).starts_with("nccl") ? Operation::Other : Operation::AllToAll;
        const SpanId added(m_builder.addSpan(span));
        if (!communicator)
            return;
        Communicator group;
        group.name = m_builder.intern(communicator);
        group.size = groupSize;
        CollectiveCall call;
        call.span = added;
        call.communicator = m_builder.communicator(group);
        m_builder.addCollective(call);
    }

    /// "dispatch 0 1; combine 0 1": name and ranks of each collective, by time.
    QString matched()
    {
        ImportReport report;
        const Trace trace = m_builder.finish({}, report);
        const Collectives proven = provenCollectives(trace, findCandidates(trace, RankGroups(trace, {})));
        std::map<TimeNs, QString> lines;
        for (const Collectives::Instance& instance : proven.instances) {
            const auto members = proven.membersOf(instance);
            const std::string_view name = trace.name(members.front());
            QString line = QString::fromUtf8(name.data(), qsizetype(name.size()));
            for (const SpanId member : members)
                line += QStringLiteral(" %1").arg(trace.track(trace.track(member)).rank);
            lines.emplace(trace.begin(members.front()), line);
        }
        QStringList texts;
        for (const auto& [time, line] : lines)
            texts += line;
        return texts.join(QStringLiteral("; "));
    }

private:
    TraceBuilder m_builder;
};

} // namespace

class TstUnstatedCollectives : public QObject {
    Q_OBJECT
private slots:
    void orderOnTheStreamMatches()
    {
        Kernels kernels;
        for (int rank = 0; rank < 2; ++rank) {
            kernels.add(rank, "comm stream 7", "dispatch", 100 + 40 * rank, 200);
            kernels.add(rank, "comm stream 7", "combine", 300, 400);
        }
        QCOMPARE(kernels.matched(), QStringLiteral("dispatch 0 1; combine 0 1"));
    }

    void whereRanksDifferTheNameMatches()
    {
        Kernels kernels;
        kernels.add(1, "comm stream 7", "warmup", 10, 20);
        for (int rank = 0; rank < 2; ++rank) {
            kernels.add(rank, "comm stream 7", "dispatch", 100, 200);
            kernels.add(rank, "comm stream 7", "combine", 300, 400);
            kernels.add(rank, "comm stream 7", "dispatch", 500, 600);
        }
        QCOMPARE(kernels.matched(), QStringLiteral("dispatch 0 1; combine 0 1; dispatch 0 1"));
    }

    void groupsThatShareAStreamsNameAreToldApart()
    {
        Kernels kernels;
        for (int rank = 0; rank < 4; ++rank) {
            for (int k = 0; k < 5; ++k) {
                const TimeNs end = rank < 2 ? 1000 * k + 400 : 1000 * k + 400 + 137 * (k * k % 7);
                kernels.add(rank, "comm stream 7", "exchange", 1000 * k + 10 * rank, end + 10);
            }
        }
        QStringList expected;
        for (int k = 0; k < 5; ++k)
            expected << QStringLiteral("exchange 0 1") << QStringLiteral("exchange 2 3");
        QCOMPARE(kernels.matched(), expected.join(QStringLiteral("; ")));
    }

    void strangersAreNotMatched()
    {
        Kernels kernels;
        for (int rank = 0; rank < 2; ++rank) {
            for (int k = 0; k < 5; ++k)
                kernels.add(rank, "comm stream 7", "exchange", 1000 * k, 1000 * k + 100 + rank * 211 * (k * k % 7));
        }
        QCOMPARE(kernels.matched(), QString());
    }

    void kernelsThatDoNotTellTheirOperationAreMatchedToo()
    {
        Kernels kernels;
        for (int rank = 0; rank < 2; ++rank) {
            kernels.add(rank, "comm lane 1", "ncclDevKernel_Generic_1", 100 + 40 * rank, 200);
            if (rank == 0)
                kernels.add(rank, "comm lane 1", "ncclDevKernel_Generic_2", 250, 260); // of another group
            kernels.add(rank, "comm lane 1", "exchange", 300, 400);
            kernels.add(rank, "comm lane 1", "ncclDevKernel_SendRecv", 500, 600);
        }
        QCOMPARE(kernels.matched(), QStringLiteral("ncclDevKernel_Generic_1 0 1; exchange 0 1"));
    }

    void whereEndsJitterWhoComesLaterDoesNotLeaveLater()
    {
        Kernels kernels;
        const int late[3][6]
            = {{0, 3000, 500, 4000, 0, 2500}, {5000, 0, 4500, 200, 3800, 0}, {2000, 1500, 0, 0, 5000, 900}};
        const int jitter[3][6]
            = {{0, 1500, 2500, 0, 1000, 800}, {900, 0, 1300, 1400, 0, 2000}, {2200, 700, 0, 2600, 1900, 0}};
        for (int rank = 0; rank < 3; ++rank) {
            for (int k = 0; k < 6; ++k) {
                const TimeNs begin = 20'000 * k;
                kernels.add(rank, "comm stream 7", "exchange", begin + late[rank][k], begin + 9000 + jitter[rank][k]);
                // As long on every rank: nobody waits for anybody.
                const TimeNs alone = begin + 12'000 + late[rank][k];
                kernels.add(rank, "comm stream 9", "alone", alone, alone + 6000 + jitter[rank][k]);
            }
        }
        QStringList expected;
        for (int k = 0; k < 6; ++k)
            expected << QStringLiteral("exchange 0 1 2");
        QCOMPARE(kernels.matched(), expected.join(QStringLiteral("; ")));
    }

    void aGroupWithAllItsMembersNeedsNoTimes()
    {
        Kernels kernels;
        for (int rank = 0; rank < 2; ++rank) {
            for (int k = 0; k < 5; ++k) {
                const TimeNs end = 1000 * k + 100 + rank * 211 * (k * k % 7);
                kernels.add(rank, "comm stream 7", "whole", 1000 * k, end, "a", 2);
                kernels.add(rank, "comm stream 9", "part", 1000 * k, end, "b", 4);
            }
        }
        QStringList expected;
        for (int k = 0; k < 5; ++k)
            expected << QStringLiteral("whole 0 1");
        QCOMPARE(kernels.matched(), expected.join(QStringLiteral("; ")));
    }

    void aCommunicatorMatchesWhateverItsStreams()
    {
        Kernels kernels;
        for (int rank = 0; rank < 2; ++rank) {
            const char* const own = rank == 0 ? "comm stream 7" : "comm stream 9";
            for (int k = 0; k < 3; ++k) {
                kernels.add(rank, own, "exchange", 1000 * k + 50 * rank, 1000 * k + 100, "a");
                kernels.add(rank, own, "other", 1000 * k + 500, 1000 * k + 600, rank == 0 ? "b" : "c");
            }
        }
        QCOMPARE(kernels.matched(), QStringLiteral("exchange 0 1; exchange 0 1; exchange 0 1"));
    }
};

BUBBLESCOPE_TEST(TstUnstatedCollectives, QCoreApplication)

} // namespace bubblescope::tst_unstatedcollectives

#include "tst_unstatedcollectives.moc"
