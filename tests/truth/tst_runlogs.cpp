// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What-ifs from run logs against the logs of the layouts that are asked for: a sweep of one model over tensor-parallel
// ranks, stages and samples per microbatch.
#include "realfolder.h"
#include "sensitivity.h"
#include "testprogram.h"
#include "truthkinds.h"
#include "whatif.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope::tst_runlogs {

namespace {

using Kind = SimulationSource::Kind;
constexpr double ms = 1e6;

/// Read from the file itself: the median of what it prints for its batches but the first, ms.
double printedStepMs(const RunFolder& folder, const RunLog& log)
{
    QFile file(QString::fromStdString(folder.path + '/' + log.file));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot open %s", qPrintable(file.fileName()));
    const QString text = QString::fromUtf8(file.readAll());
    static const QRegularExpression line(QStringLiteral(R"(\|\s*(\d+)/\s*\d+ batches \|[^|]*\| ms/batch\s+([\d.]+))"));
    std::vector<double> times;
    for (auto it = line.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        if (match.captured(1).toInt() > 1)
            times.push_back(match.captured(2).toDouble());
    }
    std::sort(times.begin(), times.end());
    return times.empty() ? 0 : times[times.size() / 2];
}

/// One layout asked of the log of another.
struct Pair {
    size_t from = 0;
    size_t to = 0;
    double truthMs = 0;
};

std::vector<Pair> pairsOf(const RunFolder& folder)
{
    std::vector<Pair> pairs;
    for (size_t a = 0; a < folder.runLogs.size(); ++a) {
        for (size_t b = 0; b < folder.runLogs.size(); ++b) {
            const RunLog& from = folder.runLogs[a];
            const RunLog& to = folder.runLogs[b];
            if (from.tensorParallel != to.tensorParallel && from.microbatchSize == to.microbatchSize
                && from.globalBatch == to.globalBatch)
                pairs.push_back({a, b, printedStepMs(folder, to)});
        }
    }
    return pairs;
}

} // namespace

class TstRunLogs : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        REQUIRE_SHARED_DATA();
        m_folder = realFolder("opt_prime");
        m_pairs = pairsOf(m_folder);
        QVERIFY(m_pairs.size() >= 6);
    }

    void layoutsThatLogsBesideMeasuredAreMet()
    {
        for (const Pair& pair : m_pairs)
            QVERIFY(ask(truthkind::logMeasured, pair, m_folder, pair.from));
    }

    /// The other logs of the family answer for the one that is taken away.
    void layoutsThatNoLogMeasuredAreMet()
    {
        for (const Pair& pair : m_pairs) {
            RunFolder opened = m_folder;
            opened.runLogs.erase(opened.runLogs.begin() + std::ptrdiff_t(pair.to));
            QVERIFY(ask(truthkind::logFamily, pair, opened, pair.from - (pair.to < pair.from ? 1 : 0)));
        }
    }

    /// A log of several tensor-parallel ranks contains their all-reduces, and its head tells the work of a layer of the
    /// model that it names. One of a single rank tells nothing of all-reduces: it says what is missing.
    void aLogAloneAnswersWhatItTells()
    {
        for (const Pair& pair : m_pairs) {
            RunFolder alone = m_folder;
            alone.runLogs = {m_folder.runLogs[pair.from]};
            const bool isTold = *m_folder.runLogs[pair.from].tensorParallel > 1;
            QCOMPARE(ask(truthkind::logAlone, pair, alone, 0), isTold);
        }
    }

    /// Without its model's name or parameters it tells no work of a layer.
    void anUnknownModelIsRefused()
    {
        for (const Pair& pair : m_pairs) {
            for (const bool isNamed : {true, false}) {
                RunFolder alone = m_folder;
                alone.runLogs = {m_folder.runLogs[pair.from]};
                alone.runLogs[0].parameters = isNamed ? 1'400'000'000 : 1'235'814'400;
                alone.runLogs[0].modelName = isNamed ? "LlamaForCausalLM" : "AnotherForCausalLM";
                QVERIFY(!ask(truthkind::logAlone, pair, alone, 0));
            }
        }
    }

    /// Replicas exchange gradients that no log times: 505 million parameters in the stage with the head.
    void replicasOfALogAreNoSureGain()
    {
        const Result<Simulator> simulator
            = Simulator::make(realFolder("seeds/004_cbcb88115115ad29.txt"), {Kind::RunLog, 0, 0});
        QVERIFY(simulator.isOk());
        int tried = 0;
        for (const KnobGain& gain : whatHelpsMost(*simulator, {}, {})) {
            if (gain.knobs.data.value_or(1) < 2)
                continue;
            ++tried;
            qInfo("%s: %+.1f %% (%+.1f to %+.1f)", gain.change.text().c_str(), gain.throughputGain * 100,
                gain.low() * 100, gain.high() * 100);
            QVERIFY2(!gain.isSure(), gain.change.text().c_str());
        }
        QVERIFY(tried > 0);
    }

    void moreMicrobatchesOfALogGainLittle_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<double>("most"); // gain that the range may reach, %
        // What is not explained may not grow at all; no log beside it is alike but for its microbatches.
        QTest::newRow("alone") << "seeds/004_cbcb88115115ad29.txt" << 45.0;
        QTest::newRow("beside others") << "opt_prime" << 45.0;
    }
    void moreMicrobatchesOfALogGainLittle()
    {
        QFETCH(QString, path);
        QFETCH(double, most);
        const Result<Simulator> simulator
            = Simulator::make(realFolder(path.toUtf8().constData()), {Kind::RunLog, 0, 0});
        QVERIFY(simulator.isOk());
        QCOMPARE(simulator->ownValue("stages"), std::string("8"));
        Knobs knobs;
        knobs.microbatches = 64;
        const Result<StepFigures> figures = simulator->figures(knobs);
        QVERIFY(figures.isOk());
        const double before = simulator->baseline().samplesPerSecond();
        const auto gain = [&](double ns) { return (figures->samplesPerStep * 1e9 / ns / before - 1) * 100; };
        qInfo("32 to 64 microbatches: %+.1f %% samples/s, between %+.1f and %+.1f %%", gain(figures->wholeStepNs()),
            gain(figures->highNs()), gain(figures->lowNs()));
        QVERIFY(gain(figures->wholeStepNs()) > 1 && gain(figures->wholeStepNs()) < 6);
        // The range reaches from where all of it grows to where as little does as is possible.
        QVERIFY(gain(figures->highNs()) < 1.6 && gain(figures->lowNs()) < most);
        QVERIFY(gain(figures->lowNs()) > most - 10);
    }

    /// After all others, of which it is the sum.
    void theTable()
    {
        const QStringList beyond = m_table.judge(truthKinds());
        QVERIFY2(beyond.isEmpty(), qPrintable(beyond.join(QLatin1Char('\n'))));
    }

private:
    /// False if the question is refused; then what is missing is said.
    bool ask(const char* kind, const Pair& pair, const RunFolder& opened, size_t index)
    {
        const RunLog& from = m_folder.runLogs[pair.from];
        const RunLog& to = m_folder.runLogs[pair.to];
        const Result<Simulator> simulator = Simulator::make(opened, {Kind::RunLog, index, 0});
        if (!simulator)
            qFatal("%s", simulator.error().message.text().c_str());
        Knobs knobs;
        knobs.tensor = *to.tensorParallel;
        knobs.stages = *to.pipelineParallel;
        const Result<StepFigures> figures = simulator->figures(knobs);
        const QString what = QStringLiteral("TP %1 x PP %2 to TP %3 x PP %4, %5 samples")
                                 .arg(*from.tensorParallel)
                                 .arg(*from.pipelineParallel)
                                 .arg(*to.tensorParallel)
                                 .arg(*to.pipelineParallel)
                                 .arg(*from.microbatchSize);
        if (!figures) {
            m_table.refuse(kind, what);
            const std::string missing = "TP " + std::to_string(*knobs.tensor);
            if (figures.error().advice.text().find(missing) == std::string::npos)
                qFatal("%s", figures.error().advice.text().c_str());
            return false;
        }
        m_table.ask(kind, what, figures->wholeStepNs(), pair.truthMs * ms,
            std::pair(figures->lowNs(), figures->highNs()), simulator->baseline().wholeStepNs());
        return true;
    }

    TruthTable m_table;
    RunFolder m_folder;
    std::vector<Pair> m_pairs;
};

BUBBLESCOPE_TEST(TstRunLogs, QCoreApplication)

} // namespace bubblescope::tst_runlogs

#include "tst_runlogs.moc"
