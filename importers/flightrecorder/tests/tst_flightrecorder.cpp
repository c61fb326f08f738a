// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Dumps of NCCL's flight recorder: their pickles, what they hold, and who hangs. The real ones have two injected faults
// each, which fault_injection.log beside them names.
#include "chrometracetext.h"
#include "dumparchive.h"
#include "flightdumpreader.h"
#include "flightfolder.h"
#include "flightrecorderimporter.h"
#include "hanganalysis.h"
#include "hangs.h"
#include "hangwords.h"
#include "packedtext.h"
#include "picklereader.h"
#include "testprogram.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <map>
#include <set>

namespace bubblescope::tst_flightrecorder {
using namespace std::string_view_literals;

namespace {

const FlightRecorderImporter importer;

/// As Python prints it; lists that lie in themselves are cut.
std::string shown(const PlainTree& tree, PlainTree::Node node, int depth = 0)
{
    if (depth > 4)
        return "…";
    std::string text;
    switch (tree.kind(node)) {
    case PlainTree::Kind::None:
        return "None";
    case PlainTree::Kind::Truth:
        return tree.isTrue(node) ? "True" : "False";
    case PlainTree::Kind::Integer:
        return std::to_string(*tree.integer(node));
    case PlainTree::Kind::Number:
        return fmt::format("{}", *tree.number(node));
    case PlainTree::Kind::Text:
        return fmt::format("'{}'", tree.text(node));
    case PlainTree::Kind::List:
        tree.forEach(node, [&](PlainTree::Node value) {
            text += (text.empty() ? "" : ", ") + shown(tree, value, depth + 1);
            return true;
        });
        return "[" + text + "]";
    case PlainTree::Kind::Map:
        tree.forEachPair(node, [&](PlainTree::Node key, PlainTree::Node value) {
            text += (text.empty() ? "" : ", ") + shown(tree, key, depth + 1) + ": " + shown(tree, value, depth + 1);
            return true;
        });
        return "{" + text + "}";
    }
    return {};
}

QString pickled(std::string_view text)
{
    PlainTree tree;
    const Result<PlainTree::Node> root = PickleReader(text, tree).read();
    if (!root)
        return QStringLiteral("%1: %2").arg(qlonglong(*root.error().offset)).arg(bubblescope::text(root.error().message.text()));
    return QString::fromStdString(shown(tree, *root));
}

/// One operation as JSON: "group sequence state" of a group, "nccl:all_reduce" of 8 floats.
std::string entry(int record, const char* group, int sequence, const char* state, const char* name = "nccl:all_reduce",
    const char* sizes = "[[8]]")
{
    const bool isMessage = std::string_view(name).find(':') != std::string_view::npos
        && (std::string_view(name).find("send") == 5 || std::string_view(name).find("recv") == 5);
    return fmt::format(
        R"({{"record_id":{},"pg_id":{},"process_group":["{}","g{}"],"collective_seq_id":{},"p2p_seq_id":{},)"
        R"("profiling_name":"{}","time_created_ns":{},"input_sizes":{},"input_dtypes":["Float"],)"
        R"("state":"{}","is_p2p":{},"retired":false,"frames":[{{"name":"step","filename":"t.py","line":7}}]}})",
        record, group, group, group, isMessage ? 0 : sequence, isMessage ? sequence : 0, name, 1000 + record, sizes,
        state, isMessage ? "true" : "false");
}

struct Status {
    const char* group;
    const char* ranks;
    int enqueued;
    int completed;
};

std::string dumpText(const std::vector<Status>& groups, const std::vector<std::string>& entries)
{
    std::string config;
    std::string status;
    for (const Status& group : groups) {
        config += fmt::format(R"({}"{}":{{"name":"{}","desc":"g{}","ranks":"{}"}})", config.empty() ? "" : ",",
            group.group, group.group, group.group, group.ranks);
        status += fmt::format(
            R"({}"{}":{{"last_enqueued_collective":{},"last_started_collective":-1,"last_completed_collective":{}}})",
            status.empty() ? "" : ",", group.group, group.enqueued, group.completed);
    }
    return fmt::format(
        R"({{"version":"2.10","nccl_version":"2.27.3","pg_config":{{{}}},"pg_status":{{{}}},"entries":[{}]}})", config,
        status, fmt::join(entries, ","));
}

FlightDump dumpOf(const std::string& text, const std::string& name)
{
    static RankLists lists;
    FlightDumpReader reader(lists);
    if (const auto error = reader.parse(text))
        return {};
    return reader.dump(name);
}

/// "3: missing stuck; 1: unanswered | victims 0 2"
QString verdict(const HangReport& report)
{
    static const char* const words[] = {"missing", "stuck", "not started", "different", "unanswered", "absent"};
    QStringList suspects;
    for (const HangSuspect& suspect : report.suspects) {
        QStringList reasons;
        for (const HangReason& reason : suspect.reasons)
            reasons << QString::fromLatin1(words[static_cast<size_t>(reason.kind)]);
        suspects << QStringLiteral("%1: %2").arg(suspect.rank).arg(reasons.join(u' '));
    }
    QString text = suspects.join(QStringLiteral("; ")) + QStringLiteral(" | victims");
    for (const int rank : report.victims)
        text += QStringLiteral(" %1").arg(rank);
    return text;
}

HangReport hangOf(const std::vector<std::string>& dumps)
{
    std::vector<FlightDump> read;
    for (size_t i = 0; i < dumps.size(); ++i) {
        if (!dumps[i].empty())
            read.push_back(dumpOf(dumps[i], fmt::format("nccl_trace_rank_{}", i)));
    }
    return analyseHang(read);
}

} // namespace

class TstFlightRecorder : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void plainPicklesAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, std::string_view text, const char* expected) {
            QTest::newRow(name) << QByteArray(text.data(), qsizetype(text.size())) << QString::fromUtf8(expected);
        };
        row("protocol 2",
            "\x80\x02}q\x00(X\x01\x00\x00\x00"
            "aq\x01K\x05X\x01\x00\x00\x00"
            "b]q\x02(J\xff\xff\xff\xffM\x00\x01h\x01"
            "eu."sv,
            "{'a': 5, 'b': [-1, 256, 'a']}");
        row("protocol 4",
            "\x80\x04\x95\x16\x00\x00\x00\x00\x00\x00\x00}\x94(\x8c\x01"
            "a\x94K\x01K\x02\x86\x94\x8c\x01"
            "bNu."sv,
            "{'a': [1, 2], 'b': None}");
        row("large numbers",
            "\x80\x02(\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f\x8a\x01\x80\x8a\x00G?\xe0\x00\x00\x00\x00\x00\x00\x88\x89t."sv,
            "[9223372036854775807, -128, 0, 0.5, True, False]");
        row("a list in itself",
            "\x80\x02]q\x00h\x00"
            "a."sv,
            "[[[[[…]]]]]");
        row("single items",
            "\x80\x02}K\x01]K\x02"
            "as."sv,
            "{1: [2]}");
    }
    void plainPicklesAreRead()
    {
        QFETCH(const QByteArray, text);
        QTEST(pickled({text.data(), size_t(text.size())}), "expected");
    }

    void whatMakesObjectsIsRefusedByNameAndOffset()
    {
        // pickle.dumps(os.system), and what calls it.
        QVERIFY(pickled("\x80\x02"
                        "cposix\nsystem\nq\x00."sv)
                    .startsWith(QStringLiteral("2: the pickle has the opcode GLOBAL")));
        QVERIFY(pickled("\x80\x04\x8c\x05posix\x8c\x06system\x93."sv).contains(QStringLiteral("STACK_GLOBAL")));
        QVERIFY(pickled("\x80\x02)R."sv).startsWith(QStringLiteral("3: the pickle has the opcode REDUCE")));
        for (const auto& [text, name] : {std::pair("\x80\x02]}b."sv, "BUILD"), std::pair("\x80\x02)\x81."sv, "NEWOBJ"),
                 std::pair("\x80\x02Pid\n."sv, "PERSID"), std::pair("\x80\x02\x82\x01."sv, "EXT1")})
            QVERIFY2(pickled(text).contains(QLatin1String(name)), name);
    }

    void damagedPicklesEndWithASentence()
    {
        for (const std::string_view text : {"\x80\x02"sv, "\x80\x02."sv, "\x80\x02X\xff\xff\xff\xff"sv, "\x80\x02u."sv,
                 "\x80\x02(u."sv, "\x80\x02](K\x01u."sv, "\x80\x02}(K\x01u."sv, "\x80\x02h\x05."sv, "\x80\x02q\x00."sv,
                 "\x80\x02Nr\xff\xff\xff\x7f."sv, "\x80\x02\x86."sv, "\x80\x02N(0000."sv,
                 "\x80\x02K\x01K\x02"
                 "a."sv,
                 "\x80\x09N."sv, "\x80\x02I12"sv})
            QVERIFY2(pickled(text).contains(QStringLiteral(": the pickle")), text.data());
    }

    void whatIsOpenAndRememberedIsBounded()
    {
        constexpr size_t mostBytes = 1 << 20;
        const auto refusal = [](const std::string& text) {
            PlainTree tree;
            const Result<PlainTree::Node> root = PickleReader(text, tree, {}, mostBytes).read();
            return root ? QString() : bubblescope::text(root.error().message.text());
        };
        // A mark takes eight bytes, a place four: also where a single one is far away.
        const std::string head = "\x80\x02N";
        QVERIFY(refusal(head + std::string(200'000, '(')).contains(QStringLiteral("more values")));
        std::string remembered = head;
        for (int i = 0; i < 300'000; ++i)
            remembered += '\x94';
        QVERIFY(refusal(remembered + '.').contains(QStringLiteral("more values")));
        QVERIFY(refusal(head + "r" + std::string("\xe0\x93\x04\x00", 4) + std::string(400'000, 'N') + '.')
                    .contains(QStringLiteral("more values"))); // 300,000
        QCOMPARE(refusal(head + std::string(100'000, '(') + std::string(100'000, '1') + "."), QString());
    }

    void aPickleIsParsedUntilItIsCancelled()
    {
        std::string text = "\x80\x02N";
        for (int i = 0; i < 100'000; ++i)
            text += "N0";
        text += '.';
        for (const int last : {1, 3, 1000}) {
            int asked = 0;
            PlainTree tree;
            PickleReader reader(text, tree, [&asked, last] { return ++asked < last; });
            QCOMPARE(reader.read().isOk(), last == 1000);
            QCOMPARE(reader.isCancelled(), last < 1000);
            QVERIFY(last == 1000 ? asked > 10 && asked < last : asked == last);
        }
    }

    void whatIsFarDownInAMapIsNotLookedFor()
    {
        PlainTree tree;
        const PlainTree::Node map = tree.addMap();
        for (int i = 0; i < 500; ++i) {
            tree.append(map, tree.addOwnText("key" + std::to_string(i)));
            tree.append(map, tree.addInteger(i));
        }
        QCOMPARE(tree.integer(tree.find(map, "key100")), std::optional<int64_t>(100));
        QCOMPARE(tree.find(map, "key400"), PlainTree::none); // no record has as many
    }

    void aDumpTellsItsGroupsAndWhatIsPending()
    {
        const FlightDump dump = dumpOf(dumpText({{"0", "[0, 1, 2]", 4, 3}, {"7", "[2]", -1, -1}},
                                           {entry(8, "0", 3, "completed"), entry(9, "0", 4, "scheduled"),
                                               entry(10, "0", 1, "scheduled", "nccl:send 2->0")}),
            "run/nccl_trace_rank_2");
        QCOMPARE(dump.rank, 2);
        QCOMPARE(dump.version, std::string("2.10"));
        QCOMPARE(dump.operations, uint64_t(3));
        const FlightGroup& group = dump.groups.at(0);
        QCOMPARE(*group.ranks, (std::vector<int32_t> {0, 1, 2}));
        QCOMPARE(group.lastEnqueued, int64_t(4));
        QCOMPARE(group.pending.size(), size_t(2));
        QCOMPARE(group.pending[0].name, std::string("nccl:all_reduce"));
        QCOMPARE(group.pending[0].bytes, int64_t(32));
        QCOMPARE(group.pending[0].frames, (std::vector<std::string> {"step (t.py:7)"}));
        QVERIFY(group.pending[1].isMessage && group.pending[1].isSend);
        QCOMPARE(group.pending[1].peer, 0);
    }

    void dumpsAreKeptWithTheListsThatTheyShare()
    {
        const std::vector<FlightDump> dumps {
            dumpOf(
                dumpText({{"0", "[0, 1, 2]", 4, 3}, {"7", "[2]", -1, -1}}, {entry(9, "0", 4, "scheduled")}), "_dump_2"),
            dumpOf(dumpText({{"0", "[0, 1, 2]", 4, 4}}, {}), "_dump_1")};
        const std::string text = archived([&](BinaryWriter& archive) { writeDumps(archive, dumps); });
        std::vector<FlightDump> kept;
        QVERIFY(restored(text, [&](BinaryReader& archive) { kept = readDumps(archive); }));
        QCOMPARE(kept.size(), size_t(2));
        QCOMPARE(kept[0].file, std::string("_dump_2"));
        QCOMPARE(kept[0].groups[0].pending[0].frames, dumps[0].groups[0].pending[0].frames);
        QCOMPARE(*kept[0].groups[1].ranks, std::vector<int32_t> {2});
        QVERIFY(kept[0].groups[0].ranks == kept[1].groups[0].ranks); // in memory once
        std::vector<FlightDump> again;
        QVERIFY(restored(text, [&](BinaryReader& archive) { again = readDumps(archive); }));
        QVERIFY(again[1].groups[0].ranks == kept[0].groups[0].ranks); // of other archives, too
        const auto sentence = [](const std::vector<FlightDump>& of) { return hangSentence(analyseHang(of)).text(); };
        QCOMPARE(sentence(kept), sentence(dumps));
        for (size_t length = 0; length < text.size(); ++length) {
            const std::string_view cut(text.data(), length);
            QVERIFY(!restored(cut, [&](BinaryReader& archive) { kept = readDumps(archive); }) && kept.empty());
        }
    }

    void theRankIsInTheNameOrInTheGroups_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("rank");
        for (const auto& [name, rank] : {std::pair("_dump_3", 3), std::pair("nccl_trace_rank_1", 1),
                 std::pair("job-17_container-node07_2", 2), std::pair("trace.2.json", 2),
                 std::pair("rank2.json.bak", 2), std::pair("dump", 5), std::pair("_dump_4711", 5)})
            QTest::newRow(name) << QString::fromLatin1(name) << rank;
    }
    void theRankIsInTheNameOrInTheGroups()
    {
        QFETCH(const QString, name);
        QFETCH(const int, rank);
        const std::string own = rank == 5 ? "[5]" : "[1, 2, 3, 5]";
        const FlightDump dump
            = dumpOf(dumpText({{"0", "[0, 1, 2, 3, 4, 5]", 1, 1}, {"9", own.c_str(), 1, 1}}, {}), name.toStdString());
        QCOMPARE(dump.rank, rank);
    }

    void oldVersionsNumberOperationsDirectly()
    {
        const FlightDump dump = dumpOf(
            R"({"version":"2.0","entries":[{"record_id":1,"process_group":"0","seq_id":6,"profiling_name":"nccl:all_reduce","state":"completed"},)"
            R"({"record_id":2,"process_group":"0","seq_id":7,"profiling_name":"nccl:all_reduce","state":"started"}],"pg_config":{"0":{"ranks":[0,1]}}})",
            "_dump_1");
        QCOMPARE(dump.rank, 1);
        QCOMPARE(dump.groups.at(0).lastEnqueued, int64_t(7));
        QCOMPARE(dump.groups.at(0).lastCompleted, int64_t(6));
        QVERIFY(dump.groups.at(0).pending.at(0).state == FlightOperation::State::Started);
    }

    void whoDidNotJoinIsSuspectedAndWhoWaitsIsAVictim()
    {
        const auto waits = dumpText({{"0", "[0, 1, 2]", 5, 4}}, {entry(1, "0", 5, "scheduled")});
        const HangReport report = hangOf({waits, dumpText({{"0", "[0, 1, 2]", 4, 4}}, {}), waits});
        QCOMPARE(verdict(report), QStringLiteral("1: missing | victims 0 2"));
        const HangGroup& group = report.groups.at(0);
        QCOMPARE(group.sequence, int64_t(5));
        QCOMPARE(group.missing, (std::vector<int32_t> {1}));
        QCOMPARE(group.waiting, (std::vector<int32_t> {0, 2}));
        QCOMPARE(group.operation.bytes, int64_t(32));
        QCOMPARE(group.since, TimeNs(1001));
    }

    void whoIsLateBecauseItWaitsIsAVictim()
    {
        // 2 hangs; 1 waits for it, so that 0 waits for 1.
        const HangReport report = hangOf({dumpText({{"0", "[0, 1]", 5, 4}}, {entry(1, "0", 5, "scheduled")}),
            dumpText({{"0", "[0, 1]", 4, 4}, {"1", "[1, 2]", 9, 8}}, {entry(1, "1", 9, "scheduled")}),
            dumpText({{"1", "[1, 2]", 8, 8}}, {})});
        QCOMPARE(verdict(report), QStringLiteral("2: missing | victims 0 1"));
    }

    void whoHangsWhileItWaitsForAnotherIsSuspectedToo()
    {
        // 0 and 2 hang, 2 a little later: it waits for 0 in the first group, and is late in the two others.
        const HangReport report = hangOf({dumpText({{"0", "[0, 1, 2, 3]", 4, 4}}, {}),
            dumpText({{"0", "[0, 1, 2, 3]", 6, 4}}, {entry(1, "0", 5, "scheduled"), entry(2, "0", 6, "scheduled")}),
            dumpText({{"0", "[0, 1, 2, 3]", 5, 4}, {"1", "[2, 3]", 7, 7}, {"2", "[2, 3]", 3, 3}},
                {entry(1, "0", 5, "scheduled")}),
            dumpText({{"0", "[0, 1, 2, 3]", 6, 4}, {"1", "[2, 3]", 9, 7}, {"2", "[2, 3]", 4, 3}},
                {entry(1, "0", 5, "scheduled"), entry(2, "1", 8, "scheduled"), entry(3, "2", 4, "scheduled")})});
        QCOMPARE(verdict(report), QStringLiteral("0: missing; 2: missing missing | victims 1 3"));
    }

    void numbersNeedNotBeginAtNought()
    {
        // PyTorch counts from 1: 1 does not come to the first collective of the job.
        const auto waits = dumpText({{"0", "[0, 1]", 1, -1}}, {entry(1, "0", 1, "scheduled")});
        const HangReport report = hangOf({waits, dumpText({{"0", "[0, 1]", -1, -1}}, {})});
        QCOMPARE(verdict(report), QStringLiteral("1: missing | victims 0"));
        QCOMPARE(report.groups.at(0).sequence, int64_t(1));
        QCOMPARE(report.groups.at(0).waiting, (std::vector<int32_t> {0}));
    }

    void whoWaitsForADumpThatIsNotThereIsAVictim()
    {
        // 3 crashed. 2 waits for its message, and so misses what 0 and 1 wait in, in two groups.
        const auto waits = dumpText({{"0", "[0, 1, 2]", 5, 4}, {"1", "[0, 1, 2]", 8, 7}},
            {entry(1, "0", 5, "scheduled"), entry(2, "1", 8, "scheduled")});
        const HangReport report = hangOf({waits, waits,
            dumpText(
                {{"0", "[0, 1, 2]", 4, 4}, {"1", "[0, 1, 2]", 7, 7}, {"2", "[2, 3]", -1, -1}, {"3", "[2, 3]", 6, 5}},
                {entry(1, "2", 3, "scheduled", "nccl:recv 0<-1"), entry(2, "3", 6, "scheduled")})});
        QCOMPARE(verdict(report), QStringLiteral("3: absent | victims 0 1 2"));
    }

    void ofRanksThatWaitForEachOtherTheOneThatMostWaitForComesFirst()
    {
        // 3 left the loop early: it waits for 1 in the second group, and all others for it in the first.
        const auto waits = dumpText({{"0", "[0, 1, 2, 3]", 5, 4}}, {entry(1, "0", 5, "scheduled")});
        const HangReport report = hangOf({waits,
            dumpText({{"0", "[0, 1, 2, 3]", 5, 4}, {"1", "[1, 3]", 2, 2}}, {entry(1, "0", 5, "scheduled")}), waits,
            dumpText({{"0", "[0, 1, 2, 3]", 4, 4}, {"1", "[1, 3]", 3, 2}}, {entry(1, "1", 3, "scheduled")})});
        QCOMPARE(verdict(report), QStringLiteral("3: missing; 1: missing | victims 0 2"));
    }

    void whoseGpuDoesNotFinishIsSuspected()
    {
        const auto finished = dumpText({{"0", "[0, 1, 2]", 9, 7}}, {entry(8, "0", 8, "scheduled")});
        const HangReport report
            = hangOf({finished, finished, dumpText({{"0", "[0, 1, 2]", 9, 3}}, {entry(4, "0", 4, "scheduled")})});
        QCOMPARE(verdict(report), QStringLiteral("2: stuck | victims 0 1"));
        // A broadcast may be over for its root.
        const auto root = dumpText({{"0", "[0, 1]", 5, 5}}, {});
        const auto receiver = dumpText({{"0", "[0, 1]", 5, 4}}, {entry(4, "0", 5, "scheduled", "nccl:broadcast")});
        QCOMPARE(verdict(hangOf({root, receiver})), QStringLiteral(" | victims 1"));
    }

    void whoCallsSomethingElseIsSuspected()
    {
        const auto reduces = dumpText({{"0", "[0, 1, 2]", 5, 4}}, {entry(1, "0", 5, "started")});
        QCOMPARE(verdict(hangOf({reduces, reduces,
                     dumpText({{"0", "[0, 1, 2]", 5, 4}}, {entry(1, "0", 5, "started", "nccl:all_reduce", "[[9]]")})})),
            QStringLiteral("2: different | victims 0 1"));
        QCOMPARE(verdict(hangOf({reduces, reduces,
                     dumpText({{"0", "[0, 1, 2]", 5, 4}}, {entry(1, "0", 5, "started", "nccl:barrier")})})),
            QStringLiteral("2: different | victims 0 1"));
        // What experts send each other differs by nature.
        const auto sends = [](const char* sizes) {
            return dumpText({{"0", "[0, 1]", 5, 4}}, {entry(1, "0", 5, "started", "nccl:all_to_all", sizes)});
        };
        QCOMPARE(verdict(hangOf({sends("[[7]]"), sends("[[8]]")})), QStringLiteral(" | victims 0 1"));
    }

    void messagesAreMatchedByTheirEnds()
    {
        // 0 sends to 1, which is not there; 2 and 0 have both ends of theirs.
        const HangReport report = hangOf(
            {dumpText({{"0", "[0, 1, 2]", -1, -1}},
                 {entry(1, "0", 4, "scheduled", "nccl:send 0->1"), entry(2, "0", 5, "scheduled", "nccl:recv 0<-2")}),
                dumpText({{"0", "[0, 1, 2]", -1, -1}}, {}),
                dumpText({{"0", "[0, 1, 2]", -1, -1}}, {entry(1, "0", 9, "scheduled", "nccl:send 2->0")})});
        QCOMPARE(verdict(report), QStringLiteral("1: unanswered | victims 0 2"));
    }

    void whoLeftNoDumpIsNamed()
    {
        const auto waits = dumpText({{"0", "[0, 1, 2]", 5, 4}}, {entry(1, "0", 5, "scheduled")});
        const HangReport report = hangOf({waits, waits, {}});
        QCOMPARE(report.missingDumps, (std::vector<int32_t> {2}));
        QCOMPARE(verdict(report), QStringLiteral("2: absent | victims 0 1"));
    }

    /// What tells a dump from other files lies behind all that comes first: the ranks of the whole job, or the entries.
    void headsOfLargeJobsAreRecognised()
    {
        std::string ranks;
        for (int rank = 0; rank < 20'000; ++rank)
            ranks += fmt::format("{}{}", rank > 0 ? ", " : "", rank);
        std::vector<std::string> entries;
        for (int i = 0; i < 1000; ++i)
            entries.push_back(entry(i, "0", i, "completed"));
        const std::string groups
            = fmt::format(R"("pg_config":{{"0":{{"name":"0","desc":"default_pg","ranks":"[{}]"}}}})", ranks);
        const std::string ring = fmt::format(R"("entries":[{}])", fmt::join(entries, ","));
        for (const std::string& text : {fmt::format(R"({{{},"version":"2.9",{}}})", groups, ring),
                 fmt::format(R"({{{},"version":"2.9",{}}})", ring, groups)}) {
            QVERIFY(importer.sniff(std::string_view(text).substr(0, sniffBytes)) > 90);
            QCOMPARE(dumpOf(text, "_dump_7").rank, 7);
        }
        QCOMPARE(importer.sniff(R"({"schemaVersion":1,"distributedInfo":{"pg_config":[{"pg_desc":"dp","ranks":[0]}],)"
                                R"("nccl_version":"2.21.5"},"traceEvents":[]})"),
            0);
    }

    void whatWasRecordedIsATimeline()
    {
        const std::string text
            = R"({"version":"2.5","pg_config":{"0":{"name":"0","desc":"dp","ranks":"[0, 1]"}},"entries":[)"
              R"({"process_group":["0","dp"],"collective_seq_id":3,"profiling_name":"nccl:all_reduce","state":"completed",)"
              R"("time_created_ns":1000,"time_discovered_started_ns":1500,"time_discovered_completed_ns":2500,)"
              R"("input_sizes":[[4]],"input_dtypes":["BFloat16"]}]})";
        QVERIFY(importer.sniff(text) > 90);
        Imported imported = importText(importer, text, "trace_rank_1.json");
        std::vector<NamedPart> parts;
        parts.push_back({"trace_rank_1.json", std::move(imported.contents.traceParts.at(0))});
        const std::vector<Run> runs = groupRuns(std::move(parts), "folder", imported.report);
        const Trace& trace = *runs.at(0).trace;
        QCOMPARE(trace.spanCount(), 1u);
        QCOMPARE(trace.ranks()[0].rank, 1);
        QCOMPARE(trace.category(SpanId(0)), Category::DataComm);
        QCOMPARE(trace.duration(SpanId(0)), TimeNs(1000));
        QCOMPARE(trace.bytes(SpanId(0)), int64_t(8));
    }

    void whoLeftADumpIsNotMissing()
    {
        const auto dumpOf = [](const char* entries) {
            return std::string(R"({"version":"2.5","pg_config":{"0":{"name":"0","desc":"dp","ranks":"[0, 1, 2, 3]"}},)")
                + R"("entries":[)" + entries + "]}";
        };
        const std::string recorded = dumpOf(
            R"({"process_group":["0","dp"],"collective_seq_id":3,"profiling_name":"nccl:all_reduce","state":"completed",)"
            R"("time_created_ns":1000,"time_discovered_started_ns":1500,"time_discovered_completed_ns":2500,)"
            R"("input_sizes":[[4]],"input_dtypes":["BFloat16"]})");
        ImportReport report;
        std::vector<NamedPart> parts;
        std::vector<FlightDump> dumps;
        for (const int rank : {0, 1, 3}) {
            const std::string name = fmt::format("trace_rank_{}.json", rank);
            Imported imported = importText(importer, rank == 1 ? dumpOf("") : recorded, name);
            QVERIFY(imported.report.isEmpty());
            dumps.push_back(std::move(imported.contents.flightDumps.at(0)));
            for (TracePart& part : imported.contents.traceParts)
                parts.push_back({name, std::move(part)});
        }
        const std::vector<Run> runs = groupRuns(std::move(parts), "folder", report, dumps);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs[0].missingRanks, std::vector<int> {2}); // rank 1 recorded nothing
        QCOMPARE(report.count(IssueKind::MissingRanks), uint64_t(1));
    }

    void foldersWithTheSameRanksAreSeveralHangs()
    {
        const auto dump = [](int rank, const char* file) {
            FlightDump one;
            one.rank = rank;
            one.file = file;
            return one;
        };
        ImportReport report;
        const std::vector<FlightDump> dumps = dumpsByHang(
            {dump(1, "a/1"), dump(0, "a/0"), dump(2, "b/2"), dump(0, "b/0"), dump(1, "b/1"), dump(3, "c/3")}, report);
        const auto hangs = hangsAmong(dumps);
        QCOMPARE(hangs.size(), size_t(2));
        QCOMPARE(hangFolder(hangs[0]), std::string("a")); // with host c, as many as b and before it
        QCOMPARE(hangs[0].size(), size_t(3));
        QCOMPARE(hangs[0].back().rank, 3);
        QCOMPARE(hangFolder(hangs[1]), std::string("b"));
        QCOMPARE(hangs[1].front().rank, 0);
        QCOMPARE(report.count(IssueKind::MixedRuns), uint64_t(1));
        QVERIFY(hangsAmong({}).empty());
    }

    void faultsThatWereInjectedAreFound_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("the GPUs of two ranks fail") << "gpu_error_1st";
        QTest::newRow("two ranks hold the lock of Python") << "lock_gil_2nd";
    }
    void faultsThatWereInjectedAreFound()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(const QString, name);
        const std::string folder = sharedData("flight_recorder/") + name.toStdString();
        ImportReport report;
        const std::vector<FlightDump> dumps = readFlightDumps({folder}, report);
        QCOMPARE(dumps.size(), size_t(16));
        const HangReport hang = analyseHang(dumps);
        QVERIFY(hang.missingDumps.empty());

        QFile log(QString::fromStdString(folder + "/fault_injection.log"));
        QVERIFY(log.open(QIODevice::ReadOnly));
        const QRegularExpression rank(QStringLiteral("^Rank (\\d+),"), QRegularExpression::MultilineOption);
        std::set<int> injected;
        for (auto match = rank.globalMatch(QString::fromUtf8(log.readAll())); match.hasNext();)
            injected.insert(match.next().captured(1).toInt());
        QVERIFY(!injected.empty() && hang.suspects.size() >= injected.size());
        std::set<int> first;
        for (size_t i = 0; i < injected.size(); ++i)
            first.insert(hang.suspects[i].rank);
        QCOMPARE(first, injected);

        // "74 | EXPERT_MODEL_PARALLEL_GROUP,0 | nccl:all_to_all | 4027x5120 | BFloat16 | 12"
        QFile reference(QString::fromStdString(folder + "_reference.txt"));
        QVERIFY(reference.open(QIODevice::ReadOnly));
        int rows = 0;
        for (const QByteArray& line : reference.readAll().split('\n')) {
            const QList<QByteArray> cells = line.split('|');
            if (cells.size() != 6 || line.startsWith("PGID"))
                continue;
            ++rows;
            const auto found = std::find_if(hang.groups.begin(), hang.groups.end(), [&](const HangGroup& group) {
                return group.name == cells[0].trimmed().toStdString()
                    && cells[1].trimmed().startsWith(QByteArray::fromStdString(group.description))
                    && group.operation.name == cells[2].trimmed().toStdString()
                    && group.operation.sizes == cells[3].trimmed().toStdString()
                    && group.operation.dataType == cells[4].trimmed().toStdString()
                    && group.missing == std::vector<int32_t> {cells[5].trimmed().toInt()};
            });
            QVERIFY2(found != hang.groups.end(), line.constData());
        }
        QVERIFY(rows > 0);
    }
};

BUBBLESCOPE_TEST(TstFlightRecorder, QCoreApplication)

} // namespace bubblescope::tst_flightrecorder

#include "tst_flightrecorder.moc"
