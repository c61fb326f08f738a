// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "selection.h"

#include "document.h"
#include "spankey.h"
#include "waiting.h"

#include <algorithm>

namespace bubblescope {

Selection::Selection(const Document& document, QObject* parent) : QObject(parent), m_document(document)
{
    connect(&document, &Document::replaced, this, &Selection::follow);
    connect(&document, &Document::followed, this, &Selection::notify);
}

void Selection::follow(const RunChange& change)
{
    const TracePtr now = m_document.trace();
    const bool isReadAgain = change.kind == RunChange::Kind::ReadAgain;
    const bool keepsSpans = isReadAgain && change.isSame;
    const bool keepsRanks = change.isSame || (isReadAgain && !now);
    m_bubble.reset();
    if (m_range)
        m_range = keepsSpans ? std::optional(TimeRange {m_range->begin + change.shift, m_range->end + change.shift})
                             : std::nullopt;
    m_span = keepsSpans && m_span.isValid() ? findSpan(*now, keyOf(*change.before, m_span)) : SpanId();
    if (!keepsRanks || (now && !now->findRank(m_rank)))
        m_rank = -1;
    if (!keepsRanks)
        m_stage = -1;
    if (change.kind == RunChange::Kind::Folder)
        m_layer.clear();
    findCollective();
}

void Selection::notify(const RunChange& change)
{
    if (change.kind == RunChange::Kind::Folder)
        emit layerChanged();
    emit rangeChanged();
    emit spanChanged();
    emit rankChanged();
    emit stageChanged();
}

void Selection::setRange(std::optional<TimeRange> range)
{
    if (range && range->isEmpty())
        range.reset();
    if (range == m_range)
        return;
    m_range = range;
    emit rangeChanged();
}

void Selection::setSpan(SpanId span)
{
    const TracePtr now = m_document.trace();
    if (!now || span.value >= now->spanCount()) {
        select(m_rank, m_stage, SpanId());
        return;
    }
    const Track& track = now->track(now->track(span));
    const RankInfo* rank = now->findRank(track.rank);
    select(track.rank, rank && rank->stage >= 0 ? rank->stage : now->stage(span), span);
}

void Selection::setRank(int rank)
{
    rank = std::max(rank, -1);
    const TracePtr now = m_document.trace();
    const RankInfo* info = now ? now->findRank(rank) : nullptr;
    const bool keepsSpan = now && m_span.isValid() && now->track(now->track(m_span)).rank == rank;
    select(rank, info ? int(info->stage) : rank < 0 ? -1 : m_stage, keepsSpan ? m_span : SpanId());
}

void Selection::setStage(int stage)
{
    stage = std::max(stage, -1);
    const TracePtr now = m_document.trace();
    const RankInfo* info = now ? now->findRank(m_rank) : nullptr;
    const bool keepsRank = info && info->stage == stage;
    select(keepsRank ? m_rank : -1, stage, keepsRank ? m_span : SpanId());
}

void Selection::setBubble(const Bubble& bubble)
{
    const TracePtr now = m_document.trace();
    if (!now || bubble.rank >= now->ranks().size())
        return;
    const RankInfo& rank = now->ranks()[bubble.rank];
    select(rank.rank, rank.stage, SpanId());
    m_bubble = bubble;
    emit spanChanged();
}

void Selection::select(int rank, int stage, SpanId span)
{
    const bool rankChanges = rank != m_rank;
    const bool stageChanges = stage != m_stage;
    const bool spanChanges = span != m_span || m_bubble;
    m_bubble.reset();
    m_rank = rank;
    m_stage = stage;
    m_span = span;
    if (spanChanges)
        findCollective();
    if (stageChanges)
        emit stageChanged();
    if (rankChanges)
        emit rankChanged();
    if (spanChanges)
        emit spanChanged();
}

void Selection::setLayer(const QString& layer)
{
    if (layer == m_layer)
        return;
    m_layer = layer;
    emit layerChanged();
}

void Selection::findCollective()
{
    m_collective.clear();
    const Run* current = m_document.run();
    const bool isInterleaved
        = m_document.showsSimulation() && !m_document.simulation()->fromOpened.empty(); // everything exists twice
    if (current && current->kind != Run::Kind::Plan && !isInterleaved && m_span.value < current->trace->spanCount()) {
        m_collective = collectiveByArrival(*contextOf(*current), current->trace->timing(), m_span);
    }
}

} // namespace bubblescope
