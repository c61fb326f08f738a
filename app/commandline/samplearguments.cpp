// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "samplearguments.h"

#include "simulatearguments.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <charconv>

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

Result<SampleOptions::RankFactor> parseNicFactor(std::string_view text)
{
    return parseFactor<SampleOptions::RankFactor>(text, "network card");
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

Result<SampleOptions::Throttle> parseThrottle(std::string_view text)
{
    std::array<int, 4> numbers {};
    std::string_view rest = text;
    bool isGood = true;
    for (int& number : numbers) {
        const size_t colon = rest.find(':');
        isGood = isGood && colon != std::string_view::npos && colon > 0;
        if (!isGood)
            break;
        const auto [end, failure] = std::from_chars(rest.data(), rest.data() + colon, number);
        isGood = failure == std::errc() && end == rest.data() + colon && number >= 0;
        rest.remove_prefix(colon + 1);
    }
    double factor = 0;
    if (isGood) {
        const auto [end, failure] = std::from_chars(rest.data(), rest.data() + rest.size(), factor);
        isGood = failure == std::errc() && end == rest.data() + rest.size() && factor > 0 && factor < 1e6;
    }
    if (!isGood) {
        return Error {fmt::format("\"{}\" is not a host, a GPU, two steps and a factor.", text),
            "Write it like 1:3:20:40:1.5: GPU 3 of host 1 takes 1.5 times as long in steps 20 to 40.", {}};
    }
    return SampleOptions::Throttle {numbers[0], numbers[1], numbers[2], numbers[3], factor};
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
    add("--expert", options.expert,
        "Expert-parallel ranks, with as many experts each: another number is another model; divides --data");
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
    addFactors(app, "--slow-nic", options.slowNics, parseNicFactor,
        "What the network card of rank N exchanges with other hosts takes F times as long, and lines of NCCL's "
        "Inspector are written; may be repeated")
        ->type_name("N:F");
    add("--drift", options.drift, "Share by which compute grows from the first to the last step");
    addFactors(app, "--blip", options.blips, parseBlip,
        "Compute of step S, or of N steps from S on, takes F times as long; may be repeated")
        ->type_name("S[:N]:F");
    addFactors(app, "--slow-host", options.slowHosts, parseHostFactor,
        "Compute on a host (from 0) takes F times as long; may be repeated")
        ->type_name("HOST:F");
    addFactors(app, "--throttle", options.throttles, parseThrottle,
        "The clock of a host's GPU is held down in steps FROM to TO: it takes F times as long, and samples of "
        "nvidia-smi "
        "are written; may be repeated")
        ->type_name("HOST:GPU:FROM:TO:F");
    add("--rotate", options.rotation, "One rank after the other computes F times as long, each for 8 steps");
    add("--expert-imbalance", options.expertImbalance, "Tokens of the busiest expert rank, as a multiple of the mean");
    add("--clock-spread", options.clockSpreadMs, "Each host's clock is ahead of the previous one by so many ms");
    add("--hidden-size", options.hiddenSize, "Width of the model");
    add("--sequence-length", options.sequenceLength, "Tokens per sample");
    add("--microbatch-size", options.microbatchSize, "Samples per microbatch");
    add("--name", options.name, "Name of the run");
}

} // namespace bubblescope
