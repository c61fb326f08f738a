// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Hostile files of every format, opened as a user's are: by whatever importer claims them.
#include "gzipped.h"
#include "importerregistry.h"
#include "importtext.h"
#include "sanitized.h"
#include "testprogram.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

namespace bubblescope::tst_damage {

namespace {

/// The beginning of a good file of each format.
struct Format {
    const char* importer;
    std::string head;
    std::string record; ///< one more record, without a line break
};

std::string traceLine(const char* duration, const char* stamp, const std::string& subs = {})
{
    return std::string("rank:0:forward_step(stage_id=0,batch_id=0,mg_state=steady,duration=") + duration
        + ",description=None,group_kind=None,timestamp=" + stamp + ",sub_operations=[" + subs + "])";
}

const std::vector<Format>& formats()
{
    static const std::vector<Format> all {
        {"rank-trace", traceLine("1.50", "10.00") + "\n", traceLine("1.00", "20.00")},
        {"stage-plan", "stage:0:forward_step(batch_id=0, mg_state=warmup, duration=None, description=None)\n",
            "stage:0:backward_step(batch_id=0, mg_state=cooldown, duration=None, description=None)"},
        {"pipeline-plan", "0F0,0F1,,0B0,0B1\n,1F0,1B0,1F1,1B1\n", "2F0,2B0"},
        {"work-items",
            "name\tforward_compute_time\tforward_comm_type\tforward_comm_size\tbackward_compute_time\t"
            "backward_comm_type\tbackward_comm_size\tweight_grad_compute_time\tweight_grad_comm_type\t"
            "weight_grad_comm_size\tprocess_time\nembed\t0.5\tNone\t0\t0.2\tNone\t0\t0.1\tNone\t0\t0\n",
            "add\t1\tNone\t0\t0\tNone\t0\t0\tNone\t0\t0"},
        {"neusight-prediction",
            "Name,OpName,FwOps,BwOps,AccOps,InputShapes,OutputShape,fw_latency,bw_latency,acc_latency,bwall_latency,"
            "e2e_latency\ninput_ids,misc,[],[],[],[],\"(1, 4)\",0.5,0.0,0.0,0.0,0.5\n",
            "add,VECadd,[],[],[],[],[],1.0,0.0,0.0,0.0,1.0"},
        {"simai-result",
            "File name, Expose DP comm, Expose DP_EP comm, Expose TP comm, Expose_EP_comm, Expose_PP_comm, bubble "
            "time, "
            "total comp, total exposed comm, Total time\nsmall, 30 (15.00%), 0 (0.00%), 50 (25.00%), 0 (0.00%), "
            "0 (0.00%), 10 (5.00%), 110 (55.00%), 80 (40.00%), 200\n"
            "layer_name,small,fwd compute,wg compute,ig compute,fwd exposed comm,wg exposed comm,ig exposed comm\n",
            "embed,0,1,2,3,4,5,6"},
        {"layer-table-companion",
            "{\"num_layer\": 3, \"e2e_latency\": 45.5, \"fw_latency\": 14.75, \"bwall_latency\": 30.75", ", \"x\": 1"},
        {"simai-workload",
            "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 1 pp: 1 ga: 1 all_gpus: 4\n1\n"
            "layer -1 10 NONE 0 20 NONE 0 30 NONE 0 5\n",
            "layer -1 10 NONE 0 20 NONE 0 30 NONE 0 5"},
        {"run-log",
            "> GAS: 4\n> MBS: 1\n[rank:0 stage:0] transformer-block(module) forward time (no send/recv) - step 1\n",
            "  layer[0]: total=1.5ms, ops=4, avg/op=0.3ms"},
        {"nccl-tests",
            "# nThread 1 nGpus 2 minBytes 8 maxBytes 1024\n#   Rank  0 Pid  1 on node device  0 [0x00] GPU\n"
            "#   Rank  1 Pid  1 on node device  1 [0x00] GPU\n8 2 float sum 4.5 0.1 0.1 0 4.4 0.1 0.1 0\n",
            "1024 256 float sum 10.0 0.1 0.1 0 9.0 0.1 0.1 0"},
    };
    return all;
}

const Format& format(const char* importer)
{
    for (const Format& candidate : formats()) {
        if (std::string_view(candidate.importer) == importer)
            return candidate;
    }
    qFatal("no such format: %s", importer);
}

const Importer* importerOf(const std::string& head)
{
    return ImporterRegistry::builtin().find(std::string_view(head).substr(0, sniffBytes));
}

/// Head, then a pattern over and over, then a tail: larger than anything one would want to hold.
class EndlessSource : public ByteSource {
public:
    EndlessSource(std::string head, std::string_view pattern, uint64_t repeated, std::string tail)
        : m_head(std::move(head)), m_tail(std::move(tail)), m_repeated(repeated)
    {
        m_name = "endless";
        while (m_block.size() < (size_t(1) << 16))
            m_block += pattern;
        m_repeated -= m_repeated % m_block.size();
    }
    size_t read(char* buffer, size_t size) override
    {
        std::string_view next;
        if (m_position < m_head.size())
            next = std::string_view(m_head).substr(m_position);
        else if (m_position < m_head.size() + m_repeated)
            next = std::string_view(m_block).substr((m_position - m_head.size()) % m_block.size());
        else if (m_position < this->size())
            next = std::string_view(m_tail).substr(m_position - m_head.size() - m_repeated);
        const size_t got = std::min(size, next.size());
        std::copy_n(next.data(), got, buffer);
        m_position += got;
        return got;
    }
    uint64_t size() const override { return m_head.size() + m_repeated + m_tail.size(); }
    uint64_t consumed() const override { return m_position; }
    const std::optional<Error>& error() const override { return m_error; }

private:
    std::string m_head;
    std::string m_block;
    std::string m_tail;
    uint64_t m_repeated;
    uint64_t m_position = 0;
    std::optional<Error> m_error;
};

/// Most memory this program had at any time, in MB.
long peakMegabytes()
{
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

std::string times(int count, const std::string& text)
{
    std::string result;
    result.reserve(text.size() * static_cast<size_t>(count));
    for (int i = 0; i < count; ++i)
        result += text;
    return result;
}

/// Imports a text by whoever claims its head, and finishes its traces as a loader does.
Imported openText(const std::string& text)
{
    const Importer* importer = importerOf(text);
    if (!importer)
        return {};
    Imported imported = importText(*importer, text);
    for (TracePart& part : imported.contents.traceParts)
        part.builder.finish({}, imported.report);
    return imported;
}

void addFormats(bool onlyStreamed = false, size_t step = 1)
{
    QTest::addColumn<QByteArray>("id");
    for (size_t i = 0; i < formats().size(); i += step) {
        const Format& each = formats()[i];
        // The companion is read in one piece of bounded size: nothing to cancel, no time to shrink in.
        if (!onlyStreamed || each.importer != std::string_view("layer-table-companion"))
            QTest::newRow(each.importer) << QByteArray(each.importer);
    }
}

// An address sanitizer keeps freed memory for a while.
constexpr long allowedMegabytes = isSanitized ? 768 : 256;

/// A gigabyte; where a sanitizer watches, a quarter of it: still beyond the longest line of any format.
constexpr uint64_t endlessBytes = uint64_t(1) << (isSanitized ? 28 : 30);

} // namespace

class TstDamage : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everyFormatIsClaimedByItsImporter_data() { addFormats(); }
    void everyFormatIsClaimedByItsImporter()
    {
        QFETCH(QByteArray, id);
        const Format& each = format(id);
        const Importer* importer = importerOf(each.head + each.record + "\n");
        QVERIFY(importer);
        QCOMPARE(QByteArray(importer->id().data(), static_cast<qsizetype>(importer->id().size())), id);
    }

    void aLineOfOneGigabyteTakesLittleMemory_data() { addFormats(); }
    void aLineOfOneGigabyteTakesLittleMemory()
    {
        QFETCH(QByteArray, id);
        const Format& each = format(id);
        const Importer* importer = importerOf(each.head + each.record + "\n");
        const long before = peakMegabytes();
        EndlessSource source(each.head, each.record + " ", endlessBytes, "\n" + each.record + "\n");
        const Imported imported = importSource(*importer, source);
        QVERIFY(imported.finished);
        QVERIFY2(!imported.report.isEmpty(), "nothing was said about the line");
        QVERIFY2(peakMegabytes() - before < allowedMegabytes, "the line was held in memory");
    }

    void cancellingEndsTheImport_data() { addFormats(true); }
    void cancellingEndsTheImport()
    {
        QFETCH(QByteArray, id);
        const Format& each = format(id);
        const Importer* importer = importerOf(each.head + each.record + "\n");
        EndlessSource source(each.head, each.record + "\n", endlessBytes, {});
        const Imported imported
            = importSource(*importer, source, [](uint64_t done, uint64_t) { return done < (uint64_t(4) << 20); });
        QVERIFY(!imported.finished);
        QVERIFY(source.consumed() < (uint64_t(64) << 20));
    }

    void cancellingEndsAnEndlessLine_data() { addFormats(true); }
    void cancellingEndsAnEndlessLine()
    {
        QFETCH(QByteArray, id);
        const Format& each = format(id);
        constexpr uint64_t enough = uint64_t(128) << 20; // beyond the longest line of any format: it is being skipped
        EndlessSource source(each.head, each.record + " ", endlessBytes, {});
        const Imported imported = importSource(
            *importerOf(each.head + each.record + "\n"), source, [](uint64_t done, uint64_t) { return done < enough; });
        QVERIFY(!imported.finished);
        QVERIFY(source.consumed() < enough + (uint64_t(64) << 20));
    }

    void fileThatShrinksWhileReadKeepsItsFirstPart_data() { addFormats(true); }
    void fileThatShrinksWhileReadKeepsItsFirstPart()
    {
        QFETCH(QByteArray, id);
        const Format& each = format(id);
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("shrinking.txt")));
        QVERIFY(file.open(QIODevice::ReadWrite));
        const std::string text
            = each.head + times(static_cast<int>(size_t(12 << 20) / each.record.size()), each.record + "\n");
        QCOMPARE(file.write(text.data(), static_cast<qint64>(text.size())), static_cast<qint64>(text.size()));
        file.flush();

        auto source = openFile(file.fileName().toStdString(), "shrinking.txt");
        QVERIFY(source.isOk());
        int calls = 0;
        const Imported imported = importSource(*importerOf(text), **source, [&](uint64_t, uint64_t) {
            if (++calls == 2)
                file.resize(3 << 20);
            return true;
        });
        QVERIFY(calls >= 2);
        QVERIFY(imported.finished);
        QVERIFY(!imported.contents.isEmpty());
        QCOMPARE(imported.report.count(IssueKind::FileShrank), uint64_t(1));
    }

    void gzipCutShortKeepsWhatCouldBeUnpacked_data() { addFormats(); }
    void gzipCutShortKeepsWhatCouldBeUnpacked()
    {
        QFETCH(QByteArray, id);
        const Format& each = format(id);
        std::string text = each.head;
        for (int i = 0; i < 2000; ++i)
            text += each.record + "\n";
        const std::string packed = gzipped(text);
        const std::string cut = packed.substr(0, packed.size() - 12);
        const Imported imported = importText(*importerOf(text), cut, "cut.gz");
        QVERIFY(imported.finished);
        QVERIFY(imported.report.count(IssueKind::DamagedGzip) == 1);
    }

    // Only after a gigabyte, and by what all formats share: of one in six. Each has its endless line above.
    void gzipBombIsGivenUpWithLittleMemory_data() { addFormats(false, 6); }
    void gzipBombIsGivenUpWithLittleMemory()
    {
        QFETCH(QByteArray, id);
        const Format& each = format(id);
        // Members of a gzip file follow each other: each of these unpacks to 16 MB of blanks, all to 100 GB.
        static const std::string member = gzipped(std::string(size_t(16) << 20, ' '), 9);
        const std::string bomb = gzipped(each.head) + times(6400, member);
        const long before = peakMegabytes();
        const Imported imported = importText(*importerOf(each.head + each.record + "\n"), bomb, "bomb.gz");
        QVERIFY(imported.finished);
        if (id != "layer-table-companion") // which takes no more than it can hold
            QCOMPARE(imported.report.count(IssueKind::NotUnpacked), uint64_t(1));
        QVERIFY(!imported.report.isEmpty());
        QVERIFY(peakMegabytes() - before < allowedMegabytes);
    }

    void numbersThatCanNotBeAreIssues_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("record");
        const auto add = [](const char* name, const char* id, const std::string& record) {
            QTest::newRow(name) << QByteArray(id) << QByteArray::fromStdString(record);
        };
        add("trace: duration nan", "rank-trace", traceLine("nan", "30.00"));
        add("trace: duration negative", "rank-trace", traceLine("-4.00", "30.00"));
        add("trace: stamp beyond 64 bits", "rank-trace", traceLine("1.00", "99999999999999999999.00"));
        add("trace: stamp with exponent", "rank-trace", traceLine("1.00", "1e300"));
        add("trace: duration beyond 64 bits", "rank-trace", traceLine("99999999999999999999", "30.00"));
        add("work items: nan", "work-items", "add\tnan\tNone\t0\t0\tNone\t0\t0\tNone\t0\t0");
        add("work items: negative", "work-items", "add\t-3\tNone\t0\t0\tNone\t0\t0\tNone\t0\t0");
        add("work items: beyond 64 bits", "work-items", "add\t1e300\tNone\t0\t0\tNone\t0\t0\tNone\t0\t0");
        add("predictions: nan", "neusight-prediction", "add,VECadd,[],[],[],[],[],nan,0.0,0.0,0.0,1.0");
        add("predictions: negative", "neusight-prediction", "add,VECadd,[],[],[],[],[],-1.0,0.0,0.0,0.0,1.0");
        add("workload: nan", "simai-workload", "layer -1 nan NONE 0 20 NONE 0 30 NONE 0 5");
        add("workload: negative", "simai-workload", "layer -1 -10 NONE 0 20 NONE 0 30 NONE 0 5");
        add("workload: size beyond 64 bits", "simai-workload",
            "layer -1 10 ALLREDUCE 99999999999999999999999999999999 20 NONE 0 30 NONE 0 5");
        add("log: nan", "run-log", "  layer[0]: total=nanms, ops=4, avg/op=0.3ms");
        add("log: negative", "run-log", "  layer[0]: total=-1.0ms, ops=4, avg/op=0.3ms");
        add("log: beyond all time", "run-log", "  layer[0]: total=1e300ms, ops=4, avg/op=0.3ms");
    }
    void numbersThatCanNotBeAreIssues()
    {
        QFETCH(QByteArray, id);
        QFETCH(QByteArray, record);
        const Format& each = format(id);
        const Imported good = openText(each.head + each.record + "\n");
        QVERIFY(good.finished);
        const Imported imported = openText(each.head + record.toStdString() + "\n" + each.record + "\n");
        QVERIFY(imported.finished);
        QVERIFY(!imported.contents.isEmpty());
        const ImportReport& report = imported.report;
        QVERIFY2(report.count(IssueKind::BadNumber) + report.count(IssueKind::NegativeDuration)
                    + report.count(IssueKind::TimeOutOfRange) + report.count(IssueKind::BadTime)
                    + report.count(IssueKind::BadRecord)
                > 0,
            imported.issues().constData());
    }

    void aBillionDeclaredRowsReserveNothing()
    {
        const long before = peakMegabytes();
        const Imported imported = openText("HYBRID_TRANSFORMER model_parallel_NPU_group: 2 all_gpus: 4\n1000000000\n"
                                           "layer -1 10 NONE 0 20 NONE 0 30 NONE 0 5\n");
        QCOMPARE(imported.contents.workloads.size(), size_t(1));
        QCOMPARE(imported.contents.workloads[0].rows.size(), size_t(1));
        QCOMPARE(imported.report.count(IssueKind::RowCountDiffers), uint64_t(1));
        QVERIFY(peakMegabytes() - before < 64);
        const std::string beyond = "MICRO\n99999999999999999999999\nlayer -1 10 NONE 0 20 NONE 0 30 NONE 0 5\n";
        QVERIFY(importText(*importerOf(format("simai-workload").head), beyond).finished);
    }

    void declaredCheckpointsReserveNothing()
    {
        const long before = peakMegabytes();
        const Imported imported = openText("HYBRID_TRANSFORMER model_parallel_NPU_group: 2 all_gpus: 4 checkpoints: "
                                           "1000000000 1 2\n1\nlayer -1 10 NONE 0 20 NONE 0 30 NONE 0 5\n");
        QVERIFY(imported.finished);
        QVERIFY(peakMegabytes() - before < 64);
    }

    void aMillionBracketsDoNotExhaustTheStack_data()
    {
        QTest::addColumn<QByteArray>("text");
        const std::string open(1'000'000, '[');
        const std::string closed = open + std::string(1'000'000, ']');
        const auto add
            = [](const char* name, const std::string& text) { QTest::newRow(name) << QByteArray::fromStdString(text); };
        const std::string good = traceLine("1.50", "10.00") + "\n";
        add("sub-operations", good + traceLine("1.00", "20.00", open) + "\n");
        add("shape",
            good
                + traceLine("1.00", "20.00",
                    "'trace_src_func=f,duration=1.0,timestamp=9.0,input__shape=" + closed
                        + ",input__dtype=torch.float32,func_name=f,group=tp,comm_func=allreduce'")
                + "\n");
        add("parentheses", good + "rank:0:forward_step(" + std::string(1'000'000, '(') + "\n");
        add("companion", "{\"num_layer\": 3, \"e2e_latency\": 1.0, \"x\": " + closed + "}");
        add("companion, never closed", "{\"num_layer\": 3, \"e2e_latency\": 1.0, \"x\": " + open);
        add("prediction",
            format("neusight-prediction").head + "add,VECadd,\"" + closed + "\",[],[],[],[],1.0,0.0,0.0,0.0,1.0\n");
        add("log", format("run-log").head + "stage2rank = {0: " + open + "\n");
    }
    void aMillionBracketsDoNotExhaustTheStack()
    {
        QFETCH(QByteArray, text);
        const Imported imported = openText(text.toStdString());
        QVERIFY(imported.finished);
    }

    // A hundred thousand of them: what looks at each for each does not come to an end.
    void manyEventsThatAreAllAlikeAreRead_data()
    {
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("second");
        QTest::newRow("ends, then begins of another name")
            << QByteArray(R"({"ph":"E","name":"a","ts":5},)") << QByteArray(R"({"ph":"B","name":"b","ts":5},)");
        QTest::newRow("ends, then their begins")
            << QByteArray(R"({"ph":"E","name":"a","ts":5},)") << QByteArray(R"({"ph":"B","name":"a","ts":5},)");
        QTest::newRow("groups of one name")
            << QByteArray()
            << QByteArray(
                   R"({"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","ts":1,"dur":1,"args":)"
                   R"({"Collective name":"allreduce","Process Group Name":"0","Process Group Ranks":"[0, %]"}},)");
    }
    void manyEventsThatAreAllAlikeAreRead()
    {
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, second);
        constexpr int count = 100'000 / (isSanitized ? 4 : 1);
        QByteArray text = "[" + first.repeated(count);
        for (int i = 0; i < count; ++i)
            text += QByteArray(second).replace('%', QByteArray::number(i + 1));
        const Imported imported = openText((text + R"({"name":"no phase"}])").toStdString());
        QVERIFY(imported.finished);
        QVERIFY(!imported.report.isEmpty());
    }

    void halfAFileIsReadAtEveryCut_data() { addFormats(); }
    void halfAFileIsReadAtEveryCut()
    {
        QFETCH(QByteArray, id);
        const Format& each = format(id);
        const std::string text = each.head + each.record + "\n" + each.record;
        const Importer* importer = importerOf(text);
        for (size_t length = 0; length < text.size(); ++length) {
            const std::string cut = text.substr(0, length);
            importerOf(cut);
            QVERIFY(importText(*importer, cut).finished);
        }
    }

    void anyByteMayBeDamaged_data() { addFormats(); }
    void anyByteMayBeDamaged()
    {
        QFETCH(QByteArray, id);
        const Format& each = format(id);
        const std::string text = each.head + each.record + "\n" + each.record + "\n";
        constexpr char damages[] {'\0', '\n', '\r', '\xff', '9', '-', '\'', '"'};
        constexpr size_t step = isSanitized ? 3 : 1; // each byte some, each damage at some bytes
        for (size_t at = 0; at < text.size(); ++at) {
            for (size_t i = at % step; i < std::size(damages); i += step) {
                std::string damaged = text;
                damaged[at] = damages[i];
                if (importerOf(damaged))
                    QVERIFY(openText(damaged).finished);
            }
        }
    }
};

BUBBLESCOPE_TEST(TstDamage, QCoreApplication)

} // namespace bubblescope::tst_damage

#include "tst_damage.moc"
