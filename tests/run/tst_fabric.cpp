// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fabric.h"
#include "testprogram.h"

#include <QTest>

namespace bubblescope::tst_fabric {

namespace {

using Measured = CommunicatorLog::Measured;

CommunicatorLog logOf(const std::string& id, int rank, int ranks, std::vector<Measured> measured)
{
    return {"node" + std::to_string(rank / 2), 100 + rank, id, "", rank, ranks, (ranks + 1) / 2, std::move(measured)};
}

} // namespace

class TstFabric : public QObject {
    Q_OBJECT
private slots:
    void aCollectiveTakesWhatItsLastMemberSays()
    {
        // Rank 1 comes last to the first, rank 0 to the second and third.
        const std::vector<CommunicatorLog> logs {
            logOf("0x1", 1, 2,
                {{Operation::AllReduce, -1, 0, 1e6, 10}, {Operation::AllReduce, -1, 1, 1e6, 70},
                    {Operation::AllReduce, -1, 2, 1e6, 90}, {Operation::AllReduce, -1, 0, 2e6, 50}}),
            logOf("0x1", 0, 2,
                {{Operation::AllReduce, -1, 0, 1e6, 60}, {Operation::AllReduce, -1, 1, 1e6, 12},
                    {Operation::AllReduce, -1, 2, 1e6, 11}}),
        };
        const Fabric fabric = fabricOf(logs);
        QCOMPARE(fabric.speeds.size(), size_t(2));
        QCOMPARE(fabric.speeds[0].count, uint32_t(3));
        QCOMPARE(fabric.speeds[0].ns, 11.0);
        QCOMPARE(fabric.speeds[1].bytes, 2e6);
        QCOMPARE(fabric.speeds[1].ns, 50.0);
        QCOMPARE(fabric.groups.front().members, (std::vector<uint32_t> {0, 1}));
        QCOMPARE(fabric.processes[1].rank, 1); // it holds all processes
        QCOMPARE(fabric.processes[1].place, 1);
    }
    void hostsComeAsPeopleCount()
    {
        const Fabric fabric
            = fabricOf(std::vector {logOf("0x1", 20, 32, {}), logOf("0x1", 5, 32, {}), logOf("0x1", 4, 32, {})});
        QCOMPARE(fabric.processes.size(), size_t(3));
        QCOMPARE(fabric.processes[0].host, std::string("node2"));
        QCOMPARE(fabric.processes[0].id, int64_t(104));
        QCOMPARE(fabric.processes[1].place, 1);
        QCOMPARE(fabric.processes[2].host, std::string("node10"));
        QCOMPARE(fabric.groups.front().members, (std::vector<uint32_t> {0, 1, 2})); // by rank
    }
    void theSameSizeOfTwoCollectivesIsNotMixed()
    {
        const Fabric fabric = fabricOf(std::vector {
            logOf("0x1", 0, 4, {{Operation::AllReduce, -1, 0, 1e6, 10}, {Operation::AllGather, -1, 0, 1e6, 4}})});
        QCOMPARE(fabric.speeds.size(), size_t(2));
        QCOMPARE(fabric.speeds[0].ns + fabric.speeds[1].ns, 14.0);
        QCOMPARE(fabric.groups.front().ranks, 4);
        QCOMPARE(fabric.groups.front().member(3), Fabric::none);
        QCOMPARE(fabric.processes.front().rank, -1);
    }
    void messagesTakeWhatTheEndSaysThatWaitsLess()
    {
        std::vector<Measured> sent;
        std::vector<Measured> received;
        for (uint64_t i = 0; i < 8; ++i) {
            sent.push_back({Operation::SendForward, 2, i, 1e6, double(20 + i)});
            received.push_back({Operation::RecvForward, 0, i, 1e6, 500});
        }
        const Fabric fabric = fabricOf(std::vector {logOf("0x1", 0, 4, sent), logOf("0x1", 2, 4, received)});
        QCOMPARE(fabric.speeds.size(), size_t(1));
        QCOMPARE(fabric.speeds[0].ns, 22.0); // the third of eight
        QCOMPARE(fabric.speeds[0].from, uint32_t(0));
        QCOMPARE(fabric.speeds[0].to, uint32_t(1));
        QCOMPARE(fabric.speeds[0].count, uint32_t(8));
        QVERIFY(fabricOf(std::vector {logOf("0x1", 0, 4, sent)}).isEmpty()); // whose peer is not known
    }
    void curvesAreMediansOverGroupsOfAShape()
    {
        std::vector<CommunicatorLog> logs;
        for (int group = 0; group < 3; ++group) {
            const double ns = group == 2 ? 100 : 10; // a slow one prices no other
            for (int rank = 0; rank < 4; ++rank)
                logs.push_back(logOf(std::to_string(group), rank, 4,
                    {{Operation::AllReduce, -1, 0, 1e6, ns}, {Operation::AllReduce, -1, 1, 4e6, 4 * ns}}));
        }
        // Of which one log is missing, and all others may have waited for that rank.
        for (int rank = 0; rank < 3; ++rank)
            logs.push_back(logOf("part", rank, 4, {{Operation::AllReduce, -1, 0, 16e6, 1e6}}));
        const std::vector<BandwidthCurve> curves = curvesOf(fabricOf(logs));
        QCOMPARE(curves.size(), size_t(1));
        QCOMPARE(curves[0].ranks, 4);
        QCOMPARE(curves[0].ranksPerNode, 2);
        QCOMPARE(curves[0].points.size(), size_t(2));
        QCOMPARE(curves[0].points[1].ns, 40.0);
        // It says nothing of sizes that the job did not use.
        QVERIFY(curves[0].covers(2e6) && curves[0].covers(6e5) && curves[0].covers(8e6));
        QVERIFY(!curves[0].covers(1e5) && !curves[0].covers(9e6));
    }
    void aRankBeyondItsCommunicatorIsLeftOut()
    {
        CommunicatorLog log = logOf("0x1", 0, 2, {{Operation::AllReduce, -1, 0, 1e6, 10}});
        log.rank = 2;
        QVERIFY(fabricOf(std::vector {log}).isEmpty());
    }
};

BUBBLESCOPE_TEST(TstFabric, QCoreApplication)

} // namespace bubblescope::tst_fabric

#include "tst_fabric.moc"
