// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans are written from the generated schedules, read as files are, and held against the times of those schedules.
#include "passtimes.h"
#include "rungrouping.h"
#include "planimporter.h"
#include "realfolder.h"
#include "samplerun.h"
#include "testprogram.h"
#include "whatif.h"

#include <fmt/format.h>

namespace bubblescope::tst_planstep {

namespace {

constexpr double ms = 1e6;

std::string textOf(const Schedule& schedule)
{
    std::string text;
    for (int rank = 0; rank < schedule.ranks; ++rank) {
        for (const ScheduledPass& pass : schedule.programs[size_t(rank)]) {
            const char letter = pass.pass == Pass::Forward ? 'F'
                : pass.pass == Pass::InputGradient         ? 'I'
                : pass.pass == Pass::WeightGradient        ? 'W'
                                                           : 'B';
            text += fmt::format("{}{}{},", schedule.stageOf(rank, pass.chunk), letter, pass.microbatch);
        }
        text.back() = '\n';
    }
    return text;
}

RunFolder folderOf(std::string_view text)
{
    RunFolder folder;
    const auto source = openMemory(text, "plan.csv");
    FileContents contents;
    PipelinePlanImporter().import(*source, contents, folder.report, {});
    std::vector<NamedPart> parts;
    for (TracePart& part : contents.traceParts)
        parts.push_back({"plan.csv", std::move(part)});
    folder.runs = groupRuns(std::move(parts), {}, folder.report);
    return folder;
}

Schedule made(ScheduleKind kind, int ranks, int microbatches, int chunks = 1)
{
    return *makeSchedule({kind, ranks, microbatches, chunks});
}

Result<Simulator> simulatorOf(const RunFolder& folder)
{
    return Simulator::make(folder, {SimulationSource::Kind::Run, 0, 0});
}

bool hasAssumption(const SimulatedStep& step, std::string_view words)
{
    return std::any_of(step.assumptions.begin(), step.assumptions.end(),
        [words](const Message& sentence) { return sentence.text().find(words) != std::string::npos; });
}

} // namespace

class TstPlanStep : public QObject {
    Q_OBJECT
private slots:
    void everyScheduleIsTimedAndRecognised_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("chunks");
        for (const ScheduleInfo& info : schedules()) {
            if (info.kind != ScheduleKind::DualPipe) // both directions hold the same stages: no plan says so
                QTest::newRow(info.key.data()) << int(info.kind) << (info.kind == ScheduleKind::Interleaved ? 2 : 1);
        }
    }
    void everyScheduleIsTimedAndRecognised()
    {
        QFETCH(int, kind);
        QFETCH(int, chunks);
        const Schedule schedule = made(ScheduleKind(kind), 4, 8, chunks);
        const RunFolder folder = folderOf(textOf(schedule));
        QCOMPARE(folder.runs.size(), size_t(1));
        const Result<Simulator> simulator = simulatorOf(folder);
        QVERIFY2(simulator, simulator ? "" : simulator.error().message.text().c_str());
        // 10 ms forward, 20 ms backward, half of it weight gradient; sends are free.
        const PassCosts costs = PassCosts::uniform(schedule.modelStages(), 10'000'000, 10'000'000, 10'000'000, 0);
        QCOMPARE(simulator->baseline().makespanNs, double(timePasses(schedule, costs)->makespan));
        QCOMPARE(simulator->baselineOrigin(), Origin::Modelled);
        const auto key = scheduleInfo(ScheduleKind(kind)).key;
        if (ScheduleKind(kind) != ScheduleKind::ZbAuto) // whose order is that of ZB-H1 here
            QCOMPARE(simulator->ownValue("schedule"), std::string(key));
        QCOMPARE(simulator->ownValue("microbatches"), std::string("8"));
        QCOMPARE(simulator->ownValue("stages"), std::string("4"));
    }

    void whatIsAssumedIsSaid()
    {
        const RunFolder folder = folderOf(textOf(made(ScheduleKind::OneFOneB, 4, 8)));
        const Result<SimulatedStep> step = simulatorOf(folder)->simulate({});
        QVERIFY(step);
        QVERIFY(hasAssumption(*step, "a forward pass is assumed to take 10 ms"));
        QVERIFY(hasAssumption(*step, "2 times the forward pass"));
        QVERIFY(hasAssumption(*step, "The order is that of 1F1B"));
        QCOMPARE(step->run.origin, Origin::Modelled);
        QCOMPARE(step->run.trace->ranks().size(), size_t(4));
        QCOMPARE(step->figures.stepNs, 11 * 30 * ms);
    }

    void anOrderOfItsOwnIsKeptUntilItsSizesChange()
    {
        // 1F1B but for the first two microbatches of the first rank, which go forward last.
        const std::string text = "0F1,0F0,0B1,0B0\n1F1,1B1,1F0,1B0\n";
        const RunFolder folder = folderOf(text);
        const Result<Simulator> simulator = simulatorOf(folder);
        QVERIFY2(simulator, simulator ? "" : simulator.error().message.text().c_str());
        QCOMPARE(simulator->ownValue("schedule"), std::string());
        QCOMPARE(simulator->baseline().makespanNs, 90 * ms);
        Knobs knobs;
        knobs.microbatches = 4;
        const Result<SimulatedStep> more = simulator->simulate(knobs);
        QVERIFY(more);
        QCOMPARE(more->figures.makespanNs, 5 * 30 * ms); // 1F1B
        QVERIFY(hasAssumption(*more, "The order is that of 1F1B"));
        knobs = {};
        knobs.schedule = ScheduleKind::GPipe;
        QCOMPARE(simulator->figures(knobs)->makespanNs, 3 * 30 * ms);
    }

    void aTableOfTheFolderTellsTheTimes()
    {
        SampleOptions options;
        options.steps = 1;
        RunFolder folder = folderOf(textOf(made(ScheduleKind::OneFOneB, 4, 8)));
        folder.layerTables.push_back(makeSample(options)->layerTable);
        const Result<Simulator> simulator = simulatorOf(folder);
        QVERIFY2(simulator, simulator ? "" : simulator.error().message.text().c_str());
        const Result<SimulatedStep> step = simulator->simulate({});
        QVERIFY(hasAssumption(*step, "Pass times come from the table"));
        QVERIFY(!hasAssumption(*step, "10 ms"));
        Knobs knobs; // layers can be moved now
        knobs.partition = {5, 9, 9, 9};
        QVERIFY(simulator->figures(knobs));
    }

    void knobsWorkOrSayWhyNot()
    {
        const RunFolder folder = folderOf(textOf(made(ScheduleKind::OneFOneB, 4, 8)));
        const Result<Simulator> simulator = simulatorOf(folder);
        Knobs knobs;
        knobs.backwardRatio = 1;
        QCOMPARE(simulator->figures(knobs)->makespanNs, 11 * 20 * ms);
        knobs = {};
        knobs.computeScale = 2;
        QCOMPARE(simulator->figures(knobs)->makespanNs, 11 * 60 * ms);
        knobs = {};
        knobs.stragglers.push_back({Knobs::Straggler::Of::Stage, 3, 2});
        QVERIFY(simulator->figures(knobs)->makespanNs > 11 * 30 * ms);
        QVERIFY(simulator->whyNot("layers"));
        QVERIFY(simulator->whyNot("expert"));
    }

    void whatNoPipelineCanRunIsRefusedByName_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* text, const char* says) { QTest::newRow(says) << text << says; };
        row("0F0,0B0\n1F0\n", "no backward of microbatch 0 on stage 1");
        row("0F0,0F0,0B0\n1F0,1B0\n", "more than one forward of microbatch 0 on stage 0");
        row("0F0,0B0\n2F0,2B0\n", "no passes of stage 1");
        row("0F0,0B0,1F0,1B0\n2F0,2B0\n", "Rank 1 of the plan holds 1 stages, the first rank 2");
        row("0F0,0B0\n0F1,0B1\n", "Stage 0 of the plan is held by rank 0 and rank 1");
        row("0UNSHARD,1UNSHARD\n", "no forward or backward pass");
        row("0B0,0F0\n1F0,1B0\n", "wait for each other in a cycle");
    }
    void whatNoPipelineCanRunIsRefusedByName()
    {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const RunFolder folder = folderOf(text.toStdString());
        QCOMPARE(folder.runs.size(), size_t(1));
        const Result<Simulator> simulator = simulatorOf(folder);
        QVERIFY(!simulator);
        QVERIFY2(simulator.error().message.text().find(says.toStdString()) != std::string::npos,
            simulator.error().message.text().c_str());
    }

    void realPlansGetTheirStep()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder echo = realFolder("echo/plans");
        const Result<Simulator> one = simulatorOf(echo);
        QVERIFY2(one, one ? "" : one.error().message.text().c_str());
        QVERIFY(one->baseline().stepNs > 0);
        QCOMPARE(one->ownValue("stages"), std::string("12"));
        Knobs knobs;
        knobs.microbatches = 2 * std::stoi(one->ownValue("microbatches"));
        QVERIFY(one->figures(knobs)->stepNs > one->baseline().stepNs);

        const RunFolder torchtitan = realFolder("torchtitan/custom_schedule.csv");
        const Result<Simulator> two = simulatorOf(torchtitan);
        QVERIFY2(two, two ? "" : two.error().message.text().c_str());
        QCOMPARE(two->ownValue("chunks"), std::string("2"));
    }
};

BUBBLESCOPE_TEST(TstPlanStep, QCoreApplication)

} // namespace bubblescope::tst_planstep

#include "tst_planstep.moc"
