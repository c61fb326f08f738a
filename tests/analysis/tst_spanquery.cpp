// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "launchtext.h"
#include "partsearch.h"
#include "profilerpicture.h"
#include "samplefolder.h"
#include "spanquery.h"
#include "spansearch.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QTest>

namespace bubblescope::tst_spanquery {

namespace {

const char* const picture = "rank0 stage0: [F0 0-10] [F1 10-24] [B0 40-60]\n"
                            "rank0 stage0 comm tp: [allreduce 2-5 in F0]\n"
                            "rank0 stage0 comm pp: [SF0 24-26] [SF1 26-34 ~RB0]\n"
                            "rank1 stage1: [F0 26-40] [B0 40-52]\n"
                            "rank1 stage1 comm dp: [allreduce 60-80]";

/// "F0@0 SF0@24": names and begins of what is found, by begin.
QByteArray found(const Trace& trace, const char* text)
{
    const Result<SpanQuery> query = SpanQuery::parse(text);
    if (!query)
        return "refused: " + QByteArray::fromStdString(query.error().message.text());
    QByteArrayList list;
    for (const SpanId span : findSpans(*query, trace, trace.timing())) {
        const std::string_view name = trace.name(span);
        list << QByteArray(name.data(), qsizetype(name.size())) + '@'
                + QByteArray::number(qlonglong(trace.begin(span) / 1'000'000));
    }
    return list.join(' ');
}

} // namespace

class TestSpanQuery : public QObject {
    Q_OBJECT
private slots:
    void everyKindOfTermFindsItsSpans_data();
    void everyKindOfTermFindsItsSpans();
    void whatCanNotBeReadIsRefusedByName_data();
    void whatCanNotBeReadIsRefusedByName();
    void theSecondRecordOfAFusedPairBringsInTheFirst();
    void aColonInAWordThatIsNoKeyIsText();
    void aPartOfTheStepIsAskedForBesideOtherTerms();
    void passesAreFoundByTheirLabels();
    void everyDocumentedExampleIsRead();
    void operatorsAreFoundByTheSizesOfTheirInputs();
    void spansAreFoundByTheirArguments();
    void manyMatchesComeByBegin();
    void namesSayWhetherAnySpanMayMatch();
};

void TestSpanQuery::namesSayWhetherAnySpanMayMatch()
{
    const Trace trace = traceFromText(picture);
    std::vector<StringId> names;
    for (uint32_t i = 0; i < trace.strings().size(); ++i)
        names.emplace_back(i);
    const auto mayMatch
        = [&](const char* text) { return PreparedQuery(*SpanQuery::parse(text), trace.strings()).mayMatch(names); };
    QVERIFY(mayMatch("allreduce"));
    QVERIFY(!mayMatch("gemm"));
    QVERIFY(!mayMatch("rank:0 gemm"));
    QVERIFY(mayMatch("rank:7 allreduce")); // lanes are another question
    QVERIFY(mayMatch("arg.input_dims:4096")); // inputs are not among the names
}

void TestSpanQuery::everyKindOfTermFindsItsSpans_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* query, const char* expected) {
        QTest::newRow(query) << QByteArray(query) << QByteArray(expected);
    };
    row("rank:1 cat:compute", "F0@26 B0@40");
    row("stage:0 cat:forward", "F0@0 F1@10");
    row("microbatch:1 cat:forward", "F1@10");
    row("cat:compute dur>14ms", "B0@40");
    row("cat:compute dur>=14ms rank:0", "F1@10 B0@40");
    row("dur:10-12ms cat:compute", "F0@0 B0@40");
    row("group:dp", "allreduce@60");
    row("group:tp,dp", "allreduce@2 allreduce@60");
    row("name~REDUCE", "allreduce@2 allreduce@60");
    row("name=allreduce rank:0-0", "allreduce@2");
    row("lane~dp", "allreduce@60");
    row("begin>=40ms", "B0@40 B0@40 allreduce@60");
    row("cat:comm -group:pp -name~allreduce", "");
    row("-rank:0 -cat:comm", "F0@26 B0@40");
    row("allreduce", "allreduce@2 allreduce@60");
    row("\"all reduce\"", "");
    row("rank:7", "");
    // What bars are called.
    row("f1 cat:compute", "F1@10");
    row("B0", "SF1@26 B0@40 B0@40"); // the first is fused with RB0, which has it in its name
    row("rank 1 b0", "B0@40");
    row("RANK 1 -b0 cat:compute", "F0@26");
    row("B9", "");
}

void TestSpanQuery::everyKindOfTermFindsItsSpans()
{
    QFETCH(QByteArray, query);
    QFETCH(QByteArray, expected);
    const Trace trace = traceFromText(picture);
    QCOMPARE(found(trace, query.constData()), expected);
}

void TestSpanQuery::whatCanNotBeReadIsRefusedByName_data()
{
    QTest::addColumn<QByteArray>("query");
    for (const char* query : {"rank:two", "dur>soon", "cat:nonsense", "stage:", "bytes>1XB", "microbatch:1-x"})
        QTest::newRow(query) << QByteArray(query);
}

void TestSpanQuery::whatCanNotBeReadIsRefusedByName()
{
    QFETCH(QByteArray, query);
    const Result<SpanQuery> parsed = SpanQuery::parse(query.constData());
    QVERIFY(!parsed);
    QVERIFY(parsed.error().message.text().find(query.constData()) != std::string::npos);
}

void TestSpanQuery::theSecondRecordOfAFusedPairBringsInTheFirst()
{
    const Trace trace = traceFromText(picture);
    QCOMPARE(found(trace, "name=rb0"), QByteArray("SF1@26"));
    QCOMPARE(found(trace, "group:pp"), QByteArray("SF0@24 SF1@26"));
}

void TestSpanQuery::aColonInAWordThatIsNoKeyIsText()
{
    const Trace trace = traceFromText(picture);
    QCOMPARE(found(trace, "torch:ops"), QByteArray());
    QVERIFY(SpanQuery::parse("torch:ops").isOk());
}

void TestSpanQuery::aPartOfTheStepIsAskedForBesideOtherTerms()
{
    const Result<PartSearch> search = PartSearch::of("rank:2 part:host_wait \"send part:waiting\"");
    QVERIFY(search.isOk());
    QCOMPARE(search->part, std::optional(TimePart::HostWait));
    QCOMPARE(search->rest, std::string("rank:2 \"send part:waiting\""));
    QVERIFY(!PartSearch::of("rank:2")->part);
    QVERIFY(!PartSearch::of("part:nothing"));
    QVERIFY(!PartSearch::of("part:not_recorded")); // no span takes it
}

void TestSpanQuery::passesAreFoundByTheirLabels()
{
    SampleOptions options;
    options.stages = 2;
    options.tensor = 1;
    options.data = 2;
    options.hosts = 1;
    options.steps = 2;
    const Result<RunFolder> folder = makeSampleFolder(options);
    QVERIFY(folder.isOk());
    const Trace& trace = *folder->runs.front().trace;
    const auto passes
        = [&trace](const char* text) { return findSpans(*SpanQuery::parse(text), trace, trace.timing()); };
    const std::vector<SpanId> found = passes("B3");
    QCOMPARE(found.size(), size_t(4 * 2)); // ranks x steps
    for (const SpanId span : found) {
        QCOMPARE(trace.operation(span), Operation::Backward);
        QCOMPARE(int(trace.microbatch(span)), 3);
    }
    const std::vector<SpanId> ofRank = passes("rank 1 b3");
    QCOMPARE(ofRank.size(), size_t(2));
    QCOMPARE(trace.track(trace.track(ofRank.front())).rank, 1);
    QVERIFY(passes("\"b3\"").empty()); // quoted it is text
    QVERIFY(passes("B99").empty());
}

void TestSpanQuery::everyDocumentedExampleIsRead()
{
    for (const auto& [examples, meaning] : spanQueryKeys()) {
        QVERIFY(!meaning.empty());
        const QString text = QString::fromUtf8(examples.data(), qsizetype(examples.size()));
        for (const QString& example : text.split(QStringLiteral(", "))) {
            const Result<SpanQuery> query = SpanQuery::parse(example.toStdString());
            QVERIFY2(query.isOk(), qPrintable(example));
            QVERIFY(!query->isEmpty());
        }
    }
}

void TestSpanQuery::operatorsAreFoundByTheSizesOfTheirInputs()
{
    ProfilerPicture made;
    TimeNs begin = 0;
    for (const char* shapes : {"[8944, 2816] [2816, 1024]", "[4096, 4096] [], [3]", "[1, 40960]", "4096 bytes", ""}) {
        const uint32_t span = made.host(0, "thread 1", "aten::mm", begin, begin + 10);
        if (*shapes)
            made.builder().setDetail(span, made.builder().intern(shapes));
        begin += 1000;
    }
    const Trace trace = made.finish();
    QCOMPARE(found(trace, "shape:4096"), QByteArray("aten::mm@1"));
    QCOMPARE(found(trace, "shape:1024,40960"), QByteArray("aten::mm@0 aten::mm@2"));
    QCOMPARE(found(trace, "shape>8000"), QByteArray("aten::mm@0 aten::mm@2"));
    QCOMPARE(found(trace, "shape:2000-4096"), QByteArray("aten::mm@0 aten::mm@1"));
    QCOMPARE(found(trace, "-shape:4096"), QByteArray("aten::mm@0 aten::mm@2 aten::mm@3 aten::mm@4"));
    QVERIFY(!SpanQuery::parse("shape:[4096]"));
}

void TestSpanQuery::spansAreFoundByTheirArguments()
{
    ProfilerPicture made;
    TimeNs begin = 0;
    for (const char* inputs : {"c10::BFloat16|8944,1024|1024,1;c10::BFloat16|1024,2816|2816,1;Scalar|||True",
             "float|8944,512|512,1;Scalar|||0.5", "long int|81024,1", ""}) {
        const uint32_t span = made.host(0, "thread 1", "aten::mm", begin, begin + 10);
        if (*inputs)
            made.builder().setInputs(span, made.builder().intern(inputs));
        begin += 1000;
    }
    made.host(0, "thread of stream 7", "loader", 0, 10);
    made.kernel(0, "stream 7", begin, begin + 10);
    const uint32_t launched = made.kernel(0, "stream 17", begin + 1000, begin + 1010);
    made.builder().setInputs(launched, made.builder().intern(joinedLaunch({"63,1,1", "128,1,1", "255", "49152", "5"})));
    const Trace trace = made.finish();
    QCOMPARE(found(trace, "arg.grid:63"), QByteArray("kernel@5"));
    QCOMPARE(found(trace, "arg.grid:[63,1,1] arg.block:128"), QByteArray("kernel@5"));
    QCOMPARE(found(trace, "arg.registers_per_thread>=255 arg.shared_memory>32768"), QByteArray("kernel@5"));
    QCOMPARE(found(trace, "arg.occupancy<10"), QByteArray("kernel@5"));
    QCOMPARE(found(trace, "arg.registers_per_thread<255"), QByteArray());
    QCOMPARE(found(trace, "arg.input_dims:1024"), QByteArray("aten::mm@0"));
    QCOMPARE(found(trace, "arg.\"Input Dims\":8944"), QByteArray("aten::mm@0 aten::mm@1"));
    QCOMPARE(found(trace, "arg.input_dims:[1024,2816]"), QByteArray("aten::mm@0"));
    QCOMPARE(found(trace, "arg.input_dims=\"[[8944, 512], []]\""), QByteArray("aten::mm@1"));
    QCOMPARE(found(trace, "arg.input_dims>8000 -arg.input_type:float16"), QByteArray("aten::mm@1 aten::mm@2"));
    QCOMPARE(found(trace, "arg.input_strides:512,2816"), QByteArray("aten::mm@0 aten::mm@1"));
    QCOMPARE(found(trace, "arg.Input_Type:\"long int\""), QByteArray("aten::mm@2"));
    QCOMPARE(found(trace, "arg.concrete_inputs:true"), QByteArray("aten::mm@0"));
    QCOMPARE(found(trace, "arg.stream:7"), QByteArray("kernel@4"));
    QCOMPARE(found(trace, "arg.stream:7-20"), QByteArray("kernel@4 kernel@5"));
    QCOMPARE(found(trace, "-arg.stream:7 dur:10us cat:compute"), QByteArray("kernel@5"));
    for (const char* refused : {"arg.cluster:2", "arg.occupancy:[5]", "arg.:1", "arg.stream:", "arg.stream:x",
             "arg.input_dims:abc", "arg.input_type:\" \""})
        QVERIFY2(!SpanQuery::parse(refused), refused);
    QVERIFY(SpanQuery::parse("arg.c"));
}

void TestSpanQuery::manyMatchesComeByBegin()
{
    // Enough of them for the sort of many; lanes in the other order of time, begins that coincide.
    std::string text;
    for (int rank = 0; rank < 40; ++rank) {
        text += "rank" + std::to_string(rank) + " stage0:";
        for (int i = 0; i < 500; ++i) {
            const int begin = (40 - rank) % 7 + i * 10;
            text += " [F" + std::to_string(i) + ' ' + std::to_string(begin) + '-' + std::to_string(begin + 3) + ']';
        }
        text += '\n';
    }
    const Trace trace = traceFromText(text);
    const Result<SpanQuery> query = SpanQuery::parse("cat:forward");
    const std::vector<SpanId> spans = findSpans(*query, trace, trace.timing());
    QCOMPARE(spans.size(), size_t(20000));
    for (size_t i = 1; i < spans.size(); ++i) {
        QVERIFY(std::pair(trace.begin(spans[i - 1]), spans[i - 1]) < std::pair(trace.begin(spans[i]), spans[i]));
    }
}

BUBBLESCOPE_TEST(TestSpanQuery, QCoreApplication)

} // namespace bubblescope::tst_spanquery

#include "tst_spanquery.moc"
