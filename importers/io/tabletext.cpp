// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tabletext.h"

#include "textencoding.h"

namespace bubblescope {

namespace {

void writeDecimalPoint(std::string& cell)
{
    const size_t comma = cell.find(',');
    if (comma == std::string::npos)
        return;
    cell[comma] = '.';
    if (!parseNumber(cell))
        cell[comma] = ',';
}

} // namespace

std::vector<std::string_view> splitTabs(std::string_view line)
{
    std::vector<std::string_view> cells;
    for (;;) {
        const size_t tab = line.find('\t');
        cells.push_back(trimmed(line.substr(0, tab)));
        if (tab == std::string_view::npos)
            return cells;
        line.remove_prefix(tab + 1);
    }
}

char separatorOf(std::string_view header)
{
    for (const char separator : {'\t', ';'}) {
        if (header.find(separator) != std::string_view::npos)
            return separator;
    }
    return ',';
}

bool splitCsv(std::string_view line, std::vector<std::string>& cells, char separator)
{
    const bool maySayDecimalComma = separator == ';';
    cells.clear();
    size_t i = 0;
    for (;;) {
        std::string cell;
        if (i < line.size() && line[i] == '"') {
            ++i;
            for (;; ++i) {
                if (i >= line.size()) {
                    cells.push_back(std::move(cell));
                    return false;
                }
                if (line[i] == '"') {
                    if (i + 1 >= line.size() || line[i + 1] != '"')
                        break;
                    ++i;
                }
                cell.push_back(line[i]);
            }
            ++i;
        }
        const size_t end = std::min(line.find(separator, i), line.size());
        cell.append(line.substr(i, end - i));
        if (maySayDecimalComma)
            writeDecimalPoint(cell);
        cells.push_back(std::move(cell));
        if (end == line.size())
            return true;
        i = end + 1;
    }
}

void joinSurplus(std::vector<std::string>& cells, size_t columns, char separator)
{
    if (columns == 0 || cells.size() <= columns)
        return;
    const auto surplusEnd = cells.begin() + static_cast<std::ptrdiff_t>(cells.size() - columns) + 1;
    for (auto it = cells.begin() + 1; it != surplusEnd; ++it) {
        cells.front().push_back(separator);
        cells.front().append(*it);
    }
    cells.erase(cells.begin() + 1, surplusEnd);
}

std::string tableName(std::string_view fileName)
{
    const size_t slash = fileName.find_last_of('/');
    if (slash != std::string_view::npos)
        fileName.remove_prefix(slash + 1);
    for (const std::string_view extension : {".gz", ".zst", ".csv", ".tsv", ".txt", ".jsonl", ".json"}) {
        if (fileName.size() > extension.size() && fileName.ends_with(extension))
            fileName.remove_suffix(extension.size());
    }
    return toUtf8(fileName);
}

} // namespace bubblescope
