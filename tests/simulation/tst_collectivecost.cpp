// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "collectivecost.h"

#include <QRegularExpression>
#include <QTest>

using namespace bubblescope;

namespace {

Hardware withoutLatency(double nvlink, double nic = 1e15)
{
    Hardware hardware;
    hardware.nvlinkBandwidth = nvlink;
    hardware.nicBandwidth = nic;
    return hardware;
}

void compareClose(double actual, double expected)
{
    QVERIFY2(qAbs(actual - expected) <= 1e-9 * qAbs(expected),
        qPrintable(QStringLiteral("%1 is not %2").arg(actual, 0, 'g', 15).arg(expected, 0, 'g', 15)));
}

} // namespace

class TstCollectiveCost : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void ringAllReduceReachesNcclsOwnBandwidths()
    {
        const double bytes = 1e9;
        const double oneNode = collectiveNs(Operation::AllReduce, bytes, {8, 8, 1}, withoutLatency(8 * 20e9));
        QCOMPARE(qRound(algorithmBandwidth(bytes, oneNode) / 1e8), 914);
        const double twoNodes = collectiveNs(Operation::AllReduce, bytes, {16, 8, 1}, withoutLatency(6 * 24e9));
        QCOMPARE(qRound(algorithmBandwidth(bytes, twoNodes) / 1e8), 768);
    }

    void busBandwidthOfARingIsTheLinks()
    {
        const Hardware hardware = withoutLatency(100e9);
        for (const Operation operation : {Operation::AllReduce, Operation::AllGather, Operation::ReduceScatter}) {
            for (int n = 2; n <= 8; ++n) {
                const double ns = collectiveNs(operation, 5e8, {n, n, 1}, hardware);
                compareClose(busBandwidth(operation, 5e8, n, ns), 100e9);
            }
        }
        compareClose(
            busBandwidth(Operation::Broadcast, 5e8, 4, collectiveNs(Operation::Broadcast, 5e8, {4, 4, 1}, hardware)),
            100e9);
    }

    void anAllReduceIsAReduceScatterAndAnAllGather()
    {
        const GroupPlacement group {16, 8, 4};
        const Hardware& hardware = defaultHardware();
        compareClose(collectiveNs(Operation::AllReduce, 1e8, group, hardware),
            collectiveNs(Operation::ReduceScatter, 1e8, group, hardware)
                + collectiveNs(Operation::AllGather, 1e8, group, hardware));
    }

    void aGroupOfOneCostsNothing()
    {
        for (const Operation operation :
            {Operation::AllReduce, Operation::AllGather, Operation::AllToAll, Operation::Broadcast})
            QCOMPARE(collectiveNs(operation, 1e9, {1, 1, 1}, defaultHardware()), 0.0);
    }

    void latencyCountsPerStep()
    {
        Hardware hardware = withoutLatency(1e15);
        hardware.intraLatencyNs = 1000;
        compareClose(collectiveNs(Operation::AllReduce, 0, {5, 8, 1}, hardware), 8000);
        compareClose(collectiveNs(Operation::AllGather, 0, {5, 8, 1}, hardware), 4000);
        compareClose(collectiveNs(Operation::AllToAll, 0, {5, 8, 1}, hardware), 4000);
    }

    void groupsShareTheNetworkCardsByRealDivision()
    {
        Hardware hardware = withoutLatency(400e9, 10e9);
        hardware.nicsPerNode = 8;
        compareClose(linkSpeed({4, 1, 3}, hardware).bytesPerSecond, 80e9 / 3);
        QCOMPARE(int(linkSpeed({4, 1, 3}, hardware).bottleneck), int(Bottleneck::Network));
        // Plenty of cards: the links inside the node decide.
        hardware.nicBandwidth = 100e9;
        QCOMPARE(int(linkSpeed({16, 8, 1}, hardware).bottleneck), int(Bottleneck::NvLink));
        compareClose(linkSpeed({16, 8, 1}, hardware).bytesPerSecond, 400e9);
    }

    void allToAllTakesTheSlowerOfItsTwoPaths()
    {
        Hardware hardware = withoutLatency(300e9, 50e9);
        // 16 ranks, 8 a node: 7/16 of the bytes stay inside, 8/16 leave through the rank's own card.
        compareClose(collectiveNs(Operation::AllToAll, 16e9, {16, 8, 1}, hardware), 8e9 / 50e9 * 1e9);
        compareClose(collectiveNs(Operation::AllToAll, 16e9, {8, 8, 1}, hardware), 14e9 / 300e9 * 1e9);
    }

    void aMessageIsLatencyAndTransfer()
    {
        const Hardware& hardware = defaultHardware();
        compareClose(messageNs(48.5e9, true, hardware), 1e9 + hardware.interLatencyNs);
        compareClose(messageNs(370.8e9, false, hardware), 1e9 + hardware.intraLatencyNs);
    }
};

QTEST_APPLESS_MAIN(TstCollectiveCost)
#include "tst_collectivecost.moc"
