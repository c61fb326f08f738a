// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Import speed of logs by taught patterns: lines that match, lines that do not, and both in turn.
// Usage: bench_logpatterns [lines] [runs]
#include "logpattern.h"
#include "medianms.h"
#include "runlogimporter.h"

#include <cstdlib>
#include <iterator>
#include <string>

#include <fmt/format.h>

using namespace bubblescope;

namespace {

std::string logText(int lines, int everyWhich)
{
    std::string text;
    for (int i = 0; i < lines; ++i) {
        if (i % everyWhich == 0)
            fmt::format_to(std::back_inserter(text),
                "2026-03-01 10:00:00 INFO trainer step {} took {:.2f} s, loss {:.4f}, lr 1e-4\n", i, 2 + i % 7 * 0.01,
                9.0 / (1 + i * 1e-5));
        else
            fmt::format_to(
                std::back_inserter(text), "2026-03-01 10:00:00 INFO data worker {} reads shard {}\n", i % 8, i);
    }
    return text;
}

} // namespace

int main(int argc, char** argv)
{
    const int lines = argc > 1 ? std::atoi(argv[1]) : 1'000'000;
    const int runs = argc > 2 ? std::atoi(argv[2]) : 5;
    const auto pattern = LogPattern::parse(
        R"x({"name": "bench", "lines": ["\\bstep (?<step>\\d+) took (?<time_s>[\\d.]+) s, loss (?<loss>[\\d.]+)"]})x");
    for (const int everyWhich : {1, 2, 100}) {
        const std::string text = logText(lines, everyWhich);
        size_t steps = 0;
        const double ms = medianMs(runs, [&] {
            ImportChoices choices;
            choices.logPattern = *pattern;
            FileContents contents;
            ImportReport report;
            makeRunLogImporter()->importChosen(choices, *openMemory(text, "bench.log"), contents, report, {});
            steps = contents.runLogs.empty() ? 0 : contents.runLogs.front().steps.size();
        });
        fmt::print("{} lines, a step in {}: {:.0f} ms, {} steps (median of {})\n", lines, everyWhich, ms, steps, runs);
    }
}
