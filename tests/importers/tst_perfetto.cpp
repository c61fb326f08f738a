// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Perfetto's protobuf traces, written by the tests after protos/perfetto/trace.
#include "importerregistry.h"
#include "packetbundles.h"
#include "perfettoimporter.h"
#include "recordedrun.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <zlib.h>

namespace bubblescope::tst_perfetto {

namespace {

const PerfettoImporter importer;

std::string varint(uint64_t value)
{
    std::string bytes;
    for (; value >= 0x80; value >>= 7)
        bytes += static_cast<char>(0x80 | (value & 0x7f));
    return bytes + static_cast<char>(value);
}
std::string number(uint64_t field, uint64_t value) { return varint(field << 3) + varint(value); }
std::string bytes(uint64_t field, const std::string& value)
{
    return varint(field << 3 | 2) + varint(value.size()) + value;
}
std::string packet(const std::string& content) { return bytes(1, content); }

std::string track(uint64_t uuid, const std::string& name, uint64_t parent = 0)
{
    return packet(number(10, 1) + bytes(60, number(1, uuid) + bytes(2, name) + (parent ? number(5, parent) : "")));
}
std::string processTrack(uint64_t uuid, int64_t pid, const std::string& name)
{
    return packet(number(10, 1) + bytes(60, number(1, uuid) + bytes(3, number(1, uint64_t(pid)) + bytes(6, name))));
}
std::string threadTrack(uint64_t uuid, uint64_t parent, int64_t pid, int64_t tid, const std::string& name)
{
    return packet(number(10, 1)
        + bytes(60,
            number(1, uuid) + number(5, parent)
                + bytes(4, number(1, uint64_t(pid)) + number(2, uint64_t(tid)) + bytes(5, name))));
}
std::string trackEvent(
    uint64_t time, uint64_t type, uint64_t uuid, const std::string& rest = {}, const std::string& around = {})
{
    return packet(number(8, time) + number(10, 1) + around + bytes(11, number(9, type) + number(11, uuid) + rest));
}
std::string begins(uint64_t time, uint64_t uuid, const std::string& name, const std::string& rest = {})
{
    return trackEvent(time, 1, uuid, bytes(23, name) + rest);
}
std::string ends(uint64_t time, uint64_t uuid) { return trackEvent(time, 2, uuid); }

std::string head77() { return track(77, "STREAM [1]"); }

std::string deflated(const std::string& text)
{
    uLongf size = compressBound(static_cast<uLong>(text.size()));
    std::string packed(size, '\0');
    if (compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
            static_cast<uLong>(text.size()))
        != Z_OK)
        qFatal("zlib");
    packed.resize(size);
    return packed;
}

RecordedRun opened(const std::string& text)
{
    RecordedRun opened;
    Imported imported = importText(importer, text, "trace.pftrace");
    std::vector<NamedPart> parts;
    for (TracePart& part : imported.contents.traceParts)
        parts.push_back({"trace.pftrace", std::move(part)});
    opened.report = std::move(imported.report);
    opened.runs = groupRuns(std::move(parts), "folder", opened.report);
    return opened;
}

} // namespace

class TstPerfetto : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void tracksOfGpusAreTheirWork()
    {
        const std::string text = track(77, "GPU 0 stream 7") + begins(1000, 77, "gemm") + ends(1400, 77)
            + begins(1500, 77, "ncclDevKernel_AllReduce_Sum_bf16") + ends(1800, 77);
        QCOMPARE(spanLines(opened(text).trace()),
            (QStringList {
                "r0 comm stream 7: ncclDevKernel_AllReduce_Sum_bf16 500-800 comm", "r0 stream 7: gemm 0-400 compute"}));
        QVERIFY(importer.sniff(text) > 0);
        QVERIFY(ImporterRegistry::builtin().find(text)->id() == importer.id());
    }

    void flowsLeadFromCallsToKernels()
    {
        // Flow numbers have eight bytes.
        const std::string flow = varint(47 << 3 | 1) + std::string("\x05\0\0\0\0\0\0\0", 8);
        const std::string category = bytes(22, "hip_api");
        const RecordedRun run = opened(processTrack(1, 9, "python") + threadTrack(2, 1, 9, 90, "main")
            + track(3, "COMPUTE AGENT [4] QUEUE [1]", 1) + begins(10, 2, "hipLaunchKernel", category + flow)
            + ends(20, 2) + begins(30, 3, "gemm", bytes(22, "kernel_dispatch") + flow) + ends(50, 3));
        const QStringList lines = spanLines(run.trace());
        QVERIFY2(lines.filter(QStringLiteral("gemm 20-40 compute <hipLaunchKernel 0")).size() == 1,
            qPrintable(lines.join(QLatin1Char('\n'))));
        QVERIFY(lines.contains(QStringLiteral("r0 main: hipLaunchKernel 0-10 host")));
    }

    void namesMayBeInterned()
    {
        const std::string interned = bytes(12, bytes(2, number(1, 5) + bytes(2, "gemm"))) + number(13, 1);
        const RecordedRun run = opened(track(77, "STREAM [1]") + trackEvent(10, 1, 77, number(10, 5), interned)
            + ends(20, 77) + trackEvent(30, 1, 77, number(10, 5)) + ends(40, 77));
        QCOMPARE(spanLines(run.trace()),
            (QStringList {"r0 stream 1: gemm 0-10 compute", "r0 stream 1: gemm 20-30 compute"}));
    }

    void slicesNest()
    {
        const RecordedRun run = opened(processTrack(1, 9, "python") + threadTrack(2, 1, 9, 90, "main")
            + begins(10, 2, "outer") + begins(20, 2, "inner") + ends(30, 2) + ends(40, 2));
        QCOMPARE(run.trace().spanCount(), 2u);
        const QStringList lines = spanLines(run.trace());
        QVERIFY(lines.filter(QStringLiteral("outer 0-30")).size() == 1);
        QVERIFY(lines.filter(QStringLiteral("inner 10-20")).size() == 1);
    }

    void eachGpuOfAProcessIsARank()
    {
        const RecordedRun run
            = opened(processTrack(1, 9, "python") + track(2, "GPU 0 stream 7", 1) + track(3, "GPU 1 stream 7", 1)
                + begins(10, 2, "gemm") + ends(20, 2) + begins(10, 3, "gemm") + ends(30, 3));
        QCOMPARE(
            spanLines(run.trace()), (QStringList {"r0 stream 7: gemm 0-10 compute", "r1 stream 7: gemm 0-20 compute"}));
    }

    void clocksOfASequenceAreToldBySnapshots()
    {
        // Clock 64 counts microseconds from the packet before; 1000 of it is 5,000,000 ns.
        const std::string snapshot = packet(number(10, 1)
            + bytes(6,
                bytes(1, number(1, 6) + number(2, 5'000'000))
                    + bytes(1, number(1, 64) + number(2, 1000) + number(3, 1) + number(4, 1000))));
        const std::string defaults = packet(number(10, 1) + bytes(59, number(58, 64) + bytes(11, number(11, 77))));
        const auto at = [](uint64_t delta, uint64_t type, const std::string& rest) {
            return packet(number(8, delta) + number(10, 1) + bytes(11, number(9, type) + rest));
        };
        const RecordedRun run = opened(track(77, "STREAM [1]") + snapshot + defaults + at(10, 1, bytes(23, "gemm"))
            + at(5, 2, {}) + at(1, 1, bytes(23, "gemm")) + at(2, 2, {}));
        QCOMPARE(spanLines(run.trace()),
            (QStringList {"r0 stream 1: gemm 0-5000 compute", "r0 stream 1: gemm 6000-8000 compute"}));
    }

    void clocksOfTheSystemAreToldForAllSequences()
    {
        // By the trace's clock it is 5000 when CLOCK_MONOTONIC (3) shows 1000 and one that writers share (200) shows 7.
        const std::string snapshot = packet(number(10, 2)
            + bytes(6,
                bytes(1, number(1, 6) + number(2, 5000)) + bytes(1, number(1, 3) + number(2, 1000))
                    + bytes(1, number(1, 200) + number(2, 7))));
        const auto slice = [](uint64_t begin, uint64_t end, uint64_t uuid, uint64_t clock) {
            return trackEvent(begin, 1, uuid, bytes(23, "gemm"), number(58, clock))
                + trackEvent(end, 2, uuid, {}, number(58, clock));
        };
        const RecordedRun run = opened(track(77, "STREAM [1]") + track(78, "STREAM [2]") + track(79, "STREAM [3]")
            + snapshot + slice(5010, 5020, 77, 6) + slice(1020, 1040, 78, 3) + slice(17, 27, 79, 200));
        QCOMPARE(spanLines(run.trace()),
            (QStringList {"r0 stream 1: gemm 0-10 compute", "r0 stream 2: gemm 10-30 compute",
                "r0 stream 3: gemm 0-10 compute"}));
    }

    void aStateThatIsClearedTakesItsDefaultsAlong()
    {
        // Behind the cleared state events are on no track of the sequence, and on the trace's clock again.
        const std::string snapshot = packet(number(10, 1)
            + bytes(6, bytes(1, number(1, 6) + number(2, 5000)) + bytes(1, number(1, 64) + number(2, 1000))));
        const std::string defaults = packet(number(10, 1) + bytes(59, number(58, 64) + bytes(11, number(11, 77))));
        const auto at = [](uint64_t time, uint64_t type, const std::string& rest, const std::string& around = {}) {
            return packet(number(8, time) + number(10, 1) + around + bytes(11, number(9, type) + rest));
        };
        const RecordedRun run = opened(track(77, "STREAM [1]") + track(78, "STREAM [2]") + snapshot + defaults
            + at(1000, 1, bytes(23, "gemm")) + at(1010, 2, {})
            + at(5020, 1, number(11, 78) + bytes(23, "gemm"), number(13, 1)) + at(5040, 2, number(11, 78)));
        QCOMPARE(spanLines(run.trace()),
            (QStringList {"r0 stream 1: gemm 0-10 compute", "r0 stream 2: gemm 20-40 compute"}));
    }

    void whatIsToldAgainWithoutANameKeepsIt()
    {
        const RecordedRun run
            = opened(processTrack(1, 9, "rank 5") + processTrack(1, 9, "") + track(2, "GPU 0 stream 7", 1)
                + packet(number(10, 1) + bytes(60, number(1, 2) + number(5, 1))) + begins(10, 2, "gemm") + ends(20, 2));
        QCOMPARE(spanLines(run.trace()), (QStringList {"r5 stream 7: gemm 0-10 compute"}));
    }

    void otherPacketsAreCounted()
    {
        const RecordedRun run = opened(packet(number(10, 1) + bytes(33, "config"))
            + packet(number(8, 5) + bytes(2, "ftrace")) + track(77, "STREAM [1]") + begins(10, 77, "gemm")
            + ends(20, 77) + packet(number(10, 1) + bytes(50, "zip")));
        QCOMPARE(run.report.count(IssueKind::RecordsLeftOut), uint64_t(1));  // both in one message
        QCOMPARE(run.report.count(IssueKind::IncompleteBlock), uint64_t(1)); // of the compressed ones
        QCOMPARE(run.trace().spanCount(), 1u);
    }

    void bundlesOfCompressedPacketsAreUnpacked()
    {
        const std::string head = track(77, "STREAM [1]") + begins(10, 77, "gemm");
        const std::string rest = ends(20, 77) + begins(30, 77, "copy") + ends(45, 77);
        const std::string plain = head + rest;
        for (const std::string& text : {packet(bytes(50, deflated(head))) + packet(bytes(50, deflated(rest))),
                 head + packet(bytes(50, deflated(rest))), packet(bytes(50, deflated(head))) + rest}) {
            const RecordedRun run = opened(text);
            QCOMPARE(spanLines(run.trace()), spanLines(opened(plain).trace()));
            QCOMPARE(run.report.count(IssueKind::IncompleteBlock), uint64_t(0));
            const Importer* const found = ImporterRegistry::builtin().find(text);
            QVERIFY(found && found->id() == importer.id());
        }
        // One that is longer than what is looked at first.
        std::string many = track(77, "STREAM [1]");
        for (uint64_t i = 0; i < 40'000; ++i)
            many += begins(10 * i, 77, "k" + std::to_string(i * 7919 % 9973)) + ends(10 * i + 5, 77);
        const std::string text = packet(bytes(50, deflated(many)));
        QVERIFY(text.size() > sniffBytes);
        QVERIFY(importer.sniff(std::string_view(text).substr(0, sniffBytes)) > 0);
        // What precedes it may tell nothing.
        QVERIFY(importer.sniff((packet(number(10, 1) + bytes(33, "config")) + text).substr(0, sniffBytes)) > 0);
        QCOMPARE(opened(text).trace().spanCount(), 40'000u);
    }

    void damagedBundlesKeepWhatIsWhole()
    {
        const std::string packed = deflated(track(77, "STREAM [1]") + begins(10, 77, "gemm") + ends(20, 77)
            + std::string(1 << 16, '\n')); // fields of no packet behind them
        for (size_t size = 0; size < packed.size(); ++size)
            opened(head77() + packet(bytes(50, packed.substr(0, size))) + begins(50, 77, "copy") + ends(60, 77));
        const UnpackedBundles bounded = unpackBundles(packet(bytes(50, deflated(std::string(1 << 20, '\0')))), 4096);
        QCOMPARE(bounded.leftOut, uint64_t(1));
        QVERIFY(bounded.text.empty());
        // Behind one that is too long nothing is unpacked, so that many of them take no longer than one.
        int asked = 0;
        const std::string huge = packet(bytes(50, deflated(std::string(1 << 20, '\0'))));
        const UnpackedBundles several
            = unpackBundles(huge + huge + packet(bytes(50, deflated(head77()))), 1 << 19, [&] {
                  ++asked;
                  return true;
              });
        QCOMPARE(several.leftOut, uint64_t(3));
        QVERIFY(asked > 4 && asked < 12);
        // A bundle in a bundle is none.
        const std::string nested = packet(bytes(50, deflated(packet(bytes(50, deflated(begins(10, 77, "gemm")))))));
        QCOMPARE(unpackBundles(nested, 1 << 20).text, packet(bytes(50, deflated(begins(10, 77, "gemm")))));
        QVERIFY(!unpackBundles(head77(), 1 << 20).hasAny);
    }

    void unpackingCanBeCancelled()
    {
        int asked = 0;
        const std::string text = packet(bytes(50, deflated(std::string(4 << 20, '\0'))));
        QVERIFY(unpackBundles(text, 8 << 20, [&asked] { return ++asked < 3; }).isCancelled);
        QCOMPARE(asked, 3);
        QVERIFY(!unpackBundles(text, 8 << 20).isCancelled);
    }

    void whatHasNoEndLastsToTheEnd()
    {
        const RecordedRun run = opened(
            track(77, "STREAM [1]") + begins(10, 77, "gemm") + begins(20, 77, "copy") + ends(90, 77) + ends(95, 5));
        QVERIFY(spanLines(run.trace()).contains(QStringLiteral("r0 stream 1: gemm 0-85 compute")));
        QCOMPARE(run.report.count(IssueKind::IncompleteBlock), uint64_t(2)); // and an end without a begin
    }

    void cutAndDamagedTracesAreSurvived()
    {
        std::string text
            = processTrack(1, 9, "python") + threadTrack(2, 1, 9, 90, "main") + track(77, "GPU 0 stream 7", 1);
        for (uint64_t i = 0; i < 20; ++i)
            text += begins(10 * i, i % 2 ? 77 : 2, "k") + ends(10 * i + 5, i % 2 ? 77 : 2);
        for (size_t size = 0; size < text.size(); ++size) {
            opened(text.substr(0, size));
            std::string flipped = text;
            flipped[size] = static_cast<char>(flipped[size] ^ 0x91);
            opened(flipped);
        }
    }

    void aHugeTimeIsOutOfRange()
    {
        const RecordedRun run
            = opened(track(77, "STREAM [1]") + begins(UINT64_MAX, 77, "gemm") + begins(10, 77, "gemm") + ends(20, 77));
        QCOMPARE(run.report.count(IssueKind::TimeOutOfRange), uint64_t(1));
        QCOMPARE(run.trace().spanCount(), 1u);
    }

    void thePublicReportOpens()
    {
        REQUIRE_SHARED_DATA();
        const RecordedRun run
            = openRecordings(importer, {sharedData("reports/59-perfetto-protobuf/input/trace.pftrace")});
        // A raw walk of the packets pairs 30 begins and ends, of 30 ms in all.
        QCOMPARE(run.trace().spanCount(), 30u);
        QCOMPARE(sumOfCategory(run.trace(), Category::OtherCompute), TimeNs(30'000'000));
    }
};

BUBBLESCOPE_TEST(TstPerfetto, QCoreApplication)

} // namespace bubblescope::tst_perfetto

#include "tst_perfetto.moc"
