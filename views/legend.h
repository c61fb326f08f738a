// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette.h"

#include <QWidget>

#include <vector>

namespace bubblescope {

/// A slim line that names colours, hatch and dots; always in sight. Entries that find no place are left out from the
/// end, and listed in the tooltip.
class Legend : public QWidget {
    Q_OBJECT
public:
    enum class Pattern : uint8_t { Solid, Waiting, Bubble, Many, Hollow, Gradient, Line };
    struct Entry {
        Pattern pattern = Pattern::Solid;
        QColor color;
        QString text;
    };
    explicit Legend(QWidget* parent = nullptr);

    void setEntries(std::vector<Entry> entries);
    const std::vector<Entry>& entries() const { return m_entries; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void paintSwatch(QPainter& painter, const QRectF& box, const Entry& entry) const;
    std::vector<Entry> m_entries;
    Palette m_palette;
};

} // namespace bubblescope
