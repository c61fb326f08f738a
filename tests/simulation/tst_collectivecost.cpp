// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "collectivecost.h"

#include "nccltests.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <random>

namespace bubblescope::tst_collectivecost {

namespace {

constexpr double mebibyte = 1024 * 1024;

Hardware withoutLatency(double nvlink, double nic = 1e15)
{
    Hardware hardware;
    hardware.nvlinkBandwidth = nvlink;
    hardware.nicBandwidth = nic;
    return hardware;
}

/// Links of 100 GB/s on which all-reduces of two and four ranks were measured: 10 and 16 µs a call; three and two times
/// the formula at 1 MiB, twice and once at 64 MiB.
Hardware measuredHardware()
{
    Hardware hardware = withoutLatency(100e9);
    hardware.intraLatencyNs = 2000;
    hardware.collectives.bytes = {mebibyte, 64 * mebibyte};
    hardware.collectives.curves = {{Operation::AllReduce, 2, 10e3, {3, 2}}, {Operation::AllReduce, 4, 16e3, {2, 1}}};
    hardware.collectives.latencyNs = 2000;
    return hardware;
}

/// Time of an all-reduce in one node.
double allReduceNs(double bytes, int ranks, const Hardware& hardware)
{
    return priceCollective(Operation::AllReduce, bytes, {ranks, ranks, 1}, hardware, CollectiveAlgorithm::Automatic).ns;
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

    void aTreeIsItsDepthAndTwiceTheBytes()
    {
        Hardware hardware = withoutLatency(240e9, 20e9);
        hardware.intraLatencyNs = 1000;
        hardware.interLatencyNs = 10000;
        const GroupPlacement group {32, 8, 8};
        const CollectivePrice price
            = priceCollective(Operation::AllReduce, 1e9, group, hardware, CollectiveAlgorithm::Tree);
        // Four nodes: two steps across and seven inside, up and down; a card for each of eight groups.
        compareClose(price.ns, 2 * (2 * 10000.0 + 7 * 1000) + 1e9 / (0.5 * 20e9) * 1e9);
        QCOMPARE(int(price.algorithm), int(CollectiveAlgorithm::Tree));
        QCOMPARE(int(price.link.bottleneck), int(Bottleneck::Network));
    }

    void aSwitchAddsUpInsideOneNode()
    {
        Hardware hardware = withoutLatency(164.8e9);
        hardware.nvlsBandwidth = 122.857e9;
        hardware.nvlsLatencyNs = 25000;
        const CollectivePrice price
            = priceCollective(Operation::AllReduce, 1e10, {8, 8, 1}, hardware, CollectiveAlgorithm::InSwitch);
        compareClose(price.ns, 25000 + 1e10 / 122.857e9 * 1e9);
        QCOMPARE(int(price.link.bottleneck), int(Bottleneck::Switch));
        QCOMPARE(qRound(busBandwidth(Operation::AllReduce, 1e10, 8, price.ns) / 1e9), 215);
        // Neither parts of several nodes nor another collective.
        QCOMPARE(int(priceCollective(Operation::AllReduce, 1e10, {8, 4, 1}, hardware, CollectiveAlgorithm::InSwitch)
                         .algorithm),
            int(CollectiveAlgorithm::Ring));
        QCOMPARE(int(priceCollective(Operation::AllGather, 1e10, {8, 8, 1}, hardware, CollectiveAlgorithm::InSwitch)
                         .algorithm),
            int(CollectiveAlgorithm::Ring));
    }

    void switchesOfWholeNodesAreJoinedByATree()
    {
        Hardware hardware = withoutLatency(370.8e9);
        hardware.nvlsBandwidth = 275e9;
        hardware.nvlsLatencyNs = 25000;
        hardware.nicBandwidth = 48.5e9;
        hardware.interLatencyNs = 14000;
        const auto price = [&](double bytes, int ranks) {
            return priceCollective(
                Operation::AllReduce, bytes, {ranks, 8, 1}, hardware, CollectiveAlgorithm::Automatic);
        };
        const CollectivePrice forced
            = priceCollective(Operation::AllReduce, 1e10, {16, 8, 1}, hardware, CollectiveAlgorithm::InSwitch);
        // Added up in the switch, and then sent.
        compareClose(forced.ns, 25000 + 2 * 14000 + 1e10 / 275e9 * 1e9 + 1e10 / (0.5 * 8 * 48.5e9) * 1e9);
        QCOMPARE(int(forced.link.bottleneck), int(Bottleneck::Network));
        // A ring of 128 GPUs has 254 steps: it pays for large buffers only.
        QCOMPARE(int(price(64e3, 128).algorithm), int(CollectiveAlgorithm::Tree));
        QCOMPARE(int(price(1e10, 16).algorithm), int(CollectiveAlgorithm::Ring));
    }

    /// 147 GB/s were measured from 64 MiB on, in one node 215.
    void twoNodesOfH800sTakeRings()
    {
        const Hardware h800 = *HardwareCatalog::builtin().find("h800");
        for (double bytes = 64 * mebibyte; bytes <= 8192 * mebibyte; bytes *= 2) {
            const CollectivePrice price
                = priceCollective(Operation::AllReduce, bytes, {16, 8, 1}, h800, CollectiveAlgorithm::Automatic);
            QVERIFY(price.algorithm != CollectiveAlgorithm::InSwitch);
            const double share = busBandwidth(Operation::AllReduce, bytes, 16, price.ns) / 147e9;
            QVERIFY2(std::abs(1 / share - 1) < 0.12, qPrintable(QString::number(share)));
        }
    }

    void aGpusOwnCurveIsACallAndItsShareOfTheLinks()
    {
        const Hardware hardware = measuredHardware();
        compareClose(allReduceNs(mebibyte, 2, hardware), 10e3 + 3 * mebibyte / 100);
        compareClose(allReduceNs(64 * mebibyte, 4, hardware), 16e3 + 1.5 * 64 * mebibyte / 100);
        // Halfway in log(size), log(factor); beyond the ends the factor stays.
        compareClose(allReduceNs(8 * mebibyte, 2, hardware), 10e3 + std::sqrt(6.0) * 8 * mebibyte / 100);
        compareClose(allReduceNs(1024, 2, hardware), 10e3 + 3 * 1024 / 100.0);
        compareClose(allReduceNs(512 * mebibyte, 4, hardware), 16e3 + 1.5 * 512 * mebibyte / 100);
    }

    void ranksThatWereNotMeasuredLieBetweenThoseThatWere()
    {
        const Hardware hardware = measuredHardware();
        // 1/3 lies two thirds of the way from 1/2 to 1/4.
        const double factor = 3 * std::pow(2.0 / 3, 2.0 / 3);
        compareClose(allReduceNs(mebibyte, 3, hardware), 13e3 + factor * 4 / 3 * mebibyte / 100);
        // More of them: calls go on to take longer, links are as good as they were.
        compareClose(allReduceNs(mebibyte, 6, hardware), 22e3 + 2 * 10.0 / 6 * mebibyte / 100);
    }

    void aGpusOwnCurveFollowsItsLinks()
    {
        Hardware hardware = measuredHardware();
        hardware.nvlinkBandwidth *= 2;
        compareClose(allReduceNs(mebibyte, 2, hardware), 10e3 + 3 * mebibyte / 200);
        hardware.intraLatencyNs /= 2;
        compareClose(allReduceNs(mebibyte, 2, hardware), 5e3 + 3 * mebibyte / 200);
    }

    void aGpusOwnCurveIsOfOneNodeAndOperation()
    {
        const Hardware hardware = measuredHardware();
        const auto algorithm = [&](Operation operation, const GroupPlacement& group, CollectiveAlgorithm asked) {
            return priceCollective(operation, 1e8, group, hardware, asked).algorithm;
        };
        using enum CollectiveAlgorithm;
        QVERIFY(algorithm(Operation::AllReduce, {4, 4, 1}, Automatic) == Curve);
        QVERIFY(algorithm(Operation::AllReduce, {4, 4, 1}, Curve) == Curve);
        QVERIFY(algorithm(Operation::AllReduce, {4, 4, 1}, Ring) == Ring);
        QVERIFY(algorithm(Operation::AllReduce, {4, 2, 1}, Automatic) != Curve);
        QVERIFY(algorithm(Operation::AllGather, {4, 4, 1}, Automatic) == Ring);
    }

    void largeAllReducesReachWhatWasMeasured()
    {
        // Bus bandwidth at 512 MiB, nccl-tests of ai-dynamo/aiconfigurator.
        struct Measured {
            const char* gpu;
            int ranks;
            double gbPerS;
        };
        for (const Measured& m : {Measured {"a100", 8, 222.3}, Measured {"h100", 2, 320.2}, Measured {"h100", 8, 445},
                 Measured {"b200", 4, 633.7}, Measured {"gb200", 4, 628.1}}) {
            const double bytes = 512 * mebibyte;
            const double ns = allReduceNs(bytes, m.ranks, *HardwareCatalog::builtin().find(m.gpu));
            const double reached = busBandwidth(Operation::AllReduce, bytes, m.ranks, ns) / 1e9;
            QVERIFY2(std::abs(reached / m.gbPerS - 1) < 0.05, qPrintable(QString::number(reached)));
        }
    }

    void networkLatencyIsOfTheStepsThatCrossNodes()
    {
        Hardware hardware = withoutLatency(1e15);
        hardware.intraLatencyNs = 3400;
        hardware.interLatencyNs = 14000;
        // Twice around: into each of two nodes, and 13 steps inside.
        compareClose(collectiveNs(Operation::AllReduce, 0, {16, 8, 1}, hardware), 2 * (2 * 14000.0 + 13 * 3400));
        compareClose(collectiveNs(Operation::AllGather, 0, {16, 8, 1}, hardware), 2 * 14000.0 + 13 * 3400);
        // One rank a node: every step.
        compareClose(collectiveNs(Operation::AllReduce, 0, {4, 1, 8}, hardware), 6 * 14000.0);
        // Seven partners inside, eight outside.
        compareClose(collectiveNs(Operation::AllToAll, 0, {16, 8, 1}, hardware), 8 * 14000.0 + 7 * 3400);
    }

    void wholeNodesAddUpInTheSwitchByThemselves()
    {
        const Result<Hardware> h800 = HardwareCatalog::builtin().find("h800");
        const Result<Hardware> a100 = HardwareCatalog::builtin().find("a100");
        QVERIFY(h800 && a100);
        const auto price = [](const Hardware& hardware, int ranks, double bytes) {
            return priceCollective(
                Operation::AllReduce, bytes, {ranks, 8, 1}, hardware, CollectiveAlgorithm::Automatic);
        };
        for (const double bytes : {64e6, 1e9, 8e9}) {
            const CollectivePrice whole = price(*h800, 8, bytes);
            QCOMPARE(int(whole.algorithm), int(CollectiveAlgorithm::InSwitch));
            // 215 GB/s were measured where messages are large.
            QVERIFY(std::abs(busBandwidth(Operation::AllReduce, bytes, 8, whole.ns) / 215e9 - 1) < 0.08);
            QCOMPARE(int(price(*h800, 4, bytes).algorithm), int(CollectiveAlgorithm::Ring));
            QVERIFY(price(*a100, 16, bytes).algorithm != CollectiveAlgorithm::InSwitch);
        }
    }

    void betterHardwareNeverTakesLonger()
    {
        std::mt19937 random(23);
        const auto upTo = [&random](double most) { return most * double(random() % 1000 + 1) / 1000; };
        for (int i = 0; i < 5000; ++i) {
            Hardware hardware = defaultHardware();
            hardware.nvlinkBandwidth = upTo(800e9);
            hardware.nicBandwidth = upTo(100e9);
            hardware.nvlsBandwidth = random() % 2 ? upTo(500e9) : 0;
            hardware.intraLatencyNs = upTo(20e3);
            hardware.interLatencyNs = upTo(50e3);
            Hardware better = hardware;
            const double factor = 1 + upTo(2);
            switch (random() % 5) {
            case 0:
                better.nvlinkBandwidth *= factor;
                break;
            case 1:
                better.nicBandwidth *= factor;
                break;
            case 2:
                better.nvlsBandwidth *= factor;
                break;
            case 3:
                better.intraLatencyNs /= factor;
                break;
            default:
                better.interLatencyNs /= factor;
                break;
            }
            const int perNode = 1 << random() % 4;
            const GroupPlacement group {perNode * int(random() % 16 + 1), perNode, 8 / perNode};
            const double bytes = std::pow(10, upTo(10));
            for (const Operation operation : {Operation::AllReduce, Operation::AllGather, Operation::ReduceScatter,
                     Operation::AllToAll, Operation::Broadcast}) {
                const auto ns = [&](const Hardware& on) {
                    return priceCollective(operation, bytes, group, on, CollectiveAlgorithm::Automatic).ns;
                };
                QVERIFY(ns(better) <= ns(hardware) * (1 + 1e-12));
            }
            QVERIFY(messageNs(bytes, perNode == 1, better) <= messageNs(bytes, perNode == 1, hardware));
        }
    }

    void automaticTakesTheFastest()
    {
        const Hardware& hardware = defaultHardware();
        const GroupPlacement group {16, 8, 1};
        for (const double bytes : {1e3, 1e5, 1e7, 1e9}) {
            const auto ns = [&](CollectiveAlgorithm algorithm) {
                return priceCollective(Operation::AllReduce, bytes, group, hardware, algorithm).ns;
            };
            const double rings = qMin(ns(CollectiveAlgorithm::Ring), ns(CollectiveAlgorithm::Tree));
            compareClose(ns(CollectiveAlgorithm::Automatic), qMin(rings, ns(CollectiveAlgorithm::InSwitch)));
        }
        const auto algorithm = [&](double bytes) {
            return priceCollective(Operation::AllReduce, bytes, group, hardware, CollectiveAlgorithm::Automatic)
                .algorithm;
        };
        QCOMPARE(int(algorithm(1e3)), int(CollectiveAlgorithm::InSwitch));
        QCOMPARE(int(algorithm(1e10)), int(CollectiveAlgorithm::Ring));
    }

    void moreBytesNeverTakeLess()
    {
        for (const char* name : {"a100", "a800", "h100", "h200", "h800", "b200", "gb200"}) {
            const Result<Hardware> hardware = HardwareCatalog::builtin().find(name);
            for (const GroupPlacement& group :
                {GroupPlacement {2, 2, 1}, {3, 3, 1}, {8, 8, 1}, {16, 8, 1}, {512, 8, 1}, {64, 1, 8}}) {
                for (const Operation operation : {Operation::AllReduce, Operation::AllGather, Operation::ReduceScatter,
                         Operation::AllToAll, Operation::Broadcast}) {
                    double before = 0;
                    for (double bytes = 1024; bytes < 1e10; bytes *= 1.5) {
                        const double ns
                            = priceCollective(operation, bytes, group, *hardware, CollectiveAlgorithm::Automatic).ns;
                        QVERIFY2(ns >= before, qPrintable(QStringLiteral("%1, %2 bytes").arg(name).arg(bytes)));
                        before = ns;
                    }
                }
            }
        }
    }

    void aMeasuredCurveReplacesTheFormula()
    {
        const std::vector<BandwidthCurve> curves {
            {"a", "a.log", Operation::AllReduce, 8, 8, {{1e6, 70'000}, {1e8, 1'000'000}}}};
        const auto price = [&](Operation operation, int ranks, CollectiveAlgorithm algorithm) {
            return priceCollective(operation, 1e7, {ranks, 8, 1}, withoutLatency(300e9), algorithm, curves);
        };
        const CollectivePrice fitting = price(Operation::AllReduce, 8, CollectiveAlgorithm::Automatic);
        QCOMPARE(int(fitting.algorithm), int(CollectiveAlgorithm::Curve));
        compareClose(fitting.ns, std::sqrt(70'000.0 * 1'000'000));
        // It is nearer than what was measured on other machines of the kind.
        compareClose(priceCollective(Operation::AllReduce, 1e7, {8, 8, 1}, defaultHardware(),
                         CollectiveAlgorithm::Automatic, curves)
                         .ns,
            fitting.ns);
        // Asked for a formula, for other ranks or another collective, it has nothing to say.
        QCOMPARE(
            int(price(Operation::AllReduce, 8, CollectiveAlgorithm::Ring).algorithm), int(CollectiveAlgorithm::Ring));
        QCOMPARE(
            int(price(Operation::AllReduce, 4, CollectiveAlgorithm::Curve).algorithm), int(CollectiveAlgorithm::Ring));
        QCOMPARE(
            int(price(Operation::AllGather, 8, CollectiveAlgorithm::Curve).algorithm), int(CollectiveAlgorithm::Ring));
    }

    void smallMessagesAreTagged()
    {
        const auto isSmall = [](double bytes, int ranks, CollectiveAlgorithm algorithm) {
            return priceCollective(Operation::AllReduce, bytes, {ranks, ranks, 1}, measuredHardware(), algorithm)
                .isSmall;
        };
        QVERIFY(isSmall(16 * mebibyte - 1, 4, CollectiveAlgorithm::Ring));
        QVERIFY(isSmall(16 * mebibyte - 1, 4, CollectiveAlgorithm::Tree));
        QVERIFY(!isSmall(16 * mebibyte, 4, CollectiveAlgorithm::Ring));
        // Not where it was measured, but with more ranks than were.
        QVERIFY(!isSmall(1024, 4, CollectiveAlgorithm::Automatic));
        QVERIFY(!isSmall(1024, 3, CollectiveAlgorithm::Automatic));
        QVERIFY(isSmall(1024, 5, CollectiveAlgorithm::Automatic));
    }

    void aGroupOfOneCostsNothingByAnyAlgorithm()
    {
        for (const CollectiveAlgorithm algorithm : {CollectiveAlgorithm::Automatic, CollectiveAlgorithm::Ring,
                 CollectiveAlgorithm::Tree, CollectiveAlgorithm::InSwitch, CollectiveAlgorithm::Curve})
            QCOMPARE(priceCollective(Operation::AllReduce, 1e9, {1, 1, 8}, defaultHardware(), algorithm).ns, 0.0);
    }

    void measuredA100sComeOutAsTheFormulaSays()
    {
        REQUIRE_SHARED_DATA();
        // NCCL on 8 x A100 reaches a bus bandwidth of 231 GB/s; the preset's links give 240.
        QFile file(QString::fromStdString(sharedData("echo/nccl_tests/nccl_8.log")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Result<BandwidthCurve> curve = readNcclTests(file.readAll().toStdString());
        QVERIFY(curve.isOk());
        const double gibibyte = 1024.0 * 1024 * 1024;
        QCOMPARE(qRound(busBandwidth(Operation::AllReduce, gibibyte, 8, curve->nsAt(gibibyte)) / 1e9), 231);
        const Hardware a100 = *HardwareCatalog::builtin().find("a100-40gb");
        const double modelled
            = priceCollective(Operation::AllReduce, gibibyte, {8, 8, 1}, a100, CollectiveAlgorithm::Ring).ns;
        QVERIFY(qAbs(modelled / curve->nsAt(gibibyte) - 1) < 0.05);
    }

    void aMessageIsLatencyAndTransfer()
    {
        const Hardware& hardware = defaultHardware();
        compareClose(messageNs(48.5e9, true, hardware), 1e9 + hardware.interLatencyNs);
        compareClose(messageNs(370.8e9, false, hardware), 1e9 + hardware.intraLatencyNs);
    }

    void insideANodeAPipelineThatLeavesItHasTwoChannels()
    {
        const Hardware& hardware = defaultHardware();
        compareClose(messageNs(41.2e9, {2, 2, 1, 2}, hardware), 1e9 + hardware.intraLatencyNs);
        compareClose(messageNs(370.8e9, {2, 2, 1, 1}, hardware), 1e9 + hardware.intraLatencyNs);
        compareClose(messageNs(48.5e9, {2, 1, 1, 2}, hardware), 1e9 + hardware.interLatencyNs);
        Hardware slow = hardware;
        slow.nvlinkBandwidth = 20e9;
        compareClose(messageNs(20e9, {2, 2, 1, 2}, slow), 1e9 + slow.intraLatencyNs);
    }
};

BUBBLESCOPE_TEST(TstCollectiveCost, QCoreApplication)

} // namespace bubblescope::tst_collectivecost

#include "tst_collectivecost.moc"
