// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sharedarguments.h"

#include "comparedparts.h"
#include "language.h"
#include "logpattern.h"
#include "numbertext.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <string_view>

namespace bubblescope {

TimeRange parseRange(const std::string& text, const std::string& option)
{
    if (const std::optional<TimeRange> times = timesIn(text))
        return *times;
    throw noRange(option);
}

CLI::ValidationError noRange(const std::string& option)
{
    return CLI::ValidationError(option, "give two times in ms from the run's start, as 100:250.5, the smaller first");
}

namespace {
/// Bytes; nullopt for what is no size of memory.
std::optional<uint64_t> memorySizeIn(std::string_view text)
{
    std::string unit;
    text = trimmed(text);
    while (!text.empty() && std::isalpha(static_cast<unsigned char>(text.back()))) {
        unit.insert(unit.begin(), char(std::tolower(static_cast<unsigned char>(text.back()))));
        text.remove_suffix(1);
    }
    constexpr std::string_view prefixes = "kmgtpe";
    double factor = 1;
    if (!unit.empty() && unit != "b") {
        const size_t prefix = prefixes.find(unit.front());
        const std::string rest = unit.substr(1);
        if (prefix == std::string_view::npos || (!rest.empty() && rest != "b" && rest != "ib" && rest != "i"))
            return std::nullopt;
        factor = std::pow(1024.0, double(prefix + 1));
    }
    const std::optional<double> number = parseNumber(text);
    constexpr double most = 0x1p63;
    if (!number || !(*number * factor >= 1) || *number * factor > most)
        return std::nullopt;
    return uint64_t(*number * factor);
}
} // namespace

CLI::Validator memorySize()
{
    return CLI::Validator(
        [](std::string& text) {
            const std::optional<uint64_t> bytes = memorySizeIn(text);
            if (!bytes)
                return fmt::format("\"{}\" is no size of memory, such as 500MB or 1.5GB", text);
            text = std::to_string(*bytes);
            return std::string();
        },
        "SIZE");
}

void addLanguage(CLI::App& app, std::string& language)
{
    std::vector<std::string> known;
    for (const QString& name : languages())
        known.push_back(name.toStdString());
    const std::string words = fmt::format("{}", fmt::join(known, "|"));
    app.add_option_function<std::string>(
           "--language",
           [&language, known, words](const std::string& word) {
               if (std::find(known.begin(), known.end(), word) == known.end())
                   throw CLI::ValidationError("--language", fmt::format("\"{}\" is not one of {}", word, words));
               language = word;
           },
           "Language of the texts")
        ->type_name(words);
}

void addSource(CLI::App& app, Source& source)
{
    app.add_option("PATH", source.paths, "Files and folders of a training run")->type_name("");
    app.add_flag("--demo", source.demo, "The built-in sample run instead of files");
    addNoCache(app, source.useCache);
    app.add_option_function<std::string>(
           "--range", [&source](const std::string& text) { source.range = parseRange(text, "--range"); },
           "Part of the run, in ms from its start; not of logs, workloads and layer tables")
        ->type_name("A:B");
    static const std::map<std::string, TimeUnit> units {{"ns", TimeUnit::Nanoseconds}, {"us", TimeUnit::Microseconds},
        {"ms", TimeUnit::Milliseconds}, {"s", TimeUnit::Seconds}};
    addChoice(app, "--units", source.choices.tableUnit, units,
        "Unit of the times in a table of operations whose columns do not name it");
    app.add_option("--step-range", source.choices.stepRange,
           "Name of the NVTX ranges of an Nsight Systems report that are training steps")
        ->type_name("NAME");
    addKernels(app, source.choices.kernels);
    addLogPattern(app, source.choices);
    addMemory(app, source.memory);
}

void addNoCache(CLI::App& app, bool& useCache)
{
    app.add_flag_function(
        "--no-cache", [&useCache](int64_t) { useCache = false; }, "Read all files again, and cache nothing");
}

void addKernels(CLI::App& app, KernelNamesPtr& kernels, std::string* file)
{
    app.add_option_function<std::string>(
           "--kernels",
           [&kernels, file](const std::string& path) {
               Result<KernelNamesPtr> names = readKernelNames(path);
               if (!names)
                   throw CLI::ValidationError(
                       "--kernels", fmt::format("{}. {}", names.error().message.text(), names.error().advice.text()));
               kernels = std::move(names).value();
               if (file)
                   *file = path;
           },
           "A JSON file that says of kernels which are communication, before what is known of libraries")
        ->type_name("FILE");
}

void addLogPattern(CLI::App& app, ImportChoices& choices)
{
    app.add_option_function<std::string>(
           "--log-pattern",
           [&choices](const std::string& path) {
               Result<LogPatternPtr> pattern = LogPattern::read(path);
               if (!pattern)
                   throw CLI::ValidationError("--log-pattern",
                       fmt::format("{}. {}", pattern.error().message.text(), pattern.error().advice.text()));
               choices.logPattern = std::move(pattern).value();
           },
           "A JSON file that says by patterns how lines of a log state their steps, before what is known of trainers")
        ->type_name("FILE");
}

void addWholeMemory(CLI::App& app, uint64_t& memory)
{
    app.add_option("--memory", memory,
           "Memory for what is read, such as 8GB: files that take more are refused [a quarter of the machine's], of an "
           "index that does what its merge found is told [three quarters]")
        ->transform(memorySize())
        ->type_name("SIZE");
}

void addMemory(CLI::App& app, uint64_t& memory)
{
    app.add_option("--memory", memory,
           "Memory for what is read, such as 8GB: files that take more are cut short; of an index with more, the step "
           "that is looked at, or one rank of each group first [a quarter of the machine's]")
        ->transform(memorySize())
        ->type_name("SIZE");
}

void requireSource(const Source& source)
{
    if (source.paths.empty() && !source.demo)
        throw CLI::RequiredError("PATH or --demo");
    if (!source.paths.empty() && source.demo)
        throw CLI::ValidationError("--demo", "is a run of its own: give it without a PATH");
}

} // namespace bubblescope
