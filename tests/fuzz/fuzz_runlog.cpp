// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Console output of training runs of all kinds; seeds in importers/runlog/samples.
#include "optprimewriter.h"
#include "runlogimporter.h"

#include <cmath>
#include <cstdlib>

using namespace bubblescope;

namespace {

/// What every consumer relies on: order, finite figures, questions that can be asked of any log.
void check(const RunLog& log)
{
    for (size_t i = 0; i < log.steps.size(); ++i) {
        const LogStep& step = log.steps[i];
        if (i > 0 && log.steps[i - 1].step >= step.step)
            std::abort();
        for (const auto& figure : {step.stepMs, step.loss, step.perplexity, step.learningRate, step.gradientNorm,
                 step.tokensPerSecond, step.samplesPerSecond, step.teraflops, step.mfuPercent, step.memoryGiB}) {
            if (figure && !std::isfinite(*figure))
                std::abort();
        }
    }
    for (const StageBlock& block : log.blocks) {
        if (!std::isfinite(block.totalMs()) || block.stage < 0)
            std::abort();
    }
    if (log.lossPoints() > log.steps.size() || log.stepCount() < 0)
        std::abort();
    if (log.description
        && !(whatIsWrong(log.description->model).empty() && whatIsWrong(log.description->layout).empty()))
        std::abort();
    log.medianStepMs();
    log.stageForwardMsPerMicrobatch();
    log.medianLayerForwardMs();
}

RunLog readBack(const std::string& text)
{
    FileContents contents;
    ImportReport report;
    makeRunLogImporter()->import(*openMemory(text, "written"), contents, report, {});
    return contents.runLogs.empty() ? RunLog {} : contents.runLogs.front();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static const std::unique_ptr<Importer> importer = makeRunLogImporter();
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    importer->sniff(text);
    const std::unique_ptr<ByteSource> source = openMemory(text, "fuzz");
    FileContents contents;
    ImportReport report;
    importer->import(*source, contents, report, {});
    for (const RunLog& log : contents.runLogs) {
        check(log);
        if (log.kind == RunLog::Kind::OptPrime && readBack(writeOptPrimeLog(log)).blocks.size() != log.blocks.size())
            std::abort();
    }
    return 0;
}
