// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What experts are sent differs from microbatch to microbatch: the model schedules the recorded ones, since the slowest
// rank of a group is another one each time.
#include "samplefolder.h"
#include "stepbuilder.h"
#include "steptimeline.h"
#include "steptimer.h"
#include "structuredjob.h"
#include "testprogram.h"
#include "whatif.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace bubblescope::tst_recordedmicrobatches {

namespace {

constexpr double ms = 1e6;
constexpr int ranksOfExperts = 4;
constexpr int layers = 4;
constexpr size_t recordedMicrobatches = 8;

/// What an expert takes, by layer, place in the group and microbatch: shares of what all take.
class Loads {
public:
    Loads()
    {
        std::mt19937 random(11);
        std::gamma_distribution<double> load(3, 1);
        for (size_t layer = 0; layer < layers; ++layer) {
            std::vector<std::vector<double>>& ofLayer = m_loads.emplace_back(ranksOfExperts);
            for (size_t microbatch = 0; microbatch < recordedMicrobatches; ++microbatch) {
                std::vector<double> of(ranksOfExperts);
                for (double& one : of)
                    one = load(random);
                const double sum = std::accumulate(of.begin(), of.end(), 0.0);
                for (size_t place = 0; place < ranksOfExperts; ++place)
                    ofLayer[place].push_back(std::clamp(of[place] / sum * ranksOfExperts, 0.5, 1.9));
            }
        }
    }
    const std::vector<double>& of(int layer, int place) const { return m_loads[size_t(layer)][size_t(place)]; }
    double slowest(int layer, size_t microbatch) const
    {
        double most = 0;
        for (const std::vector<double>& place : m_loads[size_t(layer)])
            most = std::max(most, place[microbatch]);
        return most;
    }

private:
    std::vector<std::vector<std::vector<double>>> m_loads;
};

const Loads& loads()
{
    static const Loads all;
    return all;
}

WorkPiece compute(double ns)
{
    WorkPiece piece;
    piece.ns = ns;
    piece.category = Category::Forward;
    return piece;
}

WorkPiece exchange()
{
    WorkPiece piece;
    piece.name = "all_to_all";
    piece.operation = Operation::AllToAll;
    piece.category = Category::ExpertComm;
    piece.bytes = 1e6;
    piece.ns = 1e3;
    return piece;
}

/// Eight ranks; of each layer first what all do alike, then what the experts of the rank take.
JobProfile job(int stages, int microbatches)
{
    JobProfile made;
    made.name = "experts";
    made.stages = stages;
    made.data = 8 / stages;
    made.expert = std::min(ranksOfExperts, made.data);
    made.microbatches = microbatches;
    made.messageNs = 0.1 * ms;
    made.messageBytes = 8e6;
    made.ranksPerNode = 1;
    std::vector<std::vector<float>> variations;
    for (int rank = 0; rank < 8; ++rank) {
        RankWork work;
        work.rank = rank;
        work.stage = rank / made.data;
        for (const auto& [part, ns] :
            {std::pair {&RankWork::forward, 2 * ms}, std::pair {&RankWork::backward, 4 * ms}}) {
            for (int i = 0; i < layers / stages; ++i) {
                const int layer = part == &RankWork::forward ? work.stage * layers / stages + i
                                                             : (work.stage + 1) * layers / stages - 1 - i;
                WorkPiece expert = compute(ns);
                expert.variation = int(variations.size());
                const std::vector<double>& of = loads().of(layer, rank % ranksOfExperts);
                variations.emplace_back(of.begin(), of.end());
                for (const WorkPiece& piece : {compute(ns / 2), exchange(), expert, exchange(), compute(ns / 4)})
                    (work.*part).push_back(piece);
            }
        }
        work.gaps = HostGaps(0.05 * ms);
        made.ranks.push_back(std::move(work));
    }
    made.variations = std::make_shared<const std::vector<std::vector<float>>>(std::move(variations));
    return made;
}

Run played(const JobProfile& job)
{
    const Result<Schedule> schedule = makeSchedule({ScheduleKind::OneFOneB, job.stages, job.microbatches, 1, 0});
    Result<StepGraph> step = buildStep({job, *schedule}, {});
    StepTimer timer;
    if (!step || !timer.time(*step, step->unchanged()))
        qFatal("the planted job does not run");
    Run run;
    run.name = job.name;
    run.kind = Run::Kind::Measured;
    run.origin = Origin::Measured;
    run.layout.world = 8;
    run.layout.tensor = 1;
    run.layout.pipeline = job.stages;
    run.layout.data = job.data;
    run.layout.expert = job.expert;
    run.layout.microbatches = job.microbatches;
    run.layout.layers = layers;
    run.trace = std::make_shared<Trace>(StepTimeline().play(*step, timer));
    return run;
}

double stepOf(const JobProfile& job) { return double(played(job).trace->steps().front().range.duration()); }

double predicted(const JobProfile& job, const char* knobs)
{
    RunFolder folder;
    folder.runs.push_back(played(job));
    const Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::Run, 0, 0});
    const Result<StepFigures> figures
        = simulator ? simulator->outcome(*knobsFromLine(knobs)) : Result<StepFigures>(simulator.error());
    if (!figures)
        qFatal("%s", figures.error().message.text().c_str());
    return figures->wholeStepNs();
}

double percent(double ns, double truth) { return 100 * (ns / truth - 1); }

} // namespace

class TstRecordedMicrobatches : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    /// What only a first microbatch tells, others may do faster.
    void aSingleRecordedMicrobatchWidensTheRange()
    {
        const auto below = [](int recorded) {
            SampleOptions options;
            options.steps = 1;
            options.microbatches = recorded;
            const Result<RunFolder> folder = makeSampleFolder(options);
            const Result<Simulator> simulator = Simulator::make(*folder, {SimulationSource::Kind::Run, 0, 0});
            const Result<StepFigures> told = simulator->figures(*knobsFromLine("microbatches=12"));
            return told ? std::pair(told->wholeStepNs() - told->lowNs(), told->stages.front().forwardNs)
                        : std::pair(0.0, 0.0);
        };
        const auto [ofOne, forward] = below(1);
        QVERIFY(ofOne >= 0.2 * 11 * forward);
        QVERIFY(ofOne > 2 * below(4).first);
    }

    /// One stage: every exchange waits for the rank that is sent most then.
    void everyExchangeWaitsForItsOwnSlowest()
    {
        double expected = 0;
        for (size_t microbatch = 0; microbatch < recordedMicrobatches; ++microbatch) {
            for (int layer = 0; layer < layers; ++layer)
                expected += 6 * ms * (0.5 + loads().slowest(layer, microbatch) + 0.25) + 4e3;
        }
        expected += 0.05 * ms * double(2 * recordedMicrobatches - 1);
        QVERIFY(std::abs(percent(stepOf(job(1, int(recordedMicrobatches))), expected)) < 0.05);
    }

    void theModelReplaysThem_data()
    {
        QTest::addColumn<int>("stages");
        QTest::newRow("one stage") << 1;
        QTest::newRow("two stages") << 2;
    }
    void theModelReplaysThem()
    {
        QFETCH(int, stages);
        const JobProfile recorded = job(stages, int(recordedMicrobatches));
        const double difference = percent(predicted(recorded, "model=always"), stepOf(recorded));
        QVERIFY2(std::abs(difference) < 0.1, qPrintable(QString::number(difference)));
    }

    /// Where more are asked they come again, all but the first.
    void otherNumbersTakeThemInTurn_data()
    {
        QTest::addColumn<QByteArray>("knobs");
        QTest::addColumn<int>("microbatches");
        QTest::newRow("fewer") << QByteArray("microbatches=4") << 4;
        QTest::newRow("more") << QByteArray("microbatches=24") << 24;
    }
    void otherNumbersTakeThemInTurn()
    {
        QFETCH(QByteArray, knobs);
        QFETCH(int, microbatches);
        const double truth = stepOf(job(2, microbatches));
        const double difference = percent(predicted(job(2, int(recordedMicrobatches)), knobs.constData()), truth);
        QVERIFY2(std::abs(difference) < 0.3, qPrintable(QString::number(difference)));
    }

    void layersTakeThemAlong()
    {
        const double truth = stepOf(job(1, 4));
        // Twice the replicas share the batch.
        const double difference = percent(predicted(job(2, int(recordedMicrobatches)), "stages=1"), truth);
        QVERIFY2(std::abs(difference) < 1, qPrintable(QString::number(difference)));
    }
};

BUBBLESCOPE_TEST(TstRecordedMicrobatches, QCoreApplication)

} // namespace bubblescope::tst_recordedmicrobatches

#include "tst_recordedmicrobatches.moc"
