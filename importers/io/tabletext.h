// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "numbertext.h"

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Cells and words of tables in text form: TSV, CSV and columns padded with white space. Views point into the line.

std::vector<std::string_view> splitTabs(std::string_view line);
/// What stands between the cells of a table, by its header: a tab, else a semicolon (spreadsheets of half the world),
/// else a comma.
char separatorOf(std::string_view header);
/// Cells of a CSV line, `"` quoting with `""` inside; false where a quoted cell is not closed. Between semicolons
/// "1,5" is a number with a decimal comma, and becomes "1.5".
bool splitCsv(std::string_view line, std::vector<std::string>& cells, char separator = ',');
/// A name that holds the separator itself makes a row longer than its header: the surplus belongs to the first cell.
void joinSurplus(std::vector<std::string>& cells, size_t columns, char separator);

/// File name without folders and extensions of tables and compression: "a/gpt2.csv.gz" is "gpt2".
std::string tableName(std::string_view fileName);

} // namespace bubblescope
