// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chromeevent.h"
#include "importer.h"
#include "operationwords.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace bubblescope {

/// Collects the operations of a trace and turns them into ranks, steps and spans once all are there: stages are named
/// behind the events, and what reaches beyond the ends of the pipeline is only known with all of them.
class OperationTraceReader {
public:
    OperationTraceReader(TracePart& part, ImportReport& report) : m_part(part), m_report(report) { }

    void readEvent(const ChromeEvent& event, uint64_t offset);
    /// Fills the part.
    void finish();

private:
    struct Recorded {
        const OperationWord* word = nullptr; ///< null for an unknown operation
        StringId name;
        int32_t process = 0; ///< data-parallel rank
        int32_t thread = 0;
        int32_t step = -1;
        int32_t chunk = -1;
        int32_t microbatch = -1;
        int32_t rank = -1; ///< known at the end
        int16_t stage = -1;
        bool isBeyondEnds = false;
        TimeNs begin = 0;
        TimeNs end = 0;
        uint64_t offset = 0;
    };
    /// Operations of one rank in one step; indexes into m_operations, ordered by start.
    using RankStepOperations = std::vector<uint32_t>;

    void readThreadName(const ChromeEvent& event);
    void readOperation(const ChromeEvent& event, uint64_t offset);
    void placeRanks();
    void leaveOutBeyondEnds(const RankStepOperations& operations);
    bool leaveOutAs(const RankStepOperations& first, const RankStepOperations& operations);
    bool isComputed() const;
    void addSpans(const std::vector<RankStepOperations>& groups);
    uint32_t addSpan(const Recorded& operation);

    TracePart& m_part;
    ImportReport& m_report;
    std::map<std::pair<int32_t, int32_t>, ThreadPlace> m_places; ///< by process and thread
    std::vector<Recorded> m_operations;
    int m_stages = 0;
    int m_chunks = 1;
    bool m_hasOrder = false; ///< some operation states its microbatch, chunk or place in the order
};

} // namespace bubblescope
