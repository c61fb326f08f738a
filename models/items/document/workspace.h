// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"
#include "findings.h"
#include "openedfolder.h"
#include "searchresult.h"
#include "shownsimulation.h"
#include "stepreasons.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <optional>
#include <vector>

namespace bubblescope {

class NoteBook;

/// What the window shows and what is selected in it; the one object that all views listen to, and the only way they
/// meet. Times are ns relative to the run's start. GUI thread only; owns nothing but the shared folder.
class Workspace : public QObject {
    Q_OBJECT
public:
    /// Another timeline of the same folder shares the notes, which outlive it; null: notes of its own.
    explicit Workspace(QObject* parent = nullptr, NoteBook* notes = nullptr);

    /// What is wanted from the trace as a whole.
    enum class Task : uint8_t { Search, Durations, Summary, Part };
    using Work = std::function<std::function<void()>()>;
    /// Calls `work` on any thread, and what that returns on this one. A later work of the same task and workspace makes
    /// an earlier one needless.
    using Background = std::function<void(Workspace& of, Task task, Work work)>;
    /// Who does what takes time in proportion to the trace. Without one, and where that is little, it is done at once.
    void setBackground(Background background) { m_background = std::move(background); }
    /// A work of the task ended without a result: it is not waited for any more.
    void giveUp(Task task);

    /// Shows another folder, with its first run, log, table and workload current. Null closes it.
    void setFolder(OpenedFolderPtr opened);
    /// The same folder read again (or with more of it ready): keeps what can be kept of view and selection.
    void updateFolder(OpenedFolderPtr opened);
    const OpenedFolderPtr& opened() const { return m_opened; }
    const RunFolder* folder() const { return m_opened ? &m_opened->folder : nullptr; }

    int runIndex() const { return m_runIndex; } ///< of the folder's runs; -1 for none
    void setRunIndex(int index);
    /// What all views show: the folder's run, or a simulated one.
    const Run* run() const;
    const Run* openedRun() const; ///< the folder's own, whatever is shown
    TracePtr trace() const;       ///< null where there is no run
    const LevelOfDetail* levelOfDetail() const;
    /// Time split and stage times of the run: what came with the folder, else computed once the run is shown. Null where
    /// there is no run, or until they are known, which figuresChanged() tells.
    std::shared_ptr<const RunSummary> runSummary() const;
    /// Which spans wait, and how long; null where that is not known, as for plans, which have no times.
    std::shared_ptr<const WaitingTimes> waiting() const;
    /// Members of the collective that the selected span took part in, in order of arrival; else empty.
    const std::vector<SpanId>& collective() const { return m_collective; }
    /// The part of the run that the figures of ranks and stages are of.
    enum class Extent : uint8_t { Run, Step, Range };
    /// The selected range, else the chosen step, else the whole run; that also where ranks cannot be compared.
    Extent extent() const { return m_extent; }
    /// The step that figures of the trace are of; nothing where a range was selected instead.
    std::optional<int64_t> stepOfFigures() const { return m_extent == Extent::Range ? std::nullopt : m_step; }
    QString extentText() const; ///< "of the run", "of step 3", "of the range"
    /// runSummary() of that part. One for all views, so that they show the same numbers; it follows the selection with
    /// a short delay, see figuresChanged().
    std::shared_ptr<const RunSummary> figures() const;

    /// Which of the two a run and its simulation is shown. Both: the views stay with the opened run, the timeline has
    /// the simulated one below it. Interleaved: the same, with each simulated lane below its opened one.
    enum class Timeline : uint8_t { Opened, Simulated, Both, Interleaved };
    Timeline timeline() const { return m_timeline; }
    /// Keeps the place: times are shifted to the step that was simulated.
    void setTimeline(Timeline timeline);
    /// Replaced while a knob moves, which keeps range and selected rank; null takes it away. Where no run is open, it
    /// is what is shown.
    void setSimulation(ShownSimulationPtr simulation);
    const ShownSimulationPtr& simulation() const { return m_simulation; }
    bool showsSimulation() const { return m_simulation && (m_timeline == Timeline::Simulated || m_runIndex < 0); }
    /// Of the spans that are shown against those of the opened step, by span; null where nothing is compared.
    std::shared_ptr<const std::vector<float>> differences() const
    {
        return showsSimulation() ? m_simulation->differences : nullptr;
    }
    /// The visible range may go as far as this, too; for a timeline that is coupled to a longer one.
    void setReach(std::optional<TimeRange> reach);

    /// A run of the folder to compare with, shown below the opened one; -1 for none, and where a simulation is shown.
    int otherRunIndex() const { return m_otherRunIndex; }
    void setOtherRun(int index);

    int layerTableIndex() const { return m_layerTableIndex; }
    void setLayerTableIndex(int index);
    const LayerTable* layerTable() const;
    int workloadIndex() const { return m_workloadIndex; }
    void setWorkloadIndex(int index);
    const Workload* workload() const;
    int runLogIndex() const { return m_runLogIndex; }
    void setRunLogIndex(int index);
    const RunLog* runLog() const;
    /// Layers a one-layer table is folded out to; starts as what the table or its twin says, else 1.
    int foldedLayers() const { return m_foldedLayers; }
    void setFoldedLayers(int layers);

    TimeRange visibleRange() const { return m_visibleRange; }
    /// Kept inside the run (with a little air) and not narrower than 10 ns.
    void setVisibleRange(TimeRange range);
    void zoomBy(double factor, TimeNs fixed); ///< factor < 1 zooms in; `fixed` keeps its place
    void panBy(double shareOfWidth);
    void showAll(); ///< the dense range of the run
    /// Widest range that can be shown: the whole run with a little air; empty where there is no run.
    TimeRange limits() const;
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

    std::optional<TimeRange> selectedRange() const { return m_selectedRange; }
    void setSelectedRange(std::optional<TimeRange> range);
    SpanId selectedSpan() const { return m_selectedSpan; } ///< invalid for none
    /// Also selects its rank and stage.
    void setSelectedSpan(SpanId span);
    int selectedRank() const { return m_selectedRank; } ///< -1 for none
    void setSelectedRank(int rank);
    int selectedStage() const { return m_selectedStage; } ///< -1 for none
    void setSelectedStage(int stage);
    QString selectedLayer() const { return m_selectedLayer; } ///< name as in the layer table or log; empty for none
    void setSelectedLayer(const QString& layer);
    /// Training step that every view shows; nothing for all of them. The timeline moves there where it has that step.
    std::optional<int64_t> step() const { return m_step; }
    void setStep(std::optional<int64_t> step);
    std::optional<TimeNs> crosshair() const { return m_crosshair; }
    void setCrosshair(std::optional<TimeNs> time);

    QString searchText() const { return m_searchText; }
    /// In the language of SpanQuery; empty ends the search.
    void setSearchText(const QString& text);
    /// The text is still being looked for; until then the matches are those of the text before.
    bool isSearchPending() const { return m_isSearchPending; }
    const std::vector<SpanId>& searchMatches() const { return found().byBegin; } ///< by begin
    const DurationHistogram& matchDurations() const { return found().durations; }
    int searchIndex() const { return m_searchIndex; } ///< -1 for none
    /// Lights only the matches whose duration lies in this range; nothing for all of them. A new search starts with
    /// all.
    void setSearchDurations(std::optional<TimeRange> durations);
    std::optional<TimeRange> searchDurations() const { return m_searchDurations; }
    /// The matches that are highlighted; null where nothing is searched.
    const SearchResultPtr& highlightedMatches() const { return m_highlighted; }
    /// Wraps around; selects and shows the span, once it is known.
    void goToMatch(int index);
    /// Why the text cannot be searched for; empty where it can.
    QString searchRefusal() const { return m_searchRefusal; }
    bool isSearching() const { return !m_searchText.isEmpty(); }

    /// What costs most in what is shown; null until that is known. Whoever computes sets it.
    const FindingsPtr& findings() const { return m_findings; }
    void setFindings(FindingsPtr findings);
    int findingIndex() const { return m_findingIndex; } ///< -1 for none
    void goToFinding(int index);                        ///< wraps around; shows and selects its evidence
    void markFinding(int index);                        ///< without going there

    /// Notes of all timelines of what is open; a new folder begins with none.
    NoteBook& notes() const { return *m_notes; }
    /// Whose notes belong to what is shown.
    Annotation::Subject noteSubject() const;
    /// Moves the view to a note of what is shown, selects what it is about and marks it.
    void goToNote(const Annotation& note);

    /// Why the step that is looked at takes so long: critical path, slack, causes of bubbles. Null until that is known
    /// for what is shown. Whoever computes sets it.
    StepReasonsPtr reasons() const { return m_reasons && m_reasons->trace() == trace() ? m_reasons : nullptr; }
    void setReasons(StepReasonsPtr reasons);
    /// A stretch without work, chosen in place of a span.
    const std::optional<Bubble>& selectedBubble() const { return m_selectedBubble; }
    /// Also selects its rank and stage; told by selectedSpanChanged().
    void setSelectedBubble(const Bubble& bubble);

    /// Moves the view so that the span is visible, keeping the zoom where it can; `fit` zooms to it.
    void revealSpan(SpanId span, bool fit = false);

signals:
    void folderChanged();
    void runChanged();
    void simulationChanged(); ///< another simulation, or which timeline is shown; after runChanged() where that changes
    void otherRunChanged();
    void layerTableChanged();
    void workloadChanged();
    void runLogChanged();
    void foldedLayersChanged();
    void visibleRangeChanged();
    void historyChanged();
    void selectedRangeChanged();
    void selectedSpanChanged(); ///< or the selected bubble
    void selectedRankChanged();
    void selectedStageChanged();
    void selectedLayerChanged();
    void stepChanged();
    void figuresChanged(); ///< other figures() than before; not sent together with a change of the run
    void crosshairChanged();
    void searchChanged(); ///< text, matches or the current match
    void searchDurationsChanged();
    void findingsChanged();
    void findingChanged();
    void reasonsChanged();
    /// A view asks that this span be scrolled to.
    void revealRequested(bubblescope::SpanId span);

private:
    struct Place {
        TimeRange range;
        SpanId span;
        bool operator==(const Place&) const = default;
    };
    void resetToRun();
    void tellRunChanged();
    void showOther(const std::function<void()>& change);
    void goTo(Place place);
    void select(int rank, int stage, SpanId span);
    void findMatches();
    const SearchResult& found() const;
    /// Takes over what was made, unless it is not wanted any more; then false.
    using Take = std::function<bool()>;
    /// `work` takes time in proportion to `spans`, runs on any thread and must hold what it uses. True where it was done
    /// at once; else `changed` is told later.
    bool perform(Task task, size_t spans, std::function<Take()> work, void (Workspace::*changed)());
    void findSummary();
    void updateFigures();
    void findCollective();
    TimeRange clamped(TimeRange range) const;
    TimeRange fittedRange() const;
    OpenedFolderPtr m_opened;
    NoteBook* m_notes;
    Background m_background;
    std::shared_ptr<const RunSummary> m_summary; // of the run, where the folder came without
    std::shared_ptr<const RunSummary> m_partSummary; // null for the whole run
    std::optional<TimeRange> m_part;
    Extent m_extent = Extent::Run;
    std::optional<TimeRange> m_wantedPart; // while it is summed up, else the same
    Extent m_wantedExtent = Extent::Run;
    QTimer m_figuresPause;
    int m_runIndex = -1;
    ShownSimulationPtr m_simulation;
    Timeline m_timeline = Timeline::Opened;
    std::optional<TimeRange> m_reach;
    int m_otherRunIndex = -1;
    int m_layerTableIndex = -1;
    int m_workloadIndex = -1;
    int m_runLogIndex = -1;
    int m_foldedLayers = 1;
    TimeRange m_visibleRange;
    std::vector<Place> m_history;
    size_t m_historyIndex = 0;
    std::optional<TimeRange> m_selectedRange;
    SpanId m_selectedSpan;
    std::vector<SpanId> m_collective;
    int m_selectedRank = -1;
    int m_selectedStage = -1;
    QString m_selectedLayer;
    std::optional<int64_t> m_step;
    std::optional<TimeNs> m_crosshair;
    FindingsPtr m_findings;
    int m_findingIndex = -1;
    StepReasonsPtr m_reasons;
    std::optional<Bubble> m_selectedBubble;
    QString m_searchText;
    QString m_searchRefusal;
    std::weak_ptr<const Trace> m_searched;
    SearchResultPtr m_found; // null where nothing is searched, or nothing was found yet
    SearchResultPtr m_highlighted;
    bool m_isSearchPending = false;
    std::optional<int> m_awaitedMatch; // to go to
    std::optional<TimeRange> m_searchDurations;
    int m_searchIndex = -1;
};

} // namespace bubblescope
