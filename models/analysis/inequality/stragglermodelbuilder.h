// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stragglermodel.h"

#include <map>
#include <tuple>
#include <utility>

namespace bubblescope {

/// Builds the model of a run: what a stage does in a step (the same on all its ranks), who meets whom, and how long it
/// took.
class StragglerModelBuilder {
public:
    explicit StragglerModelBuilder(const RunContext& context);
    Result<StragglerModel> build();

private:
    /// An operation of a stage, numbered among those of its kind, and the others of the stage that it waits for.
    struct Place {
        StepOperation kind = StepOperation::Forward;
        uint32_t nth = 0;
        int16_t chunk = 0;
        TimeNs begin = 0;
        std::vector<uint32_t> inputs;
    };
    /// What the ranks of a stage do, by kind, then begin.
    struct Program {
        std::vector<Place> places;
        uint32_t first(StepOperation kind) const;
        uint32_t count(StepOperation kind) const;
        std::vector<uint32_t> inOrder(const std::function<bool(StepOperation)>& isWanted) const;
    };

    bool readPrograms();
    void connect(Program& program, int stage);
    void connectMessages(Program& program, int stage, StepOperation kind, StepOperation compute);
    void connectEnd(Program& program, uint32_t lastCompute);
    void addNodes();
    void addGroups();
    void group(std::vector<uint32_t> members);
    void takeSteps();
    void takeDurations();
    bool sort();
    bool isSame(const Program& program, std::span<const RecordedOperation> recorded) const;
    uint32_t nodeOf(size_t rank, uint32_t place) const { return m_firstNode[rank] + place; }

    const RunContext& m_context;
    StepOperations m_operations;
    StragglerModel m_made;
    std::map<int, Program> m_programs;            ///< by stage
    std::vector<uint32_t> m_firstNode;            ///< by rank
    std::vector<std::vector<uint32_t>> m_members; ///< by group
    size_t m_firstStep = 0;
    int m_chunks = 1;
    bool m_overlaps = false; ///< gradients are reduced during the backward passes
    bool m_hasData = false;  ///< there is data parallelism
};

} // namespace bubblescope
