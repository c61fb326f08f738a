// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Copies of presets, as they are and edited, asked for by their file; and measured pairs that the rates were not
// compared with.
#include "hardwarepreset.h"
#include "shareddata.h"
#include "testprogram.h"
#include "whatif.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope::tst_copiedpreset {

namespace {

/// A step of layers and an optimizer.
Result<Simulator> simulatorOf(double mlpNs, double attentionNs, double optimizerNs, const char* mlp = "mlp_layer")
{
    Workload workload;
    const auto add = [&workload](const char* name, double ns) {
        WorkloadRow& row = workload.rows.emplace_back();
        row.name = name;
        row.forward.computeNs = row.inputGradient.computeNs = row.weightGradient.computeNs = ns / 3;
    };
    for (int layer = 0; layer < 4; ++layer) {
        add("attention_layer", attentionNs / 4);
        add(mlp, mlpNs / 4);
    }
    add("optimizer1", optimizerNs);
    RunFolder folder;
    folder.workloads.push_back(workload);
    return Simulator::make(folder, {SimulationSource::Kind::Workload, 0, 0});
}

} // namespace

class TstCopiedPreset : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aCopyChangesNothing()
    {
        const Result<Simulator> simulator = simulatorOf(200e6, 100e6, 5e6);
        QVERIFY(simulator.isOk());
        for (const char* name : {"a100-80gb", "h100", "gb200"}) {
            for (const bool keepsRates : {true, false}) {
                const std::string copy = keptAs(name, [&](Hardware& hardware) {
                    if (!keepsRates)
                        hardware.rates = {};
                });
                const Result<StepFigures> same = simulator->outcome(between(name, copy));
                QVERIFY(same.isOk());
                QCOMPARE(same->wholeStepNs(), simulator->baseline().wholeStepNs());
                QCOMPARE(same->errorNs, simulator->outcome(between(name, name))->errorNs);
                QCOMPARE(simulator->outcome(between(copy, name))->wholeStepNs(), same->wholeStepNs());
            }
        }
    }

    void editsMoveAStepByTheirKind()
    {
        const Result<Simulator> simulator = simulatorOf(300e6, 1e6, 1e3);
        QVERIFY(simulator.isOk());
        const double before = simulator->baseline().wholeStepNs();
        const auto edited = [&](const char* key, double factor) {
            const std::string copy = keptAs("h100", [&](Hardware& hardware) {
                setHardwareValue(hardware, key, hardwareValue(hardware, key) * factor, "mine");
            });
            return simulator->outcome(between("h100", copy));
        };
        const auto share = [&](const char* key, double factor) { return edited(key, factor)->wholeStepNs() / before; };
        // Layers are half products, half memory.
        const double products = share("peak_tflops", 1.1);
        const double memory = share("memory_gb_per_s", 1.1);
        QVERIFY2(products > 1 / 1.1 && products < 0.99, qPrintable(QString::number(products)));
        QVERIFY2(memory > 1 / 1.1 && memory < 0.99, qPrintable(QString::number(memory)));
        QVERIFY(qAbs((1 - products) + (1 - memory) - (1 - 1 / 1.1)) < 0.01);
        // The edit may change nothing, or twice as much: that it adds to the range of the step, and no more.
        const Result<StepFigures> unedited = simulator->outcome(between("h100", "h100"));
        QCOMPARE(unedited->shorterNs(), unedited->errorNs);
        const double ofStep = unedited->errorNs / before;
        for (const char* key : {"peak_tflops", "memory_gb_per_s"}) {
            for (const double factor : {0.8, 1.1, 1.5}) {
                const Result<StepFigures> answer = edited(key, factor);
                const double change = std::abs(before - answer->wholeStepNs());
                const double own = ofStep * answer->wholeStepNs();
                QVERIFY(answer->lowNs() <= before * (1 + 1e-6) && before * (1 - 1e-6) <= answer->highNs());
                for (const double error : {answer->errorNs, answer->shorterNs()}) {
                    const double added = std::sqrt(std::max(error * error - own * own, 0.0));
                    QVERIFY2(added <= change * (1 + 1e-3),
                        qPrintable(QStringLiteral("%1 x %2: %3 of %4 ms")
                                       .arg(QLatin1String(key))
                                       .arg(factor)
                                       .arg(added / 1e6)
                                       .arg(change / 1e6)));
                }
            }
        }
    }

    void modelsOfExpertsSayLess()
    {
        const auto width = [](const char* mlp) {
            const Result<Simulator> simulator = simulatorOf(200e6, 100e6, 1e3, mlp);
            const Result<StepFigures> figures
                = simulator->outcome(*knobsFromLine("measured-on=a100-80gb; hardware=h100"));
            return figures->errorNs / figures->wholeStepNs();
        };
        QVERIFY(width("moe_mlp_layer") > 1.6 * width("mlp_layer"));
    }

    void measuredGainsOfGb200LieInTheirRange()
    {
        REQUIRE_SHARED_DATA();
        QFile file(QString::fromStdString(sharedData("plan/megatron/measured.csv")));
        QVERIFY(file.open(QIODevice::ReadOnly | QIODevice::Text));
        file.readLine();
        std::map<QByteArray, std::map<QByteArray, double>> seconds; // by case and machine
        while (!file.atEnd()) {
            const QList<QByteArray> cells = file.readLine().trimmed().split(',');
            QVERIFY(cells.size() > 3);
            seconds[cells[0]][cells[1]] = cells[3].toDouble();
        }
        int pairs = 0;
        for (const auto& [name, on] : seconds) {
            const auto h100 = on.find("dev_dgx_h100");
            const auto gb200 = on.find("dev_dgx_gb200");
            if (h100 == on.end() || gb200 == on.end())
                continue;
            const double stepNs = h100->second * 1e9;
            const double measured = gb200->second * 1e9;
            // Layers 4,096 wide at 8,192 tokens: attention has 3 of 7 parts of their FLOPs.
            const Result<Simulator> simulator = simulatorOf(stepNs * 0.56, stepNs * 0.42, stepNs * 0.02);
            QVERIFY(simulator.isOk());
            const Result<StepFigures> answer = simulator->outcome(*knobsFromLine("measured-on=h100; hardware=gb200"));
            QVERIFY(answer.isOk());
            qInfo("%s: %.0f ms, measured %.0f, range %.0f to %.0f", name.constData(), answer->wholeStepNs() / 1e6,
                measured / 1e6, answer->lowNs() / 1e6, answer->highNs() / 1e6);
            QVERIFY(answer->lowNs() <= measured && measured <= answer->highNs());
            QVERIFY(answer->highNs() < stepNs * 1.1);
            ++pairs;
        }
        QVERIFY(pairs > 0);
    }

private:
    /// The path of a copy of a preset.
    template <typename Edit> std::string keptAs(const char* name, const Edit& edit)
    {
        HardwareCatalog::Preset copy = *HardwareCatalog::builtin().copyOf(name, "copy");
        edit(copy.hardware);
        const QString path = m_folder.filePath(QStringLiteral("copy%1.json").arg(++m_copies));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(QByteArray::fromStdString(hardwarePresetJson(copy)));
        return path.toStdString();
    }
    static Knobs between(const std::string& from, const std::string& to)
    {
        Knobs knobs;
        knobs.measuredOn = from;
        knobs.hardware = to;
        return knobs;
    }

    QTemporaryDir m_folder;
    int m_copies = 0;
};

BUBBLESCOPE_TEST(TstCopiedPreset, QCoreApplication)

} // namespace bubblescope::tst_copiedpreset

#include "tst_copiedpreset.moc"
