// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// How often the gate is wrong: alarms among runs that are the same, runs 2 % slower that it lets pass, and culprits other
// than the one that was planted. With the noise of the sample, and with that of measured runs, whose passes are drawn
// anew from their own scatter.
//   BUBBLESCOPE_DATA=… bench_gate [comparisons]
#include "clockalignment.h"
#include "gate.h"
#include "median.h"
#include "realfolder.h"
#include "retiming.h"
#include "samplefolder.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

using namespace bubblescope;

namespace {

double seconds(std::chrono::steady_clock::time_point since)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
}

SampleOptions job(uint64_t seed)
{
    SampleOptions options;
    options.stages = 4;
    options.tensor = 1;
    options.data = 2;
    options.microbatches = 8;
    options.layers = 8;
    options.steps = 12;
    options.hosts = 2;
    options.seed = seed;
    return options;
}

struct Plant {
    const char* name;
    void (*plant)(SampleOptions& options);
    bool (*isNamed)(const Culprit& culprit);
};

const Plant plants[] = {
    {"rank 5, 3 % slower", [](SampleOptions& o) { o.stragglers = {{5, 1.03}}; },
        [](const Culprit& c) { return c.kind == Culprit::Kind::Compute && c.evidence.ranks == std::vector {5}; }},
    {"link 1-2, 8 times slower", [](SampleOptions& o) { o.slowLinks = {{1, 8.0}}; },
        [](const Culprit& c) {
            return c.kind == Culprit::Kind::Transfer && c.evidence.stages == std::vector {1, 2};
        }},
    {"last stage, 3 % more work", [](SampleOptions& o) { o.lastStageFactor = 1.03; },
        [](const Culprit& c) { return c.kind == Culprit::Kind::Compute && c.evidence.stages == std::vector {3}; }},
};

void compareSamples(int count)
{
    const auto start = std::chrono::steady_clock::now();
    const GateRules rules = GateRules::usual();
    const auto runOf = [](const RunFolder& folder) { return gateRunOf(folder.runs.front(), false); };
    int alarms = 0;
    int better = 0;
    const int pairs = count / 2;
    for (int i = 0; i < pairs; ++i) {
        const RunFolder a = *makeSampleFolder(job(uint64_t(2 * i + 1)));
        const RunFolder b = *makeSampleFolder(job(uint64_t(2 * i + 2)));
        const GateRun runA = runOf(a);
        const GateRun runB = runOf(b);
        for (const auto& [run, baseline] : {std::pair(&runA, &runB), std::pair(&runB, &runA)}) {
            const GateReport report = judgeRun(*run, {*baseline}, rules);
            alarms += report.verdict == Verdict::Worse;
            better += report.verdict == Verdict::Better;
        }
    }
    fmt::print("sample, A against A: {} worse, {} better of {} ({:.1f} s)\n", alarms, better, 2 * pairs, seconds(start));
    for (const Plant& plant : plants) {
        int found = 0;
        int named = 0;
        double growth = 0;
        const int tries = std::min(count, 100);
        for (int i = 0; i < tries; ++i) {
            SampleOptions slower = job(uint64_t(5000 + i));
            plant.plant(slower);
            const RunFolder a = *makeSampleFolder(slower);
            const RunFolder b = *makeSampleFolder(job(uint64_t(9000 + i)));
            const GateReport report = judgeRun(runOf(a), {runOf(b)}, rules);
            found += report.verdict == Verdict::Worse;
            growth += report.of(GateQuantity::Step)->change.change / tries;
            if (report.culprit && plant.isNamed(*report.culprit))
                ++named;
            else if (i < 3 && report.culprit)
                fmt::print("  named instead: {}\n", report.culprit->sentence.text());
        }
        fmt::print("sample, {} (step {:+.1f} %): found {} of {}, culprit named {}\n", plant.name, growth * 100, found,
            tries, named);
    }
}

StepSeries drawn(std::mt19937_64& random, size_t steps, const std::vector<double>& from, double noise, double level)
{
    StepSeries series;
    std::normal_distribution<double> scatter(0, noise);
    std::uniform_int_distribution<size_t> which(0, from.empty() ? 0 : from.size() - 1);
    for (size_t i = 0; i < steps; ++i) {
        series.numbers.push_back(int64_t(i));
        series.values.push_back(level + (from.empty() ? scatter(random) : from[which(random)]));
    }
    return series;
}

/// Steps with a given scatter of their logarithms: `from`, or normal.
void compareSeries(const char* name, int count, const std::vector<double>& from, double noise)
{
    for (const size_t steps : {6, 12, 30, 100}) {
        std::mt19937_64 random(steps);
        int alarms = 0;
        int found = 0;
        int foundOfThree = 0;
        int alarmsOfThree = 0;
        const auto isWorse = [](const StepSeries& run, const std::vector<StepSeries>& before) {
            const auto change = testChange(run, before);
            return change->isSignificant && std::expm1(change->change) > 0.01;
        };
        for (int i = 0; i < count; ++i) {
            const auto make = [&](double level) { return drawn(random, steps, from, noise, level); };
            alarms += isWorse(make(0), {make(0)});
            alarmsOfThree += isWorse(make(0), {make(0), make(0), make(0)});
            if (i < count / 10) {
                found += isWorse(make(std::log(1.02)), {make(0)});
                foundOfThree += isWorse(make(std::log(1.02)), {make(0), make(0), make(0)});
            }
        }
        fmt::print("{}, {:3} steps: {} false alarms of {}, 2 % found {} of {}; with three baselines {} and {}\n", name,
            steps, alarms, count, found, count / 10, alarmsOfThree, foundOfThree);
    }
}

/// Logarithms of the times of a measured step whose passes and transfers are drawn anew: each as long as the median of
/// its kind on its rank, times the scatter of another one of its category.
std::vector<double> drawnSteps(const Run& run, size_t count)
{
    const auto made = sharedTraceGraph(*contextOf(run), 0);
    if (!made)
        return {};
    const TraceGraph& step = **made;
    const Trace& trace = *run.trace;
    using Kind = std::tuple<uint32_t, StringId, int>; // rank, name, piece of the operation
    std::map<Kind, std::vector<double>> costs;
    std::vector<Kind> kindOf(step.nodes.size());
    int piece = 0;
    for (uint32_t n = 0; n < step.nodes.size(); ++n) {
        const TraceGraph::Node& node = step.nodes[n];
        piece = n > 0 && step.nodes[n - 1].operation == node.operation ? piece + 1 : 0;
        kindOf[n] = {node.rank, trace.nameId(node.operation.isValid() ? node.operation : node.span), piece};
        if (step.graph.cost(n) > 0)
            costs[kindOf[n]].push_back(double(step.graph.cost(n)));
    }
    constexpr size_t enough = 6;
    std::vector<double> scatter;
    std::map<Kind, double> medians;
    for (auto& [kind, values] : costs) {
        const double median = medians[kind] = medianOf(values);
        for (const double value : values) {
            if (values.size() >= enough)
                scatter.push_back(value / median);
        }
    }
    if (scatter.size() < 100)
        return {};
    std::mt19937_64 random(11);
    std::uniform_int_distribution<size_t> which(0, scatter.size() - 1);
    std::vector<double> steps;
    for (size_t i = 0; i < count; ++i) {
        RawVector<TimeNs> drawnCosts = step.graph.costs().cost;
        for (uint32_t n = 0; n < step.nodes.size(); ++n) {
            if (step.graph.cost(n) > 0)
                drawnCosts[step.graph.itemOf(n)] = TimeNs(medians[kindOf[n]] * scatter[which(random)]);
        }
        steps.push_back(std::log(double(Retiming::makespanOf(step.graph, drawnCosts))));
    }
    return steps;
}

void compareMeasured(const std::string& name, int count)
{
    for (const Run& run : realFolder(name.c_str()).runs) {
        const std::vector<double> steps = drawnSteps(run, 20'000);
        if (steps.empty()) {
            fmt::print("{}: too few passes to draw from\n", run.name);
            continue;
        }
        double mean = 0;
        for (const double step : steps)
            mean += step / double(steps.size());
        double variance = 0;
        for (const double step : steps)
            variance += (step - mean) * (step - mean) / double(steps.size());
        const std::string told = fmt::format("as {} (steps scatter by {:.2f} %)", run.name, 100 * std::sqrt(variance));
        compareSeries(told.c_str(), count, steps, 0);
    }
}

} // namespace

int main(int argc, char** argv)
{
    const int count = argc > 1 ? std::atoi(argv[1]) : 1000;
    compareSamples(count);
    compareSeries("normal noise of 0.5 %", count, {}, 0.005);
    compareSeries("normal noise of 3 %", count, {}, 0.03);
    std::mt19937_64 random(7);
    std::lognormal_distribution<double> tail(0, 1);
    std::vector<double> skewed;
    for (int i = 0; i < 100'000; ++i)
        skewed.push_back(0.01 * tail(random));
    compareSeries("log-normal noise", count, skewed, 0);
    for (const char* name : {"echo/measured_pp4_16ranks_2hosts", "echo/measured_tp2_pp4_8ranks",
             "echo/measured_tp2_pp2_4ranks_known_step", "bytedance_st"}) {
        if (hasSharedData())
            compareMeasured(name, count);
    }
    return 0;
}
