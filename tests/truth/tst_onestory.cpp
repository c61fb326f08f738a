// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Findings, critical path, what-ifs and straggler figures of one step name one cause and one price, on every real input
// that holds a run of several ranks.
#include "devicelanes.h"
#include "logfindings.h"
#include "realfolder.h"
#include "runanalysis.h"
#include "samplefolder.h"
#include "sensitivity.h"
#include "steadystate.h"
#include "stragglerwhatif.h"
#include "testprogram.h"
#include "whatif.h"

#include <fmt/format.h>

#include <QDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace bubblescope::tst_onestory {

namespace {

/// Less of a step is lost among other things.
constexpr double notable = 0.02;
/// A price and the answer to its remedy: the one divides compute of passes, the other all compute of a rank.
constexpr double alike = 0.1;

/// One measured run of several ranks, and all that is said of its step.
struct Story {
    const Run& run;
    std::shared_ptr<const RunContext> context;
    RunAnalysis analysis;
    std::optional<Simulator> simulator; ///< of the same step
    std::optional<StragglerWhatIf> stragglers;

    double step() const { return double(analysis.stepTime); }
    /// How much shorter the step is with a knob; nullopt if that is refused.
    std::optional<double> gain(std::string_view knob, const std::string& value) const
    {
        Knobs knobs;
        if (!simulator || !setKnob(knobs, knob, value) || simulator->whyRefused(knobs))
            return std::nullopt;
        const Result<StepFigures> figures = simulator->figures(knobs);
        if (!figures)
            return std::nullopt;
        return simulator->baseline().wholeStepNs() - figures->wholeStepNs();
    }
    /// How much shorter the step is if its period, in the graph of the findings, is so much shorter.
    double gainOfPeriod(const SteadyState& steady, double shorter) const
    {
        const auto period = double(steady.period);
        return step() - stepAfter(step(), period, period - shorter);
    }
    bool isNamed(int rank) const
    {
        const size_t index = rankIndex(*run.trace, rank);
        const int stage = context->groups().stage(index);
        return std::any_of(analysis.findings.list.begin(), analysis.findings.list.end(), [&](const Finding& finding) {
            const std::vector<int32_t>& ranks = finding.evidence.ranks;
            const std::vector<int>& stages = finding.evidence.stages;
            return finding.costNs > 0
                && (std::find(ranks.begin(), ranks.end(), rank) != ranks.end()
                    || (stage >= 0 && std::find(stages.begin(), stages.end(), stage) != stages.end()));
        });
    }
    bool namesStage(int stage) const
    {
        return std::any_of(analysis.findings.list.begin(), analysis.findings.list.end(), [&](const Finding& finding) {
            const std::vector<int>& stages = finding.evidence.stages;
            return finding.costNs > 0 && std::find(stages.begin(), stages.end(), stage) != stages.end();
        });
    }
};

/// What the pace says of a tenth is what the knob answers.
void comparePace(const Story& story, const std::function<void(const std::string&)>& tell)
{
    const Result<SteadyState> steady = findSteadyState(*story.context, story.analysis.step);
    if (!steady || !story.simulator)
        return;
    for (const auto& [knob, part] : {std::pair("compute-scale", SteadyState::Part::Gpu),
             std::pair("comm-scale", SteadyState::Part::Communication)}) {
        const std::optional<double> gain = story.gain(knob, "0.9");
        const double told = story.gainOfPeriod(*steady, 0.1 * steady->shareOf(part) * double(steady->period));
        if (gain && std::abs(*gain - told) > 0.01 * story.step())
            tell(fmt::format("the pace says {:.3f} ms for a tenth, {}=0.9 {:.3f}", told / 1e6, knob, *gain / 1e6));
    }
}

/// What contradicts what; empty if nothing does.
QStringList contradictions(const Story& story)
{
    QStringList found;
    const auto tell = [&found](const std::string& text) { found << QString::fromStdString(text); };
    const auto ms = [](double ns) { return fmt::format("{:.3f} ms", ns / 1e6); };
    const double step = story.step();
    for (const Finding& finding : story.analysis.findings.list) {
        const std::string title = finding.title.text();
        if (finding.share > 1.0001)
            tell(fmt::format("'{}' costs {:.1f} % of a step", title, 100 * finding.share));
        // No more than without any communication.
        const bool isExposed = finding.id.starts_with("exposed-") && finding.costOrigin == Origin::Modelled;
        if (const std::optional<double> gain = isExposed ? story.gain("comm-scale", "0") : std::nullopt;
            gain && finding.costNs > *gain + 0.01 * step)
            tell(fmt::format("'{}' costs {}, but comm-scale=0 gains {}", title, ms(finding.costNs), ms(*gain)));
        for (const auto& [knob, value] : finding.tryKnobs) {
            const std::optional<double> gain = story.gain(knob, value);
            if (knob != "straggler" || !gain)
                continue;
            if (finding.costNs <= 0 && *gain > notable * step)
                tell(fmt::format("'{}' costs nothing, but {}={} gains {}", title, knob, value, ms(*gain)));
            if (finding.costNs > 0 && std::abs(*gain - finding.costNs) > alike * finding.costNs + notable * step)
                tell(fmt::format(
                    "'{}' costs {}, but {}={} gains {}", title, ms(finding.costNs), knob, value, ms(*gain)));
        }
    }
    comparePace(story, tell);
    if (story.simulator) {
        for (const Knobs::Straggler& slow : story.simulator->measuredStragglers()) {
            const std::optional<double> gain
                = story.gain("straggler", fmt::format("rank:{}={:.6g}", slow.number, 1 / slow.factor));
            if (gain.value_or(0) > notable * step && !story.isNamed(slow.number))
                tell(fmt::format(
                    "rank {} as fast as its peers gains {}, but no finding names it", slow.number, ms(*gain)));
        }
        // The host holds ranks up where these have no work, be it that they wait for others which it holds up.
        const TimeParts& parts = story.simulator->baseline().charged;
        double without = 0;
        for (const TimePart part : {TimePart::Waiting, TimePart::Bubble, TimePart::KernelWait, TimePart::HostWait,
                 TimePart::Host, TimePart::Idle, TimePart::NotRecorded})
            without += parts.of(part);
        without /= double(std::max<size_t>(story.simulator->baseline().ranks, 1));
        if (const std::optional<double> gain = story.gain("host-gaps", "0"); gain.value_or(0) > without + 0.01 * step)
            tell(fmt::format("no host gaps gain {}, but ranks are without work for {}", ms(*gain), ms(without)));
    }
    std::map<uint32_t, TimeNs> onPath; // by rank index
    if (story.analysis.criticalPath) {
        const CriticalPath& path = *story.analysis.criticalPath;
        if (std::abs(double(path.length) - step) > 0.01 * step)
            tell(fmt::format("the critical path takes {} of a step of {}", ms(double(path.length)), ms(step)));
        for (const CriticalPath::Piece& piece : path.pieces)
            onPath[piece.rank] += piece.isTransfer ? 0 : piece.range.duration();
    }
    constexpr double lost = 1.05; // steps this many times as long as ideal ones
    if (!story.stragglers || story.stragglers->slowdown < lost)
        return found;
    const StragglerWhatIf& stragglers = *story.stragglers;
    if (stragglers.ofLastStage.value_or(0) > 0.5 && !stragglers.stages.empty()) {
        const int last
            = std::max_element(stragglers.stages.begin(), stragglers.stages.end(), [](const auto& a, const auto& b) {
                  return a.number < b.number;
              })->number;
        if (!story.namesStage(last))
            tell(fmt::format("the last stage explains {:.0f} % of the slowdown, but no finding names it",
                100 * *stragglers.ofLastStage));
    }
    // The slowest 3 % are one rank where there are few.
    if (stragglers.ofSlowestRanks.value_or(0) > 0.5 && !stragglers.ranks.empty() && stragglers.ranks.size() <= 33) {
        const int rank = stragglers.ranks.front().rank;
        if (!story.isNamed(rank))
            tell(fmt::format("rank {} explains {:.0f} % of the slowdown, but no finding names it", rank,
                100 * *stragglers.ofSlowestRanks));
        const auto most = std::max_element(
            onPath.begin(), onPath.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        const auto& ranks = story.run.trace->ranks();
        const RankGroups& groups = story.context->groups();
        if (most != onPath.end() && groups.stage(most->first) != groups.stage(rankIndex(*story.run.trace, rank)))
            tell(fmt::format("rank {} explains {:.0f} % of the slowdown, but most of the critical path is on rank {}",
                rank, 100 * *stragglers.ofSlowestRanks, ranks[most->first].rank));
    }
    return found;
}

std::optional<Story> storyOf(const RunFolder& folder, size_t index)
{
    const Run& run = folder.runs[index];
    if (run.kind != Run::Kind::Measured || run.trace->ranks().size() < 2)
        return std::nullopt;
    std::optional<RunAnalysis> analysis = analyzeRun(run);
    if (!analysis)
        return std::nullopt;
    Story story {run, contextOf(run), *std::move(analysis), std::nullopt, std::nullopt};
    if (Result<Simulator> simulator
        = Simulator::make(folder, {SimulationSource::Kind::Run, index, story.analysis.step}))
        story.simulator = std::move(simulator).value();
    if (Result<StragglerWhatIf> stragglers = findStragglerWhatIf(*story.context))
        story.stragglers = std::move(stragglers).value();
    return story;
}

} // namespace

class TstOneStory : public QObject {
    Q_OBJECT
private slots:
    void nothingContradicts_data()
    {
        REQUIRE_SHARED_DATA();
        QTest::addColumn<QString>("path");
        for (const char* path : {"seeds", "echo/measured_tp1_pp2_4ranks", "echo/measured_tp2_pp2_4ranks_known_step",
                 "echo/measured_tp2_pp4_8ranks", "echo/measured_pp4_16ranks_2hosts", "echo/two_runs_one_folder",
                 "echo/extended_2026", "bytedance_ar/timeline-AR.json.gz", "bytedance_st/timeline-ST.json.gz",
                 "kineto/dlrm_8ranks", "kineto/hta", "megascan", "nsys", "ascend/text", "ascend/db"})
            QTest::newRow(path) << QString::fromLatin1(path);
        const QDir reports(QString::fromStdString(sharedData("reports")));
        for (const QString& report : reports.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
            QTest::newRow(qPrintable(report)) << QStringLiteral("reports/%1/input").arg(report);
    }
    void nothingContradicts()
    {
        QFETCH(QString, path);
        const RunFolder folder = realFolder(path.toUtf8().constData());
        QStringList found;
        for (size_t i = 0; i < folder.runs.size(); ++i) {
            if (const std::optional<Story> story = storyOf(folder, i)) {
                qInfo("%s: %zu findings, what-ifs: %s, stragglers: %s", folder.runs[i].name.c_str(),
                    story->analysis.findings.list.size(), story->simulator ? "yes" : "no",
                    story->stragglers ? "yes" : "no");
                found += contradictions(*story);
            }
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
    }

    /// Both ranks spend 97 of 136.6 ms in all-reduces that nothing hides; without them their hosts would bind.
    void exposedCollectivesCostWhatTheirKnobGains()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("ascend/text/level1");
        const std::optional<Story> story = storyOf(folder, 0);
        QVERIFY(story && story->simulator);
        const auto& findings = story->analysis.findings.list;
        const auto exposed = std::find_if(
            findings.begin(), findings.end(), [](const Finding& f) { return f.id.starts_with("exposed-"); });
        QVERIFY(exposed != findings.end());
        const double gain = *story->gain("comm-scale", "0");
        QVERIFY2(std::abs(exposed->costNs / gain - 1) < 0.05,
            qPrintable(QStringLiteral("%1 ms, the knob %2").arg(exposed->costNs / 1e6).arg(gain / 1e6)));
        const Result<SteadyState> steady = findSteadyState(*story->context, story->analysis.step);
        QVERIFY(steady && steady->binds() == SteadyState::Part::Communication);
        // As the headline says; what it costs is less.
        QVERIFY(exposed->sentence.text().find("71.0 % of the step") != std::string::npos);
        // The ranges of the step last 156.0 and 153.9 ms on the hosts. Of these, they take 57.7 and 60.4 ms outside of
        // synchronizing calls, wait 6.1 and 7.2 ms for a copy at the begin, and 2.3 ms of kernels follow the last
        // all-reduce, for which they wait again: without it, 66.1 and 69.9 ms remain, 89.9 and 84.0 ms less.
        QVERIFY2(exposed->costNs > 0.98 * 84.0e6 && exposed->costNs < 1.02 * 89.9e6,
            qPrintable(QString::number(exposed->costNs / 1e6)));
    }

    /// Rank 6 has one price in findings, what-ifs and stragglers; all of a replica wait for its rank of the last stage.
    void theDemoHasOneStory()
    {
        Result<RunFolder> made = makeSampleFolder(demoOptions());
        QVERIFY(made);
        const RunFolder folder = std::move(made).value();
        const std::optional<Story> story = storyOf(folder, 0);
        QVERIFY(story && story->simulator && story->stragglers);
        const QStringList found = contradictions(*story);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
        const std::vector<Finding>& findings = story->analysis.findings.list;
        const auto slow = std::find_if(
            findings.begin(), findings.end(), [](const Finding& finding) { return finding.id == "straggling-rank"; });
        QVERIFY(slow != findings.end());
        QCOMPARE(slow->evidence.ranks, std::vector<int32_t> {6});
        const StragglerWhatIf::Rank& first = story->stragglers->ranks.front();
        QCOMPARE(first.rank, 6);
        // The one is of the typical step, the other of the mean step.
        QVERIFY2(std::abs(first.lostNs.value_or(0) / slow->costNs - 1) < 0.05,
            qPrintable(QStringLiteral("%1 and %2").arg(first.lostNs.value_or(0)).arg(slow->costNs)));
        // Its loss waits for nobody; that of its peer waits for it, which is no work of the peer.
        QVERIFY2(story->stragglers->ofSlowestRanks.value_or(0) > 0.5,
            qPrintable(QString::number(story->stragglers->ofSlowestRanks.value_or(0))));
        TimeNs steady = 0;
        TimeNs named = 0;
        for (const Bubble& bubble : story->analysis.bubbles.all) {
            if (!bubble.isPipelines || bubble.phase != PipelinePhase::Steady || bubble.culpritRank < 0)
                continue;
            steady += bubble.range.duration();
            // Rank 7 of the other replica has the longer work of its stage, too.
            named += bubble.culpritRank == (bubble.rank % 2 == 0 ? 6 : 7) ? bubble.range.duration() : 0;
        }
        QVERIFY2(named > 0.97 * double(steady), qPrintable(QStringLiteral("%1 of %2").arg(named).arg(steady)));
    }

    /// Whole layers do not balance every stage: then the advice says what the partition beside it saves.
    void aSlowStageCostsWhatItsPartitionSavesOrSaysWhatThatIs()
    {
        int said = 0;
        for (const double factor : {1.2, 1.25, 1.3, 1.4, 1.5}) {
            SampleOptions options;
            options.lastStageFactor = factor;
            Result<RunFolder> made = makeSampleFolder(options);
            QVERIFY(made);
            const RunFolder folder = std::move(made).value();
            const std::optional<Story> story = storyOf(folder, 0);
            QVERIFY(story && story->simulator);
            const Finding& finding = story->analysis.findings.list.front();
            QCOMPARE(finding.id, std::string("slow-stage"));
            QCOMPARE(finding.tryKnobs.front().first, std::string("partition"));
            const std::optional<double> gain = story->gain("partition", finding.tryKnobs.front().second);
            QVERIFY(gain);
            const std::string advice = finding.suggestion.text();
            const bool isSaid = advice.find("would save about") != std::string::npos;
            said += isSaid;
            // Of the step: its other ranks have noise.
            QVERIFY2(isSaid || std::abs(*gain - finding.costNs) < 0.01 * story->step(),
                qPrintable(QStringLiteral("%1: %2 ms, the partition %3")
                               .arg(factor)
                               .arg(finding.costNs / 1e6)
                               .arg(*gain / 1e6)));
            if (isSaid) {
                const double saved = std::stod(advice.substr(advice.find("would save about") + 17)) * 1e6;
                QVERIFY2(std::abs(*gain - saved) < 0.02 * story->step(),
                    qPrintable(QStringLiteral("%1: %2 ms said, the partition %3")
                                   .arg(factor)
                                   .arg(saved / 1e6)
                                   .arg(*gain / 1e6)));
            }
        }
        QVERIFY(said > 0);
    }

    /// The two slowest stages are alike: to mend one alone gains next to nothing.
    void aSlowStageOfALogCostsWhatItsKnobGains()
    {
        RunFolder folder;
        RunLog log;
        log.kind = RunLog::Kind::OptPrime;
        log.name = "log";
        log.pipelineParallel = 4;
        log.worldSize = 4;
        log.microbatches = 32;
        for (int step = 1; step <= 4; ++step) {
            LogStep told;
            told.step = step;
            told.stepMs = 2500;
            log.steps.push_back(told);
            const double forwards[] {6.6, 11.7, 12.5, 10.2};
            for (int stage = 0; stage < 4; ++stage) {
                StageBlock block;
                block.step = step;
                block.stage = block.rank = stage;
                block.layers.push_back({stage, forwards[stage] * 32});
                log.blocks.push_back(block);
            }
        }
        folder.runLogs.push_back(log);
        const Findings findings = findLogFindings(folder.runLogs.front());
        const Finding& slow = findings.list.front();
        QCOMPARE(slow.id, std::string("slow-stage"));
        const Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::RunLog, 0, 0});
        QVERIFY2(simulator.isOk(), simulator.isOk() ? "" : simulator.error().message.text().c_str());
        Knobs knobs;
        QVERIFY(setKnob(knobs, slow.tryKnobs.front().first, slow.tryKnobs.front().second));
        const Result<StepFigures> figures = simulator->figures(knobs);
        QVERIFY(figures.isOk());
        const double gain = simulator->baseline().wholeStepNs() - figures->wholeStepNs();
        QVERIFY2(std::abs(gain / slow.costNs - 1) < 0.05,
            qPrintable(QStringLiteral("%1 ms, the knob %2").arg(slow.costNs / 1e6).arg(gain / 1e6)));
    }

    /// A sum prices them, the knob a schedule: that both are not quite the same is said beside it.
    void slowStagesOfRecordedLogsCostWhatTheirKnobGains()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("opt_prime");
        int compared = 0;
        for (size_t i = 0; i < folder.runLogs.size(); ++i) {
            const Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::RunLog, i, 0});
            if (!simulator)
                continue;
            for (const Finding& finding : findLogFindings(folder.runLogs[i]).list) {
                if (finding.id != "slow-stage")
                    continue;
                Knobs knobs;
                QVERIFY(setKnob(knobs, finding.tryKnobs.front().first, finding.tryKnobs.front().second));
                const Result<StepFigures> figures = simulator->figures(knobs);
                QVERIFY(figures.isOk());
                const double gain = simulator->baseline().wholeStepNs() - figures->wholeStepNs();
                qInfo("%s: %.2f ms, the knob %.2f", folder.runLogs[i].name.c_str(), finding.costNs / 1e6, gain / 1e6);
                QVERIFY(std::abs(gain / finding.costNs - 1) < 0.02);
                QVERIFY(finding.howComputed.text().find("scheduled again") != std::string::npos);
                ++compared;
            }
        }
        QVERIFY(compared > 0);
    }

    /// A single microbatch passes all stages one after another: equal durations would hardly shorten the step.
    void whereSlowRanksCostMoreThanTheSlowdownSaysWhy()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("echo/measured_tp2_pp4_8ranks");
        const std::optional<Story> story = storyOf(folder, 0);
        QVERIFY(story && story->stragglers);
        QVERIFY(story->stragglers->slowdown < 1.05);
        QVERIFY(story->stragglers->lostTogetherNs.value_or(0) > 0.1 * story->step());
        QVERIFY(story->stragglers->pricesExceedSlowdown());
    }

    /// Published: without the worker of rank 0, which explains all of it, a step takes 23.45 instead of 46.34 s.
    void theWorkerThatBindsIsTheFirstFinding()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("bytedance_ar/timeline-AR.json.gz");
        const std::optional<Story> story = storyOf(folder, 0);
        QVERIFY(story && story->simulator && story->stragglers);
        const Finding& first = story->analysis.findings.list.front();
        QCOMPARE(first.id, std::string("straggling-rank"));
        QCOMPARE(first.evidence.ranks, std::vector<int32_t> {0});
        // Published is the mean of steps without delays, with that worker at the mean of all.
        const double gain = 46.34 - 23.45;
        QVERIFY2(std::abs(first.costNs / 1e9 / gain - 1) < 0.05, qPrintable(QString::number(first.costNs / 1e9)));
        const double without = story->step() - *story->gain("straggler", first.tryKnobs.front().second);
        QVERIFY2(std::abs(without / 1e9 / 23.45 - 1) < 0.05, qPrintable(QString::number(without / 1e9)));
        const std::vector<KnobGain> gains = whatHelpsMost(*story->simulator, {}, {});
        QCOMPARE(std::string(gains.front().knob), std::string("straggler"));
        for (const Finding& finding : story->analysis.findings.list)
            QVERIFY2(finding.id != "idle" || finding.share < 0.1, qPrintable(QString::number(finding.share)));
    }
};

BUBBLESCOPE_TEST(TstOneStory, QCoreApplication)

} // namespace bubblescope::tst_onestory

#include "tst_onestory.moc"
