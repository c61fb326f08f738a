// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a log prints of its model and layout is its description, or why there is none.
#include "readlog.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QTest>

#include <algorithm>

namespace bubblescope::tst_describedlog {

namespace {

const std::string iteration
    = " iteration        2/     100 | elapsed time per iteration (ms): 1000.0 | global batch size:    64 |\n";

std::string blockOf(const std::string& lines)
{
    return "------------------------ arguments ------------------------\n" + lines
        + "-------------------- end of arguments ---------------------\n" + iteration;
}

} // namespace

class TstDescribedLog : public QObject {
    Q_OBJECT
private slots:
    void argumentsDescribeWhatWasTrained()
    {
        const ReadLog read = readLogFile(testData("jobdescription/arguments.log"));
        QVERIFY2(read.log().description, read.log().whyNotDescribed.text().c_str());
        const JobDescription& job = *read.log().description;
        QCOMPARE(job.model.layers, 32);
        QCOMPARE(job.model.vocabulary, 128000);
        QCOMPARE(job.layout.gpus, std::optional(16));
        QCOMPARE(job.layout.chunks, std::optional(4));
        QCOMPARE(job.layout.paddedVocabulary, std::optional(128256));
        QCOMPARE(job.format, std::string("megatron"));
        QCOMPARE(job.name, read.log().name);
        QVERIFY(read.log().whyNotDescribed.empty());
    }

    void torchTitansModelIsKnownByItsName()
    {
        const ReadLog read = readLogFile(testData("runlog/torchtitan_qwen3.log"));
        QVERIFY2(read.log().description, read.log().whyNotDescribed.text().c_str());
        const JobDescription& job = *read.log().description;
        QCOMPARE(qint64(job.model.parameters()), qint64(8'190'735'360));
        QCOMPARE(job.layout.data, std::optional(8));
        QCOMPARE(job.layout.sequence, std::optional(4096));
        QCOMPARE(job.layout.microbatchSize, std::optional(2));
        QCOMPARE(job.layout.microbatches, std::optional(1));
        QVERIFY(job.layout.shard == StateSharding::Parameters && job.layout.recompute == Recompute::Selective);
        QVERIFY(job.layout.precision == Precision::Bf16);
        QCOMPARE(read.log().machine.devices, std::vector<std::string> {"NVIDIA H100 80GB HBM3"});
    }

    void unknownModelsAreNamed()
    {
        const ReadLog read = readLog("[rank0]:[titan] 2026-05-19 19:34:53,412 - root - INFO - Building mine 8B\n"
                                     "[rank0]:[titan] 2026-05-19 19:35:09,500 - root - INFO - step:  1  loss: 12.4  "
                                     "tps: 1,303  mfu: 4.88%\n");
        QVERIFY(!read.log().description);
        QVERIFY(read.log().whyNotDescribed.text().find("mine 8B") != std::string::npos);
    }

    void argumentsWithoutAModelSayWhatIsMissing()
    {
        const ReadLog read = readLog(blockOf("  hidden_size ............ 64\n  seq_length ............ 128\n"));
        QVERIFY(!read.log().description);
        QVERIFY2(read.log().whyNotDescribed.text().find("num_layers") != std::string::npos,
            read.log().whyNotDescribed.text().c_str());
        QCOMPARE(read.log().steps.size(), size_t(1));
        QVERIFY(readLog(iteration).log().whyNotDescribed.empty());
        QVERIFY(!readLog(iteration).log().description);
    }

    /// Far more lines than any block has: what is beyond is not kept.
    void aBlockWithoutAnEndIsBounded()
    {
        std::string text = "------------------------ arguments ------------------------\n";
        for (int i = 0; i < 40'000; ++i)
            text += "  argument_" + std::to_string(i) + " ................................ value\n";
        const ReadLog read = readLog(text + iteration);
        QVERIFY(!read.log().description);
        QVERIFY(!read.log().whyNotDescribed.empty());
        QCOMPARE(read.log().steps.size(), size_t(1));
    }

    void realLogsAreDescribed()
    {
        REQUIRE_SHARED_DATA();
        const ReadLog megatron = readLogFile(sharedData("megatron_logs/meg_gpt2_perf_n16.out"));
        QVERIFY2(megatron.log().description, megatron.log().whyNotDescribed.text().c_str());
        QCOMPARE(megatron.log().description->layout.gpus, std::optional(64));
        QCOMPARE(megatron.log().description->layout.stages, std::optional(16));
        const ReadLog titan = readLogFile(sharedData("torchtitan/run101_ansi.log"));
        QVERIFY2(titan.log().description, titan.log().whyNotDescribed.text().c_str());
        QCOMPARE(titan.log().description->layout.microbatchSize, std::optional(161));
        QCOMPARE(qint64(titan.log().description->model.parameters()), qint64(14'768'307'200));
        QVERIFY(!readLogFile(sharedData("megatron_logs/megatronapp_output1.log")).log().description);
    }
};

BUBBLESCOPE_TEST(TstDescribedLog, QCoreApplication)

} // namespace bubblescope::tst_describedlog

#include "tst_describedlog.moc"
