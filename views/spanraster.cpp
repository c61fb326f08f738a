// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spanraster.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace bubblescope {

namespace {

constexpr int boxColumns = 3;  // a span that is the longest of so many columns is drawn as a box
constexpr int labelWidth = 14; // logical pixels
constexpr int gapLabelWidth = 110;

struct Totals {
    std::array<float, categoryCount> busy {};
    float sum = 0;
    SpanId longest;
};

} // namespace

SpanRaster::SpanRaster(const SpanScene& scene, QImage& image, int left, int width, int scale)
    : m_scene(scene)
    , m_bits(image.bits())
    , m_stride(image.bytesPerLine())
    , m_imageHeight(image.height())
    , m_left(std::clamp(left, 0, image.width()))
    , m_width(std::clamp(width, 0, image.width() - m_left))
    , m_scale(std::max(1, scale))
    , m_time(scene.range, 0, width)
    , m_upper(size_t(m_width))
    , m_lower(size_t(m_width))
    , m_patterns(size_t(m_width))
{
}

int SpanRaster::column(TimeNs time) const
{
    // Clamped as a double: a far end may lie beyond what an int holds.
    const double x = std::clamp(m_time.x(time), -1.0, double(m_width) + 1);
    return int(x < 0 ? x - 0.5 : x + 0.5);
}

bool SpanRaster::isDimmed(SpanId span) const
{
    if (m_scene.matches && !std::binary_search(m_scene.matches->begin(), m_scene.matches->end(), span.value))
        return true;
    return m_scene.emphasizedName.isValid() && m_scene.trace->nameId(span) != m_scene.emphasizedName;
}

void SpanRaster::fill(int x0, int x1, int y, int height, QRgb color)
{
    if (x0 >= x1)
        return;
    for (int i = 0; i < height; ++i)
        std::fill(line(y + i) + x0, line(y + i) + x1, color);
}

void SpanRaster::paintStretch(int x0, int x1, QRgb color, Pattern pattern)
{
    if (x0 >= x1)
        return;
    std::fill(m_upper.begin() + x0, m_upper.begin() + x1, color);
    std::fill(m_lower.begin() + x0, m_lower.begin() + x1, color);
    std::fill(m_patterns.begin() + x0, m_patterns.begin() + x1, pattern);
}

QRgb SpanRaster::pixelAt(int x, int i, QRgb plain) const
{
    if (m_patterns[x] == Pattern::Bubble && Palette::isDot(x, i, m_scale))
        return m_scene.palette->bubbleDots.rgb();
    if (m_patterns[x] == Pattern::Waiting && Palette::isHatch(x, i, m_scale))
        return m_scene.palette->waitingLines.rgb();
    return plain;
}

void SpanRaster::copyLane(int y, int height, int foot)
{
    const size_t bytes = size_t(m_width) * sizeof(QRgb);
    for (int i = 0; i < height; ++i)
        std::memcpy(line(y + i), (i < height - foot ? m_upper : m_lower).data(), bytes);
}

void SpanRaster::paintPatterns(int y, int height)
{
    const QRgb dots = m_scene.palette->bubbleDots.rgb();
    const QRgb lines = m_scene.palette->waitingLines.rgb();
    const bool hasBubbles = std::find(m_patterns.begin(), m_patterns.end(), Pattern::Bubble) != m_patterns.end();
    const int dotPeriod = Palette::dotPeriod * m_scale;
    const int hatchPeriod = Palette::hatchPeriod * m_scale;
    for (int i = 0; i < height; ++i) {
        QRgb* pixels = line(y + i);
        for (int first = 0; hasBubbles && first < dotPeriod; ++first) {
            if (!Palette::isDot(first, i, m_scale))
                continue;
            for (int x = first; x < m_width; x += dotPeriod) {
                if (m_patterns[x] == Pattern::Bubble)
                    pixels[x] = dots;
            }
        }
        for (int phase = 0; !m_waiting.empty() && phase < hatchPeriod; ++phase) {
            if (!Palette::isHatch(phase, i, m_scale))
                continue;
            for (const Stretch& stretch : m_waiting) {
                const int first = stretch.x0 + (phase + hatchPeriod - stretch.x0 % hatchPeriod) % hatchPeriod;
                for (int x = first; x < stretch.x1; x += hatchPeriod) {
                    if (m_patterns[x] == Pattern::Waiting)
                        pixels[x] = lines;
                }
            }
        }
    }
}

void SpanRaster::paintLane(
    RowId row, int y, int height, const std::vector<TimeRange>& zones, bool isMain, bool wantsLabels)
{
    if (!holds(y, height))
        return;
    m_cells.resize(size_t(m_width));
    m_isBubble.assign(size_t(m_width), 0);
    m_scene.detail->columns(row, m_scene.range, m_cells);
    m_upper.assign(line(y), line(y) + m_width);
    m_lower = m_upper;
    m_patterns.assign(size_t(m_width), Pattern::None);
    m_waiting.clear();
    m_hollow.clear();
    m_corners.clear();
    for (const TimeRange& zone : zones) {
        const int x0 = std::max(0, column(zone.begin));
        const int x1 = std::min(m_width, column(zone.end));
        if (x0 >= x1)
            continue;
        paintStretch(x0, x1, m_scene.palette->bubble.rgb(), Pattern::Bubble);
        std::fill(m_isBubble.begin() + x0, m_isBubble.begin() + x1, 1);
    }
    int x = 0;
    while (x < m_width) {
        const SpanId longest = m_cells[x].longest;
        int end = x + 1;
        while (end < m_width && m_cells[end].longest == longest)
            ++end;
        if (!longest.isValid()) {
            if (wantsLabels && isMain && x > 0 && end < m_width && m_isBubble[x]
                && end - x >= gapLabelWidth * m_scale) {
                const TimeRange gap {m_time.time(x), m_time.time(end)};
                m_labels.push_back({SpanId(), gap, m_scene.trace->row(row).track, x, y, end - x, height, 0});
            }
        } else if (end - x >= boxColumns * m_scale) {
            paintBox(longest, y, height, wantsLabels);
        } else {
            // Narrow ones in one go, up to the next gap or box.
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
            paintColumns(first, x);
            end = x;
        }
        x = end;
    }
    // The fold mark: where one column stands for many spans its foot is darker.
    copyLane(y, height, isMain && height >= 12 * m_scale ? 2 * m_scale : m_scale);
    paintPatterns(y, height);
    for (const Corner& corner : m_corners) {
        line(y)[corner.x] = corner.top;
        line(y + height - 1)[corner.x] = corner.bottom;
    }
    for (const Stretch& inside : m_hollow)
        fill(inside.x0, inside.x1, y + m_scale, height - 2 * m_scale, inside.color);
    if (m_scene.matches)
        paintMatches(row, y, height);
}

void SpanRaster::paintColumns(int x0, int x1)
{
    const bool filters = m_scene.matches || m_scene.emphasizedName.isValid();
    const bool waits = !m_scene.waits->isEmpty();
    for (int x = x0; x < x1; ++x) {
        const LodCell& cell = m_cells[x];
        const int color = m_scene.colors->indexOf(*m_scene.trace, *m_scene.timing, cell);
        QRgb pixel = m_scene.colors->shade(color, cell.busyShare, m_isBubble[x]);
        if (filters && isDimmed(cell.longest)) {
            pixel = m_scene.colors->dimmed(color);
        } else if (waits && isReceive(m_scene.trace->operation(cell.longest))
            && m_scene.waits->waitEnd(*m_scene.timing, cell.longest) > m_time.time(x)) {
            pixel = m_scene.palette->waitingLines.rgb();
        }
        m_upper[x] = pixel;
        m_lower[x] = cell.spanCount > 1 ? m_scene.colors->marked(color) : pixel;
    }
    std::fill(m_patterns.begin() + x0, m_patterns.begin() + x1, Pattern::None);
}

void SpanRaster::paintBox(SpanId span, int y, int height, bool wantsLabels)
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
        x1 -= m_scale; // neighbours stay apart
    const int color = m_scene.colors->indexOf(trace, *m_scene.timing, span);
    const bool dimmed = (m_scene.matches || m_scene.emphasizedName.isValid()) && isDimmed(span);
    const QRgb body = dimmed ? m_scene.colors->dimmed(color) : m_scene.colors->solid(color);

    int bodyBegin = x0;
    if (trace.category(span) == Category::Waiting || trace.hasFlag(span, SpanFlag::waitOnly)) {
        bodyBegin = x1;
    } else if (isCommunication(trace.category(span))) {
        const TimeNs waitEnd = m_scene.waits->waitEnd(*m_scene.timing, span);
        if (waitEnd > begin)
            bodyBegin = std::clamp(column(waitEnd), x0, x1);
    }
    const bool isRound = height >= 10 * m_scale && x1 - x0 >= 6 * m_scale;
    if (isRound && m_scale == 1) {
        const auto leave = [&](int x) {
            m_corners.push_back({x, pixelAt(x, 0, m_upper[x]), pixelAt(x, height - 1, m_lower[x])});
        };
        if (edge >= 0)
            leave(x0);
        if (endsInside)
            leave(x1 - 1);
    }
    if (bodyBegin > x0) {
        paintStretch(x0, bodyBegin, m_scene.palette->waiting.rgb(), Pattern::Waiting);
        m_waiting.push_back({x0, bodyBegin, 0});
    }
    paintStretch(bodyBegin, x1, body);
    if (trace.hasFlag(span, SpanFlag::notMeasured) && height >= 6 * m_scale) {
        // A stub's length says nothing: hollow, so that it does not pass for a measurement.
        m_hollow.push_back({x0 + m_scale, x1 - m_scale, m_scene.colors->dimmed(color)});
    }
    if (wantsLabels && x1 - bodyBegin >= labelWidth * m_scale && !dimmed && height >= 9 * m_scale) {
        const bool hollow = trace.hasFlag(span, SpanFlag::notMeasured);
        const QRgb ink = hollow ? m_scene.palette->text.rgb() : m_scene.colors->text(color);
        m_labels.push_back({span, {}, trace.track(span), bodyBegin, y, x1 - bodyBegin, height, ink});
    }
}

void SpanRaster::paintMatches(RowId row, int y, int height)
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
            fill(x0, x1, y, height, m_scene.colors->solid(color));
        }
        // One match a column is enough, however many there are.
        const TimeNs next = std::max(m_time.time(x0 + 0.5), begins[*at] + 1);
        at = std::partition_point(at + 1, rowEnd, [&](uint32_t span) { return begins[span] < next; });
    }
}

void SpanRaster::paintUtilisation(const std::vector<RowId>& rows, int y, int height, int columnWidth)
{
    if (!holds(y, height) || rows.empty())
        return;
    columnWidth = std::max(1, columnWidth);
    const int columns = (m_width + columnWidth - 1) / columnWidth;
    // The last column may reach beyond the range; its time has to reach as far.
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
    // Line by line rather than bar by bar, and without a branch for a pixel: memory is walked in its order.
    m_tops.resize(size_t(m_width));
    int highest = height;
    int lowest = 0;
    for (int i = 0; i < columns; ++i) {
        const float share = std::min(1.0f, m_cells[i].busyShare);
        const int bar = share > 0 ? std::clamp(int(share * float(height) + 0.5f), 1, height) : 0;
        const QRgb color = m_scene.colors->solid(m_scene.colors->indexOf(*m_scene.trace, *m_scene.timing, m_cells[i]));
        highest = std::min(highest, height - bar);
        lowest = std::max(lowest, height - bar);
        for (int x = i * columnWidth; x < std::min(m_width, (i + 1) * columnWidth); ++x) {
            m_tops[x] = height - bar;
            m_upper[x] = color;
        }
    }
    const int* const tops = m_tops.data();
    const QRgb* const colors = m_upper.data();
    for (int i = highest; i < lowest; ++i) {
        QRgb* const pixels = line(y + i);
        for (int x = 0; x < m_width; ++x)
            pixels[x] = i >= tops[x] ? colors[x] : pixels[x];
    }
    for (int i = lowest; i < height; ++i)
        std::memcpy(line(y + i), colors, size_t(m_width) * sizeof(QRgb));
}

} // namespace bubblescope
