// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A file that teaches the lines of a log, and below it, after an empty line, the log.
#include "logpattern.h"
#include "mutators.h"
#include "runlogimporter.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace bubblescope;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed)
{
    return fuzz::mutated({data, size, most, seed}, {fuzz::mutateJson});
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const size_t end = std::min(text.find("\n\n"), size);
    const std::string_view json = text.substr(0, end);
    const std::string_view log = text.substr(std::min(end + 2, size));
    const Result<LogPatternPtr> pattern = LogPattern::parse(json);
    if (!pattern) {
        if (pattern.error().message.empty() || pattern.error().offset.value_or(0) > json.size())
            std::abort();
        return 0;
    }
    const std::string written = (*pattern)->text();
    const Result<LogPatternPtr> again = LogPattern::parse(written);
    if (again && (*again)->text() != written)
        std::abort();
    isTaughtLog(log, **pattern);
    ImportChoices choices;
    choices.logPattern = *pattern;
    FileContents contents;
    ImportReport report;
    makeRunLogImporter()->importChosen(choices, *openMemory(log, "fuzz.log"), contents, report, {});
    for (const RunLog& read : contents.runLogs) {
        for (size_t i = 0; i < read.steps.size(); ++i) {
            const LogStep& step = read.steps[i];
            if (i > 0 && read.steps[i - 1].step >= step.step)
                std::abort();
            for (const auto& figure : {step.stepMs, step.loss, step.learningRate, step.gradientNorm,
                     step.tokensPerSecond, step.samplesPerSecond, step.teraflops, step.mfuPercent, step.memoryGiB}) {
                if (figure && !std::isfinite(*figure))
                    std::abort();
            }
        }
        for (const LogTimer& timer : read.timers) {
            if (!std::isfinite(timer.ms) || timer.ms < 0)
                std::abort();
        }
    }
    return 0;
}
