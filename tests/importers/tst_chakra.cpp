// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chakra/chakraimporter.h"
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

    void withoutDurationsASentenceSaysWhatToDo()
    {
        const Imported imported = importText(
            ChakraImporter(), "{\"schema\": \"1.1.0-chakra.0.0.4\", \"nodes\": [{\"id\": 1, \"name\": \"a\"}]}");
        QCOMPARE(imported.issues(), QByteArray("convert-first"));
        QVERIFY(imported.contents.isForeign);
    }

    void damageIsSurvived()
    {
        for (const char* text : {"", "{", "{\"workload_graph\": 3}", "{\"workload_graph\": [", "[]"})
            QCOMPARE(importText(ChakraImporter(), text).issues(), QByteArray("bad-record"));
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
