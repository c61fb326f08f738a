// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stageprogram.h"
#include "stragglermodel.h"

#include <map>

namespace bubblescope {

/// Builds the model of a run: what a stage does in a step (the same on all its ranks), who meets whom, and how long it
/// took.
class StragglerModelBuilder {
public:
    explicit StragglerModelBuilder(const RunContext& context);
    Result<StragglerModel> build();

private:
    bool readPrograms();
    void connect(StageProgram& program, int stage);
    void connectMessages(StageProgram& program, int stage, StepOperation kind, StepOperation compute);
    void connectEnd(StageProgram& program, uint32_t lastCompute);
    void addNodes();
    void addGroups();
    void group(std::vector<uint32_t> members);
    void takeSteps();
    void takeDurations();
    bool sort();
    bool isSame(const StageProgram& program, std::span<const RecordedOperation> recorded) const;
    uint32_t nodeOf(size_t rank, uint32_t place) const { return m_firstNode[rank] + place; }

    const RunContext& m_context;
    StepOperations m_operations;
    StragglerModel m_made;
    std::map<int, StageProgram> m_programs;            ///< by stage
    std::vector<uint32_t> m_firstNode;            ///< by rank
    std::vector<std::vector<uint32_t>> m_members; ///< by group
    size_t m_firstStep = 0;
    int m_chunks = 1;
    bool m_overlaps = false; ///< gradients are reduced during the backward passes
    bool m_hasData = false;  ///< there is data parallelism
};

} // namespace bubblescope
