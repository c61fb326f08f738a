// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bubbles.h"
#include "ids.h"
#include "timerange.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace bubblescope {

class Document;
struct RunChange;

/// The selection shared by all views: a span or bubble with its rank and stage, a layer, a time range. GUI thread
/// only.
class Selection : public QObject {
    Q_OBJECT
public:
    explicit Selection(const Document& document, QObject* parent = nullptr);

    std::optional<TimeRange> range() const { return m_range; } ///< ns relative to the start of the run
    void setRange(std::optional<TimeRange> range);
    SpanId span() const { return m_span; } ///< invalid if none
    /// Also selects its rank and stage.
    void setSpan(SpanId span);
    /// Members of the span's collective in order of arrival; empty if it has none.
    const std::vector<SpanId>& collective() const { return m_collective; }
    /// A stretch without work that is selected instead of a span.
    const std::optional<Bubble>& bubble() const { return m_bubble; }
    /// Also selects its rank and stage; emits spanChanged().
    void setBubble(const Bubble& bubble);
    int rank() const { return m_rank; } ///< -1 if none
    void setRank(int rank);
    int stage() const { return m_stage; } ///< -1 if none
    void setStage(int stage);
    QString layer() const { return m_layer; } ///< name as in the layer table or log; empty if none
    void setLayer(const QString& layer);

signals:
    void rangeChanged();
    void spanChanged(); ///< span or bubble
    void rankChanged();
    void stageChanged();
    void layerChanged();

private:
    void follow(const RunChange& change);
    void notify(const RunChange& change);
    void select(int rank, int stage, SpanId span);
    void findCollective();

    const Document& m_document;
    std::optional<TimeRange> m_range;
    SpanId m_span;
    std::vector<SpanId> m_collective;
    std::optional<Bubble> m_bubble;
    int m_rank = -1;
    int m_stage = -1;
    QString m_layer;
};

} // namespace bubblescope
