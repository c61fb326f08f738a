// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "querydatabase.h"
#include "querywords.h"
#include "samplefolder.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <thread>

#include <unistd.h>

using namespace bubblescope;

namespace {

/// Looks at every cell, and does not wait for answers without end.
struct LookedAt final : QueryRows {
    size_t columns = 0;
    size_t left = 0;

    void begin(std::span<const std::string> names) override
    {
        columns = names.size();
        left = 200;
    }
    bool row(std::span<const QueryValue> cells) override
    {
        if (cells.size() != columns)
            std::abort();
        for (const QueryValue& cell : cells)
            queryValueText(cell);
        return --left > 0;
    }
};

QueryDatabase& smallDatabase()
{
    static const std::unique_ptr<QueryDatabase> database = [] {
        SampleOptions options;
        options.stages = 2;
        options.tensor = 1;
        options.data = 1;
        options.microbatches = 2;
        options.layers = 2;
        options.steps = 2;
        options.hosts = 1;
        Result<RunFolder> folder = makeSampleFolder(options);
        auto data = std::make_shared<QueryData>(std::make_shared<const RunFolder>(std::move(folder).value()));
        return std::move(QueryDatabase::open(std::move(data))).value();
    }();
    return *database;
}

/// Stops a query that runs longer than a moment.
class Watch {
public:
    Watch()
    {
        m_thread = std::thread([this] {
            for (int i = 0; i < 50 && !m_isOver; ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (!m_isOver)
                smallDatabase().data().stop();
        });
    }
    ~Watch()
    {
        m_isOver = true;
        m_thread.join();
        smallDatabase().data().resume();
    }

private:
    std::atomic<bool> m_isOver {false};
    std::thread m_thread;
};

} // namespace

/// Any statements, in an empty folder of this process: nothing may appear there, and the tables stay as they are.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static const std::filesystem::path folder = [] {
        std::filesystem::path made = std::filesystem::temp_directory_path() / fmt::format("fuzz_query-{}", getpid());
        std::filesystem::create_directory(made);
        std::filesystem::current_path(made);
        return made;
    }();
    const std::string_view sql(reinterpret_cast<const char*>(data), size);
    for (const QueryToken& token : queryTokens(sql)) {
        if (token.length == 0 || token.begin + token.length > sql.size())
            std::abort();
    }
    if (queryCompletions(sql, size / 2).prefix > size)
        std::abort();
    QueryDatabase& database = smallDatabase();
    LookedAt rows;
    {
        const Watch watch;
        const std::optional<Error> error = database.run(sql, rows);
        if (error && error->offset && *error->offset > size)
            std::abort();
    }
    if (database.run("SELECT count(*) FROM spans", rows) || !std::filesystem::is_empty(folder))
        std::abort();
    return 0;
}
