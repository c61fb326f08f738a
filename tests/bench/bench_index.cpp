// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// bench_index [FOLDER] [--full | --long | --ranks N --steps S | --frames]: writes a sample run, indexes it, merges, and
// opens the result in commands and the window. --full takes 10,240 ranks with 2,025 spans each (4.2 GB), --long 1,024
// with 100,800 (20 GB). Merges take 4 GB at most. FOLDER is kept; --frames only draws what is there. On a busy machine
// compare CPU times.
#include "folderloader.h"
#include "ganttview.h"
#include "indexcommand.h"
#include "indexinput.h"
#include "indexplaces.h"
#include "indexreading.h"
#include "indexshard.h"
#include "parallel.h"
#include "ranksearch.h"
#include "ranksums.h"
#include "samplecommand.h"
#include "summaryjson.h"
#include "theme.h"
#include "timelineplot.h"
#include "workspace.h"

#include <QApplication>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <functional>
#include <random>
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
        const auto seconds = [](const timeval& time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
        fmt::print("{:24} {:10.1f} ms  {:6.2f} s CPU  {:8.1f} MB  {}\n", name, ms,
            seconds(usage.ru_utime) + seconds(usage.ru_stime), double(usage.ru_maxrss) / 1024, said);
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, nullptr, 0);
}

double threadMs()
{
    timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

uint64_t bytesIn(const fs::path& folder)
{
    uint64_t bytes = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
        bytes += entry.is_regular_file() ? entry.file_size() : 0;
    return bytes;
}
/// Zooms, pans and scrolls over all ranks, each in a line of its own and grouped.
void measureFrames(const OpenedFolderPtr& opened)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    int count = 0;
    QApplication application(count, nullptr);
    applyTheme(application, ThemeChoice::Light);
    Workspace workspace;
    GanttView view(&workspace);
    view.resize(1920, 1080);
    workspace.document.setFolder(opened);
    view.show();
    QCoreApplication::processEvents();
    const TimeRange all = workspace.document.trace()->range();
    std::mt19937_64 dice(2);
    const auto unit = [&dice] { return double(dice() >> 11) / double(1ull << 53); };
    const auto measure = [&](const char* name, const std::function<void()>& change) {
        std::vector<double> cpu;
        for (int i = 0; i < 300; ++i) {
            const double before = threadMs();
            change();
            view.plot().replot(QCustomPlot::rpImmediateRefresh);
            cpu.push_back(threadMs() - before);
            QCoreApplication::processEvents();
        }
        std::sort(cpu.begin(), cpu.end());
        fmt::print("  {:32} cpu: median {:6.2f}  p99 {:6.2f} ms\n", name, cpu[cpu.size() / 2], cpu[cpu.size() * 99 / 100]);
    };
    TimelineRows& rows = view.plot().rows();
    for (const bool groups : {true, false}) {
        rows.setGroupsAlike(groups);
        workspace.window.showAll();
        fmt::print("{}\n", groups ? "groups of similar ranks" : "all ranks");
        measure("zoom", [&] {
            const double width = double(all.duration()) * std::pow(10, -5 * unit());
            const auto begin = all.begin + TimeNs(unit() * (double(all.duration()) - width));
            workspace.window.setVisibleRange({begin, begin + TimeNs(width)});
        });
        workspace.window.setVisibleRange({all.begin, all.begin + all.duration() / 10});
        measure("pan", [&] { workspace.window.panBy(unit() < 0.5 ? -0.07 : 0.09); });
        workspace.window.showAll();
        measure("scroll", [&] { rows.setScroll(unit() * rows.maximumScroll()); });
    }
}
} // namespace

int main(int argc, char** argv)
{
    fs::path folder = fs::temp_directory_path() / "bubblescope-bench-index";
    int ranks = 512;
    int steps = 4;
    bool drawsOnly = false;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--full") == 0) {
            ranks = 10240;
        } else if (std::strcmp(argv[i], "--long") == 0) {
            ranks = 1024;
            steps = 200;
        } else if (std::strcmp(argv[i], "--frames") == 0) {
            drawsOnly = true;
        } else if (std::strcmp(argv[i], "--ranks") == 0 && i + 1 < argc) {
            ranks = std::max(8, std::atoi(argv[++i]) / 8 * 8);
        } else if (std::strcmp(argv[i], "--steps") == 0 && i + 1 < argc) {
            steps = std::max(1, std::atoi(argv[++i]));
        } else {
            folder = argv[i];
        }
    }
    const std::string run = (folder / "run").string();
    const std::string index = (folder / "run.bubbleindex").string();
    FolderLoad load;
    load.paths = {index};
    if (drawsOnly) {
        measureFrames(FolderLoader(std::move(load)).load());
        return 0;
    }
    if (!fs::exists(run)) {
        measured("sample", [&]() -> std::string {
            SampleOptions options;
            options.stages = 8;
            options.tensor = 1;
            options.data = ranks / options.stages;
            options.microbatches = 84;
            options.layers = 32;
            options.steps = steps;
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
        merge.memory = uint64_t(4) << 30;
        return runIndex(merge) == ExitCode::Fine ? "" : "failed";
    });
    measured("summary", [&]() -> std::string {
        FolderLoad load;
        load.paths = {index};
        load.levels = false;
        load.asked = Asked::Findings;
        const OpenedFolderPtr summarized = FolderLoader(std::move(load)).load();
        if (!knownOf(*summarized).lacksSpans())
            return "no digest";
        return fmt::format("{} bytes of JSON", summaryJson(knownOf(*summarized), {})->size());
    });
    const std::shared_ptr<const RankBlocks> blocks = openRunIndex(IndexPlaces(index).run())->blocks(0);
    for (const char* text : {"rank:7", "loss_func", "dur>5ms"}) { // as where no rank is in memory
        measured("search", [&] {
            const RankMatchesPtr found
                = searchRanks(*blocks, *SpanQuery::parse(text), {threads}, [](const RankMatchesPtr&) { return true; });
            return fmt::format("{}: {} matches in {} ranks", text, found->count, found->ranks.size());
        });
    }
    measured("selection", [&] {
        const RankSumsPtr sums = sumRanks(
            *blocks, blocks->tables().range(), SelectionSummary::GroupBy::Name, threads, [](double) { return true; });
        return fmt::format("{} spans, {} names", sums->summary.spanCount(), sums->summary.groups().size());
    });
    uint64_t spans = 0;
    const auto open = [&](bool levels) {
        FolderLoad load;
        load.paths = {index};
        load.levels = levels;
        return FolderLoader(std::move(load)).load()->folder.statistics.spans;
    };
    const fs::path program = fs::read_symlink("/proc/self/exe").parent_path() / "../../app/bubblescope";
    for (const char* memory : {"", "--memory 512M "}) { // all ranks; those in sight
        fmt::print("window {}\n", memory);
        fflush(stdout);
        if (std::system(fmt::format("QT_QPA_PLATFORM=offscreen '{}' {}--time-to-frame '{}' 2>/dev/null", program.string(), memory, index).c_str()) != 0)
            fmt::print("no window: build `bubblescope`\n");
    }
    measured("open", [&] { return fmt::format("{} spans", open(false)); });
    measured("open with levels", [&] { return fmt::format("{} spans", open(true)); });
    spans = open(false);
    const double size = double(bytesIn(index));
    fmt::print("{:24} {:10.1f} MB, {:.1f} bytes a span ({:.1f} of them run.index)\n", "size", size / 1e6,
        size / double(std::max<uint64_t>(spans, 1)),
        double(fs::file_size(IndexPlaces(index).run())) / double(std::max<uint64_t>(spans, 1)));
    fflush(stdout);
    measureFrames(FolderLoader(std::move(load)).load());
    return 0;
}
