// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <QObject>

#include <optional>
#include <vector>

namespace bubblescope {

class Document;
class Selection;
struct RunChange;

/// Which time is looked at: the visible range with its history, the step, the crosshair. Times are ns relative to the
/// run's start. GUI thread only.
class TimeWindow : public QObject {
    Q_OBJECT
public:
    /// A place in the history is a range and what was selected there.
    TimeWindow(const Document& document, Selection& selection, QObject* parent = nullptr);

    TimeRange visibleRange() const { return m_visibleRange; }
    /// Kept inside the run (with a little air) and not narrower than 10 ns.
    void setVisibleRange(TimeRange range);
    void zoomBy(double factor, TimeNs fixed); ///< factor < 1 zooms in; `fixed` keeps its place
    void panBy(double shareOfWidth);
    void showAll(); ///< the dense range of the run
    /// Widest range that can be shown: the whole run with a little air; empty where there is no run.
    TimeRange limits() const;
    /// The visible range may go as far as this, too; for a timeline that is coupled to a longer one.
    void setReach(std::optional<TimeRange> reach);
    /// Moves so that the span is visible, keeping the zoom where it can; `fit` zooms to it.
    void revealSpan(SpanId span, bool fit = false);
    /// Asks the views to scroll to the span.
    void requestReveal(SpanId span) { emit revealRequested(span); }

    /// Training step that every view shows; nothing for all of them. The visible range moves there where the run has
    /// that step.
    std::optional<int64_t> step() const { return m_step; }
    void setStep(std::optional<int64_t> step);
    std::optional<TimeNs> crosshair() const { return m_crosshair; }
    void setCrosshair(std::optional<TimeNs> time);

    /// Puts the present place (range, selection) on the history, unless it is there already. Call it after a jump;
    /// back() also remembers a place that was reached without one.
    void commitPlace();
    void back();
    void forward();
    bool canGoBack() const;
    bool canGoForward() const { return m_historyIndex + 1 < m_history.size(); }
    /// Committed ranges, oldest first, for breadcrumbs; historyIndex() is the present one.
    std::vector<TimeRange> historyRanges() const;
    size_t historyIndex() const { return m_historyIndex; }
    void goToHistory(size_t index);
    /// As it was in a session.
    void setHistory(const std::vector<TimeRange>& ranges, size_t index);

signals:
    void visibleRangeChanged();
    void stepChanged();
    void crosshairChanged();
    void historyChanged();
    /// A view asks that this span be scrolled to.
    void revealRequested(bubblescope::SpanId span);

private:
    struct Place {
        TimeRange range;
        SpanId span;
        bool operator==(const Place&) const = default;
    };
    void follow(const RunChange& change);
    void tell(const RunChange& change);
    void goTo(Place place);

    const Document& m_document;
    Selection& m_selection;
    TimeRange m_visibleRange;
    std::optional<TimeRange> m_reach;
    std::optional<int64_t> m_step;
    std::optional<TimeNs> m_crosshair;
    std::vector<Place> m_history;
    size_t m_historyIndex = 0;
};

} // namespace bubblescope
