// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

/// A made-up training job of ByteDance's tracer, and the straggler what-if of it computed step by step from the
/// definitions of Lin et al. 2025, slowly. It shares nothing with the program. Times in ms.
class NaiveStragglers {
public:
    struct Job {
        int stages = 2;
        int chunks = 1; ///< of the model per stage: interleaved where more than one
        int microbatches = 4;
        int replicas = 2;
        int steps = 3;
        bool overlaps = false; ///< gradients are shared during the backward passes
        bool recordsGc = true;
        double unevenness = 0;     ///< of the microbatches
        double slowWorker = 1;     ///< the last stage of the first replica takes so many times as long
        double clockMs = 0;        ///< by which clocks of workers are off
        bool recordsNoOps = false; ///< also messages of the ends that were not launched
    };
    struct Answers {
        double slowdown = 0;
        double launchSlowdown = 0;
        std::vector<double> ofStage;
        std::vector<double> ofReplica;
        std::map<std::string, double> ofType;
        double slowestWorkers = 0;     ///< M_W
        double lastStage = 0;          ///< M_S
        std::vector<double> noDelayMs; ///< by step
        std::vector<double> idealMs;
    };

    NaiveStragglers(const Job& job, uint32_t seed);
    /// A Chrome trace.
    std::string traceText() const;
    Answers answers() const;

private:
    using Operation = std::tuple<std::string, int, int>; ///< kind, number among its kind, stage
    using Worker = std::pair<int, Operation>;            ///< replica first
    using Durations = std::map<Worker, double>;
    struct Timeline {
        std::map<Worker, double> begin;
        std::map<Worker, double> end;
        double length = 0; ///< until the last optimizer
    };
    /// "F" or "B", chunk, microbatch.
    using Pass = std::tuple<char, int, int>;

    std::vector<Pass> passesOf(int stage) const;
    void addStage(int stage);
    void add(const Operation& operation, int chunk, int microbatch, const std::vector<Operation>& after);
    void group(const std::vector<Operation>& members, bool acrossReplicas);
    std::vector<Worker> membersOf(const Worker& worker) const;
    Timeline play(const Durations& durations, const Durations& delays) const;
    double recordedDuration(const Worker& worker, size_t step) const;

    Job m_job;
    mutable std::mt19937 m_random;
    std::map<Operation, std::pair<int, int>> m_operations; ///< chunk and microbatch
    std::map<Operation, std::vector<Operation>> m_after;
    std::map<Operation, std::vector<Operation>> m_group;
    std::set<Operation> m_acrossReplicas;
    std::vector<Timeline> m_recorded; ///< by step, as the clocks saw it
};
