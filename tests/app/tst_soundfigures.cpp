// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whatever happens to a file, no figure of an answer is negative, wrapped or no number, no share is of more than all,
// and no finding costs more than its step.
#include "folderloader.h"
#include "inspectjson.h"
#include "shareddata.h"
#include "simulatefolder.h"
#include "summaryjson.h"
#include "testprogram.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace bubblescope::tst_soundfigures {

namespace {

/// splitmix64: the same mutants on every machine.
class Dice {
public:
    explicit Dice(uint64_t seed) : m_state(seed) { }
    size_t below(size_t end)
    {
        uint64_t z = m_state += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return end ? size_t((z ^ (z >> 31)) % end) : 0;
    }

private:
    uint64_t m_state;
};

/// FNV-1a. Qt's own hash differs between processors.
uint64_t seedOf(const QByteArray& name)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (const char c : name)
        hash = (hash ^ uint8_t(c)) * 0x100000001b3;
    return hash;
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Begin and end of the digits around or behind a place; both the end of the text where there are none.
std::pair<qsizetype, qsizetype> numberAt(const QByteArray& text, qsizetype from)
{
    while (from < text.size() && !isDigit(text[from]))
        ++from;
    qsizetype begin = from;
    while (begin > 0 && isDigit(text[begin - 1]))
        --begin;
    while (from < text.size() && isDigit(text[from]))
        ++from;
    return {begin, from};
}

QByteArray mutated(QByteArray text, Dice& dice)
{
    const auto place = [&] { return qsizetype(dice.below(size_t(text.size()) + 1)); };
    QList<QByteArray> lines;
    const size_t kind = dice.below(9);
    if (kind < 4)
        lines = text.split('\n');
    const auto line = [&] { return qsizetype(dice.below(size_t(lines.size()))); };
    switch (kind) {
    case 0:
        lines.insert(line(), lines[line()]);
        return lines.join('\n');
    case 1:
        lines.removeAt(line());
        return lines.join('\n');
    case 2:
        lines.swapItemsAt(line(), line());
        return lines.join('\n');
    case 3: { // a stretch of lines again
        const qsizetype first = line();
        return (lines + lines.mid(first)).join('\n');
    }
    case 4:
        return text.left(place());
    case 5: {
        for (size_t i = dice.below(40); i > 0; --i) {
            const auto [begin, end] = numberAt(text, place());
            if (begin < end)
                text[begin] = char('0' + dice.below(10));
        }
        return text;
    }
    case 6: {
        static const char* const odd[] = {"0", "-1", "nan", "-nan", "inf", "1e308", "1e18", "-9223372036854775808",
            "9223372036854775807", "4294967296", "0.0000001", "2147483647"};
        const auto [begin, end] = numberAt(text, place());
        return text.replace(begin, end - begin, odd[dice.below(std::size(odd))]);
    }
    case 7: {
        QByteArray bytes;
        for (size_t i = dice.below(40); i > 0; --i)
            bytes += char(dice.below(256));
        return text.insert(place(), bytes);
    }
    default: {
        qsizetype from = place();
        qsizetype to = place();
        if (from > to)
            std::swap(from, to);
        return text.insert(to, text.mid(from, to - from));
    }
    }
}

/// Walks an answer and says what is unsound in it.
class Judge {
public:
    QStringList faults;

    void judge(const nlohmann::json& json, const QString& path = {})
    {
        if (json.is_object()) {
            judgeFindings(json, path);
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
        } else if (json.is_null() && path.startsWith(QStringLiteral("/simulated/")) && isFigure(path)) {
            faults << path + QStringLiteral(" is no number");
        }
    }

private:
    static bool isFigure(const QString& path)
    {
        return path.endsWith(QStringLiteral("_ms")) || path.endsWith(QStringLiteral("share"));
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
            else if (json["step_ms"].is_number() && cost.get<double>() > json["step_ms"].get<double>() * (1 + 1e-9))
                faults << name + QStringLiteral(" costs more than the step");
        }
    }

    void judgeNumber(double value, const QString& path)
    {
        static const QStringList signedFigures {QStringLiteral("imbalance"), QStringLiteral("throughput_gain"),
            QStringLiteral("first_loss"), QStringLiteral("last_loss")};
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
        QStringList files;
        QDirIterator fixtures(QString::fromStdString(testData("")), QDir::Files, QDirIterator::Subdirectories);
        while (fixtures.hasNext())
            files << fixtures.next();
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
            : 12;
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
