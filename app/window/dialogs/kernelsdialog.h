// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernelnames.h"

#include <QDialog>

#include <functional>

class QLabel;
class QPushButton;
class QTableWidget;

namespace bubblescope {

/// Shows which kernels are communication, the user's entries before the built-in ones, and takes others from a file.
class KernelsDialog : public QDialog {
    Q_OBJECT
public:
    explicit KernelsDialog(KernelNamesPtr kernels, QWidget* parent = nullptr);

    /// What is shown now.
    const KernelNamesPtr& kernels() const { return m_kernels; }
    /// Takes the entries of a file; false, with a notice, if they cannot be read.
    bool take(const QString& path);
    /// Without entries of the user.
    void drop();
    QString notice() const;

    /// Asks for a file; empty to leave it. Tests answer instead of a dialog.
    std::function<QString()> askPath;

private:
    void show(const KernelNamesPtr& kernels);

    KernelNamesPtr m_kernels;
    QTableWidget* m_rows;
    QLabel* m_notice;
    QPushButton* m_drop;
};

} // namespace bubblescope
