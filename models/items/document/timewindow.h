// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ranksearch.h"
#include "trace.h"

#include <QObject>

#include <optional>
#include <vector>

namespace bubblescope {

class Document;
class Selection;
struct RunChange;

/// The time shown: the visible range with its history, the step, the crosshair. Times are ns relative to the start of
/// the run. GUI thread only.
class TimeWindow : public QObject {
    Q_OBJECT
public:
    /// A place in the history is a range and what was selected there.
    TimeWindow(const Document& document, Selection& selection, QObject* parent = nullptr);

    TimeRange visibleRange() const { return m_visibleRange; }
    /// Limited to the run (plus a margin) and to at least 10 ns.
    void setVisibleRange(TimeRange range);
    void zoomBy(double factor, TimeNs fixed); ///< factor < 1 zooms in; `fixed` keeps its place
    void panBy(double shareOfWidth);
    void showAll(); ///< shows the dense range of the run
    /// The widest range that can be shown: the whole run plus a margin; empty if there is no run.
    TimeRange limits() const;
    /// Extends limits(), for a timeline that is coupled to a longer one.
    void setReach(std::optional<TimeRange> reach);
    /// The time from which rulers and stated times count: the begin of the chosen step; of all steps, that of the run.
    TimeNs origin() const { return m_origin; }
    /// Counts from this time instead, for two timelines that are compared; nullopt ends that.
    void setOrigin(std::optional<TimeNs> origin);
    /// Moves the visible range to a span, keeping the zoom if possible; `fit` zooms to it.
    void revealSpan(SpanId span, bool fit = false);
    /// Selects a span and moves there. If its rank is not in memory, has the rank come into sight, which reads it, and
    /// goes on once it was read, unless another place was gone to.
    void goTo(const FoundSpan& span);
    /// Asks the views to scroll to the span.
    void requestReveal(SpanId span) { emit revealRequested(span); }

    /// The training step that all views show; nullopt for all steps. The visible range moves there if the run has that
    /// step; and a chosen step follows a visible range or span that is in another one.
    std::optional<int64_t> step() const { return m_step; }
    void setStep(std::optional<int64_t> step);
    std::optional<TimeNs> crosshair() const { return m_crosshair; }
    void setCrosshair(std::optional<TimeNs> time);

    /// Adds the current place (range, selection) to the history unless it is the last one already. Call it after a
    /// jump; back() also keeps a place that was reached otherwise.
    void commitPlace();
    void back();
    void forward();
    bool canGoBack() const;
    bool canGoForward() const { return m_historyIndex + 1 < m_history.size(); }
    /// Committed ranges, oldest first, for breadcrumbs; historyIndex() is the current one.
    std::vector<TimeRange> historyRanges() const;
    size_t historyIndex() const { return m_historyIndex; }
    void goToHistory(size_t index);
    /// Restores the history from a session.
    void setHistory(const std::vector<TimeRange>& ranges, size_t index);

signals:
    void visibleRangeChanged();
    void stepChanged();
    void crosshairChanged();
    void originChanged();
    void historyChanged();
    /// A view requests that this span be scrolled to.
    void revealRequested(bubblescope::SpanId span);

private:
    struct Place {
        TimeRange range;
        SpanId span;
        bool operator==(const Place&) const = default;
    };
    void follow(const RunChange& change);
    void notify(const RunChange& change);
    void goTo(Place place);
    bool goToSpan(const FoundSpan& span);
    const Step* stepNumbered(std::optional<int64_t> number) const; ///< null if the run has no such step
    /// Chooses the step at this time if another is chosen.
    void followTo(TimeNs time);
    void updateOrigin();

    const Document& m_document;
    Selection& m_selection;
    TimeRange m_visibleRange;
    std::optional<TimeRange> m_reach;
    TimeNs m_origin = 0;
    std::optional<TimeNs> m_givenOrigin;
    std::optional<int64_t> m_step;
    std::optional<TimeNs> m_crosshair;
    std::optional<FoundSpan> m_awaited; ///< whose rank is to be read
    std::vector<Place> m_history;
    size_t m_historyIndex = 0;
};

} // namespace bubblescope
