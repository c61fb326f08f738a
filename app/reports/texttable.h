// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// An aligned table for a terminal. Rows of cells, the first the head; numbers to the right, words to the left.
class TextTable {
public:
    explicit TextTable(QStringList head);
    /// `words`: columns that are no numbers.
    void add(QStringList row, const std::vector<int>& words);
    QString text() const;

private:
    std::vector<QStringList> m_rows;
    std::vector<bool> m_isNumber;
};

/// A line of its own above a table.
QString heading(const QString& text);
/// Line breaks and control characters in a name must not break what is told around it: they become their codes.
QString wholeLine(std::string_view text);
/// The same, shortened for a table.
QString oneLine(const std::string& text);

} // namespace bubblescope
