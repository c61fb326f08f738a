// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <QSizeF>
#include <QString>

#include <optional>
#include <string_view>

namespace bubblescope {

/// Content of an exported file, decided by its name unless it is asked for: .png, .svg, .pdf, .json, .json.gz (a Chrome
/// trace), .csv, .html, .sqlite, .folded, .speedscope.json (calls, for programs that draw flame graphs).
enum class ExportFormat : uint8_t {
    Png,
    Svg,
    Pdf,
    ChromeTrace,
    PackedChromeTrace,
    Csv,
    Report,
    Database,
    Folded,
    Speedscope
};
/// nullopt for other names.
std::optional<ExportFormat> exportFormatOf(const QString& path, const QString& table = {});
inline bool isPicture(ExportFormat format) { return format <= ExportFormat::Pdf; }
inline bool isTrace(ExportFormat format)
{
    return format == ExportFormat::ChromeTrace || format == ExportFormat::PackedChromeTrace;
}
inline bool isCallStacks(ExportFormat format)
{
    return format == ExportFormat::Folded || format == ExportFormat::Speedscope;
}

/// The opened run, its simulation, or both.
enum class ExportSubject : uint8_t { Measured, Simulated, Both };
/// Automatic: the timeline if there is one, otherwise whatever there is.
enum class ExportView : uint8_t { Automatic, Timeline, Layers, Stages, Loss, Steps, Roofline };

/// Size of a picture in logical pixels, with `dpi` pixels per inch on paper; texts are 9 to 15 pixels high.
struct PictureSize {
    static constexpr double screenDpi = 96;
    static constexpr double paperDpi = 110; ///< text of 11 pixels has 7.2 pt at this resolution
    static constexpr double oneColumnMm = 85;
    static constexpr double twoColumnMm = 178;

    QSizeF pixels {1600, 0}; ///< height 0: as high as necessary
    double dpi = screenDpi;

    static PictureSize ofPaper(double widthMm, double heightMm = 0);
    double widthMm() const { return pixels.width() / dpi * 25.4; }
    /// Columns per logical pixel: at printer resolution on paper.
    int columnsPerPixel() const { return dpi > screenDpi ? 3 : 1; }
};
/// "1920x1080", "1600" (pixels), "85x60mm", "120mm", "one-column", "two-column".
std::optional<PictureSize> parsePictureSize(std::string_view text);

struct ExportRequest {
    ExportView view = ExportView::Automatic;
    ExportSubject subject = ExportSubject::Measured;
    std::optional<TimeRange> range; ///< ns from the start of the run; nullopt for the usual one
    PictureSize size;
    std::optional<double> scale; ///< device pixels per logical pixel, for PNG
    double pixelScale() const { return scale.value_or(size.dpi > PictureSize::screenDpi ? 300 / size.dpi : 1); }
    bool isDark = false;
    bool showsCriticalPath = false; ///< in a timeline, if it is known
    QString font;  ///< family of all texts; empty for the usual one
    QString title; ///< empty for the name of the run
    QString table; ///< for CSV; empty for the first table
    std::optional<ExportFormat> format {}; ///< nullopt: as the name of the file has it
};

} // namespace bubblescope
