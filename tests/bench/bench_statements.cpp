// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A million made-up statements, right and wrong ones: how fast they are answered, and that nothing is written whatever
// they ask.
//   bench_statements [count] [seed]
#include "queryschema.h"
#include "querywatch.h"
#include "randomquery.h"
#include "samplefolder.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <unistd.h>

using namespace bubblescope;

int main(int argc, char** argv)
{
    const long count = argc > 1 ? std::atol(argv[1]) : 1'000'000;
    const uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    SampleOptions options;
    options.stages = 2;
    options.tensor = 1;
    options.data = 1;
    options.microbatches = 2;
    options.layers = 2;
    options.steps = 2;
    options.hosts = 1;
    Result<RunFolder> folder = makeSampleFolder(options);
    if (!folder)
        return 1;
    const auto data = std::make_shared<QueryData>(std::make_shared<const RunFolder>(std::move(folder).value()));
    const Result<std::unique_ptr<QueryDatabase>> opened = QueryDatabase::open(data);
    if (!opened)
        return 1;
    std::vector<RandomQuery::Table> tables;
    for (const auto& table : queryTables()) {
        if (table->isFunction())
            continue;
        RandomQuery::Table& made = tables.emplace_back();
        made.name = table->name();
        for (const QueryColumn& column : table->columns())
            made.columns.emplace_back(column.name);
    }
    const std::filesystem::path home = std::filesystem::temp_directory_path() / fmt::format("statements-{}", getpid());
    std::filesystem::create_directory(home);
    std::filesystem::current_path(home);
    const auto start = std::chrono::steady_clock::now();
    long answered = 0;
    long wrong = 0;
    {
        QueryWatch watch(**opened, std::chrono::milliseconds(50));
        RandomQuery random(std::move(tables), seed);
        for (long i = 0; i < count; ++i) {
            const std::string sql = random.anything();
            FirstRows rows;
            answered += watch.run(sql, rows) ? 0 : 1;
            if (!rows.isWhole)
                fmt::print("a row without all of its columns: {}\n", sql), ++wrong;
        }
    }
    FirstRows rows;
    const bool isThere = !(*opened)->run("SELECT count(*) FROM spans", rows) && rows.rows == 1;
    const bool isEmpty = std::filesystem::is_empty(home);
    std::filesystem::current_path("/");
    std::filesystem::remove_all(home);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    fmt::print("{} statements in {:.1f} s, {} of them answered; {}, {}\n", count, seconds, answered,
        isEmpty ? "nothing was written" : "something was written", isThere ? "the tables are there" : "the tables are gone");
    return isEmpty && isThere && wrong == 0 ? 0 : 1;
}
