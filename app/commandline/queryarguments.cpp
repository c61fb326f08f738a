// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queryarguments.h"

#include "sharedarguments.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <map>
#include <system_error>

namespace bubblescope {

namespace {
const std::map<std::string, QueryCommand::Format> queryFormats {
    {"table", QueryCommand::Format::Table}, {"json", QueryCommand::Format::Json}, {"csv", QueryCommand::Format::Csv}};

bool isPathThere(const std::string& path)
{
    std::error_code error;
    return std::filesystem::exists(path, error);
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
    app.add_flag_function(
        "--table", [&command](int64_t) { command.format = QueryCommand::Format::Table; }, "The same as --format table");
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

} // namespace bubblescope
