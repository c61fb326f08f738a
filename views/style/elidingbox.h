// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace bubblescope {

/// A box whose chosen entry ends in "…" where there is no room for it, with all of it in the tooltip; Qt's own cuts
/// through a letter.
class ElidingBox : public QComboBox {
    Q_OBJECT
public:
    using QComboBox::QComboBox;

    /// The chosen entry as far as it is shown.
    QString shownText() const;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString wholeText() const;
};

} // namespace bubblescope
