// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Profiles of XProf: written by the tests field by field, and a real one with the figures of another program's report.
#include "chrometracetext.h"
#include "devicelanes.h"
#include "runanalysis.h"
#include "testprogram.h"
#include "wholerecording.h"
#include "xplaneimporter.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope::tst_xplane {

namespace {

const XPlaneImporter importer;

std::string varint(uint64_t value)
{
    std::string bytes;
    for (; value > 0x7f; value >>= 7)
        bytes += static_cast<char>((value & 0x7f) | 0x80);
    return bytes + static_cast<char>(value);
}
std::string number(uint64_t field, uint64_t value) { return varint(field << 3) + varint(value); }
std::string bytes(uint64_t field, const std::string& value)
{
    return varint(field << 3 | 2) + varint(value.size()) + value;
}

std::string statNumber(uint64_t name, uint64_t value) { return bytes(4, number(1, name) + number(4, value)); }
std::string statReference(uint64_t name, uint64_t value) { return bytes(4, number(1, name) + number(7, value)); }
std::string eventAt(uint64_t name, uint64_t offsetNs, uint64_t durationNs, const std::string& stats = {})
{
    return bytes(4, number(1, name) + number(2, offsetNs * 1000) + number(3, durationNs * 1000) + stats);
}
std::string line(uint64_t id, const std::string& name, uint64_t begin, const std::string& events)
{
    return bytes(3, number(1, id) + bytes(2, name) + number(3, begin) + events);
}
std::string eventName(uint64_t id, const std::string& name)
{
    return bytes(4, number(1, id) + bytes(2, number(1, id) + bytes(2, name)));
}
std::string statName(uint64_t id, const std::string& name)
{
    return bytes(5, number(1, id) + bytes(2, number(1, id) + bytes(2, name)));
}
std::string plane(const std::string& name, const std::string& content) { return bytes(1, bytes(2, name) + content); }

std::vector<Run> open(const std::vector<std::pair<std::string, std::string>>& files, ImportReport& report)
{
    std::vector<NamedPart> parts;
    for (const auto& [name, content] : files) {
        Imported imported = importText(importer, content, name);
        for (TracePart& part : imported.contents.traceParts)
            parts.push_back({name, std::move(part)});
        report.append(std::move(imported.report));
    }
    return groupRuns(std::move(parts), "folder", report);
}

QStringList picture(const Trace& trace)
{
    QStringList lines;
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const SpanId span(i);
        const TrackId track = trace.track(span);
        std::string text = fmt::format("r{} {}: {} {}-{} {}", trace.track(track).rank, trace.trackName(track),
            trace.name(span), trace.begin(span), trace.end(span), categoryKey(trace.category(span)));
        if (!trace.detail(span).empty())
            text += fmt::format(" ({})", trace.detail(span));
        if (trace.launchOf(span).isValid())
            text += fmt::format(" <{}", trace.name(trace.launchOf(span)));
        lines << QString::fromStdString(text);
    }
    return lines;
}

/// A kernel, a copy and an all-reduce, the modules above them, a thread that launches, and a step.
std::string small(const std::string& host = "n1", uint64_t start = 1'700'000'000'000'000'000)
{
    const std::string names = eventName(1, "fusion.3") + eventName(2, "MemcpyD2H") + eventName(3, "all-reduce.1")
        + eventName(4, "jit_step") + statName(1, "correlation_id") + statName(2, "hlo_module")
        + statName(3, "jit_step(7)");
    return plane("/device:GPU:1",
               line(7, "Stream #7(Kernel,MemcpyD2H)", 100,
                   eventAt(1, 10, 20, statNumber(1, 5) + statReference(2, 3)) + eventAt(2, 40, 5) + eventAt(3, 50, 10))
                   + line(20, "XLA Modules", 100, eventAt(4, 10, 50)) + names)
        + plane("/host:CPU",
            line(77, "main", 100, eventAt(1, 0, 90, statNumber(2, 12)) + eventAt(2, 2, 3, statNumber(1, 5)))
                + eventName(1, "train") + eventName(2, "cuLaunchKernel") + statName(1, "correlation_id")
                + statName(2, "step_num"))
        + plane("Task Environment", bytes(6, number(1, 1) + number(3, start)) + statName(1, "profile_start_time"))
        + bytes(4, host);
}

} // namespace

class TstXPlane : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void devicesAreRanksAndDerivedLinesCoverThem()
    {
        QVERIFY(importer.sniff(small()) > 90);
        ImportReport report;
        const std::vector<Run> runs = open({{"n1.xplane.pb", small()}}, report);
        const Trace& trace = *runs.at(0).trace;
        QCOMPARE(picture(trace),
            (QStringList {"r1 Stream #7(Kernel,MemcpyD2H): fusion.3 10-30 compute (jit_step(7)) <cuLaunchKernel",
                "r1 Stream #7(Kernel,MemcpyD2H): MemcpyD2H 40-45 memcpy",
                "r1 Stream #7(Kernel,MemcpyD2H): all-reduce.1 50-60 comm",
                "r1 XLA Modules annotations: jit_step 10-60 other", "r1 main: train 0-90 host",
                "r1 main: cuLaunchKernel 2-5 host"}));
        QCOMPARE(trace.origin(), TimeNs(1'700'000'000'000'000'100));
        QCOMPARE(trace.rankSteps().size(), size_t(1));
        QCOMPARE(trace.rankSteps()[0].step.number, 12);
        const DeviceWork work = deviceWork(trace);
        QCOMPARE(work.kernels, uint64_t(2));
        QCOMPARE(work.copies, uint64_t(1));
        QVERIFY(report.isEmpty());
    }

    void namesMayHaveAnyNumber()
    {
        constexpr uint64_t far = 1'000'000'000'000'000;
        const std::string text = plane("/device:GPU:0",
            line(7, "Stream #7(Kernel)", 0,
                eventAt(far, 10, 20, statReference(far + 1, 65'536)) + eventAt(1, 40, 5, statReference(far + 1, far + 2))
                    + eventAt(2, 50, 5, statReference(9, 65'535)))
                + eventName(far, "fusion") + eventName(1, "copy") + statName(far + 1, "hlo_module")
                + statName(65'536, "jit_far") + statName(65'535, "jit_near"));
        ImportReport report;
        const std::vector<Run> runs = open({{"t.xplane.pb", text}}, report);
        QCOMPARE(picture(*runs.at(0).trace),
            (QStringList {"r0 Stream #7(Kernel): fusion 0-20 compute (jit_far)",
                "r0 Stream #7(Kernel): copy 30-35 compute", "r0 Stream #7(Kernel):  40-45 compute"}));
    }

    void linesMayBeginInNanosecondsSince1970()
    {
        constexpr uint64_t begin = 1'758'610'505'000'000'000;
        const std::string text = plane("/device:GPU:0",
            line(7, "Stream #7(Kernel)", begin, eventAt(1, 10, 20)) + line(8, "Stream #8(Kernel)", begin + 5, eventAt(1, 10, 20))
                + eventName(1, "fusion"));
        ImportReport report;
        const std::vector<Run> runs = open({{"t.xplane.pb", text}}, report);
        QVERIFY(report.isEmpty());
        const Trace& trace = *runs.at(0).trace;
        QCOMPARE(trace.spanCount(), size_t(2));
        QCOMPARE(trace.origin(), TimeNs(begin + 10));
        QCOMPARE(trace.begin(SpanId(1)) - trace.begin(SpanId(0)), TimeNs(5));
        QCOMPARE(trace.duration(SpanId(0)), TimeNs(20));
    }

    void operationsOfATpuAreItsWork()
    {
        const std::string text = plane("/device:TPU:0",
            line(1, "Steps", 0, eventAt(1, 0, 90)) + line(2, "XLA Modules", 0, eventAt(2, 0, 80))
                + line(3, "XLA Ops", 0, eventAt(3, 5, 40)) + eventName(1, "0") + eventName(2, "jit")
                + eventName(3, "fusion"));
        ImportReport report;
        const std::vector<Run> runs = open({{"t.xplane.pb", text}}, report);
        const Trace& trace = *runs.at(0).trace;
        QCOMPARE(trace.category(spanNamed(trace, "fusion")), Category::OtherCompute);
        QCOMPARE(trace.category(spanNamed(trace, "jit")), Category::Other);
    }

    /// A host that goes on for seconds says nothing of the device's step.
    void oneEventOfTheLineStepsIsTheStep_data()
    {
        QTest::addColumn<QString>("device");
        QTest::addColumn<QString>("operations");
        QTest::newRow("TPU") << "/device:TPU:0"
                             << "XLA Ops";
        QTest::newRow("GPU") << "/device:GPU:0"
                             << "Stream #7(Kernel)";
    }
    void oneEventOfTheLineStepsIsTheStep()
    {
        QFETCH(QString, device);
        QFETCH(QString, operations);
        std::string kernels;
        for (uint64_t i = 0; i < 4; ++i)
            kernels += eventAt(2, 1'300'000'000 + i * 4'900'000, 4'800'000);
        const std::string text
            = plane(device.toStdString(),
                  line(1, "Steps", 5'000, eventAt(1, 1'300'000'000, 19'870'000))
                      + line(7, operations.toStdString(), 5'000, kernels) + eventName(1, "0") + eventName(2, "fusion"))
            + plane("/host:CPU",
                line(77, "python", 5'000, eventAt(1, 0, 2'647'000'000) + eventAt(2, 1'290'000'000, 4'000'000))
                    + eventName(1, "$train.py:7 main") + eventName(2, "PjitFunction(step)"));
        ImportReport report;
        const std::vector<Run> runs = open({{"t.xplane.pb", text}}, report);
        const Trace& trace = *runs.at(0).trace;
        QCOMPARE(trace.steps().size(), size_t(1));
        QVERIFY(!isWholeRecording(trace));
        const std::optional<RunAnalysis> analysis = analyzeRun(runs.at(0));
        QVERIFY(analysis);
        QCOMPARE(analysis->stepTime, TimeNs(19'870'000));
        const TimeParts parts = analysis->summary.parts();
        QVERIFY(std::abs(parts.share(TimePart::Compute) - 4 * 4.8 / 19.87) < 1e-9);
    }

    void theLineStepsOfADeviceIsItsSteps()
    {
        // Of 20 ms each, nearly all of it work; the host marks others.
        const auto ops = [](uint64_t step) {
            std::string events;
            for (uint64_t i = 0; i < 4; ++i)
                events += eventAt(2, step * 20'000'000 + i * 4'900'000 + 100'000, 4'800'000);
            return events;
        };
        std::string steps;
        std::string kernels;
        std::string marks;
        for (uint64_t i = 0; i < 3; ++i) {
            steps += eventAt(10 + i, i * 20'000'000, 19'870'000);
            kernels += ops(i);
            marks += eventAt(1, i * 900'000'000, 800'000'000, statNumber(2, 40 + i));
        }
        const std::string text = plane("/device:GPU:0",
                                     line(1, "Steps", 5'000, steps) + line(7, "Stream #7(Kernel)", 5'000, kernels)
                                         + eventName(2, "fusion") + eventName(10, "7") + eventName(11, "8")
                                         + eventName(12, "9"))
            + plane("/host:CPU", line(77, "python", 0, marks) + eventName(1, "train") + statName(2, "step_num"));
        ImportReport report;
        const std::vector<Run> runs = open({{"t.xplane.pb", text}}, report);
        const Trace& trace = *runs.at(0).trace;
        QCOMPARE(trace.steps().size(), size_t(3));
        for (size_t i = 0; i < 3; ++i) {
            QCOMPARE(trace.steps()[i].number, int32_t(7 + i));
            QCOMPARE(trace.steps()[i].range.duration(), TimeNs(19'870'000));
        }
        QVERIFY(!isWholeRecording(trace));
        const std::optional<RunAnalysis> analysis = analyzeRun(runs.at(0));
        QVERIFY(analysis);
        QCOMPARE(analysis->stepTime, TimeNs(19'870'000));
        const TimeParts parts = analysis->summary.parts();
        QVERIFY(std::abs(parts.share(TimePart::Compute) - 4 * 4.8 / 19.87) < 1e-9);
    }

    void hostsAreOneRunAndTheSameFileTwiceIsNot()
    {
        ImportReport report;
        QCOMPARE(open({{"p/n1.xplane.pb", small("n1")}, {"p/n2.xplane.pb", small("n2")}}, report).size(), size_t(1));
        QCOMPARE(report.count(IssueKind::DuplicateRank), uint64_t(0));
        const std::vector<Run> twice
            = open({{"p/n1.xplane.pb", small("n1")}, {"p/copy.xplane.pb", small("n1")}}, report);
        QCOMPARE(twice.size(), size_t(2));
        QCOMPARE(twice[0].rankCount(), 1);
        QCOMPARE(report.count(IssueKind::DuplicateRank), uint64_t(1));
    }

    void theChromeTraceBesideIsNotOpenedAgain()
    {
        QTemporaryDir folder;
        const auto write = [&folder](const char* name, const QByteArray& content) {
            QFile file(folder.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(content);
        };
        write("n1.xplane.pb", QByteArray::fromStdString(small()));
        write("n1.trace.json", R"({"traceEvents":[{"ph":"X","name":"a","ts":1,"dur":2,"pid":1,"tid":1}]})");
        write("n2.trace.json", R"({"traceEvents":[{"ph":"X","name":"a","ts":1,"dur":2,"pid":1,"tid":1}]})");
        write("r.nsys-rep", QByteArray("\x01\x00\x02", 3));
        write("r.sqlite", QByteArray("SQLite format 3\0\x10", 17));
        ImportReport report;
        const FolderScan scan = scanPaths({folder.path().toStdString()}, ImporterRegistry::builtin(), report);
        QCOMPARE(scan.files.size(), size_t(3));
        QCOMPARE(scan.files[0].importer->id(), std::string_view("xplane"));
        QCOMPARE(scan.files[1].name, std::string("n2.trace.json"));
        QCOMPARE(report.count(IssueKind::RepeatedRecords), uint64_t(2));
        QCOMPARE(report.count(IssueKind::ConvertFirst), uint64_t(0));
    }

    void callsOfTheProfilerAreNoPartOfTheStep()
    {
        const std::string kernels = eventAt(1, 1000, 20) + eventAt(1, 1100, 20) + eventAt(1, 1170, 25);
        const std::string text = plane("/device:GPU:0", line(7, "Stream #7(Kernel)", 0, kernels) + eventName(1, "fusion"))
            + plane("/host:CPU",
                line(77, "python", 0,
                    eventAt(1, 0, 9000) + eventAt(2, 10, 900) + eventAt(3, 920, 250) + eventAt(4, 1200, 7000))
                    + eventName(1, "$profiler.py:226 trace") + eventName(2, "$profiler.py:91 start_trace")
                    + eventName(3, "step") + eventName(4, "$profiler.py:193 stop_trace"));
        ImportReport report;
        const std::vector<Run> runs = open({{"t.xplane.pb", text}}, report);
        const Trace& trace = *runs.at(0).trace;
        QCOMPARE(trace.rankSteps().size(), size_t(1));
        const TimeRange step = trace.rankSteps()[0].step.range;
        QCOMPARE(step.begin, TimeNs(1000)); // what precedes the first kernel is start-up
        QCOMPARE(step.end, TimeNs(1200));
    }

    void theVendorIsNamedWhereNoPresetIsLikeIt()
    {
        const auto machineOf = [](const std::string& vendor) {
            const std::string text = plane("/device:GPU:0",
                line(7, "Stream #7(Kernel)", 0, eventAt(1, 10, 20)) + eventName(1, "fusion") + statName(1, "device_vendor")
                    + bytes(6, number(1, 1) + bytes(5, vendor)));
            return importText(importer, text, "t.xplane.pb").contents.traceParts.at(0).machine.devices;
        };
        QCOMPARE(machineOf("AMD"), std::vector<std::string> {"AMD GPU"});
        QVERIFY(machineOf("Nvidia").empty()); // speeds tell which
    }

    void damageIsSurvivedAtEveryByte()
    {
        const std::string whole = small();
        for (size_t size = 1; size < whole.size(); ++size) {
            QVERIFY(importText(importer, std::string_view(whole).substr(0, size), "cut.xplane.pb").finished);
            std::string flipped = whole;
            flipped[size] = static_cast<char>(flipped[size] ^ 0x85);
            QVERIFY(importText(importer, flipped, "flip.xplane.pb").finished);
        }
        const Imported cut = importText(importer, std::string_view(whole).substr(0, whole.size() - 3), "cut.xplane.pb");
        QCOMPARE(cut.report.count(IssueKind::TruncatedFile), uint64_t(1));
        QCOMPARE(cut.contents.traceParts.size(), size_t(1));
    }

    void theLongestEventIsRounded()
    {
        constexpr uint64_t longest = std::numeric_limits<int64_t>::max();
        const std::string event = bytes(4, number(1, 1) + number(2, 0) + number(3, longest));
        ImportReport report;
        const std::string device = line(7, "Stream #7(Kernel)", 0, event) + eventName(1, "fusion");
        const std::vector<Run> runs = open({{"long.xplane.pb", plane("/device:GPU:0", device)}}, report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs[0].trace->duration(SpanId(0)), TimeNs(9'223'372'036'854'776));
    }

    void aRealProfileHasTheFiguresOfItsReport()
    {
        REQUIRE_SHARED_DATA();
        const std::string path = sharedData("xplane/jax_conv/host0.xplane.pb");
        Imported imported = importFile(importer, path);
        std::vector<NamedPart> parts;
        parts.push_back({"host0.xplane.pb", std::move(imported.contents.traceParts.at(0))});
        const std::vector<Run> runs = groupRuns(std::move(parts), "folder", imported.report);
        const Trace& trace = *runs.at(0).trace;
        TimeNs compute = 0;
        TimeNs copied = 0;
        int kernels = 0;
        int copies = 0;
        TimeRange device = TimeRange::nothing();
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            const SpanId span(i);
            const Track& track = trace.track(trace.track(span));
            if (!isDeviceLane(track.lane))
                continue;
            if (track.rank == 7) {
                ++kernels;
                compute += trace.duration(span);
                device = device.united(trace.range(span));
            } else {
                QCOMPARE(track.rank, 0);
                QCOMPARE(trace.category(span), Category::MemoryCopy);
                ++copies;
                copied += trace.duration(span);
            }
        }
        // /device:GPU:7 of gpu_timeline.csv, in ms: 3.586493 of computation, 12.174808 idle, 15.761301 in all.
        QCOMPARE(kernels, 25);
        QCOMPARE(compute, TimeNs(3'586'493));
        QCOMPARE(device.duration(), TimeNs(15'761'301));
        QCOMPARE(device.duration() - compute, TimeNs(12'174'808));
        QCOMPARE(copies, 53);
        QCOMPARE(copied, TimeNs(889'028));
        // What the host does after that is no part of it.
        QCOMPARE(trace.stepsOf(7).front().step.range.duration(), TimeNs(15'761'301));
        // The other GPU halves the mean of both.
        const std::optional<RunAnalysis> analysis = analyzeRun(runs.at(0));
        QVERIFY(analysis);
        const std::vector<Finding>& findings = analysis->findings.list;
        const auto told = std::find_if(
            findings.begin(), findings.end(), [](const Finding& finding) { return finding.id == "copies-only"; });
        QVERIFY(told != findings.end());
        QCOMPARE(told->title.text(), std::string("Rank 0 only gets copies"));
        const double share = 3'586'493.0 / double(analysis->stepTime);
        const std::string computing = fmt::format("compute is {:.1f} %", 100 * share);
        QVERIFY2(told->sentence.text().find(computing) != std::string::npos, told->sentence.text().c_str());
        QVERIFY(std::abs(analysis->summary.parts().share(TimePart::Compute) - share / 2) < 1e-9);
    }
};

BUBBLESCOPE_TEST(TstXPlane, QCoreApplication)

} // namespace bubblescope::tst_xplane

#include "tst_xplane.moc"
