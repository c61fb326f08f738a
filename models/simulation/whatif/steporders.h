// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobcalibration.h"
#include "jobsource.h"
#include "pricing.h"
#include "progress.h"
#include "stepgraph.h"
#include "steptimeline.h"
#include "steptimer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A described job as an order has it: what it was planned from, and what the closed formulas say of that.
struct DescribedOrder {
    JobDescription job; ///< complete
    PlannedStep step;
    bool isOwnMemory = false; ///< the step's memory is that of the order itself, see turningMemory()
    std::optional<MeasuredMemory> run {}; ///< of a job that was run
    bool isRun = false;                   ///< it is the job as it was run
};

/// An order of operations, ready for any costs.
struct StepOrder {
    Knobs structure; ///< that ask for it
    StepGraph graph;
    StepTimer timer;
    StepTimeline timeline;
    JobProfile job;                   ///< with the knobs applied; for a replay the job's own sizes, if known
    const JobProfile* from = nullptr; ///< of the source: whose work this is; null where there is no job
    bool isReplay = false;
    std::shared_ptr<const DescribedOrder> described; ///< null unless the source is a description

    /// See StepTimer::time().
    bool time(const CostFactors& factors) { return timer.time(graph, factors); }
    StepFigures pipelineFigures() const { return timer.pipelineFigures(graph); }
    /// See StepTimeline::play().
    Trace play() { return timeline.play(graph, timer); }
};

/// A job of the source, and the knobs that lead from it to what was asked.
struct OrderStart {
    const JobProfile* from; ///< as it was measured
    Knobs knobs;
    std::shared_ptr<const JobProfile> made; ///< of sizes that were not: follows from it, or from a description
    const JobProfile& job() const { return made ? *made : *from; }
    std::vector<Assumption> assumptions; ///< that come with it
    std::shared_ptr<const DescribedOrder> described;
};

/// As a share: a calibrated step takes what was measured.
inline constexpr double calibratedDigits = 1e-8;

/// How a job is read where its records allow for more than one reading.
struct JobReading {
    /// Whether the GPUs of JobFacts::doubtedRanks are slow: none of them, all, or all but those of the last stage,
    /// which as likely has a head.
    enum class Doubted : uint8_t { AsUsual, Slow, SlowButLast };
    ExpertGuess experts;
    Doubted doubted = Doubted::AsUsual;
    bool slowAreSlower = false; ///< by SlowRank::error
};

/// The ranks that are doubted and do not belong to the last stage.
std::vector<SlowRank> doubtedBeforeLast(const JobProfile& job);

/// The orders of operations that knobs ask for. Keeps the last one requested, and the one with no knob moved. Not
/// thread-safe.
class StepOrders {
public:
    /// The source must outlive this.
    explicit StepOrders(const JobSource& source) : m_source(source) { }

    /// Only the knobs that change the order of operations; those set to the input's own values count as not moved.
    Knobs withoutOwnValues(const Knobs& knobs, std::string_view ownMachine) const;
    /// True if no recorded step has the order: it comes from the model.
    bool isModelled(const Knobs& knobs, std::string_view ownMachine) const;
    /// The job to start from: the source's own, or that of a log beside it. An Error if there is none, or none that
    /// states what the tensor-parallel size or the replicas that are asked for would take. A description is planned
    /// again, for this hardware.
    Result<OrderStart> startOf(const Knobs& structure, const Hardware& hardware) const;
    /// A job of the source as it was measured, through the model.
    Result<StepOrder> asMeasured(const JobProfile& job, const Pricing& pricing) const;
    /// An Error if the input does not state enough, or if `progress` returned false. `isDrawn`: a timeline will be
    /// needed.
    Result<StepOrder> make(const Knobs& structure, const Pricing& pricing, const ProgressFn& progress, bool isDrawn,
        const JobReading& reading = {}) const;
    /// Valid until another order is requested.
    Result<StepOrder*> under(const Knobs& knobs, const Pricing& pricing, std::string_view ownMachine,
        const ProgressFn& progress, bool isDrawn) const;
    /// Frees the memory of the last one, unless no knob was moved.
    void forgetLast() const { m_last.reset(); }

private:
    Result<OrderStart> planned(const Knobs& structure, const Hardware& hardware) const;
    Result<JobCalibration> calibrationOn(const Hardware& hardware) const;
    /// Of the run of the description on this hardware; nullopt where none is.
    std::optional<MeasuredMemory> memoryOn(const Hardware& hardware) const;

    const JobSource& m_source;
    mutable std::optional<StepOrder> m_untouched;
    mutable std::optional<StepOrder> m_last;
    mutable std::optional<JobCalibration> m_calibration; ///< the last one, of a description that was run
    /// What its run tells of memory, and the hardware that this was asked for last.
    struct MemoryOfRun {
        std::string hardware;
        int gpusPerNode;
        MeasuredMemory memory;
    };
    mutable std::optional<MemoryOfRun> m_memoryOfRun;
};

} // namespace bubblescope
