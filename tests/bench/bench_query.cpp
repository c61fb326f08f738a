// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Queries about some 10^7 spans, and their export; goals in issue and manual are for two cores.
#include "databaseexport.h"
#include "medianms.h"
#include "querydatabase.h"
#include "samplefolder.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>
#include <thread>

using namespace bubblescope;

namespace {

struct LastRow final : QueryRows {
    std::string text;
    void begin(std::span<const std::string> /*columns*/) override { text.clear(); }
    bool row(std::span<const QueryValue> cells) override
    {
        text = queryValueText(cells.back());
        return true;
    }
};

/// How long it takes until a query without end notices that it was cancelled.
double cancelMs(QueryDatabase& database, const std::string& sql)
{
    using Clock = std::chrono::steady_clock;
    Clock::time_point asked;
    std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(700));
        asked = Clock::now();
        database.data().stop();
    });
    LastRow row;
    database.run(sql, row);
    const auto end = Clock::now();
    other.join();
    database.data().resume();
    return std::chrono::duration<double, std::milli>(end - asked).count();
}

} // namespace

/// bench_query [FILE]: FILE is where the database is written, and removed again.
int main(int argc, char** argv)
{
    SampleOptions options;
    options.stages = 16;
    options.tensor = 2;
    options.data = 16;
    options.microbatches = 64;
    options.layers = 64;
    options.steps = 14;
    options.hosts = 64;
    Result<RunFolder> folder = makeSampleFolder(options);
    if (!folder) {
        fmt::print("{}\n", folder.error().message.text());
        return 1;
    }
    RunFolder& made = *folder;
    made.runLogs.clear();
    made.workloads.clear();
    made.layerTables.clear();
    const uint32_t spans = made.runs.front().trace->spanCount();
    const auto data = std::make_shared<QueryData>(std::make_shared<const RunFolder>(std::move(made)));
    const Result<std::unique_ptr<QueryDatabase>> opened = QueryDatabase::open(data);
    if (!opened)
        return 1;
    QueryDatabase& database = **opened;
    fmt::print("{} spans\n", spans);
    constexpr int runs = 3;
    const auto measure = [&](const char* what, const char* goal, const std::string& sql) {
        LastRow row;
        const std::clock_t before = std::clock();
        const double ms = medianMs(runs, [&] {
            if (const std::optional<Error> error = database.run(sql, row))
                row.text = error->message.text();
        });
        const double cpuMs = double(std::clock() - before) * 1e3 / CLOCKS_PER_SEC / runs;
        fmt::print("{:<40} {:>9.1f} ms, {:>7.1f} ms of processor time  (goal {})  {}\n", what, ms, cpuMs, goal, row.text);
        std::fflush(stdout);
    };
    measure("sum of a rank's spans", "500 ms", "SELECT sum(duration_ns) FROM spans WHERE rank = 7");
    measure("sum of a step and category", "500 ms", "SELECT sum(duration_ns) FROM spans WHERE step = 5 AND category = 'pp'");
    measure("longest of a name", "500 ms", "SELECT max(duration_ns) FROM spans WHERE name = 'optimizer_step'");
    measure("count in a range of time", "500 ms",
        "SELECT count(*) FROM spans WHERE begin_ns >= 1000000000 AND begin_ns < 1100000000");
    measure("full scan, GROUP BY name", "300 ms",
        "SELECT name, count(*), sum(duration_ns) FROM spans GROUP BY name");
    measure("GROUP BY rank, category", "500 ms",
        "SELECT rank, category, count(*), sum(duration_ns) FROM spans GROUP BY rank, category");
    measure("collectives joined with members", "5000 ms",
        "SELECT c.operation, count(*), sum(m.wait_ns) FROM collectives c JOIN collective_members m "
        "ON m.collective = c.id GROUP BY c.operation");
    fmt::print("cancelled after {:.1f} ms (a sort), {:.1f} ms (a join)  (goal 100 ms)\n",
        cancelMs(database, "SELECT name, begin_ns FROM spans ORDER BY duration_ns * 7919 % 100003, name"),
        cancelMs(database, "SELECT count(*) FROM spans a, spans b WHERE a.name || b.name = ''"));
    std::fflush(stdout);
    if (argc < 2)
        return 0;
    const std::clock_t before = std::clock();
    const double ms = medianMs(1, [&] {
        if (const std::optional<Error> error = writeDatabase(*data, argv[1]))
            fmt::print("{}\n", error->message.text());
    });
    std::remove(argv[1]);
    fmt::print("export: {:.0f} ms, {:.0f} ms of processor time, {:.2f} million spans a second  (goal 1)\n", ms,
        double(std::clock() - before) * 1e3 / CLOCKS_PER_SEC, double(spans) / ms / 1000);
    return 0;
}
