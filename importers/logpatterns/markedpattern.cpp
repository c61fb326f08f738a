// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "markedpattern.h"

#include "characters.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr size_t longestContext = 30;
// What follows it is no part of it, so that one pass over the line tells its end.
constexpr std::string_view anyFigure = "[-+.\\d][-+.\\deE,]*|nan|inf";

/// Text as a pattern; other figures in it, and how many spaces there are, do not matter.
std::string literalPattern(std::string_view text)
{
    std::string pattern;
    for (size_t i = 0; i < text.size();) {
        const char c = text[i];
        size_t end = i + 1;
        if (isDigit(c)) {
            while (end < text.size() && (isDigit(text[end]) || text[end] == '.'))
                ++end;
            pattern += "[\\d.]+";
        } else if (c == ' ' || c == '\t') {
            while (end < text.size() && (text[end] == ' ' || text[end] == '\t'))
                ++end;
            pattern += "\\s+";
        } else {
            if (std::string_view("\\.+*?()|[]{}^$").find(c) != std::string_view::npos)
                pattern += '\\';
            pattern += c;
        }
        i = end;
    }
    return pattern;
}

} // namespace

std::string markedPattern(std::string_view line, std::vector<MarkedFigure> figures)
{
    std::sort(
        figures.begin(), figures.end(), [](const MarkedFigure& a, const MarkedFigure& b) { return a.begin < b.begin; });
    std::string pattern;
    size_t at = 0;
    for (const MarkedFigure& figure : figures) {
        if (figure.begin < at || figure.end <= figure.begin || figure.end > line.size())
            continue;
        size_t context = at;
        if (figure.begin - at > longestContext) {
            context = figure.begin - longestContext;
            const size_t word = line.substr(context, longestContext).find_first_of(" \t");
            // A character of several bytes is not divided.
            context = word != std::string_view::npos && context + word + 1 < figure.begin ? context + word + 1
                                                                                          : figure.begin;
            pattern += at > 0 ? ".*?" : "";
        }
        pattern += literalPattern(line.substr(context, figure.begin - context));
        pattern += "(?<" + figure.group + ">" + std::string(anyFigure) + ")";
        at = figure.end;
        size_t unit = at;
        while (unit < line.size() && unit < at + 4 && (isLetter(line[unit]) || line[unit] == '%'))
            ++unit;
        // A word is no unit, and what follows is another figure's.
        if (unit < line.size() && isLetter(line[unit]))
            unit = at;
        pattern += literalPattern(line.substr(at, unit - at));
        at = unit;
    }
    return pattern;
}

} // namespace bubblescope
