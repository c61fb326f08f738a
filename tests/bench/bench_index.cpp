// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// bench_index [FOLDER] [--full] [--ranks N --microbatches M]: writes a sample run, indexes it by tasks as a cluster would,
// merges, and opens the result. --full takes 10,240 ranks with about 2,000 spans each; FOLDER is kept.
#include "folderloader.h"
#include "indexcommand.h"
#include "indexinput.h"
#include "indexplaces.h"
#include "indexshard.h"
#include "parallel.h"
#include "samplecommand.h"
#include "summarydigest.h"
#include "summaryjson.h"

#include <fmt/format.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace bubblescope;
namespace fs = std::filesystem;

namespace {
double millisecondsOf(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

/// Runs work in a process of its own, since memory is measured; prints its time and the most memory that it had.
void measured(const char* name, const std::function<std::string()>& work)
{
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        std::string said;
        const double ms = millisecondsOf([&] { said = work(); });
        rusage usage {};
        getrusage(RUSAGE_SELF, &usage);
        fmt::print("{:24} {:10.1f} ms  {:8.1f} MB  {}\n", name, ms, double(usage.ru_maxrss) / 1024, said);
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, nullptr, 0);
}

uint64_t bytesIn(const fs::path& folder)
{
    uint64_t bytes = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
        bytes += entry.is_regular_file() ? entry.file_size() : 0;
    return bytes;
}
} // namespace

int main(int argc, char** argv)
{
    fs::path folder = fs::temp_directory_path() / "bubblescope-bench-index";
    int ranks = 512;
    int microbatches = 32;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--full") == 0) {
            ranks = 10240;
            microbatches = 96;
        } else if (std::strcmp(argv[i], "--ranks") == 0 && i + 1 < argc) {
            ranks = std::max(8, std::atoi(argv[++i]));
        } else if (std::strcmp(argv[i], "--microbatches") == 0 && i + 1 < argc) {
            microbatches = std::max(1, std::atoi(argv[++i]));
        } else {
            folder = argv[i];
        }
    }
    const std::string run = (folder / "run").string();
    const std::string index = (folder / "run.bubbleindex").string();
    if (!fs::exists(run)) {
        measured("sample", [&]() -> std::string {
            SampleOptions options;
            options.stages = 8;
            options.tensor = 1;
            options.data = ranks / options.stages;
            options.microbatches = microbatches;
            options.layers = 32;
            options.steps = 1;
            options.hosts = options.data % 4 == 0 ? ranks / 8 / 4 : 1;
            options.stragglers = {{3, 1.15}};
            const Result<WrittenSample> written = writeSample(options, run);
            return written ? fmt::format("{} spans", written->truth.spans) : written.error().message.text();
        });
    }
    fs::remove_all(index);
    const double megabytes = double(bytesIn(run)) / 1e6;
    const unsigned threads = threadCount();
    double indexMs = 0;
    const std::optional<IndexInput> input = listInput({run});
    indexMs = millisecondsOf([&] {
        measured("index", [&]() -> std::string {
            const ShardResult result = indexShard(*input, index, {}, threads);
            return result.error ? result.error->message.text() : fmt::format("{} files", result.indexed);
        });
    });
    fmt::print("{:24} {:10.1f} MB/s of {:.1f} MB\n", "", megabytes / indexMs * 1e3, megabytes);
    measured("merge", [&]() -> std::string {
        IndexCommand merge;
        merge.index = index;
        merge.merge = true;
        return runIndex(merge) == ExitCode::Fine ? "" : "failed";
    });
    measured("summary", [&]() -> std::string {
        const std::optional<SummarizedFolder> summarized = summarizedIndex({index});
        if (!summarized)
            return "no digest";
        SummaryOptions options;
        options.known = summarized->analyses;
        return fmt::format("{} bytes of JSON", summaryJson(summarized->folder, options)->size());
    });
    uint64_t spans = 0;
    const auto open = [&](bool levels) {
        FolderLoad load;
        load.paths = {index};
        load.levels = levels;
        return FolderLoader(std::move(load)).load()->folder.statistics.spans;
    };
    measured("open", [&] { return fmt::format("{} spans", open(false)); });
    measured("open with levels", [&] { return fmt::format("{} spans", open(true)); });
    spans = open(false);
    const double size = double(bytesIn(index));
    fmt::print("{:24} {:10.1f} MB, {:.1f} bytes a span ({:.1f} of them run.index)\n", "size", size / 1e6,
        size / double(std::max<uint64_t>(spans, 1)),
        double(fs::file_size(IndexPlaces(index).run())) / double(std::max<uint64_t>(spans, 1)));
    return 0;
}
