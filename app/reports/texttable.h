// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// An aligned table for a terminal, with a header row; numbers are right-aligned, words left-aligned.
class TextTable {
public:
    explicit TextTable(QStringList head);
    /// `words`: columns that contain words instead of numbers.
    void add(QStringList row, const std::vector<int>& words);
    QString text() const;

private:
    std::vector<QStringList> m_rows;
    std::vector<bool> m_isNumber;
};

/// A heading line above a table.
QString heading(const QString& text);
/// Shows line breaks and control characters of a name as codes, so that they cannot disturb the text around it.
QString wholeLine(std::string_view text);
/// The same, shortened for a table.
QString oneLine(const std::string& text);

} // namespace bubblescope
