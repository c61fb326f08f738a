// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// One step of all ranks of an index that does not fit into memory: everything that is said of it is what the whole run
// would say.
#include "indexing.h"

#include "comparereport.h"
#include "opensource.h"
#include "samplecommand.h"
#include "sanitized.h"
#include "shareddata.h"
#include "simulatefolder.h"
#include "testprogram.h"
#include "typicalstep.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>

namespace bubblescope::tst_indexstep {

namespace {
SampleOptions pipelineOf(int stages, int tensor, int data, int steps)
{
    SampleOptions options;
    options.stages = stages;
    options.tensor = tensor;
    options.data = data;
    options.steps = steps;
    options.stragglers = {{1, 1.3}};
    return options;
}

OpenedFolderPtr openedStep(const std::string& index, uint64_t memory, std::optional<int> number, bool alone = false)
{
    Source source;
    source.paths = {index};
    source.memory = memory;
    source.step = WantedStep {number, alone};
    return openSource(source, false);
}

std::string answerOf(const RunFolder& folder, const SimulateOptions& options)
{
    const Result<SimulatedInput> simulated = simulateFolder(folder, options);
    return simulated ? simulationJson(simulated->report) + simulationText(simulated->report)
                     : simulated.error().message.text();
}
} // namespace

class TstIndexStep : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void aStepIsSimulatedAsInTheWholeRun_data();
    void aStepIsSimulatedAsInTheWholeRun();
    void anIndexIsSimulatedAsItsFolder_data();
    void anIndexIsSimulatedAsItsFolder();
    void aStepThatIsWantedAloneIsReadAlone();
    void aRangeIsReadAlone();
    void anIndexIsComparedAsItsRun();
    void anIndexIsComparedByPartAsItsRun();
    void aStepThatDoesNotFitSaysWhatItTakes();
    void whatNeedsAllRanksGetsThemWhereTheyFit();

private:
    std::string indexOf(const char* name) const
    {
        return m_folder.filePath(QString::fromLatin1(name) + QStringLiteral(".bubbleindex")).toStdString();
    }
    QTemporaryDir m_folder;
};

void TstIndexStep::initTestCase()
{
    const auto make = [this](const char* name, const SampleOptions& options) {
        const std::string run = m_folder.filePath(QString::fromLatin1(name)).toStdString();
        QVERIFY(writeSample(options, run).isOk());
        QCOMPARE(indexed({run}, indexOf(name), 1), ExitCode::Fine);
    };
    make("pipeline", pipelineOf(4, 2, 2, 6));
    constexpr int data = isSanitized ? 2 : 4; // of four, two share experts
    make("deep", pipelineOf(8, 1, 2, 4));
    SampleOptions noisy = pipelineOf(4, 2, data, 4);
    noisy.noise = 0.1;
    noisy.expert = 2;
    noisy.expertImbalance = 1.5;
    make("noisy", noisy);
    make("flat", pipelineOf(1, 2, data, 4));
}

void TstIndexStep::aStepIsSimulatedAsInTheWholeRun_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"pipeline", "deep", "noisy", "flat"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TstIndexStep::aStepIsSimulatedAsInTheWholeRun()
{
    QFETCH(const QString, name);
    const std::string index = indexOf(qPrintable(name));
    const OpenedFolderPtr whole = openedStep(index, UINT64_MAX, std::nullopt);
    const Trace& trace = *whole->folder.runs.front().trace;
    const uint64_t tooLittle = uint64_t(trace.spanCount()) * 40; // a span takes more
    std::vector<std::optional<int>> numbers {std::nullopt};
    for (const Step& step : trace.steps()) {
        if (!isSanitized || step.number == 1)
            numbers.emplace_back(step.number);
    }
    for (const std::optional<int>& number : numbers) {
        const OpenedFolderPtr part = openedStep(index, tooLittle, number);
        QVERIFY(!part->folder.runs.empty());
        QVERIFY(part->folder.runs.front().trace->spanCount() < trace.spanCount());
        QCOMPARE(part->folder.report.count(IssueKind::PartOnly), uint64_t(0));
        for (const char* knob : {"", "schedule=gpipe", "compute-scale=0.9", "microbatches=16"}) {
            if (isSanitized && number.has_value() == (*knob == '\0'))
                continue; // each knob with a step only, no knob without one only
            SimulateOptions options;
            options.step = number;
            // Of the other runs a sanitizer sees it below, where the step is read alone as well.
            options.ranksGains = *knob == '\0' && !number && (!isSanitized || name == QLatin1String("pipeline"));
            if (*knob != '\0')
                options.knobs = {knob};
            QCOMPARE(QString::fromStdString(answerOf(part->folder, options)),
                QString::fromStdString(answerOf(whole->folder, options)));
        }
    }
}

void TstIndexStep::anIndexIsSimulatedAsItsFolder_data()
{
    aStepIsSimulatedAsInTheWholeRun_data();
    if (hasSharedData()) {
        for (const char* name : {"echo/measured_tp2_pp4_8ranks", "echo/measured_pp4_16ranks_2hosts", "bytedance_st",
                 "bytedance_ar", "kineto/dlrm_8ranks"}) {
            if (!isSanitized || name != std::string_view("bytedance_ar")) // bytedance_st is of its kind
                QTest::newRow(name) << QString::fromLatin1(name);
        }
    }
}

/// Byte for byte: an index keeps messages and groups in another order than a folder finds them.
void TstIndexStep::anIndexIsSimulatedAsItsFolder()
{
    QFETCH(const QString, name);
    std::string run = m_folder.filePath(name).toStdString();
    std::string index = indexOf(qPrintable(name));
    if (name.contains(QLatin1Char('/')) || name.startsWith(QLatin1String("byte"))) {
        run = sharedData(qPrintable(name));
        index = indexOf(qPrintable(QString(name).replace(QLatin1Char('/'), QLatin1Char('-'))));
        QCOMPARE(indexed({run}, index, 3), ExitCode::Fine);
    }
    const OpenedFolderPtr ofFolder = openedQuietly(run);
    const OpenedFolderPtr ofIndex = openedQuietly(index);
    const OpenedFolderPtr ofStep = openedStep(index, UINT64_MAX, std::nullopt, true); // as the command reads it
    for (const char* knob : {"", "schedule=gpipe", "compute-scale=0.9", "microbatches=16", "stages=2",
             "blocking-send=off", "hardware=a100"}) {
        if (isSanitized && *knob != '\0' && (name.size() + qsizetype(std::strlen(knob))) % 3 > 0)
            continue; // others with the next input
        SimulateOptions options;
        options.ranksGains = *knob == '\0' && (!isSanitized || name.size() < 10);
        if (*knob != '\0')
            options.knobs = {knob};
        const QString wanted = QString::fromStdString(answerOf(ofFolder->folder, options));
        QCOMPARE(QString::fromStdString(answerOf(ofIndex->folder, options)), wanted);
        QCOMPARE(QString::fromStdString(answerOf(ofStep->folder, options)), wanted);
    }
}

void TstIndexStep::aStepThatIsWantedAloneIsReadAlone()
{
    const std::string index = indexOf("pipeline");
    const OpenedFolderPtr whole = openedStep(index, UINT64_MAX, 3);
    const uint32_t spans = whole->folder.runs.front().trace->spanCount();
    for (const std::optional<int> number : {std::optional<int>(), std::optional<int>(3), std::optional<int>(6)}) {
        SimulateOptions options;
        options.step = number;
        const OpenedFolderPtr alone = openedStep(index, UINT64_MAX, number, true);
        QVERIFY(alone->folder.runs.front().trace->spanCount() < spans / 2); // one of six, and what it meets
        QCOMPARE(QString::fromStdString(answerOf(alone->folder, options)),
            QString::fromStdString(answerOf(whole->folder, options)));
    }
    SimulateOptions options;
    options.step = 99;
    QCOMPARE(answerOf(openedStep(index, UINT64_MAX, 99, true)->folder, options), answerOf(whole->folder, options));
}

void TstIndexStep::aRangeIsReadAlone()
{
    const std::string index = indexOf("pipeline");
    Source source;
    source.paths = {index};
    const TimeRange range = openedQuietly(index)->folder.runs.front().trace->steps()[2].range;
    source.range = range;
    const OpenedFolderPtr part = openSource(source, false);
    const Trace& trace = *part->folder.runs.front().trace;
    QVERIFY(trace.spanCount() > 0);
    QVERIFY(std::all_of(
        trace.steps().begin(), trace.steps().end(), [&](const Step& step) { return step.range.intersects(range); }));
    QCOMPARE(trace.steps()[size_t(typicalStep(trace))].number, 3);
    for (uint32_t i = 0; i < trace.spanCount(); ++i)
        QVERIFY(trace.begin(SpanId(i)) < range.end && trace.end(SpanId(i)) >= range.begin);
    QVERIFY(rangeToShow(source, part->folder) == source.range);
    QCOMPARE(part->folder.report.count(IssueKind::PartOnly), uint64_t(1));
    QVERIFY(part->blocks.empty());
}

void TstIndexStep::anIndexIsComparedAsItsRun()
{
    const OpenedFolderPtr a = openedQuietly(indexOf("pipeline"));
    const OpenedFolderPtr b = openedQuietly(indexOf("noisy"));
    const Result<ComparedFolders> expected = compareFolders({a->folder}, {b->folder});
    const OpenedFolderPtr ofA = openedToAnswer(indexOf("pipeline"), Asked::Comparison);
    const OpenedFolderPtr ofB = openedToAnswer(indexOf("noisy"), Asked::Comparison);
    QVERIFY(ofA->folder.runs.front().trace->spanCount() == 0 && ofB->folder.runs.front().trace->spanCount() == 0);
    const Result<ComparedFolders> compared = compareFolders({knownOf(*ofA)}, {knownOf(*ofB)});
    QCOMPARE(QString::fromStdString(comparisonJson(*compared)), QString::fromStdString(comparisonJson(*expected)));
    QVERIFY(!expected->comparison.ranks.empty() && !expected->comparison.names.empty());
    const Result<ComparedFolders> mixed = compareFolders({a->folder}, {knownOf(*ofB)});
    QCOMPARE(QString::fromStdString(comparisonJson(*mixed)), QString::fromStdString(comparisonJson(*expected)));
    QVERIFY(!KnownIndex::open(m_folder.filePath(QStringLiteral("none.bubbleindex")).toStdString()));
}

void TstIndexStep::anIndexIsComparedByPartAsItsRun()
{
    // Two steps of a profiler; the kernels of the second take twice as long.
    QStringList events;
    const auto add = [&](const char* category, const QString& name, int thread, int begin, int duration, int number) {
        events << QStringLiteral(R"({"ph":"X","cat":"%1","name":"%2","pid":1,"tid":%3,"ts":%4,"dur":%5,)"
                                 R"("args":{"correlation":%6,"stream":%3,"device":0}})")
                      .arg(QLatin1String(category), name)
                      .arg(thread)
                      .arg(begin)
                      .arg(duration)
                      .arg(number);
    };
    for (int step = 1; step <= 2; ++step) {
        const int begin = 100 * step;
        add("user_annotation", QStringLiteral("ProfilerStep#%1").arg(step), 1, begin, 90, 0);
        add("user_annotation", QStringLiteral("forward"), 1, begin + 5, 20, 0);
        for (int kernel = 0; kernel < 2; ++kernel) {
            const int number = 2 * step + kernel;
            add("cuda_runtime", QStringLiteral("cudaLaunchKernel"), 1, begin + 10 + 30 * kernel, 2, number);
            add("kernel", QStringLiteral("gemm"), 7, begin + 15 + 30 * kernel, 10 * step, number);
        }
    }
    const QString run = m_folder.filePath(QStringLiteral("profiled"));
    QVERIFY(QDir().mkpath(run));
    QFile file(run + QStringLiteral("/rank0.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QStringLiteral(R"({"distributedInfo":{"rank":0,"world_size":1},"traceEvents":[%1]})")
                   .arg(events.join(QLatin1Char(',')))
                   .toUtf8());
    file.close();
    QCOMPARE(indexed({run.toStdString()}, indexOf("profiled"), 1), ExitCode::Fine);
    const OpenedFolderPtr opened = openedQuietly(run.toStdString());
    ComparedPart first {ComparedPart::By::Step, 1};
    ComparedPart second {ComparedPart::By::Step, 2};
    const Result<ComparedFolders> steps = compareFolders({opened->folder, first}, {opened->folder, second});
    QVERIFY(steps && steps->comparison.kernels.size() == 1);
    QCOMPARE(steps->comparison.kernels.front().change(), 20'000.0);
    ComparedPart ranges {ComparedPart::By::Range, 0, "forward"};
    ComparedPart times {ComparedPart::By::Times};
    times.times = {0, 100'000};
    const OpenedFolderPtr ofIndex = openedToAnswer(indexOf("profiled"), Asked::Comparison);
    for (const auto& [a, b] : {std::pair(first, second), std::pair(ranges, ranges), std::pair(times, times)}) {
        const Result<ComparedFolders> expected = compareFolders({opened->folder, a}, {opened->folder, b});
        const Result<ComparedFolders> compared = compareFolders({knownOf(*ofIndex), a}, {knownOf(*ofIndex), b});
        QVERIFY(expected && compared);
        QCOMPARE(QString::fromStdString(comparisonJson(*compared)), QString::fromStdString(comparisonJson(*expected)));
    }
    const ComparedPart none {ComparedPart::By::Range, 0, "no such range"};
    QVERIFY(!compareFolders({knownOf(*ofIndex), none}, {opened->folder, first}));
}

void TstIndexStep::aStepThatDoesNotFitSaysWhatItTakes()
{
    const OpenedFolderPtr part = openedStep(indexOf("pipeline"), 10'000, 3);
    QVERIFY(part->folder.isEmpty());
    const std::optional<Error> error = whyNotOpened(part->folder);
    QVERIFY(error);
    const QString words = QString::fromStdString(error->message.text());
    QVERIFY2(words.startsWith(QStringLiteral("Step 3 of all ranks takes ")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("--memory ")), qPrintable(words));
    QVERIFY(!whyNotOpened(openedStep(indexOf("pipeline"), UINT64_MAX, 3)->folder));
}

void TstIndexStep::whatNeedsAllRanksGetsThemWhereTheyFit()
{
    Source source;
    source.paths = {indexOf("pipeline")};
    source.needsAll = true;
    const OpenedFolderPtr opened = openSource(source, false);
    QVERIFY(!whyNotOpened(opened->folder));
    QCOMPARE(opened->folder.runs.front().trace->spanCount(),
        openedQuietly(indexOf("pipeline"))->folder.runs.front().trace->spanCount());
    source.memory = 10'000;
    QVERIFY(whyNotOpened(openSource(source, false)->folder));
}

BUBBLESCOPE_TEST(TstIndexStep, QCoreApplication)

} // namespace bubblescope::tst_indexstep

#include "tst_indexstep.moc"
