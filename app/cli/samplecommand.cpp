// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "samplecommand.h"

#include "jsontext.h"
#include "optprimewriter.h"
#include "outputfile.h"
#include "parallel.h"
#include "ranktracewriter.h"
#include "samplerun.h"
#include "simulatecommand.h"
#include "workitemwriter.h"
#include "workloadwriter.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <charconv>
#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>

namespace bubblescope {

namespace {
/// An option of the form A:F that may be repeated.
template <typename Factor>
CLI::Option* addFactors(CLI::App& app, const std::string& name, std::vector<Factor>& target,
    Result<Factor> (*parse)(std::string_view), const std::string& description)
{
    return app.add_option_function<std::vector<std::string>>(
        name,
        [name, &target, parse](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) {
                const auto factor = parse(text);
                if (!factor)
                    throw CLI::ValidationError(name, factor.error().message.text());
                target.push_back(*factor);
            }
        },
        description);
}


namespace fs = std::filesystem;

constexpr const char* truthFile = "truth.json";
constexpr const char* stamp = "20260101000000";

/// node0/wd16_tp2_pp4_numl32_bs1_GPT2BPETokenizer_rank7_20260101000000.txt, as the tracer names its files.
std::string rankFile(const Run& run, const RankInfo& rank)
{
    return run.trace->hosts()[rank.host] + '/' + rankTraceFileName(run.layout, rank.rank, stamp);
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
    const std::set<std::string> own(files.begin(), files.end());
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
    if (!isEmpty && !fs::exists(directory / truthFile, error)) {
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

template <typename Factor> Result<Factor> parseFactor(std::string_view text, const char* what)
{
    const size_t colon = text.find(':');
    int number = 0;
    bool isGood = colon != std::string_view::npos && colon > 0;
    if (isGood) {
        const char* const end = text.data() + colon;
        const auto [rest, failure] = std::from_chars(text.data(), end, number);
        isGood = failure == std::errc() && rest == end && number >= 0;
    }
    double factor = 0;
    if (isGood) {
        const char* const end = text.data() + text.size();
        const auto [rest, failure] = std::from_chars(text.data() + colon + 1, end, factor);
        isGood = failure == std::errc() && rest == end && factor > 0 && factor < 1e6;
    }
    if (!isGood) {
        return Error {fmt::format("\"{}\" is not a {} and a factor.", text, what),
            fmt::format("Write it like 3:1.25: {} 3 takes 1.25 times as long.", what), {}};
    }
    return Factor {number, factor};
}

} // namespace

Result<SampleOptions::RankFactor> parseRankFactor(std::string_view text)
{
    return parseFactor<SampleOptions::RankFactor>(text, "rank");
}

Result<SampleOptions::LinkFactor> parseLinkFactor(std::string_view text)
{
    return parseFactor<SampleOptions::LinkFactor>(text, "stage");
}

Result<SampleOptions::HostFactor> parseHostFactor(std::string_view text)
{
    return parseFactor<SampleOptions::HostFactor>(text, "host");
}

Result<SampleOptions::Blip> parseBlip(std::string_view text)
{
    const size_t colon = text.find(':');
    const size_t second = colon == std::string_view::npos ? colon : text.find(':', colon + 1);
    if (second == std::string_view::npos) {
        const auto one = parseFactor<SampleOptions::HostFactor>(text, "step");
        return one ? Result(SampleOptions::Blip {one->host, 1, one->factor}) : Result<SampleOptions::Blip>(one.error());
    }
    const auto rest = parseFactor<SampleOptions::HostFactor>(text.substr(colon + 1), "number of steps");
    int step = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + colon, step);
    if (!rest || failure != std::errc() || end != text.data() + colon) {
        return Error {fmt::format("\"{}\" is not a step, a number of steps and a factor.", text),
            "Write it like 120:3:1.5: three steps from step 120 on take 1.5 times as long.", {}};
    }
    return SampleOptions::Blip {step, rest->host, rest->factor};
}

Result<WrittenSample> writeSample(const SampleOptions& options, const std::string& directory)
{
    Result<SampleRun> made = makeSample(options);
    if (!made)
        return made.error();
    const SampleRun& sample = *made;
    const Trace& trace = *sample.run.trace;

    WrittenSample written;
    for (const RankInfo& rank : trace.ranks())
        written.files.push_back(rankFile(sample.run, rank));
    const std::vector<std::pair<const char*, std::string>> others = {
        {"layers.tsv", writeWorkItems(sample.layerTable)},
        {"layers.json", modelConfiguration(options)},
        {"workload.txt", writeWorkload(sample.workload)},
        {"train_log.txt", writeOptPrimeLog(sample.runLog)},
        {truthFile, sample.truth.toJson()},
    };
    for (const auto& [name, text] : others)
        written.files.emplace_back(name);

    const fs::path root(directory);
    if (std::optional<Error> error = checkDirectory(root, written.files))
        return *std::move(error);
    const auto write = [&](const std::string& name, const std::string& text) {
        written.bytes += text.size();
        return writeFile(root / name, text);
    };
    // The truth file first: it marks an unfinished sample, which may be overwritten.
    for (auto it = others.rbegin(); it != others.rend(); ++it) {
        if (std::optional<Error> error = write(it->first, it->second))
            return *std::move(error);
    }
    // As many ranks at a time as there are threads.
    std::atomic<uint64_t> bytes {0};
    std::mutex failing;
    std::optional<Error> failed;
    forEachParallel(trace.ranks().size(), threadCount(), [&](size_t i) {
        const std::string text = writeRankTrace(trace, trace.ranks()[i].rank);
        bytes += text.size();
        if (std::optional<Error> error = writeFile(root / written.files[i], text)) {
            const std::lock_guard lock(failing);
            failed = std::move(error);
        }
    });
    if (failed)
        return *std::move(failed);
    written.bytes += bytes;
    if (std::optional<Error> error = synchronise(directory))
        return *std::move(error);
    written.truth = sample.truth;
    return written;
}

void addSampleOptions(CLI::App& app, SampleCommand& command)
{
    SampleOptions& options = command.options;
    const auto add = [&app](const std::string& name, auto& target, const std::string& description) {
        return app.add_option(name, target, description)->capture_default_str();
    };
    app.add_option("DIR", command.directory, "Where to write; created if it does not exist")->required()->type_name("");
    add("--stages", options.stages, "Pipeline stages");
    add("--tensor", options.tensor, "Tensor-parallel ranks");
    add("--data", options.data, "Data-parallel replicas");
    add("--expert", options.expert, "Expert-parallel ranks; divides --data");
    add("--microbatches", options.microbatches, "Microbatches per step and replica");
    add("--layers", options.layers, "Transformer layers");
    add("--steps", options.steps, "Training steps");
    add("--hosts", options.hosts, "Hosts, each with a clock of its own; divides the number of GPUs");
    addSchedule(app, options.schedule, canSample);
    add("--seed", options.seed, "Seed of the noise; the same seed gives the same bytes");
    add("--noise", options.noise, "Relative spread of every compute time");
    addFactors(app, "--straggler", options.stragglers, parseRankFactor,
        "A rank whose compute takes F times as long; may be repeated")
        ->type_name("RANK:F");
    add("--last-stage", options.lastStageFactor, "Compute of the last stage takes F times as long");
    addFactors(app, "--slow-link", options.slowLinks, parseLinkFactor,
        "Transfers from stage S to the next take F times as long; may be repeated")
        ->type_name("S:F");
    add("--drift", options.drift, "Share by which compute grows from the first to the last step");
    addFactors(app, "--blip", options.blips, parseBlip,
        "Compute of step S, or of N steps from S on, takes F times as long; may be repeated")
        ->type_name("S[:N]:F");
    addFactors(app, "--slow-host", options.slowHosts, parseHostFactor,
        "Compute on a host (from 0) takes F times as long; may be repeated")
        ->type_name("HOST:F");
    add("--rotate", options.rotation, "One rank after the other computes F times as long, each for 8 steps");
    add("--expert-imbalance", options.expertImbalance, "Tokens of the busiest expert rank, as a multiple of the mean");
    add("--clock-spread", options.clockSpreadMs, "Each host's clock is ahead of the previous one by so many ms");
    add("--hidden-size", options.hiddenSize, "Width of the model");
    add("--sequence-length", options.sequenceLength, "Tokens per sample");
    add("--microbatch-size", options.microbatchSize, "Samples per microbatch");
    add("--name", options.name, "Name of the run");
}

} // namespace bubblescope
