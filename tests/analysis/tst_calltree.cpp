// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Who called what: the times of calls and of what they launched, down to the ns.
#include "calltree.h"
#include "devicelanes.h"
#include "profilerpicture.h"
#include "realfolder.h"
#include "testprogram.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <string>

namespace bubblescope::tst_calltree {

namespace {

constexpr TimeNs us = 1000;

CallTree treeOf(const TracePtr& trace, const CallSelection& selection, CallTree::Of of = CallTree::Of::Calls)
{
    CallTree tree(trace, selection, of);
    while (!tree.advance(1)) { } // as small a slice as there is
    return tree;
}

CallSelection wholeOf(const TracePtr& trace) { return {{trace->range().begin, trace->range().end + 1}}; }

std::string pathOf(const CallTree& tree, uint32_t node)
{
    std::string path;
    for (; node != 0; node = tree.nodes()[node].parent)
        path = "/" + std::string(tree.trace()->strings().text(tree.nodes()[node].name)) + path;
    return path;
}

using ByPath = std::map<std::string, CallTree::Node>;

ByPath byPath(const CallTree& tree)
{
    ByPath nodes;
    for (uint32_t i = 0; i < tree.nodes().size(); ++i)
        nodes.emplace(pathOf(tree, i), tree.nodes()[i]);
    return nodes;
}

/// Two steps of Python that call operators, which launch kernels.
TracePtr twoSteps()
{
    ProfilerPicture picture;
    for (const TimeNs start : {0, 200}) {
        picture.host(0, "thread 1", "train.py(3): step", start, start + 100);
        picture.host(0, "thread 1", "nn.Module: Block_0", start + 5, start + 60);
        picture.host(0, "thread 1", "nn.Module: Linear_0", start + 8, start + 50);
        picture.host(0, "thread 1", "aten::mm", start + 10, start + 40);
        picture.kernel(0, "stream 7", start + 30, start + 90, picture.launch(0, "thread 1", start + 20),
            Category::OtherCompute, "gemm");
        picture.kernel(0, "stream 7", start + 90, start + 97, picture.launch(0, "thread 1", start + 55),
            Category::OtherCompute, "bias");
    }
    picture.host(0, "thread 2", "loader", 0, 30);
    return std::make_shared<Trace>(picture.finish());
}

} // namespace

class TstCallTree : public QObject {
    Q_OBJECT
private slots:
    void callsAndWhatTheyLaunchedAreOneTree()
    {
        const CallTree tree = treeOf(twoSteps(), wholeOf(twoSteps()));
        const ByPath nodes = byPath(tree);
        QCOMPARE(nodes.at("").host, 230 * us);
        QCOMPARE(nodes.at("").device, 134 * us);
        const CallTree::Node& step = nodes.at("/train.py(3): step");
        QCOMPARE(step.calls, uint64_t(2));
        QCOMPARE(step.host, 200 * us);
        QCOMPARE(step.ownHost, 90 * us);
        QCOMPARE(step.device, 134 * us);
        QCOMPARE(step.ownDevice, TimeNs(0));
        const std::string linear = "/train.py(3): step/nn.Module: Block_0/nn.Module: Linear_0";
        const CallTree::Node& mm = nodes.at(linear + "/aten::mm");
        QCOMPARE(mm.host, 60 * us);
        QCOMPARE(mm.ownHost, 58 * us); // a call takes 1 µs
        QCOMPARE(mm.ownDevice, 120 * us); // the operator's, not the runtime call's
        QCOMPARE(nodes.at(linear + "/aten::mm/cudaLaunchKernel").device, TimeNs(0));
        QVERIFY(nodes.at(linear + "/aten::mm/gemm").isOnDevice);
        QCOMPARE(nodes.at(linear + "/aten::mm/gemm").calls, uint64_t(2));
        // Launched by no operator: the innermost that is no call of the runtime.
        QCOMPARE(nodes.at("/train.py(3): step/nn.Module: Block_0/bias").device, 14 * us);
        QCOMPARE(nodes.at("/loader").host, 30 * us);
    }

    void childrenComeLongestFirst()
    {
        const CallTree tree = treeOf(twoSteps(), wholeOf(twoSteps()));
        QStringList names;
        for (const uint32_t child : tree.childrenOf(0))
            names << QString::fromStdString(pathOf(tree, child));
        QCOMPARE(names, (QStringList {QStringLiteral("/train.py(3): step"), QStringLiteral("/loader")}));
    }

    void aPartOfARangeCounts()
    {
        const TracePtr trace = twoSteps();
        const ByPath nodes = byPath(treeOf(trace, {{50 * us, 230 * us}}));
        const CallTree::Node& step = nodes.at("/train.py(3): step");
        QCOMPARE(step.calls, uint64_t(2));
        QCOMPARE(step.host, (50 + 30) * us);
        QCOMPARE(step.ownHost, (40 + 5) * us); // Block_0 until 60, and from 205
        QCOMPARE(step.device, (40 + 7) * us);  // the second gemm begins behind
        QCOMPARE(nodes.at("/train.py(3): step/nn.Module: Block_0/bias").calls, uint64_t(1));
    }

    void modulesNestAsDeepAsTheyDo()
    {
        const CallTree tree = treeOf(twoSteps(), wholeOf(twoSteps()), CallTree::Of::Modules);
        const ByPath nodes = byPath(tree);
        QCOMPARE(nodes.size(), size_t(5)); // the root, two modules, two kernels
        QCOMPARE(nodes.at("/nn.Module: Block_0").host, 110 * us);
        QCOMPARE(nodes.at("/nn.Module: Block_0").ownHost, 26 * us);
        QCOMPARE(nodes.at("/nn.Module: Block_0").ownDevice, 14 * us);
        QCOMPARE(nodes.at("/nn.Module: Block_0/nn.Module: Linear_0").ownDevice, 120 * us);
    }

    void onlyWhatWasFoundHasTimes()
    {
        const TracePtr trace = twoSteps();
        std::vector<uint32_t> found;
        for (uint32_t i = 0; i < trace->spanCount(); ++i) {
            if (trace->name(SpanId(i)) == "gemm" || trace->name(SpanId(i)) == "nn.Module: Block_0")
                found.push_back(i);
        }
        CallTree tree(trace, wholeOf(trace), CallTree::Of::Calls);
        tree.keepOnly(found);
        while (!tree.advance(1000)) { }
        const ByPath nodes = byPath(tree);
        QCOMPARE(nodes.at("").host, 110 * us);
        QCOMPARE(nodes.at("").device, 120 * us);
        QCOMPARE(nodes.at("/train.py(3): step").ownHost, TimeNs(0));
        QCOMPARE(nodes.at("/train.py(3): step").calls, uint64_t(0));
        QVERIFY(!nodes.contains("/loader"));
    }

    void ranksAreChosen()
    {
        ProfilerPicture picture;
        for (const int rank : {0, 1})
            picture.host(rank, "thread 1", "step", 0, 10 * (rank + 1));
        const TracePtr trace = std::make_shared<Trace>(picture.finish());
        CallSelection selection = wholeOf(trace);
        QCOMPARE(byPath(treeOf(trace, selection)).at("/step").host, 30 * us);
        selection.rank = 1;
        QCOMPARE(byPath(treeOf(trace, selection)).at("/step").host, 20 * us);
    }

    void aLaunchThatIsNotRecordedHasAPlaceOfItsOwn()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 10, 20, picture.launch(0, "thread 1", 0));
        picture.kernel(0, "stream 7", 20, 45, ~0u, Category::OtherCompute, "lost");
        const TracePtr trace = std::make_shared<Trace>(picture.finish());
        const ByPath nodes = byPath(treeOf(trace, wholeOf(trace)));
        QCOMPARE(nodes.at("/").device, 25 * us);
        QCOMPARE(nodes.at("//lost").device, 25 * us);
        QCOMPARE(nodes.at("/cudaLaunchKernel/kernel").device, 10 * us);
    }

    void tooDeepStacksEndAtTheLimit()
    {
        TraceBuilder builder;
        uint32_t outer = Id<SpanTag>::noValue;
        constexpr int depth = 3000;
        for (int i = 0; i < depth; ++i) { // each on a thread of its own, so that none overlaps
            SpanRecord span;
            span.track = builder.track({0, -1, Lane::Thread, Category::Other, "thread " + std::to_string(i % 7)});
            span.name = builder.intern("f");
            span.begin = i * us;
            span.end = (i + 1) * us;
            span.category = Category::Host;
            span.parent = outer;
            outer = builder.addSpan(span);
        }
        SpanRecord kernel;
        kernel.track = builder.track({0, -1, Lane::Compute, Category::Other, "stream 7"});
        kernel.name = builder.intern("gemm");
        kernel.begin = depth * us;
        kernel.end = (depth + 25) * us;
        kernel.category = Category::OtherCompute;
        builder.addLaunch(outer, builder.addSpan(kernel));
        ImportReport report;
        const TracePtr trace = std::make_shared<Trace>(builder.finish({}, report, nullptr));
        const CallTree tree = treeOf(trace, wholeOf(trace));
        QCOMPARE(tree.nodes().size(), size_t(CallTree::mostDepth) + 1);
        QCOMPARE(tree.nodes().front().host, depth * us);
        QCOMPARE(tree.nodes().front().device, 25 * us);
        QCOMPARE(tree.nodes().back().ownDevice, 25 * us);
    }

    void whatLaunchesItsLauncherIsCountedOnce()
    {
        ProfilerPicture picture;
        const uint32_t first = picture.kernel(0, "stream 7", 0, 10, ~0u, Category::OtherCompute, "first");
        const uint32_t second = picture.kernel(0, "stream 7", 10, 30, first, Category::OtherCompute, "second");
        picture.builder().addLaunch(second, first);
        const TracePtr trace = std::make_shared<Trace>(picture.finish());
        const CallTree tree = treeOf(trace, wholeOf(trace));
        QCOMPARE(tree.nodes().size(), size_t(3));
        QCOMPARE(tree.nodes().front().device, 30 * us);
    }

    void noTraceIsAnEmptyTree()
    {
        CallTree tree(nullptr, {}, CallTree::Of::Calls);
        QVERIFY(tree.advance(1));
        QVERIFY(tree.nodes().empty());
        QVERIFY(tree.childrenOf(0).empty());
    }

    // Sums of the raw records, made outside of the program: of kernels, copies and fills, by the innermost cpu_op around
    // the call with their correlation.
    void realKernelsStandUnderTheirOperators()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("kineto/operators/h100_bert/trace.json.gz");
        const TracePtr trace = folder.runs.at(0).trace;
        const CallTree tree = treeOf(trace, wholeOf(trace));
        QCOMPARE(tree.nodes().front().device, TimeNs(309'437));
        std::map<std::string_view, TimeNs> own;
        for (const CallTree::Node& node : tree.nodes()) {
            if (!node.isOnDevice)
                own[trace->strings().text(node.name)] += node.ownDevice;
        }
        QCOMPARE(own["aten::addmm"], TimeNs(197'598));
        QCOMPARE(own["aten::_flash_attention_forward"], TimeNs(37'408));
        QCOMPARE(own["aten::native_layer_norm"], TimeNs(30'912));
        QCOMPARE(own["aten::add"], TimeNs(14'752));
        QCOMPARE(own["aten::gelu"], TimeNs(9'599));
    }

    void realSpansAddUpToTheNanosecond_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* file : {"kineto/operators/h100_bert/trace.json.gz", "kineto/operators/h100_qwen/trace.json.gz"})
            QTest::newRow(file) << QString::fromLatin1(file);
    }
    void realSpansAddUpToTheNanosecond()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(const QString, file);
        const RunFolder folder = realFolder(file.toLatin1().constData());
        const TracePtr trace = folder.runs.at(0).trace;
        std::map<std::string, TimeNs> totals;
        TimeNs ofDevices = 0;
        for (uint32_t i = 0; i < trace->spanCount(); ++i) {
            const SpanId span(i);
            const Lane lane = trace->track(trace->track(span)).lane;
            if (isDeviceLane(lane) && !trace->parent(span).isValid())
                ofDevices += trace->duration(span);
            if (lane != Lane::Thread)
                continue;
            std::string path;
            for (SpanId at = span; at.isValid(); at = trace->parent(at))
                path = "/" + std::string(trace->name(at)) + path;
            totals[path] += trace->duration(span);
        }
        const CallTree tree = treeOf(trace, wholeOf(trace));
        QCOMPARE(tree.nodes().front().device, ofDevices);
        size_t compared = 0;
        for (uint32_t i = 1; i < tree.nodes().size(); ++i) {
            if (tree.nodes()[i].isOnDevice)
                continue;
            const std::string path = pathOf(tree, i);
            QVERIFY2(tree.nodes()[i].host == totals[path], path.c_str());
            ++compared;
        }
        QCOMPARE(compared, totals.size());
    }
};

BUBBLESCOPE_TEST(TstCallTree, QCoreApplication)

} // namespace bubblescope::tst_calltree

#include "tst_calltree.moc"
