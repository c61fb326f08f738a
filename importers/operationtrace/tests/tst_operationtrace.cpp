// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Traces of ByteDance's tracer: small ones written here, and the published one.
#include "importtext.h"
#include "operationtraceimporter.h"
#include "realfolder.h"
#include "testprogram.h"

#include <QTest>

#include <fmt/format.h>

namespace bubblescope::tst_operationtrace {

namespace {

const OperationTraceImporter importer;

std::string spanEvent(const char* name, int process, int thread, double beginUs, double lengthUs, int step,
    int chunk = 0, int microbatch = 0)
{
    return fmt::format(
        R"({{"name":"{0}","cat":"{0}","pid":{1},"tid":{2},"ts":{3},"dur":{4},"ph":"X","args":{{"step":{5},"model_chunk":{6},"mb_id":{7},"seq_id":0}}}})",
        name, process, thread, beginUs, lengthUs, step, chunk, microbatch);
}

std::string threadEvent(int process, int thread, int stage, const char* what)
{
    return fmt::format(
        R"({{"name":"thread_name","pid":{},"tid":{},"ph":"M","args":{{"name":"PP rank {}, TP rank 0, {}"}}}})", process,
        thread, stage, what);
}

std::string trace(const std::vector<std::string>& events)
{
    std::string text;
    for (const std::string& one : events)
        text += (text.empty() ? "[" : ",\n") + one;
    return text + "]";
}

/// "forward-compute 1-3" of a rank, in µs.
QStringList spansOf(const Trace& trace, int rank)
{
    QStringList texts;
    for (uint32_t s = 0; s < trace.spanCount(); ++s) {
        const SpanId span(s);
        if (trace.track(trace.track(span)).rank == rank) {
            texts.append(QStringLiteral("%1 %2-%3")
                             .arg(QString::fromStdString(std::string(trace.name(span))))
                             .arg(trace.begin(span) / 1000)
                             .arg(trace.end(span) / 1000));
        }
    }
    texts.sort();
    return texts;
}

Run runOf(Imported imported)
{
    ImportReport report;
    std::vector<NamedPart> parts;
    for (TracePart& part : imported.contents.traceParts)
        parts.push_back({"timeline.json", std::move(part)});
    std::vector<Run> runs = groupRuns(std::move(parts), "folder", report);
    return runs.size() == 1 ? std::move(runs.front()) : Run {};
}

} // namespace

class TstOperationTrace : public QObject {
    Q_OBJECT
private slots:
    void contentTellsTheDialect()
    {
        QVERIFY(importer.sniff("[" + spanEvent("gc", 0, 0, 0, 1, 1)) > 90);
        QVERIFY(importer.sniff("[" + threadEvent(0, 0, 0, "compute")) > 90);
        QCOMPARE(importer.sniff(R"([{"ph":"X","name":"a","pid":0,"tid":0,"ts":0,"dur":1}])"), 0);
        QCOMPARE(importer.sniff(""), 0);
    }

    void ranksCountDataParallelReplicasBeforeStages()
    {
        const Run run = runOf(importText(importer,
            trace({spanEvent("forward-compute", 0, 0, 0, 10, 3), spanEvent("forward-compute", 1, 2, 1, 10, 3),
                spanEvent("forward-compute", 0, 1, 12, 10, 3), spanEvent("forward-compute", 1, 3, 13, 10, 3),
                threadEvent(0, 0, 0, "compute"), threadEvent(1, 2, 0, "compute"), threadEvent(0, 1, 1, "compute"),
                threadEvent(1, 3, 1, "compute")})));
        QCOMPARE(run.rankCount(), 4);
        QCOMPARE(run.layout.data.value_or(0), 2);
        QCOMPARE(run.layout.pipeline.value_or(0), 2);
        QCOMPARE(int(run.trace->ranks()[2].stage), 1);
        QCOMPARE(spansOf(*run.trace, 3), QStringList {"forward-compute 13-23"});
        QCOMPARE(run.trace->steps().front().number, 3);
    }

    void messagesBeyondTheEndsAreLeftOut()
    {
        // Stage 0 receives nothing and the last stage sends nothing forward, though both are recorded.
        const Run run = runOf(importText(importer,
            trace({spanEvent("forward-recv", 0, 1, 0, 0, 1), spanEvent("forward-compute", 0, 0, 0, 10, 1),
                spanEvent("forward-send", 0, 1, 10, 2, 1, -1, -1), spanEvent("forward-recv", 0, 3, 10, 2, 1, -1, -1),
                spanEvent("forward-compute", 0, 2, 12, 10, 1), spanEvent("forward-send", 0, 3, 22, 0, 1, -1, -1),
                spanEvent("forward-recv", 0, 3, 500, 1, 1, -1, -1), threadEvent(0, 0, 0, "compute"),
                threadEvent(0, 1, 0, "pp-comm"), threadEvent(0, 2, 1, "compute"), threadEvent(0, 3, 1, "pp-comm")})));
        QCOMPARE(spansOf(*run.trace, 0), QStringList({"forward-compute 0-10", "forward-send 10-12"}));
        QCOMPARE(spansOf(*run.trace, 1), QStringList({"forward-compute 12-22", "forward-recv 10-12"}));
    }

    void damageIsCountedWithItsPlace()
    {
        const std::string broken
            = R"({"name":"gc","pid":0,"tid":0,"ts":"soon","dur":1,"ph":"X","args":{"step":1,"mb_id":0}})";
        const std::string homeless = R"({"name":"gc","pid":-3,"tid":0,"ts":1,"dur":1,"ph":"X","args":{"step":1}})";
        const std::string giant = spanEvent("gc", 2'000'000'000, 0, 0, 1, 1);
        Imported imported = importText(
            importer, trace({spanEvent("gc", 0, 0, 5, -50000, 1), broken, homeless, threadEvent(0, 0, 0, "misc")}));
        QCOMPARE(imported.issues(), QByteArray("negative-duration, bad-time, bad-record"));
        QVERIFY(imported.offsetOf(IssueKind::BadTime) > 0);
        QCOMPARE(int(imported.contents.traceParts.front().builder.spanCount()), 1);
        imported = importText(importer, trace({giant}));
        QVERIFY(imported.contents.traceParts.empty());
        QCOMPARE(imported.issues(), QByteArray("bad-record"));
        imported = importText(importer, trace({spanEvent("gc", 0, 0, 0, 1, 1)}).substr(0, 60));
        QVERIFY(imported.finished && imported.contents.traceParts.empty());
    }

    void publishedTraceIsReadWhole()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("bytedance_st");
        QCOMPARE(folder.runs.size(), size_t(2));
        const Run& run = folder.runs.front(); // the measured one comes first
        QCOMPARE(run.kind, Run::Kind::Measured);
        QCOMPARE(run.trace->operationCount(), 6784U);
        QCOMPARE(run.rankCount(), 8);
        QCOMPARE(run.trace->steps().size(), size_t(32));
        QCOMPARE(run.trace->steps().front().number, 23);
        QCOMPARE(run.layout.microbatches.value_or(0), 4);
        QCOMPARE(folder.runs.back().kind, Run::Kind::Simulated);
        QCOMPARE(folder.runs.back().origin, Origin::Modelled);
    }
};

BUBBLESCOPE_TEST(TstOperationTrace, QCoreApplication)

} // namespace bubblescope::tst_operationtrace

#include "tst_operationtrace.moc"
