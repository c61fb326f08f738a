// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkcommand.h"

#include "closestword.h"
#include "console.h"
#include "gatereport.h"
#include "gateruns.h"
#include "numbertext.h"
#include "outputfile.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <array>

namespace bubblescope {

namespace {

constexpr size_t largestRules = 1 << 20;

double growthOf(const std::string& option, const std::string& text)
{
    const std::optional<double> growth = parseGrowth(text);
    if (!growth)
        throw CLI::ValidationError(option, "give a growth in percent, as +3%");
    return *growth;
}

Error refusedRule(const std::string& what)
{
    return {say("The rules cannot be read: {}.", what),
        say("Write them as {}.", R"({"max": {"step": "+3%"}, "max_findings": {"slow-link": "+1%"}})"), {}};
}

std::optional<double> growthIn(const nlohmann::json& value)
{
    return value.is_string() ? parseGrowth(value.get_ref<const std::string&>()) : std::nullopt;
}

/// Reads a file of rules while options are parsed, so that mistakes in it are wrong usage.
void addRules(const std::string& path, GateRules& rules)
{
    std::ifstream file(path, std::ios::binary);
    std::string text(largestRules + 1, '\0');
    file.read(text.data(), std::streamsize(text.size()));
    text.resize(size_t(std::max<std::streamsize>(file.gcount(), 0)));
    if (text.empty())
        throw CLI::ValidationError("--rules", fmt::format("\"{}\" cannot be read, or is empty", path));
    if (const std::optional<Error> error = readGateRules(text, rules))
        throw CLI::ValidationError("--rules", fmt::format("{} {}", error->message.text(), error->advice.text()));
}

bool write(const std::string& path, const std::string& text)
{
    if (path.empty())
        return true;
    const std::optional<Error> error = writeWholeFile(path, text);
    if (error)
        printError(*error);
    return !error;
}

} // namespace

std::optional<double> parseGrowth(std::string_view text)
{
    text = trimmed(text);
    if (!text.ends_with('%'))
        return std::nullopt;
    text.remove_suffix(1);
    if (text.starts_with('+'))
        text.remove_prefix(1);
    const std::optional<double> percent = parseNumber(text);
    constexpr double most = 10'000;
    return percent && *percent >= 0 && *percent <= most ? std::optional(*percent / 100) : std::nullopt;
}

std::optional<Error> readGateRules(std::string_view text, GateRules& rules)
{
    using JsonValue = nlohmann::json;
    if (text.size() > largestRules)
        return refusedRule("a file of rules has at most 1 MB");
    const JsonValue json = JsonValue::parse(text, nullptr, false);
    if (!json.is_object())
        return refusedRule("that is no JSON object");
    for (const auto& [key, value] : json.items()) {
        if (key == "seed") {
            if (!value.is_number_unsigned())
                return refusedRule("the seed is no whole number");
            rules.test.seed = value.get<uint64_t>();
            continue;
        }
        if (key != "max" && key != "max_findings") {
            constexpr std::array<std::string_view, 3> known {"max", "max_findings", "seed"};
            const std::string_view meant = closestWord(key, known);
            return refusedRule(
                meant.empty() ? fmt::format("there is no \"{}\"", key) : fmt::format("\"{}\": did you mean {}?", key, meant));
        }
        if (!value.is_object())
            return refusedRule(fmt::format("\"{}\" is no object", key));
        for (const auto& [name, limit] : value.items()) {
            const std::optional<double> growth = growthIn(limit);
            if (!growth)
                return refusedRule(fmt::format("\"{}\" is no growth in percent, as \"+3%\"", name));
            if (key == "max_findings") {
                rules.mostOfFinding[name] = *growth;
            } else if (const std::optional<GateQuantity> quantity = gateQuantityOfKey(name)) {
                rules.of(*quantity) = *growth;
            } else {
                return refusedRule(fmt::format("there is no quantity \"{}\"", name));
            }
        }
    }
    return std::nullopt;
}

void addCheckOptions(CLI::App& app, CheckCommand& command)
{
    app.add_option("RUN", command.run, "The run to judge: a file or folder")->required()->type_name("");
    app.add_option("--baseline", command.baselines, "Runs of the same job before it; a folder may hold several")
        ->required()
        ->type_name("PATH");
    // Before the other limits, which are applied in this order.
    app.add_option_function<std::string>(
           "--rules", [&command](const std::string& path) { addRules(path, command.rules); },
           "Limits from a JSON file; options given here count more")
        ->type_name("FILE");
    for (int q = 0; q < gateQuantityCount; ++q) {
        const auto quantity = GateQuantity(q);
        const std::string option = fmt::format("--max-{}", gateQuantityKey(quantity));
        const char* of = quantity == GateQuantity::Memory ? "of the peak" : "of the step of the baseline";
        app.add_option_function<std::string>(
               option,
               [&command, quantity, option](const std::string& text) {
                   command.rules.of(quantity) = growthOf(option, text);
               },
               fmt::format("How much {} may grow, in percent {}{}", gateQuantityName(quantity).text(), of,
                   quantity == GateQuantity::Step ? " [+1%]" : ""))
            ->type_name("+P%");
    }
    app.add_option("--seed", command.rules.test.seed, "Of the bootstrap: the same seed, the same answer")
        ->capture_default_str();
    app.add_option("--junit", command.junit, "Write the answer for a CI server")->type_name("FILE");
    app.add_option("--markdown", command.markdown, "Write the answer for a pull request")->type_name("FILE");
    app.add_flag("--json", command.json, "For programs; the keys are stable");
    app.add_flag_function(
        "--no-cache", [&command](int64_t) { command.useCache = false; }, "Read all files again, and cache nothing");
    app.footer("Exit codes: 0 fine or better, 1 wrong usage, 2 nothing usable found, 5 worse, 6 not comparable.");
}

ExitCode runCheck(const CheckCommand& command)
{
    const JudgedFolders judged(command);
    if (!judged.report()) {
        printError(Error {say("There is no run or log to judge."),
            say("`bubblescope inspect` says what is there; both need steps with times."), {}});
        return ExitCode::NothingUsable;
    }
    const GateReport& report = *judged.report();
    const GateCall call {judged.run(), command};
    print(stdout, command.json ? gateJson(report, call) : gateText(report, call));
    const bool isWritten = write(command.junit, command.junit.empty() ? std::string() : gateJunit(report, call))
        && write(command.markdown, command.markdown.empty() ? std::string() : gateMarkdown(report, call));
    if (!isWritten)
        return ExitCode::Usage;
    switch (report.verdict) {
    case Verdict::Worse:
        return ExitCode::Worse;
    case Verdict::NotComparable:
        return ExitCode::NotComparable;
    default:
        return ExitCode::Fine;
    }
}

} // namespace bubblescope
