// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chakrabinaryimporter.h"
#include "rungrouping.h"
#include "chakraimporter.h"
#include "folderscan.h"
#include "importtext.h"
#include "shareddata.h"

#include <QRegularExpression>
#include <QTest>

using namespace bubblescope;

namespace {

std::vector<Run> runsOf(Imported& imported, const std::string& name = "x.0.json")
{
    std::vector<NamedPart> parts;
    for (TracePart& part : imported.contents.traceParts)
        parts.push_back({name, std::move(part)});
    return groupRuns(std::move(parts), "folder", imported.report);
}

std::string varint(uint64_t value)
{
    std::string bytes;
    for (; value >= 0x80; value >>= 7)
        bytes += static_cast<char>(value | 0x80);
    return bytes + static_cast<char>(value);
}
std::string numberField(unsigned number, uint64_t value) { return varint(number << 3) + varint(value); }
std::string delimited(const std::string& bytes) { return varint(bytes.size()) + bytes; }
std::string bytesField(unsigned number, const std::string& bytes) { return varint(number << 3 | 2) + delimited(bytes); }

struct EtNode {
    uint64_t id;
    std::string name;
    uint64_t type; ///< 4 compute, 7 collective
    uint64_t micros;
    std::vector<uint64_t> dependencies;
    uint64_t start = 0;
    std::string attributes;
};

std::string attribute(const char* name, unsigned field, uint64_t value)
{
    return bytesField(10, bytesField(1, name) + numberField(field, value));
}

std::string etOf(const std::vector<EtNode>& nodes)
{
    std::string file = delimited(bytesField(1, "0.0.4"));
    for (const EtNode& node : nodes) {
        std::string packed;
        for (const uint64_t id : node.dependencies)
            packed += varint(id);
        file += delimited(numberField(1, node.id) + bytesField(2, node.name) + numberField(3, node.type)
            + bytesField(5, packed) + numberField(6, node.start) + numberField(7, node.micros) + node.attributes);
    }
    return file;
}

QStringList picture(const Trace& trace)
{
    QStringList lines;
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const auto text = [](std::string_view view) { return QString::fromUtf8(view.data(), qsizetype(view.size())); };
        lines << QStringLiteral("%1: %2 %3-%4")
                     .arg(text(trace.trackName(trace.track(SpanId(i)))), text(trace.name(SpanId(i))))
                     .arg(trace.begin(SpanId(i)))
                     .arg(trace.end(SpanId(i)));
    }
    return lines;
}

} // namespace

class TstChakra : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void operationsFollowWhatTheyDependOn()
    {
        Imported imported = importText(ChakraImporter(),
            "{\"schema\": \"1.0.2-chakra.0.0.4\", \"ngpus\": 2, \"nodes\": ["
            "{\"id\": 3, \"name\": \"gemm\", \"dur\": 7, \"is_cpu_op\": false, \"data_deps\": [1]},"
            "{\"id\": 1, \"name\": \"aten::mm\", \"dur\": 2.5, \"data_deps\": []},"
            "{\"id\": 4, \"name\": \"ncclKernel_AllReduce\", \"dur\": 1, \"is_cpu_op\": false, \"ctrl_deps\": [3]},"
            "{\"id\": 5, \"name\": \"ring\", \"dur\": 1, \"data_deps\": [6]},"
            "{\"id\": 6, \"name\": \"ring\", \"dur\": 1, \"data_deps\": [5]}, 17]}",
            "x.0.json");
        QCOMPARE(imported.issues(), QByteArray("bad-record x2, missing-time, rank-not-stated"));
        const std::vector<Run> runs = runsOf(imported);
        QCOMPARE(runs.size(), size_t(1));
        const Trace& trace = *runs[0].trace;
        QCOMPARE(trace.spanCount(), 5u);
        QCOMPARE(runs[0].layout.world, std::optional(2));
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            const SpanId span(i);
            QVERIFY(trace.hasFlag(span, SpanFlag::untimed));
            if (trace.name(span) == "gemm")
                QCOMPARE(trace.range(span), (TimeRange {2500, 9500}));
            if (trace.name(span) == "ncclKernel_AllReduce") {
                QCOMPARE(trace.range(span), (TimeRange {9500, 10500}));
                QCOMPARE(trace.operation(span), Operation::AllReduce);
            }
        }
    }

    void protobufNodesFollowWhatTheyDependOn()
    {
        const std::string onHost = attribute("is_cpu_op", 27, 1);
        const std::string allGather = attribute("comm_type", 7, 2) + attribute("comm_size", 9, 4096);
        // The node without a duration passes on what it waits for itself.
        const std::string file = etOf({{1, "aten::mm", 4, 3, {}, 0, onHost}, {2, "gemm", 4, 10, {1}, 0, {}},
            {3, "sync", 4, 0, {2}, 0, {}}, {700, "gather", 7, 5, {3}, 0, allGather}});
        QVERIFY(ChakraBinaryImporter().sniff(file) > 0);
        QCOMPARE(ChakraImporter().sniff(file), 0);
        Imported imported = importText(ChakraBinaryImporter(), file, "x.3.et");
        QCOMPARE(imported.issues(), QByteArray("missing-time, rank-not-stated"));
        const std::vector<Run> runs = runsOf(imported, "x.3.et");
        QCOMPARE(runs.size(), size_t(1));
        const Trace& trace = *runs[0].trace;
        QCOMPARE(trace.ranks().front().rank, 3);
        QCOMPARE(picture(trace),
            QStringList({"gpu: gemm 3000-13000", "comm gpu: gather 13000-18000", "host: aten::mm 0-3000"}));
        QCOMPARE(trace.operation(SpanId(1)), Operation::AllGather);
        QCOMPARE(trace.bytes(SpanId(1)), int64_t(4096));
    }

    void protobufNodesWithTimesAreShownWhereTheyWere()
    {
        Imported imported = importText(ChakraBinaryImporter(),
            etOf({{1, "a", 4, 3, {}, 1'000'000, {}}, {2, "b", 4, 4, {1}, 1'000'020, {}}}), "x.0.et");
        QCOMPARE(imported.issues(), QByteArray("rank-not-stated"));
        const std::vector<Run> runs = runsOf(imported, "x.0.et");
        QCOMPARE(picture(*runs.at(0).trace), QStringList({"gpu: a 0-3000", "gpu: b 20000-24000"}));
        QVERIFY(!runs[0].trace->hasFlag(SpanId(0), SpanFlag::untimed));
    }

    void aDamagedProtobufFileKeepsWhatCanBeRead()
    {
        const std::string whole = etOf({{1, "a", 4, 3, {}, 0, {}}, {2, "b", 4, 4, {1}, 0, {}}});
        const Imported cut
            = importText(ChakraBinaryImporter(), std::string_view(whole).substr(0, whole.size() - 3), "x.0.et");
        QCOMPARE(cut.issues(), QByteArray("truncated-file, missing-time, rank-not-stated"));
        QCOMPARE(cut.contents.traceParts.at(0).builder.spanCount(), 1u);
        const Imported odd = importText(ChakraBinaryImporter(), whole + delimited("\x0f\x01"), "x.0.et");
        QCOMPARE(odd.offsetOf(IssueKind::BadRecord), qlonglong(whole.size()));
        QCOMPARE(odd.contents.traceParts.at(0).builder.spanCount(), 2u);
        const Imported zeros = importText(ChakraBinaryImporter(), whole + std::string(10'000, '\0'), "x.0.et");
        QCOMPARE(zeros.report.count(IssueKind::BadRecord), uint64_t(10'000));
        QCOMPARE(zeros.contents.traceParts.at(0).builder.spanCount(), 2u);
        for (const char* text : {"", "no protobuf", "{\"schema\": 1}", "\n\n\n\n\n\n\n\n\n\n\n\n\n\n"})
            QCOMPARE(ChakraBinaryImporter().sniff(text), 0);
    }

    void withoutDurationsASentenceSaysWhatToDo()
    {
        const Imported imported = importText(
            ChakraImporter(), "{\"schema\": \"1.1.0-chakra.0.0.4\", \"nodes\": [{\"id\": 1, \"name\": \"a\"}]}");
        QCOMPARE(imported.issues(), QByteArray("convert-first"));
        QVERIFY(imported.contents.isForeign);
    }

    void damageIsSurvived()
    {
        for (const char* text : {"", "{", "{\"workload_graph\": 3}", "[]"})
            QCOMPARE(importText(ChakraImporter(), text).issues(), QByteArray("bad-record"));
        for (const char* text : {"{\"workload_graph\": [", "{\"nodes\": [{\"id\": 1,"})
            QCOMPARE(importText(ChakraImporter(), text).issues(), QByteArray("truncated-file"));
    }

    void ofAFileThatBreaksOffTheGoodPartIsShown()
    {
        const std::string first = R"({"ngpus": 4, "nodes": [{"id": 1, "name": "a", "dur": 2},)";
        const std::string second = R"({"id": 2, "name": "b", "attrs": [{"name": "x"}], "dur": 3})";
        for (size_t size = 1; size < second.size(); ++size) {
            Imported imported = importText(ChakraImporter(), first + second.substr(0, size), "x.0.json");
            QCOMPARE(imported.issues(), QByteArray("truncated-file, missing-time, rank-not-stated"));
            QCOMPARE(imported.offsetOf(IssueKind::TruncatedFile), qlonglong(first.size()));
            QCOMPARE(picture(*runsOf(imported).at(0).trace), QStringList({"host: a 0-2000"}));
        }
        const Imported open = importText(ChakraImporter(), first + second, "x.0.json");
        QCOMPARE(open.offsetOf(IssueKind::TruncatedFile), qlonglong(first.size() + second.size()));
        QCOMPARE(open.contents.traceParts.at(0).builder.spanCount(), 2u);
        QCOMPARE(open.contents.traceParts[0].layout.world, std::optional(4));
    }

    void whatPythonWritesForNoNumberHidesNothingElse()
    {
        const std::string text = R"({"nodes": [{"id": 1, "name": "a", "dur": NaN}, {"id": 2, "name": "b", "dur": 3},)"
                                 R"({"id": 3, "name": "c", "dur": -Infinity, "x": NaN}, {"id": 4, "dur": 1e400},)"
                                 R"({"id": 5, "name": "d\u00e9", "dur": 1, "data_deps": [NaN, 2]}], "ngpus": NaN})";
        Imported imported = importText(ChakraImporter(), text, "x.0.json");
        QCOMPARE(imported.issues(), QByteArray("bad-number x3, missing-time, rank-not-stated"));
        QCOMPARE(imported.offsetOf(IssueKind::BadNumber), qlonglong(text.find("{\"id\": 1")));
        QCOMPARE(picture(*runsOf(imported).at(0).trace), QStringList({"host: b 0-3000", "host: d\u00e9 3000-4000"}));
    }

    void readingGoesOnBehindDamage()
    {
        Imported imported = importText(ChakraImporter(),
            R"({"nodes": [{"id": 1, "dur": 1, "name": "a"}, {"id" 2}, nonsense:[], {"dur": 1}, "text", {)"
            R"("id": 3, "dur": 1, "name": "b"}], "more": 1})",
            "x.0.json");
        QCOMPARE(imported.issues(), QByteArray("bad-record x4, missing-time, rank-not-stated"));
        QCOMPARE(picture(*runsOf(imported).at(0).trace), QStringList({"host: a 0-1000", "host: b 1000-2000"}));
        const std::string braces(2'000'000, '{');
        QVERIFY(importText(ChakraImporter(), std::string(R"({"nodes": [)") + braces, "x.0.json").finished);
    }

    void theSampleOpens()
    {
        REQUIRE_SHARED_DATA();
        const std::string path = sharedData("chakra/small_chakra.0.json");
        QVERIFY(ChakraImporter().sniff(readHead(path, sniffBytes)) > 0);
        Imported imported = importFile(ChakraImporter(), path);
        const std::vector<Run> runs = runsOf(imported, "small_chakra.0.json");
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs[0].trace->spanCount(), 7u);
        QCOMPARE(runs[0].missingRanks.size(), size_t(7));
    }
};

QTEST_APPLESS_MAIN(TstChakra)
#include "tst_chakra.moc"
