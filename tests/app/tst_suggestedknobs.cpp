// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What findings suggest to try is answered for the input that they are about, and helps in its model.
#include "findings.h"
#include "folderloader.h"
#include "samplefolder.h"
#include "sensitivity.h"
#include "shareddata.h"
#include "summaryinput.h"
#include "testprogram.h"
#include "whatif.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope::tst_suggestedknobs {

namespace {

constexpr qint64 largestInput = 4'000'000; // bytes

OpenedFolderPtr open(const QString& path)
{
    FolderLoad load;
    load.paths = {path.toStdString()};
    load.levels = false;
    load.threads = 1;
    return FolderLoader(std::move(load)).load();
}

SimulationSource sourceOf(const SummaryInput& input, const RunFolder& folder, std::map<std::string, size_t>& next)
{
    using Kind = SimulationSource::Kind;
    const size_t place = next[input.kind]++;
    if (input.kind == "run")
        return {Kind::Run, size_t(input.run - folder.runs.data()), input.analysis->step};
    return {input.kind == "workload"  ? Kind::Workload
            : input.kind == "run log" ? Kind::RunLog
                                      : Kind::LayerTable,
        place, 0};
}

/// Empty if the model answers that these knobs lose nothing, and gain something where they ask for another order.
std::string whyNoHelp(const Simulator& simulator, const Knobs& knobs)
{
    if (const std::optional<Error> error = simulator.whyRefused(knobs))
        return error->message.text();
    const Result<StepFigures> now = simulator.outcome({});
    const Result<StepFigures> then = simulator.outcome(knobs);
    if (!now || !then)
        return (now ? then : now).error().message.text();
    const double gain = throughputGain(*now, *then);
    Knobs costs; // that a recorded order answers
    costs.stragglers = knobs.stragglers;
    costs.hostGaps = knobs.hostGaps;
    costs.links = knobs.links;
    constexpr double alike = 1e-6;
    const bool helps = knobs == costs ? gain >= -alike : gain > alike;
    return helps ? std::string() : "gains " + std::to_string(100 * gain) + " % of the samples per second";
}

/// One line for each suggestion of a folder that is refused, or loses; counts all of them.
QStringList vainIn(const RunFolder& folder, int& suggested)
{
    QStringList vain;
    const Result<std::vector<SummaryInput>> inputs = summaryInputs(folder, {});
    std::map<std::string, size_t> next; // by kind
    for (size_t i = 0; inputs && i < inputs->size(); ++i) {
        const SummaryInput& input = (*inputs)[i];
        if (input.kind == "hang")
            continue;
        const SimulationSource source = sourceOf(input, folder, next);
        for (const Finding& finding : input.findings.list) {
            if (finding.tryKnobs.empty())
                continue;
            ++suggested;
            const Result<Simulator> simulator = Simulator::make(folder, source);
            Knobs knobs;
            std::string why;
            for (const auto& [knob, value] : finding.tryKnobs) {
                if (const Result<bool> set = setKnob(knobs, knob, value); !set)
                    why = set.error().message.text();
            }
            if (!simulator)
                why = simulator.error().message.text();
            else if (why.empty())
                why = whyNoHelp(*simulator, knobs);
            if (!why.empty())
                vain << QString::fromStdString(input.name + ", " + finding.id + ", " + knobsLine(knobs) + ": " + why);
        }
    }
    return vain;
}

qint64 sizeOf(const QString& path)
{
    qint64 size = QFileInfo(path).isFile() ? QFileInfo(path).size() : 0;
    for (QDirIterator files(path, QDir::Files, QDirIterator::Subdirectories); files.hasNext();) {
        files.next();
        size += files.fileInfo().size();
    }
    return size;
}

} // namespace

class TstSuggestedKnobs : public QObject {
    Q_OBJECT
private slots:
    void allOfRealInputsHelp()
    {
        REQUIRE_SHARED_DATA();
        const QDir data(QString::fromStdString(sharedData("")));
        QStringList paths;
        for (const QFileInfo& report :
            QDir(data.filePath(QStringLiteral("reports"))).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot))
            paths << report.filePath() + QStringLiteral("/input");
        for (const QFileInfo& kind : data.entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            if (kind.fileName() == QStringLiteral("reports"))
                continue;
            for (const QFileInfo& input : QDir(kind.filePath()).entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot))
                paths << input.filePath();
        }
        paths << data.filePath(QStringLiteral("simai/examples/workload_analytical.txt")); // beside others in its folder
        QStringList vain;
        int suggested = 0;
        for (const QString& path : paths) {
            const qint64 size = sizeOf(path);
            if (size > 0 && size <= largestInput)
                vain += vainIn(open(path)->folder, suggested);
        }
        QVERIFY(suggested > 20);
        QCOMPARE(vain.join(QLatin1Char('\n')), QString());
    }

    /// Half the ranks that share each layer would lose 4 %, though 16 % of the step are their all-reduces.
    void aMadeUpRunHelps()
    {
        SampleOptions options;
        options.steps = 1;
        options.tensor = 4;
        options.data = 1;
        options.stages = 2;
        options.hosts = 1;
        const Result<RunFolder> folder = makeSampleFolder(options);
        QVERIFY(folder);
        const Findings found = findRunFindings(folder->runs.front());
        const auto triesFewer = [](const Finding& finding) {
            return !finding.tryKnobs.empty() && finding.tryKnobs.front().first == "tensor";
        };
        QVERIFY(std::any_of(found.list.begin(), found.list.end(), triesFewer));
        const Result<std::vector<SummaryInput>> inputs = summaryInputs(*folder, {});
        QVERIFY(inputs);
        const std::vector<Finding>& told = inputs->front().findings.list;
        QCOMPARE(told.size(), found.list.size());
        QVERIFY(std::none_of(told.begin(), told.end(), triesFewer));
        QVERIFY(std::any_of(told.begin(), told.end(), [](const Finding& finding) {
            return finding.suggestion.text().find("tensor=2 alone would not help here") != std::string::npos;
        }));
        int suggested = 0;
        QCOMPARE(vainIn(*folder, suggested).join(QLatin1Char('\n')), QString());
        QVERIFY(suggested > 0);
    }

    /// 4 ranks share each layer, with as many microbatches as stated.
    void halfTheTensorRanksNeedMicrobatchesForTwiceTheReplicas_data()
    {
        QTest::addColumn<int>("microbatches");
        QTest::addColumn<bool>("isSuggested");
        QTest::newRow("one") << 1 << false;
        QTest::newRow("two") << 2 << true;
    }
    void halfTheTensorRanksNeedMicrobatchesForTwiceTheReplicas()
    {
        QFETCH(int, microbatches);
        QFETCH(bool, isSuggested);
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("workload.txt")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QString text
            = QStringLiteral("HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 4 ep: 1 pp: 1 vpp: 2 ga: %1 "
                             "all_gpus: 4 checkpoints: 0 checkpoint_initiates: 0\n%2\n")
                  .arg(microbatches)
                  .arg(2 * microbatches);
        for (int row = 0; row < 2 * microbatches; ++row)
            text += QStringLiteral(
                "mlp_layer -1 1000000 ALLREDUCE 100000000 1000000 ALLREDUCE 100000000 1 NONE 0 100\n");
        file.write(text.toUtf8());
        file.close();
        int suggested = 0;
        QCOMPARE(vainIn(open(file.fileName())->folder, suggested).join(QLatin1Char('\n')), QString());
        QCOMPARE(suggested > 0, isSuggested);
    }
};

BUBBLESCOPE_TEST(TstSuggestedKnobs, QCoreApplication)

} // namespace bubblescope::tst_suggestedknobs

#include "tst_suggestedknobs.moc"
