// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lanecomposer.h"

#include "searchhits.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int boxColumns = 3;  // a span that is longest in so many columns is drawn as a box
constexpr int labelWidth = 14; // logical pixels
constexpr int gapLabelWidth = 110;

struct Totals {
    std::array<float, categoryCount> busy {};
    float sum = 0;
    SpanId longest;
};

/// From one value per column to one per pixel.
template <typename Value> void spread(std::vector<Value>& values, int pixels, int columnWidth)
{
    values.resize(size_t(pixels));
    for (int x = pixels; x-- > 0;)
        values[size_t(x)] = values[size_t(x / columnWidth)];
}

} // namespace

LaneComposer::LaneComposer(const SpanScene& scene, int columns, int scale)
    : m_scene(scene)
    , m_width(std::max(0, columns))
    , m_scale(std::max(1, scale))
    , m_time(scene.range, 0, columns)
{
    m_lane.upper.resize(size_t(m_width));
    m_lane.lower.resize(size_t(m_width));
    m_lane.patterns.resize(size_t(m_width));
}

int LaneComposer::column(TimeNs time) const
{
    // Clamp as a double: a far end may not fit an int.
    const double x = std::clamp(m_time.x(time), -1.0, double(m_width) + 1);
    return int(x < 0 ? x - 0.5 : x + 0.5);
}

bool LaneComposer::isDimmed(SpanId span) const
{
    if (m_scene.matches && !std::binary_search(m_scene.matches->begin(), m_scene.matches->end(), span.value))
        return true;
    return m_scene.emphasizedName.isValid() && m_scene.trace->nameId(span) != m_scene.emphasizedName;
}

void LaneComposer::addStretch(int x0, int x1, QRgb color, LaneStrip::Pattern pattern)
{
    if (x0 >= x1)
        return;
    std::fill(m_lane.upper.begin() + x0, m_lane.upper.begin() + x1, color);
    std::fill(m_lane.lower.begin() + x0, m_lane.lower.begin() + x1, color);
    std::fill(m_lane.patterns.begin() + x0, m_lane.patterns.begin() + x1, pattern);
}

QRgb LaneComposer::pixelAt(int x, int i, QRgb plain) const
{
    if (m_lane.patterns[x] == LaneStrip::Pattern::Bubble && Palette::isDot(x, i, m_scale))
        return m_scene.palette->bubbleDots.rgb();
    if (m_lane.patterns[x] == LaneStrip::Pattern::Waiting && Palette::isHatch(x, i, m_scale))
        return m_scene.palette->waitingLines.rgb();
    return plain;
}

/// Columns in which the row's rank mostly loses time so.
void LaneComposer::findColumns(RowId row, StretchSums RankWaits::*lost, std::vector<uint8_t>& columns)
{
    columns.assign(size_t(m_width), 0);
    const RankWaits* loss = m_scene.waits->lossOf(*m_scene.trace, m_scene.trace->row(row).track);
    if (!loss || (loss->*lost).inside(m_scene.range).empty())
        return;
    m_shares.assign(size_t(m_width), 0);
    (loss->*lost).addShares(m_scene.range, m_shares);
    for (int x = 0; x < m_width; ++x)
        columns[x] = m_shares[x] >= 0.5f;
}

/// Bubbles, and gaps in which the rank waits.
void LaneComposer::addGround()
{
    const auto isAlike
        = [this](int a, int b) { return m_isBubble[a] == m_isBubble[b] && m_isWaitingGap[a] == m_isWaitingGap[b]; };
    for (int from = 0; from < m_width;) {
        int to = from + 1;
        while (to < m_width && isAlike(to, from))
            ++to;
        if (m_isBubble[from]) {
            addStretch(from, to, m_scene.palette->bubble.rgb(), LaneStrip::Pattern::Bubble);
        } else if (m_isWaitingGap[from]) {
            addStretch(from, to, m_scene.palette->waiting.rgb(), LaneStrip::Pattern::Waiting);
            m_lane.waiting.push_back({from, to, 0});
        }
        from = to;
    }
}

const LaneStrip& LaneComposer::compose(
    RowId row, const QRgb* ground, int y, int height, bool showsBubbles, bool isMain, bool wantsLabels)
{
    m_cells.resize(size_t(m_width));
    findColumns(row, &RankWaits::bubbles, m_isBubble);
    findColumns(row, &RankWaits::gaps, m_isWaitingGap);
    m_scene.detail->columns(row, m_scene.range, m_cells);
    if (ground)
        m_lane.upper.assign(ground, ground + m_width);
    else
        m_lane.upper.assign(size_t(m_width), 0);
    m_lane.lower = m_lane.upper;
    m_lane.patterns.assign(size_t(m_width), LaneStrip::Pattern::None);
    m_lane.waiting.clear();
    m_lane.hollow.clear();
    m_lane.corners.clear();
    if (showsBubbles)
        addGround();
    int x = 0;
    while (x < m_width) {
        const SpanId longest = m_cells[x].longest;
        int end = x + 1;
        while (end < m_width && m_cells[end].longest == longest)
            ++end;
        if (!longest.isValid()) {
            for (int from = x; wantsLabels && isMain && showsBubbles && from < end;) {
                int to = from + 1;
                while (to < end && m_isBubble[to] == m_isBubble[from])
                    ++to;
                const TimeRange gap {m_time.time(from), m_time.time(to)};
                if (m_isBubble[from] && to - from >= gapLabelWidth * m_scale)
                    m_labels.push_back({SpanId(), gap, m_scene.trace->row(row).track, from, y, to - from, height, 0});
                from = to;
            }
        } else if (end - x >= boxColumns * m_scale) {
            addBox(longest, y, height, wantsLabels);
        } else {
            // Several narrow spans at once, up to the next gap or box.
            const int first = x;
            x = end;
            while (x < m_width && m_cells[x].longest.isValid()) {
                int next = x + 1;
                while (next < m_width && next - x < boxColumns * m_scale && m_cells[next].longest == m_cells[x].longest)
                    ++next;
                if (next - x >= boxColumns * m_scale)
                    break;
                x = next;
            }
            addColumns(first, x);
            end = x;
        }
        x = end;
    }
    // The fold mark: columns with several spans have a darker foot.
    m_lane.foot = isMain && height >= 12 * m_scale ? 2 * m_scale : m_scale;
    if (m_scene.matches && m_width > 0)
        addMatches(row);
    return m_lane;
}

void LaneComposer::addColumns(int x0, int x1)
{
    const bool filters = m_scene.matches || m_scene.emphasizedName.isValid();
    const bool waits = !m_scene.waits->isEmpty();
    std::fill(m_lane.patterns.begin() + x0, m_lane.patterns.begin() + x1, LaneStrip::Pattern::None);
    for (int x = x0; x < x1; ++x) {
        const LodCell& cell = m_cells[x];
        const int color = m_scene.colors->indexOf(*m_scene.trace, *m_scene.timing, cell);
        QRgb pixel = m_scene.colors->shade(color, cell.busyShare, m_isBubble[x]);
        if (filters && isDimmed(cell.longest)) {
            pixel = m_scene.colors->dimmed(color);
        } else if (waits && cell.longest.isValid() && mostlyWaits(cell.longest, x)) {
            const bool isBubble = m_isBubble[x] && m_scene.trace->category(cell.longest) == Category::PipelineComm;
            pixel = (isBubble ? m_scene.palette->bubble : m_scene.palette->waitingLines).rgb();
            m_lane.patterns[x] = isBubble ? LaneStrip::Pattern::Bubble : LaneStrip::Pattern::None;
        }
        m_lane.upper[x] = pixel;
        m_lane.lower[x] = cell.spanCount > 1 ? m_scene.colors->marked(color) : pixel;
    }
}

void LaneComposer::addWaiting(SpanId span, int x0, int x1)
{
    const bool isPipeline = m_scene.trace->category(span) == Category::PipelineComm;
    for (int from = x0; from < x1;) {
        const bool isBubble = isPipeline && m_isBubble[from];
        int to = from + 1;
        while (to < x1 && (isPipeline && m_isBubble[to]) == isBubble)
            ++to;
        if (isBubble) {
            addStretch(from, to, m_scene.palette->bubble.rgb(), LaneStrip::Pattern::Bubble);
        } else {
            addStretch(from, to, m_scene.palette->waiting.rgb(), LaneStrip::Pattern::Waiting);
            m_lane.waiting.push_back({from, to, 0});
        }
        from = to;
    }
}

/// True if most of the span's time inside the column is waiting.
bool LaneComposer::mostlyWaits(SpanId span, int x) const
{
    const TimeNs begin = m_scene.timing->begin[span.value];
    const TimeNs waitEnd = m_scene.waits->waitEnd(*m_scene.timing, span);
    if (waitEnd <= begin)
        return false;
    const TimeNs from = std::max(begin, m_time.time(x));
    const TimeNs to = std::min(m_scene.timing->end[span.value], m_time.time(x + 1));
    return 2 * (waitEnd - from) > to - from;
}

void LaneComposer::addBox(SpanId span, int y, int height, bool wantsLabels)
{
    const Trace& trace = *m_scene.trace;
    const TimeNs begin = m_scene.timing->begin[span.value];
    const TimeNs end = m_scene.timing->end[span.value];
    const int edge = column(begin);
    const int x0 = std::max(0, edge);
    int x1 = std::clamp(column(end), 0, m_width);
    if (x1 - x0 < 2)
        return;
    const bool endsInside = column(end) <= m_width;
    if (endsInside && x1 - edge >= 4 * m_scale)
        x1 -= m_scale; // leaves a gap to the next box
    const int color = m_scene.colors->indexOf(trace, *m_scene.timing, span);
    const bool dimmed = (m_scene.matches || m_scene.emphasizedName.isValid()) && isDimmed(span);
    const QRgb body = dimmed ? m_scene.colors->dimmed(color) : m_scene.colors->solid(color);

    int bodyBegin = x0;
    if (trace.category(span) == Category::Waiting || trace.hasFlag(span, SpanFlag::waitOnly)) {
        bodyBegin = x1;
    } else if (const TimeNs waitEnd = m_scene.waits->waitEnd(*m_scene.timing, span); waitEnd > begin) {
        bodyBegin = std::clamp(column(waitEnd), x0, x1); // optimizers wait for each other, too
    }
    const bool isRound = height >= 10 * m_scale && x1 - x0 >= 6 * m_scale;
    if (isRound && m_scale == 1) {
        const auto leave = [&](int x) {
            m_lane.corners.push_back({x, pixelAt(x, 0, m_lane.upper[x]), pixelAt(x, height - 1, m_lane.lower[x])});
        };
        if (edge >= 0)
            leave(x0);
        if (endsInside)
            leave(x1 - 1);
    }
    addWaiting(span, x0, bodyBegin);
    addStretch(bodyBegin, x1, body);
    if (const std::optional<QRgb> change = dimmed ? std::nullopt : m_scene.colors->edge(trace, span))
        std::fill(m_lane.lower.begin() + bodyBegin, m_lane.lower.begin() + x1, *change);
    if (trace.hasFlag(span, SpanFlag::notMeasured) && height >= 6 * m_scale) {
        // The length of a stub means nothing: draw it hollow, so that it is not mistaken for a measurement.
        m_lane.hollow.push_back({x0 + m_scale, x1 - m_scale, m_scene.colors->dimmed(color)});
    }
    if (wantsLabels && x1 - bodyBegin >= labelWidth * m_scale && !dimmed && height >= 9 * m_scale) {
        const bool hollow = trace.hasFlag(span, SpanFlag::notMeasured);
        const QRgb ink = hollow ? m_scene.palette->text.rgb() : m_scene.colors->text(color);
        m_labels.push_back({span, {}, trace.track(span), bodyBegin, y, x1 - bodyBegin, height, ink});
    }
}

void LaneComposer::addMatches(RowId row)
{
    const Row& r = m_scene.trace->row(row);
    const auto& ids = *m_scene.matches;
    const auto& begins = m_scene.timing->begin;
    const auto& ends = m_scene.timing->end;
    const auto rowBegin = std::lower_bound(ids.begin(), ids.end(), r.firstSpan);
    const auto rowEnd = std::lower_bound(rowBegin, ids.end(), r.firstSpan + r.spanCount);
    auto at = std::partition_point(rowBegin, rowEnd, [&](uint32_t span) { return ends[span] < m_scene.range.begin; });
    while (at != rowEnd && begins[*at] < m_scene.range.end) {
        const int x0 = std::clamp(column(begins[*at]), 0, m_width - 1);
        const int x1 = std::clamp(column(ends[*at]), x0 + 1, m_width);
        if (x1 - x0 < boxColumns * m_scale) {
            const int color = m_scene.colors->indexOf(*m_scene.trace, *m_scene.timing, SpanId(*at));
            addStretch(x0, x1, m_scene.colors->solid(color));
        }
        // One match per column is enough, however many there are.
        const TimeNs next = std::max(m_time.time(x0 + 0.5), begins[*at] + 1);
        at = std::partition_point(at + 1, rowEnd, [&](uint32_t span) { return begins[span] < next; });
    }
}

/// By column, from the shares. Without a branch, since columns are many.
void LaneComposer::setTops(int height)
{
    const size_t columns = m_cells.size();
    for (std::vector<int>* lines : {&m_bars.tops, &m_bars.waitingTops, &m_bars.bubbleTops})
        lines->resize(columns);
    const auto lines = float(height);
    const auto linesOf = [=](float share) { return int(std::clamp(share * lines + 0.5f, 0.0f, lines)); };
    int* const tops = m_bars.tops.data();
    int* const waitingTops = m_bars.waitingTops.data();
    int* const bubbleTops = m_bars.bubbleTops.data();
    const float* const waiting = m_waitingShares.data();
    const float* const bubbles = m_shares.data();
    for (size_t i = 0; i < columns; ++i) {
        const float lost = waiting[i] + bubbles[i];
        const float share = std::min(m_cells[i].busyShare, std::max(0.0f, 1 - lost));
        const int bar = std::max(int(share > 0), linesOf(share)); // a little work is seen
        const int withWaiting = std::max(bar, linesOf(share + waiting[i]));
        tops[i] = height - bar;
        waitingTops[i] = height - withWaiting;
        bubbleTops[i] = height - std::max(withWaiting, linesOf(share + lost));
    }
    m_bars.hasWaiting = m_bars.waitingTops != m_bars.tops;
    m_bars.hasBubbles = m_bars.bubbleTops != m_bars.waitingTops;
    const auto [highest, lowest] = std::minmax_element(m_bars.tops.begin(), m_bars.tops.end());
    m_bars.highest = columns > 0 ? *highest : height;
    m_bars.lowest = columns > 0 ? *lowest : 0;
}

const BarStrip& LaneComposer::composeBars(
    const std::vector<RowId>& rows, int height, int columnWidth, std::span<const int32_t> ranks)
{
    columnWidth = std::max(1, columnWidth);
    const int columns = (m_width + columnWidth - 1) / columnWidth;
    // The last column may extend beyond the range; its time must, too.
    const TimeRange range {
        m_scene.range.begin, std::max(m_scene.range.begin + columns, m_time.time(double(columns) * columnWidth))};
    m_cells.resize(size_t(columns));
    if (rows.size() == 1) {
        m_scene.detail->columns(rows.front(), range, m_cells);
    } else {
        std::vector<Totals> totals(static_cast<size_t>(columns));
        for (const RowId row : rows) {
            m_scene.detail->columns(row, range, m_cells);
            for (int i = 0; i < columns; ++i) {
                totals[i].sum += m_cells[i].busyShare;
                totals[i].busy[size_t(m_cells[i].dominant)] += m_cells[i].busyShare;
                if (m_cells[i].longest.isValid())
                    totals[i].longest = m_cells[i].longest;
            }
        }
        for (int i = 0; i < columns; ++i) {
            const auto most = std::max_element(totals[i].busy.begin(), totals[i].busy.end());
            m_cells[i].dominant = static_cast<Category>(most - totals[i].busy.begin());
            m_cells[i].busyShare = totals[i].sum / float(rows.size());
            m_cells[i].longest = totals[i].longest;
        }
    }
    // Of several rows, shares are means.
    const auto addLoss = [&](StretchSums RankWaits::*part, std::vector<float>& shares) {
        for (const RowId row : rows) {
            if (const RankWaits* loss = m_scene.waits->lossOf(*m_scene.trace, m_scene.trace->row(row).track))
                (loss->*part).addShares(range, shares);
        }
    };
    const auto sharesOf = [&](StretchSums RankWaits::*part, std::vector<float>& shares) {
        shares.assign(size_t(columns), 0);
        addLoss(part, shares);
        for (float& share : shares)
            share /= float(rows.size());
    };
    sharesOf(&RankWaits::waiting, m_waitingShares);
    sharesOf(&RankWaits::bubbles, m_shares);
    // Where a span waits, it does not work. A wide column may hold such a span and idle time: looked at by the pixel.
    const bool isFine = rows.size() == 1 && columnWidth > 1;
    if (isFine) {
        const size_t pixels = size_t(columns) * size_t(columnWidth);
        m_pixels.resize(pixels);
        m_pixelLosses.assign(pixels, 0);
        m_scene.detail->columns(rows.front(), range, m_pixels);
        addLoss(&RankWaits::waiting, m_pixelLosses);
        addLoss(&RankWaits::bubbles, m_pixelLosses);
        for (size_t i = 0; i < size_t(columns); ++i) {
            float work = 0;
            for (size_t pixel = i * size_t(columnWidth); pixel < (i + 1) * size_t(columnWidth); ++pixel)
                work += std::clamp(m_pixels[pixel].busyShare, 0.0f, std::max(0.0f, 1 - m_pixelLosses[pixel]));
            m_cells[i].busyShare = work / float(columnWidth);
        }
    }
    m_bars.colors.resize(size_t(columns));
    m_isHit.assign(size_t(columns), m_scene.matches ? 0 : 1);
    if (m_scene.matches) {
        const TimeScale scale(range, 0, columns);
        for (const int32_t rank : ranks)
            lightHits(*m_scene.trace, *m_scene.timing, *m_scene.matches, rank, scale, m_isHit);
    }
    for (int i = 0; i < columns; ++i) {
        const int color = m_scene.colors->indexOf(*m_scene.trace, *m_scene.timing, m_cells[i]);
        m_bars.colors[i] = m_isHit[i] ? m_scene.colors->solid(color) : m_scene.colors->dimmed(color);
    }
    setTops(height);
    if (columnWidth > 1) {
        for (std::vector<int>* lines : {&m_bars.tops, &m_bars.waitingTops, &m_bars.bubbleTops})
            spread(*lines, m_width, columnWidth);
        spread(m_bars.colors, m_width, columnWidth);
    }
    return m_bars;
}

} // namespace bubblescope
