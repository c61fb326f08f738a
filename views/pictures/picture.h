// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "legend.h"

#include <QSizeF>
#include <QStringList>

#include <memory>

class QPainter;

namespace bubblescope {

/// The content of a picture. Sizes are in logical pixels, whatever the picture is made of.
class PictureContent {
public:
    virtual ~PictureContent() = default;
    /// A comfortable height for this width; `most` is more than enough.
    virtual double naturalHeight(double width, double most) const = 0;
    /// `columnsPerPixel` is the resolution for content drawn by columns. Clips nothing: not every file format can.
    virtual void paint(QPainter& painter, const QRectF& area, int columnsPerPixel) = 0;
};

/// A view with everything it needs to stand alone in a paper, chat or report: title, subject and method, legend,
/// footnotes.
class Picture {
public:
    struct Words {
        QString title;
        QString subtitle; ///< measured or modelled, step time, layout of ranks
        std::vector<Legend::Entry> legend;
        QStringList footnotes;
    };
    Picture(Words words, const Palette& palette, std::unique_ptr<PictureContent> content);

    const Words& words() const { return m_words; }
    /// `size`; if its height is 0, a suitable one is chosen.
    QSizeF sized(QSizeF size) const;
    void paint(QPainter& painter, QSizeF size, int columnsPerPixel) const;

private:
    struct LegendPlace {
        size_t entry;
        QPointF at;
    };
    double titleHeight(double width) const;
    std::vector<LegendPlace> legendPlaces(double width) const;
    double legendHeight(double width) const;
    double footHeight(double width) const;
    void paintLegend(QPainter& painter, QPointF at, double width) const;

    Words m_words;
    Palette m_palette;
    std::unique_ptr<PictureContent> m_content;
};

} // namespace bubblescope
