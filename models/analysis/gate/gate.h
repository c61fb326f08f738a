// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "culprit.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// By how much a step may grow where nothing else is said.
constexpr double usualStepLimit = 0.01;

/// What may grow, and by how much. Shares: of the step time for itself, of the peak for memory, of the baseline's step
/// for everything else, so that limits of different quantities mean the same.
struct GateRules {
    /// By quantity; what has none is shown, and not judged.
    std::array<std::optional<double>, gateQuantityCount> most;
    /// That the run reaches, from 0 to 1, whatever its baselines do.
    std::optional<double> leastMfu;
    /// By id of a finding: how much its cost may grow, as a share of the baseline's step.
    std::map<std::string, double> mostOfFinding;
    ChangeTestOptions test;

    /// Nothing but the step, by its usual limit.
    static GateRules usual();
    std::optional<double>& of(GateQuantity quantity) { return most[size_t(quantity)]; }
};

enum class Verdict : uint8_t { Fine, Worse, Better, NotComparable, CannotTell };
/// "fine", "worse", "better", "not-comparable", "cannot-tell".
std::string_view verdictKey(Verdict verdict);

/// One quantity of the run against its baselines.
struct QuantityChange {
    GateQuantity quantity = GateQuantity::Step;
    double run = 0;      ///< ns or bytes
    double baseline = 0; ///< mean of the baselines
    StepChange change;   ///< as shares, see GateRules
    std::optional<double> limit;
    bool isWorse = false;
    bool isBetter = false;
    bool isUndecided = false; ///< has a limit, has not grown beyond it for sure, and may have
    /// Of each run, that would likely decide if they scatter as these; nullopt where decided, or where more steps do not
    /// help.
    std::optional<size_t> stepsNeeded;
};

/// A finding that costs more than in the baseline.
struct GrownFinding {
    Finding finding;
    double baselineNs = 0; ///< 0 if the baseline has no such finding
    double growthNs = 0;
    double share = 0;      ///< of the baseline's step
    std::optional<double> limit;
    bool isWorse = false;
};

/// What a step of the run has of the peak of its GPUs, against what is asked of it.
struct MfuAnswer {
    std::optional<double> mfu; ///< 0 to 1; nullopt if not known
    double low = 0;            ///< where it lies with 95 % confidence, by the scatter of steps
    double high = 0;
    bool noiseIsKnown = false;
    double least = 0; ///< that is asked
    bool isWorse = false;
    bool isUndecided = false;
};

struct GateReport {
    Verdict verdict = Verdict::Fine;
    Message sentence; ///< names the rule that decided
    std::string run;
    std::vector<std::string> baselines; ///< that were compared
    std::vector<Message> whyNot;        ///< of those that were not
    std::vector<QuantityChange> quantities;
    std::optional<MfuAnswer> mfu;       ///< where one is asked
    std::optional<Culprit> culprit;      ///< of a longer step
    std::vector<GrownFinding> findings;  ///< greatest growth first
    std::vector<Message> remarks;        ///< what is assumed or not known
    const QuantityChange* of(GateQuantity quantity) const;
    /// The most that any undecided quantity needs; nullopt where all are decided, or more steps would not decide all.
    std::optional<size_t> stepsNeeded() const;
};

/// 0.0312 as "+3.12 %"; what rounds to nothing has no sign.
std::string growthText(double share);

/// Compares a run with builds of the same job before it. Worse is what has grown beyond its limit where chance makes such
/// a difference rarer than the level of the test; better is a step that is shorter likewise. Fine is what lies within its
/// limit with the whole interval of 95 %; anything else is undecided. Baselines that are no builds of the same job are
/// left out; without any other the answer is that nothing can be compared, never that it is better.
GateReport judgeRun(const GateRun& run, const std::vector<GateRun>& baselines, const GateRules& rules);

/// Adds to the report of a run whether its MFU reaches GateRules::leastMfu; nothing where that is not set. `mfu`: of
/// its typical step (GateRun::typical()), 0 to 1; nullopt if not known, which cannot be judged.
void judgeMfu(GateReport& report, const GateRun& run, std::optional<double> mfu, const GateRules& rules);

} // namespace bubblescope
