// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "folderloader.h"

#include <QWidget>

class QLabel;
class QProgressBar;

namespace bubblescope {

/// Progress of reading, file by file in bytes, with Cancel.
class LoadBar : public QWidget {
    Q_OBJECT
public:
    explicit LoadBar(QWidget* parent = nullptr);
    void setProgress(const LoadProgress& progress);
    /// One line: phase, files and bytes.
    static QString summary(const LoadProgress& progress);
    /// One line per file being read.
    static QString files(const LoadProgress& progress);

signals:
    void cancelRequested();

private:
    QLabel* m_summary;
    QLabel* m_files;
    QProgressBar* m_bar;
};

} // namespace bubblescope
