// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"

#include "folderloader.h"
#include "runcache/runcache.h"
#include "samplecommand.h"

#include <cstdio>
#include <fmt/format.h>

namespace bubblescope {

namespace {
void print(std::FILE* stream, const std::string& text)
{
    std::fwrite(text.data(), 1, text.size(), stream);
    std::fflush(stream);
}

void print(const Error& error)
{
    print(stderr, fmt::format("bubblescope: {}{}{}\n", error.message, error.advice.empty() ? "" : " ", error.advice));
}

double megabytes(uint64_t bytes) { return static_cast<double>(bytes) / 1e6; }
} // namespace

ExitCode runInspect(const InspectCommand& command)
{
    InspectOptions options = command.options;
    const RunCache cache(command.source.useCache ? RunCache::defaultDirectory() : std::string(), BUBBLESCOPE_VERSION);
    FolderLoad load;
    load.paths = command.source.paths;
    load.cache = command.source.useCache ? &cache : nullptr;
    load.levels = false; // nothing is drawn
    FolderLoader loader(std::move(load));
    OpenedFolderPtr opened;
    if (command.source.demo) {
        Result<RunFolder> demo = makeSampleFolder(demoOptions());
        if (!demo) {
            print(stderr, "bubblescope: " + demo.error().message + '\n');
            return ExitCode::NothingUsable;
        }
        opened = std::make_shared<OpenedFolder>(OpenedFolder {std::move(demo).value(), {}, {}});
    } else {
        opened = loader.load();
    }
    options.peakRssBytes = peakRssBytes();
    const RunFolder& folder = opened->folder;
    print(stdout, command.json ? inspectJson(folder, options) : inspectText(folder, options));
    loader.store();
    if (folder.isEmpty())
        return ExitCode::NothingUsable;
    return command.strict && folder.report.hasErrors() ? ExitCode::OpenedWithErrors : ExitCode::Fine;
}

ExitCode runSample(const SampleCommand& command)
{
    const Result<WrittenSample> written = writeSample(command.options, command.directory);
    if (!written) {
        print(written.error());
        return ExitCode::Usage;
    }
    print(stdout,
        fmt::format("{} files, {:.1f} MB, {} spans in {}\nwhat was planted: {}/truth.json\n", written->files.size(),
            megabytes(written->bytes), written->truth.spans, command.directory, command.directory));
    return ExitCode::Fine;
}

ExitCode runSimulate(const SimulateCommand& command)
{
    const Result<SimulationReport> report = simulatePlain(command.pipeline);
    if (!report) {
        print(report.error());
        return ExitCode::NothingUsable;
    }
    print(stdout, command.json ? simulationJson(*report) : simulationText(*report));
    return ExitCode::Fine;
}

ExitCode runCache(const CacheCommand& command)
{
    const RunCache cache(RunCache::defaultDirectory(), BUBBLESCOPE_VERSION);
    if (cache.directory().empty()) {
        print(stdout, "no cache: neither XDG_CACHE_HOME nor HOME names a folder\n");
        return ExitCode::Fine;
    }
    const RunCache::Usage usage = command.clear ? cache.clear() : cache.usage();
    print(stdout,
        fmt::format("{}{} runs, {:.1f} MB in {}\n", command.clear ? "deleted: " : "", usage.files,
            megabytes(usage.bytes), cache.directory()));
    return ExitCode::Fine;
}

} // namespace bubblescope
