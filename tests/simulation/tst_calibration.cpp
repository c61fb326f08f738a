// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration.h"
#include "machineguess.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <random>

namespace bubblescope::tst_calibration {

namespace {

constexpr double mb = 1e6;
constexpr double gb = 1e9;
constexpr GroupPlacement alone {1, 1, 8};
constexpr GroupPlacement ofFour {4, 4, 2};
constexpr GroupPlacement inside {2, 2, 1, 2};
constexpr GroupPlacement across {2, 1, 1, 2};

Hardware machine(const char* name) { return *HardwareCatalog::builtin().find(name); }

PricedTransfer kindOf(const RecordedTransfer& t)
{
    PricedTransfer kind;
    kind.operation = t.operation;
    kind.group = t.group;
    kind.bytes = t.bytes;
    kind.placement = t.placement;
    return kind;
}
RecordedTransfer message(double bytes, const GroupPlacement& placement, double ns)
{
    return {Operation::SendForward, Category::PipelineComm, bytes, placement, ns, 0, 64};
}
RecordedTransfer gradients(double bytes, const GroupPlacement& placement, double ns, uint32_t count = 4)
{
    return {Operation::AllReduce, Category::DataComm, bytes, placement, ns, 0, count};
}

/// Prices that a run's transfers lead to.
Pricing pricingBy(const std::vector<RecordedTransfer>& recorded, const Hardware& hardware)
{
    Pricing pricing;
    pricing.hardware = hardware;
    pricing.fit = calibrated(recorded, pricing);
    return pricing;
}
double priceOf(const RecordedTransfer& transfer, const Pricing& pricing)
{
    return bubblescope::priceOf(kindOf(transfer), pricing).ns;
}
void compareClose(double value, double expected, double share)
{
    QVERIFY2(
        qAbs(value / expected - 1) <= share, qPrintable(QStringLiteral("%1 instead of %2").arg(value).arg(expected)));
}

/// What `echo/measured_pp4_16ranks_2hosts` recorded of its gradients and messages, ns.
const std::vector<RecordedTransfer> measured {
    gradients(1160052736, ofFour, 11.86e6),
    gradients(335872000, ofFour, 3.56e6),
    gradients(2818572288, alone, 2.86e6, 16),
    message(8388608, inside, 0.375e6),
    message(8388608, across, 0.535e6),
};

} // namespace

class TstCalibration : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void nothingRecordedLeavesTheFormula()
    {
        const Pricing pricing = pricingBy({}, machine("a800"));
        compareClose(priceOf(message(24.2 * mb, across, 0), pricing), messageNs(24.2 * mb, true, pricing.hardware), 0);
        QCOMPARE(priceOf(gradients(gb, alone, 0), pricing), 0.0);
    }

    void plantedOverheadsAndLinksAreFound()
    {
        // 150 µs a call and 30 GB/s inside a node, 190 µs and 20 GB/s across.
        const auto takes
            = [](double bytes, bool isAcross) { return isAcross ? 190e3 + bytes / 20 : 150e3 + bytes / 30; };
        std::vector<RecordedTransfer> recorded;
        for (const double bytes : {2 * mb, 8 * mb, 64 * mb}) {
            recorded.push_back(message(bytes, inside, takes(bytes, false)));
            recorded.push_back(message(bytes, across, takes(bytes, true)));
        }
        const Pricing pricing = pricingBy(recorded, machine("a800"));
        for (const double bytes : {1.5 * mb, 33.5 * mb, 256 * mb}) {
            compareClose(priceOf(message(bytes, inside, 0), pricing), takes(bytes, false), 0.01);
            compareClose(priceOf(message(bytes, across, 0), pricing), takes(bytes, true), 0.01);
        }
    }

    void countsOfTokensTellNoLink()
    {
        const RecordedTransfer counts {Operation::AllGather, Category::ExpertComm, 64, ofFour, 100e3, 0, 64};
        const Hardware h800 = machine("h800");
        const Pricing pricing = pricingBy({counts}, h800);
        compareClose(priceOf(counts, pricing), 100e3, 0.01);
        Pricing plain;
        plain.hardware = h800;
        const RecordedTransfer large = gradients(gb, ofFour, 0);
        compareClose(priceOf(large, pricing), priceOf(large, plain), 0.02);
    }

    /// A run of a single stage recorded none.
    void messagesTakeWhatTheyUsuallyDo()
    {
        Pricing pricing = pricingBy({gradients(gb, ofFour, 9.2e6)}, machine("h800"));
        pricing.fit.assumeUsualLines();
        compareClose(priceOf(message(8388608, inside, 0), pricing), 0.375e6, 0.03);
        compareClose(priceOf(message(33554432, inside, 0), pricing), 1.11e6, 0.03);
        compareClose(priceOf(message(8388608, across, 0), pricing), 0.53e6, 0.05);
        PricedTransfer told = kindOf(message(8388608, inside, 0));
        told.takePrice(bubblescope::priceOf(told, pricing));
        told.ns = told.pricedNs();
        QVERIFY(transferFormula(told).text().find("messages of recorded runs take 125.00") != std::string::npos);
        // What the run recorded counts.
        Pricing own = pricingBy({message(8388608, inside, 0.5e6)}, machine("h800"));
        own.fit.assumeUsualLines();
        compareClose(priceOf(message(8388608, inside, 0), own), 0.5e6, 0.01);
    }

    void noiseMovesAFitLittle()
    {
        std::mt19937_64 random(7);
        std::normal_distribution<double> noise(1, 0.04);
        for (int round = 0; round < 20; ++round) {
            std::vector<RecordedTransfer> recorded;
            for (double bytes = 2 * mb; bytes < 2 * gb; bytes *= 4)
                recorded.push_back(gradients(bytes, ofFour, (60e3 + bytes * 1.5 / 140) * noise(random)));
            const Pricing pricing = pricingBy(recorded, machine("a800"));
            for (const double bytes : {5 * mb, 500 * mb, 5 * gb})
                compareClose(priceOf(gradients(bytes, ofFour, 0), pricing), 60e3 + bytes * 1.5 / 140, 0.1);
        }
    }

    void oneStuckTransferIsNoRule()
    {
        std::vector<RecordedTransfer> recorded {gradients(100 * mb, ofFour, 1e6, 160)};
        const double before = priceOf(recorded.front(), pricingBy(recorded, machine("a800")));
        recorded.push_back(gradients(258 * mb, ofFour, 271e6, 1));
        compareClose(priceOf(recorded.front(), pricingBy(recorded, machine("a800"))), before, 0.01);
    }

    void aGroupOfOneKeepsItsCopyAndLargerOnesHaveItToo()
    {
        const Pricing pricing = pricingBy(measured, machine("a800"));
        compareClose(priceOf(gradients(2 * 2818572288.0, alone, 0), pricing), 5.72e6, 1e-6);
        // Two ranks: 11.3 GB were measured with 80 ms.
        compareClose(priceOf(gradients(4 * 2818572288.0, {2, 2, 4}, 0), pricing), 80e6, 0.02);
    }

    void gradientsOfLargerGroupsTellWhetherTheyAreCopied()
    {
        // 162 GB/s and the copy, as measured; the group of one of another layout took 2.86 ms.
        const std::vector<RecordedTransfer> copied {gradients(1160052736, ofFour, 11.86e6)};
        compareClose(priceOf(gradients(2818572288, alone, 0), pricingBy(copied, machine("h800"))), 2.86e6, 0.05);
        const std::vector<RecordedTransfer> shared {gradients(gb, ofFour, gb * 1.5 / 164)};
        QCOMPARE(priceOf(gradients(gb, alone, 0), pricingBy(shared, machine("h800"))), 0.0);
    }

    /// 62 all-reduces on H800s took 12.7 % longer than the formula, and 1.8 % with the copy.
    void operationsCopyGradientsUnlessTheyShowOtherwise()
    {
        Pricing pricing;
        pricing.hardware = machine("h800");
        pricing.fit = calibrated({}, pricing, true);
        compareClose(priceOf(gradients(2818572288, alone, 0), pricing), 2.86e6, 0.03);
        compareClose(priceOf(gradients(2 * 2818572288.0, alone, 0), pricing), 5.65e6, 0.03);
        compareClose(priceOf(measured[0], pricing), 11.86e6, 0.03);
        // Kernels say nothing of copies.
        pricing.fit = calibrated({}, pricing);
        QCOMPARE(priceOf(gradients(2818572288, alone, 0), pricing), 0.0);
        // Neither do gradients that network cards limit; those on the links inside nodes do.
        const std::vector<RecordedTransfer> between {gradients(gb, {4, 1, 8}, gb * 1.5 / 40)};
        QVERIFY(calibrated(between, pricing, true).copyNsPerByte > 0);
        const std::vector<RecordedTransfer> shared {gradients(gb, ofFour, gb * 1.5 / 164)};
        QCOMPARE(calibrated(shared, pricing, true).copyNsPerByte, 0.0);
        const std::vector<RecordedTransfer> faster {gradients(gb, ofFour, gb * 1.5 / 250)};
        QCOMPARE(calibrated(faster, pricing, true).copyNsPerByte, 0.0);
        const std::vector<RecordedTransfer> throughNodes {gradients(4 * gb, {16, 8, 1}, 4 * gb * 1.875 / 164)};
        QCOMPARE(calibrated(throughNodes, pricing, true).copyNsPerByte, 0.0);
    }

    /// A link at two thirds of its usual speed fits neither, and a group of one must not be charged with a copy for it.
    void gradientsThatFitNeitherShowNoCopy()
    {
        Pricing pricing;
        pricing.hardware = machine("h800");
        for (const double bandwidth : {80.0, 110.0}) {
            const std::vector<RecordedTransfer> slow {gradients(gb, ofFour, gb * 1.5 / bandwidth)};
            for (const bool areOperations : {false, true}) {
                pricing.fit = calibrated(slow, pricing, areOperations);
                QCOMPARE(pricing.fit.copyNsPerByte, 0.0);
                QCOMPARE(priceOf(gradients(gb, alone, 0), pricing), 0.0);
                compareClose(priceOf(slow.front(), pricing), slow.front().ns, 0.01);
            }
        }
    }

    /// 8.4 MB between nodes took long; inside one, where none was recorded, they were measured with 0.363 ms.
    void linksWithoutRecordsTakeTheUsualLine()
    {
        const Pricing pricing = pricingBy({message(8388608, across, 0.7e6)}, machine("h800"));
        compareClose(priceOf(message(8388608, inside, 0), pricing), 0.363e6, 0.05);
        QVERIFY(pricing.fit.lineOf(Operation::SendForward, false).isUsual);
        Pricing rings
            = pricingBy({gradients(gb, ofFour, 9.1e6 + 400e3), gradients(2 * mb, ofFour, 420e3)}, machine("h800"));
        QVERIFY(rings.fit.lineOf(Operation::AllReduce, false).overheadNs > 300e3);
        const TransferFit::Line line = rings.fit.lineOf(Operation::AllReduce, true);
        QVERIFY(line.isUsual && line.overheadNs < 100e3);
        // All-to-alls of 16.8 MB among four H800s were measured with 0.132 ms.
        Pricing none;
        none.hardware = machine("h800");
        none.fit.assumeUsualLines();
        const RecordedTransfer exchange {Operation::AllToAll, Category::ExpertComm, 16777216, ofFour, 0.132e6, 0, 1};
        compareClose(priceOf(exchange, none), exchange.ns, 0.05);
        // Curves of a kind of GPU include the call.
        none.hardware = machine("h100");
        Pricing plain;
        plain.hardware = none.hardware;
        QCOMPARE(priceOf(exchange, none), priceOf(exchange, plain));
        PricedTransfer told = kindOf(gradients(gb, {4, 1, 8}, 0));
        told.takePrice(bubblescope::priceOf(told, rings));
        told.ns = told.pricedNs();
        QVERIFY(transferFormula(told).text().find("collectives of recorded runs take 45.00") != std::string::npos);
    }

    void recordedLinksAreUnsureOfSmallTransfersOnly()
    {
        const auto isSmall = [](double bytes, const Pricing& pricing) {
            return bubblescope::priceOf(kindOf(gradients(bytes, ofFour, 0)), pricing).isSmall;
        };
        const Pricing none = pricingBy({}, machine("h800"));
        const Pricing own = pricingBy({gradients(gb, ofFour, 9.2e6)}, machine("h800"));
        QVERIFY(isSmall(8 * mb, none) && !isSmall(8 * mb, own));
        QVERIFY(isSmall(0.5 * mb, none) && isSmall(0.5 * mb, own));
    }

    void linksOfScaledGradientsAreNotThoseOfSlowerOnes()
    {
        // Without the copy that the group of one shows, links look like an A800's.
        const std::vector<RecordedTransfer> measuredLinks {measured[0], measured[1]};
        const MachineGuess guess = guessMachine({}, measuredLinks, HardwareCatalog::builtin());
        QCOMPARE(guess.hardware.name, machine("h800").name);
    }

    void aTransferLeftOutFollowsFromTheOthers()
    {
        double sum = 0;
        int count = 0;
        for (size_t out = 0; out < 2; ++out) {
            std::vector<RecordedTransfer> others = measured;
            others.erase(others.begin() + std::ptrdiff_t(out));
            const double price = priceOf(measured[out], pricingBy(others, machine("a800")));
            sum += qAbs(price / measured[out].ns - 1);
            ++count;
        }
        QVERIFY2(sum / count < 0.06, qPrintable(QString::number(sum / count)));
    }

    void aMessageInsideANodeFollowsFromThoseBetweenNodes()
    {
        // Only messages of 33.5 MB between nodes; those inside one were measured with 1.11 ms.
        const std::vector<RecordedTransfer> recorded {message(33554432, across, 1.62e6)};
        const Pricing pricing = pricingBy(recorded, machine("a800"));
        compareClose(priceOf(message(33554432, inside, 0), pricing), 1.11e6, 0.12);
        // And from messages of another size.
        compareClose(priceOf(message(33554432, inside, 0), pricingBy(measured, machine("a800"))), 1.11e6, 0.12);
        compareClose(priceOf(message(33554432, across, 0), pricingBy(measured, machine("a800"))), 1.62e6, 0.05);
    }

    void whatWasRecordedOfOneLinkSaysNothingOfAnother()
    {
        const std::vector<RecordedTransfer> recorded {gradients(gb, ofFour, 15e6), gradients(100 * mb, ofFour, 1.6e6)};
        const Pricing pricing = pricingBy(recorded, machine("a800"));
        QVERIFY(pricing.fit.lineOf(Operation::AllReduce, false).factor > 1.3);
        QCOMPARE(pricing.fit.lineOf(Operation::AllReduce, true).factor, 1.0);
        // An all-to-all has the same links, a message has channels of its own.
        QVERIFY(pricing.fit.lineOf(Operation::AllToAll, false).factor > 1.3);
        QCOMPARE(pricing.fit.lineOf(Operation::SendForward, false).factor, 1.0);
    }

    void theMachineIsGuessedFromItsTransfers()
    {
        const MachineGuess guess = guessMachine({}, measured, HardwareCatalog::builtin());
        QVERIFY(guess.by == MachineGuess::By::Measured);
        QCOMPARE(guess.hardware.name, machine("a800").name);
        QCOMPARE(guess.evidence.size(), size_t(2));
    }

    void linksAloneDoNotTellGenerationsApart()
    {
        const std::vector<RecordedTransfer> links {
            message(64 * mb, inside, 1e6), gradients(gb, ofFour, gb * 1.5 / 100)};
        const MachineGuess guess = guessMachine({}, links, HardwareCatalog::builtin());
        QCOMPARE(guess.hardware.name, machine("a800").name);
        QCOMPARE(guess.evidence.back().text(), std::string("H800, 400 Gb/s NDR fits almost as well."));
    }

    void whatComputesTooSlowlyIsNotTheMachine()
    {
        const HardwareCatalog& catalog = HardwareCatalog::builtin();
        const MachineGuess faster = guessMachine({}, measured, catalog, {500e12, 0});
        QCOMPARE(faster.hardware.name, machine("h800").name);
        QCOMPARE(faster.evidence.back().text(), std::string("It computes at 500 TFLOP/s; H800, 400 Gb/s NDR can 989."));
        QCOMPARE(guessMachine({}, measured, catalog, {200e12, 0}).hardware.name, machine("a800").name);
        // What no preset can says nothing of them.
        QCOMPARE(guessMachine({}, measured, catalog, {1e18, 0}).hardware.name, machine("a800").name);
    }

    void whatHoldsTooLittleIsHardlyTheMachine()
    {
        const HardwareCatalog& catalog = HardwareCatalog::builtin();
        // Eight ranks of a node at the speed of an A100's links, or nearly that of an H800's switch.
        const std::vector<RecordedTransfer> links {gradients(gb, {8, 8, 1}, gb * 1.75 / 183)};
        QCOMPARE(guessMachine({}, links, catalog).hardware.name, std::string("A100 40 GB, 200 Gb/s HDR"));
        const MachineGuess larger = guessMachine({}, links, catalog, {0, 45e9});
        QCOMPARE(larger.hardware.name, machine("h800").name);
        QCOMPARE(larger.evidence.back().text(),
            std::string("Its weights, gradients and optimizer take 45.0 GB; H800, 400 Gb/s NDR has 80.0 GB."));
        QCOMPARE(guessMachine({}, links, catalog, {0, 1e15}).hardware.name, std::string("A100 40 GB, 200 Gb/s HDR"));
    }

    void everyPresetIsGuessedFromWhatItsFormulasSay()
    {
        for (const char* name : {"a100-80gb", "a800", "h100", "h800", "b200"}) {
            const Hardware hardware = machine(name);
            Pricing pricing;
            pricing.hardware = hardware;
            RecordedTransfer share = gradients(gb, ofFour, 0);
            RecordedTransfer copy = gradients(gb, alone, 2 * gb / hardware.memoryBandwidth * 1.03e9);
            share.ns = priceOf(share, pricing) * 1.03 + copy.ns;
            const std::vector<RecordedTransfer> recorded {share, copy};
            const MachineGuess guess = guessMachine({}, recorded, HardwareCatalog::builtin());
            QVERIFY2(guess.hardware.name == hardware.name, guess.hardware.name.c_str());
        }
    }

    /// Nothing was recorded inside a node: a ring through whole nodes takes the links inside them as well.
    void ringsThroughNodesTellTheMachine()
    {
        Pricing pricing;
        pricing.hardware = machine("h800");
        pricing.algorithm = CollectiveAlgorithm::Ring;
        RecordedTransfer share = gradients(4 * gb, {16, 8, 1}, 0);
        share.ns = priceOf(share, pricing) * 1.05;
        const std::vector<RecordedTransfer> recorded {share};
        const MachineGuess guess = guessMachine({}, recorded, HardwareCatalog::builtin());
        QVERIFY(guess.by == MachineGuess::By::Measured);
        QVERIFY2(guess.hardware.nvlinkBandwidth == pricing.hardware.nvlinkBandwidth
                || guess.hardware.nvlinkBandwidth == machine("a800").nvlinkBandwidth,
            guess.hardware.name.c_str());
        QVERIFY(guess.evidence.front().text().find("across nodes") != std::string::npos);
        // Groups that share network cards may wait for those.
        share.placement = {2, 1, 8};
        const std::vector<RecordedTransfer> sharing {share};
        QVERIFY(guessMachine({}, sharing, HardwareCatalog::builtin()).by == MachineGuess::By::Assumed);
    }

    void messagesBetweenNodesTellTheNetwork()
    {
        std::vector<RecordedTransfer> recorded = measured;
        recorded.push_back(message(64 * mb, across, 64 * mb / 40)); // 40 GB/s are more than HDR has
        const MachineGuess guess = guessMachine({}, recorded, HardwareCatalog::builtin());
        QCOMPARE(guess.hardware.name, std::string("A800, 400 Gb/s NDR"));
        QCOMPARE(guess.evidence.size(), size_t(3));
    }

    void curvesBesideARunAreOfItsMachine()
    {
        BandwidthCurve curve;
        curve.ranks = curve.ranksPerNode = 8;
        curve.points = {{1024, 31e3}, {1073741824, 8.13e6}}; // bus bandwidth 231 GB/s
        const std::vector<RecordedTransfer> seen = largestOf(std::span(&curve, 1));
        const MachineGuess guess = guessMachine({}, seen, HardwareCatalog::builtin());
        QVERIFY2(guess.hardware.name.starts_with("A100"), guess.hardware.name.c_str());
    }

    void aNameCountsBeforeSpeeds()
    {
        const MachineHints names {{"NVIDIA H100 80GB HBM3"}, "IB"};
        const MachineGuess guess = guessMachine(names, measured, HardwareCatalog::builtin());
        QVERIFY(guess.by == MachineGuess::By::Named);
        QCOMPARE(guess.hardware.name, defaultHardware().name);
        QVERIFY(guess.evidence.back().text().find("network IB") != std::string::npos);
        const MachineHints unknown {{"Tesla V100-SXM2-32GB"}, ""};
        const MachineGuess none = guessMachine(unknown, measured, HardwareCatalog::builtin());
        QVERIFY(none.by == MachineGuess::By::Assumed);
        QVERIFY(none.evidence.front().text().find("V100") != std::string::npos);
        QVERIFY(machineText(none).text().find("it is priced as H100") != std::string::npos);
        QVERIFY(machineText(none).text().find("come from") == std::string::npos);
    }

    void whatNoPresetIsNearStaysAssumed()
    {
        const std::vector<RecordedTransfer> recorded {gradients(gb, ofFour, 150e6)}; // 10 GB/s
        const MachineGuess guess = guessMachine({}, recorded, HardwareCatalog::builtin());
        QVERIFY(guess.by == MachineGuess::By::Assumed);
        QCOMPARE(guess.hardware.name, defaultHardware().name);
        // Prices are those of the run all the same.
        compareClose(priceOf(gradients(2 * gb, ofFour, 0), pricingBy(recorded, guess.hardware)), 300e6, 0.02);
    }
};

BUBBLESCOPE_TEST(TstCalibration, QCoreApplication)

} // namespace bubblescope::tst_calibration

#include "tst_calibration.moc"
