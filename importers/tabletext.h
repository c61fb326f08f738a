// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Cells and words of tables in text form: TSV, CSV and columns padded with white space. Views point into the line.

/// Without spaces, tabs and line breaks at both ends.
std::string_view trimmed(std::string_view text);
std::vector<std::string_view> splitTabs(std::string_view line);
/// Tokens separated by any white space.
std::vector<std::string_view> splitWords(std::string_view line);
/// Cells of a CSV line, `"` quoting with `""` inside; false where a quoted cell is not closed.
bool splitCsv(std::string_view line, std::vector<std::string>& cells);
/// A name that holds the separator itself makes a row longer than its header: the surplus belongs to the first cell.
void joinSurplus(std::vector<std::string>& cells, size_t columns, char separator);

/// A finite decimal number, white space around it allowed; nothing for "nan", "NaN or Inf", "" and the like.
std::optional<double> parseNumber(std::string_view text);
std::optional<int64_t> parseInteger(std::string_view text);

/// File name without folders and extensions of tables and compression: "a/gpt2.csv.gz" is "gpt2".
std::string tableName(std::string_view fileName);

} // namespace bubblescope
