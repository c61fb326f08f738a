// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette.h"
#include "timerange.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace bubblescope {

class Workspace;

/// Breadcrumbs of visited ranges; a click returns to one. Empty while there is only one.
class RangeTrail : public QWidget {
    Q_OBJECT
public:
    explicit RangeTrail(Workspace* workspace, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// A crumb and its index in the history.
    struct Crumb {
        QRect box;
        QString text;
        std::optional<size_t> index; ///< nullopt: the selected range, which a click clears
    };
    const std::vector<Crumb>& crumbs() const { return m_crumbs; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void layOut();
    /// "step 6", or from when to when.
    QString nameOf(TimeRange range) const;

    Workspace* m_workspace;
    Palette m_palette;
    std::vector<Crumb> m_crumbs;
    int m_hovered = -1;
};

} // namespace bubblescope
