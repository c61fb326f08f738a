// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometraceimporter.h"
#include "rungrouping.h"
#include "folderscan.h"
#include "importerregistry.h"
#include "importtext.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <array>

#include <fmt/format.h>

namespace bubblescope::tst_launchphases {

namespace {

/// The trace of one rank. Every kernel runs on stream 7, 1000 µs behind its call, and is named after the call's time.
class TraceText {
public:
    TraceText& range(const char* name, int begin, int end, int thread = 1, const char* category = "user_annotation")
    {
        return add(fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":9,"tid":{},"ts":{},"dur":{}}})", category,
            name, thread, begin, end - begin));
    }
    TraceText& step(int begin, int end) { return range("ProfilerStep#4", begin, end); }
    TraceText& autograd(int begin, int end, int thread)
    {
        return range("autograd::engine::evaluate_function: MmBackward0", begin, end, thread, "cpu_op");
    }
    TraceText& optimizer(int begin, int end) { return range("Optimizer.step#AdamW.step", begin, end); }
    TraceText& onGpu(const char* name, int begin, int end)
    {
        return add(
            fmt::format(R"({{"ph":"X","cat":"gpu_user_annotation","name":"{}","pid":0,"tid":7,"ts":{},"dur":{}}})",
                name, begin, end - begin));
    }
    TraceText& launch(int time, int thread = 1, const char* category = "kernel", const char* name = "k")
    {
        add(fmt::format(R"({{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":{},"ts":{},"dur":1,)"
                        R"("args":{{"correlation":{}}}}})",
            thread, time, time));
        return kernel(time, category, name);
    }
    TraceText& kernel(int time, const char* category = "kernel", const char* name = "k")
    {
        return add(fmt::format(R"({{"ph":"X","cat":"{}","name":"{}{}","pid":0,"tid":7,"ts":{},"dur":1,)"
                               R"("args":{{"correlation":{}}}}})",
            category, name, time, time + 1000, time));
    }
    /// "k5 forward 0 3": name, category, stage and microbatch of all that ran on the device.
    QStringList kernels() const
    {
        Imported imported = importText(ChromeTraceImporter(), fmt::format("[{}]", m_text), "rank0.json");
        ImportReport report;
        std::vector<NamedPart> parts;
        for (TracePart& part : imported.contents.traceParts)
            parts.push_back({"rank0.json", std::move(part)});
        const std::vector<Run> runs = groupRuns(std::move(parts), "folder", report);
        QStringList lines;
        for (uint32_t i = 0; runs.size() == 1 && i < runs[0].trace->spanCount(); ++i) {
            const Trace& trace = *runs[0].trace;
            const SpanId span(i);
            if (trace.launchOf(span).isValid() || trace.name(span).starts_with('k')) {
                lines << QString::fromStdString(fmt::format("{} {} {} {}", trace.name(span),
                    categoryKey(trace.category(span)), trace.stage(span), trace.microbatch(span)));
            }
        }
        return lines;
    }

private:
    TraceText& add(const std::string& event)
    {
        m_text += fmt::format("{}{}", m_text.empty() ? "" : ",\n", event);
        return *this;
    }
    std::string m_text;
};

} // namespace

class TstLaunchPhases : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void kernelsTakeThePassThatTheirCallLiesIn()
    {
        TraceText text;
        text.range("1F2", 10, 20).range("1B2", 30, 40).range("1W2", 50, 60).optimizer(70, 80);
        text.launch(5).launch(10).launch(15).launch(20).launch(35).launch(55).launch(75).launch(15 + 1, 2);
        QCOMPARE(text.kernels(),
            QStringList({"k5 compute -1 -1", "k10 forward 1 2", "k15 forward 1 2", "k16 compute -1 -1",
                "k20 compute -1 -1", "k35 backward 1 2", "k55 weight 1 2", "k75 optimizer -1 -1"}));
    }

    void theInnermostRangeCounts()
    {
        TraceText text;
        text.range("F7", 10, 50)
            .range("model.py(12): forward", 12, 48)
            .range("Optimizer.zero_grad#SGD.zero_grad", 13, 15);
        text.range("B6", 20, 30).launch(14).launch(25).launch(40);
        QCOMPARE(text.kernels(), QStringList({"k14 forward -1 7", "k25 backward -1 6", "k40 forward -1 7"}));
    }

    void theEngineWorksForTheMicrobatchThatWaitsForIt()
    {
        TraceText text;
        text.step(0, 100).range("0F0", 1, 10).range("0B0", 20, 40).range("0W0", 50, 60);
        text.autograd(21, 25, 2).autograd(30, 35, 2).autograd(51, 55, 2).autograd(70, 75, 2);
        text.launch(22, 2).launch(27, 2).launch(52, 2).launch(71, 2);
        QCOMPARE(text.kernels(),
            QStringList({"k22 backward 0 0", "k27 backward 0 0", "k52 weight 0 0", "k71 backward -1 -1"}));
    }

    void partsOfBothDirectionsTellTheirPassWhateverEnclosesThem()
    {
        TraceText text;
        text.step(0, 100).range("schedule.py(7): forward", 1, 99, 1, "python_function");
        text.range("combine(B)", 10, 15).range("attn(F)", 20, 29).range("mlp(W)", 30, 39).range("dispatch(F1)", 40, 49);
        text.launch(12).launch(22).launch(32).launch(42).range("attn(B)", 50, 59).autograd(51, 58, 2).launch(52, 2);
        text.range("attn (W)", 60, 69).autograd(61, 68, 2).launch(62, 2);
        QCOMPARE(text.kernels(),
            QStringList({"k12 backward -1 -1", "k22 forward -1 -1", "k32 weight -1 -1", "k42 forward -1 -1",
                "k52 backward -1 -1", "k62 weight -1 -1"}));
    }

    void whereForwardPartsAreNamedNothingElseIsForward()
    {
        TraceText text;
        text.step(0, 100).range("attn(F)", 10, 20).range("attn(B)", 50, 60).autograd(51, 58, 2);
        text.launch(5).launch(15).launch(30);
        QCOMPARE(text.kernels(), QStringList({"k5 compute -1 -1", "k15 forward -1 -1", "k30 compute -1 -1"}));
    }

    void partsBelongToTheMicrobatchOfTheirPass()
    {
        TraceText text;
        text.step(0, 100).range("2B5", 10, 50).range("mlp(B)", 12, 20).autograd(13, 19, 2).launch(14, 2);
        text.range("mlp(W)", 22, 30).autograd(23, 29, 2).launch(24, 2).launch(25);
        QCOMPARE(text.kernels(), QStringList({"k14 backward 2 5", "k24 weight 2 5", "k25 weight 2 5"}));
    }

    void aForwardRunOnceMoreForTheBackwardIsBackward()
    {
        TraceText text;
        text.step(0, 100).autograd(20, 60, 2).range("## forward ##", 30, 50, 2).range("m.py(3): forward", 31, 49, 2);
        text.launch(25, 2).launch(40, 2).launch(55, 2);
        QCOMPARE(text.kernels(), QStringList({"k25 backward -1 -1", "k40 backward -1 -1", "k55 backward -1 -1"}));
    }

    void whatLeadsUpToABackwardIsForward()
    {
        TraceText text;
        text.step(0, 100).launch(5).launch(15).autograd(20, 25, 2).autograd(26, 30, 2).launch(22, 2);
        text.launch(35).launch(36, 3); // the norm of the gradients; another thread
        text.range("Optimizer.zero_grad#SGD.zero_grad", 8, 10).launch(9);
        text.optimizer(40, 50).launch(45).launch(60); // what follows belongs to none
        QCOMPARE(text.kernels(),
            QStringList({"k5 forward -1 -1", "k9 optimizer -1 -1", "k15 forward -1 -1", "k22 backward -1 -1",
                "k35 compute -1 -1", "k36 compute -1 -1", "k45 optimizer -1 -1", "k60 compute -1 -1"}));
    }

    void ofSeveralForwardsEachLeadsUpToItsBackward()
    {
        TraceText text;
        text.step(0, 100).launch(5).autograd(10, 15, 2).launch(20).autograd(30, 35, 2).autograd(36, 39, 2).launch(50);
        QCOMPARE(text.kernels(), QStringList({"k5 forward -1 -1", "k20 forward -1 -1", "k50 compute -1 -1"}));
    }

    void aStepWithoutBackwardHasNoForward()
    {
        TraceText text;
        text.range("ProfilerStep#1", 0, 50).range("ProfilerStep#2", 50, 99).autograd(70, 75, 2).launch(5).launch(60);
        QCOMPARE(text.kernels(), QStringList({"k5 compute -1 -1", "k60 forward -1 -1"}));
    }

    void withoutStepsTheWholeRecordingIsOne()
    {
        TraceText text;
        text.launch(5).autograd(70, 75, 2).launch(72, 2).launch(77, 2).launch(80);
        QCOMPARE(text.kernels(),
            QStringList({"k5 forward -1 -1", "k72 backward -1 -1", "k77 compute -1 -1", "k80 compute -1 -1"}));
    }

    void withoutAutogradNothingIsGuessed()
    {
        TraceText text;
        text.step(0, 100).launch(5).optimizer(40, 50).launch(60);
        QCOMPARE(text.kernels(), QStringList({"k5 compute -1 -1", "k60 compute -1 -1"}));
    }

    void whereTheCallIsUnknownTheDeviceTells()
    {
        TraceText text;
        text.onGpu("F3", 1010, 1020).onGpu("B1", 1030, 1040).kernel(5).kernel(15).kernel(35).kernel(50);
        text.range("F8", 37, 39).launch(38); // the call's own range comes first
        QCOMPARE(text.kernels(),
            QStringList({"k5 compute -1 -1", "k15 forward -1 3", "k35 backward -1 1", "k38 forward -1 8",
                "k50 compute -1 -1"}));
    }

    void communicationAndCopiesStayWhatTheyAreInTheirPass()
    {
        TraceText text;
        text.range("F0", 10, 40).launch(15, 1, "gpu_memcpy").launch(20, 1, "kernel", "ncclDevKernel_AllReduce");
        QCOMPARE(text.kernels(), QStringList({"k15 memcpy -1 0", "ncclDevKernel_AllReduce20 comm -1 0"}));
    }

    void withoutADeviceTheOperatorsOfTheHostAreItsCompute()
    {
        TraceText text;
        text.step(0, 100).range("0F3", 10, 40).range("k::linear", 15, 35, 1, "cpu_op");
        text.range("k::addmm", 20, 30, 1, "cpu_op").range("k::lone", 45, 48, 1, "Operator");
        text.range("k.py(3): main", 0, 100, 1, "python_function").range("kRange", 50, 60);
        QCOMPARE(text.kernels(),
            QStringList({"k.py(3): main host -1 -1", "k::lone compute -1 -1", "kRange host -1 -1",
                "k::linear forward 0 3", "k::addmm forward 0 3"}));
        text.launch(70);
        QCOMPARE(text.kernels().filter(QStringLiteral("k::lone")), QStringList(QStringLiteral("k::lone host -1 -1")));
    }

    void namesThatOnlyMentionAPassTellNothing_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("category");
        for (const auto& [name, category] : {std::array {"DistributedDataParallel.forward", "forward"},
                 {"[param|alex_net|0|forward]", "forward"}, {"[pl][profile]run.training_step", "forward"},
                 {"pre_forward", "compute"}, {"forward_hook", "compute"}, {"loss.backward", "backward"},
                 {"aten::mm_backward", "compute"}, {"clip_grad_norm_", "optimizer"}, {"fast_forward", "compute"}})
            QTest::newRow(name) << name << category;
    }

    void namesThatOnlyMentionAPassTellNothing()
    {
        QFETCH(QString, name);
        QFETCH(QString, category);
        TraceText text;
        text.range(name.toUtf8().constData(), 10, 20).launch(15);
        QCOMPARE(text.kernels(), QStringList(QStringLiteral("k15 %1 -1 -1").arg(category)));
    }

    void rangesThatCrossEachOtherEndWhereTheyEnd()
    {
        TraceText text;
        text.range("F1", 10, 30).range("B2", 20, 40).launch(15).launch(25).launch(35).launch(40);
        QCOMPARE(text.kernels(),
            QStringList({"k15 forward -1 1", "k25 backward -1 2", "k35 backward -1 2", "k40 compute -1 -1"}));
    }

    void nearlyAllComputeOfRealRanksIsTold()
    {
        REQUIRE_SHARED_DATA();
        ImportReport report;
        const FolderScan scan = scanPaths({sharedData("kineto/dlrm_8ranks")}, ImporterRegistry::builtin(), report);
        QCOMPARE(scan.files.size(), size_t(8));
        std::vector<NamedPart> parts;
        for (const ScannedFile& file : scan.files) {
            Imported imported = importFile(*file.importer, file.path);
            for (TracePart& part : imported.contents.traceParts)
                parts.push_back({file.name, std::move(part)});
        }
        const std::vector<Run> runs = groupRuns(std::move(parts), "dlrm", report);
        std::array<TimeNs, categoryCount> times {};
        TimeNs compute = 0;
        for (uint32_t i = 0; i < runs.at(0).trace->spanCount(); ++i) {
            const Category category = runs[0].trace->category(SpanId(i));
            times[size_t(category)] += runs[0].trace->duration(SpanId(i));
            compute += isCompute(category) ? runs[0].trace->duration(SpanId(i)) : 0;
        }
        // The rest are tables for the next step, and kernels whose calls were not recorded.
        QVERIFY(times[size_t(Category::OtherCompute)] * 10 < compute);
        QVERIFY(times[size_t(Category::Backward)] > times[size_t(Category::Forward)]);
        QVERIFY(times[size_t(Category::Forward)] > times[size_t(Category::Optimizer)]);
        QVERIFY(times[size_t(Category::Optimizer)] > 0);
    }
};

BUBBLESCOPE_TEST(TstLaunchPhases, QCoreApplication)

} // namespace bubblescope::tst_launchphases

#include "tst_launchphases.moc"
