// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timelineheaders.h"

#include <QPixmap>

namespace bubblescope {

/// Cached pictures of track tree and ruler: panning keeps the tree, scrolling keeps the ruler. GUI thread only.
class HeaderPictures {
public:
    void paint(QPainter& painter, const TimelineHeaders& headers, double ratio);
    /// Call it when data that the headers point to has changed.
    void forget();

private:
    struct Picture {
        TimelineHeaders of;
        QPixmap pixels;
    };
    using Paint = void (*)(QPainter&, const TimelineHeaders&);
    static void paint(
        QPainter& painter, const TimelineHeaders& headers, const QRect& area, double ratio, Picture& kept, Paint paint);

    Picture m_tree;
    Picture m_ruler;
};

} // namespace bubblescope
