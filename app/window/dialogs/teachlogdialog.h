// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backgroundjob.h"
#include "logpattern.h"
#include "markedpattern.h"

#include <QDialog>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace bubblescope {

/// Shows the first lines of a log, in which figures of a step are marked by mouse, and the patterns that follow from
/// that, to be changed. They are tried on the whole file, on a thread. Accepting writes them beside the log or into the
/// user's folder of patterns for all logs.
class TeachLogDialog : public QDialog {
    Q_OBJECT
public:
    explicit TeachLogDialog(const QString& path, QWidget* parent = nullptr);
    ~TeachLogDialog() override;

    /// Takes what is selected in the first lines, or the number at the cursor, for a figure: "step", "time_s" …
    void mark(const QString& group);
    void clearMarks();
    /// Selects a part of one of the first lines, counted from 0.
    void select(int line, int begin, int length);
    /// One a line.
    void setPatterns(const QString& patterns);
    QString patterns() const;
    /// The file that accept() writes.
    QString patternFile() const;
    /// What the patterns make of the file, or what is wrong with them.
    QString notice() const;
    void accept() override;
    /// Asks whether to replace other patterns that are kept in a file; tests answer instead of a dialog.
    std::function<bool(const QString& file)> askReplace;

signals:
    void tried(); ///< the notice is that of the current patterns

private:
    void addMarkButtons(QWidget* row);
    /// So that what was written by hand comes back by undo.
    void replacePatterns(const QString& patterns);
    void change();
    void tryNow();

    QString m_path;
    std::map<int, std::vector<MarkedFigure>> m_marks; ///< by line
    LogPatternPtr m_pattern;                          ///< null where it is refused
    std::unique_ptr<BackgroundJob> m_job;
    RetiredJobs m_retired;
    QTimer m_wait; ///< until nothing is typed any more
    QPlainTextEdit* m_lines;
    QPlainTextEdit* m_patterns;
    QLineEdit* m_name;
    QComboBox* m_place;
    QLabel* m_notice;
    QPushButton* m_keep = nullptr;
};

} // namespace bubblescope
