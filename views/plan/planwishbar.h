// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace bubblescope {

class PlanState;

/// What is searched: numbers of GPUs, batch, sequence length, memory and price, locks, and the button that starts or
/// ends the search.
class PlanWishBar : public QWidget {
    Q_OBJECT
public:
    explicit PlanWishBar(PlanState& state, QWidget* parent = nullptr);

    /// In one or two lines: locks, memory and price are left out, and hold as they are set.
    void setLow(bool isLow);
    QPushButton* searchButton() const { return m_search; }
    int lineWidth() const; ///< that all its wishes need in one line
    /// Of a knob; null if it cannot be locked.
    QComboBox* lockBox(const QString& knob) const;
    QComboBox* hardwareBox() const { return m_hardware; }
    QLineEdit* field(const QString& name) const; ///< "gpus", "batch", "sequence", "gpuMemory", "price"

private:
    QLineEdit* addField(const QString& name, const QString& label, const QString& help, const QString& widest);
    void takeSubject();
    void takeWishes();
    void giveWishes();
    void showSearching();
    void showFields();

    PlanState& m_state;
    QComboBox* m_hardware;
    QLineEdit* m_gpus;
    QLineEdit* m_batch;
    QLineEdit* m_sequence;
    QLineEdit* m_memory;
    QLineEdit* m_price;
    std::vector<QComboBox*> m_boxes;
    QPushButton* m_search;
    QProgressBar* m_progress;
    bool m_isLow = false;
};

} // namespace bubblescope
