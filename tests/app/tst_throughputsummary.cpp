// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "testprogram.h"
#include "throughputsummary.h"

#include <QTest>

#include <optional>

namespace bubblescope::tst_throughputsummary {

namespace {

/// 16 tokens in 2 us of 4 GPUs: two tokens in a microsecond and GPU, of 100 MFLOP each.
MeasuredThroughput known()
{
    MeasuredThroughput made;
    made.step.tokensPerSecond = 8e6;
    made.step.tokensPerSecondPerGpu = 2e6;
    made.step.flopsPerToken = 1e8;
    made.job.layout.gpus = 4;
    made.job.layout.globalBatch = 2;
    made.job.layout.sequence = 8;
    return made;
}

MeasuredThroughput withPeak()
{
    MeasuredThroughput made = known();
    made.hardware.emplace();
    made.hardware->name = "H100";
    made.hardware->peakFlops = 1e15;
    made.step.mfu = 0.2;
    return made;
}

} // namespace

class TstThroughputSummary : public QObject {
    Q_OBJECT
private slots:
    void nothingIsSaidOfWhatIsNotKnown()
    {
        QVERIFY(throughputText({}, 2000).isEmpty());
        QVERIFY(throughputJson({}).is_null());
        const QString text = throughputText(known(), 2000);
        QVERIFY2(text.contains(QStringLiteral("tokens/s per GPU")), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("200 TFLOP/s per GPU")));
        QVERIFY(!text.contains(QStringLiteral("MFU")) && !text.contains(QStringLiteral("log")));
        const Json json = throughputJson(known());
        for (const char* key : {"mfu", "peak_tflops", "hardware", "log_tflops_per_gpu", "log_mfu"})
            QVERIFY2(json[key].is_null(), key);
        QCOMPARE(json["tokens"].get<double>(), 16.0);
        QCOMPARE(json["tflops_per_gpu"].get<double>(), 200.0);
    }

    void aPeakIsNamedWithTheMfu()
    {
        const QString text = throughputText(withPeak(), 2000);
        QVERIFY2(text.contains(QStringLiteral("MFU 20.0\u00a0%")), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("(H100)")));
        const Json json = throughputJson(withPeak());
        QCOMPARE(json["mfu"].get<double>(), 0.2);
        QCOMPARE(json["peak_tflops"].get<double>(), 1000.0);
        QCOMPARE(json["gpus"].get<int>(), 4);
    }

    void whatALogPrintsStandsBeside()
    {
        MeasuredThroughput same = withPeak();
        same.printedFlopsPerSecond = 2.01e14;
        same.printedMfu = 0.201;
        QString text = throughputText(same, 2000);
        QVERIFY2(text.contains(QStringLiteral("the log prints 201 TFLOP/s, MFU 20.1\u00a0%\n")), qPrintable(text));
        same.printedDiffers = true;
        QVERIFY(throughputText(same, 2000).contains(QStringLiteral("MFU 20.1\u00a0%: it counts otherwise")));
        same.printedCounts = {ExtraFlops::WholeAttention, ExtraFlops::Recomputation};
        text = throughputText(same, 2000);
        QVERIFY2(text.contains(QStringLiteral("it counts all of attention, not the causal half, and what is computed")),
            qPrintable(text));
        const Json json = throughputJson(same);
        QCOMPARE(json["log_counts"].size(), size_t(2));
        QCOMPARE(json["log_counts"][1].get<std::string>(), std::string("recomputation"));
        QCOMPARE(json["log_tflops_per_gpu"].get<double>(), 201.0);
        QVERIFY(json["log_differs"].get<bool>());
    }
};

BUBBLESCOPE_TEST(TstThroughputSummary, QCoreApplication)

} // namespace bubblescope::tst_throughputsummary

#include "tst_throughputsummary.moc"
