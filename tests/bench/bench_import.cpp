// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Import speed of rank traces and profiler traces, from bytes on disk to a finished trace.
// Usage: bench_import [MB in all] [runs] [profiler events]
#include "folderscan.h"
#include "rungrouping.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

using namespace bubblescope;
namespace fs = std::filesystem;

namespace {

constexpr int ranks = 16;
constexpr int stages = 4;

// One rank of a mixture-of-experts job in the steady state of 1F1B; `subs` sub-operations per pass.
void writeRank(const fs::path& path, int rank, size_t bytes, int subs)
{
    std::string text;
    text.reserve(bytes + (size_t(1) << 20));
    const int stage = rank * stages / ranks;
    double at = 3374077639.43;
    const auto out = std::back_inserter(text);
    const auto operation = [&](std::string_view name, int batch, double duration, std::string_view group, int count) {
        const double begin = at;
        at += duration;
        const bool message = group == "pp";
        fmt::format_to(out,
            "rank:{}:{}(stage_id={},batch_id={},mg_state=steady,duration={:.2f},description=None,"
            "group_kind={},input__shape={},input__dtype={},timestamp={:.2f},sub_operations=[",
            rank, name, stage, batch, duration, group, message ? "[1024, 1, 4096]" : "None",
            message ? "torch.bfloat16" : "None", at);
        for (int i = 0; i < count; ++i) {
            const double end = begin + duration * (i + 1) / (count + 1);
            const int tokens = 2048 + (batch * 7 + i * 13 + rank) % 97; // shapes differ from microbatch to microbatch
            if (i % 5 == 0) {
                fmt::format_to(out,
                    "{}'trace_src_func=_gather_along_first_dim_expert_parallel,duration=0.12,"
                    "timestamp={:.2f},input__shape=[8],input__dtype=torch.int64,"
                    "func_name=gather_along_first_dim_expert_parallel,group=exp,comm_func=allgather'",
                    i ? ", " : "", end);
            } else {
                fmt::format_to(out,
                    "{}'trace_src_func=_profiled_all_to_all_single,duration=0.31,timestamp={:.2f},"
                    "input__shape=[{}, 4096],input__dtype=torch.bfloat16,group=exp,comm_func=all_to_all'",
                    i ? ", " : "", end, tokens);
            }
        }
        text += "])\n";
        at += 0.1;
    };
    while (text.size() < bytes) {
        for (int batch = 0; batch < 16; ++batch) {
            operation("recv_forward", batch, 0.4, "pp", 0);
            operation("forward_step", batch, 12.3, "None", subs);
            operation("send_forward", batch, 3.14, "pp", 0);
            operation("backward_step", batch, 16.32, "None", subs);
            operation("send_backward", batch, 0.39, "pp", 0);
        }
        operation("dp_allreduce", 0, 9.0, "dp", 0);
        operation("optimizer_step", 0, 12.0, "None", 0);
    }
    std::ofstream(path, std::ios::binary) << text;
}

// A profiler trace of one rank: operators on 16 threads, three deep, and kernels with their arguments.
void writeProfilerTrace(const fs::path& path, size_t events)
{
    std::string text = "{\"schemaVersion\":1,\"distributedInfo\":{\"rank\":0,\"world_size\":1},\"traceEvents\":[";
    const auto out = std::back_inserter(text);
    int64_t at = 1694128201428006000; // ns
    for (size_t i = 0; i < events; ++i) {
        const size_t depth = i % 4;
        const size_t thread = i / 4 % 16;
        const auto begin = at + static_cast<int64_t>(depth) * 1000;
        if (depth < 3) {
            fmt::format_to(out,
                "{}\n{{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::op_{}\",\"pid\":4037,\"tid\":{},\"ts\":{}.{:03}"
                ","
                "\"dur\":{}.25,\"args\":{{\"External id\":{},\"Ev Idx\":{}}}}}",
                i ? "," : "", i * 7 % 300, thread, begin / 1000, begin % 1000, 9 - 2 * depth, i, i);
        } else {
            fmt::format_to(out,
                ",\n{{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"void "
                "gemm_{}<float>()\",\"pid\":0,\"tid\":{},\"ts\":{}.{:03},"
                "\"dur\":5.5,\"args\":{{\"device\":0,\"stream\":{},\"correlation\":{},\"grid\":[8,1,1]}}}}",
                i * 7 % 100, 7 + thread, begin / 1000, begin % 1000, 7 + thread, i);
            at += thread == 15 ? 10'000 : 0;
        }
    }
    text += "\n]}\n";
    std::ofstream(path, std::ios::binary) << text;
}

/// Wall time and CPU time: on a busy machine, only the latter is comparable.
struct Seconds {
    double wall = 0;
    double cpu = 0;
};

Seconds seconds(const std::function<void()>& work)
{
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t cpuStart = std::clock();
    work();
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
        static_cast<double>(std::clock() - cpuStart) / CLOCKS_PER_SEC};
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

std::vector<NamedPart> readFiles(const FolderScan& scan, unsigned threads)
{
    std::vector<NamedPart> parts(scan.files.size());
    std::atomic<size_t> next {0};
    const auto work = [&] {
        for (size_t i = next++; i < scan.files.size(); i = next++) {
            const ScannedFile& file = scan.files[i];
            auto source = openFile(file.path, file.name);
            FileContents contents;
            ImportReport report;
            if (source && file.importer->import(**source, contents, report, {}) && !contents.traceParts.empty())
                parts[i] = {file.name, std::move(contents.traceParts.front())};
        }
    };
    std::vector<std::thread> pool;
    for (unsigned t = 1; t < threads; ++t)
        pool.emplace_back(work);
    work();
    for (std::thread& thread : pool)
        thread.join();
    return parts;
}

void measure(const char* what, const fs::path& folder, int runs)
{
    ImportReport report;
    const FolderScan scan = scanPaths({folder.string()}, ImporterRegistry::builtin(), report);
    const double bytes = std::accumulate(scan.files.begin(), scan.files.end(), 0.0,
        [](double sum, const ScannedFile& file) { return sum + static_cast<double>(file.size); });
    fmt::print("{}: {} files, {:.0f} MB\n", what, scan.files.size(), bytes / 1e6);
    for (const unsigned threads : {1u, 2u}) {
        std::vector<double> reading;
        std::vector<double> readingCpu;
        std::vector<double> finishing;
        std::vector<double> finishingCpu;
        double spans = 0;
        double memory = 0;
        for (int run = 0; run < runs; ++run) {
            std::vector<NamedPart> parts;
            const Seconds read = seconds([&] { parts = readFiles(scan, threads); });
            std::vector<Run> made;
            const Seconds finish = seconds([&] { made = groupRuns(std::move(parts), folder.string(), report); });
            reading.push_back(read.wall);
            readingCpu.push_back(read.cpu);
            finishing.push_back(read.wall + finish.wall);
            finishingCpu.push_back(finish.cpu);
            spans = made.front().trace->spanCount();
            memory = static_cast<double>(made.front().trace->memoryBytes());
        }
        const double megabytesRead = bytes / 1e6;
        fmt::print("  {} thread{}: import {:.0f} MB/s ({:.0f} MB per core second), with finish() {:.0f} MB/s; finish() "
                   "{:.0f} ns/span; {:.1f} M spans, {:.1f} bytes/span (medians of {})\n",
            threads, threads == 1 ? "" : "s", megabytesRead / median(reading), megabytesRead / median(readingCpu),
            megabytesRead / median(finishing), median(finishingCpu) * 1e9 / spans, spans / 1e6, memory / spans, runs);
    }
    fs::remove_all(folder);
}

void measureRankTraces(const char* what, int subs, size_t megabytes, int runs)
{
    const fs::path folder = fs::temp_directory_path() / fmt::format("bubblescope-bench-{}-{}", what, megabytes);
    fs::create_directories(folder);
    for (int rank = 0; rank < ranks; ++rank) {
        writeRank(folder / fmt::format("wd{}_tp1_pp{}_rank{}_20250818095052.txt", ranks, stages, rank), rank,
            megabytes * 1'000'000 / ranks, subs);
    }
    measure(what, folder, runs);
}

void measureProfilerTrace(size_t events, int runs)
{
    const fs::path folder = fs::temp_directory_path() / fmt::format("bubblescope-bench-profiler-{}", events);
    fs::create_directories(folder);
    writeProfilerTrace(folder / "rank0.pt.trace.json", events);
    measure("profiler trace", folder, runs);
}

} // namespace

int main(int argc, char** argv)
{
    const size_t megabytes = argc > 1 ? std::max(1, std::atoi(argv[1])) : 256;
    const int runs = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
    measureRankTraces("mixture-of-experts", 10, megabytes, runs);
    measureRankTraces("plain-operations", 0, megabytes, runs);
    measureProfilerTrace(argc > 3 ? static_cast<size_t>(std::max(1, std::atoi(argv[3]))) : 1'000'000, runs);
    return 0;
}
