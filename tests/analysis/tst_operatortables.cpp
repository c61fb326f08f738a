// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tables that TraceLens made of the same traces: work and time of every operator.
#include "operatoruse.h"
#include "realfolder.h"
#include "testprogram.h"
#include "typicalstep.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope::tst_operatortables {

namespace {

using Row = std::map<QString, QString>; // by the name of the column

/// Quoted cells may hold commas and line ends.
std::vector<Row> rowsOfTable(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QString text = QString::fromUtf8(file.readAll());
    std::vector<QStringList> lines(1, QStringList {QString()});
    bool isQuoted = false;
    for (const QChar c : text) {
        if (c == QLatin1Char('"'))
            isQuoted = !isQuoted;
        else if (c == QLatin1Char(',') && !isQuoted)
            lines.back() << QString();
        else if (c == QLatin1Char('\n') && !isQuoted)
            lines.push_back({QString()});
        else if (c != QLatin1Char('\r'))
            lines.back().back() += c;
    }
    std::vector<Row> rows;
    for (size_t i = 1; i < lines.size(); ++i) {
        Row row;
        for (qsizetype column = 0; column < std::min(lines[i].size(), lines[0].size()); ++column)
            row[lines[0][column]] = lines[i][column];
        if (lines[i].size() == lines[0].size())
            rows.push_back(std::move(row));
    }
    return rows;
}

/// "[8944, 1024] [1024, 2816]" of "((8944, 1024), (1024, 2816), ())", as the program writes shapes.
QString shapesOf(const QString& dimensions, bool headsAreSecond)
{
    QStringList shapes;
    for (const QString& part : dimensions.split(QLatin1Char('('))) {
        QStringList sizes;
        for (const QString& size : part.left(part.indexOf(QLatin1Char(')'))).split(QLatin1Char(','))) {
            if (!size.trimmed().isEmpty())
                sizes << size.trimmed();
        }
        if (headsAreSecond && sizes.size() == 4)
            sizes.swapItemsAt(1, 2);
        if (!sizes.isEmpty())
            shapes << QLatin1Char('[') + sizes.join(QStringLiteral(", ")) + QLatin1Char(']');
    }
    return shapes.join(QLatin1Char(' '));
}

struct Sum {
    double calls = 0;
    double us = 0;
    double gflop = 0;
    double bytes = 0;
    bool hasModel = true;
};
using Sums = std::map<std::pair<QString, QString>, Sum>; // by operator and shapes

bool isNear(double a, double b, double share) { return std::abs(a - b) <= share * std::max(std::abs(b), 1e-12); }

} // namespace

class TstOperatorTables : public QObject {
    Q_OBJECT
private slots:
    void workAndTimesAreThoseOfTheTable_data()
    {
        QTest::addColumn<QString>("trace");
        QTest::newRow("bert") << QStringLiteral("h100_bert");
        QTest::newRow("qwen") << QStringLiteral("h100_qwen");
    }
    void workAndTimesAreThoseOfTheTable()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(const QString, trace);
        const std::string folder = "kineto/operators/" + trace.toStdString();
        Sums expected;
        for (const Row& row :
            rowsOfTable(QString::fromStdString(sharedData((folder + "/reference/unified_perf_summary.csv").c_str())))) {
            QString name = row.at(QStringLiteral("name"));
            // Those that launch: inside the ones that the table calls by their callers.
            const bool isAttention = name == QLatin1String("aten::_scaled_dot_product_flash_attention");
            name = isAttention                              ? QStringLiteral("aten::_flash_attention_forward")
                : name == QLatin1String("aten::layer_norm") ? QStringLiteral("aten::native_layer_norm")
                                                            : name;
            Sum& sum = expected[{name, shapesOf(row.at(QStringLiteral("Input Dims")), isAttention)}];
            const double calls = row.at(QStringLiteral("operation_count")).toDouble();
            sum.calls += calls;
            sum.us += row.at(QStringLiteral("Kernel Time (µs)_sum")).toDouble();
            sum.gflop += calls * row.at(QStringLiteral("GFLOPS")).toDouble();
            sum.bytes += calls * row.at(QStringLiteral("Data Moved (MB)")).toDouble() * 1024 * 1024;
            sum.hasModel = sum.hasModel && row.at(QStringLiteral("has_perf_model")) == QLatin1String("True");
        }
        QVERIFY(expected.size() > 10);

        const RunFolder run = realFolder((folder + "/trace.json.gz").c_str());
        QCOMPARE(run.runs.size(), size_t(1));
        Sums found;
        for (const OperatorUse& use : operatorsOf(*run.runs[0].trace, typicalStep(*run.runs[0].trace))) {
            Sum& sum = found[{QString::fromStdString(use.name), QString::fromStdString(use.shapes)}];
            sum.calls += use.calls;
            sum.us += use.deviceNs / 1000;
            sum.gflop += use.flops.value_or(0) / 1e9;
            sum.bytes += use.bytes.value_or(0);
        }
        for (const auto& [key, sum] : expected) {
            const QByteArray label = (key.first + QLatin1Char(' ') + key.second).toUtf8();
            const auto own = found.find(key);
            QVERIFY2(own != found.end(), label.constData());
            QVERIFY2(own->second.calls == sum.calls, label.constData());
            QVERIFY2(isNear(own->second.us, sum.us, 0.005), label.constData());
            if (!sum.hasModel)
                continue;
            QVERIFY2(isNear(own->second.gflop, sum.gflop, 0.001), label.constData());
            QVERIFY2(isNear(own->second.bytes, sum.bytes, 0.001), label.constData());
        }
    }
};

BUBBLESCOPE_TEST(TstOperatorTables, QCoreApplication)

} // namespace bubblescope::tst_operatortables

#include "tst_operatortables.moc"
