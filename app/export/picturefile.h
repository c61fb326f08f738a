// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exportrequest.h"
#include "picture.h"
#include "result.h"

#include <QImage>

namespace bubblescope {

/// The picture with `scale` device pixels per logical pixel; null if there is not enough memory.
QImage drawnPicture(const Picture& picture, const PictureSize& size, double scale);
/// UTF-8; valid XML whatever the names in the run are; text remains text.
QByteArray svgPicture(const Picture& picture, const PictureSize& size);
/// One page of the picture's size with embedded fonts.
QByteArray pdfPicture(const Picture& picture, const PictureSize& size);

/// Writes a PNG; the same guarantees as for writePicture(). nullopt on success.
std::optional<Error> writePng(const QImage& image, const QString& path);
/// PNG, SVG or PDF. A failed write leaves the previous file untouched.
std::optional<Error> writePicture(
    const Picture& picture, const ExportRequest& request, ExportFormat format, const QString& path);

} // namespace bubblescope
