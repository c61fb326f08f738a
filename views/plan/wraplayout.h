// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <vector>

namespace bubblescope {

/// Widgets beside each other, in as many lines as they need.
class WrapLayout : public QLayout {
public:
    explicit WrapLayout(QWidget* parent = nullptr);
    ~WrapLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override { return int(m_items.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    /// Of all that is shown, if none goes below another.
    int lineWidth() const;
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    /// Height that is needed; places the items if `isPlacing`.
    int arrange(const QRect& rect, bool isPlacing) const;

    std::vector<QLayoutItem*> m_items; // owned
};

} // namespace bubblescope
