// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Collectives on one node against nccl-tests of four kinds of GPU, and gradients inside training.
#include "collectivecost.h"
#include "hardware.h"
#include "shareddata.h"
#include "testprogram.h"
#include "truthkinds.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <vector>

namespace bubblescope::tst_collectiveprices {

namespace {

constexpr double kibibyte = 1024;
constexpr double mebibyte = 1024 * kibibyte;

struct Sized {
    double bytes;
    double ns; ///< median of repeated rows
};
/// GPU, operation, ranks.
using Group = std::tuple<std::string, std::string, int>;

/// `elements` counts what S is in cost formulas: the buffer, the output, the input, what each rank sends. Were it what
/// one rank contributes, all-gathers of 8 A100s would have a bus bandwidth of 1642 GB/s over links of 300.
std::map<Group, std::vector<Sized>> measuredGroups()
{
    QFile file(QString::fromStdString(sharedData("plan/nccl_measured.csv")));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s", qPrintable(file.errorString()));
    std::map<std::pair<Group, std::pair<double, QByteArray>>, std::vector<double>> rows;
    file.readLine();
    while (!file.atEnd()) {
        // gpu, nccl_version, operation, ranks, elements, dtype, microseconds
        const QList<QByteArray> fields = file.readLine().trimmed().split(',');
        if (fields.size() != 7)
            qFatal("a row has %d fields", int(fields.size()));
        const double bytes = fields[4].toDouble() * (fields[5] == "half" ? 2 : 1);
        rows[{{fields[0].toStdString(), fields[2].toStdString(), fields[3].toInt()}, {bytes, fields[5]}}].push_back(
            fields[6].toDouble() * 1e3);
    }
    std::map<Group, std::vector<Sized>> groups;
    for (auto& [key, times] : rows) {
        std::sort(times.begin(), times.end());
        const size_t half = times.size() / 2;
        const double median = times.size() % 2 ? times[half] : (times[half - 1] + times[half]) / 2;
        groups[key.first].push_back({key.second.first, median});
    }
    return groups;
}

std::string presetOf(const std::string& gpu)
{
    for (const auto& [name, preset] :
        {std::pair {"A100", "a100-80gb"}, {"H100", "h100"}, {"GB200", "gb200"}, {"B200", "b200"}}) {
        if (gpu.find(name) != std::string::npos)
            return preset;
    }
    return gpu;
}

Operation operationOf(const std::string& name)
{
    return name == "all_reduce"    ? Operation::AllReduce
        : name == "all_gather"     ? Operation::AllGather
        : name == "reduce_scatter" ? Operation::ReduceScatter
                                   : Operation::AllToAll;
}

double pricedNs(const Group& group, double bytes, const Hardware& hardware)
{
    const int ranks = std::get<2>(group);
    return priceCollective(
        operationOf(std::get<1>(group)), bytes, {ranks, ranks, 1}, hardware, CollectiveAlgorithm::Automatic)
        .ns;
}

/// Mean of abs(predicted / measured - 1).
double meanError(const Group& group, const std::vector<Sized>& sizes, double fromBytes, const Hardware& hardware)
{
    double sum = 0;
    int count = 0;
    for (const Sized& size : sizes) {
        if (size.bytes < fromBytes)
            continue;
        sum += std::abs(pricedNs(group, size.bytes, hardware) / size.ns - 1);
        ++count;
    }
    return count > 0 ? sum / count : 1;
}

Hardware withoutRanks(Hardware hardware, int ranks)
{
    std::erase_if(hardware.collectives.curves, [ranks](const auto& curve) { return curve.ranks == ranks; });
    return hardware;
}

} // namespace

class TstCollectivePrices : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void oneNodeTakesWhatWasMeasured()
    {
        REQUIRE_SHARED_DATA();
        const std::map<Group, std::vector<Sized>> groups = measuredGroups();
        QCOMPARE(groups.size(), size_t(3 * 4 * 3 + 4 * 2));
        qInfo("%-24s %-14s %5s %12s %12s %14s", "GPU", "operation", "ranks", "from 64 KiB", "from 1 MiB", "by formula");
        TruthTable table;
        for (const auto& [group, sizes] : groups) {
            const auto& [gpu, operation, ranks] = group;
            const Result<Hardware> hardware = HardwareCatalog::builtin().find(presetOf(gpu));
            QVERIFY2(hardware.isOk(), gpu.c_str());
            Hardware plain = *hardware;
            plain.collectives = {};
            const double ofMost = meanError(group, sizes, 64 * kibibyte, *hardware);
            const double ofLarge = meanError(group, sizes, mebibyte, *hardware);
            qInfo("%-24s %-14s %5d %10.1f %% %10.1f %% %12.1f %%", gpu.c_str(), operation.c_str(), ranks, ofMost * 100,
                ofLarge * 100, meanError(group, sizes, mebibyte, plain) * 100);
            // Of a group its mean error counts: as if all of its measured time were off by that.
            const double ns = std::accumulate(
                sizes.begin(), sizes.end(), 0.0, [](double sum, const Sized& size) { return sum + size.ns; });
            const QString what = QStringLiteral("%1 %2 %3").arg(gpu.c_str(), operation.c_str()).arg(ranks);
            table.ask(truthkind::smallCollectives, what, (1 + ofMost) * ns, ns);
            table.ask(truthkind::collectives, what, (1 + ofLarge) * ns, ns);
        }
        const QStringList beyond = table.judge(truthKinds());
        QVERIFY2(beyond.isEmpty(), qPrintable(beyond.join(QLatin1Char('\n'))));
    }

    /// From 64 MiB on 147 GB/s were measured.
    void twoNodesTakeWhatWasMeasured()
    {
        constexpr double busBytesPerNs = 147;
        const Hardware h800 = *HardwareCatalog::builtin().find("h800");
        TruthTable table;
        for (double bytes = 64 * mebibyte; bytes <= 8192 * mebibyte; bytes *= 2) {
            table.ask(truthkind::twoNodes, QStringLiteral("%1 MiB").arg(bytes / mebibyte),
                priceCollective(Operation::AllReduce, bytes, {16, 8, 1}, h800, CollectiveAlgorithm::Automatic).ns,
                2 * bytes * 15 / 16 / busBytesPerNs);
        }
        const QStringList beyond = table.judge(truthKinds());
        QVERIFY2(beyond.isEmpty(), qPrintable(beyond.join(QLatin1Char('\n'))));
    }

    /// Numbers of ranks between and beyond those that were measured, as if four or eight had not been.
    void otherRanksFollowFromTheirNeighbours()
    {
        REQUIRE_SHARED_DATA();
        struct Left {
            int ranks;
            double mean; ///< of all errors, at most
        };
        for (const Left& left : {Left {4, 0.10}, Left {8, 0.14}}) {
            double sum = 0;
            int count = 0;
            for (const auto& [group, sizes] : measuredGroups()) {
                if (std::get<2>(group) != left.ranks || std::get<0>(group).find("GB200") != std::string::npos)
                    continue;
                const Result<Hardware> hardware = HardwareCatalog::builtin().find(presetOf(std::get<0>(group)));
                const double error = meanError(group, sizes, mebibyte, withoutRanks(*hardware, left.ranks));
                qInfo("%-24s %-14s %5d %12.1f %%", std::get<0>(group).c_str(), std::get<1>(group).c_str(), left.ranks,
                    error * 100);
                sum += error;
                ++count;
            }
            QCOMPARE(count, 12);
            QVERIFY2(sum / count <= left.mean, qPrintable(QString::number(sum / count)));
        }
    }
};

BUBBLESCOPE_TEST(TstCollectivePrices, QCoreApplication)

} // namespace bubblescope::tst_collectiveprices

#include "tst_collectiveprices.moc"
