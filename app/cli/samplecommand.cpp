// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "samplecommand.h"

#include "inspectorwriter.h"
#include "jsontext.h"
#include "nvidiasmiwriter.h"
#include "optprimewriter.h"
#include "outputfile.h"
#include "parallel.h"
#include "ranktracewriter.h"
#include "sampleinspector.h"
#include "samplerun.h"
#include "workitemwriter.h"
#include "workloadwriter.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <set>
#include <span>
#include <system_error>

namespace bubblescope {

namespace {

namespace fs = std::filesystem;

constexpr const char* truthFile = "truth.json";
// Lies in the folder until all of the sample is there.
constexpr const char* unfinishedFile = "unfinished";
constexpr const char* stamp = "20260101000000";

/// node0/wd16_tp2_pp4_numl32_bs1_GPT2BPETokenizer_rank7_20260101000000.txt, as the tracer names its files.
std::string rankFile(const Run& run, const RankInfo& rank)
{
    return run.trace->hosts()[rank.host] + '/' + rankTraceFileName(run.layout, rank.rank, stamp);
}

/// As if nvidia-smi had run on each host.
std::string telemetryFile(int host) { return fmt::format("node{}/nvidia-smi.csv", host); }

/// As the Inspector names the file of a process.
std::string inspectorFile(const CommunicatorLog& log)
{
    return fmt::format("inspector/{}-pid{}.log", log.host, log.process);
}

/// The communicators of the same process as those at `begin`.
std::span<const CommunicatorLog> ofOneProcess(std::span<const CommunicatorLog> logs, size_t begin)
{
    size_t end = begin;
    while (end < logs.size() && logs[end].host == logs[begin].host && logs[end].process == logs[begin].process)
        ++end;
    return logs.subspan(begin, end - begin);
}

/// States for the importer how often the one layer of the table is repeated.
std::string modelConfiguration(const SampleOptions& options)
{
    const nlohmann::ordered_json json = {
        {"model_type", "gpt2"},
        {"n_layer", options.layers},
        {"n_embd", options.hiddenSize},
        {"n_positions", options.sequenceLength},
        {"vocab_size", options.vocabulary},
    };
    return jsonText(json);
}

Error fileError(const fs::path& path, std::string_view what, std::string advice)
{
    return {fmt::format("{} {}.", path.string(), what), std::move(advice), {}};
}

/// Only an empty folder, or one with just an earlier sample, may be written to.
std::optional<Error> checkDirectory(const fs::path& directory, const std::vector<std::string>& files)
{
    std::error_code error;
    const fs::file_status status = fs::status(directory, error);
    if (!fs::exists(status))
        return std::nullopt;
    if (!fs::is_directory(status))
        return fileError(directory, "is not a folder", "Name a folder that is empty or does not exist yet.");
    std::set<std::string> own(files.begin(), files.end());
    own.insert(unfinishedFile);
    bool isEmpty = true;
    for (fs::recursive_directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (it->is_directory(ignored) && !it->is_symlink(ignored))
            continue;
        isEmpty = false;
        const std::string name = it->path().lexically_relative(directory).generic_string();
        if (!own.contains(name)) {
            return fileError(directory, fmt::format("holds {}, which is not part of this sample", name),
                "Name a folder that is empty or does not exist yet.");
        }
    }
    if (error)
        return fileError(directory, fmt::format("cannot be read: {}", error.message()), "Check its permissions.");
    if (!isEmpty && !fs::exists(directory / truthFile, error) && !fs::exists(directory / unfinishedFile, error)) {
        return fileError(directory, "is not empty and holds no earlier sample",
            "Name a folder that is empty or does not exist yet.");
    }
    return std::nullopt;
}

std::optional<Error> writeFile(const fs::path& path, std::string_view text)
{
    if (std::optional<Error> error = makeFolder(path.parent_path().string()))
        return error;
    return writeWholeFile(path.string(), text, OutputFile::Safety::InSystem);
}

} // namespace

Result<WrittenSample> writeSample(const SampleOptions& options, const std::string& directory, uint64_t spansAtOnce)
{
    const fs::path root(directory);
    WrittenSample written;
    std::vector<std::string> tables {"layers.tsv", "layers.json", "workload.txt", "train_log.txt", truthFile};
    for (int host = 0; !options.throttles.empty() && host < options.hosts; ++host)
        tables.push_back(telemetryFile(host));
    std::optional<Error> failed;
    const auto takeSteps = [&](const Run& run) {
        const Trace& trace = *run.trace;
        const bool isFirst = written.files.empty();
        if (isFirst) {
            for (const RankInfo& rank : trace.ranks())
                written.files.push_back(rankFile(run, rank));
            for (const RankInfo& rank : trace.ranks()) {
                if (!options.slowNics.empty())
                    written.files.push_back(inspectorFile(sampleProcess(SampleLayout(options), rank.rank)));
            }
            written.files.insert(written.files.end(), tables.begin(), tables.end());
            failed = checkDirectory(root, written.files);
            if (!failed)
                failed = writeFile(root / unfinishedFile, "Writing this sample did not end: write it again.\n");
            if (failed)
                return false;
        }
        // As many ranks at a time as there are threads.
        std::atomic<uint64_t> bytes {0};
        std::mutex failing;
        forEachParallel(trace.ranks().size(), threadCount(), [&](size_t i) {
            const std::string text = writeRankTrace(trace, trace.ranks()[i].rank);
            const fs::path path = root / written.files[i];
            bytes += text.size();
            if (std::optional<Error> error = isFirst ? writeFile(path, text) : appendToFile(path.string(), text)) {
                const std::lock_guard lock(failing);
                failed = std::move(error);
            }
        });
        written.bytes += bytes;
        return !failed;
    };
    const Result<SampleRun> made = makeSampleInParts(options, takeSteps, spansAtOnce);
    if (!made)
        return made.error();
    const auto write = [&](const std::string& name, const std::string& text) {
        written.bytes += text.size();
        if (!failed)
            failed = writeFile(root / name, text);
    };
    write("layers.tsv", writeWorkItems(made->layerTable));
    write("layers.json", modelConfiguration(options));
    write("workload.txt", writeWorkload(made->workload));
    write("train_log.txt", writeOptPrimeLog(made->runLog));
    const size_t gpus = made->telemetry.size() / size_t(std::max(options.hosts, 1));
    for (int host = 0; !made->telemetry.empty() && host < options.hosts; ++host)
        write(telemetryFile(host), writeNvidiaSmi(std::span(made->telemetry).subspan(size_t(host) * gpus, gpus)));
    for (size_t begin = 0; begin < made->communicators.size();) {
        const auto ofProcess = ofOneProcess(made->communicators, begin);
        write(inspectorFile(ofProcess.front()), writeInspector(ofProcess));
        begin += ofProcess.size();
    }
    write(truthFile, made->truth.toJson());
    std::error_code error;
    if (!failed && !fs::remove(root / unfinishedFile, error))
        failed = fileError(root / unfinishedFile, "cannot be removed", "Remove it: the sample is whole.");
    if (!failed)
        failed = synchronise(directory);
    if (failed)
        return *std::move(failed);
    written.truth = made->truth;
    return written;
}

} // namespace bubblescope
