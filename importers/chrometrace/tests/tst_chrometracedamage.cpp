// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Damaged, cut, strange and far too large profiler traces.
#include "chrometracereader.h"
#include "chrometracestream.h"
#include "chrometracetext.h"
#include "machinememory.h"
#include "memorybudget.h"
#include "sanitized.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

namespace bubblescope::tst_chrometracedamage {

class TstChromeTraceDamage : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aContainerEndsAtItsOwnBracketWhereverBlocksOfTextBegin()
    {
        const std::string core = "{\"a]\":[1,{\"b\\\"\":\"}\\\"]\",\"c\":[[]]}],\"d\":{}}";
        for (size_t before = 0; before < 130; ++before) {
            for (const char* tail : {"", ",", "]}", ",{\"e\":\"}]\"}"}) {
                const std::string object = fmt::format(R"({{"{}":{}}})", std::string(before, 'x'), core);
                const std::string whole = object + std::string(80, ' ') + tail;
                JsonCursor cursor(whole);
                JsonSlice slice;
                QVERIFY(cursor.value(slice));
                QCOMPARE(slice.text(), std::string_view(object));
                JsonCursor broken(std::string_view(object).substr(0, object.size() - 1));
                QVERIFY(!broken.value(slice));
                QCOMPARE(broken.state(), JsonState::Incomplete);
            }
        }
    }

    void bracketsThatNeverCloseHideNothing_data()
    {
        QTest::addColumn<QByteArray>("damage");
        // Each was followed to the end of the file, or 64 kB far: minutes.
        for (const char* damage : {R"([{"a":[)", R"({"a":[)", R"({"a":1,"b":[[,)", R"({"a":[\")", "{\"a\":[\"b\n",
                 R"({"ph":"X","name":"x","args":{)", R"({x )", "[", R"({"a":)"})
            QTest::newRow(damage) << QByteArray(damage);
    }
    void bracketsThatNeverCloseHideNothing()
    {
        QFETCH(QByteArray, damage);
        std::string list = "[";
        list += span("before", 1, 1);
        list += ",\n";
        for (int i = 0; i < 100'000 / sparsely; ++i)
            list += damage.toStdString();
        list += "\n";
        for (int i = 0; i < 100; ++i)
            list += span("behind", 10 + i, 1) + ",\n";
        list += span("last", 200, 1) + "]";
        ImportReport report;
        const Run run = runOf(traceOf(list), report);
        QVERIFY(run.trace);
        QVERIFY(spanNamed(*run.trace, "before").isValid());
        QVERIFY(report.count(IssueKind::BadRecord) + report.count(IssueKind::TruncatedFile) > 0);
        if (damage.count('"') % 2 == 0) // else all that follows lies in a string
            QVERIFY(spanNamed(*run.trace, "last").isValid());
    }

    void aFileThatMemoryWillNotHoldIsRefused()
    {
        constexpr uint64_t gigabyte = 1'000'000'000;
        // A tenth of 4 GB held 3 million events: 30 million need some 3 GB.
        const ReadSoFar soFar {gigabyte * 4 / 10, gigabyte * 4, 3'000'000};
        QVERIFY(!refusalFor(soFar, 4 * gigabyte));
        const auto refusal = refusalFor(soFar, 2 * gigabyte);
        QVERIFY(refusal);
        QVERIFY(refusal->text().find("--range") != std::string::npos
            && refusal->text().find("30.0 million") != std::string::npos);
        QVERIFY(!refusalFor({0, gigabyte, 0}, 1));
        // A tenth of what lies beside the spans is there already.
        ReadSoFar withArrows = soFar;
        withArrows.pendingBytes = gigabyte / 10;
        QCOMPARE(memoryNeeded(withArrows), memoryNeeded(soFar) + gigabyte * 9 / 10);
        QVERIFY(refusalFor(withArrows, memoryNeeded(soFar)));
        // Each of two would fit alone.
        MemoryClaim first;
        MemoryClaim second;
        first.set(memoryNeeded(soFar));
        second.set(memoryNeeded(soFar));
        QCOMPARE(first.others(), memoryNeeded(soFar));
        QVERIFY(refusalFor(soFar, 4 * gigabyte, first.others()));
        second.set(0);
        QVERIFY(!refusalFor(soFar, 4 * gigabyte, first.others()));
        QVERIFY(availableMemory().value_or(1) > 0);
    }

    void whatWaitsForTheEndOfTheFileCountsAsMemory()
    {
        const auto pendingBytes = [](const std::vector<std::string>& events) {
            TracePart part;
            ImportReport report;
            ChromeTraceReader reader(part, report, "rank0.json");
            const std::string trace = listOf(events);
            const auto source = openMemory(trace, "rank0.json");
            ChromeTraceStream stream(*source);
            while (stream.next() != ChromeTraceStream::Item::End)
                reader.readEvent(stream.event(), stream.offset());
            return reader.pendingBytes();
        };
        const auto event = [](const char* phase, const char* more) {
            return fmt::format(R"({{"ph":"{}","pid":1,"tid":1,"ts":5,"name":"a",{}}})", phase, more);
        };
        const std::string arrow = event("s", R"("id":1,"cat":"ac2g")");
        const std::string kernel = event("X", R"("dur":1,"cat":"kernel","args":{"correlation":7})");
        QCOMPARE(pendingBytes({event("X", R"("dur":1)")}), uint64_t(0));
        const uint64_t one = pendingBytes({arrow});
        QVERIFY(one >= 2 * sizeof(uint64_t));
        QCOMPARE(pendingBytes({arrow, arrow, arrow}), 3 * one);
        QCOMPARE(pendingBytes({event("s", R"("id":1,"cat":"fwdbwd")")}), uint64_t(0));
        // Where events say the numbers of their calls, arrows are passed over.
        QVERIFY(pendingBytes({kernel}) > 0);
        QCOMPARE(pendingBytes({kernel, arrow}), pendingBytes({kernel}));
        QVERIFY(pendingBytes({event("B", R"("cat":"x")")}) >= sizeof(SpanRecord));
    }

    void countersBeyondAllNumberAreReported()
    {
        std::vector<std::string> events {span("op", 10, 5)};
        for (int i = 0; i < 10'002; ++i)
            events.push_back(fmt::format(R"({{"ph":"C","name":"c{}","pid":1,"ts":10,"args":{{"v":1}}}})", i));
        ImportReport report;
        const Run run = runOf(traceOf(listOf(events)), report);
        QCOMPARE(run.trace->counters().series.size(), size_t(10'000));
        QCOMPARE(report.count(IssueKind::BadRecord), uint64_t(1));
        QVERIFY(std::any_of(report.issues().begin(), report.issues().end(), [](const Issue& issue) {
            return issue.kind == IssueKind::BadRecord
                && issue.first.front().message.text().find(": 2 samples") != std::string::npos;
        }));
    }

    void settlingCanBeCancelled()
    {
        ImportReport report;
        TracePart part;
        ChromeTraceReader reader(part, report, "rank0.json");
        int asked = 0;
        QVERIFY(!reader.finish([&asked] { return ++asked < 2; }));
        QCOMPARE(asked, 2);
    }

    void anEmptyObjectBehindTheLastEventIsNoDamage()
    {
        ImportReport report;
        const Run run = runOf(listOf({span("op", 10, 5), "{}"}), report);
        QCOMPARE(run.trace->spanCount(), 1u);
        QCOMPARE(report.count(IssueKind::BadRecord), uint64_t(0));
    }

    void damageIsCountedAndTheRestIsShown()
    {
        const Imported imported = importText(chromeTraceImporter, fixture("chrometrace/damaged.json"), "rank0.json");
        QVERIFY(imported.finished);
        QCOMPARE(imported.issues(),
            QByteArray("bad-time, negative-duration, bad-record x4, truncated-file, incomplete-block x2, "
                       "rank-not-stated"));
        QCOMPARE(imported.offsetOf(IssueKind::BadTime), 16);
        ImportReport report;
        const Run run = runOf(fixture("chrometrace/damaged.json"), report);
        // The negative one, the one without a comma, the one with a doubled key.
        QCOMPARE(run.trace->spanCount(), 3u);
        QCOMPARE(run.trace->duration(spanNamed(*run.trace, "twice")), TimeNs(3000));
    }

    void cutAnywhereTheGoodPartIsShown()
    {
        const std::string whole = fixture("chrometrace/kineto_rank1.json");
        uint32_t last = 0;
        for (size_t size = 0; size < whole.size(); size += 7) {
            const Imported imported
                = importText(chromeTraceImporter, std::string_view(whole).substr(0, size), "x.json");
            QVERIFY(imported.finished);
            const uint32_t count
                = imported.contents.traceParts.empty() ? 0 : imported.contents.traceParts.front().builder.spanCount();
            QVERIFY(count >= last);
            last = count;
            QVERIFY(imported.contents.isForeign || imported.report.count(IssueKind::TruncatedFile) == 1);
        }
        QCOMPARE(last, 10u);
    }

    void anotherTraceAmongTheEventsMixesTheirs()
    {
        const std::string other = traceOf(listOf({span("b", 5, 2)}), R"("schemaVersion":1,)");
        const std::string events = listOf({span("a", 1, 2), span("c", 9, 2)});
        for (const size_t at : {events.find(",\n{") + 2, events.find(",\n{") + 10}) { // between events, and inside one
            const std::string mixed = traceOf(events.substr(0, at) + other + events.substr(at));
            const Imported imported = importText(chromeTraceImporter, mixed, "rank0.json");
            QVERIFY(imported.contents.traceParts.empty());
            QCOMPARE(imported.issues(), QByteArray("bad-record"));
        }
    }

    void membersBehindTheEventsAreNoOtherTrace()
    {
        const std::string good = span("a", 1, 2);
        const std::string behind = R"(,"displayTimeUnit":"ms","distributedInfo":{"rank":0})";
        const std::string damaged = R"({"ph":"X","name":"b","ts":4,"dur":})";
        const std::string open = R"({"ph":"X","name":"b","ts":4,"dur":1)";
        for (const std::string& last : {std::string("{}"), damaged, open}) {
            const Imported imported
                = importText(chromeTraceImporter, traceOf(listOf({good, last}), {}, behind), "rank0.json");
            QVERIFY(!imported.contents.traceParts.empty());
            QCOMPARE(imported.contents.traceParts.front().builder.spanCount(), 1u);
        }
    }

    void whatFollowsTheTraceIsReported()
    {
        const std::string whole = traceOf(listOf({span("a", 1, 2)}), {}, ",\"x\":{\"y\":[\"]}\"]}");
        QCOMPARE(importText(chromeTraceImporter, whole, "rank0.json").issues(), QByteArray("rank-not-stated"));
        const Imported imported = importText(chromeTraceImporter, whole + " trailing", "rank0.json");
        QCOMPARE(imported.issues(), QByteArray("bad-record, rank-not-stated"));
        QCOMPARE(imported.offsetOf(IssueKind::BadRecord), qlonglong(whole.size() + 1));
    }

    void nestingOfAnyDepthIsSurvived()
    {
        const size_t depth = 100'000;
        const std::string open(depth, '[');
        const std::string deep = fmt::format("{}{}", open, std::string(depth, ']'));
        const std::string good = span("good", 1, 2);
        const std::string inArguments = span("deep", 1, 2, fmt::format(R"("args":{{"x":{}}})", deep));
        const std::vector<std::string> texts {listOf({inArguments, good}),
            traceOf(listOf({good}), fmt::format(R"("deviceProperties":{},)", deep)),
            traceOf(listOf({good}), fmt::format(R"("distributedInfo":{},)", deep)), fmt::format("[{}{}]", open, good)};
        for (const std::string& whole : texts) {
            const Imported imported = importText(chromeTraceImporter, whole, "rank0.json");
            QVERIFY(imported.finished);
            QVERIFY(!imported.contents.traceParts.empty());
        }
    }

    void overlappingSpansGetARowOfTheirOwn()
    {
        ImportReport report;
        const Run run = runOf(listOf({span("a", 0, 10), span("b", 5, 10), span("c", 6, 2)}), report);
        QVERIFY(run.trace);
        QCOMPARE(run.trace->spanCount(), 3u);
        QCOMPARE(report.count(IssueKind::OverlappingSpans), uint64_t(1));
    }

    /// They are drawn, but nothing is counted there that could count twice.
    void overlappingAnnotationsAreNoIssue()
    {
        ImportReport report;
        const char* const annotation = R"("pid":0,"tid":7,"cat":"gpu_user_annotation")";
        const Run run
            = runOf(listOf({span("op", 0, 1), span("a", 0, 10, annotation), span("b", 5, 10, annotation)}), report);
        QVERIFY(run.trace);
        QCOMPARE(run.trace->spanCount(), 3u);
        QCOMPARE(report.count(IssueKind::OverlappingSpans), uint64_t(0));
    }

    /// A profiler begins and ends its ranges a little beside the functions that do so.
    void overlapsOnThreadsBesideADeviceAreNoIssue()
    {
        const char* const kernel = R"("pid":0,"tid":7,"cat":"kernel","args":{"stream":7,"device":0})";
        const std::vector<std::string> threads {span("step", 1, 10, R"("pid":1,"tid":1,"cat":"user_annotation")"),
            span("enter", 0, 4, R"("pid":1,"tid":1,"cat":"python_function")")};
        std::vector<std::string> events = threads;
        events.push_back(span("gemm", 1, 5, kernel));
        ImportReport report;
        QVERIFY(runOf(listOf(events), report).trace);
        QCOMPARE(report.count(IssueKind::OverlappingSpans), uint64_t(0));
        // Where nothing else was recorded, the time of threads is that of the step.
        QVERIFY(runOf(listOf(threads), report).trace);
        QCOMPARE(report.count(IssueKind::OverlappingSpans), uint64_t(1));
        // Two kernels on one stream are an issue.
        events.push_back(span("gemm", 4, 5, kernel));
        QVERIFY(runOf(listOf(events), report).trace);
        QCOMPARE(report.count(IssueKind::OverlappingSpans), uint64_t(2));
    }

    void aFarOffEventDoesNotStretchTheView()
    {
        std::vector<std::string> events {span("far", 9e12, 1)};
        for (int i = 0; i < 500; ++i)
            events.push_back(span("near", i * 10, 5));
        ImportReport report;
        const Run run = runOf(listOf(events), report);
        QCOMPARE(run.trace->spanCount(), 501u);
        QVERIFY(run.trace->denseRange().duration() < 10'000'000);
    }

    void onlyTracesAreClaimed()
    {
        QVERIFY(chromeTraceImporter.sniff("{\"traceEvents\": []}") > 0);
        QVERIFY(chromeTraceImporter.sniff("\xef\xbb\xbf [ {\"name\":\"a\", \"ph\" : \"X\"}") > 0);
        QVERIFY(chromeTraceImporter.sniff("{\"schemaVersion\": 1, \"distributedInfo\": {\"pg_config\": [") > 0);
        QCOMPARE(chromeTraceImporter.sniff("{\"num_layer\": 3, \"e2e_latency\": 1}"), 0);
        QCOMPARE(chromeTraceImporter.sniff("[1, 2, \"ph\"]"), 0);
        QCOMPARE(chromeTraceImporter.sniff("the word \"traceEvents\": in a text"), 0);
    }

    void eventsMayLieBehindAnythingLarge()
    {
        // 100 KB of a member that nobody knows.
        const std::string large = fmt::format(R"("config":{{"text":["{}",{{"a":1}}]}},)", std::string(100'000, '\\'));
        const std::string trace = traceOf(listOf({span("a", 1, 2)}), large);
        QVERIFY(chromeTraceImporter.sniff(trace.substr(0, sniffBytes)) > 0);
        QVERIFY(chromeTraceImporter.sniff(fmt::format("\xef\xbb\xbf{}", trace.substr(0, sniffBytes - 3))) > 0);
        ImportReport report;
        QCOMPARE(runOf(trace, report).trace->spanCount(), 1u);

        // Where no events follow it was no trace, and nothing is said of it.
        for (const std::string& text : {fmt::format("{{{}\"more\":1}}", large), fmt::format("{{{}\"more\":[", large)}) {
            QVERIFY(chromeTraceImporter.sniff(text.substr(0, sniffBytes)) > 0);
            const Imported other = importText(chromeTraceImporter, text, "other.json");
            QVERIFY(other.contents.isForeign);
            QCOMPARE(other.issues(), QByteArray());
            QVERIFY(other.contents.isEmpty());
        }
        // Objects that close in the head and what is no JSON are claimed by nobody.
        QCOMPARE(chromeTraceImporter.sniff(fmt::format("{{\"a\":1}}\n{}", trace.substr(0, sniffBytes))), 0);
        QCOMPARE(chromeTraceImporter.sniff(fmt::format("{{\"a\":1,\n{}", std::string(sniffBytes, 'x'))), 0);
        QCOMPARE(chromeTraceImporter.sniff(fmt::format("{{{}}}", std::string(sniffBytes, ' '))), 0);
    }
};

BUBBLESCOPE_TEST(TstChromeTraceDamage, QCoreApplication)

} // namespace bubblescope::tst_chrometracedamage

#include "tst_chrometracedamage.moc"
