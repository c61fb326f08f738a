// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queryanswer.h"

#include "querydatabase.h"
#include "visibletext.h"

#include <fmt/format.h>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace bubblescope {

namespace {

class AnswerLines final : public QueryRows {
public:
    void begin(std::span<const std::string> columns) override
    {
        m_count = 0;
        for (const std::string& column : columns)
            add(column, &column == &columns.front());
        m_text += '\n';
    }
    bool row(std::span<const QueryValue> cells) override
    {
        constexpr size_t mostRows = 500;
        if (m_count++ == mostRows) {
            m_text += "more rows are left out: ask for fewer, with LIMIT or GROUP BY\n";
            return false;
        }
        for (const QueryValue& cell : cells)
            add(queryValueText(cell), &cell == &cells.front());
        m_text += '\n';
        return true;
    }
    std::string&& text() && { return std::move(m_text); }

private:
    void add(const std::string& cell, bool isFirst)
    {
        m_text += isFirst ? "" : " | ";
        m_text += visibleText(cell);
    }

    std::string m_text;
    size_t m_count = 0;
};

/// Stops the query of some data unless it is over in time.
class QueryWatch {
public:
    QueryWatch(QueryData& data, std::chrono::milliseconds patience)
        : m_thread([this, &data, patience] {
            std::unique_lock lock(m_mutex);
            if (!m_over.wait_for(lock, patience, [this] { return m_isOver; }))
                data.stop();
        })
    {
    }
    ~QueryWatch()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isOver = true;
        }
        m_over.notify_one();
        m_thread.join();
    }
    QueryWatch(const QueryWatch&) = delete;
    QueryWatch& operator=(const QueryWatch&) = delete;

private:
    std::mutex m_mutex;
    std::condition_variable m_over;
    bool m_isOver = false;
    std::thread m_thread; // last: it uses the others
};

} // namespace

Result<std::string> queryAnswer(const QueryDataPtr& data, const std::string& sql, std::chrono::milliseconds patience)
{
    data->resume();
    const Result<std::unique_ptr<QueryDatabase>> database = QueryDatabase::open(data);
    if (!database)
        return database.error();
    const QueryWatch watch(*data, patience);
    AnswerLines lines;
    if (std::optional<Error> error = (*database)->run(sql, lines))
        return *std::move(error);
    std::string text = std::move(lines).text();
    for (const Message& notice : data->notices())
        text += visibleText(notice.text()) + '\n';
    return text;
}

} // namespace bubblescope
