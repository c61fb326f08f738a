// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobdescription.h"
#include "shareddata.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

/// The tables of measured runs whose configuration is known, as descriptions.
namespace bubblescope::plantables {

/// Rows of a table of commas by the names of its columns; a number that is not there is 0.
class Rows {
public:
    explicit Rows(const char* name)
    {
        QFile file(QString::fromStdString(sharedData(name)));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s is missing", name);
        m_columns = file.readLine().trimmed().split(',');
        while (!file.atEnd())
            m_rows.push_back(file.readLine().trimmed().split(','));
    }
    size_t count() const { return m_rows.size(); }
    QByteArray text(size_t row, const char* column) const { return m_rows[row].value(m_columns.indexOf(column)); }
    double number(size_t row, const char* column) const { return text(row, column).toDouble(); }
    int integer(size_t row, const char* column) const { return text(row, column).toInt(); }

private:
    QList<QByteArray> m_columns;
    std::vector<QList<QByteArray>> m_rows;
};

/// Relative errors.
struct Errors {
    std::vector<double> all;
    void add(double modelled, double measured) { all.push_back(modelled / measured - 1); }
    double mean() const
    {
        double sum = 0;
        for (const double error : all)
            sum += std::abs(error);
        return sum / double(all.size());
    }
    double worst() const
    {
        double most = 0;
        for (const double error : all)
            most = std::max(most, std::abs(error));
        return most;
    }
    double lowest() const { return *std::min_element(all.begin(), all.end()); }
    double shareBeyond(double limit) const
    {
        return double(std::count_if(all.begin(), all.end(), [&](double error) { return std::abs(error) > limit; }))
            / double(all.size());
    }
    void print(const char* what) const
    {
        qInfo("%-44s %4d rows: mean %5.2f %%, largest %6.2f %%, lowest %6.2f %%", what, int(all.size()), mean() * 100,
            worst() * 100, lowest() * 100);
    }
};

inline ModelDescription llama(int layers, int hidden, int heads, int keyValueHeads, int feedForward, int vocabulary)
{
    ModelDescription model;
    model.layers = layers;
    model.hidden = hidden;
    model.heads = heads;
    model.keyValueHeads = keyValueHeads;
    model.headSize = hidden / heads;
    model.feedForward = feedForward;
    model.vocabulary = vocabulary;
    return model;
}

inline ModelDescription deepSeek(int layers, int hidden, int feedForward, int experts, int active,
    int expertFeedForward, int sharedFeedForward, int vocabulary)
{
    ModelDescription model = llama(layers, hidden, 128, 128, feedForward, vocabulary);
    model.experts = experts;
    model.activeExperts = active;
    model.expertFeedForward = expertFeedForward;
    model.sharedExperts = 1;
    model.sharedFeedForward = sharedFeedForward;
    model.denseLayers = 1;
    model.isLatent = true;
    model.queryRank = 1536;
    model.keyValueRank = 512;
    model.ropeHeadSize = 64;
    model.plainHeadSize = 128;
    model.valueHeadSize = 128;
    return model;
}

/// Sizes that SimuMax's launchers give these models; its Llama 3 405B has 16 key/value heads.
inline ModelDescription simuMaxModel(const QByteArray& name, int layers)
{
    if (name == "llama3-70b")
        return llama(layers, 8192, 64, 8, 28672, 128256);
    if (name == "llama3-405b")
        return llama(layers, 16384, 128, 16, 53248, 128256);
    if (name == "deepseekv2")
        return deepSeek(layers, 5120, 12288, 160, 6, 1536, 3072, 102400);
    return deepSeek(layers, 7168, 18432, 256, 8, 2048, 2048, 129280);
}

/// The number behind a word of a case's name: "tp2_cp4" has 4 for "cp".
inline int numberIn(const QByteArray& name, const char* word, int other)
{
    const QRegularExpression pattern(QStringLiteral("_%1(\\d+)").arg(QLatin1String(word)));
    const QRegularExpressionMatch match = pattern.match(QString::fromLatin1(name));
    return match.hasMatch() ? match.captured(1).toInt() : other;
}

inline PlannedLayout layoutOf(int tensor, int stages, int data, int sequence, int microbatches)
{
    PlannedLayout layout;
    layout.tensor = tensor;
    layout.stages = stages;
    layout.data = data;
    layout.sequence = sequence;
    layout.microbatchSize = 1;
    layout.microbatches = microbatches;
    layout.sequenceParallel = true;
    layout.shard = StateSharding::Optimizer;
    return layout;
}

/// Two models of nanotron's playbook benchmark.
inline ModelDescription playbookModel(const QByteArray& name)
{
    ModelDescription model
        = name == "1B" ? llama(16, 2048, 32, 32, 8192, 131072) : llama(32, 4096, 32, 32, 14336, 131072);
    model.isTied = name == "1B";
    return model;
}

inline PlannedLayout playbookLayout(const Rows& rows, size_t row)
{
    PlannedLayout layout = layoutOf(rows.integer(row, "tp"), rows.integer(row, "pp"), rows.integer(row, "dp"), 4096,
        rows.integer(row, "grad_accumulation"));
    layout.microbatchSize = rows.integer(row, "micro_batch_size");
    layout.shard = rows.integer(row, "zero_stage") > 0 ? StateSharding::Optimizer : StateSharding::None;
    return layout;
}

} // namespace bubblescope::plantables
