// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exportsource.h"

#include <QDialog>
#include <QImage>
#include <QJsonObject>
#include <QTimer>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace bubblescope {

/// Asks what to export and shows a preview. The owner of the dialog does the export.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    /// The visible and the selected range of the window, in ns from the start of the run.
    struct Ranges {
        std::optional<TimeRange> visible;
        std::optional<TimeRange> selected;
        TimeNs zero = 0;     ///< from which the window counts
        bool isPart = false; ///< the visible one is less than the run: it is suggested
    };
    /// The look of the window, used for the picture at first.
    struct Look {
        bool isDark = false;
        bool hasCriticalPath = false;
    };
    ExportDialog(std::unique_ptr<ExportSource> source, const Ranges& ranges, Look look, QWidget* parent = nullptr);

    /// Takes back what choices() gave another dialog, as far as it applies to this input.
    void setChoices(const QJsonObject& choices);
    /// Everything that the user chose, except title and range.
    QJsonObject choices() const;

    ExportSource& source() { return *m_source; }
    ExportFormat format() const;
    ExportRequest request() const;
    /// The current preview; null while there is none.
    const QImage& preview() const { return m_image; }
    /// Draws the preview immediately instead of after a short delay.
    void refreshNow();

signals:
    void saveRequested();
    void copyRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QComboBox* addChoice(const QString& label, const QList<QPair<QString, QVariant>>& choices);
    void updateFields();
    void explain(const QString& sentence);
    const Step* suggestedStep() const;

    std::unique_ptr<ExportSource> m_source;
    Ranges m_ranges;
    std::optional<int64_t> m_stepOfWindow;
    std::optional<int64_t> m_step; ///< that can be chosen as range
    QFormLayout* m_form;
    QComboBox* m_format = nullptr;
    QComboBox* m_view = nullptr;
    QComboBox* m_subject = nullptr;
    QComboBox* m_range = nullptr;
    QComboBox* m_size = nullptr;
    QLineEdit* m_ownSize = nullptr;
    QDoubleSpinBox* m_scale = nullptr;
    QComboBox* m_theme = nullptr;
    QComboBox* m_table = nullptr;
    QCheckBox* m_path = nullptr;
    QLineEdit* m_title = nullptr;
    QLabel* m_preview = nullptr;
    QLabel* m_facts = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_copy = nullptr;
    QImage m_image;
    QTimer m_pause; ///< combines several changes
};

} // namespace bubblescope
