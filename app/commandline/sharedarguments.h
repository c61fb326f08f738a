// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "source.h"

#include <CLI/CLI.hpp>

#include <map>
#include <string>

namespace bubblescope {

// Options that several commands share. They throw CLI::ParseError for what is wrong.

/// "100:250.5", ms from the start of a run, given with this option.
TimeRange parseRange(const std::string& text, const std::string& option);
/// What it throws for anything else.
CLI::ValidationError noRange(const std::string& option);
/// PATH, --demo, --no-cache, --range, --units, --step-range, --kernels, --log-pattern, --memory.
void addSource(CLI::App& app, Source& source);
/// --no-cache: sets `useCache` to false.
void addNoCache(CLI::App& app, bool& useCache);
/// --kernels, a file that is read while options are parsed, so that mistakes in it are wrong usage.
/// `file`: named where they were read.
void addKernels(CLI::App& app, KernelNamesPtr& kernels, std::string* file = nullptr);
/// --log-pattern, likewise.
void addLogPattern(CLI::App& app, ImportChoices& choices);
/// Of an option that takes a size of memory: makes "1.5G", "1.5GB" and "1536MiB" bytes, a thousand of each being 1,024 as
/// for memory, and refuses what is 0, less, or more than any machine has.
CLI::Validator memorySize();
/// --memory, bytes for the spans of an index, where a command needs all of them, but can answer without.
void addWholeMemory(CLI::App& app, uint64_t& memory);
/// --memory, bytes for the spans of an index.
void addMemory(CLI::App& app, uint64_t& memory);
/// After parsing: either paths or the demo.
void requireSource(const Source& source);
/// --language.
void addLanguage(CLI::App& app, std::string& language);

/// The words of a choice, joined.
template <typename Value> std::string keys(const std::map<std::string, Value>& map, const std::string& between)
{
    std::string text;
    for (const auto& [key, value] : map)
        text += (text.empty() ? "" : between) + key;
    return text;
}

/// An option with a fixed set of values.
template <typename Value, typename Target>
CLI::Option* addChoice(CLI::App& app, const std::string& name, Target& target,
    const std::map<std::string, Value>& choices, const std::string& description)
{
    return app
        .add_option_function<std::string>(
            name,
            [name, &target, &choices](const std::string& word) {
                const auto found = choices.find(word);
                if (found == choices.end())
                    throw CLI::ValidationError(name, "\"" + word + "\" is not one of " + keys(choices, ", "));
                target = found->second;
            },
            description)
        ->type_name(keys(choices, "|"));
}

} // namespace bubblescope
