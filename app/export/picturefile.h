// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exportrequest.h"
#include "picture.h"
#include "result.h"

#include <QImage>

namespace bubblescope {

/// The picture at `scale` device pixels to a logical one; null where that needs more memory than there is.
QImage drawnPicture(const Picture& picture, const PictureSize& size, double scale);
/// UTF-8, valid XML whatever the names in the run are; texts are texts.
QByteArray svgPicture(const Picture& picture, const PictureSize& size);
/// One page of the picture's size, fonts embedded.
QByteArray pdfPicture(const Picture& picture, const PictureSize& size);

/// As a PNG, written like that. Nothing where all is well.
std::optional<Error> writePng(const QImage& image, const QString& path);
/// PNG, SVG or PDF. A failed write leaves no half file, and what stood there before.
std::optional<Error> writePicture(
    const Picture& picture, const ExportRequest& request, ExportFormat format, const QString& path);

} // namespace bubblescope
