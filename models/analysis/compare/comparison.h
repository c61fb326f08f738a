// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "devicesums.h"
#include "message.h"
#include "progress.h"
#include "run.h"
#include "runsummary.h"
#include "stragglers.h"
#include "timeparts.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// One quantity in two inputs, in ns; nullopt if an input does not have it.
struct Difference {
    std::string name;
    std::optional<double> a;
    std::optional<double> b;
    std::string shapes {}; ///< of an operator's inputs
    double callsA = 0;     ///< how many kernels, or calls of an operator or module; 0 where they are not counted
    double callsB = 0;
    double computeChange = 0; ///< of what devices do: of it, neither copies nor transfers
    std::string nameInB {}; ///< of an operator that another library does there; else empty
    double change() const { return b.value_or(0) - a.value_or(0); }
    std::string shownName() const { return nameInB.empty() ? name : name + " / " + nameInB; }
    /// Of one call; nullopt where there is none.
    std::optional<double> callA() const { return a && callsA > 0 ? std::optional(*a / callsA) : std::nullopt; }
    std::optional<double> callB() const { return b && callsB > 0 ? std::optional(*b / callsB) : std::nullopt; }
};

/// Of a stage that a plan and a run have, its mean rank.
struct StageTerms {
    int stage = 0;
    int ranks = 0; ///< of the run
    std::vector<Difference> terms;
};

/// Two inputs of one kind side by side, greatest difference first.
struct Comparison {
    Message lead;     ///< what differs, in a sentence: who is slow, or what takes longer; empty if that says nothing
    double stepA = 0; ///< ns; 0 if unknown
    double stepB = 0;
    ComparedPart part; ///< what steps are: of A
    ComparedPart partOfB;
    Message nothing {}; ///< why a part cannot be compared; empty if it can
    /// Per step and rank: time of all records with that name, fused pairs once. Of a profiler run what its devices do,
    /// or, where none is recorded, what its hosts do, calls inside those of the same name once.
    std::vector<Difference> names;
    std::vector<Difference> ranks;  ///< by rank: its own compute per step
    std::vector<Difference> stages; ///< by stage: forward plus backward per microbatch
    std::vector<Difference> layers; ///< by layer or operator: all passes of a step
    // Of profiler runs, per step and rank, time of devices: see DeviceSums.
    std::vector<Difference> operators;
    std::vector<Difference> shapes; ///< by operator and shapes
    std::vector<Difference> modules;
    std::vector<Difference> kernels;
    // Of a plan and the run that was recorded later: see comparePlan(). Terms add up to the steps.
    std::vector<Difference> terms; ///< by key, of the mean rank
    std::vector<StageTerms> stageTerms;
};

/// Sums up how long the records of each name last, rank by rank where a run is not all in memory. Ids must be those of
/// one pool of strings.
class NameTimes {
public:
    /// False if `mayContinue` returned false.
    bool add(const Trace& trace, const std::function<bool()>& mayContinue);
    /// Per step and rank of the run; `tables` has its ranks, steps and strings.
    std::map<std::string, double> of(const Trace& tables) const;

private:
    std::map<StringId, double> m_sums;
};

/// What is compared of a run, ns.
struct ComparedRun {
    ComparedRun() = default;
    /// `tables`: the run, with or without its spans.
    ComparedRun(const RunSummary& summary, const Stragglers& stragglers, const NameTimes& names,
        const DeviceSums& devices, const Trace& tables);

    struct SlowRank {
        int rank = -1;
        double factor = 1;
    };
    double stepNs = 0;
    TimeParts meanStep; ///< of a rank, over all steps
    std::map<std::string, double> names;
    std::map<std::string, double> stages;
    std::map<std::string, double> ranks;
    std::vector<SlowRank> slow; ///< slowest first
    std::map<std::pair<std::string, std::string>, DeviceUse> operators; ///< by name and shapes
    DeviceSums::ByName kernels;
    DeviceSums::ByName modules;
    ComparedPart part;
    size_t parts = 0; ///< how many there are of it; 0 if all steps are compared
};
Comparison compare(const ComparedRun& a, const ComparedRun& b);
/// Of a part of a run that is not all in memory; `tables` as above.
ComparedRun comparedPart(const ComparedPart& part, const DeviceSums& devices, const Trace& tables);
/// Of a run that is in memory; nullopt if `mayContinue`, asked now and then, returned false. Of a part only its length
/// and what devices do in it are known.
std::optional<ComparedRun> comparedRun(
    const Run& run, const std::function<bool()>& mayContinue, const ComparedPart& part = {});

/// Why there is nothing to compare: a part was asked for in which no device does anything. Empty if there is.
Message whyNothing(const Run& run, const ComparedRun& compared, const ComparedPart& part);

/// nullopt if `progress`, polled now and then, returned false. A part of one run is compared with the mean step of
/// another that has no such part, if all of its steps are asked for.
std::optional<Comparison> compare(const Run& a, const Run& b, const ProgressFn& progress = {},
    const ComparedPart& partOfA = {}, const ComparedPart& partOfB = {});
Comparison compare(const LayerTable& a, const LayerTable& b);
Comparison compare(const Workload& a, const Workload& b);
Comparison compare(const RunLog& a, const RunLog& b);

} // namespace bubblescope
