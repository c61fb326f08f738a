// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "picturefile.h"

#include "customplot.h"
#include "exportfile.h"

#include <QApplication>
#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double millimetresPerInch = 25.4;
constexpr double pointsPerInch = 72;
constexpr int pdfDpi = 1200; // page sizes are multiples of its unit

/// Characters that XML 1.0 cannot represent; names in a trace may contain them.
void dropControlCharacters(QByteArray& xml)
{
    xml.removeIf([](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 && c != '\n' && c != '\t' && c != '\r';
    });
    for (const char* noncharacter : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
        xml.replace(noncharacter, "");
}

} // namespace

QImage drawnPicture(const Picture& picture, const PictureSize& size, double scale)
{
    const QSizeF pixels = picture.sized(size.pixels);
    QImage image((pixels * scale).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        return image;
    const int perMetre = int(std::lround(size.dpi * scale / millimetresPerInch * 1000));
    image.setDotsPerMeterX(perMetre);
    image.setDotsPerMeterY(perMetre);
    QCPPainter painter(&image);
    painter.scale(scale, scale);
    painter.setRenderHint(QPainter::TextAntialiasing);
    picture.paint(painter, pixels, std::max(1, int(std::lround(scale))));
    painter.end();
    return image;
}

QByteArray svgPicture(const Picture& picture, const PictureSize& size)
{
    const QSizeF pixels = picture.sized(size.pixels);
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(int(std::lround(size.dpi)));
    generator.setSize(pixels.toSize());
    generator.setViewBox(QRectF(QPointF(0, 0), pixels));
    QCPPainter painter(&generator);
    picture.paint(painter, pixels, size.columnsPerPixel());
    painter.end();

    QByteArray svg = buffer.data();
    // Adjacent edges must not let the background shine through; CSS spells the generic font family differently from Qt.
    const QByteArray family = QApplication::font().family().toHtmlEscaped().toUtf8();
    svg.replace("font-family=\"" + family + '"', "font-family=\"" + family + ", Helvetica, Arial, sans-serif\"");
    const qsizetype root = svg.indexOf("<svg ");
    if (root >= 0)
        svg.insert(root + 5, "shape-rendering=\"crispEdges\" ");
    svg.replace("<desc>Generated with Qt</desc>",
        "<title>" + picture.words().title.toHtmlEscaped().toUtf8() + "</title>\n<desc>"
            + picture.words().subtitle.toHtmlEscaped().toUtf8() + "</desc>");
    dropControlCharacters(svg);
    return svg;
}

QByteArray pdfPicture(const Picture& picture, const PictureSize& size)
{
    const QSizeF pixels = picture.sized(size.pixels);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setPageSize(
            QPageSize(pixels * (pointsPerInch / size.dpi), QPageSize::Point, QString(), QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF());
        writer.setResolution(pdfDpi);
        writer.setTitle(picture.words().title);
        writer.setCreator(QStringLiteral("Bubblescope " BUBBLESCOPE_VERSION));
        QCPPainter painter(&writer);
        painter.setRenderHint(QPainter::LosslessImageRendering);
        const double scale = pdfDpi / size.dpi;
        painter.scale(scale, scale);
        picture.paint(painter, pixels, size.columnsPerPixel());
    }
    return buffer.data();
}

std::optional<Error> writePng(const QImage& image, const QString& path)
{
    QByteArray png;
    QBuffer buffer(&png);
    if (image.isNull() || !image.save(&buffer, "PNG"))
        return Error {say("There is not enough memory for a picture of that size."), say("Choose a smaller one."), {}};
    return writeWholeFile(path, png);
}

std::optional<Error> writePicture(
    const Picture& picture, const ExportRequest& request, ExportFormat format, const QString& path)
{
    if (format == ExportFormat::Svg)
        return writeWholeFile(path, svgPicture(picture, request.size));
    if (format == ExportFormat::Pdf)
        return writeWholeFile(path, pdfPicture(picture, request.size));
    return writePng(drawnPicture(picture, request.size, request.pixelScale()), path);
}

} // namespace bubblescope
