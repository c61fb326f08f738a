// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatoruse.h"
#include "profilerpicture.h"
#include "testprogram.h"

#include <QTest>

namespace bubblescope::tst_operatoruse {

namespace {
void addOperator(
    ProfilerPicture& picture, std::string_view name, std::string_view shapes, TimeNs begin, TimeNs kernelEnd,
    std::string_view inputs = {})
{
    const uint32_t span = picture.host(0, "thread 1", name, begin, begin + 10);
    if (!shapes.empty())
        picture.builder().setDetail(span, picture.builder().intern(shapes));
    if (!inputs.empty())
        picture.builder().setInputs(span, picture.builder().intern(inputs));
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
        QVERIFY(!operators[0].flops && !operators[0].flopsPerSecond() && !operators[0].intensity());
        QCOMPARE(operators[1].name, std::string("aten::mm"));
        QCOMPARE(operators[1].shapes, std::string("[2, 3] [3, 4]"));
        QCOMPARE(operators[1].calls, 2.0);
        QCOMPARE(operators[1].deviceNs, 16'000.0);
        QCOMPARE(operators[1].flops, std::optional(96.0));
        QCOMPARE(operators[1].flopsPerSecond(), std::optional(96 / 16e-6));
        QVERIFY(!operators[1].bytes); // no types are recorded
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

    void typesAreToldApart()
    {
        constexpr std::string_view half = "c10::BFloat16|2,3|3,1;c10::BFloat16|3,4|4,1";
        ProfilerPicture picture;
        // 2 x 2 x 3 x 4 operations on 26 numbers, of half and of whole precision.
        addOperator(picture, "aten::mm", "[2, 3] [3, 4]", 10, 20, half);
        addOperator(picture, "aten::mm", "[2, 3] [3, 4]", 30, 52, "float|2,3|3,1;float|3,4|4,1");
        addOperator(picture, "aten::mm", "[2, 3] [3, 4]", 60, 70, "c10::BFloat16|2,3|1,2;c10::BFloat16|3,4|4,1");
        const std::vector<OperatorUse> operators = operatorsOf(picture.finish(), 0);
        QCOMPARE(operators.size(), size_t(2)); // other strides are the same work
        QCOMPARE(operators[0].dataTypes, std::string("fp32"));
        QCOMPARE(operators[0].bytes, std::optional(26 * 4.0));
        QCOMPARE(operators[1].dataTypes, std::string("bf16"));
        QCOMPARE(operators[1].calls, 2.0);
        QCOMPARE(operators[1].flops, std::optional(96.0));
        QCOMPARE(operators[1].bytes, std::optional(2 * 26 * 2.0));
        QCOMPARE(operators[1].bytesPerSecond(), std::optional(104 / 16e-6));
        QCOMPARE(operators[1].intensity(), std::optional(96.0 / 104));
    }

    void workIsUnknownWhereThatOfOneCallIs()
    {
        ProfilerPicture picture;
        addOperator(picture, "aten::mm", "[2, 3] [3, 4]", 10, 20, "float|2,3;float|3,4");
        addOperator(picture, "aten::mm", "[2, 3] [3, 4]", 30, 40, "float|2,3|;float|4,4|"); // contradicts its shapes
        const std::vector<OperatorUse> operators = operatorsOf(picture.finish(), 0);
        QCOMPARE(operators.size(), size_t(1));
        QCOMPARE(operators[0].calls, 2.0);
        QVERIFY(!operators[0].flops && !operators[0].bytes);
    }

    void sharesAreOfTheBestOfTheSameTypes()
    {
        const auto use = [](const char* types, std::optional<double> flops, std::optional<double> bytes) {
            return OperatorUse {"op", "[1]", types, 1, 1000, flops, bytes};
        };
        const auto shares = sharesOfBest({use("bf16", 800, 10), use("bf16", 400, 20), use("fp32", 100, 10),
            use("fp32", 1, 40), use("fp32", {}, {})});
        QCOMPARE(shares.size(), size_t(5));
        QCOMPARE(shares[0], std::optional(1.0));
        QCOMPARE(shares[1], std::optional(0.5)); // by either
        QCOMPARE(shares[2], std::optional(1.0));
        QCOMPARE(shares[3], std::optional(1.0)); // by its bytes
        QVERIFY(!shares[4]);
    }

    void whoIsStoppedReadsNoFurtherRank()
    {
        ProfilerPicture picture;
        for (const int rank : {0, 1, 2})
            picture.kernel(rank, "stream 7", 13, 20, picture.launch(rank, "thread 1", 12));
        const Trace trace = picture.finish();
        int asked = 0;
        const auto operators = operatorsByRank(trace, 0, [&asked] { return ++asked < 3; });
        QCOMPARE(operators.size(), size_t(2));
        QCOMPARE(operators.back().rank, 1);
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
