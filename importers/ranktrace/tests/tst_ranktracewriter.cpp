// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "derivedtrace.h"
#include "folderscan.h"
#include "testprogram.h"
#include "tracename.h"
#include "ranktraceimporter.h"
#include "ranktracewriter.h"
#include "shareddata.h"

#include <QRegularExpression>
#include <QTest>

#include <filesystem>

#include <fmt/format.h>

namespace bubblescope::tst_ranktracewriter {

namespace {

Trace readBack(const std::vector<std::string>& texts, ImportReport& report, bool comparable = true)
{
    TraceBuilder all;
    for (const std::string& text : texts) {
        const auto source = openMemory(text, "test.txt");
        FileContents contents;
        RankTraceImporter().import(*source, contents, report, {});
        for (TracePart& part : contents.traceParts)
            all.append(std::move(part.builder));
    }
    TraceBuilder::Options options;
    options.ranksAreComparable = comparable;
    return all.finish(options, report);
}

// Everything of a span that a file can tell.
std::string describe(const Trace& trace, SpanId s)
{
    const SpanId parent = trace.parent(s);
    const Track& track = trace.track(trace.track(s));
    return fmt::format("rank {} {}: {} [{}] {}-{} flags {} mb {} bytes {} category {} in {}", track.rank,
        trace.trackName(trace.track(s)), trace.name(s), trace.detail(s), trace.begin(s), trace.end(s),
        int(trace.flags(s)), trace.microbatch(s), trace.bytes(s), categoryKey(trace.category(s)),
        parent.isValid() ? trace.name(parent) : "-");
}

void compareTraces(const Trace& left, const Trace& right)
{
    QCOMPARE(left.spanCount(), right.spanCount());
    QCOMPARE(left.origin(), right.origin());
    for (uint32_t i = 0; i < left.spanCount(); ++i)
        QCOMPARE(QString::fromStdString(describe(left, SpanId(i))), QString::fromStdString(describe(right, SpanId(i))));
}

std::vector<std::string> writeAll(const Trace& trace, const RankTraceStyle& style = {})
{
    std::vector<std::string> texts;
    for (const RankInfo& rank : trace.ranks())
        texts.push_back(writeRankTrace(trace, rank.rank, style));
    return texts;
}

} // namespace

class TstRankTraceWriter : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void operationIsWrittenAsTheTracerDoes();
    void fusedPairIsTwoRecords();
    void timesAreRoundedOnTheirOwn();
    void realFilesComeBackToTheNanosecond_data();
    void realFilesComeBackToTheNanosecond();
    void ownFilesComeBackToTheNanosecond();
    void alignedTraceIsWrittenByItsOwnClock();
    void fileNameTellsTheLayout();
};

void TstRankTraceWriter::operationIsWrittenAsTheTracerDoes()
{
    TraceBuilder builder;
    const TrackId compute = builder.track({2, 1, Lane::Compute, Category::Other, "compute"});
    const TrackId tensor = builder.track({2, 1, Lane::Communication, Category::TensorComm, "comm tp"});
    SpanRecord forward;
    forward.track = compute;
    forward.begin = 16'109'898'842'690'000;
    forward.end = 16'109'898'861'340'000;
    forward.name = builder.intern("forward_step");
    forward.category = Category::Forward;
    forward.operation = Operation::Forward;
    forward.stage = 1;
    forward.microbatch = 3;
    SpanRecord reduce;
    reduce.parent = builder.addSpan(forward);
    reduce.track = tensor;
    reduce.begin = 16'109'898'857'000'000;
    reduce.end = 16'109'898'857'340'000;
    reduce.name = builder.intern("allreduce");
    reduce.detail = builder.intern("crossEntropy_fwd_1 [4096, 1] float32");
    reduce.category = Category::TensorComm;
    reduce.operation = Operation::AllReduce;
    reduce.flags = SpanFlag::subOperation;
    reduce.stage = 1;
    reduce.bytes = 16384;
    builder.addSpan(reduce);
    ImportReport report;
    const Trace trace = builder.finish({}, report);
    QCOMPARE(QString::fromStdString(writeRankTrace(trace, 2)),
        QStringLiteral("rank:2:forward_step(stage_id=1,batch_id=3,mg_state=steady,duration=18.65,description=None,"
                       "group_kind=None,input__shape=None,input__dtype=None,timestamp=16109898861.34,sub_operations=['"
                       "trace_src_func=_allreduce,duration=0.34,timestamp=16109898857.34,input__shape=[4096, 1],"
                       "input__dtype=torch.float32,func_name=crossEntropy_fwd_1,group=tp,comm_func=allreduce'])\n"));
    QVERIFY(writeRankTrace(trace, 3).empty());
}

void TstRankTraceWriter::fusedPairIsTwoRecords()
{
    const std::string text
        = "rank:5:send_forward(stage_id=1,batch_id=2,mg_state=steady,duration=40.92,description=None,group_kind=pp,"
          "input__shape=[1024, 1, 4096],input__dtype=torch.bfloat16,timestamp=3374077720.63,sub_operations=[])\n"
          "rank:5:recv_backward(stage_id=1,batch_id=0,mg_state=steady,duration=40.92,description=None,group_kind=pp,"
          "input__shape=[1024, 1, 4096],input__dtype=torch.bfloat16,timestamp=3374077720.63,sub_operations=[])\n";
    ImportReport report;
    const Trace trace = readBack({text}, report);
    QCOMPARE(QString::fromStdString(writeRankTrace(trace, 5)), QString::fromStdString(text));
}

void TstRankTraceWriter::timesAreRoundedOnTheirOwn()
{
    TraceBuilder builder;
    SpanRecord span;
    span.track = builder.track({0, 0, Lane::Compute, Category::Other, "compute"});
    span.name = builder.intern("forward_step");
    span.category = Category::Forward;
    span.operation = Operation::Forward;
    span.begin = 1'000'004'999;
    span.end = 1'000'015'000;
    builder.addSpan(span);
    ImportReport report;
    const Trace trace = builder.finish({}, report);
    QVERIFY(writeRankTrace(trace, 0).find("duration=0.02,") != std::string::npos);
    QVERIFY(writeRankTrace(trace, 0).find("timestamp=1000.02,") != std::string::npos);
    RankTraceStyle fine;
    fine.decimals = 6;
    fine.clockBase = 500'000'000;
    fine.simulation = true;
    const std::string exact = writeRankTrace(trace, 0, fine);
    QVERIFY(exact.find("duration=0.010001,description=simulation,") != std::string::npos);
    QVERIFY(exact.find("timestamp=1500.015,") != std::string::npos);
}

void TstRankTraceWriter::realFilesComeBackToTheNanosecond_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<bool>("scaling");
    for (const char* path :
        {"seeds/000_213289ee4de42d36.txt", "echo/measured_tp1_pp2_4ranks", "echo/measured_tp2_pp2_4ranks_known_step",
            "echo/measured_tp2_pp4_8ranks", "echo/measured_pp4_16ranks_2hosts"})
        QTest::newRow(path) << QByteArray(path) << false;
    for (const char* path : {"seeds/001_15abf85fb1cc9dfd.txt", "echo/scaling_tp2_pp2_4ranks", "echo/extended_2026"})
        QTest::newRow(path) << QByteArray(path) << true;
}

void TstRankTraceWriter::realFilesComeBackToTheNanosecond()
{
    REQUIRE_SHARED_DATA();
    QFETCH(QByteArray, path);
    QFETCH(bool, scaling);
    ImportReport report;
    const FolderScan scan = scanPaths({sharedData(path.constData())}, ImporterRegistry::builtin(), report);
    TraceBuilder all;
    for (const ScannedFile& file : scan.files) {
        if (file.importer->id() != "rank-trace")
            continue;
        FileContents contents;
        const auto source = openFile(file.path, file.name);
        file.importer->import(**source, contents, report, {});
        all.append(std::move(contents.traceParts.front().builder));
    }
    TraceBuilder::Options options;
    options.ranksAreComparable = !scaling;
    const Trace trace = all.finish(options, report);
    QVERIFY(trace.spanCount() > 0);
    RankTraceStyle style;
    style.simulation = scaling;
    ImportReport again;
    const Trace copy = readBack(writeAll(trace, style), again, !scaling);
    if (!scaling) {
        compareTraces(trace, copy);
        QVERIFY(again.isEmpty());
        return;
    }
    // Descriptions become "simulation: ..." on the way; all else stays.
    QCOMPARE(copy.spanCount(), trace.spanCount());
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        QCOMPARE(copy.range(SpanId(i)), trace.range(SpanId(i)));
        QCOMPARE(copy.bytes(SpanId(i)), trace.bytes(SpanId(i)));
        QCOMPARE(int(copy.flags(SpanId(i))), int(trace.flags(SpanId(i))));
    }
}

void TstRankTraceWriter::ownFilesComeBackToTheNanosecond()
{
    for (const char* file : {"ranktrace/measured_rank0.txt", "ranktrace/extended_rank3.txt"}) {
        ImportReport report;
        FileContents contents;
        const auto source = openFile(testData(file), file);
        RankTraceImporter().import(**source, contents, report, {});
        const Trace trace = contents.traceParts.front().builder.finish({}, report);
        QVERIFY(trace.spanCount() >= 6);
        ImportReport again;
        compareTraces(trace, readBack(writeAll(trace), again));
    }
}

void TstRankTraceWriter::alignedTraceIsWrittenByItsOwnClock()
{
    const std::string first
        = "rank:0:forward_step(stage_id=0,batch_id=0,mg_state=steady,duration=5.0,description=None,"
          "group_kind=None,input__shape=None,input__dtype=None,timestamp=1010.0,sub_operations=[])\n";
    const std::string second
        = "rank:1:forward_step(stage_id=1,batch_id=0,mg_state=steady,duration=5.0,description=None,"
          "group_kind=None,input__shape=None,input__dtype=None,timestamp=604801016.5,sub_operations=[])\n";
    ImportReport report;
    TraceBuilder all;
    for (const std::string& text : {first, second}) {
        const auto source = openMemory(text, "test.txt");
        FileContents contents;
        RankTraceImporter().import(*source, contents, report, {});
        all.append(std::move(contents.traceParts.front().builder));
    }
    all.setHost(0, "host0");
    all.setHost(1, "host1");
    Trace trace = all.finish({}, report);
    DerivedTrace::Alignment alignment;
    alignment.hostShift = {0, -604'800'000'000'000};
    alignment.ownStart = {false, false};
    trace = DerivedTrace::aligned(std::move(trace), alignment);
    QCOMPARE(trace.range().duration(), TimeNs(11'500'000));
    QCOMPARE(writeRankTrace(trace, 0), first);
    QCOMPARE(writeRankTrace(trace, 1), second);
}

void TstRankTraceWriter::fileNameTellsTheLayout()
{
    ParallelLayout layout;
    layout.world = 16;
    layout.tensor = 1;
    layout.pipeline = 4;
    layout.expert = 4;
    layout.layers = 8;
    layout.microbatchSize = 1;
    const std::string name = rankTraceFileName(layout, 7, "20250818095052");
    QCOMPARE(name, std::string("wd16_tp1_pp4_exp4_numl8_bs1_rank7_20250818095052.txt"));
    const TraceName parsed = parseTraceName(name, "");
    QCOMPARE(parsed.rank.value(), 7);
    QVERIFY(parsed.layout == layout);
}

BUBBLESCOPE_TEST(TstRankTraceWriter, QCoreApplication)

} // namespace bubblescope::tst_ranktracewriter

#include "tst_ranktracewriter.moc"
