// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "numbertext.h"

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Cells and words of textual tables: TSV, CSV and columns padded with white space. Views point into the line.

std::vector<std::string_view> splitTabs(std::string_view line);
/// The separator of a table, judged by its header: a tab, else a semicolon (as spreadsheets write with a decimal
/// comma), else a comma.
char separatorOf(std::string_view header);
/// Splits a CSV line; cells may be quoted with `"`, with `""` inside. False if a quoted cell is not closed. With
/// semicolons, "1,5" is a number with a decimal comma and becomes "1.5".
bool splitCsv(std::string_view line, std::vector<std::string>& cells, char separator = ',');
/// A name that contains the separator makes a row longer than its header: joins the surplus to the first cell.
void joinSurplus(std::vector<std::string>& cells, size_t columns, char separator);

/// File name without folders and without the extensions of tables and compression: "a/gpt2.csv.gz" gives "gpt2".
std::string tableName(std::string_view fileName);

} // namespace bubblescope
