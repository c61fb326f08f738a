// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "querycommand.h"

#include "console.h"
#include "numbertext.h"
#include "openedquery.h"
#include "opensource.h"
#include "queryoutput.h"
#include "queryprompt.h"
#include "queryschema.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace bubblescope {

namespace {

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
    const size_t column
        = offset - (before.find_last_of('\n') == std::string_view::npos ? 0 : before.find_last_of('\n') + 1);
    return fmt::format("Line {}, column {}", line, column + 1);
}

/// Told by its plan, before anything is open.
bool asksFewRanks(const std::string& sql)
{
    const auto nothing = std::make_shared<QueryData>(std::make_shared<const RunFolder>());
    const auto database = QueryDatabase::open(nothing);
    return database && (*database)->needsFewRanks(sql);
}

} // namespace

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
        if (trimmed(sql).empty()) {
            warnOfMissing(command.source.paths);
            printError(Error {
                say("There is no query."), say("Write it behind the run, in quotes, or name a file: --file."), {}});
            return ExitCode::Usage;
        }
    }
    Source source = command.source;
    source.asksByRank = true;
    source.asksFewRanks = !asks && indexAmong(source.paths) && asksFewRanks(sql);
    const OpenedFolderPtr opened = openSource(source, false);
    if (!warnOfPart(source, opened->folder))
        return ExitCode::NothingUsable;
    if (opened->folder.isEmpty()) {
        printError(Error {say("Nothing here can be asked."), say("`bubblescope inspect` says what is there."), {}});
        return ExitCode::NothingUsable;
    }
    if (const std::optional<Error> refused = whyNoRange(source, opened->folder)) {
        printError(*refused);
        return ExitCode::Usage;
    }
    const QueryDataPtr data = queryDataOf(opened);
    const Result<std::unique_ptr<QueryDatabase>> database = QueryDatabase::open(data);
    if (!database) {
        printError(database.error());
        return ExitCode::Failed;
    }
    if (asks)
        return runQueryPrompt(**database, command.format);
    const std::unique_ptr<QueryOutput> output = QueryOutput::make(command.format, (*database)->hasSeveralAnswers(sql));
    const std::optional<Error> error = (*database)->run(sql, *output);
    output->end();
    printNotices(*data);
    if (!error)
        return codeFor(opened->folder);
    printError(error->offset
            ? Error {fmt::format("{}: {}", lineOf(sql, *error->offset), error->message.text()), error->advice, {}}
            : *error);
    return ExitCode::Usage;
}

} // namespace bubblescope
