// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "manualpage.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace bubblescope {

namespace {
/// Hidden options have no group; --help, which every command has, is listed once.
std::vector<const CLI::Option*> shownOptions(const CLI::App& app)
{
    return app.get_options([&app](const CLI::Option* option) {
        return !option->get_group().empty() && (option != app.get_help_ptr() || !app.get_parent());
    });
}

bool takesValue(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

/// Without the limits that CLI11 appends: "INT:INT in [1 - 9]".
std::string typeOf(const CLI::Option& option)
{
    const std::string type = option.get_type_name();
    const size_t limits = type.find(" in [");
    return limits == std::string::npos ? type : type.substr(0, type.rfind(':', limits));
}

std::vector<const CLI::App*> commandsOf(const CLI::App& app)
{
    return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

/// A leading dot or apostrophe would be a roff request; hyphens must remain hyphens.
std::string roff(const std::string& text)
{
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        const bool beginsLine = i == 0 || text[i - 1] == '\n';
        if (beginsLine && (text[i] == '.' || text[i] == '\''))
            out += "\\&";
        if (text[i] == '\\')
            out += "\\e";
        else if (text[i] == '-')
            out += "\\-";
        else
            out += text[i];
    }
    return out;
}

/// "\fB\-o\fR, \fB\-\-output\fR \fIFILE\fR"; only the name for a positional argument.
std::string optionHead(const CLI::Option& option)
{
    if (option.get_positional())
        return fmt::format("\\fI{}\\fR", roff(option.get_name(true)));
    std::string head;
    const auto add = [&head](const std::string& dashes, const std::string& name) {
        head += fmt::format("{}\\fB{}\\fR", head.empty() ? "" : ", ", roff(dashes + name));
    };
    for (const std::string& name : option.get_snames())
        add("-", name);
    for (const std::string& name : option.get_lnames())
        add("--", name);
    if (takesValue(option) && !typeOf(option).empty())
        head += fmt::format(" \\fI{}\\fR", roff(typeOf(option)));
    return head;
}

std::string optionList(const CLI::App& app)
{
    std::string text;
    for (const CLI::Option* option : shownOptions(app)) {
        const std::string standard = option->get_default_str();
        text += fmt::format(".TP\n{}\n{}{}\n", optionHead(*option), roff(option->get_description()),
            standard.empty() || option->get_positional() ? "" : fmt::format(" [{}]", roff(standard)));
    }
    return text;
}

std::string synopsis(const CLI::App& app, const std::string& before)
{
    std::string text = fmt::format(".B {}\n", roff(before + app.get_name()));
    bool hasOptions = false;
    std::string arguments;
    for (const CLI::Option* option : shownOptions(app)) {
        if (option->get_positional())
            arguments += option->get_required() ? fmt::format(" \\fI{}\\fR", roff(option->get_name(true)))
                                                : fmt::format(" [\\fI{}\\fR …]", roff(option->get_name(true)));
        else
            hasOptions = true;
    }
    return text + fmt::format("{}{}\n.br\n", hasOptions ? "[\\fIOPTION\\fR …]" : "", arguments);
}

/// The words of "light|dark": types in lower case list their values.
std::vector<std::string> wordsOf(const CLI::Option& option)
{
    const std::string type = typeOf(option);
    if (type.find('|') == std::string::npos
        || std::any_of(type.begin(), type.end(), [](unsigned char c) { return std::isupper(c) != 0; }))
        return {};
    return CLI::detail::split(type, '|');
}

std::string wordList(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// The lines of the shell `case` that complete the value of an option.
std::string completedValues(const CLI::App& app, const std::string& command)
{
    std::string text;
    for (const CLI::Option* option : shownOptions(app)) {
        if (option->get_positional() || !takesValue(*option))
            continue;
        std::vector<std::string> patterns;
        for (const std::string& name : option->get_lnames())
            patterns.push_back(fmt::format("{}:--{}", command, name));
        for (const std::string& name : option->get_snames())
            patterns.push_back(fmt::format("{}:-{}", command, name));
        const std::vector<std::string> words = wordsOf(*option);
        const bool isFile = typeOf(*option).find("FILE") != std::string::npos;
        text += fmt::format("        {}) {} ;;\n", fmt::join(patterns, "|"),
            !words.empty() ? fmt::format("words='{}'", wordList(words))
                : isFile   ? std::string("files=1")
                           : std::string("return"));
    }
    return text;
}

std::string completedOptions(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : shownOptions(app)) {
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
        for (const std::string& name : option->get_snames())
            names.push_back("-" + name);
    }
    return wordList(names);
}
} // namespace

std::string manualPage(const CLI::App& app)
{
    const std::string description = app.get_description();
    const std::string summary = description.substr(0, description.find('\n'));
    std::string name = app.get_name();
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return char(std::toupper(c)); });
    std::string text = fmt::format(".TH {} 1 \"\" \"{} {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n",
        name, "Bubblescope", BUBBLESCOPE_VERSION, app.get_name(), roff(summary.substr(0, summary.find('.'))));
    text += synopsis(app, {});
    for (const CLI::App* command : commandsOf(app))
        text += synopsis(*command, app.get_name() + ' ');
    text += fmt::format(".SH DESCRIPTION\n{}\n.SH OPTIONS\n{}.SH COMMANDS\n", roff(description), optionList(app));
    for (const CLI::App* command : commandsOf(app)) {
        text += fmt::format(
            ".SS {}\n{}\n{}", roff(command->get_name()), roff(command->get_description()) + '.', optionList(*command));
        if (command->get_footer() != app.get_footer())
            text += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(command->get_footer()));
    }
    text += fmt::format(".SH EXIT STATUS\n{}\n", roff(app.get_footer()));
    text += ".SH FILES\n"
            ".TP\n\\fI$XDG_CONFIG_HOME/bubblescope\\fR\nSettings; hardware presets of your own in "
            "\\fIhardware/*.json\\fR.\n"
            ".TP\n\\fI$XDG_CACHE_HOME/bubblescope\\fR\nRuns opened before; may be deleted at any time.\n";
    return text;
}

std::string bashCompletion(const CLI::App& app)
{
    std::vector<std::string> commands;
    std::string options = fmt::format("        *) words='{}' ;;\n", completedOptions(app));
    std::string values = completedValues(app, "");
    for (const CLI::App* command : commandsOf(app)) {
        commands.push_back(command->get_name());
        options = fmt::format("        {}) words='{}' ;;\n", command->get_name(), completedOptions(*command)) + options;
        values += completedValues(*command, command->get_name());
    }
    std::string function = app.get_name();
    std::replace(function.begin(), function.end(), '-', '_');
    return fmt::format(R"(# bash completion of {0}, written from the options that {0} --help lists
_{5}()
{{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command='' words='' files='' word
    COMPREPLY=()
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case $word in
        {1}) command=$word; break ;;
        esac
    done
    case $command:$previous in
{2}        *)
            if [[ $current == -* ]]; then
                case $command in
{3}                esac
            else
                files=1
                [ "$COMP_CWORD" -eq 1 ] && words='{4}'
            fi
            ;;
    esac
    [ -n "$words" ] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    [ -n "$files" ] && compopt -o default 2>/dev/null
    return 0
}}
complete -F _{5} {0}
)",
        app.get_name(), fmt::join(commands, "|"), values, options, wordList(commands), function);
}

} // namespace bubblescope
