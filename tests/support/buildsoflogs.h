// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gate.h"

#include <deque>
#include <vector>

namespace bubblescope {

inline RunLog logOf(const std::vector<double>& stepMs, const char* name = "log")
{
    RunLog log;
    log.name = name;
    for (size_t i = 0; i < stepMs.size(); ++i) {
        LogStep step;
        step.step = int64_t(i + 1);
        step.stepMs = stepMs[i];
        log.steps.push_back(step);
    }
    return log;
}

/// Builds that recorded so many steps each.
struct Builds {
    std::deque<RunLog> logs;
    std::vector<GateRun> runs;
    explicit Builds(const std::vector<std::vector<double>>& times)
    {
        for (std::vector<double> ofLog : times) {
            if (ofLog.size() > 1)
                ofLog.insert(ofLog.begin(), ofLog.front()); // warmup
            logs.push_back(logOf(ofLog));
            runs.push_back(gateRunOf(logs.back()));
        }
    }
    static Builds ofOneStep(const std::vector<double>& times)
    {
        std::vector<std::vector<double>> all;
        for (const double ms : times)
            all.push_back({ms});
        return Builds(all);
    }
    /// What check says of a build with some of the others.
    Verdict check(size_t run, const std::vector<size_t>& baselines) const
    {
        std::vector<GateRun> before;
        for (const size_t baseline : baselines)
            before.push_back(runs[baseline]);
        return judgeRun(runs[run], before, GateRules::usual()).verdict;
    }
};

} // namespace bubblescope
