// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querydatabase.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace bubblescope {

/// Asks questions that may have no end: stops each after a moment.
class QueryWatch {
public:
    QueryWatch(QueryDatabase& database, std::chrono::milliseconds moment)
        : m_database(database), m_moment(moment), m_thread([this] { watch(); })
    {
    }
    ~QueryWatch()
    {
        setDeadline({}, true);
        m_thread.join();
    }
    QueryWatch(const QueryWatch&) = delete;
    QueryWatch& operator=(const QueryWatch&) = delete;

    std::optional<Error> run(std::string_view sql, QueryRows& rows)
    {
        setDeadline(Clock::now() + m_moment, false);
        std::optional<Error> error = m_database.run(sql, rows);
        setDeadline({}, false);
        m_database.data().resume();
        return error;
    }

private:
    using Clock = std::chrono::steady_clock;

    void setDeadline(std::optional<Clock::time_point> deadline, bool isOver)
    {
        const std::lock_guard lock(m_mutex);
        m_deadline = deadline;
        m_isOver = isOver;
        if (isOver)
            m_changed.notify_one();
    }
    void watch()
    {
        std::unique_lock lock(m_mutex);
        while (!m_isOver) {
            m_changed.wait_for(lock, m_moment / 2);
            if (m_deadline && Clock::now() >= *m_deadline)
                m_database.data().stop();
        }
    }

    QueryDatabase& m_database;
    std::chrono::milliseconds m_moment;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<Clock::time_point> m_deadline;
    bool m_isOver = false;
    std::thread m_thread; ///< last: it uses the others
};

/// Looks at every cell of the first rows.
struct FirstRows final : QueryRows {
    static constexpr size_t most = 200;
    size_t columns = 0;
    size_t rows = 0;
    bool isWhole = true; ///< each row had all of its columns

    void begin(std::span<const std::string> names) override
    {
        columns = names.size();
        rows = 0;
    }
    bool row(std::span<const QueryValue> cells) override
    {
        isWhole = isWhole && cells.size() == columns;
        for (const QueryValue& cell : cells)
            queryValueText(cell);
        return ++rows < most;
    }
};

} // namespace bubblescope
