// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepmodel.h"

#include "formatting.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace bubblescope {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("bubblescope", text); }

QString plainTitle(StepFigure figure)
{
    switch (figure) {
    case StepFigure::StepTime:
        return tr("step time (ms)");
    case StepFigure::Memory:
        return tr("memory (GiB)");
    case StepFigure::ModelFlopsUtilisation:
        return tr("MFU (%)");
    default:
        return stepFigureName(figure);
    }
}

/// Interpolated quantile of sorted values.
double quantile(const std::vector<double>& sorted, double share)
{
    const double place = share * double(sorted.size() - 1);
    const auto lower = static_cast<size_t>(place);
    const size_t upper = std::min(lower + 1, sorted.size() - 1);
    return sorted[lower] + (sorted[upper] - sorted[lower]) * (place - double(lower));
}

} // namespace

std::optional<double> stepFigure(const LogStep& step, StepFigure figure)
{
    switch (figure) {
    case StepFigure::Loss:
        return step.loss;
    case StepFigure::Perplexity:
        return step.perplexity;
    case StepFigure::LearningRate:
        return step.learningRate;
    case StepFigure::StepTime:
        return step.stepMs ? std::optional<double>(*step.stepMs * 1e6) : std::nullopt;
    case StepFigure::TokensPerSecond:
        return step.tokensPerSecond;
    case StepFigure::SamplesPerSecond:
        return step.samplesPerSecond;
    case StepFigure::Teraflops:
        return step.teraflops;
    case StepFigure::ModelFlopsUtilisation:
        return step.mfuPercent;
    case StepFigure::Memory:
        return step.memoryGiB;
    case StepFigure::GradientNorm:
        return step.gradientNorm;
    case StepFigure::Accuracy:
        return step.accuracy;
    }
    return std::nullopt;
}

QString stepFigureName(StepFigure figure)
{
    switch (figure) {
    case StepFigure::Loss:
        return tr("loss");
    case StepFigure::Perplexity:
        return tr("perplexity");
    case StepFigure::LearningRate:
        return tr("learning rate");
    case StepFigure::StepTime:
        return tr("step time");
    case StepFigure::TokensPerSecond:
        return tr("tokens/s");
    case StepFigure::SamplesPerSecond:
        return tr("samples/s");
    case StepFigure::Teraflops:
        return tr("TFLOP/s per GPU");
    case StepFigure::ModelFlopsUtilisation:
        return tr("MFU");
    case StepFigure::Memory:
        return tr("memory");
    case StepFigure::GradientNorm:
        return tr("gradient norm");
    case StepFigure::Accuracy:
        return tr("accuracy");
    }
    return {};
}

namespace {

QString withUnit(StepFigure figure, const QString& number)
{
    switch (figure) {
    case StepFigure::Memory:
        return tr("%1 GiB").arg(number);
    case StepFigure::TokensPerSecond:
    case StepFigure::SamplesPerSecond:
        return tr("%1 /s").arg(number);
    case StepFigure::Teraflops:
        return tr("%1 TFLOP/s").arg(number);
    default:
        return number;
    }
}

/// With its power of ten: a rate that warms up and decays passes through several, and is compared by them.
QString learningRateText(double rate)
{
    if (!std::isfinite(rate) || rate == 0)
        return formatNumber(rate);
    int exponent = static_cast<int>(std::floor(std::log10(std::abs(rate))));
    if (formatNumber(std::abs(rate) / std::pow(10, exponent)) == formatNumber(10))
        ++exponent;
    return QStringLiteral("%1e%2%3")
        .arg(formatNumber(rate / std::pow(10, exponent)), exponent < 0 ? QStringLiteral("−") : QString())
        .arg(std::abs(exponent), 2, 10, QLatin1Char('0'));
}

} // namespace

QString stepFigureText(StepFigure figure, double value)
{
    switch (figure) {
    case StepFigure::StepTime:
        return formatDuration(value);
    case StepFigure::ModelFlopsUtilisation:
        return formatShare(value / 100);
    case StepFigure::Memory:
    case StepFigure::Teraflops:
        return withUnit(figure, formatNumber(value));
    case StepFigure::TokensPerSecond:
    case StepFigure::SamplesPerSecond:
        return withUnit(figure, formatNumber(value, 5));
    case StepFigure::LearningRate:
        return learningRateText(value);
    case StepFigure::Loss:
    case StepFigure::Perplexity:
    case StepFigure::GradientNorm:
    case StepFigure::Accuracy:
        break;
    }
    return formatNumber(value, 5);
}

std::vector<StepFigure> stepFigures(const RunLog& log)
{
    std::vector<StepFigure> figures;
    for (int i = 0; i < stepFigureCount; ++i) {
        const auto figure = static_cast<StepFigure>(i);
        if (std::any_of(log.steps.begin(), log.steps.end(),
                [figure](const LogStep& step) { return stepFigure(step, figure).has_value(); }))
            figures.push_back(figure);
    }
    return figures;
}

std::optional<RobustRange> robustRange(std::vector<double> values)
{
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    if (values.empty())
        return std::nullopt;
    std::sort(values.begin(), values.end());
    RobustRange range {values.front(), values.back(), false, false};
    if (values.size() < 5)
        return range;
    // The middle of the distribution plus its width on either side: keeps a curve that falls steeply at its start, but
    // not one step in twenty that took four times as long.
    const double low = quantile(values, 0.06);
    const double high = quantile(values, 0.94);
    const double width = std::max(high - low, 0.05 * std::max(std::abs(low), std::abs(high)));
    const double lower = low - 1.5 * width;
    const double upper = high + 1.5 * width;
    if (values.front() < lower) {
        range.cutsBelow = true;
        range.lower = *std::lower_bound(values.begin(), values.end(), lower);
    }
    if (values.back() > upper) {
        range.cutsAbove = true;
        range.upper = *(std::upper_bound(values.begin(), values.end(), upper) - 1);
    }
    return range;
}

namespace {

/// Decimals to show each value of a column with five digits, and no more than a usual one needs, which large ones among
/// small ones would not be read for; -1 for figures that are no plain numbers, or too small for it.
int commonDecimals(const std::vector<LogStep>& steps, StepFigure figure)
{
    if (figure == StepFigure::StepTime || figure == StepFigure::ModelFlopsUtilisation)
        return -1;
    qsizetype decimals = 0;
    std::vector<double> values;
    for (const LogStep& step : steps) {
        const auto value = stepFigure(step, figure);
        if (!value)
            continue;
        const QString text = QString::number(*value, 'g', 5); // of no language
        if (text.contains(QLatin1Char('e')))
            return -1;
        const qsizetype point = text.indexOf(QLatin1Char('.'));
        decimals = std::max(decimals, point < 0 ? 0 : text.size() - point - 1);
        values.push_back(std::abs(*value));
    }
    if (values.empty())
        return -1;
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    constexpr qsizetype most = 7;
    const qsizetype usual = *middle < 1 ? most : qsizetype(std::max(0.0, 4 - std::floor(std::log10(*middle))));
    return static_cast<int>(std::min({decimals, usual, most}));
}

} // namespace

StepModel::StepModel(QObject* parent) : TableModel(parent) { setColumns({{tr("Step"), {}, {}, true}}); }

void StepModel::setLog(const RunLog* log)
{
    beginResetModel();
    m_steps = log ? log->steps : std::vector<LogStep>();
    m_figures = log ? stepFigures(*log) : std::vector<StepFigure>();
    std::vector<TableColumn> columns {{tr("Step"), {}, {}, true}};
    m_decimals.clear();
    for (const StepFigure figure : m_figures)
        m_decimals.push_back(commonDecimals(m_steps, figure));
    for (const StepFigure figure : m_figures)
        columns.push_back({stepFigureName(figure), plainTitle(figure), {}, true});
    setColumns(std::move(columns));
    endResetModel();
}

int64_t StepModel::stepAt(int row) const
{
    return row < 0 || row >= rows() ? -1 : m_steps[static_cast<size_t>(row)].step;
}

int StepModel::rowOf(int64_t step) const
{
    const auto found
        = std::find_if(m_steps.begin(), m_steps.end(), [step](const LogStep& line) { return line.step == step; });
    return found == m_steps.end() ? -1 : static_cast<int>(found - m_steps.begin());
}

QString StepModel::text(int row, int column) const
{
    const LogStep& step = m_steps[static_cast<size_t>(row)];
    if (column == 0)
        return formatCount(step.step);
    const StepFigure figure = m_figures[static_cast<size_t>(column - 1)];
    const auto value = stepFigure(step, figure);
    if (!value)
        return unknownText();
    const int decimals = m_decimals[static_cast<size_t>(column - 1)];
    return decimals < 0 ? stepFigureText(figure, *value) : withUnit(figure, formatFixed(*value, decimals));
}

QVariant StepModel::sortValue(int row, int column) const
{
    const LogStep& step = m_steps[static_cast<size_t>(row)];
    if (column == 0)
        return static_cast<qlonglong>(step.step);
    return stepFigure(step, m_figures[static_cast<size_t>(column - 1)]).value_or(-1);
}

QString StepModel::plainText(int row, int column) const
{
    const LogStep& step = m_steps[static_cast<size_t>(row)];
    if (column == 0)
        return QString::number(step.step);
    const StepFigure figure = m_figures[static_cast<size_t>(column - 1)];
    const auto value = stepFigure(step, figure);
    if (!value)
        return QLatin1String("");
    return figure == StepFigure::StepTime ? plainNumber(*step.stepMs) : plainNumber(*value);
}

} // namespace bubblescope
