// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette.h"

#include <QPlainTextEdit>

class QCompleter;
class QStringListModel;

namespace bubblescope {

class QueryHighlighter;

/// An editor for SQL: colours keywords, tables, columns and texts, and completes them while one types, or with
/// Ctrl+Space. Ctrl+Enter runs.
class QueryEditor : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit QueryEditor(QWidget* parent = nullptr);

    void setColors(const Palette& colors);
    /// Marks the place of an error, a byte of the text; -1 for none.
    void markError(qint64 offset);
    /// What is offered now; empty if nothing is.
    QStringList offered() const;

signals:
    void runRequested();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void offer(bool wasAsked);
    void insert(const QString& word);

    QueryHighlighter* m_highlighter;
    QCompleter* m_completer;
    QStringListModel* m_words;
    int m_prefix = 0; ///< characters before the cursor that a word replaces
    Palette m_colors;
};

} // namespace bubblescope
