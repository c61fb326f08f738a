// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operationtableimporter.h"

#include <QDialog>

#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QTableWidget;

namespace bubblescope {

/// Shows the first rows of a table and what each column is taken for, to be changed. Accepting writes a mapping file
/// beside the table, which reads it from then on.
class ColumnsDialog : public QDialog {
    Q_OBJECT
public:
    explicit ColumnsDialog(const QString& path, QWidget* parent = nullptr);

    /// Name of the mapping file.
    QString mappingPath() const;
    /// What is chosen now.
    TableMapping mapping() const;
    /// What a column is taken for from now on.
    void setMeaning(int column, OperationColumn meaning);
    /// True if rows with these columns are operations.
    bool isComplete() const;
    QString notice() const;
    void accept() override;

private:
    void update();

    QString m_path;
    TablePreview m_preview;
    TableMapping m_known; ///< what a mapping file says already
    std::vector<QComboBox*> m_meanings;
    QComboBox* m_units;
    QTableWidget* m_rows;
    QLabel* m_notice;
    QPushButton* m_read;
};

} // namespace bubblescope
