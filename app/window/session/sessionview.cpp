// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessionview.h"

#include "formatting.h"
#include "notebook.h"
#include "timelinelook.h"
#include "timelinerows.h"
#include "workspace.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

constexpr std::array<const char*, 4> timelineNames {"opened", "simulated", "both", "interleaved"};
constexpr std::array<const char*, 2> sortNames {"rank", "busy"};
constexpr std::array<const char*, 5> colorNames {"category", "stage", "duration", "difference", "name"};

/// -1 for an unknown word.
template <size_t N> int indexOf(const std::array<const char*, N>& names, const QString& word)
{
    const auto found
        = std::find_if(names.begin(), names.end(), [&word](const char* name) { return word == QLatin1String(name); });
    return found == names.end() ? -1 : int(found - names.begin());
}

template <typename Item> int indexOf(const std::vector<Item>& items, const QString& name)
{
    const std::string wanted = name.toStdString();
    const auto found
        = std::find_if(items.begin(), items.end(), [&wanted](const Item& item) { return item.name == wanted; });
    return found == items.end() ? -1 : int(found - items.begin());
}

template <typename Item> QString nameOf(const Item* item) { return item ? exactText(item->name) : QString(); }

/// Converts times of the file to those of the run as it is now, and back.
struct Clock {
    TimeNs origin = 0;
    TimeNs here(TimeNs time) const { return boundedDifference(origin, time); }
    TimeRange here(TimeRange range) const { return {here(range.begin), here(range.end)}; }
    TimeRange there(TimeRange range) const { return {range.begin + origin, range.end + origin}; }
};

Clock clockOf(const Workspace& workspace)
{
    // Times of a simulated step always count from the begin of the step.
    const TracePtr trace = workspace.document.trace();
    return {trace ? trace->origin() : 0};
}

} // namespace

void captureView(Session& session, const Workspace& workspace, const TimelineRows& rows, const TimelineLook& look)
{
    Session::View& view = session.view;
    view.run = nameOf(workspace.document.openedRun());
    view.layerTable = nameOf(workspace.inputs.layerTable());
    view.workload = nameOf(workspace.inputs.workload());
    view.runLog = nameOf(workspace.inputs.runLog());
    view.rank = workspace.selection.rank();
    view.stage = workspace.selection.stage();
    view.layer = workspace.selection.layer();
    view.step = workspace.window.step();
    view.foldedLayers = workspace.inputs.foldedLayers();
    view.search = workspace.search.text();
    view.searchIndex = workspace.search.index();
    if (workspace.diagnosis.findings() && workspace.diagnosis.findingIndex() >= 0)
        view.finding = exactText(workspace.diagnosis.findings()->list[size_t(workspace.diagnosis.findingIndex())].id);
    const Clock clock = clockOf(workspace);
    if (const TracePtr trace = workspace.document.trace()) {
        view.range = clock.there(workspace.window.visibleRange());
        for (const TimeRange& range : workspace.window.historyRanges())
            view.history.push_back(clock.there(range));
        view.historyIndex = int(workspace.window.historyIndex());
        if (workspace.selection.range())
            view.selectedRange = clock.there(*workspace.selection.range());
        if (workspace.selection.span().isValid())
            view.selectedSpan = keyOf(*trace, workspace.selection.span());
        for (const TimeNs marker : look.markers())
            view.markers.push_back(marker + clock.origin);
        for (const TrackId track : rows.options().pinned)
            session.rows.pinned.emplace_back(trace->track(track).rank, std::string(trace->trackName(track)));
        if (trace->hasThreads()) {
            session.rows.foldsThreads = rows.foldsThreads();
            session.rows.foldExceptions = rows.options().foldExceptions;
        }
    }
    session.simulate.timeline = QLatin1String(timelineNames[size_t(workspace.document.timeline())]);
    const TimelineLayout::Options& options = rows.options();
    if (!rows.hasAutomaticRowHeight())
        session.rows.height = options.rowHeight;
    session.rows.collapsedRanks = rows.chosenCollapsedRanks();
    session.rows.collapsedStages = options.collapsedStages;
    session.rows.openedAlike = options.openedAlike;
    session.rows.groupsAlike = rows.choseToGroupAlike();
    session.rows.showsOnlyDiffering = rows.showsOnlyDiffering();
    session.rows.showsCriticalPath = look.showsCriticalPath();
    if (!options.onlyStages.empty())
        session.rows.onlyStage = *options.onlyStages.begin();
    session.rows.lane = exactText(options.lane);
    session.rows.sort = QLatin1String(sortNames[size_t(options.sort)]);
    session.rows.order = options.order;
    session.rows.color = QLatin1String(colorNames[size_t(look.colorBy())]);
    session.rows.scroll = rows.scrollOffset();
    session.notes = workspace.document.notes().notesWithDraft();
}

Document::Timeline timelineOf(const Session& session)
{
    return Document::Timeline(std::max(0, indexOf(timelineNames, session.simulate.timeline)));
}

void applyView(const Session& session, Workspace& workspace)
{
    const RunFolder* folder = workspace.document.folder();
    if (!folder)
        return;
    const Session::View& view = session.view;
    if (const int run = indexOf(folder->runs, view.run); run >= 0)
        workspace.document.setRunIndex(run);
    if (const int table = indexOf(folder->layerTables, view.layerTable); table >= 0)
        workspace.inputs.setLayerTableIndex(table);
    if (const int workload = indexOf(folder->workloads, view.workload); workload >= 0)
        workspace.inputs.setWorkloadIndex(workload);
    if (const int log = indexOf(folder->runLogs, view.runLog); log >= 0)
        workspace.inputs.setRunLogIndex(log);
    if (view.foldedLayers)
        workspace.inputs.setFoldedLayers(*view.foldedLayers);
    workspace.window.setStep(view.step);
    workspace.search.setText(view.search);
    if (view.searchIndex >= 0 && workspace.search.isPending())
        workspace.search.goToMatch(view.searchIndex);
    else if (view.searchIndex >= 0 && !workspace.search.matches().empty())
        workspace.search.goToMatch(std::min(view.searchIndex, int(workspace.search.matches().size()) - 1));
    applyPlace(view, workspace);
}

void applyPlace(const Session::View& view, Workspace& workspace)
{
    const Clock clock = clockOf(workspace);
    if (const TracePtr trace = workspace.document.trace()) {
        if (view.range)
            workspace.window.setVisibleRange(clock.here(*view.range));
        std::vector<TimeRange> history;
        for (const TimeRange& range : view.history)
            history.push_back(clock.here(range));
        workspace.window.setHistory(history, size_t(view.historyIndex));
        workspace.selection.setRange(
            view.selectedRange ? std::optional<TimeRange>(clock.here(*view.selectedRange)) : std::nullopt);
        workspace.selection.setSpan(view.selectedSpan ? findSpan(*trace, *view.selectedSpan) : SpanId());
    }
    if (view.rank != workspace.selection.rank())
        workspace.selection.setRank(view.rank);
    if (view.stage != workspace.selection.stage())
        workspace.selection.setStage(view.stage);
    workspace.selection.setLayer(view.layer);
}

void applyRows(const Session& session, const Workspace& workspace, TimelineRows& rows, TimelineLook& look)
{
    const Session::Rows& saved = session.rows;
    if (saved.height)
        rows.setRowHeight(*saved.height);
    else
        rows.setAutomaticRowHeight();
    // What is as it was still gives way where it does not fit.
    if (saved.foldsThreads && *saved.foldsThreads != rows.foldsThreads())
        rows.setFoldsThreads(*saved.foldsThreads);
    rows.setThreadsFolded(saved.foldExceptions, !rows.foldsThreads());
    if (saved.collapsedRanks != rows.chosenCollapsedRanks() || saved.collapsedStages != rows.options().collapsedStages)
        rows.setCollapsed(saved.collapsedRanks, saved.collapsedStages);
    if (saved.groupsAlike != rows.choseToGroupAlike())
        rows.setGroupsAlike(saved.groupsAlike);
    for (const int representative : saved.openedAlike)
        rows.setAlikeOpen(representative, true);
    rows.setShowsOnlyDiffering(saved.showsOnlyDiffering);
    rows.setStageFilter(saved.onlyStage);
    look.setShowsCriticalPath(saved.showsCriticalPath);
    rows.setLaneFilter(saved.lane);
    rows.setOrder({}); // sorting would end it as a move of the user's, who could take that back
    if (const int sort = indexOf(sortNames, saved.sort); sort >= 0)
        rows.setSort(TimelineLayout::Sort(sort));
    rows.setOrder(saved.order);
    if (const int color = indexOf(colorNames, saved.color); color >= 0)
        look.setColorBy(ColorBy(color));
    if (const TracePtr trace = workspace.document.trace()) {
        for (const auto& [rank, lane] : saved.pinned) {
            for (const Track& track : trace->tracksOf(rank)) {
                if (trace->trackName(trace->idOf(track)) == lane)
                    rows.setPinned(trace->idOf(track), true);
            }
        }
        std::vector<TimeNs> markers;
        for (const TimeNs marker : session.view.markers)
            markers.push_back(boundedDifference(trace->origin(), marker));
        look.setMarkers(std::move(markers));
    }
    rows.setScroll(saved.scroll);
}

} // namespace bubblescope
