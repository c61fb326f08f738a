// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowcontents.h"

#include "interleavedtrace.h"

#include <algorithm>
#include <span>

namespace bubblescope {

namespace {

constexpr size_t sampledRanks = 160; // over all visible collapsed stages
constexpr double labelledHeight = 9;
// With more, a collapsed rank is one of a crowd, and its share of work says more than its spans.
constexpr size_t mostDrawnAsSpans = 48;

} // namespace

RowContents::RowContents(
    const Trace& trace, const TimelineLayout& layout, const Palette& palette, std::pair<uint32_t, uint32_t> rows)
    : m_trace(trace), m_layout(layout), m_palette(palette)
{
    const auto first = layout.rows().begin() + rows.first;
    const auto stages = std::count_if(first, layout.rows().begin() + std::max(rows.first, rows.second),
        [](const TimelineRow& row) { return row.kind == TimelineRow::Kind::Stage; });
    m_mostBars = std::max<size_t>(2, sampledRanks / std::max<size_t>(1, size_t(stages)));
}

const RowContent& RowContents::of(uint32_t index)
{
    const TimelineRow& row = m_layout.rows()[index];
    m_content.ground = QColor();
    m_content.bars.clear();
    m_content.barRanks.clear();
    m_content.barInset = m_content.barWidth = 0;
    m_content.isLane = m_content.isModelled = m_content.showsBubbles = m_content.wantsLabels = false;
    switch (row.kind) {
    case TimelineRow::Kind::Stage: {
        m_content.ground = row.stage == m_selectedStage && row.stage >= 0
            ? mixed(m_palette.header, m_palette.accent, 0.16)
            : m_palette.header;
        const bool isCollapsed = row.height > m_layout.headerHeight()
            || (index + 1 < m_layout.rows().size() && m_layout.rows()[index + 1].kind == TimelineRow::Kind::Stage);
        if (isCollapsed) {
            m_content.barInset = 2;
            m_content.barWidth = 3;
            showComputeRows(row);
        }
        break;
    }
    case TimelineRow::Kind::Alike:
    case TimelineRow::Kind::Counter:
    case TimelineRow::Kind::Others:
        break; // only background; the track tree shows what the line represents
    case TimelineRow::Kind::CollapsedRank:
        if (m_layout.blocks().size() <= mostDrawnAsSpans && !row.isUnread) {
            m_content.isLane = m_content.showsBubbles = true;
            m_content.wantsLabels = row.height >= labelledHeight;
        } else {
            m_content.bars = {row.row};
            m_content.barRanks = {row.rank};
        }
        break;
    case TimelineRow::Kind::Lane:
        m_content.isLane = true;
        m_content.wantsLabels = row.height >= labelledHeight;
        const TrackId computeTrack = m_layout.blocks()[row.block].computeTrack;
        m_content.isModelled = row.track != computeTrack && isModelled(m_trace, row.track);
        m_content.showsBubbles = row.row == m_layout.blocks()[row.block].computeRow
            || (m_content.isModelled && m_trace.track(row.track).lane == Lane::Compute
                && m_trace.row(row.row).depth == 0);
        break;
    }
    return m_content;
}

const RowContent& RowContents::ofPinned(const TimelineRow& row)
{
    m_content = {};
    m_content.isLane = true;
    m_content.wantsLabels = row.height >= labelledHeight;
    m_content.showsBubbles = m_trace.track(row.track).lane == Lane::Compute && m_trace.row(row.row).depth == 0;
    return m_content;
}

void RowContents::showComputeRows(const TimelineRow& stageRow)
{
    const auto& stages = m_layout.stages();
    const auto group = std::find_if(stages.begin(), stages.end(),
        [&stageRow](const StageGroup& candidate) { return candidate.stage == stageRow.stage; });
    if (group == stages.end())
        return;
    const auto blocks = std::span(m_layout.blocks()).subspan(group->firstBlock, group->blockCount);
    const auto read
        = size_t(std::count_if(blocks.begin(), blocks.end(), [](const RankBlock& block) { return !block.isUnread; }));
    const size_t stride = std::max<size_t>(1, (read + m_mostBars - 1) / m_mostBars);
    size_t seen = 0;
    for (const RankBlock& block : blocks) {
        m_content.barRanks.push_back(block.rank);
        if (!block.isUnread && seen++ % stride == 0 && block.computeRow.isValid())
            m_content.bars.push_back(block.computeRow);
    }
}

std::vector<GroundMark> groundMarks(const Trace& trace, const TimeScale& scale, double pixelRatio, TimeNs origin)
{
    constexpr double tickDistance = 90;
    constexpr double leastStep = 20;
    std::vector<GroundMark> marks;
    const TimeRange range = scale.range();
    const TimeScale counted({range.begin - origin, range.end - origin}, scale.left(), scale.width());
    for (const TimeNs time : TimeTicks::of(counted, tickDistance * pixelRatio).times)
        marks.push_back({time + origin, false});
    const auto steps = trace.steps();
    const auto first = std::partition_point(
        steps.begin(), steps.end(), [range](const Step& step) { return step.range.begin < range.begin; });
    const auto last
        = std::partition_point(first, steps.end(), [range](const Step& step) { return step.range.begin < range.end; });
    if (steps.size() > 1 && double(last - first) < scale.width() / (leastStep * pixelRatio)) {
        for (auto step = first; step != last; ++step)
            marks.push_back({step->range.begin, true});
    }
    return marks;
}

} // namespace bubblescope
