// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkarguments.h"

#include "gaterules.h"
#include "sharedarguments.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace bubblescope {

namespace {
double growthOf(const std::string& option, const std::string& text)
{
    const std::optional<double> growth = parseGrowth(text);
    if (!growth)
        throw CLI::ValidationError(option, "give a growth in percent, as +3%");
    return *growth;
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
} // namespace

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
               [&command, quantity, option](
                   const std::string& text) { command.rules.of(quantity) = growthOf(option, text); },
               fmt::format("How much {} may grow, in percent {}{}", gateQuantityName(quantity).text(), of,
                   quantity == GateQuantity::Step ? " [+1%]" : ""))
            ->type_name("+P%");
    }
    app.add_option_function<std::string>(
           "--min-mfu",
           [&command](const std::string& text) {
               command.rules.leastMfu = parseLeastMfu(text);
               if (!command.rules.leastMfu)
                   throw CLI::ValidationError("--min-mfu", "give a share of the peak in percent, as 40%");
           },
           "The MFU that a step of the run has to reach, where model, batch and GPU are known")
        ->type_name("P%");
    app.add_option("--seed", command.rules.test.seed, "Of the bootstrap: the same seed, the same answer")
        ->capture_default_str();
    app.add_option("--junit", command.junit, "Write the answer for a CI server")->type_name("FILE");
    app.add_option("--markdown", command.markdown, "Write the answer for a pull request")->type_name("FILE");
    app.add_flag("--json", command.json, "For programs; the keys are stable");
    addNoCache(app, command.useCache);
    addKernels(app, command.choices.kernels);
    addLogPattern(app, command.choices);
    addWholeMemory(app, command.memory);
    app.footer("Exit codes: 0 fine or better, 1 wrong usage, 2 nothing usable found, 5 worse, 6 not comparable, "
               "7 cannot tell.");
}

} // namespace bubblescope
