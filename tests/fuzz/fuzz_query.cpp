// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "querywatch.h"
#include "querywords.h"
#include "samplefolder.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <string>

#include <unistd.h>

using namespace bubblescope;

namespace {

std::filesystem::path emptyFolder;

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

void require(bool holds, const char* what)
{
    if (holds)
        return;
    fmt::print(stderr, "Does not hold: {}.\n", what);
    std::abort();
}

} // namespace

/// From an empty folder of this process, in which nothing may appear; the names of corpora must not depend on that.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    namespace fs = std::filesystem;
    static std::deque<std::string> names;
    for (int i = 1; i < *argc; ++i) {
        if ((*argv)[i][0] != '-')
            (*argv)[i] = names.emplace_back(fs::absolute((*argv)[i]).string()).data();
    }
    emptyFolder = fs::temp_directory_path() / fmt::format("fuzz_query-{}", getpid());
    fs::create_directory(emptyFolder);
    fs::current_path(emptyFolder);
    return 0;
}

/// Any statements: nothing is written, and the tables stay as they are.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view sql(reinterpret_cast<const char*>(data), size);
    for (const QueryToken& token : queryTokens(sql))
        require(token.length > 0 && token.begin + token.length <= sql.size(), "tokens lie in the statement");
    require(queryCompletions(sql, size / 2).prefix <= size, "what is completed lies in the statement");
    QueryDatabase& database = smallDatabase();
    static QueryWatch watch(database, std::chrono::milliseconds(50));
    FirstRows rows;
    const std::optional<Error> error = watch.run(sql, rows);
    require(rows.isWhole, "each row has all of its columns");
    require(!error || !error->offset || *error->offset <= size, "an error lies in the statement");
    // Not watched: on a busy machine even this takes longer than a moment.
    require(!database.run("SELECT count(*) FROM ranks", rows), "the tables are as they were");
    require(std::filesystem::is_empty(emptyFolder), "nothing is written");
    return 0;
}
