// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometraceimporter.h"
#include "derivedtrace.h"
#include "rungrouping.h"
#include "chrometracewriter.h"
#include "folderscan.h"
#include "importerregistry.h"
#include "importtext.h"
#include "shareddata.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QRegularExpression>
#include <QTest>

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace bubblescope::tst_chrometracewriter {

namespace {

std::string written(
    const Trace& trace, std::string_view prefix = {}, const Run& run = {}, const Annotation* note = nullptr)
{
    std::string text;
    ChromeTraceWriter writer([&text](std::string_view piece) {
        text += piece;
        return true;
    });
    if (run.trace)
        writer.setRun(run);
    const bool isWritten = writer.addRun(trace, trace.timing(), prefix)
        && (!note || writer.addNotes(trace, anchored({*note}, trace))) && writer.finish();
    return isWritten ? text : std::string(); // which no test reads as a trace
}

std::vector<Run> readBack(const std::string& text, ImportReport& report)
{
    std::vector<NamedPart> parts;
    Imported imported = importText(ChromeTraceImporter(), text, "written.json");
    for (TracePart& part : imported.contents.traceParts)
        parts.push_back({"written.json", std::move(part)});
    report.append(std::move(imported.report));
    return groupRuns(std::move(parts), "folder", report);
}

// Everything of a span that the format carries.
std::string describe(const Trace& trace, SpanId s)
{
    const SpanId parent = trace.parent(s);
    const Track& track = trace.track(trace.track(s));
    return fmt::format("rank {} stage {} lane {} {} {}: {} [{}] {}-{} flags {} stage {} mb {} bytes {} category {} "
                       "operation {} row {} in {} {} inputs {}",
        track.rank, track.stage, int(track.lane), categoryKey(track.group), trace.trackName(trace.track(s)),
        trace.name(s), trace.detail(s), trace.begin(s), trace.end(s), int(trace.flags(s)), trace.stage(s),
        trace.microbatch(s), trace.bytes(s), categoryKey(trace.category(s)), operationName(trace.operation(s)),
        int(trace.row(trace.row(s)).kind), parent.isValid() ? trace.name(parent) : "-",
        parent.isValid() ? trace.begin(parent) : -1, trace.inputs(s));
}

// Launches, counters and what communication says of itself; groups by what they are, not by their number.
QStringList sideTables(const Trace& trace)
{
    std::vector<std::string> lines;
    for (const Link& launch : trace.launches())
        lines.push_back(fmt::format("{} launches {}", launch.from.value, launch.to.value));
    const CounterTable& counters = trace.counters();
    for (const CounterSeries& series : counters.series) {
        lines.push_back(fmt::format("rank {} device {} {} unit {}: {} at {}", series.rank, series.device,
            trace.strings().text(series.name), int(series.unit), fmt::join(counters.valuesOf(series), " "),
            fmt::join(counters.timesOf(series), " ")));
    }
    for (const CollectiveCall& call : trace.collectives().calls) {
        lines.push_back(fmt::format("{} calls {} {} {} {} {} {} peer {}", call.span.value, call.sequence, call.commsId,
            call.inBytes, call.outBytes, trace.strings().text(call.dataType), call.groupSize, call.peer));
        if (const Communicator* group = trace.collectives().communicatorOf(call))
            lines.push_back(fmt::format("in {} ({}) of {}: {}", trace.strings().text(group->name),
                trace.strings().text(group->description), group->size, fmt::join(group->ranks, " ")));
    }
    QStringList texts;
    texts.reserve(qsizetype(lines.size()));
    for (const std::string& line : lines)
        texts << QString::fromStdString(line);
    return texts;
}

void compareTraces(const Trace& left, const Trace& right)
{
    QCOMPARE(left.spanCount(), right.spanCount());
    QCOMPARE(left.origin(), right.origin());
    for (uint32_t i = 0; i < left.spanCount(); ++i)
        QCOMPARE(QString::fromStdString(describe(left, SpanId(i))), QString::fromStdString(describe(right, SpanId(i))));
    QCOMPARE(left.rankSteps().size(), right.rankSteps().size());
    for (size_t i = 0; i < left.rankSteps().size(); ++i) {
        QCOMPARE(left.rankSteps()[i].rank, right.rankSteps()[i].rank);
        QCOMPARE(left.rankSteps()[i].step.range, right.rankSteps()[i].step.range);
    }
    QCOMPARE(sideTables(right), sideTables(left));
}

} // namespace

class TstChromeTraceWriter : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aPictureComesBack()
    {
        const Trace trace = traceFromText("rank0 stage0: [F0 0-10 [allreduce 2-5]] [B0 12-30]\n"
                                          "rank0 stage0 comm pp: [SF0 10-12 ~RB0] [SF1 11-14]\n"
                                          "rank0 stage0 comm tp: [allreduce 2-5 in F0]\n"
                                          "rank1 stage1: [F0 12-20]\n");
        ImportReport report;
        const std::vector<Run> runs = readBack(written(trace), report);
        QCOMPARE(runs.size(), size_t(1));
        compareTraces(trace, *runs[0].trace);
        QCOMPARE(QString::fromStdString(textFromTrace(*runs[0].trace)), QString::fromStdString(textFromTrace(trace)));
    }

    void onlyFactsAboutTheRecordComeBack()
    {
        TraceBuilder builder;
        SpanRecord span;
        span.track = builder.track({0, 0, Lane::Compute, Category::Other, "compute"});
        span.name = builder.intern("forward");
        span.end = 10;
        span.flags = 255; // with the mark of a modelled span beside its measured one
        builder.addSpan(span);
        ImportReport report;
        const std::vector<Run> runs = readBack(written(builder.finish({}, report)), report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(int(runs[0].trace->flags(SpanId(0))), 127);
    }

    void itIsJsonThatOthersRead()
    {
        TraceBuilder builder;
        SpanRecord span;
        span.track = builder.track({3, 1, Lane::Compute, Category::Other, "a \"lane\""});
        span.name = builder.intern("na\\me\n\"x\"");
        span.begin = 1'700'000'000'000'000'001;
        span.end = span.begin + 1234;
        builder.addSpan(span);
        ImportReport report;
        Trace trace = builder.finish({}, report);
        trace = DerivedTrace::linked(std::move(trace), {{SpanId(0), SpanId(0)}});
        const nlohmann::json json = nlohmann::json::parse(written(trace, "simulated "), nullptr, false);
        QVERIFY(json.is_object());
        QCOMPARE(json["baseTimeNanoseconds"].get<int64_t>(), int64_t(1'700'000'000'000'000'001));
        std::map<std::string, int> phases;
        std::vector<std::string> processes;
        for (const auto& event : json["traceEvents"]) {
            ++phases[event["ph"].get<std::string>()];
            if (event["ph"] == "X") {
                QCOMPARE(event["dur"].get<double>(), 1.234);
                QCOMPARE(event["name"].get<std::string>(), std::string("na\\me\n\"x\""));
            }
            if (event["name"] == "process_name")
                processes.push_back(event["args"]["name"].get<std::string>());
        }
        QCOMPARE(processes, (std::vector<std::string> {"simulated rank 3", "simulated counters"}));
        QCOMPARE(phases["X"], 1);
        QCOMPARE(phases["s"], 1);
        QCOMPARE(phases["f"], 1);
    }

    void countersSayHowManyRanksAreBusy()
    {
        // 100 ms: both ranks, then one, then none.
        const Trace trace = traceFromText("rank0: [F0 0-50]\nrank1: [F0 0-20] [B0 90-100]\n");
        const nlohmann::json json = nlohmann::json::parse(written(trace), nullptr, false);
        std::vector<std::pair<double, double>> values;
        for (const auto& event : json["traceEvents"]) {
            if (event["ph"] == "C" && event["name"] == "busy ranks")
                values.emplace_back(event["ts"].get<double>() / 1000, event["args"]["value"].get<double>());
        }
        QCOMPARE(values, (std::vector<std::pair<double, double>> {{0, 2}, {20, 1}, {50, 0}, {90, 1}}));
    }

    void notesAreInstantEvents()
    {
        const Trace trace = traceFromText("rank0: [F0 0-50]\nrank1: [F0 0-20]\n");
        Annotation note;
        note.kind = Annotation::Kind::Range;
        note.range = {trace.origin() + 10'000'000, trace.origin() + 20'000'000};
        note.text = "why \"so\" long?";
        const std::string text = written(trace, {}, {}, &note);
        int notes = 0;
        const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
        for (const auto& event : json["traceEvents"]) {
            if (event["ph"] != "i" || event["cat"] != "note")
                continue;
            ++notes;
            QCOMPARE(event["name"].get<std::string>(), note.text);
            QCOMPARE(event["ts"].get<double>(), 10000.0);
            QCOMPARE(event["args"]["until"].get<double>(), 20000.0);
        }
        QCOMPARE(notes, 1);
        ImportReport report;
        const std::vector<Run> runs = readBack(text, report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(textFromTrace(*runs[0].trace), textFromTrace(trace));
    }

    void aNoteNamedAsAStepIsNoStep()
    {
        const Trace trace = traceFromText("rank0: [F0 0-50]\n");
        Annotation note;
        note.kind = Annotation::Kind::Time;
        note.range = {trace.origin() + 10'000'000, trace.origin() + 10'000'000};
        note.text = "ProfilerStep#7";
        const std::string text = written(trace, {}, {}, &note);
        QVERIFY(text.find("ProfilerStep#7") != std::string::npos);
        ImportReport report;
        const std::vector<Run> runs = readBack(text, report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs[0].trace->rankSteps().size(), trace.rankSteps().size());
        for (const RankStep& step : runs[0].trace->rankSteps())
            QVERIFY(step.step.number != 7);
    }

    void launchesCountersAndGroupsComeBack()
    {
        TraceBuilder builder;
        const auto span = [&](TrackId track, const char* name, TimeNs begin, TimeNs end) {
            SpanRecord record;
            record.track = track;
            record.name = builder.intern(name);
            record.begin = begin;
            record.end = end;
            return builder.addSpan(record);
        };
        const TrackId thread = builder.track({2, -1, Lane::Thread, Category::Other, "thread 1"});
        const TrackId stream = builder.track({2, -1, Lane::Stream, Category::Other, "stream 7"});
        const uint32_t call = span(thread, "cudaLaunchKernel", 100, 200);
        const uint32_t kernel = span(stream, "ncclKernel", 300, 900);
        builder.setInputs(call, builder.intern("c10::BFloat16|16,559|559,1;Scalar|||\"True\""));
        builder.addLaunch(call, kernel);
        builder.addLaunch(call, span(stream, "gemm", 1000, 1100));
        CollectiveCall said;
        said.span = SpanId(kernel);
        said.communicator = builder.communicator({builder.intern("\"mesh\""), builder.intern("tp"), 3, {0, 2, 4}});
        said.sequence = 9;
        said.commsId = 18'000'000'000'000'000'000u;
        said.inBytes = 4099;
        said.outBytes = 0;
        said.dataType = builder.intern("BFloat16");
        said.groupSize = 3;
        said.peer = 4;
        builder.addCollective(said);
        said.span = SpanId(span(stream, "ncclKernel", 2000, 2100)); // the group's ranks are written once
        builder.addCollective(said);
        CounterSeries memory;
        memory.name = builder.intern("Total \\ Allocated");
        memory.rank = 2;
        memory.device = 1;
        memory.unit = CounterSeries::Unit::Bytes;
        builder.addCounter(memory, {150, 1'000'000}, {8'589'934'593.0, 0.1});
        memory.rank = 5; // of which nothing else is known
        memory.device = -1;
        memory.unit = CounterSeries::Unit::Plain;
        builder.addCounter(memory, {1}, {-2.5});
        ImportReport report;
        const Trace trace = builder.finish({}, report);
        const std::vector<Run> runs = readBack(written(trace), report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(sideTables(trace).size(), 2 + 2 + 4);
        compareTraces(trace, *runs[0].trace);
        QVERIFY(report.isEmpty());
    }

    void aModelledRunComesBackAsModelled()
    {
        Run run;
        run.trace = std::make_shared<const Trace>(traceFromText("rank0 stage0: [F0 0-10]\nrank1 stage1: [F0 10-20]\n"));
        run.kind = Run::Kind::Simulated;
        run.origin = Origin::Modelled;
        run.layout.pipeline = 2;
        run.layout.microbatches = 1;
        ImportReport report;
        const std::vector<Run> runs = readBack(written(*run.trace, "simulated ", run), report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs[0].kind, Run::Kind::Simulated);
        QCOMPARE(runs[0].origin, Origin::Modelled);
        QVERIFY(runs[0].layout == run.layout);
    }

    void onlyTheRangeIsWritten()
    {
        const Trace trace = traceFromText("rank0: [F0 0-10] [F1 10-20] [B0 20-30]\nrank1: [F0 12-19] [B0 40-50]\n");
        std::string text;
        ChromeTraceWriter writer([&text](std::string_view piece) {
            text += piece;
            return true;
        });
        writer.setRange(TimeRange {12'000'000, 19'000'000});
        QVERIFY(writer.addRun(trace, trace.timing()) && writer.finish());
        ImportReport report;
        const std::vector<Run> runs = readBack(text, report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(QString::fromStdString(textFromTrace(*runs[0].trace)),
            QString::fromStdString(textFromTrace(traceFromText("rank0: [F1 10-20]\nrank1: [F0 12-19]\n"))));
        const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
        for (const auto& event : json["traceEvents"]) {
            if (event["ph"] == "C")
                QVERIFY(event["ts"].get<double>() >= 12000 && event["ts"].get<double>() < 19000);
        }
    }

    void aSimulatedRunLiesBesideTheMeasuredOne()
    {
        const Trace trace = traceFromText("rank0: [F0 0-10] [B0 12-30]\nrank1: [F0 0-11]\n");
        Timing slower = trace.timing();
        for (TimeNs& time : slower.end)
            time += 1000;
        std::string text;
        ChromeTraceWriter writer([&text](std::string_view piece) {
            text += piece;
            return true;
        });
        QVERIFY(writer.addRun(trace, trace.timing()));
        QVERIFY(writer.addRun(trace, slower, "simulated "));
        QVERIFY(writer.finish());
        ImportReport report;
        const std::vector<Run> runs = readBack(text, report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs[0].trace->spanCount(), 6u);
        QCOMPARE(runs[0].trace->ranks().size(), size_t(2));
        QCOMPARE(runs[0].trace->tracks().size(), size_t(4)); // each on lanes of its own
        QVERIFY(report.isEmpty());
    }

    void aSinkThatRefusesEndsTheWriting()
    {
        const Trace trace = traceFromText("rank0: [F0 0-10]\n");
        int calls = 0;
        ChromeTraceWriter writer([&calls](std::string_view) {
            ++calls;
            return false;
        });
        writer.addRun(trace, trace.timing());
        QVERIFY(!writer.finish());
        QVERIFY(!writer.finish());
        QCOMPARE(calls, 1);
    }

    void aRingOfParentsIsNotFollowed()
    {
        std::string text = R"({"otherData":{"program":"bubblescope"},"traceEvents":[)";
        for (int i = 0; i < 3; ++i)
            text += fmt::format(R"({}{{"ph":"X","tid":{},"ts":1,"dur":5,"args":{{"span":{},"parent":{}}}}})",
                i > 0 ? "," : "", i, i, (i + 1) % 3);
        text += "]}";
        ImportReport report;
        const std::vector<Run> runs = readBack(text, report);
        QCOMPARE(runs.size(), size_t(1));
        for (uint32_t i = 0; i < 3; ++i) {
            SpanId span(i);
            for (int steps = 0; span.isValid(); ++steps) {
                QVERIFY(steps < 4);
                span = runs[0].trace->parent(span);
            }
        }
    }

    void realRunsComeBackToTheNanosecond_data()
    {
        QTest::addColumn<QString>("folder");
        for (const char* folder : {"echo/measured_tp2_pp4_8ranks", "echo/measured_pp4_16ranks_2hosts",
                 "echo/extended_2026", "echo/plans", "echo/scaling_tp2_pp2_4ranks", "kineto/dlrm_8ranks", "kineto/hta"})
            QTest::newRow(folder) << folder;
    }

    void aPartKeepsTheRanksOfItsGroups()
    {
        TraceBuilder builder;
        CollectiveCall call;
        call.communicator = builder.communicator({builder.intern("g"), builder.intern("tp"), 2, {0, 2}});
        for (const TimeNs begin : {0, 1000000}) {
            SpanRecord span;
            span.track = builder.track({0, -1, Lane::Communication, Category::TensorComm, "comm tp"});
            span.name = builder.intern("all-reduce");
            span.begin = begin;
            span.end = begin + 1000;
            call.span = SpanId(builder.addSpan(span));
            builder.addCollective(call);
        }
        ImportReport report;
        const std::string text = written(builder.finish({}, report));
        const std::unique_ptr<ByteSource> source = openMemory(text, "written.json");
        FileContents contents;
        QVERIFY(ChromeTraceImporter().importSlice({}, *source, {900000, 2000000}, contents, report, {}));
        std::vector<NamedPart> parts;
        parts.push_back({"written.json", std::move(contents.traceParts.at(0))});
        const std::vector<Run> runs = groupRuns(std::move(parts), "folder", report);
        const CollectiveTable& told = runs.at(0).trace->collectives();
        QCOMPARE(told.calls.size(), size_t(1));
        const Communicator* const group = told.communicatorOf(told.calls[0]);
        QVERIFY(group && group->ranks == (std::vector<int32_t> {0, 2}));
    }

    void realRunsComeBackToTheNanosecond()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, folder);
        ImportReport report;
        const FolderScan scan
            = scanPaths({sharedData(folder.toUtf8().constData())}, ImporterRegistry::builtin(), report);
        std::vector<NamedPart> parts;
        for (const ScannedFile& file : scan.files) {
            Imported imported = importFile(*file.importer, file.path);
            for (TracePart& part : imported.contents.traceParts)
                parts.push_back({file.name, std::move(part)});
        }
        const std::vector<Run> runs = groupRuns(std::move(parts), scan.root, report);
        QVERIFY(!runs.empty());
        const std::vector<Run> again = readBack(written(*runs[0].trace, {}, runs[0]), report);
        QCOMPARE(again.size(), size_t(1));
        compareTraces(*runs[0].trace, *again[0].trace);
        QCOMPARE(again[0].kind, runs[0].kind);
        QCOMPARE(again[0].origin, runs[0].origin);
        QVERIFY(again[0].layout == runs[0].layout);
    }
};

BUBBLESCOPE_TEST(TstChromeTraceWriter, QCoreApplication)

} // namespace bubblescope::tst_chrometracewriter

#include "tst_chrometracewriter.moc"
