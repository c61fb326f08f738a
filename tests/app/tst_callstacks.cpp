// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Calls in the files of other programs: what stands there adds up to the spans, to the ns.
#include "callstackfile.h"
#include "exportrequest.h"
#include "profilerpicture.h"
#include "realfolder.h"
#include "testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace bubblescope::tst_callstacks {

namespace {

CallTree callsOf(const TracePtr& trace)
{
    CallTree tree(trace, {{trace->range().begin, trace->range().end + 1}}, CallTree::Of::Calls);
    while (!tree.advance(1000)) { }
    return tree;
}

std::string written(const CallTree& tree, CallStackFormat format)
{
    std::string text;
    const bool isWritten = writeCallStacks(tree, format, "run \"A\"", [&text](std::string_view part) {
        text += part;
        return true;
    });
    return isWritten ? text : std::string();
}

/// By stack: the ns of it and of all below.
using Sums = std::map<std::vector<std::string>, int64_t>;

Sums sumsOfFolded(const std::string& text)
{
    Sums sums;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const size_t space = line.rfind(' ');
        std::vector<std::string> stack;
        std::istringstream frames(line.substr(0, space));
        for (std::string frame; std::getline(frames, frame, ';');) {
            stack.push_back(frame);
            sums[stack] += std::stoll(line.substr(space + 1));
        }
    }
    return sums;
}

/// Fails where events do not nest, or run backwards.
Sums sumsOfSpeedscope(const std::string& text, bool& isSound)
{
    Sums sums;
    const nlohmann::json file = nlohmann::json::parse(text);
    for (const nlohmann::json& profile : file["profiles"]) {
        std::vector<std::string> stack {profile["name"] == "threads" ? "host" : "device"};
        std::vector<int64_t> opened;
        std::vector<size_t> frames;
        int64_t last = 0;
        for (const nlohmann::json& event : profile["events"]) {
            const auto at = event["at"].get<int64_t>();
            isSound = isSound && at >= last;
            last = at;
            if (event["type"] == "O") {
                frames.push_back(event["frame"]);
                stack.push_back(file["shared"]["frames"][frames.back()]["name"]);
                opened.push_back(at);
                continue;
            }
            isSound = isSound && !frames.empty() && frames.back() == event["frame"].get<size_t>();
            sums[stack] += at - opened.back();
            sums[{stack.front()}] += stack.size() == 2 ? at - opened.back() : 0;
            stack.pop_back();
            opened.pop_back();
            frames.pop_back();
        }
        isSound = isSound && frames.empty() && profile["endValue"].get<int64_t>() == last;
    }
    return sums;
}

TracePtr oneStep()
{
    ProfilerPicture picture;
    picture.host(0, "thread 1", "step; one", 0, 100);
    picture.host(0, "thread 1", "aten::mm", 10, 40);
    picture.kernel(
        0, "stream 7", 30, 60, picture.launch(0, "thread 1", 20), Category::OtherCompute, "gemm \"bf16\"");
    return std::make_shared<Trace>(picture.finish());
}

} // namespace

class TstCallStacks : public QObject {
    Q_OBJECT
private slots:
    void stacksAreFolded()
    {
        QCOMPARE(written(callsOf(oneStep()), CallStackFormat::Folded),
            std::string("host;step: one 70000\n"
                        "host;step: one;aten::mm 29000\n"
                        "host;step: one;aten::mm;cudaLaunchKernel 1000\n"
                        "device;step: one;aten::mm;gemm \"bf16\" 30000\n"));
    }

    void bothFilesHaveTheSameSums_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("made") << QString();
        QTest::newRow("bert") << QStringLiteral("kineto/operators/h100_bert/trace.json.gz");
        QTest::newRow("qwen") << QStringLiteral("kineto/operators/h100_qwen/trace.json.gz");
    }
    void bothFilesHaveTheSameSums()
    {
        QFETCH(const QString, file);
        TracePtr trace = oneStep();
        if (!file.isEmpty()) {
            REQUIRE_SHARED_DATA();
            trace = realFolder(file.toLatin1().constData()).runs.at(0).trace;
        }
        const CallTree tree = callsOf(trace);
        const Sums folded = sumsOfFolded(written(tree, CallStackFormat::Folded));
        bool isSound = true;
        const Sums speedscope = sumsOfSpeedscope(written(tree, CallStackFormat::Speedscope), isSound);
        QVERIFY(isSound);
        QCOMPARE(folded.at({"host"}), int64_t(tree.nodes().front().host));
        QCOMPARE(folded.at({"device"}), int64_t(tree.nodes().front().device));
        if (file.isEmpty())
            QCOMPARE(speedscope.at({"host", "step; one"}), int64_t(100'000));
        else
            QVERIFY(speedscope == folded);
    }

    void aRangeIsWritten()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("a.folded")).toStdString();
        QVERIFY(!writeCallStackFile(oneStep(), "run", TimeRange {50'000, 70'000}, CallStackFormat::Folded, path));
        std::ifstream file(path);
        const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
        QCOMPARE(text, std::string("host;step: one 20000\ndevice;step: one;aten::mm;gemm \"bf16\" 10000\n"));
    }

    void anEmptyRangeIsRefused()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("b.folded"));
        QVERIFY(writeCallStackFile(
            oneStep(), "run", TimeRange {900'000, 901'000}, CallStackFormat::Folded, path.toStdString()));
        QVERIFY(!QFile::exists(path));
    }

    void theNameOfTheFileSaysTheFormat()
    {
        QVERIFY(exportFormatOf(QStringLiteral("a.speedscope.json")) == ExportFormat::Speedscope);
        QVERIFY(exportFormatOf(QStringLiteral("a.folded")) == ExportFormat::Folded);
        QVERIFY(exportFormatOf(QStringLiteral("a.json")) == ExportFormat::ChromeTrace);
    }
};

BUBBLESCOPE_TEST(TstCallStacks, QCoreApplication)

} // namespace bubblescope::tst_callstacks

#include "tst_callstacks.moc"
