// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <QSizeF>
#include <QString>

#include <optional>
#include <string_view>

namespace bubblescope {

/// What an exported file holds. Its name says it: .png, .svg, .pdf, .json and .json.gz (a Chrome trace), .csv, .html.
enum class ExportFormat : uint8_t { Png, Svg, Pdf, ChromeTrace, PackedChromeTrace, Csv, Report };
/// Nothing for other names.
std::optional<ExportFormat> exportFormatOf(const QString& path, const QString& table = {});
inline bool isPicture(ExportFormat format) { return format <= ExportFormat::Pdf; }
inline bool isTrace(ExportFormat format)
{
    return format == ExportFormat::ChromeTrace || format == ExportFormat::PackedChromeTrace;
}

/// The opened run, its simulation, or both.
enum class ExportSubject : uint8_t { Measured, Simulated, Both };
/// Automatic: the timeline where there is one, else what there is.
enum class ExportView : uint8_t { Automatic, Timeline, Layers, Stages, Loss };

/// How large a picture is: logical pixels, of which so many are an inch on paper; texts are 9 to 15 of them high.
struct PictureSize {
    static constexpr double screenDpi = 96;
    static constexpr double paperDpi = 110; ///< texts of 11 pixels are 7.2 pt high there
    static constexpr double oneColumnMm = 85;
    static constexpr double twoColumnMm = 178;

    QSizeF pixels {1600, 0}; ///< height 0: as high as it has to be
    double dpi = screenDpi;

    static PictureSize ofPaper(double widthMm, double heightMm = 0);
    double widthMm() const { return pixels.width() / dpi * 25.4; }
    /// Columns to a logical pixel: on paper as fine as a printer.
    int columnsPerPixel() const { return dpi > screenDpi ? 3 : 1; }
};
/// "1920x1080", "1600" (pixels), "85x60mm", "120mm", "one-column", "two-column".
std::optional<PictureSize> parsePictureSize(std::string_view text);

struct ExportRequest {
    ExportView view = ExportView::Automatic;
    ExportSubject subject = ExportSubject::Measured;
    std::optional<TimeRange> range; ///< ns from the run's start; else the whole run
    PictureSize size;
    double scale = 1; ///< device pixels of a PNG to a logical one
    bool isDark = false;
    bool showsCriticalPath = false; ///< of a timeline, where one is known
    QString title; ///< empty for the name of the run
    QString table; ///< of a CSV; empty for the first
};

} // namespace bubblescope
