// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelinewords.h"

#include "formatting.h"
#include "workspace.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace bubblescope {

namespace {

constexpr int shownMissingRanks = 8;

QString tr(const char* text) { return QCoreApplication::translate("GanttView", text); }

/// Some span waits beside work, where that is no bubble.
bool waitsBesideWork(const RunSummary& summary)
{
    size_t inBubbles = 0;
    for (const RankWaits& rank : summary.lost->ranks()) {
        SpanId before;
        for (const StretchSums::Stretch& stretch : rank.bubbles.all()) {
            if (stretch.span.isValid() && stretch.span != before)
                ++inBubbles;
            before = stretch.span;
        }
    }
    return summary.waiting.count() > inBubbles;
}

bool drawsWaiting(const SpanLook& look)
{
    if (!look.summary || !look.summary->lost)
        return !look.waits.isEmpty();
    const std::vector<RankWaits>& ranks = look.summary->lost->ranks();
    if (std::any_of(
            ranks.begin(), ranks.end(), [&look](const RankWaits& rank) { return rank.waiting.sum(look.range) > 0; }))
        return true;
    for (int c = 0; c < categoryCount; ++c) {
        if (look.categories[size_t(c)] && isCommunication(Category(c)))
            return waitsBesideWork(*look.summary);
    }
    return false;
}

} // namespace

QStringList timelineNotices(const Workspace& workspace, TimeRange visible, const TimelineLayout::Options& rows)
{
    const Run* run = workspace.document.run();
    if (!run)
        return {};
    QStringList sentences;
    const Trace& trace = *run->trace;
    if (run->origin == Origin::Modelled && workspace.document.showsSimulation() && !workspace.document.openedRun()
        && workspace.document.folder())
        sentences << tr("Modelled, not measured: this input has no timeline of its own; what was assumed stands in the "
                        "What if panel.");
    else if (run->origin == Origin::Modelled && workspace.document.openedRun())
        sentences << tr("Modelled: the step as the cost model has it with the knobs of the Simulate pane.");
    if (run->kind == Run::Kind::Plan)
        sentences << tr("A plan: order only, no times. Widths mean nothing.");
    else if (!trace.ranksAreComparable())
        sentences << tr(
            "Ranks were recorded one after another on one GPU: each is drawn from its own start, nothing on "
            "two ranks is simultaneous.");
    QStringList ownStart;
    for (const RankInfo& rank : trace.ranks()) {
        if (rank.clock == ClockState::OwnStart && trace.ranksAreComparable())
            ownStart << QString::number(rank.rank);
    }
    if (!ownStart.isEmpty()) {
        const QString first = ownStart.mid(0, shownMissingRanks).join(QStringLiteral(", "));
        sentences << tr("No message links the clock of rank %1 to the others: drawn from its own start.")
                         .arg(ownStart.size() > shownMissingRanks ? first + QStringLiteral(", …") : first);
    }
    const TimeRange dense = trace.denseRange();
    if (!dense.isEmpty() && dense != trace.range() && !visible.contains(trace.range()))
        sentences << tr("A few spans reach far beyond the others (the whole run covers %1): the view fits the dense part, %2.")
                         .arg(formatDuration(double(trace.range().duration())),
                             formatDuration(double(dense.duration())));
    if (!rows.lane.empty())
        sentences << tr("Only the lane “%1” of every rank is shown.").arg(toText(rows.lane));
    if (!rows.onlyStages.empty())
        sentences << tr("Only %1 is shown.").arg(stageText(*rows.onlyStages.begin()));
    if (rows.onlyRanks.size() == 1)
        sentences << tr("Only %1 is shown.").arg(rankText(*rows.onlyRanks.begin()));
    else if (!rows.onlyRanks.empty())
        sentences << tr("Only ranks that spend their time differently from most of their stage are shown: %1 of %2.")
                         .arg(rows.onlyRanks.size())
                         .arg(trace.ranks().size());
    return sentences;
}

CategorySet drawnCategories(const Trace& trace, const LevelOfDetail& detail, TimeRange range, CategorySet sought)
{
    CategorySet found;
    for (uint32_t r = 0; r < trace.rows().size() && (found & sought) != sought; ++r) {
        if (!isDrawn(trace.rows()[r]))
            continue;
        const auto ofRow = detail.timeByCategory(RowId(r), range);
        for (size_t c = 0; c < size_t(categoryCount); ++c)
            found[c] = found[c] || ofRow[c] > 0;
    }
    return found;
}

std::vector<Legend::Entry> timelineLegend(const Run& run, const SpanLook& look)
{
    const Palette& palette = *look.palette;
    std::vector<Legend::Entry> entries;
    const Trace& trace = *run.trace;
    // Looking at one span of a row is enough: stubs fill whole lanes.
    const auto rows = trace.rows();
    const bool hasStubs = std::any_of(rows.begin(), rows.end(), [&trace](const Row& row) {
        return isDrawn(row) && trace.hasFlag(SpanId(row.firstSpan), SpanFlag::notMeasured);
    });
    switch (look.colorBy) {
    case ColorBy::Difference:
        if (look.compares) {
            entries.push_back({Legend::Pattern::Solid, palette.differenceColor(-0.5), tr("▼ shorter")});
            entries.push_back({Legend::Pattern::Solid, palette.differenceColor(0.5), tr("▲ longer")});
            entries.push_back({Legend::Pattern::Solid, palette.newColor(), tr("new")});
        }
        [[fallthrough]]; // unchanged spans keep their colour
    case ColorBy::Category: {
        struct Named {
            Category category;
            const char* name;
            const char* brief = "";
        };
        static const Named names[] = {
            {Category::Forward, QT_TR_NOOP("forward")},
            {Category::Backward, QT_TR_NOOP("backward")},
            {Category::WeightGradient, QT_TR_NOOP("weight gradient"), QT_TR_NOOP("weights")},
            {Category::Optimizer, QT_TR_NOOP("optimizer")},
            {Category::OtherCompute, QT_TR_NOOP("other compute"), QT_TR_NOOP("compute")},
            {Category::TensorComm, QT_TR_NOOP("tensor parallel"), QT_TR_NOOP("tensor")},
            {Category::PipelineComm, QT_TR_NOOP("pipeline")},
            {Category::DataComm, QT_TR_NOOP("data parallel"), QT_TR_NOOP("data")},
            {Category::ExpertComm, QT_TR_NOOP("expert parallel"), QT_TR_NOOP("expert")},
            {Category::ExpertDataComm, QT_TR_NOOP("expert data parallel"), QT_TR_NOOP("expert data")},
            {Category::EmbeddingComm, QT_TR_NOOP("embedding")},
            {Category::ContextComm, QT_TR_NOOP("context parallel"), QT_TR_NOOP("context")},
            {Category::OtherComm, QT_TR_NOOP("other communication"), QT_TR_NOOP("other comm")},
            {Category::MemoryCopy, QT_TR_NOOP("memory copy"), QT_TR_NOOP("copy")},
            {Category::Host, QT_TR_NOOP("host")},
            {Category::Other, QT_TR_NOOP("other")},
        };
        for (const auto& [category, name, brief] : names) {
            if (look.categories[size_t(category)])
                entries.push_back(
                    {Legend::Pattern::Solid, palette.color(category), tr(name), *brief ? tr(brief) : QString()});
        }
        break;
    }
    case ColorBy::Stage: {
        std::set<int> stages;
        for (const RankInfo& rank : trace.ranks())
            stages.insert(rank.stage);
        for (const int stage : stages)
            entries.push_back({Legend::Pattern::Solid, palette.stageColor(stage), stageText(stage)});
        break;
    }
    case ColorBy::Duration:
        entries.push_back({Legend::Pattern::Gradient, palette.accent, tr("short … long")});
        break;
    case ColorBy::Name:
        entries.push_back({Legend::Pattern::Gradient, palette.accent, tr("a colour for each name")});
        break;
    }
    if (drawsWaiting(look) || look.categories[size_t(Category::Waiting)])
        entries.push_back({Legend::Pattern::Waiting, palette.waitingLines, tr("waiting")});
    if (look.waits.hasBubbles(look.range))
        entries.push_back({Legend::Pattern::Bubble, palette.bubbleDots, tr("bubble")});
    if (hasStubs)
        entries.push_back({Legend::Pattern::Hollow, palette.mutedText, tr("not measured")});
    entries.push_back({Legend::Pattern::Many, palette.color(Category::Forward), tr("many in one pixel"), tr("many")});
    return entries;
}

} // namespace bubblescope
