// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelinemenu.h"

#include "formatting.h"
#include "notelayer.h"
#include "timelineplot.h"
#include "workspace.h"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QMenu>

#include <algorithm>

namespace bubblescope {

namespace {

struct TimelineMenu {
    Q_DECLARE_TR_FUNCTIONS(bubblescope::TimelineMenu)
};

QString asEntry(QString name) { return elideMiddle(toText(name.simplified()), 40).replace(QLatin1Char('&'), QLatin1String("&&")); }

/// The other end of a message; invalid for anything else.
SpanId peerOf(const Trace& trace, SpanId span)
{
    for (const Link& link : trace.linkTable().linksOf(trace.charged(span))) {
        if (link.from == span)
            return link.to;
        if (link.to == span)
            return link.from;
    }
    return {};
}

void addSpanEntries(QMenu& menu, TimelinePlot& plot, SpanId span)
{
    Workspace& workspace = plot.workspace();
    const TracePtr trace = workspace.document.trace();
    const QString name = exactText(trace->name(span));
    // Keys of the timeline itself, which only it may take: shown, not registered.
    const auto add = [&menu, &plot](const QString& text, const QString& keys, const std::function<void()>& run) {
        menu.addAction(keys.isEmpty() ? text : text + QLatin1Char('\t') + keys, &plot, run);
    };
    add(TimelineMenu::tr("Zoom to this span"), TimelineMenu::tr("double click"), [&workspace, span] {
        workspace.selection.setSpan(span);
        workspace.window.revealSpan(span, true);
        workspace.window.commitPlace();
    });
    if (const SpanId peer = peerOf(*trace, span); peer.isValid()) {
        const int rank = trace->track(trace->track(peer)).rank;
        add(TimelineMenu::tr("Go to the other end on %1").arg(rankText(rank)), {}, [&workspace, peer] {
            workspace.selection.setSpan(peer);
            workspace.window.revealSpan(peer);
            workspace.window.commitPlace();
        });
    }
    add(TimelineMenu::tr("Find all “%1”").arg(asEntry(name)), {},
        [&workspace, name] { workspace.search.setText(QStringLiteral("name~\"%1\"").arg(name)); });
    add(TimelineMenu::tr("Copy"), QStringLiteral("Ctrl+C"), [trace, span] {
        const QStringList cells {toText(trace->name(span)), toText(trace->detail(span)),
            plainMilliseconds(double(trace->begin(span))), plainMilliseconds(double(trace->duration(span)))};
        QApplication::clipboard()->setText(cells.join(QLatin1Char('\t')));
    });
    menu.addSeparator();
}

/// What dragging its name does.
void addMoves(QMenu& menu, TimelineRows& rows, const TimelineTarget& target)
{
    const bool isRank = target.rank >= 0;
    if (!isRank && target.stage < 0)
        return;
    const auto standsAlone = [&] {
        if (!isRank)
            return rows.layout().stages().size() < 2;
        const auto& blocks = rows.layout().blocks();
        const auto own = std::ranges::find(blocks, target.rank, &RankBlock::rank);
        return own == blocks.end() || std::ranges::count(blocks, own->stage, &RankBlock::stage) < 2;
    };
    if (standsAlone())
        return;
    const QString name = isRank ? rankText(target.rank) : stageText(target.stage);
    const auto move = [&rows, isRank, number = isRank ? target.rank : target.stage](int places) {
        if (isRank)
            rows.moveRankBy(number, places);
        else
            rows.moveStageBy(number, places);
    };
    menu.addAction(TimelineMenu::tr("Move %1 up").arg(name) + QStringLiteral("\tAlt+↑"), &rows, [move] { move(-1); });
    menu.addAction(TimelineMenu::tr("Move %1 down").arg(name) + QStringLiteral("\tAlt+↓"), &rows, [move] { move(1); });
}

} // namespace

void fillTimelineMenu(QMenu& menu, TimelinePlot& plot, const TimelineTarget& target)
{
    TimelineRows& rows = plot.rows();
    const Workspace& workspace = plot.workspace();
    const TracePtr trace = workspace.document.trace();
    if (!trace)
        return;
    const auto add = [&menu, &rows](const QString& text, const std::function<void()>& run) { menu.addAction(text, &rows, run); };
    const SpanId span = target.point ? plot.spanAtPoint(*target.point) : SpanId();
    const bool isNote = target.point && plot.notes().noteAtPoint(*target.point);
    if (span.isValid() && !isNote)
        addSpanEntries(menu, plot, span);
    if (isNote) {
        plot.notes().fillMenu(menu, *target.point);
        return;
    }
    if (target.point)
        plot.notes().fillMenu(*menu.addMenu(TimelineMenu::tr("Write a note")), *target.point);
    menu.addSeparator();
    if (target.track.isValid()) {
        const QString exact = exactText(trace->trackName(target.track));
        const bool isPinned = rows.isPinned(target.track);
        add(isPinned ? TimelineMenu::tr("Unpin “%1”").arg(asEntry(exact)) : TimelineMenu::tr("Pin “%1” to the top").arg(asEntry(exact)),
            [&rows, track = target.track, isPinned] { rows.setPinned(track, !isPinned); });
        if (rows.options().lane.empty())
            add(TimelineMenu::tr("Only “%1” of every rank").arg(asEntry(exact)), [&rows, exact] { rows.setLaneFilter(exact); });
    }
    if (target.rank >= 0 && rows.options().onlyRanks.empty())
        add(TimelineMenu::tr("Only %1").arg(rankText(target.rank)), [&rows, rank = target.rank] { rows.setRankFilter(rank); });
    if (target.stage >= 0 && rows.options().onlyStages.empty())
        add(TimelineMenu::tr("Only %1").arg(stageText(target.stage)), [&rows, stage = target.stage] { rows.setStageFilter(stage); });
    if (rows.isFiltered())
        add(TimelineMenu::tr("Show everything"), [&rows] { rows.showEverything(); });
    if (target.track.isValid() && trace->track(target.track).lane == Lane::Thread) {
        const bool folds = rows.foldsThreadsOf(target.rank);
        add((folds ? TimelineMenu::tr("Unfold threads of rank %1") : TimelineMenu::tr("Fold threads of rank %1")).arg(target.rank),
            [&rows, folds, rank = target.rank] { rows.setThreadsFolded({rank}, !folds); });
    }
    addMoves(menu, rows, target);
    const auto& lines = rows.layout().rows();
    const auto others = std::ranges::find_if(lines,
        [&target](const TimelineRow& row) { return row.kind == TimelineRow::Kind::Others && row.rank == target.rank; });
    if (target.rank >= 0 && others != lines.end()) {
        const bool areOpen = others->fold == TimelineRow::Fold::Open;
        add((areOpen ? TimelineMenu::tr("Fewer lanes of rank %1") : TimelineMenu::tr("All lanes of rank %1"))
                .arg(target.rank),
            [&rows, areOpen, rank = target.rank] { rows.setOthersOpen(rank, !areOpen); });
    }
    if (target.rank >= 0) {
        const bool isCollapsed = rows.options().collapsedRanks.count(target.rank) > 0;
        add((isCollapsed ? TimelineMenu::tr("Expand %1") : TimelineMenu::tr("Collapse %1")).arg(rankText(target.rank)),
            [&rows, rank = target.rank, isCollapsed] { rows.setRankCollapsed(rank, !isCollapsed); });
    } else if (target.stage >= 0) {
        const bool isCollapsed = rows.options().collapsedStages.count(target.stage) > 0;
        add((isCollapsed ? TimelineMenu::tr("Expand %1") : TimelineMenu::tr("Collapse %1")).arg(stageText(target.stage)),
            [&rows, stage = target.stage, isCollapsed] { rows.setStageCollapsed(stage, !isCollapsed); });
    }
}

} // namespace bubblescope
