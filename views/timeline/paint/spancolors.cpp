// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spancolors.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {
constexpr float worthColour = 0.02f; // less is not seen as a change; noise was taken out before
} // namespace

SpanColors::SpanColors(
    const Palette& palette, ColorBy colorBy, const Trace& trace, std::shared_ptr<const std::vector<float>> differences)
    : m_colorBy(colorBy == ColorBy::Difference && !differences ? ColorBy::Category : colorBy)
    , m_differences(std::move(differences))
{
    std::array<QColor, count> colors;
    for (int i = 0; i < categoryCount; ++i)
        colors[i] = palette.color(static_cast<Category>(i));
    for (int i = 0; i < stageColors; ++i)
        colors[categoryCount + i] = palette.stageColor(i);
    for (int i = 0; i < durationColors; ++i)
        colors[categoryCount + stageColors + i] = palette.sequentialColor(double(i) / (durationColors - 1));
    for (int i = 0; i < differenceColors; ++i)
        colors[firstDifference + i] = palette.differenceColor((i + 0.5) / differenceColors - 0.5);
    colors[newIndex] = palette.newColor();
    for (int i = 0; i < count; ++i) {
        m_solid[i] = colors[i].rgb();
        m_dimmed[i] = mixed(palette.surface, colors[i], 0.22).rgb();
        m_marked[i] = mixed(colors[i], palette.isDark ? QColor(Qt::white) : QColor(Qt::black), 0.38).rgb();
        m_text[i] = textOn(colors[i]).rgb();
        for (int s = 0; s < shades; ++s) {
            // Rare spans must not vanish: even a small share is drawn with a third of the full colour.
            const double share = s == 0 ? 0.3 : 0.3 + 0.7 * double(s) / (shades - 1);
            m_shades[0][i][s] = mixed(palette.surface, colors[i], share).rgb();
            m_shades[1][i][s] = mixed(palette.bubble, colors[i], share).rgb();
        }
    }
    if (colorBy == ColorBy::Name)
        findNames(trace);
    if (colorBy != ColorBy::Duration || trace.spanCount() == 0)
        return;
    // A sample suffices to find what is short and long here.
    std::vector<TimeNs> durations;
    const uint32_t stride = std::max(1u, trace.spanCount() / 20000);
    for (uint32_t i = 0; i < trace.spanCount(); i += stride)
        durations.push_back(std::max<TimeNs>(1, trace.duration(SpanId(i))));
    std::sort(durations.begin(), durations.end());
    m_logShortest = std::log(double(durations[durations.size() / 50]));
    m_logSpread = std::max(0.01, std::log(double(durations.back())) - m_logShortest);
}

/// By the text itself, so that a name has one colour in all runs and pictures.
void SpanColors::findNames(const Trace& trace)
{
    std::vector<uint8_t> names(trace.strings().size());
    for (uint32_t i = 0; i < names.size(); ++i) {
        uint32_t hash = 2166136261u; // FNV-1a
        for (const char c : trace.strings().text(StringId(i)))
            hash = (hash ^ uint8_t(c)) * 16777619u;
        names[i] = uint8_t((hash ^ (hash >> 16)) % stageColors);
    }
    m_names = std::make_shared<const std::vector<uint8_t>>(std::move(names));
}

int SpanColors::durationIndex(TimeNs duration) const
{
    const double share = (std::log(double(std::max<TimeNs>(1, duration))) - m_logShortest) / m_logSpread;
    return categoryCount + stageColors + std::clamp(int(share * durationColors), 0, durationColors - 1);
}

/// Unchanged spans keep the colour of their category.
int SpanColors::differenceIndex(const Trace& trace, SpanId span) const
{
    const float difference = (*m_differences)[span.value];
    if (std::isnan(difference))
        return newIndex;
    if (std::abs(difference) < worthColour)
        return int(trace.category(span));
    const int place = int(std::floor((std::clamp(difference, -0.5f, 0.499f) + 0.5f) * differenceColors));
    return firstDifference + std::clamp(place, 0, differenceColors - 1);
}

std::optional<QRgb> SpanColors::edge(const Trace& trace, SpanId span) const
{
    const int index = m_hasEdges ? differenceIndex(trace, span) : 0;
    return index >= firstDifference ? std::optional(m_solid[index]) : std::nullopt;
}

QString SpanColors::changeMark(SpanId span) const
{
    const float difference = m_hasEdges || m_colorBy == ColorBy::Difference ? (*m_differences)[span.value] : 0;
    if (std::isnan(difference) || std::abs(difference) < worthColour)
        return QString();
    return difference < 0 ? QStringLiteral("▼") : QStringLiteral("▲");
}

int SpanColors::indexOf(const Trace& trace, const Timing& timing, SpanId span) const
{
    switch (m_colorBy) {
    case ColorBy::Stage:
        if (trace.stage(span) >= 0)
            return categoryCount + trace.stage(span) % stageColors;
        break;
    case ColorBy::Duration:
        return durationIndex(timing.end[span.value] - timing.begin[span.value]);
    case ColorBy::Difference:
        return differenceIndex(trace, span);
    case ColorBy::Name:
        if (const uint32_t name = trace.nameId(span).value; name < m_names->size())
            return categoryCount + (*m_names)[name];
        break;
    case ColorBy::Category:
        break;
    }
    return int(trace.category(span));
}

} // namespace bubblescope
