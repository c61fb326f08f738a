// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chakrabinaryimporter.h"
#include "chakraimporter.h"
#include "folderscan.h"
#include "importtext.h"
#include "rungrouping.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <fmt/format.h>

namespace bubblescope::tst_chakra {

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
    std::vector<uint64_t> dependencies; ///< of data
    uint64_t start = 0;
    std::string attributes;
    std::vector<uint64_t> controlDependencies = {};
};

std::string attribute(const char* name, unsigned field, uint64_t value)
{
    return bytesField(10, bytesField(1, name) + numberField(field, value));
}

std::string etOf(const std::vector<EtNode>& nodes)
{
    std::string file = delimited(bytesField(1, "0.0.4"));
    for (const EtNode& node : nodes) {
        const auto packed = [](const std::vector<uint64_t>& ids) {
            std::string bytes;
            for (const uint64_t id : ids)
                bytes += varint(id);
            return bytes;
        };
        file += delimited(numberField(1, node.id) + bytesField(2, node.name) + numberField(3, node.type)
            + bytesField(4, packed(node.controlDependencies)) + bytesField(5, packed(node.dependencies))
            + numberField(6, node.start) + numberField(7, node.micros) + node.attributes);
    }
    return file;
}

/// One graph, to be written in every encoding.
struct GraphNode {
    uint64_t id;
    std::string name;
    uint64_t type; ///< 4 compute, 5 send, 7 collective
    uint64_t micros;
    bool isOnHost;
    std::vector<uint64_t> data;
    std::vector<uint64_t> control;
    int64_t collective = -1;
    uint64_t bytes = 0;
    uint64_t start = 0;
};

std::string asBinary(const std::vector<GraphNode>& graph)
{
    std::vector<EtNode> nodes;
    for (const GraphNode& node : graph) {
        std::string attributes = attribute("is_cpu_op", 27, node.isOnHost);
        if (node.collective >= 0)
            attributes += attribute("comm_type", 9, uint64_t(node.collective));
        if (node.bytes > 0)
            attributes += attribute("comm_size", 9, node.bytes);
        nodes.push_back({node.id, node.name, node.type, node.micros, node.data, node.start, attributes, node.control});
    }
    return etOf(nodes);
}

/// As protobuf prints messages: numbers of 64 bits as texts, enumerators as words.
std::string asProtobufJson(const std::vector<GraphNode>& graph)
{
    static constexpr const char* types[] {"INVALID_NODE", "METADATA_NODE", "MEM_LOAD_NODE", "MEM_STORE_NODE",
        "COMP_NODE", "COMM_SEND_NODE", "COMM_RECV_NODE", "COMM_COLL_NODE"};
    std::vector<std::string> nodes;
    for (const GraphNode& node : graph) {
        std::string attributes = fmt::format(R"({{"name": "is_cpu_op", "boolVal": {}}})", node.isOnHost);
        if (node.collective >= 0)
            attributes += fmt::format(R"(, {{"name": "comm_type", "int64Val": "{}"}})", node.collective);
        if (node.bytes > 0)
            attributes += fmt::format(R"(, {{"name": "comm_size", "int64Val": "{}"}})", node.bytes);
        nodes.push_back(
            fmt::format(R"({{"id": "{}", "name": "{}", "type": "{}", "ctrlDeps": ["{}"], "dataDeps": ["{}"], )"
                        R"("startTimeMicros": "{}", "durationMicros": "{}", "attr": [{}]}})",
                node.id, node.name, types[node.type], fmt::join(node.control, R"(", ")"),
                fmt::join(node.data, R"(", ")"), node.start, node.micros, attributes));
    }
    return fmt::format(R"({{"schema": "1.0.2-chakra.0.0.4", "nodes": [{}]}})", fmt::join(nodes, ", "));
}

/// As traces are published that were written by hand.
std::string asPlainJson(const std::vector<GraphNode>& graph)
{
    std::vector<std::string> nodes;
    for (const GraphNode& node : graph) {
        std::string more = node.collective >= 0 ? fmt::format(R"(, "comm_type": {})", node.collective) : std::string();
        if (node.bytes > 0)
            more += fmt::format(R"(, "comm_size": {})", node.bytes);
        nodes.push_back(fmt::format(R"({{"Id": {}, "Name": "{}", "NodeType": {}, "ctrlDeps": [{}], "data_deps": [{}], )"
                                    R"("start_time_micros": {}, "runtime": {}, "is_cpu_op": {}{}}})",
            node.id, node.name, node.type, fmt::join(node.control, ", "), fmt::join(node.data, ", "), node.start,
            node.micros, node.isOnHost, more));
    }
    return fmt::format(R"({{"workload_graph": [{}]}})", fmt::join(nodes, ", "));
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

    void oneGraphIsOneRunInEveryEncoding_data()
    {
        QTest::addColumn<bool>("isCyclic");
        QTest::addColumn<quint64>("start");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* name, bool isCyclic, const char* picture) {
            QTest::newRow(name) << isCyclic << quint64(0) << QString::fromLatin1(picture).split(QStringLiteral("; "));
        };
        row("control dependencies order", false,
            "gpu: gemm 7000-17000 compute -1; comm gpu: gather 17000-22000 comm 4096; comm gpu: hop 22000-24000 pp -1; "
            "host: c10d::allreduce_ 0-4000 host -1; host: aten::mm 4000-7000 host -1");
        // The caller waits for what it calls: with control dependencies nothing could ever begin.
        row("control dependencies form a cycle", true,
            "gpu: gemm 3000-13000 compute -1; comm gpu: gather 13000-18000 comm 4096; comm gpu: hop 18000-20000 pp -1; "
            "host: aten::mm 0-3000 host -1; host: c10d::allreduce_ 3000-7000 host -1");
        QTest::newRow("with times") << true << quint64(1'000'000) << QStringList();
    }

    void oneGraphIsOneRunInEveryEncoding()
    {
        QFETCH(bool, isCyclic);
        QFETCH(quint64, start);
        QFETCH(QStringList, expected);
        using Ids = std::vector<uint64_t>;
        const auto at = [&](uint64_t micros) { return start == 0 ? 0 : start + micros; };
        // A collective of the CPU only starts the one of the GPU.
        const std::vector<GraphNode> graph {
            {1, "aten::mm", 4, 3, true, {}, {9}, -1, 0, at(4)},
            {9, "c10d::allreduce_", 7, 4, true, {}, isCyclic ? Ids {4} : Ids {}, -1, 0, at(0)},
            {2, "gemm", 4, 10, false, {1}, {}, -1, 0, at(7)},
            {3, "sync", 4, 0, true, {2}, {}, -1, 0, at(7)},
            {4, "gather", 7, 5, false, {3}, {1}, 2, 4096, at(17)},
            {5, "hop", 5, 2, false, {4}, {}, -1, 0, at(30)},
        };
        QStringList pictures;
        QByteArrayList issues;
        const auto read = [&](const Importer& importer, const std::string& text, const char* name) {
            QVERIFY(importer.sniff(text) > 0);
            Imported imported = importText(importer, text, name);
            issues << imported.issues();
            const std::vector<Run> runs = runsOf(imported, name);
            QCOMPARE(runs.size(), size_t(1));
            const Trace& trace = *runs[0].trace;
            QStringList lines = picture(trace);
            for (uint32_t i = 0; i < trace.spanCount(); ++i) {
                const std::string_view category = categoryKey(trace.category(SpanId(i)));
                lines[i] += QStringLiteral(" %1 %2")
                                .arg(QString::fromUtf8(category.data(), qsizetype(category.size())))
                                .arg(trace.bytes(SpanId(i)));
                if (trace.name(SpanId(i)) == "gather")
                    QCOMPARE(trace.operation(SpanId(i)), Operation::AllGather);
            }
            pictures << lines.join(QLatin1Char('\n'));
        };
        read(ChakraBinaryImporter(), asBinary(graph), "x.0.et");
        read(ChakraImporter(), asProtobufJson(graph), "x.0.json");
        read(ChakraImporter(), asPlainJson(graph), "x.0.json");
        QCOMPARE(pictures.at(1), pictures.at(0));
        QCOMPARE(pictures.at(2), pictures.at(0));
        QCOMPARE(issues.at(1), issues.at(0));
        QCOMPARE(issues.at(2), issues.at(0));
        if (!expected.isEmpty())
            QCOMPARE(pictures.at(0), expected.join(QLatin1Char('\n')));
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

BUBBLESCOPE_TEST(TstChakra, QCoreApplication)

} // namespace bubblescope::tst_chakra

#include "tst_chakra.moc"
