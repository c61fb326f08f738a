// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatoruse.h"
#include "profilerpicture.h"
#include "testprogram.h"

#include <QTest>

namespace bubblescope::tst_operatoruse {

namespace {
void addOperator(
    ProfilerPicture& picture, std::string_view name, std::string_view shapes, TimeNs begin, TimeNs kernelEnd)
{
    const uint32_t span = picture.host(0, "thread 1", name, begin, begin + 10);
    if (!shapes.empty())
        picture.builder().setDetail(span, picture.builder().intern(shapes));
    picture.kernel(0, "stream 7", begin + 2, kernelEnd, picture.launch(0, "thread 1", begin + 1));
}
} // namespace

class TstOperatorUse : public QObject {
    Q_OBJECT
private slots:
    void whatTookMostTimeIsFirst()
    {
        ProfilerPicture picture;
        // A matrix product of 2 x 2 x 3 x 4 operations in 8 us, twice; an addition in 30 us.
        for (const TimeNs at : {10, 40})
            addOperator(picture, "aten::mm", "[2, 3] [3, 4]", at, at + 10);
        addOperator(picture, "aten::add", "[2, 4] [2, 4]", 60, 92);
        const Trace trace = picture.finish();
        const std::vector<OperatorUse> operators = operatorsOf(trace, 0);
        QCOMPARE(operators.size(), size_t(2));
        QCOMPARE(operators[0].name, std::string("aten::add"));
        QVERIFY(!operators[0].flops() && !operators[0].rate());
        QCOMPARE(operators[1].name, std::string("aten::mm"));
        QCOMPARE(operators[1].shapes, std::string("[2, 3] [3, 4]"));
        QCOMPARE(operators[1].calls, 2.0);
        QCOMPARE(operators[1].deviceNs, 16'000.0);
        QCOMPARE(operators[1].flops(), std::optional(96.0));
        QCOMPARE(operators[1].rate(), std::optional(96 / 16e-6));
    }

    void ranksHaveTheirOwn()
    {
        ProfilerPicture picture;
        addOperator(picture, "aten::mm", "[2, 3] [3, 4]", 10, 20);
        const uint32_t call = picture.launch(3, "thread 1", 12);
        picture.kernel(3, "stream 7", 13, 20, call, Category::OtherCompute, "gemm");
        const std::vector<RankOperator> operators = operatorsByRank(picture.finish(), 0);
        QCOMPARE(operators.size(), size_t(2));
        QCOMPARE(operators[0].rank, 0);
        QCOMPARE(operators[0].use.name, std::string("aten::mm"));
        QCOMPARE(operators[0].use.calls, 1.0);
        QCOMPARE(operators[1].rank, 3);
        QCOMPARE(operators[1].use.name, std::string("gemm")); // no operator launched it
        QCOMPARE(operators[1].use.deviceNs, 7'000.0);
    }

    void withoutShapesThereIsNone()
    {
        ProfilerPicture picture;
        addOperator(picture, "aten::mm", "", 10, 20);
        QVERIFY(operatorsOf(picture.finish(), 0).empty());
    }
};

BUBBLESCOPE_TEST(TstOperatorUse, QCoreApplication)

} // namespace bubblescope::tst_operatoruse

#include "tst_operatoruse.moc"
