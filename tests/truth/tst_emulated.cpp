// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs of one hidden truth in several layouts, recorded by a machine that was made up: what is told of one layout from
// another, over many truths.
#include "clockalignment.h"
#include "emulatedrun.h"
#include "importtext.h"
#include "ranktraceimporter.h"
#include "rungrouping.h"
#include "sanitized.h"
#include "testprogram.h"
#include "truthkinds.h"
#include "whatif.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace bubblescope::tst_emulated {

namespace {

/// `dropped`: left out of the names of files.
RunFolder folderOf(const EmulatedRun& emulated, const std::string& dropped = {})
{
    const RankTraceImporter importer;
    RunFolder folder;
    std::vector<NamedPart> parts;
    for (const auto& [whole, text] : emulated.files()) {
        std::string path = whole;
        if (const size_t at = path.find(dropped); !dropped.empty() && at != std::string::npos)
            path.erase(at, dropped.size());
        Imported imported = importText(importer, text, path);
        for (TracePart& part : imported.contents.traceParts)
            parts.push_back({path, std::move(part)});
    }
    folder.runs = groupRuns(std::move(parts), "folder", folder.report);
    for (Run& run : folder.runs)
        alignRun(run, folder.report);
    return folder;
}

/// What the run of one layout tells of another, from the files on.
struct Told {
    QString what;
    StepFigures figures;
    double openedNs;
    double stepNs;     ///< the truth
    double pipelineNs; ///< the same of the pipeline alone
};

Told told(const EmulatedRun& here, const EmulatedRun& there, const QString& knobs, const QString& what)
{
    const Result<Simulator> simulator = Simulator::make(folderOf(here), {});
    const Result<Knobs> moved = knobsFromLine(knobs.toStdString());
    if (!simulator || !moved)
        qFatal("%s", (simulator ? moved.error() : simulator.error()).message.text().c_str());
    const Result<StepFigures> figures = simulator->figures(*moved);
    if (!figures)
        qFatal("%s", figures.error().message.text().c_str());
    return {what, *figures, here.stepMs() * 1e6, there.stepMs() * 1e6, there.pipelineMs() * 1e6};
}

void ask(TruthTable& table, const char* kind, const Told& told)
{
    table.ask(kind, told.what, told.figures.wholeStepNs(), told.stepNs,
        TruthTable::Range {told.figures.lowNs(), told.figures.highNs()}, told.openedNs);
}

void askOfPipeline(TruthTable& table, const char* kind, const Told& told)
{
    table.ask(kind, told.what, told.figures.makespanNs, told.pipelineNs);
}

/// Where a sanitizer watches, one of more layers and one of more tokens.
constexpr uint32_t firstTruth = isSanitized ? 2 : 0;
constexpr uint32_t endOfTruths = isSanitized ? 4 : 6;

/// How tokens spread over experts.
enum class Shares {
    Usual,
    Skewed,  ///< a few experts are sent most of them
    Recorded ///< as in a run
};

/// Models as the measured family has them.
HiddenCosts costsOf(uint32_t seed)
{
    HiddenCosts costs(seed);
    costs.layers = seed % 3 == 2 ? 16 : 8;
    costs.tokens = seed % 4 == 3 ? 2048 : 1024;
    costs.noise = seed % 2 == 0 ? 0.005 : 0.015;
    return costs;
}

} // namespace

class TstEmulated : public QObject {
    Q_OBJECT
private slots:
    void recordedStepsAreWhatHappened()
    {
        const HiddenCosts costs = costsOf(1);
        const EmulatedRun emulated(costs, 4, 4);
        const Result<Simulator> simulator = Simulator::make(folderOf(emulated), {});
        QVERIFY(simulator);
        // Times of the files are rounded to 10 µs, and clocks of hosts are told from messages.
        QVERIFY(std::abs(simulator->baseline().wholeStepNs() / 1e6 / emulated.stepMs() - 1) < 0.002);
        QVERIFY(std::abs(simulator->replayError().value_or(1)) < 0.006);
    }

    void oneDepthTellsAnother_data()
    {
        QTest::addColumn<int>("expert"); // 0: a dense model
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::addColumn<double>("stepMean");
        QTest::addColumn<double>("stepMost");
        QTest::addColumn<double>("pipelineMean");
        QTest::addColumn<double>("pipelineMost");
        // Of EP 1, no group of one tells what copies take.
        for (const int expert : {1, 2, 4}) {
            QTest::addRow("EP %d, PP 2 to 4", expert) << expert << 2 << 4 << 2.0 << 4.0 << 1.5 << 3.0;
            QTest::addRow("EP %d, PP 4 to 2", expert) << expert << 4 << 2 << 2.0 << 4.0 << 1.5 << 3.0;
        }
        // Nothing repeats with every layer: of two stages the head is guessed.
        QTest::newRow("dense, PP 2 to 4") << 0 << 2 << 4 << 2.0 << 4.0 << 1.5 << 3.0;
        QTest::newRow("dense, PP 4 to 2") << 0 << 4 << 2 << 2.0 << 4.0 << 1.5 << 3.0;
        // No message was recorded, nor any group inside a node: of six machines one is taken for an A800, whose links
        // are nearly as fast, and which copies gradients at 0.6 of an H800's speed and has no switch that adds up.
        QTest::newRow("EP 1, PP 1 to 2") << 1 << 1 << 2 << 4.0 << 9.0 << 2.5 << 5.0;
        QTest::newRow("dense, PP 1 to 2") << 0 << 1 << 2 << 4.0 << 6.0 << 3.0 << 5.0;
        // Gradients were shared across nodes, and are inside one then.
        QTest::newRow("EP 8, PP 1 to 2") << 8 << 1 << 2 << 3.0 << 4.0 << 2.0 << 3.0;
        QTest::newRow("EP 4, PP 1 to 4") << 4 << 1 << 4 << 4.0 << 5.0 << 3.5 << 5.0;
    }
    void oneDepthTellsAnother()
    {
        QFETCH(int, expert);
        QFETCH(int, from);
        QFETCH(int, to);
        QFETCH(double, stepMean);
        QFETCH(double, stepMost);
        QFETCH(double, pipelineMean);
        QFETCH(double, pipelineMost);
        TruthTable row;
        for (uint32_t seed = firstTruth; seed < endOfTruths; ++seed) {
            HiddenCosts costs = costsOf(seed);
            costs.hasExperts = expert > 0;
            const int ranks = std::max(expert, 1);
            const Told answer = told(EmulatedRun(costs, from, ranks), EmulatedRun(costs, to, ranks),
                QStringLiteral("stages=%1").arg(to), named(seed));
            ask(row, "step", answer);
            askOfPipeline(row, "pipeline", answer);
            ask(m_table, from > 1 ? truthkind::hiddenDepth : truthkind::hiddenFromOne, answer);
            askOfPipeline(m_table, truthkind::hiddenPipeline, answer);
        }
        holds(row,
            {{.kind = "step", .mean = stepMean, .most = stepMost, .isOpen = true, .why = "see all of its kind"},
                {.kind = "pipeline", .mean = pipelineMean, .most = pipelineMost}});
    }

    /// Exchanges tell layers from the ends, parameters of two stages hint at them, of a single one nothing does.
    void whatNothingTellsWidensTheRange()
    {
        HiddenCosts costs = costsOf(1);
        const auto range = [&costs](int stages, int expert, int to = 4) {
            const Result<Simulator> simulator = Simulator::make(folderOf(EmulatedRun(costs, stages, expert)), {});
            const Result<StepFigures> told = simulator
                ? simulator->figures(*knobsFromLine("stages=" + std::to_string(to)))
                : Result<StepFigures>(simulator.error());
            return told ? told->errorNs / told->wholeStepNs() : 0;
        };
        const double byExchanges = range(2, 4);
        costs.hasExperts = false;
        const double byParameters = range(2, 1);
        const double unknown = range(1, 1);
        QVERIFY(byExchanges > 0 && byExchanges < 0.03);
        QVERIFY(byParameters > byExchanges);
        QVERIFY(unknown > 0.08 && unknown > 1.5 * byParameters);
        // Stages that are joined whole leave nothing to be told apart.
        QVERIFY(range(4, 1, 2) > 0 && range(4, 1, 2) < 0.05);
    }

    /// What ranks send and get tells who shares experts; else nothing would be known of the exchanges.
    void ranksThatShareExpertsAreTold()
    {
        for (const int expert : {2, 4}) {
            const EmulatedRun emulated(costsOf(1), 4, expert);
            const RunFolder named = folderOf(emulated);
            const RunFolder unnamed = folderOf(emulated, "_exp" + std::to_string(expert));
            QCOMPARE(unnamed.runs.front().layout.expert.value_or(0), expert);
            const Result<Simulator> one = Simulator::make(named, {});
            const Result<Simulator> other = Simulator::make(unnamed, {});
            QVERIFY(one && other);
            QCOMPARE(other->ownValue("expert"), std::to_string(expert));
            const Knobs knobs = *knobsFromLine("expert=1");
            QCOMPARE(other->figures(knobs)->stepNs, one->figures(knobs)->stepNs);
        }
        HiddenCosts alone = costsOf(1);
        alone.exchangesAlone = true;
        QVERIFY(!folderOf(EmulatedRun(alone, 4, 1), "_exp1").runs.front().layout.expert);
    }

    void automaticOrdersAreNeverWorse()
    {
        for (uint32_t seed = 0; seed < (isSanitized ? 1u : 3u); ++seed) {
            const Result<Simulator> simulator = Simulator::make(folderOf(EmulatedRun(costsOf(seed), 4, 4)), {});
            QVERIFY(simulator);
            for (const char* const sends : {"on", "off"}) {
                const auto stepOf = [&](const std::string& knobs) {
                    const Result<StepFigures> told
                        = simulator->figures(*knobsFromLine("blocking-send=" + std::string(sends) + "; " + knobs));
                    return told ? told->wholeStepNs() : std::nan("");
                };
                double before = std::numeric_limits<double>::infinity();
                for (const int limit : {1, 2, 3, 4, 5, 7, 8, 12, 16, 1000}) {
                    if (limit == 4)
                        before = std::min({before, stepOf("schedule=zb-h1"), stepOf("schedule=1f1b")});
                    const double step = stepOf("schedule=zb-auto; memory-limit=" + std::to_string(limit));
                    QVERIFY2(step <= before,
                        qPrintable(QStringLiteral("limit %1, sends %2: %3 after %4 ms")
                                       .arg(limit)
                                       .arg(QLatin1String(sends))
                                       .arg(step / 1e6)
                                       .arg(before / 1e6)));
                    before = limit == 5 ? std::min(step, stepOf("schedule=zb-h2")) : step; // that needs 7
                }
            }
        }
    }

    void oneSpreadOfExpertsTellsAnother_data()
    {
        QTest::addColumn<Shares>("shares");
        QTest::addColumn<double>("mean");
        QTest::addColumn<double>("most");
        QTest::newRow("recorded") << Shares::Recorded << 5.0 << 12.0;
        // What each expert of a rank is sent is not recorded: a range says so.
        QTest::newRow("usual") << Shares::Usual << 6.0 << 16.0;
        QTest::newRow("skewed") << Shares::Skewed << 12.0 << 30.0;
    }
    void oneSpreadOfExpertsTellsAnother()
    {
        QFETCH(Shares, shares);
        QFETCH(double, mean);
        QFETCH(double, most);
        TruthTable row;
        const bool isSkewed = shares == Shares::Skewed;
        for (uint32_t seed = firstTruth; seed < endOfTruths; ++seed) {
            HiddenCosts costs = costsOf(seed);
            costs.exchangesAlone = true;
            if (isSkewed)
                costs.skewShares();
            else if (shares == Shares::Recorded)
                costs.takeRecordedShares();
            for (const auto& [stages, from, to] : {std::tuple(4, 2, 4), {4, 4, 2}, {4, 1, 2}, {4, 4, 1}, {2, 2, 4},
                     {2, 4, 2}, {2, 1, 2}, {2, 4, 1}, {2, 4, 8}, {2, 2, 8}, {2, 8, 4}, {2, 8, 2}}) {
                const Told answer = told(EmulatedRun(costs, stages, from), EmulatedRun(costs, stages, to),
                    QStringLiteral("expert=%1").arg(to),
                    named(seed) + QStringLiteral(", PP %1, EP %2 to %3").arg(stages).arg(from).arg(to));
                const bool isSpread = to > from && from > 1; // over more ranks
                ask(row, isSpread ? "spread" : "others", answer);
                ask(m_table,
                    to < from       ? truthkind::hiddenFewer
                        : !isSpread ? truthkind::hiddenSingle
                        : isSkewed  ? truthkind::hiddenSkewed
                                    : truthkind::hiddenMore,
                    answer);
            }
        }
        const char* const why = "see all of its kind";
        holds(row,
            {{.kind = "others", .mean = mean, .most = most, .isOpen = true, .why = why},
                {.kind = "spread", .mean = mean, .most = most, .isOpen = true, .why = why}});
    }

    /// After all others, of which it is the sum.
    void theTable() { holds(m_table, truthKinds()); }

private:
    static QString named(uint32_t seed)
    {
        return QStringLiteral("%1, machine %2").arg(QLatin1String(QTest::currentDataTag())).arg(seed);
    }
    static void holds(const TruthTable& table, const std::vector<TruthTable::Limit>& limits)
    {
        const QStringList beyond = table.judge(limits);
        // Means, and what the manual tells, are of all truths.
        QVERIFY2(isSanitized || beyond.isEmpty(), qPrintable(beyond.join(QLatin1Char('\n'))));
    }

    TruthTable m_table;
};

BUBBLESCOPE_TEST(TstEmulated, QCoreApplication)

} // namespace bubblescope::tst_emulated

#include "tst_emulated.moc"
