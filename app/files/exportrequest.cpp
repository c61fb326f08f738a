// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "exportrequest.h"

#include "outputfile.h"

#include <QFile>

#include <charconv>

namespace bubblescope {

namespace {

constexpr double smallestPixels = 64;
constexpr double largestPixels = 16384;

std::optional<double> number(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && value > 0 ? std::optional(value) : std::nullopt;
}

} // namespace

std::optional<ExportFormat> exportFormatOf(const QString& path, const QString& table)
{
    static const std::pair<const char*, ExportFormat> endings[] = {{".png", ExportFormat::Png},
        {".svg", ExportFormat::Svg}, {".pdf", ExportFormat::Pdf}, {".speedscope.json", ExportFormat::Speedscope},
        {".folded", ExportFormat::Folded}, {".json", ExportFormat::ChromeTrace},
        {".json.gz", ExportFormat::PackedChromeTrace}, {".csv", ExportFormat::Csv}, {".html", ExportFormat::Report},
        {".htm", ExportFormat::Report}, {".sqlite", ExportFormat::Database}, {".sqlite3", ExportFormat::Database},
        {".db", ExportFormat::Database}};
    for (const auto& [ending, format] : endings) {
        if (path.endsWith(QLatin1String(ending), Qt::CaseInsensitive))
            return format;
    }
    if (!table.isEmpty() && isStream(QFile::encodeName(path).toStdString()))
        return ExportFormat::Csv;
    return std::nullopt;
}

PictureSize PictureSize::ofPaper(double widthMm, double heightMm)
{
    return {QSizeF(widthMm, heightMm) * (paperDpi / 25.4), paperDpi};
}

std::optional<PictureSize> parsePictureSize(std::string_view text)
{
    if (text == "one-column")
        return PictureSize::ofPaper(PictureSize::oneColumnMm);
    if (text == "two-column")
        return PictureSize::ofPaper(PictureSize::twoColumnMm);
    const bool isPaper = text.ends_with("mm");
    if (isPaper)
        text.remove_suffix(2);
    const size_t x = text.find('x');
    const auto width = number(text.substr(0, x));
    const auto height = x == std::string_view::npos ? std::optional(0.0) : number(text.substr(x + 1));
    if (!width || !height)
        return std::nullopt;
    const PictureSize size = isPaper ? PictureSize::ofPaper(*width, *height) : PictureSize {{*width, *height}};
    const auto fits = [](double pixels) { return pixels >= smallestPixels && pixels <= largestPixels; };
    if (!fits(size.pixels.width()) || (size.pixels.height() > 0 && !fits(size.pixels.height())))
        return std::nullopt;
    return size;
}

} // namespace bubblescope
