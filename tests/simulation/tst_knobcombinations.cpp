// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Thousands of random sets of knobs on every kind of input: each is answered with numbers that make sense, or refused
// with a sentence.
#include "planimporter.h"
#include "realfolder.h"
#include "rungrouping.h"
#include "samplefolder.h"
#include "sanitized.h"
#include "testprogram.h"
#include "whatif.h"

#include <cmath>
#include <ctime>
#include <random>

namespace bubblescope::tst_knobcombinations {

namespace {

constexpr int setsPerInput = isSanitized ? 300 : 1500;
constexpr std::clock_t longest = 20 * CLOCKS_PER_SEC; ///< of processor time, for the sets of one input

/// What people and scripts may write; some of it is legal nowhere.
const std::vector<std::pair<std::string_view, std::vector<std::string>>>& values()
{
    static const std::vector<std::pair<std::string_view, std::vector<std::string>>> all = {
        {"schedule",
            {"gpipe", "1f1b", "interleaved", "zb-h1", "zb-h2", "zb-auto", "zb-v", "v-half", "v-min", "dualpipe"}},
        {"memory-limit", {"1", "2", "8", "1048576"}},
        {"microbatches", {"1", "2", "3", "4", "8", "16", "40", "1048576"}},
        {"microbatch-size", {"1", "4", "1048576"}},
        {"stages", {"1", "2", "3", "4", "8", "1048576"}},
        {"chunks", {"1", "2", "3", "64", "65"}},
        {"tensor", {"1", "2", "4", "8", "7"}},
        {"data", {"1", "2", "4", "16", "5"}},
        {"expert", {"1", "2", "4", "3"}},
        {"layers", {"1", "4", "8", "36", "96", "1048576"}},
        {"partition", {"1,1", "2,2,2,2", "8,8,8,8", "0,16,8,8", "32", "1,2,3,4,5"}},
        {"hardware", {"a100-40gb", "h200", "b200", "h100+hdr-200", "no such thing"}},
        {"nvlink", {"1GB/s", "370.8GB/s", "900GB/s"}},
        {"nic", {"1Gb/s", "400Gb/s", "23GiB/s", "1000000TB/s"}},
        {"latency-us", {"0", "5", "1000"}},
        {"algorithm", {"automatic", "ring", "tree", "nvls", "curve"}},
        {"compute-scale", {"0.001", "0.5", "2", "1000000"}},
        {"comm-scale", {"0", "0.5", "2", "1000000"}},
        {"link", {"0-1=0.5", "1-2=3", "0-7=2", "2-1=0.1,0-1=1000000"}},
        {"overlap", {"on", "off"}},
        {"overlap-slowdown", {"0", "0.3", "5"}},
        {"straggler", {"rank:0=1.5", "rank:3=0.5", "stage:1=2", "rank:999=2", "rank:0=1.1,stage:0=1.2"}},
        {"blocking-send", {"on", "off"}},
        {"host-gaps", {"0", "1", "50"}},
        {"backward-ratio", {"0", "1", "2.5"}},
        {"together", {"0.5", "1"}},
        {"rule", {"event-driven", "simai-analytical"}},
        {"gpus", {"1", "8", "512", "513"}},
        {"gpus-per-server", {"1", "8", "16"}},
        {"nics-per-server", {"1", "4", "8"}},
        {"nvlink-gibps", {"100", "200"}},
        {"nic-gibps", {"12.5", "25"}},
        {"pp-gibps", {"25", "47.5"}},
    };
    return all;
}

std::string textOf(const Knobs& knobs)
{
    std::string text;
    for (const KnobInfo& info : knobTable()) {
        if (const std::string value = knobText(knobs, info.key); !value.empty())
            text += std::string(text.empty() ? "" : " ").append(info.key).append("=").append(value);
    }
    return text;
}

double sumOfParts(const StepFigures& f)
{
    return f.computeNs + f.exposedCommunicationNs() + f.waitingNs + f.warmupBubbleNs + f.steadyBubbleNs
        + f.cooldownBubbleNs + f.idleNs + f.hostNs;
}

/// Empty, or what is wrong with the answer.
QString fault(const StepFigures& f, bool isRule)
{
    if (!std::isfinite(f.stepNs) || f.stepNs <= 0)
        return QStringLiteral("a step of %1 ns").arg(f.stepNs);
    if (!(f.bubbleShare >= -1e-9 && f.bubbleShare <= 1) || f.makespanNs < 0 || f.longestStageNs > f.makespanNs * 1.0001)
        return QStringLiteral("bubble share %1, makespan %2").arg(f.bubbleShare).arg(f.makespanNs);
    // The closed rule drops what it does not know; everything else adds up.
    if (!isRule && std::abs(sumOfParts(f) - f.stepNs) > 1e-3 * f.stepNs)
        return QStringLiteral("parts of %1 ns for a step of %2 ns").arg(sumOfParts(f)).arg(f.stepNs);
    for (const StepFigures::Stage& stage : f.stages) {
        if (stage.busyNs < 0 || stage.spanNs < 0 || stage.peakInFlight < 0 || !std::isfinite(stage.memoryBytes()))
            return QStringLiteral("stage %1 makes no sense").arg(stage.stage);
    }
    return {};
}

bool isSentence(const Error& error)
{
    return error.message.text().size() > 10
        && (error.message.text().back() == '.' || error.message.text().back() == ',');
}

} // namespace

class TstKnobCombinations : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        SampleOptions options;
        options.stages = 4;
        options.tensor = 1;
        options.data = 4;
        options.expert = 2;
        options.microbatches = 4;
        options.layers = 8;
        options.steps = 1;
        options.hosts = 1;
        m_sample = *makeSampleFolder(options);
        m_sample.runs.push_back(planRun());
    }

    void everySetIsAnsweredOrRefused_data()
    {
        using Kind = SimulationSource::Kind;
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("index");
        const auto row = [](const char* name, const char* folder, Kind kind, int index = 0) {
            QTest::newRow(name) << QString::fromUtf8(folder) << int(kind) << index;
        };
        row("measured run", "", Kind::Run);
        row("plan", "", Kind::Run, 1);
        row("layer table", "", Kind::LayerTable);
        row("workload", "", Kind::Workload);
        row("run log", "", Kind::RunLog);
        if (!hasSharedData())
            return;
        row("seed 000", "seeds/000_213289ee4de42d36.txt", Kind::Run);
        row("seed 001", "seeds/001_15abf85fb1cc9dfd.txt", Kind::Run);
        row("seed 002", "seeds/002_891053d3e8445d09.txt", Kind::LayerTable);
        row("seed 003", "seeds/003_e7a75019e7d30864.txt", Kind::Workload);
        row("seed 004", "seeds/004_cbcb88115115ad29.txt", Kind::RunLog);
        row("scaling run", "echo/scaling_tp2_pp2_4ranks", Kind::Run);
        row("real plan", "echo/plans", Kind::Run);
    }
    void everySetIsAnsweredOrRefused()
    {
        QFETCH(QString, folder);
        QFETCH(int, kind);
        QFETCH(int, index);
        const RunFolder real = folder.isEmpty() ? RunFolder() : realFolder(folder.toUtf8().constData());
        const RunFolder& opened = folder.isEmpty() ? m_sample : real;
        const Result<Simulator> simulator = Simulator::make(opened, {SimulationSource::Kind(kind), size_t(index), 0});
        QVERIFY2(simulator, simulator ? "" : simulator.error().message.text().c_str());
        std::mt19937 random(1);
        const auto one = [&random](const auto& list) { return list[random() % list.size()]; };
        int answered = 0;
        const std::clock_t end = std::clock() + longest;
        for (int i = 0; i < setsPerInput && std::clock() < end; ++i) {
            Knobs knobs;
            for (uint32_t n = 1 + random() % 4; n > 0; --n) {
                const auto& [key, texts] = one(values());
                if (const Result<bool> set = setKnob(knobs, key, one(texts)); !set)
                    QVERIFY2(isSentence(set.error()), set.error().message.text().c_str());
            }
            const std::optional<Error> refused = simulator->whyRefused(knobs);
            const Result<StepFigures> figures = refused ? Result<StepFigures>(*refused) : simulator->figures(knobs);
            if (!figures) {
                QVERIFY2(isSentence(figures.error()),
                    qPrintable(
                        QStringLiteral("%1: %2").arg(textOf(knobs).c_str(), figures.error().message.text().c_str())));
                continue;
            }
            ++answered;
            const QString what = fault(*figures, knobs.rule == StepRule::SimAiAnalytical);
            QVERIFY2(what.isEmpty(), qPrintable(QStringLiteral("%1: %2").arg(textOf(knobs).c_str(), what)));
        }
        QVERIFY2(answered > 0, "every set was refused");
    }

    void everyKnobAloneWorksOrSaysWhyNot_data() { everySetIsAnsweredOrRefused_data(); }
    void everyKnobAloneWorksOrSaysWhyNot()
    {
        QFETCH(QString, folder);
        QFETCH(int, kind);
        QFETCH(int, index);
        const RunFolder real = folder.isEmpty() ? RunFolder() : realFolder(folder.toUtf8().constData());
        const Result<Simulator> simulator
            = Simulator::make(folder.isEmpty() ? m_sample : real, {SimulationSource::Kind(kind), size_t(index), 0});
        QVERIFY(simulator);
        for (const auto& [key, texts] : values()) {
            if (const std::optional<Message> reason = simulator->whyNot(key)) {
                QVERIFY2(isSentence({*reason, {}, {}}), reason->text().c_str());
                continue;
            }
            // What is not disabled has a value that is answered, the input's own first of all.
            std::vector<std::string> tried = texts;
            if (const std::string own = simulator->ownValue(key); !own.empty() && key != "hardware")
                tried.insert(tried.begin(), own);
            QString sentences;
            const bool works = std::any_of(tried.begin(), tried.end(), [&, key = key](const std::string& text) {
                Knobs knobs;
                if (!setKnob(knobs, key, text))
                    return false;
                const Result<StepFigures> figures = simulator->figures(knobs);
                if (!figures)
                    sentences += QString::fromStdString(figures.error().message.text()) + QLatin1Char('\n');
                return bool(figures);
            });
            const bool needsAnother = key == "memory-limit"; // zb-auto alone has one, and says so
            QVERIFY2(works || needsAnother,
                qPrintable(QStringLiteral("%1: %2").arg(QString::fromUtf8(key.data(), int(key.size())), sentences)));
        }
    }

private:
    static Run planRun()
    {
        const auto source = openMemory("0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n", "plan.csv");
        ImportReport report;
        FileContents contents;
        PipelinePlanImporter().import(*source, contents, report, {});
        std::vector<NamedPart> parts;
        parts.push_back({"plan.csv", std::move(contents.traceParts.front())});
        return groupRuns(std::move(parts), {}, report).front();
    }

    RunFolder m_sample;
};

BUBBLESCOPE_TEST(TstKnobCombinations, QCoreApplication)

} // namespace bubblescope::tst_knobcombinations

#include "tst_knobcombinations.moc"
