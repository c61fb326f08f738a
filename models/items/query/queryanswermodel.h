// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "queryvalue.h"
#include "result.h"
#include "tablemodel.h"
#include "trace.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// An answer to a query, as far as it was read.
struct QueryAnswer {
    static constexpr size_t mostRows = 200'000; ///< the rest is not read: nobody scrolls that far

    std::vector<std::string> columns;
    std::vector<std::vector<QueryValue>> rows;
    bool isCut = false;
    double seconds = 0;
    std::optional<Error> error; ///< rows found before it are kept
    std::vector<Message> notices; ///< what the answer leaves out, and why
};

/// What a row of an answer is about, by the names of its columns: all that it does not say is absent.
struct QueryTarget {
    int run = -1; ///< number of the input; -1 if the row does not say
    SpanId span;
    int rank = -1;
    int stage = -1;
    std::optional<int64_t> step;
    std::optional<TimeRange> range;
    bool isNothing() const { return !span.isValid() && rank < 0 && stage < 0 && !step && !range; }
};

/// The rows of an answer as a table.
class QueryAnswerModel : public TableModel {
    Q_OBJECT
public:
    explicit QueryAnswerModel(QObject* parent = nullptr);

    void setAnswer(QueryAnswer answer);
    const QueryAnswer& answer() const { return m_answer; }
    QueryTarget target(int row) const;
    /// Columns whose values are numbers, as far as there are any.
    std::vector<int> numberColumns() const;
    /// The first of them that holds a fraction: times and shares do, ranks and counts do not. -1 if there is none.
    int figureColumn() const;
    QString columnName(int column) const;
    /// Nothing where the cell holds no number.
    std::optional<double> number(int row, int column) const;

protected:
    int rows() const override { return int(m_answer.rows.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    const QueryValue& value(int row, int column) const { return m_answer.rows[size_t(row)][size_t(column)]; }
    /// -1 if there is no column of any of these names, the first that there is.
    int columnNamed(std::initializer_list<const char*> names) const;

    QueryAnswer m_answer;
    std::vector<bool> m_isNumber;
    std::vector<int> m_decimals; ///< of the fractions of a column, so that they align; -1: each has its own
};

} // namespace bubblescope
