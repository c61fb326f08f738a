// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "palette.h"

#include <QImage>
#include <QPalette>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int dotPeriodY = Palette::dotLines / 2;

const std::array<QColor, 8> stageHues {
    QColor(0x00, 0x72, 0xB2), // blue
    QColor(0xE6, 0x9F, 0x00), // orange
    QColor(0x00, 0x9E, 0x73), // bluish green
    QColor(0xCC, 0x79, 0xA7), // reddish purple
    QColor(0x56, 0xB4, 0xE9), // sky blue
    QColor(0xD5, 0x5E, 0x00), // vermilion
    QColor(0xF0, 0xE4, 0x42), // yellow
    QColor(0x6B, 0x72, 0x80), // grey
};

std::array<QColor, categoryCount> dataColors(bool dark)
{
    std::array<QColor, categoryCount> colors;
    const auto set = [&colors](Category category, const char* name) {
        colors[static_cast<size_t>(category)] = QColor(QLatin1String(name));
    };
    set(Category::Forward, "#0072B2");
    set(Category::Backward, "#009E73");
    set(Category::WeightGradient, "#56B4E9");
    // Greys differ in lightness; computing categories have a tinge of blue.
    set(Category::Optimizer, dark ? "#BAC2CE" : "#3E4651");
    set(Category::OtherCompute, dark ? "#7D88C9" : "#6C77B8");
    set(Category::TensorComm, "#E69F00");
    set(Category::PipelineComm, "#D55E00");
    set(Category::DataComm, "#CC79A7");
    set(Category::ExpertComm, "#F0E442");
    set(Category::ExpertDataComm, "#C9B400");
    set(Category::EmbeddingComm, "#F0E442");
    set(Category::ContextComm, "#F3C267");
    set(Category::OtherComm, "#B07B4F");
    set(Category::MemoryCopy, dark ? "#9A8C80" : "#85776B");
    set(Category::Host, dark ? "#525B68" : "#BCC3CD");
    set(Category::Waiting, dark ? "#7F8896" : "#9AA2AF");
    set(Category::Bubble, dark ? "#8A7650" : "#D9C5A0");
    set(Category::Other, dark ? "#6F7887" : "#8A93A1");
    return colors;
}

QColor betweenStops(const std::array<QColor, 5>& stops, double share)
{
    const double at = (std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0) * double(stops.size() - 1);
    const size_t lower = std::min(size_t(at), stops.size() - 2);
    return mixed(stops[lower], stops[lower + 1], at - double(lower));
}

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

template <typename IsInk>
QBrush patternBrush(int width, int height, double ratio, const QColor& ground, const QColor& ink, IsInk isInk)
{
    const int scale = std::max(1, int(std::lround(ratio)));
    QImage tile(width * scale, height * scale, QImage::Format_RGB32);
    for (int y = 0; y < tile.height(); ++y) {
        for (int x = 0; x < tile.width(); ++x)
            tile.setPixel(x, y, isInk(x, y, scale) ? ink.rgb() : ground.rgb());
    }
    tile.setDevicePixelRatio(scale);
    return QBrush(tile);
}

} // namespace

Palette Palette::light()
{
    Palette p;
    p.surface = QColor(0xFF, 0xFF, 0xFF);
    p.panel = QColor(0xFA, 0xFB, 0xFC);
    p.header = QColor(0xEE, 0xF1, 0xF6);
    p.border = QColor(0xD5, 0xDA, 0xE3);
    p.grid = QColor(0xE8, 0xEC, 0xF1);
    p.text = QColor(0x1B, 0x24, 0x30);
    p.mutedText = QColor(0x5B, 0x66, 0x78);
    p.accent = QColor(0x0B, 0x5C, 0xAD);
    p.selection = QColor(0x0B, 0x5C, 0xAD, 38);
    p.crosshair = QColor(0xB9, 0x1C, 0x1C);
    p.finding = QColor(0xB9, 0x1C, 0x1C);
    p.criticalPath = QColor(0xC8, 0x10, 0x5E);
    p.good = QColor(0x04, 0x78, 0x57);
    p.noticeText = QColor(0x1C, 0x5A, 0x33);
    p.noticeSurface = QColor(0xEC, 0xF7, 0xEF);
    p.warningText = QColor(0x7A, 0x4B, 0x00);
    p.warningSurface = QColor(0xFF, 0xF5, 0xDF);
    p.bubble = QColor(0xFB, 0xF5, 0xE9);
    p.bubbleDots = QColor(0xD9, 0xC3, 0x99);
    p.waiting = QColor(0xF1, 0xF3, 0xF6);
    p.waitingLines = QColor(0x9B, 0xA4, 0xB2);
    p.categories = dataColors(false);
    return p;
}

Palette Palette::dark()
{
    Palette p;
    p.isDark = true;
    p.surface = QColor(0x14, 0x18, 0x1E);
    p.panel = QColor(0x1A, 0x1F, 0x27);
    p.header = QColor(0x22, 0x29, 0x33);
    p.border = QColor(0x35, 0x3E, 0x4B);
    p.grid = QColor(0x25, 0x2C, 0x36);
    p.text = QColor(0xE8, 0xEC, 0xF2);
    p.mutedText = QColor(0xA2, 0xAC, 0xBB);
    p.accent = QColor(0x6C, 0xB2, 0xF5);
    p.selection = QColor(0x6C, 0xB2, 0xF5, 46);
    p.crosshair = QColor(0xF8, 0x71, 0x71);
    p.finding = QColor(0xF8, 0x71, 0x71);
    p.criticalPath = QColor(0xFF, 0x5A, 0xA0);
    p.good = QColor(0x4A, 0xD3, 0x9A);
    p.noticeText = QColor(0x8F, 0xE0, 0xAE);
    p.noticeSurface = QColor(0x18, 0x2B, 0x20);
    p.warningText = QColor(0xF5, 0xC9, 0x6B);
    p.warningSurface = QColor(0x33, 0x29, 0x14);
    p.bubble = QColor(0x22, 0x20, 0x1C);
    p.bubbleDots = QColor(0x6B, 0x5C, 0x3D);
    p.waiting = QColor(0x24, 0x2A, 0x33);
    p.waitingLines = QColor(0x73, 0x7D, 0x8C);
    p.categories = dataColors(true);
    return p;
}

Palette Palette::of(const QPalette& desktop)
{
    return desktop.color(QPalette::Window).lightnessF() < 0.5 ? dark() : light();
}

Palette Palette::of(const QWidget& widget) { return of(widget.palette()); }

QColor Palette::stageColor(int stage) const
{
    if (stage < 0)
        return color(Category::Other);
    const QColor hue = stageHues[size_t(stage) % stageHues.size()];
    const int round = int(size_t(stage) / stageHues.size() % 3);
    return round == 0 ? hue : mixed(hue, round == 1 ? QColor(Qt::white) : QColor(Qt::black), 0.35);
}

QColor Palette::sequentialColor(double share) const
{
    // Stops of the cividis colour map, which reads the same with and without red-green vision.
    static const std::array<QColor, 5> stops {QColor(0x00, 0x22, 0x4E), QColor(0x43, 0x4E, 0x6C),
        QColor(0x7D, 0x7C, 0x78), QColor(0xBC, 0xAF, 0x6F), QColor(0xFE, 0xE8, 0x38)};
    return betweenStops(stops, share);
}

QColor Palette::heatColor(double share) const
{
    static const std::array<QColor, 5> onLight {QColor(0xEE, 0xF4, 0xFB), QColor(0xB9, 0xD3, 0xEE),
        QColor(0x73, 0xA9, 0xDA), QColor(0x2B, 0x6C, 0xB0), QColor(0x0B, 0x3C, 0x74)};
    static const std::array<QColor, 5> onDark {QColor(0x1E, 0x28, 0x34), QColor(0x24, 0x47, 0x6B),
        QColor(0x2F, 0x6B, 0xA6), QColor(0x6A, 0xA8, 0xE2), QColor(0xD3, 0xE8, 0xFC)};
    return betweenStops(isDark ? onDark : onLight, share);
}

QColor Palette::newColor() const { return isDark ? QColor(0xF2, 0xC1, 0x4E) : QColor(0x8A, 0x5A, 0x00); }

QColor Palette::differenceColor(double difference) const
{
    constexpr double fullAt = 0.5;
    constexpr double least = 0.35; // minimum, so that small differences are visible
    const double strength = least + (1 - least) * std::clamp(std::abs(difference) / fullAt, 0.0, 1.0);
    return deviationColor(difference < 0 ? -strength : strength);
}

QColor Palette::deviationColor(double share) const
{
    const QColor less
        = isDark ? QColor(0xB7, 0x94, 0xF6) : QColor(0x5E, 0x3C, 0x99); // red and green look alike to many
    return mixed(surface, share < 0 ? less : finding, std::min(std::abs(share), 1.0));
}

bool Palette::isHatch(int x, int y, int scale)
{
    const int period = hatchPeriod * scale;
    return (x + y) % period < std::max(1, 3 * scale / 2);
}

bool Palette::isDot(int x, int y, int scale)
{
    const int column = x / scale;
    const int line = y / scale;
    // The dots of every other line are shifted by half a period.
    const int shift = (line / dotPeriodY) % 2 == 0 ? 0 : dotPeriod / 2;
    return line % dotPeriodY == 2 && (column + shift) % dotPeriod == 3;
}

QBrush Palette::waitingBrush(double ratio) const
{
    return patternBrush(hatchPeriod, hatchPeriod, ratio, waiting, waitingLines, &Palette::isHatch);
}

QBrush Palette::bubbleBrush(double ratio) const
{
    return patternBrush(dotPeriod, dotLines, ratio, bubble, bubbleDots, &Palette::isDot);
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QColor textOn(const QColor& ground)
{
    constexpr double readable = 4.5;
    const QColor light(Qt::white);
    const QColor dark(0x10, 0x14, 0x1A);
    if (contrastRatio(light, ground) >= readable)
        return light;
    return contrastRatio(dark, ground) >= readable ? dark : QColor(Qt::black);
}

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto mix
        = [share](int from, int to) { return std::clamp(int(std::lround(from + (to - from) * share)), 0, 255); };
    return QColor(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
}

} // namespace bubblescope
