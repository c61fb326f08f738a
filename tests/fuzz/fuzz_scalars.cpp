// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "goldenvalues.h"
#include "mutators.h"
#include "scalartable.h"

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
    for (const auto& importer : {makeGoldenValuesImporter(), makeScalarTableImporter()}) {
        importer->sniff(text);
        FileContents contents;
        ImportReport report;
        importer->import(*openMemory(text, "run-a-tag-loss.csv"), contents, report, {});
        for (const RunLog& log : contents.runLogs) {
            if (log.steps.empty())
                std::abort();
            for (const LogStep& step : log.steps) {
                if (step.loss && !std::isfinite(*step.loss))
                    std::abort();
            }
        }
    }
    return 0;
}
