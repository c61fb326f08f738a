// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queryprompt.h"

#include "console.h"
#include "outputfile.h"
#include "queryoutput.h"
#include "queryschema.h"
#include "querywords.h"
#include "readyquestions.h"

#include <fmt/format.h>

#include <readline/history.h>
#include <readline/readline.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace bubblescope {

namespace {

std::atomic<QueryData*> interrupted {nullptr};
std::atomic<bool> isInterrupted {false};

void onInterrupt(int /*signal*/)
{
    isInterrupted = true;
    if (QueryData* data = interrupted)
        data->stop();
}

/// What is typed; Ctrl+C gives up the line. (A hook of readline would be looked at only after the next key.)
int nextKey(std::FILE* stream)
{
    for (;;) {
        unsigned char key = 0;
        const ssize_t size = read(fileno(stream), &key, 1);
        if (size == 1)
            return key;
        if (size == 0 || errno != EINTR)
            return EOF;
        rl_check_signals();
        if (isInterrupted) {
            rl_replace_line("", 0);
            return '\n';
        }
    }
}

/// XDG Base Directory Specification; empty without a home directory.
std::string historyFile()
{
    const char* state = std::getenv("XDG_STATE_HOME");
    const char* home = std::getenv("HOME");
    std::string folder;
    if (state && state[0] == '/')
        folder = fmt::format("{}/bubblescope", state);
    else if (home && home[0] == '/')
        folder = fmt::format("{}/.local/state/bubblescope", home);
    if (folder.empty() || makeFolder(folder))
        return {};
    return fmt::format("{}/query_history", folder);
}

std::string textBefore; // lines of the query that were already entered

char* nextCompletion(const char* /*prefix*/, int state)
{
    static std::vector<std::string> words;
    static size_t next = 0;
    if (state == 0) {
        const std::string text = textBefore + rl_line_buffer;
        words = queryCompletions(text, textBefore.size() + size_t(rl_point)).words;
        next = 0;
    }
    return next < words.size() ? strdup(words[next++].c_str()) : nullptr;
}

char** completions(const char* prefix, int /*begin*/, int /*end*/)
{
    rl_attempted_completion_over = 1; // no names of files
    return rl_completion_matches(prefix, nextCompletion);
}

constexpr const char* promptHelp = "A query ends with a semicolon. Tab completes, Ctrl+C stops it, Ctrl+D ends.\n"
                                   ".schema [TABLE]  tables and columns\n"
                                   ".questions       queries that are ready to be run\n"
                                   ".quit            end\n";

void printDefinition(const std::string& name)
{
    const std::string schema = querySchemaText();
    const std::string head = fmt::format("CREATE TABLE {} (", name);
    const size_t at = name.empty() ? std::string::npos : schema.find(head);
    print(stdout, at == std::string::npos ? schema : schema.substr(at, schema.find(");\n", at) + 3 - at));
}

void printQuestions()
{
    std::string text;
    for (const ReadyQuestion& question : readyQuestions())
        text += fmt::format("-- {}\n{}\n\n", question.title.text(), question.sql);
    print(stdout, text);
}

/// False to end.
bool obey(const std::string& line)
{
    const size_t space = line.find(' ');
    const std::string word = line.substr(0, space);
    if (word == ".quit" || word == ".exit")
        return false;
    if (word == ".schema" || word == ".tables")
        printDefinition(space == std::string::npos ? std::string() : line.substr(space + 1));
    else if (word == ".questions")
        printQuestions();
    else
        print(stdout, promptHelp);
    return true;
}

} // namespace

ExitCode runQueryPrompt(QueryDatabase& database, QueryCommand::Format format)
{
    rl_readline_name = "bubblescope";
    rl_attempted_completion_function = completions;
    rl_getc_function = nextKey;
    rl_completer_word_break_characters = " \t\n\"'`()[]=<>,;.+-*/%|&!";
    const std::string history = historyFile();
    using_history();
    constexpr int linesKept = 1000;
    stifle_history(linesKept);
    if (!history.empty())
        read_history(history.c_str());
    interrupted = &database.data();
    auto* const before = std::signal(SIGINT, onInterrupt);
    print(stdout, "SQL about what is open; .help for help\n");
    textBefore.clear();
    for (;;) {
        isInterrupted = false;
        char* entered = readline(textBefore.empty() ? "bubblescope> " : "        ...> ");
        if (!entered)
            break;
        const std::string line = entered;
        std::free(entered);
        if (isInterrupted) {
            textBefore.clear();
            continue;
        }
        if (textBefore.empty() && line.find_first_not_of(" \t") == std::string::npos)
            continue;
        add_history(line.c_str());
        if (textBefore.empty() && line.front() == '.') {
            if (!obey(line))
                break;
            continue;
        }
        textBefore += line + '\n';
        if (!isWholeQuery(textBefore))
            continue;
        database.data().resume();
        const std::unique_ptr<QueryOutput> output = QueryOutput::make(format, database.hasSeveralAnswers(textBefore));
        const std::optional<Error> error = database.run(textBefore, *output);
        output->end();
        printNotices(database.data());
        if (error)
            printError(*error);
        textBefore.clear();
    }
    std::signal(SIGINT, before);
    interrupted = nullptr;
    if (!history.empty())
        write_history(history.c_str());
    print(stdout, "\n");
    return ExitCode::Fine;
}

} // namespace bubblescope
