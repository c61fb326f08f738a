// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "machineprices.h"
#include "runsummary.h"
#include "steporders.h"
#include "unexplainedgrowth.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

/// A timed order, and what it was computed with.
struct TimedOrder {
    StepOrder* order;
    Pricing own;
    Hardware hardware;
    CostFactors factors;
};

/// A timed order as a run, and where the time goes in it.
struct AnsweredStep {
    Run run;
    std::shared_ptr<const RunSummary> summary;
};

/// What an answer says of a step: its figures, beside those of the step as it was opened, and how far they may be off.
/// Not thread-safe.
class AnswerFigures {
public:
    /// All must outlive this.
    AnswerFigures(const JobSource& source, const StepOrders& orders, const MachinePrices& prices)
        : m_source(source), m_orders(orders), m_prices(prices)
    {
    }

    /// The step with no knob moved. To be called first, and once.
    Result<bool> open(const TimedOrder& untouched);
    const StepFigures& baseline() const { return m_baseline; }
    StepFigures baselineUnder(const Knobs& knobs) const;
    Origin baselineOrigin() const { return m_baselineOrigin; }

    /// True if no knob changes anything in a measured step.
    bool leavesAsMeasured(const StepOrder& order, const CostFactors& factors) const;
    /// The same in one that the input measured or states, which it took on whatever machine: there is nothing to
    /// expect.
    bool leavesAsOpened(const StepOrder& order, const CostFactors& factors) const;
    /// `summary` states where the time goes; may be null.
    Result<StepFigures> figuresOf(const StepOrder& order, const Knobs& knobs, const RunSummary* summary) const;
    /// Of what was timed last.
    void addRange(StepFigures& figures, const TimedOrder& timed, const Knobs& knobs) const;
    /// What the answer depends on where ranks hold fewer experts than were measured together.
    std::optional<std::pair<double, double>> expertRange(const Knobs& knobs, const TimedOrder& timed) const;
    /// The last timing with its timeline.
    AnsweredStep played(StepOrder& order) const;

    /// Whether hardly a call of a host is known to have launched what devices did.
    bool lacksLaunches() const { return m_lacksLaunches; }
    /// Ranks of which no launch was recorded, while those of others were.
    const std::vector<int>& unlaunchedRanks() const { return m_unlaunchedRanks; }
    /// Whether the recorded step has yet to be modelled before another order is: memory may not suffice for both at
    /// once.
    bool needsModel() const { return !m_wasModelled && m_source.step && m_source.job; }
    /// False if `progress` returned false.
    bool prepareModel(const ProgressFn& progress) const;
    /// See Simulator.
    std::optional<double> replayError() const;
    TracePtr modelledPresent(const ProgressFn& progress) const;

private:
    static void addPlannedRange(StepFigures& figures, const DescribedOrder& described);
    void addWaitingForHosts(StepFigures& figures, const StepOrder& order) const;
    void keepOwnWork(StepFigures& figures) const;
    void addUnknownLaunches(StepFigures& figures, const StepOrder& order, double gapFactor) const;
    double samplesOf(const JobProfile& job, const Knobs& knobs) const;
    StepFigures measuredFigures(const StepOrder& order) const;
    bool movesExperts(const StepOrder& order) const;
    /// The step if the job is read so, ns.
    std::optional<double> stepWith(const Knobs& knobs, const TimedOrder& timed, const JobReading& reading) const;
    /// How much shorter and how much longer a step may be, as experts may be sent otherwise than is usual.
    std::pair<double, double> expertErrorNs(const Knobs& knobs, const TimedOrder& timed, double stepNs) const;
    /// The same, as ranks may be slow that are not taken for it.
    std::pair<double, double> doubtErrorNs(const Knobs& knobs, const TimedOrder& timed, double stepNs) const;
    /// The same, as an input of which nothing tells the machine may come from any that is known, and another one would
    /// change it otherwise.
    std::pair<double, double> originErrorNs(const Knobs& knobs, const TimedOrder& timed) const;
    /// On either side, as slow ranks may be more or less slow by SlowRank::error.
    double slownessErrorNs(const Knobs& knobs, const TimedOrder& timed, double stepNs) const;
    void addMemory(StepFigures& figures, const StepOrder& order, const Knobs& knobs) const;
    std::optional<double> modelledStepNs(const ProgressFn& progress = {}) const;
    /// What the model leaves out of the step as it was recorded: every answer of the model does, too.
    double unexplainedNs(const StepOrder& order) const;
    /// What the model leaves out of a step, as a share of what it left out of the stated one.
    struct Growth {
        double least = 1;
        double usual = 1;
        double most = 1;
        bool hasOtherPasses = false; ///< it reaches to where all of that changes as the modelled step does
    };
    Growth growthOf(const StepOrder& order) const;
    /// How much shorter and how much longer a step may be, as that may not grow as is assumed, and as replicas exchange
    /// gradients, which no log times.
    std::pair<double, double> growthErrorNs(const StepOrder& order) const;
    /// A job that states its step, through the model.
    struct Stated {
        const JobProfile* job = nullptr;
        double modelledNs = 0;
        double unexplainedNs = 0;
    };
    /// Whose work an order is of; the source's own first.
    const Stated& statedOf(const StepOrder& order) const;
    void learnGrowth();

    const JobSource& m_source;
    const StepOrders& m_orders;
    const MachinePrices& m_prices;
    StepFigures m_baseline;
    Origin m_baselineOrigin = Origin::Modelled;
    std::vector<Stated> m_stated; ///< of inputs that state their step: the source's own job, then the others
    UnexplainedGrowth m_growth;   ///< among them
    bool m_lacksLaunches = false;
    std::vector<int> m_unlaunchedRanks;
    double m_replayedNs = 0;         ///< what re-timing makes of a profiler's step where nothing changes
    /// Of the device of a profiler's run that is idle longest in the recorded step, without its waiting for others: no
    /// faster host saves more.
    mutable double m_idleNs = 0;
    mutable double m_busiestNs = 0; ///< work of the one that has most of it
    // The recorded step through the model, once it was asked for.
    mutable bool m_wasModelled = false;
    mutable std::optional<double> m_modelledNs;
    mutable TracePtr m_present;
};

} // namespace bubblescope
