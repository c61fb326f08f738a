// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "plannedmemory.h"
#include "plannedstep.h"
#include "result.h"

#include <array>
#include <optional>
#include <vector>

namespace bubblescope {

/// What one GPU does for a microbatch in a part of the model: a layer, or an end of it. All pieces have their times,
/// communication that which nothing hides.
struct PlannedPart {
    Work forward;
    Work backward; ///< gradients of inputs
    Work weights;  ///< gradients of weights
    HeldParameters parameters;
    /// Sums of the pieces, ns.
    struct Times {
        double compute = 0;
        double exposed = 0;
        double all() const { return compute + exposed; }
    };
    Times forwardTimes;
    Times backwardTimes; ///< of both gradients
    double weightNs = 0; ///< of them, those of weights
};

/// What a stage does once a step, ns.
struct PlannedEnd {
    double reduceNs = 0; ///< of gradients that no pass hides, beside those of layers that run beside backward passes
    double gatherNs = 0; ///< of parameters
    double optimizerNs = 0;
    /// Of an optimizer whose states are in the host's memory: behind what the GPU does.
    struct Offload {
        double gradientsNs = 0; ///< to the host
        double updateNs = 0;
        double weightsNs = 0; ///< back
        double all() const { return gradientsNs + updateNs + weightsNs; }
        /// Where they run beside each other.
        double longest() const;
    };
    Offload offload;
    double wholeOptimizerNs() const { return optimizerNs + offload.all(); }
    HeldParameters parameters; ///< of a GPU
};

/// The work of a described job on its hardware, from which both the closed formula and the job for the simulator are
/// made. `job` has come out of completeLayout() and must outlive this.
class PlannedWork {
public:
    static Result<PlannedWork> make(
        const JobDescription& job, const Hardware& hardware, const PlanCalibration& calibration);

    /// Transformer layer of the model.
    const PlannedPart& layer(int number) const { return *m_layers[kindOf(number)]; }
    const PlannedPart& embedding() const { return m_embedding; }
    const PlannedPart& head() const { return m_head; }
    /// First layer of each model piece, in the order of a pass; one more at the end.
    const std::vector<int>& firstLayers() const { return m_firstLayers; }
    int stageOfPiece(size_t piece) const { return int(piece) % stages(); }
    int stages() const { return *m_job->layout.stages; }
    int chunks() const { return *m_job->layout.chunks; }
    int microbatches() const { return *m_job->layout.microbatches; }
    /// Replicas of what is not an expert, whose gradients are one.
    int replicas() const { return *m_job->layout.data * *m_job->layout.context; }

    double messageBytes() const { return m_messageBytes; }
    double messageNs() const { return m_messageNs; }
    /// The reduction of a part's gradients beside its backward pass, empty where it is not hidden.
    Work reduction(const PlannedPart& part) const;
    PlannedEnd end(int stage) const;
    double stepNs() const { return m_stepNs; } ///< of the host, each step
    const PlannedMemory& memory() const { return m_memory; }
    bool fits() const { return m_fits; } ///< with nothing that could be given back
    /// Of a microbatch, where the buffers of a stage outgrow its GPU and are given back again and again.
    double allocatorNs(int stage) const { return m_allocatorNs[size_t(stage)]; }

    const JobDescription& job() const { return *m_job; }
    const Hardware& hardware() const { return *m_hardware; }

private:
    class Maker;
    PlannedWork(const JobDescription& job, const Hardware& hardware) : m_job(&job), m_hardware(&hardware) { }
    size_t kindOf(int layer) const;

    const JobDescription* m_job;
    const Hardware* m_hardware;
    std::array<std::optional<PlannedPart>, 4> m_layers; ///< dense or with experts, windowed or not
    PlannedPart m_embedding;
    PlannedPart m_head;
    std::vector<int> m_firstLayers;
    std::vector<PlannedEnd> m_ends;
    double m_messageBytes = 0;
    double m_messageNs = 0;
    double m_stepNs = 0;
    PlannedMemory m_memory;
    bool m_fits = false;
    std::vector<double> m_allocatorNs; ///< by stage
    double m_gradientFactor = 0;       ///< bytes of a gradient that is reduced; 0: not beside the backward pass
    double m_dataFactor = 1;
};

} // namespace bubblescope
