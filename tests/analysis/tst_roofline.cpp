// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatorwork.h"
#include "roofline.h"
#include "testprogram.h"

#include <QTest>

namespace bubblescope::tst_roofline {

namespace {
OperatorUse use(
    const char* name, const char* types, double ns, std::optional<double> flops, std::optional<double> bytes)
{
    return {name, "[1]", types, 1, ns, flops, bytes};
}
} // namespace

class TstRoofline : public QObject {
    Q_OBJECT
private slots:
    void whatComputesHasAPointAndTheRestIsTold()
    {
        const std::vector<OperatorUse> operators {use("aten::mm", "bf16", 500, 4000, 100),
            use("aten::copy_", "bf16", 300, 0, 100), use("ncclDevKernel", "", 150, {}, {}),
            use("aten::mm", "fp32", 50, 10, {})};
        const std::vector<RooflinePoint> points = rooflinePoints(operators);
        QCOMPARE(points.size(), size_t(1));
        QCOMPARE(points[0].place, size_t(0));
        QCOMPARE(points[0].intensity, 40.0);
        QCOMPARE(points[0].flopsPerSecond, 8e9); // 4000 in 500 ns
        const RooflineShares shares = rooflineShares(operators);
        QCOMPARE(shares.shown, 0.5);
        QCOMPARE(shares.copying, 0.3);
        QCOMPARE(shares.unknown, 0.2);
        QCOMPARE(rooflineShares({}).unknown, 0.0);
    }

    void roofsAreTheBestOfProductsByType()
    {
        const Roofs roofs = reachedRoofs({use("aten::mm", "bf16", 1000, 600, 10),
            use("aten::addmm", "bf16", 1000, 700, 10), use("aten::mm", "fp32", 1000, 50, 10),
            use("aten::add", "bf16 fp32", 1000, 900, 40), use("aten::copy_", "bf16", 1000, 0, 80)});
        QCOMPARE(roofs.compute.size(), size_t(2)); // what is element by element is no roof
        QCOMPARE(roofs.compute[0].dataTypes, std::string("bf16"));
        QCOMPARE(roofs.compute[0].flopsPerSecond, 700e6);
        QCOMPARE(roofs.compute[1].dataTypes, std::string("fp32"));
        QCOMPARE(roofs.bytesPerSecond, 80e6);
        QVERIFY(reachedRoofs({}).isEmpty());
        // Where there are no products, of attention.
        const Roofs attention = reachedRoofs(
            {use("aten::_flash_attention_forward", "bf16", 1000, 300, 10), use("aten::add", "bf16", 10, 9, 4)});
        QCOMPARE(attention.compute.size(), size_t(1));
        QCOMPARE(attention.compute[0].flopsPerSecond, 300e6);
    }

    void aTypeOfTinyProductsAloneHasNoRoof()
    {
        const OperatorUse large = use("aten::mm", "bf16", 100'000, 6e6, 10);
        const Roofs without = reachedRoofs({large, use("aten::mm", "fp32", 900, 9, 10)}); // 0.9 % of the time
        QCOMPARE(without.compute.size(), size_t(1));
        QCOMPARE(without.compute[0].dataTypes, std::string("bf16"));
        QCOMPARE(reachedRoofs({large, use("aten::mm", "fp32", 1100, 9, 10)}).compute.size(), size_t(2));
        // However small it is, what there is alone is shown.
        QCOMPARE(reachedRoofs({use("aten::mm", "fp32", 900, 9, 10)}).compute.size(), size_t(1));
    }

    void bytesBoundWhatComputesLittleForEach()
    {
        QCOMPARE(boundAt(1, 100, 10), 10.0);
        QCOMPARE(boundAt(10, 100, 10), 100.0); // the ridge
        QCOMPARE(boundAt(50, 100, 10), 100.0);
        QCOMPARE(boundAt(50, 0, 10), 500.0);
        QCOMPARE(boundAt(50, 100, 0), 100.0);
        QCOMPARE(boundAt(50, 0, 0), 0.0);
    }

    void kindsAreToldByName()
    {
        QCOMPARE(operatorKind("aten::mm"), OperatorKind::Matrix);
        QCOMPARE(operatorKind("aten::linear"), OperatorKind::Matrix);
        QCOMPARE(operatorKind("aten::_flash_attention_backward"), OperatorKind::Attention);
        QCOMPARE(operatorKind("aten::convolution_backward"), OperatorKind::Convolution);
        QCOMPARE(operatorKind("aten::_fused_rms_norm"), OperatorKind::Norm);
        QCOMPARE(operatorKind("aten::add_"), OperatorKind::Elements);
        QCOMPARE(operatorKind("someone's own"), OperatorKind::Elements);
    }
};

BUBBLESCOPE_TEST(TstRoofline, QCoreApplication)

} // namespace bubblescope::tst_roofline

#include "tst_roofline.moc"
