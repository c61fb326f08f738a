// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace bubblescope {

/// A muted sentence that wraps. Where there is no room for its lines it is one that ends in "…", with all of it in the
/// tooltip.
class Sentence : public QLabel {
    Q_OBJECT
public:
    explicit Sentence(QWidget* parent = nullptr);

    void setSentence(const QString& sentence);
    const QString& sentence() const { return m_sentence; }
    void setOneLine(bool isOneLine);

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    QString m_sentence;
};

} // namespace bubblescope
