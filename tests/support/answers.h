// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querydatabase.h"
#include "samplefolder.h"
#include "smallsample.h"

#include <QByteArray>
#include <QStringList>

#include <memory>
#include <string>
#include <vector>

namespace bubblescope {

/// Keeps a whole answer.
struct KeptAnswer : QueryRows {
    std::vector<std::string> columns;
    std::vector<std::vector<QueryValue>> rows;
    size_t most = SIZE_MAX;

    void begin(std::span<const std::string> names) override
    {
        columns.assign(names.begin(), names.end());
        rows.clear();
    }
    bool row(std::span<const QueryValue> cells) override
    {
        rows.emplace_back(cells.begin(), cells.end());
        return rows.size() < most;
    }
    /// "1|forward|2.5", a line for each row.
    QStringList lines() const
    {
        QStringList all;
        for (const auto& row : rows) {
            QStringList cells;
            for (const QueryValue& cell : row)
                cells << QString::fromStdString(queryValueText(cell));
            all << cells.join(QLatin1Char('|'));
        }
        return all;
    }
};

inline std::unique_ptr<QueryDatabase> databaseOf(RunFolder&& folder)
{
    const auto data = std::make_shared<QueryData>(std::make_shared<const RunFolder>(std::move(folder)));
    return std::move(QueryDatabase::open(data)).value();
}

inline std::unique_ptr<QueryDatabase> sampleDatabase() { return databaseOf(std::move(makeSampleFolder(smallSample())).value()); }

/// The rows as lines, or the error.
inline QStringList answerTo(QueryDatabase& database, const std::string& sql)
{
    KeptAnswer answer;
    if (const std::optional<Error> error = database.run(sql, answer))
        return {QStringLiteral("error: ") + QString::fromStdString(error->message.text())};
    return answer.lines();
}

} // namespace bubblescope
