// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatorsummary.h"
#include "profilerpicture.h"
#include "testprogram.h"

#include <QTest>

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope::tst_operatorsummary {

namespace {
OperatorUse use(const char* name, const char* types, std::optional<double> flops, std::optional<double> bytes)
{
    return {name, "[8]", types, 1, 1000, flops, bytes};
}

/// 100 TFLOP/s and 1 TB/s: in the microsecond of each use 1e8 operations and 1e6 bytes.
Hardware hardware()
{
    Hardware known;
    known.name = "H100";
    known.peakFlops = 1e14;
    known.memoryBandwidth = 1e12;
    return known;
}
} // namespace

class TstOperatorSummary : public QObject {
    Q_OBJECT
private slots:
    void sharesAreOfWhatBoundsThem()
    {
        const auto shares
            = sharesOfPeak({use("mm", "bf16", 5e7, 1e5), use("add", "bf16", 2.5e5, 7.5e5), use("mm", "fp32", 5e7, 1e5),
                               use("add", "fp32", 1e5, 2.5e5), use("mm", "fp8_e4m3", 5e7, 1e5), use("cat", "", {}, {})},
                hardware());
        QCOMPARE(shares.size(), size_t(6));
        QCOMPARE(shares[0], std::optional(0.5));
        QCOMPARE(shares[1], std::optional(0.75));
        QVERIFY(!shares[2]); // the peak of whole precision is not known
        QCOMPARE(shares[3], std::optional(0.25));
        QVERIFY(!shares[4] && !shares[5]);
    }

    void whatIsUnknownIsNull()
    {
        QVERIFY(operatorsJson({}, 5, hardware()).is_null());
        const Json json = operatorsJson({use("mm", "bf16", 5e7, 1e5), use("cat", "", {}, {})}, 5, {});
        QCOMPARE(json.size(), size_t(2));
        QCOMPARE(json[0]["tflops_s"].get<double>(), 50.0);
        QCOMPARE(json[0]["intensity"].get<double>(), 500.0);
        QCOMPARE(json[0]["dtypes"].get<std::string>(), std::string("bf16"));
        QVERIFY(json[0]["of_peak"].is_null());
        for (const char* key : {"dtypes", "flops", "bytes", "tflops_s", "tb_s", "intensity", "of_best", "of_peak"})
            QVERIFY2(json[1][key].is_null(), key);
        QCOMPARE(operatorsJson({use("mm", "bf16", 5e7, 1e5), use("cat", "", {}, {})}, 1, {}).size(), size_t(1));
    }

    void aPeakIsNamedWhereThereIsOne()
    {
        const std::vector<OperatorUse> operators {use("mm", "bf16", 5e7, 1e5)};
        QVERIFY(operatorsText(operators, hardware()).contains(QStringLiteral("(H100)")));
        QVERIFY(!operatorsText(operators, {}).contains(QStringLiteral("peak")));
        QVERIFY(operatorsText({}, hardware()).isEmpty());
    }

    void operatorsWithoutShapesSayHowToRecordThem()
    {
        const auto runOf = [](std::string_view name) {
            ProfilerPicture picture;
            picture.host(0, "thread 1", name, 10, 20);
            picture.kernel(0, "stream 7", 12, 20, picture.launch(0, "thread 1", 11));
            Run run;
            run.trace = std::make_shared<const Trace>(picture.finish());
            return run;
        };
        QVERIFY(shapesHint(runOf("aten::mm")).contains(QStringLiteral("record_shapes=True")));
        QVERIFY(shapesHint(runOf("forward")).isEmpty()); // of another profiler
    }
};

BUBBLESCOPE_TEST(TstOperatorSummary, QCoreApplication)

} // namespace bubblescope::tst_operatorsummary

#include "tst_operatorsummary.moc"
