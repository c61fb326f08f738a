// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What-ifs from run logs against the logs of the layouts that are asked for: a sweep of one model over tensor-parallel
// ranks, stages and samples per microbatch.
#include "realfolder.h"
#include "testprogram.h"
#include "whatif.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <optional>
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

/// What comes of the pairs of a kind of question, printed.
struct Outcome {
    int asked = 0;
    int refused = 0;
    int wrongSure = 0; ///< the other way, and sure of it
    int within = 0;
    double sum = 0; ///< of errors, %
    double most = 0;
    int answered() const { return asked - refused; }
    double mean() const { return answered() > 0 ? sum / answered() : 0; }
};

Outcome ask(const char* kind, const RunFolder& folder, const std::vector<Pair>& pairs, bool leavesOutTheAnswer)
{
    Outcome outcome;
    for (const Pair& pair : pairs) {
        const RunLog& from = folder.runLogs[pair.from];
        const RunLog& to = folder.runLogs[pair.to];
        RunFolder opened = folder;
        size_t index = pair.from;
        if (leavesOutTheAnswer) {
            opened.runLogs.erase(opened.runLogs.begin() + std::ptrdiff_t(pair.to));
            index -= pair.to < pair.from ? 1 : 0;
        }
        const QString what = QStringLiteral("TP %1 x PP %2 to TP %3 x PP %4, %5 samples")
                                 .arg(*from.tensorParallel)
                                 .arg(*from.pipelineParallel)
                                 .arg(*to.tensorParallel)
                                 .arg(*to.pipelineParallel)
                                 .arg(*from.microbatchSize);
        const Result<Simulator> simulator = Simulator::make(opened, {Kind::RunLog, index, 0});
        if (!simulator)
            qFatal("%s", simulator.error().message.text().c_str());
        Knobs knobs;
        knobs.tensor = *to.tensorParallel;
        knobs.stages = *to.pipelineParallel;
        const Result<StepFigures> figures = simulator->figures(knobs);
        ++outcome.asked;
        if (!figures) {
            ++outcome.refused;
            qInfo("%-28s %-40s refused, truth %7.1f ms", kind, qPrintable(what), pair.truthMs);
            continue;
        }
        const double predicted = figures->wholeStepNs() / ms;
        const double low = figures->lowNs() / ms;
        const double high = figures->highNs() / ms;
        const double before = simulator->baseline().wholeStepNs() / ms;
        const double error = (predicted / pair.truthMs - 1) * 100;
        const bool isWithin = pair.truthMs >= low && pair.truthMs <= high;
        const bool isSure = before < low || before > high;
        outcome.within += isWithin ? 1 : 0;
        outcome.wrongSure += isSure && (predicted > before) != (pair.truthMs > before) ? 1 : 0;
        outcome.sum += std::abs(error);
        outcome.most = std::max(outcome.most, std::abs(error));
        qInfo("%-28s %-40s %7.1f ms (%7.1f to %7.1f), truth %7.1f ms %+6.2f %%%s", kind, qPrintable(what), predicted,
            low, high, pair.truthMs, error, isWithin ? "" : ", outside");
    }
    qInfo("%-28s mean %.2f %%, worst %.2f %%, %d of %d within their range, %d refused, %d wrong and sure", kind,
        outcome.mean(), outcome.most, outcome.within, outcome.answered(), outcome.refused, outcome.wrongSure);
    return outcome;
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
        const Outcome outcome = ask("logs together", m_folder, m_pairs, false);
        QCOMPARE(outcome.refused, 0);
        holds(outcome);
    }

    void layoutsThatNoLogMeasuredAreRefusedOrMet() { holds(ask("without the answer", m_folder, m_pairs, true)); }

    void aLogAloneRefusesOtherTensorSizes()
    {
        for (const Pair& pair : m_pairs) {
            RunFolder alone = m_folder;
            alone.runLogs = {m_folder.runLogs[pair.from]};
            const Result<Simulator> simulator = Simulator::make(alone, {Kind::RunLog, 0, 0});
            QVERIFY(simulator.isOk());
            Knobs knobs;
            knobs.tensor = *m_folder.runLogs[pair.to].tensorParallel;
            knobs.stages = *m_folder.runLogs[pair.to].pipelineParallel;
            const Result<StepFigures> figures = simulator->figures(knobs);
            QVERIFY(!figures);
            const std::string missing = "TP " + std::to_string(*knobs.tensor);
            QVERIFY2(figures.error().advice.text().find(missing) != std::string::npos,
                figures.error().advice.text().c_str());
        }
    }

    void moreMicrobatchesOfALogGainLittle_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<double>("most"); // gain that the range may reach, %
        // Alone, what is not explained may not grow at all; logs beside it tell that 150 ms of 1.2 s do not.
        QTest::newRow("alone") << "seeds/004_cbcb88115115ad29.txt" << 45.0;
        QTest::newRow("beside others") << "opt_prime" << 15.0;
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

private:
    /// The limits for answers; refusals count as none.
    static void holds(const Outcome& outcome)
    {
        QVERIFY(outcome.mean() <= 15);
        QVERIFY(outcome.most <= 35);
        QCOMPARE(outcome.wrongSure, 0);
        QVERIFY(outcome.within >= 0.8 * outcome.answered());
    }

    RunFolder m_folder;
    std::vector<Pair> m_pairs;
};

BUBBLESCOPE_TEST(TstRunLogs, QCoreApplication)

} // namespace bubblescope::tst_runlogs

#include "tst_runlogs.moc"
