// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queryanswermodel.h"

#include "formatting.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

constexpr int tipLength = 2000;
constexpr int shownDigits = 6;

bool isNumberCell(const QueryValue& value)
{
    return std::holds_alternative<int64_t>(value) || std::holds_alternative<double>(value);
}

/// Decimals with which the largest fraction of a column has `shownDigits` digits; -1 where the smallest would be left
/// with fewer than three of them.
int commonDecimals(const QueryAnswer& answer, size_t column)
{
    double largest = 0;
    double smallest = std::numeric_limits<double>::infinity();
    bool hasFraction = false;
    for (const auto& row : answer.rows) {
        const auto* real = std::get_if<double>(&row[column]);
        if (!real || *real == 0 || !std::isfinite(*real))
            continue;
        hasFraction = hasFraction || *real != std::round(*real);
        largest = std::max(largest, std::abs(*real));
        smallest = std::min(smallest, std::abs(*real));
    }
    if (!hasFraction)
        return largest < 1e15 ? 0 : -1;
    const auto magnitude = [](double size) { return int(std::floor(std::log10(size))); };
    const int decimals = std::max(0, shownDigits - 1 - magnitude(largest));
    return decimals + magnitude(smallest) < 2 ? -1 : decimals;
}

} // namespace

QueryAnswerModel::QueryAnswerModel(QObject* parent) : TableModel(parent) { }

void QueryAnswerModel::setAnswer(QueryAnswer answer)
{
    beginResetModel();
    m_answer = std::move(answer);
    m_isNumber.assign(m_answer.columns.size(), false);
    m_decimals.clear();
    std::vector<TableColumn> columns;
    for (size_t c = 0; c < m_answer.columns.size(); ++c) {
        const auto& rows = m_answer.rows;
        const bool isText = std::any_of(
            rows.begin(), rows.end(), [c](const auto& row) { return std::holds_alternative<std::string>(row[c]); });
        m_isNumber[c] = !isText
            && std::any_of(rows.begin(), rows.end(), [c](const auto& row) { return isNumberCell(row[c]); });
        m_decimals.push_back(commonDecimals(m_answer, c));
        columns.push_back({toText(m_answer.columns[c]).simplified(), {}, {}, m_isNumber[c]});
    }
    setColumns(std::move(columns));
    endResetModel();
}

int QueryAnswerModel::columnNamed(std::initializer_list<const char*> names) const
{
    for (const char* name : names) {
        const auto found = std::find(m_answer.columns.begin(), m_answer.columns.end(), name);
        if (found != m_answer.columns.end())
            return int(found - m_answer.columns.begin());
    }
    return -1;
}

QueryTarget QueryAnswerModel::target(int row) const
{
    const auto integerOf = [&](std::initializer_list<const char*> names) -> std::optional<int64_t> {
        const int column = columnNamed(names);
        const int64_t* integer = column < 0 ? nullptr : std::get_if<int64_t>(&value(row, column));
        return integer ? std::optional(*integer) : std::nullopt;
    };
    const auto smallOf = [&](std::initializer_list<const char*> names) {
        const auto integer = integerOf(names);
        return integer && *integer >= 0 && *integer <= INT32_MAX ? int(*integer) : -1;
    };
    QueryTarget target;
    target.run = smallOf({"run"});
    const bool isOfSpans = columnNamed({"self_ns"}) >= 0; // SELECT * FROM spans
    const auto span = isOfSpans ? integerOf({"id"}) : integerOf({"span", "receive", "send", "started", "call"});
    if (span && *span >= 0) {
        target.run = int(std::min<int64_t>(*span >> 32, INT32_MAX));
        target.span = SpanId(uint32_t(*span & 0xffffffff));
    }
    target.rank = smallOf({"rank", "last_rank", "culprit_rank", "receive_rank"});
    target.stage = smallOf({"stage"});
    target.step = integerOf({"step"});
    const auto begin = integerOf({"begin_ns", "arrival_ns", "time_ns"});
    const auto end = integerOf({"end_ns"});
    if (begin && end && *begin < *end)
        target.range = TimeRange {*begin, *end};
    return target;
}

std::vector<int> QueryAnswerModel::numberColumns() const
{
    std::vector<int> columns;
    for (size_t c = 0; c < m_isNumber.size(); ++c) {
        if (m_isNumber[c])
            columns.push_back(int(c));
    }
    return columns;
}

int QueryAnswerModel::figureColumn() const
{
    for (const int column : numberColumns()) {
        if (std::any_of(m_answer.rows.begin(), m_answer.rows.end(),
                [column](const auto& row) { return std::holds_alternative<double>(row[size_t(column)]); }))
            return column;
    }
    return -1;
}

QString QueryAnswerModel::columnName(int column) const { return headerData(column, Qt::Horizontal).toString(); }

std::optional<double> QueryAnswerModel::number(int row, int column) const
{
    if (const auto* integer = std::get_if<int64_t>(&value(row, column)))
        return double(*integer);
    const auto* real = std::get_if<double>(&value(row, column));
    return real ? std::optional(*real) : std::nullopt;
}

QString QueryAnswerModel::text(int row, int column) const
{
    const QueryValue& cell = value(row, column);
    if (const auto* integer = std::get_if<int64_t>(&cell))
        return formatCount(*integer);
    if (const auto* real = std::get_if<double>(&cell))
        return m_decimals[size_t(column)] < 0 ? formatNumber(*real, shownDigits)
                                              : formatFixed(*real, m_decimals[size_t(column)]);
    if (const auto* words = std::get_if<std::string>(&cell))
        return toText(*words).simplified();
    return QString();
}

QVariant QueryAnswerModel::sortValue(int row, int column) const
{
    if (m_isNumber[size_t(column)])
        return number(row, column).value_or(-std::numeric_limits<double>::infinity());
    return text(row, column);
}

QString QueryAnswerModel::plainText(int row, int column) const
{
    // Not a null string: that would mean the display text.
    const QString plain = toText(queryValueText(value(row, column)));
    return plain.isNull() ? QStringLiteral("") : plain;
}

QString QueryAnswerModel::toolTip(int row, int column) const
{
    const auto* words = std::get_if<std::string>(&value(row, column));
    return words ? toText(*words).left(tipLength) : QString();
}

} // namespace bubblescope
