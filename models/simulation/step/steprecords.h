// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "recordednames.h"
#include "stepgraph.h"

#include <array>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The records of a step under construction, named and placed on tracks as a tracer on every rank would have done. All
/// functions that add return the number of the span.
class StepRecords {
public:
    /// Both must outlive it.
    StepRecords(const JobProfile& job, StepGraph& step);

    void reserve(size_t spans);
    /// Ranks are added one after another.
    void startRank(int rank, int16_t stage);
    /// An operation of the rank's program.
    uint32_t addOperation(Operation operation, int microbatch, uint32_t node);
    /// One end of a message.
    uint32_t addMessage(Operation operation, int microbatch, uint32_t node);
    /// Communication of a group. Pieces from a trace have the name of their record, others that of `recorded`, and what
    /// asked for them as detail.
    uint32_t addCommunication(const WorkPiece& piece, const RecordedAs& recorded, int microbatch, uint32_t node);
    /// Compute inside an operation added before.
    uint32_t addPart(const WorkPiece& piece, Operation operation, int microbatch, uint32_t node);
    /// Work after the last microbatch.
    uint32_t addOther(const WorkPiece& piece, uint32_t node);
    /// Makes a span part of another one, or the second record of a fused call.
    void putInto(uint32_t span, uint32_t parent, uint8_t flag);
    void setFlag(uint32_t span, uint8_t flag);
    /// Gives the step's trace builder the records that it does not have yet; call after the last of them.
    void flush();

private:
    /// Caches the last text: the same names come in bursts.
    struct KnownText {
        std::string_view text;
        StringId id;
    };
    StringId intern(KnownText& last, std::string_view text);
    TrackId trackOf(const RecordedAs& recorded);
    /// What a record has beside its name.
    struct Extras {
        StringId detail {};
        int64_t bytes = -1;
    };
    uint32_t add(Operation operation, int microbatch, StringId name, TrackId track, Category category, uint32_t node,
        const Extras& extras);
    uint32_t addOperation(Operation operation, int microbatch, uint32_t node, const Extras& extras);
    static int64_t bytesOf(double bytes);

    const JobProfile& m_job;
    StepGraph& m_step;
    std::array<StringId, operationCount> m_names;
    StringId m_messageShape;
    std::vector<SpanRecord> m_pending; // go to the step's builder while another thread sorts the graph
    uint32_t m_flushed = 0;            // those before them
    // Of the current rank:
    int m_rank = 0;
    int16_t m_stage = 0;
    std::array<TrackId, operationCount> m_tracks {};
    std::vector<std::pair<RecordedAs, TrackId>> m_knownTracks;
    KnownText m_lastName; // texts of the job
    KnownText m_lastDetail;
};

} // namespace bubblescope
