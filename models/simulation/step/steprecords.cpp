// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "steprecords.h"

#include <fmt/format.h>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr size_t mostPending = 1u << 17; // 10 MB

} // namespace

StepRecords::StepRecords(const JobProfile& job, StepGraph& step) : m_job(job), m_step(step)
{
    for (int i = 0; i < operationCount; ++i)
        m_names[size_t(i)] = m_step.builder.intern(recordedOperation(Operation(i)).name);
    if (m_job.hiddenSize > 0 && m_job.messageBytes > 0) {
        const double rows = m_job.messageBytes / m_job.hiddenSize / 2; // half precision
        m_messageShape = m_step.builder.intern(fmt::format("[{:.0f}, {}]", rows, m_job.hiddenSize));
    }
}

void StepRecords::startRank(int rank, int16_t stage)
{
    m_rank = rank;
    m_stage = stage;
    m_tracks = {};
    m_knownTracks.clear();
    m_lastName = m_lastDetail = {}; // they may refer to the work of the rank before
}

StringId StepRecords::intern(KnownText& last, std::string_view text)
{
    if (!last.id.isValid() || last.text != text)
        last = {text, m_step.builder.intern(text)};
    return last.id;
}

TrackId StepRecords::trackOf(const RecordedAs& recorded)
{
    for (const auto& [known, track] : m_knownTracks) {
        if (known.lane == recorded.lane && known.group == recorded.group && known.track == recorded.track)
            return track;
    }
    const TrackId track
        = m_step.builder.addTrack({m_rank, m_stage, recorded.lane, recorded.group, recorded.track});
    m_knownTracks.emplace_back(recorded, track);
    return track;
}

void StepRecords::reserve(size_t spans)
{
    if (!m_step.isDrawn)
        return;
    m_step.builder.reserve(spans);
    m_pending.reserve(std::min(spans, mostPending));
}

uint32_t StepRecords::add(Operation operation, int microbatch, StringId name, TrackId track, Category category,
    uint32_t node, const Extras& extras)
{
    if (m_pending.size() == mostPending)
        flush();
    SpanRecord record;
    record.track = track;
    record.name = name;
    record.detail = extras.detail;
    record.category = category;
    record.operation = operation;
    record.stage = m_stage;
    record.microbatch = microbatch;
    record.bytes = extras.bytes;
    if (m_step.isDrawn)
        m_pending.push_back(record);
    return m_step.addSpanAlone(record, node, node);
}

int64_t StepRecords::bytesOf(double bytes) { return bytes >= 0 ? int64_t(std::min(bytes, 9e18)) : -1; }

void StepRecords::putInto(uint32_t span, uint32_t parent, uint8_t flag)
{
    m_step.spans[span].isTop = false;
    m_step.spans[span].isLeg = flag == SpanFlag::fusedLeg;
    if (!m_step.isDrawn)
        return;
    if (span < m_flushed)
        m_step.builder.setParent(span, parent);
    else
        m_pending[span - m_flushed].parent = parent;
    setFlag(span, flag);
}

void StepRecords::setFlag(uint32_t span, uint8_t flag)
{
    if (!m_step.isDrawn)
        return;
    if (span < m_flushed)
        m_step.builder.setFlag(span, flag);
    else
        m_pending[span - m_flushed].flags |= flag;
}

void StepRecords::flush()
{
    for (const SpanRecord& record : m_pending)
        m_step.builder.addSpan(record);
    m_flushed += uint32_t(m_pending.size());
    m_pending.clear();
}

uint32_t StepRecords::addOperation(Operation operation, int microbatch, uint32_t node, const Extras& extras)
{
    const RecordedAs recorded = recordedOperation(operation);
    TrackId& track = m_tracks[size_t(operation)];
    if (!track.isValid())
        track = trackOf(recorded);
    return add(operation, microbatch, m_names[size_t(operation)], track, recorded.category, node, extras);
}

uint32_t StepRecords::addOperation(Operation operation, int microbatch, uint32_t node)
{
    return addOperation(operation, microbatch, node, Extras());
}

uint32_t StepRecords::addMessage(Operation operation, int microbatch, uint32_t node)
{
    return addOperation(operation, microbatch, node, {m_messageShape, bytesOf(m_job.messageBytes)});
}

uint32_t StepRecords::addCommunication(
    const WorkPiece& piece, const RecordedAs& recorded, int microbatch, uint32_t node)
{
    const bool isRecorded = m_job.origin == Origin::Measured && !piece.name.empty();
    const StringId name = intern(m_lastName, isRecorded ? std::string_view(piece.name) : recorded.name);
    const StringId detail = isRecorded ? StringId() : intern(m_lastDetail, piece.name);
    return add(piece.operation, microbatch, name, trackOf(recorded), piece.category, node, {detail, bytesOf(piece.bytes)});
}

uint32_t StepRecords::addPart(const WorkPiece& piece, Operation operation, int microbatch, uint32_t node)
{
    return add(Operation::Other, microbatch, intern(m_lastName, piece.name), m_tracks[size_t(operation)],
        recordedOperation(operation).category, node, {});
}

uint32_t StepRecords::addOther(const WorkPiece& piece, uint32_t node)
{
    const StringId name
        = piece.name.empty() ? m_names[size_t(Operation::Other)] : m_step.builder.intern(piece.name);
    return add(Operation::Other, -1, name, trackOf(recordedOperation(Operation::Other)), piece.category, node, {});
}

} // namespace bubblescope
