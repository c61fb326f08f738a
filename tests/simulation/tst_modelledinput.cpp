// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelledinput.h"

#include "helpfulknobs.h"
#include "importone.h"
#include "runanalysis.h"
#include "samplefolder.h"
#include "testprogram.h"

#include <QTest>

namespace bubblescope::tst_modelledinput {

namespace {

constexpr double nsPerMs = 1e6;

/// Two layers whose backward is not known, each with gradients to be reduced over four replicas.
LayerTable forwardOnly()
{
    LayerTable table;
    table.name = "table";
    table.kind = LayerTable::Kind::NeuSight;
    for (const char* name : {"first", "first_grad", "second", "second_grad"}) {
        LayerRow row;
        row.name = name;
        row.isGradientRow = row.name.ends_with("_grad");
        if (row.isGradientRow) {
            row.backwardComm.operation = Operation::AllReduce;
            row.backwardComm.group = Category::DataComm;
            row.backwardComm.bytes = 1e6;
            row.backwardComm.asynchronous = true;
        } else {
            row.forwardNs = 10 * nsPerMs;
        }
        table.rows.push_back(row);
    }
    return table;
}

RunFolder folderOf(FileContents contents)
{
    RunFolder folder;
    folder.workloads = std::move(contents.workloads);
    return folder;
}

const Finding* find(const Findings& findings, std::string_view id)
{
    for (const Finding& finding : findings.list) {
        if (finding.id == id)
            return &finding;
    }
    return nullptr;
}

} // namespace

class TestModelledInput : public QObject {
    Q_OBJECT
private slots:
    void gradientsThatTakeNoTimeAreNoCircle()
    {
        RunFolder folder;
        folder.layerTables.push_back(forwardOnly());
        const ModelledInput input = modelledInput(folder, {SimulationSource::Kind::LayerTable, 0, 0});
        QVERIFY(input.step);
        const std::optional<RunAnalysis> analysis = analyzeRun(input.step->run, {});
        QVERIFY2(analysis->criticalPath, analysis->whyNoCriticalPath.text().c_str());
        QCOMPARE(analysis->criticalPath->length, TimeNs(20 * nsPerMs));
        QCOMPARE(input.findings.stepNs, 20 * nsPerMs);
    }

    void theRowsOfATableStandInsideThePassOfItsOnlyRank()
    {
        RunFolder folder;
        folder.layerTables.push_back(forwardOnly());
        const ModelledInput input = modelledInput(folder, {SimulationSource::Kind::LayerTable, 0, 0});
        QVERIFY(input.step);
        const Trace& trace = *input.step->run.trace;
        std::vector<std::string> names;
        TimeNs at = 0;
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            const SpanId parent = trace.parent(SpanId(i));
            if (!parent.isValid() || trace.operation(parent) != Operation::Forward)
                continue;
            names.emplace_back(trace.name(SpanId(i)));
            QVERIFY(trace.track(SpanId(i)) == trace.track(parent)); // on the lane of the pass
            QCOMPARE(trace.begin(SpanId(i)), at);
            at = trace.end(SpanId(i));
        }
        QCOMPARE(names, (std::vector<std::string> {"first", "second"}));
        QCOMPARE(at, TimeNs(20 * nsPerMs));
        const std::optional<RunAnalysis> analysis = analyzeRun(input.step->run, {});
        QCOMPARE(analysis->summary.busyShare(), 1.0); // counted once
    }

    void costsOfFindingsAreThoseOfTheModelledStep()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = folderOf(importShared("seeds/003_e7a75019e7d30864.txt"));
        const ModelledInput input = modelledInput(folder, {SimulationSource::Kind::Workload, 0, 0});
        QVERIFY(input.step);
        const StepFigures& figures = input.step->figures;
        QCOMPARE(input.findings.stepNs, figures.stepNs);
        const Finding* const bubble = find(input.findings, "pipeline-bubble");
        QVERIFY(bubble);
        QCOMPARE(bubble->costNs, figures.bubbleNs());
        const Finding* const gradients = find(input.findings, "exposed-dp-communication");
        QVERIFY(gradients);
        QCOMPARE(gradients->costNs, figures.exposedNs[size_t(Category::DataComm)]);
        QVERIFY(gradients->title.text().find("reduce-scatter of 6.24 GB") != std::string::npos);
    }

    void whatCanNotBeModelledStillHasFindings()
    {
        RunFolder folder;
        Workload workload;
        workload.rows.resize(2);
        workload.rows[0].forward.computeIsUnknown = true;
        workload.pipelineParallel = 2;
        workload.microbatches = 1'000'000'000; // more passes than can be timed
        folder.workloads.push_back(workload);
        const ModelledInput input = modelledInput(folder, {SimulationSource::Kind::Workload, 0, 0});
        QVERIFY(!input.step);
        QVERIFY(find(input.findings, "not-measured"));
    }

    /// The default sample: TP 2, PP 4, DP 2, 8 microbatches.
    void aRunTriesWhatGainsInItsModel_data()
    {
        QTest::addColumn<QString>("knob");
        QTest::addColumn<QString>("value");
        QTest::addColumn<bool>("stays");
        QTest::addColumn<QString>("said"); // at the end of the suggestion
        const auto add = [](const char* knob, const char* value, bool stays, const char* said = "") {
            QTest::addRow("%s=%s", knob, value) << knob << value << stays << said;
        };
        add("microbatches", "16", true);
        add("tensor", "1", false, "fewer samples per second.");
        add("partition", "1,1,1,29", false, "fewer samples per second.");
        add("microbatches", "8", false, "no more samples per second.");
        add("expert", "7", false); // refused: the model has none
        add("straggler", "rank:0=0.9", true); // no model is asked
        add("straggler", "rank:0=0.9,rank:1=2", false, "fewer samples per second.");
    }
    void aRunTriesWhatGainsInItsModel()
    {
        QFETCH(QString, knob);
        QFETCH(QString, value);
        QFETCH(bool, stays);
        QFETCH(QString, said);
        SampleOptions options;
        options.steps = 1;
        const Result<RunFolder> folder = makeSampleFolder(options);
        QVERIFY(folder);
        Findings findings;
        Finding& finding = findings.list.emplace_back();
        finding.suggestion = Message("Try it.");
        finding.tryKnobs = {{knob.toStdString(), value.toStdString()}};
        keepHelpfulKnobs(findings, *folder, 0);
        QCOMPARE(!finding.tryKnobs.empty(), stays);
        const QString suggestion = QString::fromStdString(finding.suggestion.text());
        QVERIFY2(said.isEmpty() ? suggestion == QStringLiteral("Try it.") : suggestion.endsWith(said),
            qPrintable(suggestion));
    }

    void whoIsStoppedKeepsNoKnobThatNobodyAnswered()
    {
        SampleOptions options;
        options.steps = 1;
        const Result<RunFolder> folder = makeSampleFolder(options);
        QVERIFY(folder);
        Findings findings;
        findings.list.emplace_back().tryKnobs = {{"microbatches", "16"}};
        keepHelpfulKnobs(findings, *folder, 0, [](uint64_t, uint64_t) { return false; });
        QVERIFY(findings.list.front().tryKnobs.empty());
    }
};

BUBBLESCOPE_TEST(TestModelledInput, QCoreApplication)

} // namespace bubblescope::tst_modelledinput

#include "tst_modelledinput.moc"
