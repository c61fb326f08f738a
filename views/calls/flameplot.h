// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "callkind.h"
#include "calltext.h"
#include "flamelayout.h"
#include "palette.h"

#include <QString>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

/// The boxes of a FlameLayout, coloured by what a call is. Arrow keys go to callers, to what was called, and to
/// neighbours; Enter and a double click zoom, Escape and Backspace go back out.
class FlamePlot : public QWidget {
    Q_OBJECT
public:
    explicit FlamePlot(QWidget* parent = nullptr);

    void setTree(std::shared_ptr<const CallTree> tree); ///< null for none
    const std::shared_ptr<const CallTree>& tree() const { return m_tree; }
    void setOf(FlameLayout::Of of);
    void setColors(const Palette& colors);
    /// Calls without this part in their names are dimmed; empty: none are.
    void setSearched(const QString& part);

    const FlameLayout& layoutOfCalls() const { return m_layout; }
    uint32_t current() const { return m_current; } ///< 0 if none
    uint32_t top() const { return m_top; }         ///< takes the whole width; 0: all
    void setTop(uint32_t node);
    /// Of host calls that are drawn, as the first row names them; devices have the colours of the timeline.
    const std::vector<CallKind>& kinds() const { return m_kinds; }
    static QColor kindColor(CallKind kind, const Palette& colors);
    /// Where a call is drawn; empty if it is not.
    QRectF boxOf(uint32_t node) const;

signals:
    void chosen(uint32_t node); ///< by a click or key
    void layoutChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void layOut();
    void choose(uint32_t node);
    void move(int key);
    const FlameLayout::Box* boxAt(QPointF place) const;
    QRectF rectOf(const FlameLayout::Box& box) const;
    QColor colorOf(const FlameLayout::Box& box) const;
    int rowHeight() const;
    double legendWidth() const; ///< 0 if it has no room
    void paintLegend(QPainter& painter) const;

    std::shared_ptr<const CallTree> m_tree;
    FlameLayout::Of m_of = FlameLayout::Of::Threads;
    FlameLayout m_layout;
    Palette m_colors;
    QString m_searched;
    std::optional<CallNameSearch> m_names; ///< of m_tree that have m_searched
    std::vector<CallKind> m_kinds;
    uint32_t m_top = 0;
    uint32_t m_current = 0;
};

} // namespace bubblescope
