// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "querycommand.h"

#include "console.h"
#include "hardwarepresets.h"
#include "opensource.h"
#include "queryoutput.h"
#include "queryprompt.h"
#include "queryschema.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <unistd.h>

namespace bubblescope {

namespace {

const std::map<std::string, QueryCommand::Format> queryFormats {{"table", QueryCommand::Format::Table},
    {"json", QueryCommand::Format::Json}, {"csv", QueryCommand::Format::Csv}};

bool isPathThere(const std::string& path)
{
    std::error_code error;
    return std::filesystem::exists(path, error);
}

/// A query is text: no more than this is read of a file.
constexpr size_t largestQueryFile = 1 << 20;

Result<std::string> readQuery(const std::string& name)
{
    std::FILE* file = name == "-" ? stdin : std::fopen(name.c_str(), "rb");
    if (!file)
        return Error {say("{} cannot be read.", name), say("Check its name."), {}};
    std::string text(largestQueryFile + 1, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), file));
    if (file != stdin)
        std::fclose(file);
    if (text.size() > largestQueryFile)
        return Error {say("{} is too large for a query.", name), {}, {}};
    return text;
}

/// Where in the text an error is, for people.
std::string lineOf(const std::string& sql, uint64_t offset)
{
    const std::string_view before = std::string_view(sql).substr(0, offset);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const size_t column = offset - (before.find_last_of('\n') == std::string_view::npos ? 0 : before.find_last_of('\n') + 1);
    return fmt::format("line {}, column {}", line, column + 1);
}

} // namespace

void addQueryOptions(CLI::App& app, QueryCommand& command)
{
    addSource(app, command.source);
    app.get_option("PATH")->description("Files and folders of a training run, and the query in quotes");
    app.add_option("--file", command.file, "Read the query from a file; - is standard input")->type_name("FILE");
    addChoice(app, "--format", command.format, queryFormats, "How to print answers: table, json, csv [table]");
    app.add_flag_function(
        "--json", [&command](int64_t) { command.format = QueryCommand::Format::Json; }, "The same as --format json");
    app.add_flag_function(
        "--csv", [&command](int64_t) { command.format = QueryCommand::Format::Csv; }, "The same as --format csv");
    app.add_flag_function("--table", [&command](int64_t) { command.format = QueryCommand::Format::Table; },
        "The same as --format table");
    app.add_flag("--schema", command.schema, "List all tables and columns with their units");
    app.footer("Without a query: a prompt, where the terminal is one. Nothing can be written by a query.");
}

void requireQuery(QueryCommand& command)
{
    if (command.schema)
        return;
    auto& paths = command.source.paths;
    if (command.file.empty() && !paths.empty() && !isPathThere(paths.back())
        && paths.back().find_first_of(" ;\n") != std::string::npos) {
        command.sql = paths.back();
        paths.pop_back();
    }
    requireSource(command.source);
}

ExitCode runQuery(const QueryCommand& command)
{
    if (command.schema) {
        print(stdout, querySchemaText());
        return ExitCode::Fine;
    }
    std::string sql = command.sql;
    const bool asks = sql.empty() && command.file.empty() && isatty(STDIN_FILENO);
    if (sql.empty() && !asks) {
        Result<std::string> text = readQuery(command.file.empty() ? "-" : command.file);
        if (!text) {
            printError(text.error());
            return ExitCode::Usage;
        }
        sql = std::move(text).value();
    }
    const OpenedFolderPtr opened = openSource(command.source, false);
    if (opened->folder.isEmpty()) {
        printError(Error {say("Nothing here can be asked."), say("`bubblescope inspect` says what is there."), {}});
        return ExitCode::NothingUsable;
    }
    const auto data = std::make_shared<QueryData>(
        std::shared_ptr<const RunFolder>(opened, &opened->folder), std::vector<Annotation>(), hardwareCatalog());
    const Result<std::unique_ptr<QueryDatabase>> database = QueryDatabase::open(data);
    if (!database) {
        printError(database.error());
        return ExitCode::Failed;
    }
    if (asks)
        return runQueryPrompt(**database, command.format);
    const std::unique_ptr<QueryOutput> output = QueryOutput::make(command.format);
    const std::optional<Error> error = (*database)->run(sql, *output);
    output->end();
    if (!error)
        return ExitCode::Fine;
    printError(error->offset ? Error {fmt::format("{} ({})", error->message.text(), lineOf(sql, *error->offset)),
                                   error->advice, {}}
                             : *error);
    return ExitCode::Usage;
}

} // namespace bubblescope
