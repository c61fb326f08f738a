// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "levelofdetail.h"
#include "palette.h"
#include "timescale.h"

#include <QImage>
#include <QWidget>

#include <vector>

namespace bubblescope {

class Workspace;

/// The whole run in a narrow strip: busy share over all ranks per pixel, begins of steps, and the visible range as a
/// window that can be dragged and resized; a click elsewhere centres the window there.
class OverviewStrip : public QWidget {
    Q_OBJECT
public:
    explicit OverviewStrip(Workspace* workspace, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// Maps the whole run to the width of the strip.
    TimeScale timeScale() const;
    /// The window showing the visible range; at least a few pixels wide.
    QRectF windowRect() const;
    /// Mean busy share of the compute lanes, 0 .. 1, one per logical pixel.
    const std::vector<float>& busyShares();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    enum class Drag : uint8_t { None, Window, Begin, End };
    Drag dragAt(double x) const;
    void onRunChanged();
    bool isReadByRank() const;
    std::vector<float> sharesIn(size_t columns) const;
    void paintShares(QPainter& painter);
    void paintFindings(QPainter& painter, const TimeScale& scale);

    Workspace* m_workspace;
    Palette m_palette;
    TracePtr m_trace;
    LevelOfDetail m_ownDetail; // if the folder came without
    const LevelOfDetail* m_detail = nullptr;
    std::vector<RowId> m_computeRows;
    std::vector<float> m_shares;
    /// Of a run not all of which is in memory, the shares of what came first, one rank of each group: the strip is of
    /// the whole run, whichever ranks are read later.
    struct Kept {
        uint64_t identity = 0;
        std::vector<float> shares;
    };
    Kept m_kept;
    QImage m_image;
    Drag m_drag = Drag::None;
    TimeNs m_grip = 0; // where the window was grabbed, relative to its begin
};

} // namespace bubblescope
