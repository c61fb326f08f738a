// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whatever happens to a file, no figure of an answer is negative, wrapped or no number, no share is of more than all,
// and no finding costs more than its step.
#include "folderloader.h"
#include "inspectjson.h"
#include "mutants.h"
#include "sanitized.h"
#include "shareddata.h"
#include "simulatefolder.h"
#include "summaryjson.h"
#include "testprogram.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

namespace bubblescope::tst_soundfigures {

namespace {

/// Walks an answer and says what is unsound in it.
class Judge {
    static constexpr std::string_view ofPasses[]
        = {"busy_ms", "span_ms", "forward_ms", "backward_ms", "peak_in_flight"};

public:
    QStringList faults;

    void judge(const nlohmann::json& json, const QString& path = {})
    {
        if (json.is_object()) {
            judgeFindings(json, path);
            judgeStage(json, path);
            for (const auto& [key, value] : json.items()) {
                // Signed by what they are.
                if (key != "clock_offsets_ms" && key != "knobs")
                    judge(value, path + QLatin1Char('/') + QString::fromStdString(key));
            }
        } else if (json.is_array()) {
            for (const nlohmann::json& value : json)
                judge(value, path);
        } else if (json.is_number()) {
            judgeNumber(json.get<double>(), path);
        } else if (json.is_string()) {
            judgeText(QString::fromStdString(json.get<std::string>()), path);
        } else if (json.is_null() && path.startsWith(QStringLiteral("/simulated/")) && isFigure(path)
            && !isOfPasses(path.section(QLatin1Char('/'), -1).toStdString())) {
            faults << path + QStringLiteral(" is no number");
        }
    }

private:
    static bool isFigure(const QString& path)
    {
        return path.endsWith(QStringLiteral("_ms")) || path.endsWith(QStringLiteral("share"));
    }

    static bool isOfPasses(std::string_view key)
    {
        return std::find(std::begin(ofPasses), std::end(ofPasses), key) != std::end(ofPasses);
    }

    /// What is counted by passes is null together, where none of a stage are known.
    void judgeStage(const nlohmann::json& json, const QString& path)
    {
        if (path != QStringLiteral("/simulated/stages"))
            return;
        const auto nulls = std::count_if(std::begin(ofPasses), std::end(ofPasses),
            [&json](std::string_view key) { return json.contains(key) && json[std::string(key)].is_null(); });
        if (nulls > 0 && nulls < std::ssize(ofPasses))
            faults << path + QStringLiteral(" has some times of a stage without passes");
    }

    void judgeFindings(const nlohmann::json& json, const QString& path)
    {
        if (!json.contains("findings") || !json["findings"].is_array() || !json.contains("step_ms"))
            return;
        for (const nlohmann::json& finding : json["findings"]) {
            const nlohmann::json& cost = finding["cost_ms"];
            const nlohmann::json& share = finding["share"];
            const QString name = path + QLatin1Char('/') + QString::fromStdString(finding["id"].get<std::string>());
            if (!cost.is_number() || !share.is_number())
                faults << name + QStringLiteral(" costs no number");
            else if (!finding["evidence"].contains("steps") // these are of the mean step, which may be longer
                && json["step_ms"].is_number() && cost.get<double>() > json["step_ms"].get<double>() * (1 + 1e-9))
                faults << name + QStringLiteral(" costs more than the step");
        }
    }

    void judgeNumber(double value, const QString& path)
    {
        static const QStringList signedFigures {QStringLiteral("imbalance"), QStringLiteral("throughput_gain"),
            QStringLiteral("first_loss"), QStringLiteral("last_loss"), QStringLiteral("unexplained"),
            QStringLiteral("unexplained_ms")}; // what a model adds to the step is negative
        const QString key = path.mid(path.lastIndexOf(QLatin1Char('/')) + 1);
        constexpr double longestMs = 2.31e12; // 2^61 ns
        const bool isBad = !std::isfinite(value) || (value < 0 && !signedFigures.contains(key))
            || (key.endsWith(QStringLiteral("share")) && value > 1 + 1e-9)
            || (key.endsWith(QStringLiteral("_ms")) && value > longestMs);
        if (isBad)
            faults << QStringLiteral("%1 is %2").arg(path).arg(value);
    }

    void judgeText(const QString& text, const QString& path)
    {
        // What a file says is quoted: names, and details of issues.
        if (path.contains(QStringLiteral("issues")) || !text.endsWith(QLatin1Char('.')))
            return;
        static const QRegularExpression noNumber(QStringLiteral("(^|[ (])-?(nan|inf)\\b|-\\d+(\\.\\d+)? %"));
        if (noNumber.match(text).hasMatch())
            faults << path + QStringLiteral(": ") + text;
    }
};

QStringList faultsOf(const std::string& path)
{
    FolderLoad load;
    load.paths = {path};
    load.levels = false;
    load.threads = 1;
    const OpenedFolderPtr opened = FolderLoader(std::move(load)).load();
    Judge judge;
    const auto check = [&](const std::string& text) { judge.judge(nlohmann::json::parse(text)); };
    check(inspectJson(opened->folder, {}));
    if (const Result<std::string> summary = summaryJson(opened->folder, {}))
        check(*summary);
    for (const char* knob : {"", "nic=1B/s", "compute-scale=1000000"}) {
        SimulateOptions options;
        if (*knob)
            options.knobs = {knob};
        if (const Result<SimulatedInput> answer = simulateFolder(opened->folder, options))
            check(simulationJson(answer->report));
    }
    judge.faults.removeDuplicates();
    return judge.faults;
}

} // namespace

class TstSoundFigures : public QObject {
    Q_OBJECT
private slots:
    void everyFigureOfADamagedFileIsSound_data()
    {
        QTest::addColumn<QString>("path");
        constexpr qint64 largest = 200'000;
        QStringList files = testFiles();
        if (hasSharedData()) {
            for (const char* name :
                {"seeds/000_213289ee4de42d36.txt", "seeds/001_15abf85fb1cc9dfd.txt", "seeds/002_891053d3e8445d09.txt",
                    "seeds/003_e7a75019e7d30864.txt", "seeds/004_cbcb88115115ad29.txt", "torchtitan/run101_ansi.log",
                    "megatron_logs/megatronapp_output1.log"})
                files << QString::fromStdString(sharedData(name));
        }
        files.sort();
        for (const QString& file : files) {
            if (QFileInfo(file).size() <= largest)
                QTest::newRow(qPrintable(QFileInfo(file).fileName())) << file;
        }
    }
    void everyFigureOfADamagedFileIsSound()
    {
        QFETCH(QString, path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        QTemporaryDir folder;
        const QString place = folder.filePath(QFileInfo(path).fileName());
        Dice dice(seedOf(QFileInfo(path).fileName().toUtf8()));
        const int mutants = qEnvironmentVariableIntValue("BUBBLESCOPE_MUTANTS") > 0
            ? qEnvironmentVariableIntValue("BUBBLESCOPE_MUTANTS")
            : 12 / sparsely;
        for (int i = 0; i <= mutants; ++i) {
            QByteArray text = whole;
            for (size_t times = i > 0 ? 1 + dice.below(4) : 0; times > 0; --times)
                text = mutated(std::move(text), dice);
            QFile written(place);
            QVERIFY(written.open(QIODevice::WriteOnly) && written.write(text) == text.size());
            written.close();
            const QStringList faults = faultsOf(place.toStdString());
            if (!faults.isEmpty() && qEnvironmentVariableIsSet("BUBBLESCOPE_PICTURES"))
                QFile::copy(place,
                    qEnvironmentVariable("BUBBLESCOPE_PICTURES") + QStringLiteral("/%1-").arg(i)
                        + QFileInfo(path).fileName());
            QVERIFY2(
                faults.isEmpty(), qPrintable(QStringLiteral("mutant %1: ").arg(i) + faults.join(QLatin1Char('\n'))));
        }
    }

    void aCutBehindTheHeaderOfTheLastStageMakesNoShareOfNothing()
    {
        REQUIRE_SHARED_DATA();
        QFile file(QString::fromStdString(sharedData("seeds/004_cbcb88115115ad29.txt")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        QTemporaryDir folder;
        const QString place = folder.filePath(QStringLiteral("cut.txt"));
        const QByteArray header("[rank:7 stage:7]");
        int cuts = 0;
        for (qsizetype at = whole.indexOf(header); at >= 0; at = whole.indexOf(header, at + 1)) {
            QFile written(place);
            QVERIFY(written.open(QIODevice::WriteOnly));
            written.write(whole.left(whole.indexOf('\n', at) + 1));
            written.close();
            const QStringList faults = faultsOf(place.toStdString());
            QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
            ++cuts;
        }
        QVERIFY(cuts > 10);
    }
};

BUBBLESCOPE_TEST(TstSoundFigures, QCoreApplication)

} // namespace bubblescope::tst_soundfigures

#include "tst_soundfigures.moc"
